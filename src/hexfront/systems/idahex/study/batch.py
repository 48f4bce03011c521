"""Thousands of wars in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchGame, BatchOpponents, fresh_memory
from hexfront.core.batch.kernels import GameKernels, make_batch_kernels
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.observation import (
    Seen,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.idahex.knowledge.packed import pack_view
from hexfront.systems.idahex.opponents.commander import decide_commander
from hexfront.systems.idahex.opponents.greedy import decide_greedy
from hexfront.systems.idahex.opponents.staff.headquarters import Staff
from hexfront.systems.idahex.opponents.word_queue import WarMemory, new_memory
from hexfront.systems.idahex.opponents.workspace import Workspace, make_lore, make_workspace
from hexfront.systems.idahex.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.idahex.rules.command.theatre import Theatre, make_theatre
from hexfront.systems.idahex.rules.words import apply_step, list_choices
from hexfront.systems.idahex.scenario.design import SIDES
from hexfront.systems.idahex.scenario.state import State

OPPONENTS: Final = ("greedy", "commander")
GREEDY: Final = 1


class OpponentRoom(NamedTuple):
    """Where opponents think, one thread at a time."""

    workspace: Workspace
    memory: WarMemory
    """Any of its class."""


@outlined_kernel
def decide(
    opponent: int,
    theatre: Theatre,
    staff: Staff,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: State,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of one of `OPPONENTS`."""
    own = game_of(room.memory, memory, at)
    workspace = room.workspace
    if opponent == GREEDY:
        return decide_greedy(theatre, staff, workspace, own, packed, side, dice, codes, count)
    return decide_commander(theatre, staff, workspace, own, packed, side, dice, codes, count)


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


def batch_game(rules: IdahexRules) -> BatchGame:
    """A scenario of IDAHEX for batches."""
    setting = rules.setting
    memory = [new_memory(setting)] * SIDES
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.theatre,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=Seen,
        kernels=KERNELS,
        factors=action_factors(setting),
        make_ground=lambda: make_theatre(setting),
        opponents=BatchOpponents(
            names=OPPONENTS,
            lore=make_lore(setting),
            make_room=lambda: OpponentRoom(make_workspace(setting), memory[0].copy()),
            fresh=fresh_memory([memory] * len(OPPONENTS)),
        ),
    )
