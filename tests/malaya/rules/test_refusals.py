"""What is told of an order that is refused, and that a view holds the whole state."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from hexfront.core.refusals import refusal_of
from hexfront.systems.malaya.knowledge.facts import known_facts, state_of
from hexfront.systems.malaya.rules import legality
from hexfront.systems.malaya.rules.orders import count_actions
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.state import CHANCE_PHASES, Phase
from tests.malaya.rules.test_games import SMALL
from tests.malaya.small import Table, cw, jp

OFF_ROAD = {"do": "move", "unit": "a", "to": "SE"}
FRIENDLY_LANDING = {"do": "land", "unit": "a", "port": "Singora"}


@pytest.mark.parametrize(
    ("units", "phase", "order", "clause"),
    [
        (
            [jp("a", "0302", arm="armour")],
            Phase.MOVEMENT,
            {"do": "move", "unit": "a", "to": "SE"},
            "MAL-9",
        ),
        (
            [jp("a", box="Indo-China")],
            Phase.NAVAL,
            {"do": "land", "unit": "a", "port": "Singora"},
            "MAL-13",
        ),
        ([jp("a", "0302"), jp("b", "0302")], Phase.MOVEMENT, {"do": "done"}, "MAL-7"),
    ],
)
def test_what_the_player_is_told(
    units: list[dict[str, Any]], phase: int, order: dict[str, Any], clause: str
) -> None:
    table = Table(*units, jp("c", "0303", stacking=1), cw("x", "0308")).go_to(phase)
    if clause == "MAL-7":
        table.move("c", "N")
    told = refusal_of("MAL", table.refusal(**order))
    assert told is not None and told.clause == clause


def test_a_random_game_tells_a_reason_for_every_order() -> None:
    chance, table = random.Random(5), SMALL.table()
    for _ in range(60):
        while table.state.game.phase in CHANCE_PHASES:
            weights = table.weights()
            table.answer(chance.choices(range(len(weights)), weights)[0])
        if table.state.game.phase == Phase.OVER:
            break
        codes, side = table.codes(), table.state.game.active
        for code in chance.sample(range(count_actions(table.ground)), 100):
            reason = legality.order_refusal(table.ground, table.state, side, code)
            assert (refusal_of("MAL", reason) is None) == (code in codes)
        table.log.clear()
        apply_step(table.ground, table.state, side, chance.choice(codes), table.log.rows)


def test_the_facts_of_a_view_are_the_whole_state() -> None:
    for seed in range(4):
        chance, table = random.Random(seed), SMALL.table()
        for _ in range(400):
            facts = json.loads(json.dumps(known_facts(table.ground, table.state)))
            again = state_of(table.setting, facts)
            for (name, part), (_, whole) in zip(again.arrays(), table.state.arrays(), strict=True):
                assert np.array_equal(part, whole), (name, seed)
            if table.state.game.phase == Phase.OVER:
                break
            table.log.clear()
            if table.state.game.phase in CHANCE_PHASES:
                weights = table.weights()
                actor, code = -1, chance.choices(range(len(weights)), weights)[0]
            else:
                actor, code = table.state.game.active, chance.choice(table.codes())
            apply_step(table.ground, table.state, actor, code, table.log.rows)
