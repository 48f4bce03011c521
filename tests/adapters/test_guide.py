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


@pytest.mark.parametrize("package", ["pyspiel", "sb3_contrib"])
def test_the_snippet_for_another_package_runs(package: str) -> None:
    pytest.importorskip(package)
    text = GUIDE.read_text(encoding="utf-8")
    snippets = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (snippet,) = (each for each in snippets if package in each)
    exec(snippet, {})
