"""What opponents in kernels know of a war is what the view tells, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import Step, View
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.knowledge.packed import pack_view
from hexfront.systems.idahex.knowledge.view import known_facts
from hexfront.systems.idahex.rules.command.theatre import make_theatre
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting
from tests.amounts import amount

pytestmark = pytest.mark.clause("IDX-4", "IDX-8")
SYSTEM = find_system("idahex")
RULES: IdahexRules = SYSTEM.rules(load_scenario(SYSTEM))
ORDERS = amount(3_000, 40_000)


@pytest.fixture(scope="module")
def states() -> list[s.State]:
    """Positions of a war between the commander and itself, some within a command."""
    return list(_positions())


def _positions() -> Iterator[s.State]:
    """Some words are said at random, so that commands of all kinds are begun."""
    agents = [
        make_agent(SYSTEM, "commander", RULES, side, dice_from_seed(1, 0, f"{side}"))
        for side in range(2)
    ]
    state, whims, log = RULES.start(), dice_from_seed(2), EventLog()
    for number in range(ORDERS):
        side = min(RULES.decision(state).sides)
        seat: Any = Seat(RULES, side, state)
        word = agents[side].decide(seat)
        if int(draw(whims, 20)) == 0:
            word = seat.choices[int(draw(whims, len(seat.choices)))]
        log.clear()
        RULES.apply(state, Step(side, word), log)
        if number % 13 == 0:
            yield state.copy()


def packed_of(setting: Setting, state: s.State, side: int) -> s.State:
    theatre, packed = make_theatre(setting), state.copy()
    pack_view(theatre, state, side, packed)
    return packed


def different(one: s.State, other: s.State) -> list[str]:
    """The names of arrays in which two states differ."""
    pairs = zip(one.arrays(), other.arrays(), strict=True)
    return [name for (name, left), (_, right) in pairs if left.tobytes() != right.tobytes()]


@pytest.mark.parametrize("detail", [0, 5, 9, 15])
def test_a_packed_view_is_the_state_that_the_view_tells_of(
    states: list[s.State], detail: int
) -> None:
    setting = replace(RULES.setting, detail=detail)
    assert any((state.engagements.cell > 0).any() for state in states)
    for state in states[:: 1 if detail == 15 else 5]:
        for side in range(2):
            told = reconstruct(setting, known_facts(setting, state, side))
            assert not different(packed_of(setting, state, side), told)


def test_states_with_one_view_are_packed_alike(states: list[s.State]) -> None:
    for number, state in enumerate(states[::4]):
        for side in range(2):
            twin = RULES.determinize(RULES.view(state, side), dice_from_seed(3, number))
            packed = packed_of(RULES.setting, state, side)
            assert not different(packed, packed_of(RULES.setting, twin, side))


def test_an_opponent_is_shown_the_facts_of_its_view(states: list[s.State]) -> None:
    for state in states[::8]:
        for side in range(2):
            view = RULES.view(state, side)
            facts_alone = View(
                side, view.time, view.kind, view.must_act, "", "", (), facts=view.facts
            )
            assert RULES.opponent_view(state, side) == facts_alone
