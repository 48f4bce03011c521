"""Every scenario of the systems with quick games is played to its end by each scripted opponent."""

from __future__ import annotations

import pytest

from hexfront.agents import agent_factories
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner

SYSTEMS = ("brigade", "aggressor")
SCRIPTED = ("random", "greedy", "commander")
CASES = [(name, one) for name in SYSTEMS for one in scenario_names(find_system(name))]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_scripted_opponents_play_it_to_its_end(name: str, scenario: str) -> None:
    system = find_system(name)
    loaded = load_scenario(system, scenario)
    for agent in SCRIPTED:
        if agent in agent_factories(system):  # Brigade Operations has no commander.
            seats = [agent] * len(system.sides)
            runner = GameRunner(*make_plan(system, loaded, seats, seed=5))
            row = runner.play(0).row
            assert row["clause"]
            assert row["steps"] > 0
