"""Where `greedy` moves its units: each to the hex where it is worth most."""

from __future__ import annotations

from typing import Final

from hexfront.hex.search import search
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.room import GreedyRoom, GreedyWork
from hexfront.systems.brigade.opponents.worth import DISTANCE, ON_TOWN, gain, is_trapped
from hexfront.systems.brigade.rules.hexes import holder_at, zones_at
from hexfront.systems.brigade.rules.movement import direction_to, may_end, side_of
from hexfront.systems.brigade.rules.orders import unit_code
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

FULL_COLUMN: Final = 4
"""Attackers that make the best column of the results table."""
SWEEPS: Final = 3
"""How often each unit chooses its place again."""
UNREACHED: Final = -1


# --- What is so at the start of all plans ---


@outlined_kernel
def survey(ground: BrigadeGround, room: GreedyRoom, state: BrigadeState, side: int) -> None:
    """Where its units could go, and which enemies they could come to fight."""
    work = room.work
    mark_enemies(ground, work, state, side)
    for place in range(ground.rules.off_map + 1):
        holder = holder_at(state, place, 0)
        enemy = holder != NOBODY and side_of(ground, holder) != side
        room.cost[place] = 0 if enemy else ground.hexes.cost[place]
        room.zone[place] = 1 if zones_at(state, place, 1 - side) > 0 else 0
    work.stance.free = 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if (
            state.units.place[unit] != ground.rules.off_map
            and state.units.steps[unit] == 0
            and state.units.target[unit] == NOBODY
        ):
            find_ends(ground, room, state, unit)
            work.units.free[work.stance.free] = unit
            work.stance.free += 1
    count_hopes(ground, work, state, side)


@inline_kernel
def mark_enemies(ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int) -> None:
    """Number the hexes that enemies hold by the first of them, and mark the hexes around."""
    off = ground.rules.off_map
    for place in range(off + 1):
        work.hexes.enemies[place] = 0
    first = ground.rules.first_unit[1 - side]
    for unit in range(first, ground.rules.first_unit[2 - side]):
        place = state.units.place[unit]
        if place == off:
            continue
        work.units.slot[unit] = holder_at(state, place, 0)
        for direction in range(6):
            there = ground.hexes.neighbour[place, direction]
            work.hexes.enemies[there] |= 1 << (work.units.slot[unit] - first)


@inline_kernel
def find_ends(ground: BrigadeGround, room: GreedyRoom, state: BrigadeState, unit: int) -> None:
    """The hexes in which a unit may end its move, its own the first, and the ways there."""
    work = room.work
    off = ground.rules.off_map
    here = state.units.planned[unit]
    found = search(
        room.neighbours,
        room.cost,
        None,
        room.zone,
        True,
        True,
        here,
        state.units.points[unit],
        off,
        room.scratch,
    )
    for place in range(off + 1):
        work.cost[unit, place] = UNREACHED
    ends, beside = 0, 0
    for number in range(found):
        place = int(room.scratch.reached[number])
        work.cost[unit, place] = room.scratch.cost[place]
        work.parent[unit, place] = int(room.scratch.parent[place])
        if number == 0 or may_end(ground, state, unit, place):
            work.end[unit, ends] = place
            ends += 1
            beside |= work.hexes.enemies[place]
    work.units.ends[unit] = ends
    work.units.beside[unit] = beside


@inline_kernel
def count_hopes(ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int) -> None:
    """How many of its units could stand next to each enemy."""
    first = ground.rules.first_unit[1 - side]
    for enemy in range(first, ground.rules.first_unit[2 - side]):
        work.units.hope[enemy] = 0
        if state.units.place[enemy] != ground.rules.off_map:
            bit = 1 << (work.units.slot[enemy] - first)
            for number in range(work.stance.free):
                unit = work.units.free[number]
                work.units.hope[enemy] += work.units.beside[unit] & bit != 0


# --- Where each unit shall stand ---


@outlined_kernel
def choose_places(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, state: BrigadeState, side: int
) -> None:
    """Choose for unit after unit the place where it is worth most, the others as they stand."""
    sort_free(lore, work, state)
    stand_as_planned(ground, work, state, side)
    for sweep in range(SWEEPS):
        for number in range(work.stance.free):
            unit = work.units.free[number]
            count_unit(ground, work, state, unit, -1)
            value_enemies(ground, lore, work, state, unit, sweep == 0)
            work.units.stand[unit] = best_place(ground, lore, work, unit)
            count_unit(ground, work, state, unit, 1)


@inline_kernel
def sort_free(lore: GreedyLore, work: GreedyWork, state: BrigadeState) -> None:
    """Units without orders, those first that are nearest to their goals, then by number."""
    for number in range(1, work.stance.free):
        unit = work.units.free[number]
        way = lore.distance[work.units.goal[unit], state.units.planned[unit]]
        slot = number
        while slot > 0:
            other = work.units.free[slot - 1]
            other_way = lore.distance[work.units.goal[other], state.units.planned[other]]
            if other_way < way or (other_way == way and other < unit):
                break
            work.units.free[slot] = other
            slot -= 1
        work.units.free[slot] = unit


@outlined_kernel
def stand_as_planned(
    ground: BrigadeGround, work: GreedyWork, state: BrigadeState, side: int
) -> None:
    """Count its units where they stand by their plan."""
    for place in range(ground.rules.off_map + 1):
        work.hexes.own[place] = 0
        work.hexes.beside[place] = 0
    for unit in range(ground.rules.first_unit[1 - side], ground.rules.first_unit[2 - side]):
        work.units.comers[unit] = 0
        work.units.strength[unit] = 0
        work.units.townsmen[unit] = 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.place[unit] != ground.rules.off_map:
            work.units.stand[unit] = state.units.planned[unit]
            count_unit(ground, work, state, unit, 1)


