"""Games that agents play by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.agents.random_agent import RandomAgent
from hexfront.core.agent import Position
from hexfront.core.contract import CHANCE, Kind, Rules
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.study.self_play import Seat, play_on
from tests.kit.duel import SYSTEM


@pytest.fixture
def rules() -> Rules[Any]:
    return SYSTEM.rules(load_scenario(SYSTEM))


def test_a_game_goes_to_its_end_and_its_steps_are_the_game(rules: Rules[Any]) -> None:
    state = rules.start()
    agents = [RandomAgent(rules, side, dice_from_seed(2, side)) for side in range(2)]
    steps, events = [], 0
    for step, log in play_on(rules, state, agents, dice_from_seed(1)):
        steps.append(step)
        events += len(log)
    assert rules.decision(state).kind == Kind.OVER
    assert {step.actor for step in steps} == {CHANCE, 0, 1}
    again, log = rules.start(), EventLog()
    for step in steps:
        rules.apply(again, step, log)
    assert digest(again) == digest(state)
    assert len(log) == events > 0


def test_a_seat_sees_what_its_side_sees(rules: Rules[Any]) -> None:
    state = rules.start()
    seat = Seat(rules, 1, state)
    assert seat.view == rules.view(state, 1)
    assert list(seat.choices) == list(rules.choices(state, 1))


def test_an_order_that_is_no_choice_ends_the_game(rules: Rules[Any]) -> None:
    class Cheat:
        def decide(self, position: Position) -> int:
            return 999

    game = play_on(rules, rules.start(), [Cheat(), Cheat()], dice_from_seed(1))
    with pytest.raises(ValueError, match="order 999 of side 0 is none of its choices"):
        list(game)
