"""The guide for learners says what each number that is observed means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.batch.reference import game_of

GUIDE = Path(__file__).parents[2] / "docs/guides/learning.md"
TOLD = ["brigade"]
"""Systems whose arrays stand in the guide."""


@pytest.mark.parametrize("name", TOLD)
def test_the_guide_names_what_is_observed(name: str) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    names = [name for spec in game_of(name).spec for name in (spec.name, *spec.axis_names)]
    assert [name for name in names if not re.search(rf"`([^`]*, )?{name}(, [^`]*)?`", text)] == []


def test_the_snippet_for_open_spiel_runs() -> None:
    pytest.importorskip("pyspiel")
    text = GUIDE.read_text(encoding="utf-8")
    (snippet,) = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    exec(snippet, {})
