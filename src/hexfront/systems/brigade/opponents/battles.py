"""Which battles `greedy` fights, and what it does after them."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.moves import stand_as_planned
from hexfront.systems.brigade.opponents.room import GreedyRoom, GreedyWork
from hexfront.systems.brigade.opponents.worth import FAR, gain, is_trapped
from hexfront.systems.brigade.rules.choices import MOST_ATTACKERS
from hexfront.systems.brigade.rules.hexes import holder_at
from hexfront.systems.brigade.rules.movement import direction_to
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_UNIT_CODE,
    UNIT_CODES,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

LEAST_GAIN: Final = 0.25


@outlined_kernel
def plan_battles(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: GreedyRoom,
    state: BrigadeState,
    side: int,
    plan: int,
    most: int,
) -> None:
    """Orders for the battles that pay, best first, at most so many; they are given to the state.

    Each unit fights once. Battles are fought with the units that hold towns or without them.
    """
    stand_as_planned(ground, room.work, state, side)
    for _ in range(most):
        target, free = best_battle(ground, lore, room.work, state, side)
        if target == NOBODY:
            return
        order_battle(ground, lore, room, state, side, plan, target, free)


@outlined_kernel
def best_battle(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, state: BrigadeState, side: int
) -> tuple[int, bool]:
    """The defender of the battle that gains most, or NOBODY; and whether towns stay held."""
    best, best_gain, best_free = NOBODY, LEAST_GAIN, False
    first = ground.rules.first_unit[1 - side]
    for enemy in range(first, ground.rules.first_unit[2 - side]):
        place = state.units.place[enemy]
        if place == ground.rules.off_map or is_taken(ground, state, side, enemy):
            continue
        bit = 1 << (work.units.slot[enemy] - first)
        trapped = is_trapped(ground, work, state, place)
        for free in range(2):
            attackers = choose_attackers(ground, work, state, side, bit, free == 1)
            if attackers == 0:
                continue
            strength, townsmen = 0, 0
            for number in range(attackers):
                unit = work.fighters[number]
                strength += ground.companies.strength[state.units.company[unit]]
                townsmen += ground.hexes.town[state.units.planned[unit]]
            value = gain(ground, lore, work, state, enemy, attackers, strength, townsmen, trapped)
            if value > best_gain:
                best, best_gain, best_free = enemy, value, free == 1
    return best, best_free


@inline_kernel
def is_taken(ground: BrigadeGround, state: BrigadeState, side: int, enemy: int) -> bool:
    """Whether an enemy is attacked already, in the plan or in this combat step (BRG-22)."""
    if ground.rules.plotted == 0:
        return state.units.fought[enemy] == 1
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.target[unit] == enemy:
            return True
    return False


@inline_kernel
def choose_attackers(
    ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int, bit: int, free: bool
) -> int:
    """Write the units that may attack an enemy into `fighters`; `free`: none that hold towns."""
    count = 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        here = state.units.planned[unit]
        if (
            count < MOST_ATTACKERS
            and work.hexes.enemies[here] & bit != 0
            and state.units.place[unit] != ground.rules.off_map
            and state.units.target[unit] == NOBODY
            and (ground.rules.plotted == 1 or state.units.fought[unit] == 0)
            and not (free and ground.hexes.town[here] == 1)
        ):
            work.fighters[count] = unit
            count += 1
    return count


@inline_kernel
def order_battle(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: GreedyRoom,
    state: BrigadeState,
    side: int,
    plan: int,
    target: int,
    free: bool,
) -> None:
    """The orders of a battle, given to the state as well."""
    work = room.work
    place = state.units.place[target]
    bit = 1 << (work.units.slot[target] - ground.rules.first_unit[1 - side])
    attackers = choose_attackers(ground, work, state, side, bit, free)
    level = 0 if holder_at(state, place, 0) == target else 1
    advancer = NOBODY
    if ground.rules.plotted == 1:
        advancer = choose_advancer(ground, lore, work, state, attackers, place)
    for number in range(attackers):
        unit = work.fighters[number]
        direction = direction_to(ground, state.units.planned[unit], place)
        advance = 1 if unit == advancer else 0
        code = unit_code(unit, attack_action(direction, level, advance))
        apply_step(ground, state, side, code, room.log)
        work.orders[plan, work.length[plan]] = code
        work.length[plan] += 1


@outlined_kernel
def choose_advancer(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    fighters: int,
    place: int,
) -> int:
    """Who takes the vacated hex: nobody who holds a town, and only toward a town."""
    nearest, way = nearest_town(lore, place)
    chosen, farthest = NOBODY, 0
    for number in range(fighters):
        here = state.units.planned[work.fighters[number]]
        if ground.hexes.town[here] == 0:
            own_way = lore.distance[nearest, here]
            if chosen == NOBODY or own_way > farthest:
                chosen, farthest = work.fighters[number], own_way
    return chosen if way <= farthest else NOBODY


@inline_kernel
def nearest_town(lore: GreedyLore, place: int) -> tuple[int, int]:
    """The nearest town to a hex, of equals the first, and the movement points between."""
    nearest, best = NOBODY, FAR
    for town in range(len(lore.towns.place)):
        if lore.distance[town, place] < best:
            nearest, best = town, lore.distance[town, place]
    return nearest, best


# --- After a battle ---


@outlined_kernel
def choose_retreat(
    ground: BrigadeGround, lore: GreedyLore, state: BrigadeState, codes: Int, count: int
) -> int:
    """The hex nearest to a town, of equals the lowest code."""
    chosen, best = codes[0], FAR
    for number in range(count):
        unit = (codes[number] - FIRST_UNIT_CODE) // UNIT_CODES
        direction = (codes[number] - FIRST_UNIT_CODE) % UNIT_CODES
        there = ground.hexes.neighbour[state.units.place[unit], direction]
        _, way = nearest_town(lore, there)
        if way < best:
            chosen, best = codes[number], way
    return chosen


@outlined_kernel
def choose_advance(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    codes: Int,
    count: int,
) -> int:
    """The order to advance, or "done"."""
    fighters = 0
    for number in range(count):
        action = (codes[number] - FIRST_UNIT_CODE) % UNIT_CODES
        if codes[number] >= FIRST_UNIT_CODE and action == ADVANCE_INTO:
            work.fighters[fighters] = (codes[number] - FIRST_UNIT_CODE) // UNIT_CODES
            fighters += 1
    unit = choose_advancer(ground, lore, work, state, fighters, state.game.battle_hex)
    return DONE if unit == NOBODY else unit_code(unit, ADVANCE_INTO)
