"""Thousands of games in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchGame, BatchOpponents, fresh_memory
from hexfront.core.batch.kernels import GameKernels, make_batch_kernels
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.observation import (
    Observation,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.malaya.knowledge.packed import pack_view
from hexfront.systems.malaya.opponents.commander import decide_commander
from hexfront.systems.malaya.opponents.greedy import decide_greedy
from hexfront.systems.malaya.opponents.lore import MalayaLore, make_lore
from hexfront.systems.malaya.opponents.room import MalayaMemory, Room, make_room, new_memory
from hexfront.systems.malaya.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.state import MalayaGround, MalayaState

OPPONENTS: Final = ("greedy", "commander")
GREEDY: Final = 1


class OpponentRoom(NamedTuple):
    """Where opponents think, one thread at a time."""

    room: Room
    memory: MalayaMemory
    """Any of its class."""


@outlined_kernel
def decide(
    opponent: int,
    ground: MalayaGround,
    lore: MalayaLore,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: MalayaState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of one of `OPPONENTS`."""
    mind = game_of(room.memory, memory, at)
    if opponent == GREEDY:
        return decide_greedy(ground, lore, room.room, mind, packed, side, dice, codes, count)
    return decide_commander(ground, lore, room.room, mind, packed, side, dice, codes, count)


KERNELS = make_batch_kernels(
    __name__,
    GameKernels(
        actor_of,
        time_of,
        draw_chance,
        list_choices,
        apply_step,
        score_game,
        count_scores,
        write_observation,
        pack_view,
        decide,
    ),
)


def batch_game(rules: MalayaRules) -> BatchGame:
    """A scenario of Malaya for batches."""
    setting = rules.setting
    memory = [new_memory(setting, side) for side in range(2)]
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=Observation,
        kernels=KERNELS,
        factors=action_factors(setting),
        opponents=BatchOpponents(
            names=OPPONENTS,
            lore=make_lore(setting),
            make_room=lambda: OpponentRoom(make_room(setting), memory[0].copy()),
            fresh=fresh_memory([memory] * len(OPPONENTS)),
        ),
    )
