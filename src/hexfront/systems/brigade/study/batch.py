"""Thousands of games in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchGame, BatchOpponents, fresh_memory
from hexfront.core.batch.kernels import GameKernels, make_batch_kernels
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.observation import (
    BrigadeObservation,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.brigade.knowledge.packed import pack_view
from hexfront.systems.brigade.opponents.greedy import decide_greedy
from hexfront.systems.brigade.opponents.lore import GreedyLore, make_lore
from hexfront.systems.brigade.opponents.room import (
    GreedyMemory,
    GreedyRoom,
    make_room,
    new_memory,
)
from hexfront.systems.brigade.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState


class OpponentRoom(NamedTuple):
    """Where opponents think, one thread at a time."""

    greedy: GreedyRoom
    memory: GreedyMemory
    """Any of its class."""


@outlined_kernel
def decide(
    opponent: int,
    ground: BrigadeGround,
    lore: GreedyLore,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: BrigadeState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of `greedy`, the only opponent."""
    mind = game_of(room.memory, memory, at)
    return decide_greedy(ground, lore, room.greedy, mind, packed, side, dice, codes, count)


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


def batch_game(rules: BrigadeRules) -> BatchGame:
    """A scenario of Brigade for batches."""
    setting = rules.setting
    memory = [new_memory(setting, side) for side in range(2)]
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=BrigadeObservation,
        kernels=KERNELS,
        factors=action_factors(setting),
        opponents=BatchOpponents(
            names=("greedy",),
            lore=make_lore(setting),
            make_room=lambda: OpponentRoom(make_room(setting), memory[0].copy()),
            fresh=fresh_memory([memory]),
        ),
    )
