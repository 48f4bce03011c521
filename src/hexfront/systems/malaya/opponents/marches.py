"""Plans of marches without a battle: toward the goal, past what the battles will clear."""

from __future__ import annotations

from typing import Final

from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.assault import fits, give_place, is_free, reaches
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import FAR, cost_to, spread_field
from hexfront.systems.malaya.opponents.room import (
    GOAL_FIELD,
    PRIZE_FIELD,
    MalayaRoom,
    first_of,
    last_of,
    sort_up,
)
from hexfront.systems.malaya.rules.planes import control_of, in_zone_of
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

ENEMY_HEX: Final = 30
"""Halves of points by which a hex that enemies hold is farther."""
ENEMY_ZONE: Final = 8
"""The same for their zones."""
LIKELY: Final = 0.5
"""The chance to take a hex from which the way through it counts as open."""
A_TURN: Final = 28
"""Halves of points from which a unit is sent to take the shipping."""


@kernel
def send_on(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> None:
    """Send Japan's units that have no battle on toward Singapore, one toward Penang."""
    mark_dear(ground, room, state)
    fill(room.field_known, 0)
    runner = runner_to_prize(ground, lore, room, state)
    if runner != NOBODY:
        go_toward(ground, lore, room, state, runner, PRIZE_FIELD)
    count = 0
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if is_free(room, unit):
            room.keys[count] = lore.goal_far[INFANTRY, state.units.place[unit]]
            room.ties[count] = unit
            count += 1
    sort_up(room, count)
    for number in range(count):
        unit = room.ties[number]
        go_toward(ground, lore, room, state, unit, GOAL_FIELD + ground.units.arm[unit])


@kernel
def find_onward(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> None:
    """Find how near to the goal each of Japan's units could come this turn without a battle."""
    mark_dear(ground, room, state)
    fill(room.field_known, 0)
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if not is_free(room, unit):
            continue
        number, onward = GOAL_FIELD + ground.units.arm[unit], FAR
        find_field(ground, lore, room, number)
        for place in range(ground.rules.hexes):
            if reaches(room, unit, place):
                onward = min(onward, far_from(room, state, number, unit, place))
        room.onward[unit] = onward


@inline_kernel
def far_from(room: MalayaRoom, state: MalayaState, number: int, unit: int, place: int) -> int:
    """Halves of points to a goal if a unit ends in a hex: to come beside an enemy costs more."""
    enters = place != state.units.place[unit] and in_zone_of(state, place, 1 - JAPAN)
    return min(room.fields[number, place], FAR) + (ENEMY_ZONE if enters else 0)


@outlined_kernel
def mark_dear(ground: MalayaGround, room: MalayaRoom, state: MalayaState) -> None:
    """Mark what enemies make dearer; who is about to be driven away holds nobody up next turn."""
    fill(room.dear, 0)
    for unit in range(first_of(ground, 1 - JAPAN), last_of(ground, 1 - JAPAN)):
        place = state.units.place[unit]
        if state.units.status[unit] != ON_MAP or is_cleared(room, place):
            continue
        room.dear[place] = ENEMY_HEX
        for direction in range(DIRECTIONS):
            there = ground.hexes.neighbour[place, direction]
            room.dear[there] = max(room.dear[there], ENEMY_ZONE)


@inline_kernel
def is_cleared(room: MalayaRoom, place: int) -> bool:
    """Whether a planned battle will probably clear a hex."""
    found = False
    for battle in range(room.now.planned):
        likely = room.planned_vacated[battle] > LIKELY
        found = found or (likely and room.planned[battle] == place)
    return found


@inline_kernel
def runner_to_prize(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> int:
    """The free infantry that is nearest to the shipping, where it is to be taken."""
    prize, found = ground.rules.shipping_hex, NOBODY
    if prize < ground.rules.hexes and control_of(state, prize) != JAPAN:
        for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
            if not is_free(room, unit) or ground.units.arm[unit] != INFANTRY:
                continue
            far = lore.prize_far[state.units.place[unit]]
            if far > A_TURN:
                continue
            if found == NOBODY or far < lore.prize_far[state.units.place[found]]:
                found = unit
    return found


@outlined_kernel
def find_field(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, number: int) -> None:
    """Find halves of points to the goal or the prize, round the enemy where that is nearer."""
    if room.field_known[number] == 1:
        return
    room.field_known[number] = 1
    field = room.fields[number]
    fill(field, FAR)
    if number == PRIZE_FIELD:
        field[ground.rules.shipping_hex] = 0
    else:
        for goal in range(lore.counts.goals):
            field[lore.goals[goal]] = 0
    arm = ARMOUR if number == GOAL_FIELD + ARMOUR else INFANTRY
    spread_field(ground, room, arm, room.dear, field)


@outlined_kernel
def go_toward(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    unit: int,
    number: int,
) -> None:
    """Give a unit the hex with room where it is nearest to a goal.

    Beside an enemy without an attack is worth it only if that is nearer by much.
    """
    find_field(ground, lore, room, number)
    start = state.units.place[unit]
    best, best_far, best_cost = start, 0, NOBODY
    for place in range(ground.rules.hexes):
        if not reaches(room, unit, place) or not fits(ground, room, state, unit, place):
            continue
        far = far_from(room, state, number, unit, place)
        cost = cost_to(room.reach[unit], place)
        if best_cost == NOBODY or far < best_far or (far == best_far and cost < best_cost):
            best, best_far, best_cost = place, far, cost
    give_place(ground, room, state, unit, best)
