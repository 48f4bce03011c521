"""Counters lost, as every system's rows tell them."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import Rules
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner, Row


def rows_of(system: str, games: int, **options: str) -> tuple[Rules[Any], list[Row]]:
    found = find_system(system)
    assert found.scenarios.with_options is not None
    scenario = found.scenarios.with_options(load_scenario(found), options)
    plan, rules = make_plan(found, scenario, ["random"] * 2, 1)
    runner = GameRunner(plan, rules)
    return rules, [runner.play(game).row for game in range(games)]


@pytest.mark.parametrize("turns", ["1", "4"])
def test_reinforcements_that_never_came_are_no_losses(turns: str) -> None:
    rules, rows = rows_of("malaya", 3, turns=turns)
    for row in rows:
        for side in rules.sides:
            assert row[f"losses_{side}"] == row[f"lost_units_{side}"]


def test_units_that_are_not_in_the_war_yet_are_no_losses() -> None:
    _, (row,) = rows_of("idahex", 1, until="1")
    assert (row["losses_red"], row["losses_blue"]) == (0, 0)
