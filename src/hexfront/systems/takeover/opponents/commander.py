"""The opponent `commander`: asks of each order how likely it makes it to be richest at the end.

It weighs income over the turns that are left, where pawns will come, who can attack whom,
and who leads; so it takes risks when behind, and none when ahead.
"""

from __future__ import annotations

from hexfront.blocks import Int, copy_block, direct, game_of
from hexfront.core.dice import Dice
from hexfront.jit import kernel, outlined_kernel
from hexfront.systems.takeover.opponents.agency import MachinePlayer
from hexfront.systems.takeover.opponents.assaults import choose_attack
from hexfront.systems.takeover.opponents.bundles import choose_purchase
from hexfront.systems.takeover.opponents.lore import TakeoverLore
from hexfront.systems.takeover.opponents.prospects import chance_to_win, judge_position
from hexfront.systems.takeover.opponents.room import Room, TakeoverMemory
from hexfront.systems.takeover.rules.estate import buy_title
from hexfront.systems.takeover.rules.orders import BUY, DONE
from hexfront.systems.takeover.scenario.state import Phase, TakeoverRing, TakeoverState


@kernel
def decide_commander(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """One of the first `count` of `codes`, from a packed view and its own memory alone."""
    if packed.game.phase == Phase.BUYING:
        return BUY if wants_title(ring, lore, room, packed, side) else DONE
    if packed.game.phase == Phase.DECLARING:
        return choose_attack(ring, lore, room, packed, side, codes, count)
    return choose_purchase(ring, lore, room, memory, packed, side, codes, count)


@outlined_kernel
def wants_title(
    ring: TakeoverRing, lore: TakeoverLore, room: Room, packed: TakeoverState, side: int
) -> bool:
    """Whether the Title of the territory on which it stands is better than the money (TKO-16)."""
    desk, after = room.desk, game_of(packed, room.positions, 0)
    judge_position(ring, lore, desk, packed, side)
    copy_block(after, packed)
    buy_title(ring, after, side, room.log)
    bought = chance_to_win(ring, lore, desk, packed, after, side)
    return bought >= chance_to_win(ring, lore, desk, packed, packed, side)


class CommanderAgent(MachinePlayer):
    """Asks of each choice how likely it makes it to be the richest when the game ends."""

    _decide = direct(decide_commander)
