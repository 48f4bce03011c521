"""How the search changes a plan: where a few units go, and whom they attack."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, copy_block
from hexfront.core.batch.game import OpponentRoom
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.battles import plan_battles
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.moves import march, survey
from hexfront.systems.brigade.opponents.room import ZEALS, GreedyRoom, GreedyWork
from hexfront.systems.brigade.opponents.worth import take_stance
from hexfront.systems.brigade.rules.choices import MOST_ATTACKERS
from hexfront.systems.brigade.rules.hexes import holder_at
from hexfront.systems.brigade.rules.movement import direction_to
from hexfront.systems.brigade.rules.orders import (
    DONE,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState, Phase

COMES: Final = 4
"""In so many of five cases a unit joins where units gather."""
STAYS: Final = 8
"""In one of so many cases another decision about the advance is tried."""


@outlined_kernel
def change_plan(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: OpponentRoom,
    state: BrigadeState,
    side: int,
    dice: Dice,
    source: Int,
    length: int,
    plan: Int,
) -> int:
    """Write a plan like the source, in which units go elsewhere or fight otherwise.

    Gives its length; 0 where the phase has no such plans.
    """
    greedy = room.room
    work = greedy.work
    if state.game.phase not in (Phase.PLAN, Phase.MOVE):
        return 0
    take_stance(ground, work, state)
    survey(ground, greedy, state, side)
    copy_block(greedy.planned, state)
    for number in range(length):
        if source[number] == DONE:
            break
        apply_step(ground, greedy.planned, side, source[number], greedy.log)
    stand_as_in(ground, work, greedy.planned, side)
    change_places(ground, work, state, side, dice)
    copy_block(greedy.moved, state)
    work.length[0] = 0
    march(ground, greedy, greedy.moved, side, 0)
    if ground.rules.plotted == 1:
        if draw(dice, 2) == 0:
            attack_as_in(ground, greedy, side, dice)
        work.stance.zeal = ZEALS[draw(dice, len(ZEALS))]
        units = ground.rules.first_unit[side + 1] - ground.rules.first_unit[side]
        plan_battles(ground, lore, greedy, greedy.moved, side, 0, draw(dice, units + 1))
    work.orders[0, work.length[0]] = DONE
    longest = min(work.length[0] + 1, len(plan))
    for number in range(longest):
        plan[number] = work.orders[0, number]
    return int(longest)


@inline_kernel
def stand_as_in(ground: BrigadeGround, work: GreedyWork, planned: BrigadeState, side: int) -> None:
    """All units of a side go where they go in a plan."""
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        work.units.stand[unit] = planned.units.planned[unit]


@inline_kernel
def change_places(
    ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int, dice: Dice
) -> None:
    """Other places for one unit, for two, or for all who gather about an enemy; or for none."""
    if work.stance.free == 0:
        return
    kind = draw(dice, 8)
    if kind == 0:
        gather(ground, work, state, side, dice)
    elif kind < 7:
        for _ in range(1 + kind // 5):
            unit = work.units.free[draw(dice, work.stance.free)]
            work.units.stand[unit] = work.end[unit, draw(dice, work.units.ends[unit])]


@inline_kernel
def gather(
    ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int, dice: Dice
) -> None:
    """Most units that can go beside an enemy, any that is in reach, do so."""
    first, last = ground.rules.first_unit[1 - side], ground.rules.first_unit[2 - side]
    enemy = first + draw(dice, last - first)
    if state.units.place[enemy] == ground.rules.off_map:
        return
    bit = 1 << (work.units.slot[enemy] - first)
    for number in range(work.stance.free):
        unit = work.units.free[number]
        if work.units.beside[unit] & bit == 0 or draw(dice, 5) >= COMES:
            continue
        beside = 0
        for end in range(work.units.ends[unit]):
            place = work.end[unit, end]
            if work.hexes.enemies[place] & bit != 0 and not is_meant(ground, work, side, place):
                beside += 1
                if draw(dice, beside) == 0:
                    work.units.stand[unit] = place


@inline_kernel
def is_meant(ground: BrigadeGround, work: GreedyWork, side: int, place: int) -> bool:
    """Whether as many of its units will stand in a hex as may."""
    count = 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        count += work.units.stand[unit] == place
    return count >= ground.rules.stack


@inline_kernel
def attack_as_in(ground: BrigadeGround, room: GreedyRoom, side: int, dice: Dice) -> None:
    """The attacks of the plan that is changed, but perhaps for one; others may join them."""
    first, last = ground.rules.first_unit[side], ground.rules.first_unit[side + 1]
    left_out = first + draw(dice, 2 * (last - first))
    for unit in range(first, last):
        target = room.planned.units.target[unit]
        advance = room.planned.units.will_advance[unit]
        if target == NOBODY:
            target = room.planned.units.target[first + draw(dice, last - first)]
        elif draw(dice, STAYS) == 0:
            advance = 1 - advance
        if unit != left_out and target != NOBODY and room.moved.units.target[unit] == NOBODY:
            attack(ground, room, side, unit, target, advance)


@inline_kernel
def attack(
    ground: BrigadeGround, room: GreedyRoom, side: int, unit: int, target: int, advance: int
) -> None:
    """Let a unit attack an enemy, if it will stand beside him."""
    state, work = room.moved, room.work
    place = state.units.place[target]
    direction = direction_to(ground, state.units.planned[unit], place)
    if direction < 0:
        return
    attackers = 0
    for other in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.target[other] == target:
            attackers += 1
            if state.units.will_advance[other] == 1:
                advance = 0
    if attackers >= MOST_ATTACKERS:
        return
    level = 0 if holder_at(state, place, 0) == target else 1
    code = unit_code(unit, attack_action(direction, level, advance))
    apply_step(ground, state, side, code, room.log)
    work.orders[0, work.length[0]] = code
    work.length[0] += 1
