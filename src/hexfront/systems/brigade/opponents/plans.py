"""The plans that `greedy` may make of a turn: towns to go for, and how eager to fight."""

from __future__ import annotations

from hexfront.blocks import copy_block
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.battles import plan_battles
from hexfront.systems.brigade.opponents.goals import order_picked, pick_next, rank_towns, set_goals
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.moves import choose_places, march, survey
from hexfront.systems.brigade.opponents.room import (
    CHOICES_OF_TOWNS,
    ZEALS,
    GreedyRoom,
    GreedyWork,
)
from hexfront.systems.brigade.rules.orders import DONE
from hexfront.systems.brigade.scenario.state import BrigadeGround


@inline_kernel
def append(work: GreedyWork, plan: int, order: int) -> None:
    """One more order of a plan."""
    work.orders[plan, work.length[plan]] = order
    work.length[plan] += 1


@outlined_kernel
def any_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, dice: Dice
) -> None:
    """A plan for any of the promising choices of towns."""
    work = room.work
    rank_towns(ground, lore, work, room.imagined, side)
    survey(ground, room, room.imagined, side)
    needed = min(lore.needs.towns[side], len(lore.towns.place))
    for _ in range(draw(dice, CHOICES_OF_TOWNS)):
        if not pick_next(lore, work, needed):
            break
    order_picked(lore, work, needed)
    set_goals(ground, lore, work, room.imagined, side)
    work.stance.zeal = ZEALS[draw(dice, len(ZEALS))]
    write_plan(ground, lore, room, side, 0)


@outlined_kernel
def write_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, plan: int
) -> None:
    """Moves and battles for the goals that are set."""
    work, state = room.work, room.planned
    copy_block(state, room.imagined)
    work.length[plan] = 0
    choose_places(ground, lore, work, state, side)
    march(ground, room, state, side, plan)
    write_battles(ground, lore, room, side, plan)


@outlined_kernel
def write_stay(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, plan: int
) -> None:
    """Battles from where the units stand; nobody moves."""
    copy_block(room.planned, room.imagined)
    room.work.length[plan] = 0
    write_battles(ground, lore, room, side, plan)


@inline_kernel
def write_battles(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, plan: int
) -> None:
    """The battles that pay, and the end of a plan."""
    units = ground.rules.first_unit[side + 1] - ground.rules.first_unit[side]
    plan_battles(ground, lore, room, room.planned, side, plan, units)
    append(room.work, plan, DONE)
