"""The page of observations says what the systems say now."""

from __future__ import annotations

from pathlib import Path

from hexfront.adapters.observations import page

PAGE = Path(__file__).parents[2] / "docs/guides/observations.md"


def test_the_page_is_as_the_systems_are() -> None:
    made = PAGE.read_text(encoding="utf-8")
    # To make it anew: python -m hexfront.adapters.observations > docs/guides/observations.md
    assert made == page()
