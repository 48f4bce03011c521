"""The opponent `greedy`: the same orders for ever, as a kernel and as an agent."""

from __future__ import annotations

import json
from typing import Final

import numpy as np
import pytest

from hexfront.core.contract import CHANCE
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import NO_LOG
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.packed import pack_view
from hexfront.systems.brigade.opponents.greedy import decide_greedy
from hexfront.systems.brigade.opponents.lore import make_lore
from hexfront.systems.brigade.opponents.room import make_room, new_memory
from hexfront.systems.brigade.rules.actors import NO_ACTOR, actor_of, draw_chance
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import apply_step
from tests.amounts import amount, sampled
from tests.brigade.opponents.decisions import (
    GAMES,
    RECORD,
    SEED,
    Case,
    cases,
    digest_of,
    games_of,
)

CASES: Final = list(cases())


@pytest.mark.parametrize("case", sampled(CASES, 4), ids=lambda case: case.name)
def test_it_plays_as_it_always_has(case: Case) -> None:
    recorded = json.loads(RECORD.read_text())
    games = amount(1, GAMES[case.scenario])
    assert games_of(case, games) == recorded[case.name][:games]


def machine_game(rules: BrigadeRules, game: int) -> list[tuple[int, int]]:
    """A game between two of the kernel, which see packed views and nothing else."""
    setting, state, packed = rules.setting, rules.start(), rules.start()
    lore, room = make_lore(setting), make_room(setting)
    memories = [new_memory(setting, side) for side in range(2)]
    dice = [dice_from_seed(SEED, game, f"agent:{side}") for side in range(2)]
    chance, codes = dice_from_seed(SEED, game), np.zeros(rules.actions, dtype=np.int64)
    steps = []
    while (actor := int(actor_of(rules.ground, state))) != NO_ACTOR:
        if actor == CHANCE:
            order = int(draw_chance(rules.ground, state, chance))
        else:
            pack_view(rules.ground, state, actor, packed)
            count = list_choices(rules.ground, state, actor, codes)
            mind = (lore, room, memories[actor], packed, actor, dice[actor])
            order = int(decide_greedy(rules.ground, *mind, codes, count))
        apply_step(rules.ground, state, actor, order, NO_LOG)
        steps.append((actor, order))
    return steps


@pytest.mark.parametrize("number", [0, 11, 12])
def test_the_kernel_needs_no_more_than_the_packed_view(number: int) -> None:
    case = CASES[number]
    recorded = json.loads(RECORD.read_text())[case.name][0]
    assert digest_of(machine_game(case.rules(), 0)) == recorded
