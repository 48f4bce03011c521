"""Every scenario of Malaya, Takeover and IDAHEX is played to its end by each scripted opponent."""

from __future__ import annotations

import pytest

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner

SCRIPTED = ("random", "greedy", "commander")
CASES = [
    (name, scenario, agent)
    for name in ("malaya", "takeover", "idahex")
    for scenario in scenario_names(find_system(name))
    for agent in SCRIPTED
]


@pytest.mark.parametrize(("name", "scenario", "agent"), CASES)
def test_it_is_played_to_its_end(name: str, scenario: str, agent: str) -> None:
    system = find_system(name)
    loaded = load_scenario(system, scenario)
    seats = [agent] * len(system.rules(loaded).sides)
    row = GameRunner(*make_plan(system, loaded, seats, seed=5)).play(0).row
    assert row["clause"]
    assert row["steps"] > 0
