"""The opponents by their numbers, for kernels that play whole games."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchOpponents, fresh_memory
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.brigade.opponents.greedy import decide_greedy, decide_quick
from hexfront.systems.brigade.opponents.lore import GreedyLore, make_lore
from hexfront.systems.brigade.opponents.room import (
    GreedyMemory,
    GreedyRoom,
    make_room,
    new_memory,
)
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState, Setting

GREEDY: Final = 1
QUICK: Final = 2
"""`greedy` with few trials: what searches play games on with."""
FEW: Final = 2
OF_SEARCHES: Final = ("greedy", "quick", "hasty")
"""The last takes any plan that `greedy` would try."""


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
    """The order of `greedy`, or of one of those beside it for searches."""
    mind = game_of(room.memory, memory, at)
    if opponent != GREEDY:
        trials = FEW if opponent == QUICK else 0
        return decide_quick(
            ground, lore, room.greedy, mind, packed, side, dice, codes, count, trials
        )
    return decide_greedy(ground, lore, room.greedy, mind, packed, side, dice, codes, count)


def batch_opponents(setting: Setting, names: tuple[str, ...] = ("greedy",)) -> BatchOpponents:
    """The opponents of a scenario; for searches `quick` as well."""
    memory = [new_memory(setting, side) for side in range(2)]
    return BatchOpponents(
        names=names,
        lore=make_lore(setting),
        make_room=lambda: OpponentRoom(make_room(setting), memory[0].copy()),
        fresh=fresh_memory([memory] * len(names)),
    )
