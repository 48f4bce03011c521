"""Which towns `greedy` makes for, and with which units."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.lore import NEAR_TOWN, GreedyLore
from hexfront.systems.brigade.opponents.room import GreedyWork
from hexfront.systems.brigade.opponents.worth import FAR, stands_at, two_nearest
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

GUARD: Final = 3
"""What an enemy near a town adds to the effort of taking it; twice that if he stands there."""


@outlined_kernel
def rank_towns(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, state: BrigadeState, side: int
) -> None:
    """All towns, those first that its side holds or could take most easily."""
    off = ground.rules.off_map
    for town in range(len(lore.towns.place)):
        effort = two_nearest(ground, lore, state, side, town)
        for unit in range(ground.rules.first_unit[1 - side], ground.rules.first_unit[2 - side]):
            place = state.units.place[unit]
            if place != off and lore.distance[town, place] <= NEAR_TOWN - 1:
                effort += 2 * GUARD if place == lore.towns.place[town] else GUARD
        work.towns.effort[town] = effort
        slot = town
        while slot > 0 and work.towns.effort[work.towns.ranked[slot - 1]] > effort:
            work.towns.ranked[slot] = work.towns.ranked[slot - 1]
            slot -= 1
        work.towns.ranked[slot] = town
    for slot in range(len(lore.towns.place)):
        work.towns.order[slot] = work.towns.ranked[slot]
        work.towns.picked[slot] = slot


@inline_kernel
def pick_next(lore: GreedyLore, work: GreedyWork, needed: int) -> bool:
    """Go on to the next choice of so many towns, in lexical order; False where there is none."""
    towns = len(lore.towns.place)
    number = needed - 1
    while number >= 0 and work.towns.picked[number] == towns - needed + number:
        number -= 1
    if number < 0:
        return False
    work.towns.picked[number] += 1
    for later in range(number + 1, needed):
        work.towns.picked[later] = work.towns.picked[later - 1] + 1
    return True


@inline_kernel
def order_picked(lore: GreedyLore, work: GreedyWork, needed: int) -> None:
    """Put the towns that are picked first, and the others behind, both as they are ranked."""
    number, others = 0, needed
    for slot in range(len(lore.towns.place)):
        if number < needed and work.towns.picked[number] == slot:
            work.towns.order[number] = work.towns.ranked[slot]
            number += 1
        else:
            work.towns.order[others] = work.towns.ranked[slot]
            others += 1


@outlined_kernel
def set_goals(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, state: BrigadeState, side: int
) -> None:
    """A town for each unit: those that are needed, shared out by distance.

    A town that nobody threatens needs one unit; the others share the rest.
    """
    first, last = ground.rules.first_unit[side], ground.rules.first_unit[side + 1]
    units = 0
    for unit in range(first, last):
        units += state.units.place[unit] != ground.rules.off_map
        work.units.goal[unit] = NOBODY
    wanted = want_towns(ground, lore, work, state, side, units)
    unsafe, spare_goal = 0, NOBODY
    for number in range(wanted):
        if work.towns.secure[work.towns.order[number]] == 0:
            unsafe += 1
    all_secure = unsafe == 0
    if all_secure:
        unsafe = wanted
    share = -(-(units - wanted + unsafe) // unsafe)
    for number in range(wanted):
        town = work.towns.order[number]
        work.towns.room[town] = 1
        if all_secure or work.towns.secure[town] == 0:
            work.towns.room[town] = share
            if spare_goal == NOBODY:
                spare_goal = town
    for _ in range(units):
        if not send_nearest(ground, lore, work, state, side, wanted):
            break
    for unit in range(first, last):
        if work.units.goal[unit] == NOBODY:
            work.units.goal[unit] = spare_goal


@inline_kernel
def want_towns(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    side: int,
    units: int,
) -> int:
    """How many towns, the first in order, get units; notes which of all are secure."""
    needed, towns = lore.needs.towns[side], len(lore.towns.place)
    safe = 0
    for number in range(towns):
        town = work.towns.order[number]
        work.towns.secure[town] = is_secure(ground, lore, state, side, town)
        if number < needed:
            safe += work.towns.secure[town]
    spare = 1 if units >= 3 * (needed + 1) else 0
    return min(towns, needed + max(spare, safe))


@inline_kernel
def is_secure(
    ground: BrigadeGround, lore: GreedyLore, state: BrigadeState, side: int, town: int
) -> bool:
    """Whether a unit of its own stands in the town and no enemy is near."""
    if not stands_at(ground, state, side, lore.towns.place[town]):
        return False
    for unit in range(ground.rules.first_unit[1 - side], ground.rules.first_unit[2 - side]):
        place = state.units.place[unit]
        if place != ground.rules.off_map and lore.distance[town, place] <= NEAR_TOWN:
            return False
    return True


@inline_kernel
def send_nearest(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    side: int,
    wanted: int,
) -> bool:
    """Send the unit that is nearest to a wanted town with room; False where there is none."""
    best, best_unit, best_town = FAR, NOBODY, NOBODY
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if work.units.goal[unit] != NOBODY or state.units.place[unit] == ground.rules.off_map:
            continue
        for number in range(wanted):
            town = work.towns.order[number]
            way = lore.distance[town, state.units.planned[unit]]
            if work.towns.room[town] == 0:
                continue
            if way < best or (way == best and unit == best_unit and town < best_town):
                best, best_unit, best_town = way, unit, town
    if best_unit == NOBODY:
        return False
    work.units.goal[best_unit] = best_town
    work.towns.room[best_town] -= 1
    return True
