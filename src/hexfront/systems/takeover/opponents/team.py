"""The opponents by their numbers, for kernels that play whole games."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchOpponents, fresh_memory
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.takeover.opponents.commander import decide_commander
from hexfront.systems.takeover.opponents.greedy import decide_greedy
from hexfront.systems.takeover.opponents.lore import TakeoverLore, make_lore
from hexfront.systems.takeover.opponents.room import Room, TakeoverMemory, make_room, new_memory
from hexfront.systems.takeover.scenario.loader import Setting
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState

OPPONENTS: Final = ("greedy", "commander")
GREEDY: Final = 1


class OpponentRoom(NamedTuple):
    """Where opponents think, one thread at a time."""

    room: Room
    memory: TakeoverMemory
    """Any of its class."""


@outlined_kernel
def decide(
    opponent: int,
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: TakeoverState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of one of `OPPONENTS`."""
    mind = game_of(room.memory, memory, at)
    if opponent == GREEDY:
        return decide_greedy(ring, lore, room.room, mind, packed, side, dice, codes, count)
    return decide_commander(ring, lore, room.room, mind, packed, side, dice, codes, count)


def batch_opponents(setting: Setting) -> BatchOpponents:
    """The opponents of a scenario."""
    memory = [new_memory(setting, side) for side in range(setting.ring.rules.players)]
    return BatchOpponents(
        names=OPPONENTS,
        lore=make_lore(setting),
        make_room=lambda: OpponentRoom(make_room(setting), memory[0].copy()),
        fresh=fresh_memory([memory] * len(OPPONENTS)),
    )
