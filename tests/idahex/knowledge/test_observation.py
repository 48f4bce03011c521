"""What learners see of a war: within its limits, from the view alone, with unfinished commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import Step
from hexfront.core.dice import Dice, dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match
from hexfront.systems.idahex.knowledge.observation import (
    Seen,
    action_factors,
    make_seen,
    observation_spec,
    write_observation,
)
from hexfront.systems.idahex.scenario import orders as o

SYSTEM = find_system("idahex")
RULES: Any = SYSTEM.rules(load_scenario(SYSTEM))
SETTING = RULES.setting


def look(state: Any, side: int) -> Seen:
    """What a side observes, over arrays that held something else before."""
    seen = make_seen(SETTING, 2)
    for array in seen:
        array[:] = 3
    write_observation(RULES.theatre, state, side, seen, 1)
    assert all((array[0] == 3).all() for array in seen), "another game was written"
    return Seen(*(array[1] for array in seen))


def same(one: Seen, other: Seen) -> bool:
    return all(map(np.array_equal, one, other))


def dice_of(number: int) -> Dice:
    return dice_from_seed(0, number, "observation")


@pytest.fixture(scope="module")
def states() -> list[Any]:
    """Positions of a war between the commander and `greedy`, some within a command."""
    return list(_positions())


def _positions() -> Iterator[Any]:
    match = Match(SYSTEM, RULES)
    match.settle()
    agents = [
        make_agent(SYSTEM, name, RULES, side, dice_of(side))
        for side, name in enumerate(("commander", "greedy"))
    ]
    for order in range(600):
        side = min(match.decision.sides)
        match.ask(agents[side], side)
        if order % 40 == 0:
            yield match.state.copy()


def test_all_that_is_written_lies_within_the_limits(states: list[Any]) -> None:
    spec = observation_spec(SETTING)
    assert [each.name for each in spec] == list(Seen._fields)
    for state in states:
        for side in range(2):
            for each, array in zip(spec, look(state, side), strict=True):
                assert array.shape == each.shape
                assert str(array.dtype) == each.dtype
                assert (array >= each.low).all(), each.name
                assert (array <= each.high).all(), each.name


@pytest.mark.clause("IDX-4")
def test_states_with_one_view_are_observed_alike(states: list[Any]) -> None:
    for number, state in enumerate(states):
        for side in range(2):
            twin = RULES.determinize(RULES.view(state, side), dice_of(100 + number))
            assert same(look(state, side), look(twin, side))


def test_an_unfinished_command_is_seen_by_its_side_alone() -> None:
    state = RULES.start()
    before = [look(state, side) for side in range(2)]
    RULES.apply(state, Step(0, RULES.choices(state, 0)[-1]), EventLog())
    assert not same(before[0], look(state, 0))
    assert same(before[1], look(state, 1))


def test_orders_come_apart_into_factors() -> None:
    factors = action_factors(SETTING)
    assert factors.table.shape == (RULES.actions, len(factors.names))
    assert len({tuple(row) for row in factors.table.tolist()}) == RULES.actions
    assert (factors.table < np.array(factors.sizes)).all()
    unit = factors.table[SETTING.book.unit(2)]
    assert dict(zip(factors.names, unit.tolist(), strict=True))["unit"] == 3
    assert factors.table[o.GO].tolist() == [1, 0, 0, 0, 0]
