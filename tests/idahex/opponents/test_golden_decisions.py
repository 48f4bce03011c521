"""The opponents say what they said when `golden_decisions.json` was recorded."""

from __future__ import annotations

import json

import pytest

from hexfront.batch.playing import kernel_table
from hexfront.blocks import copy_block
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.scenario.state import OVER
from tests.amounts import amount
from tests.idahex.opponents.golden import CASES, FILE, GAMES, SEATS, Played, play, rules_of, start

KEPT: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
MACHINES = [pair for pair in SEATS if {*pair} <= {"commander", "greedy"}]


@pytest.mark.parametrize("seats", SEATS, ids="-".join)
@pytest.mark.parametrize("case", CASES)
def test_agents_say_the_same_words(case: str, seats: tuple[str, str]) -> None:
    for game in range(amount(1, GAMES)):
        assert play(rules_of(case), seats, game).print == KEPT[case]["-".join(seats)][game], game


@pytest.mark.parametrize("seats", MACHINES, ids="-".join)
def test_kernels_at_a_table_say_the_same_words(seats: tuple[str, str]) -> None:
    case = "sinai, as printed"
    rules, log = rules_of(case), EventLog()
    table = kernel_table(SYSTEM, rules, seats)
    assert table is not None
    for game in range(amount(1, GAMES)):
        table.begin(dice_from_seed(1), [dice_from_seed(2), dice_from_seed(3)])
        state, words = start(rules, game), list[int]()
        copy_block(table.state, state)
        while table.state.game.phase != OVER:  # type: ignore[attr-defined]
            log.clear()
            words += [step.order for step in table.play_on(log, 1000)]
        assert Played(words).print == KEPT[case]["-".join(seats)][game], game