@inline_kernel
def count_unit(
    ground: BrigadeGround, work: GreedyWork, state: BrigadeState, unit: int, change: int
) -> None:
    """Count a unit in, or out, where it will stand and among those who come to fight."""
    place = work.units.stand[unit]
    work.hexes.own[place] += change
    for direction in range(6):
        work.hexes.beside[ground.hexes.neighbour[place, direction]] += change
    beside = work.hexes.enemies[place]
    slot = ground.rules.first_unit[1 - side_of(ground, unit)]
    while beside != 0:
        if beside & 1 == 1:
            work.units.comers[slot] += change
            company = state.units.company[unit]
            work.units.strength[slot] += change * ground.companies.strength[company]
            work.units.townsmen[slot] += change * ground.hexes.town[place]
        beside >>= 1
        slot += 1


@inline_kernel
def value_enemies(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    unit: int,
    hoping: bool,
) -> None:
    """What a unit gains by standing next to each enemy: its part in the battle there.

    At first in the hope that all will come who can, later with those who do.
    """
    side = side_of(ground, unit)
    first = ground.rules.first_unit[1 - side]
    beside = work.units.beside[unit]
    strength = ground.companies.strength[state.units.company[unit]]
    for enemy in range(first, ground.rules.first_unit[2 - side]):
        place = state.units.place[enemy]
        if place == ground.rules.off_map:
            continue
        slot = work.units.slot[enemy]
        if beside >> (slot - first) & 1 == 0:
            continue
        trapped = is_trapped(ground, work, state, place)
        if hoping:
            crowd = max(1, min(work.units.hope[enemy], FULL_COLUMN))
            whole = gain(ground, lore, work, state, enemy, crowd, crowd * strength, 0, trapped)
            value = max(0.0, whole) / crowd
        else:
            comers, townsmen = work.units.comers[slot], work.units.townsmen[slot]
            all_strength = work.units.strength[slot]
            value = max(
                0.0,
                gain(
                    ground,
                    lore,
                    work,
                    state,
                    enemy,
                    comers + 1,
                    all_strength + strength,
                    townsmen,
                    trapped,
                ),
            )
            if comers > 0:
                value -= max(
                    0.0,
                    gain(ground, lore, work, state, enemy, comers, all_strength, townsmen, trapped),
                )
        work.units.value[slot] = max(0.0, value)


@inline_kernel
def best_place(ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, unit: int) -> int:
    """The hex where the unit is worth most, the others standing where they will."""
    best = choose_end(ground, lore, work, unit, ground.rules.stack)
    if best == NOBODY:
        return choose_end(ground, lore, work, unit, len(work.units.stand) + 1)
    return best


@outlined_kernel
def choose_end(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, unit: int, stack: int
) -> int:
    """The best hex with fewer than `stack` others, or NOBODY; of equals the cheapest."""
    goal = work.units.goal[unit]
    first = ground.rules.first_unit[1 - side_of(ground, unit)]
    best, best_worth, best_cost = NOBODY, 0.0, 0
    for number in range(work.units.ends[unit]):
        place = work.end[unit, number]
        if work.hexes.own[place] >= stack:
            continue
        worth = -DISTANCE * lore.distance[goal, place]
        if ground.hexes.town[place] == 1:
            worth += ON_TOWN * work.stance.urgency
        worth += best_value(work, work.hexes.enemies[place], first)
        cost = work.cost[unit, place]
        if (
            best == NOBODY
            or worth > best_worth
            or (worth == best_worth and (cost < best_cost or (cost == best_cost and place < best)))
        ):
            best, best_worth, best_cost = place, worth, cost
    return best


@inline_kernel
def best_value(work: GreedyWork, enemies: int, first: int) -> float:
    """The highest value of the enemies whose bits are set, or 0."""
    best = 0.0
    slot = first
    while enemies != 0:
        if enemies & 1 == 1 and work.units.value[slot] > best:
            best = work.units.value[slot]
        enemies >>= 1
        slot += 1
    return best


# --- The orders for it ---


@outlined_kernel
def march(
    ground: BrigadeGround, room: GreedyRoom, state: BrigadeState, side: int, plan: int
) -> None:
    """Orders that bring units to their places, those first whose way is clear; they are made."""
    work = room.work
    moved = True
    while moved:
        moved = False
        for number in range(work.stance.free):
            unit = work.units.free[number]
            place = work.units.stand[unit]
            if place != state.units.planned[unit] and may_end(ground, state, unit, place):
                march_unit(ground, room, state, side, unit, plan)
                moved = True


@inline_kernel
def march_unit(
    ground: BrigadeGround, room: GreedyRoom, state: BrigadeState, side: int, unit: int, plan: int
) -> None:
    """Orders that lead a unit to its place."""
    work = room.work
    start = state.units.planned[unit]
    place = work.units.stand[unit]
    steps = 0
    while place != start:
        work.path[steps] = place
        place = work.parent[unit, place]
        steps += 1
    for number in range(steps):
        there = work.path[steps - 1 - number]
        direction = direction_to(ground, state.units.planned[unit], there)
        code = unit_code(unit, direction)
        apply_step(ground, state, side, code, room.log)
        work.orders[plan, work.length[plan]] = code
        work.length[plan] += 1
