"""Guides of first games: what they name is in their scenarios, and mistakes are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.agents import agent_factories
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.core.table.guide import load_guide


@pytest.mark.parametrize("name", system_names())
def test_what_a_guide_names_is_there(name: str) -> None:
    system = find_system(name)
    guide: Any = load_guide(system.folder)
    rules = system.rules(load_scenario(system, guide["scenario"]))
    assert guide["opponent"] in agent_factories(system)
    view = rules.view(rules.start(), 0)
    own = {counter.id for counter in view.counters if counter.side == 0}
    places = {place["id"] for place in rules.board()["places"]}
    kinds = {style.kind for style in rules.order_styles}
    overlays = {overlay.name for overlay in rules.overlays}
    for step in guide["steps"]:
        assert not step["unit"] or step["unit"] in own, step
        assert set(step["at"]) <= places, step
        what, _, kind = step["when"].partition(":")
        assert what != "overlay" or kind in overlays, step
        # Kinds of orders that look like no others need no style; those with one are spelt right.
        assert what != "ordered" or kind in kinds | {"recon", "fire"}, step
    assert [step["when"] for step in guide["steps"]].index("over") == len(guide["steps"]) - 1


HEAD = """
scenario = "small"
opponent = "random"
minutes = 10
[about]
players = "2"
length = "10 min"
difficulty = 1
[[steps]]
title = "One"
text = "Do it."
"""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (HEAD, "step 1"),
        (HEAD + 'when = "start"', "step 1 /when"),
        (HEAD + 'when = "pointed"', "step 1 /at"),
        (HEAD + 'when = "over"\nat = "0101"', "step 1 /at"),
        (HEAD + 'when = "over"\nunit = 3', "step 1 /unit"),
        (HEAD.replace("minutes = 10\n", "") + 'when = "over"', "guide.toml"),
        (HEAD.replace("difficulty = 1", 'difficulty = "1"') + 'when = "over"', "about /difficulty"),
        ("steps = [", "guide.toml"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "guide.toml").write_text(text)
    with pytest.raises(InputError) as raised:
        load_guide(tmp_path)
    assert place in str(raised.value)


def test_a_system_may_have_no_guide(tmp_path: Path) -> None:
    assert load_guide(tmp_path) is None
