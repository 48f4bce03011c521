"""How even scenarios are: rows of wins, which of them still hold, and the page made of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import balance

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.study.balance import measure_balance

BRIGADE = find_system("brigade")


def test_every_game_is_won_by_somebody_or_drawn() -> None:
    scenario = load_scenario(BRIGADE, "first-game")
    row = measure_balance(BRIGADE, scenario, "random", 12, seed=3)
    assert list(row.wins) == ["opfor", "bluefor"]
    assert sum(row.wins.values()) + row.draws == row.games == 12
    assert (row.length, row.unit) == (5.0, "turn")
    assert row == measure_balance(BRIGADE, scenario, "random", 12, seed=3)


def test_a_row_holds_for_the_scenario_that_was_measured_alone() -> None:
    scenario = load_scenario(BRIGADE, "first-game")
    row = measure_balance(BRIGADE, scenario, "random", 1)
    assert row.measures(BRIGADE, scenario)
    assert BRIGADE.scenarios.with_options is not None
    other = BRIGADE.scenarios.with_options(scenario, {"rules": "advanced"})
    assert not row.measures(BRIGADE, other)


def test_the_page_says_what_was_measured() -> None:
    """`python -m benchmarks.balance --page` writes it anew."""
    assert balance.page_text() == Path(balance.PAGE).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", system_names())
def test_measured_scenarios_are_shipped(name: str) -> None:
    system = find_system(name)
    assert {row.scenario for row in balance.read_rows(system)} <= {*scenario_names(system)}
