"""The line of the Commonwealth: where each brigade does most, less what an attack would cost."""

from __future__ import annotations

from typing import Final

from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import (
    NO_PATH,
    Prospect,
    attack_on_land,
    defence_value,
    expect,
)
from hexfront.systems.malaya.opponents.assault import fits, give_place, is_free, reaches
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import cost_of_arm, find_reach, write_chain
from hexfront.systems.malaya.opponents.room import MalayaRoom, first_of, last_of, sort_up
from hexfront.systems.malaya.rules.movement import side_of, way
from hexfront.systems.malaya.rules.planes import has, put
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    DIRECTIONS,
    EIGHTHS,
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

STAND: Final = 4.0
"""What it is worth to bar an axis for a turn, in points of factors."""
HOLD: Final = 3.0
"""More, times the chance to hold the hex."""
LOSS: Final = 1.5
"""What a point of factors is worth that is lost."""
CUT: Final = 4.0
"""What it costs to stand without supply."""
PER_HEX: Final = 0.2
"""What a hex away from the axis costs."""
PER_HALF: Final = 0.05
"""What each half of a point costs by which a unit waits farther from the enemy than it need."""
WAIT: Final = 24
"""Halves of points from the enemy at which a unit can wait for him."""
ENEMY_AIR: Final = 2
OWN_AIR: Final = 1
MANY: Final = 99
"""Steps of an attacker that is not known."""
GROUND: Final = 0.8
"""What each point is worth that terrain takes from the enemy's die."""
TOGETHER: Final = 0.8
"""What it is worth to stand beside friends."""


@kernel
def hold_line(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> None:
    """Give the free units their places, those nearest to the enemy first."""
    count = 0
    for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
        if is_free(room, unit):
            room.keys[count] = room.near[state.units.place[unit]]
            room.ties[count] = unit
            count += 1
    sort_up(room, count)
    for number in range(count):
        unit = room.ties[number]
        there = best_stand(ground, lore, room, state, unit)
        give_place(ground, room, state, unit, there)
        if bars_another(ground, lore, room, state, there):
            find_strikers(ground, room, state)


@inline_kernel
def bars_another(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, there: int
) -> bool:
    """Whether a unit in a hex that can be attacked bars an axis that nobody has barred."""
    found = False
    for axis in range(room.now.axes):
        if has(room.on_axis[axis], there) and room.barred[axis] == NOBODY:
            # What can strike is looked at anew after each axis that is barred.
            if found:
                find_strikers(ground, room, state)
            if strike_at(ground, lore, room, state, there) > 0:
                room.barred[axis] = there
                found = True
    return found


@outlined_kernel
def best_stand(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, unit: int
) -> int:
    """The hex with room where it is worth most that a unit ends."""
    best, best_worth = NOBODY, 0.0
    for place in range(ground.rules.hexes):
        if not reaches(room, unit, place) or not fits(ground, room, state, unit, place):
            continue
        worth = worth_of_stand(ground, lore, room, state, unit, place)
        if best == NOBODY or worth > best_worth:
            best, best_worth = place, worth
    return best if best != NOBODY else state.units.place[unit]


@outlined_kernel
def find_strikers(ground: MalayaGround, room: MalayaRoom, state: MalayaState) -> None:
    """Find where each enemy can go, past those who have their places."""
    fill(room.own_zone, 0)
    fill(room.struck, 0)
    room.now.look += 1
    for number in range(room.now.placed):
        unit = room.placed_order[number]
        place = room.placed[unit]
        for direction in range(DIRECTIONS):
            if way(ground, unit, place, direction) > 0:
                put(room.own_zone, ground.hexes.neighbour[place, direction])
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        fill(room.strikers[unit], 0)
        if state.units.status[unit] != ON_MAP:
            continue
        # Units of Japan have no tasks now: the rows for their reach are free.
        reach, points = room.reach[unit], ground.units.movement[unit]
        find_reach(ground, room, state, unit, points, room.own_zone, reach)
        for place in range(ground.rules.hexes):
            if reach[place] != NOBODY:
                put(room.strikers[unit], place)
                put(room.struck, place)


@outlined_kernel
def strike_at(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, place: int
) -> int:
    """The most that can attack a hex next turn, in 512ths.

    BLOW_IS_WET then tells whether all of it crosses a river.
    """
    if room.blow_look[place] == room.now.look:
        return room.blow[place]
    for direction in range(DIRECTIONS):
        room.slots[direction] = ground.rules.stacking
    total, dry = 0, False
    for number in range(ground.rules.units):
        unit = lore.by_attack[number]
        if side_of(ground, unit) != JAPAN or state.units.status[unit] != ON_MAP:
            continue
        direction = best_slot(ground, room, unit, place)
        if direction == NOBODY:
            continue
        room.slots[direction] -= ground.units.stack[unit]
        blow = attack_on_land(ground, state, unit)
        if ground.hexes.river[place, direction] == 1:
            total += blow * ground.rules.river_factor // EIGHTHS
        else:
            total += blow
            dry = True
    room.blow[place] = total
    room.blow_is_wet[place] = 1 if total > 0 and not dry else 0
    room.blow_look[place] = room.now.look
    return total


@inline_kernel
def best_slot(ground: MalayaGround, room: MalayaRoom, unit: int, place: int) -> int:
    """The direction from which an enemy would attack a hex: dry, with most room; or NOBODY."""
    best, arm = NOBODY, ground.units.arm[unit]
    for direction in range(DIRECTIONS):
        here = ground.hexes.neighbour[place, direction]
        if here == ground.rules.hexes or not has(room.strikers[unit], here):
            continue
        if room.slots[direction] < ground.units.stack[unit]:
            continue
        if cost_of_arm(ground, arm, here, (direction + 3) % DIRECTIONS) == 0:
            continue
        if best == NOBODY or is_better_slot(ground, room, place, direction, best):
            best = direction
    return best


@inline_kernel
def is_better_slot(
    ground: MalayaGround, room: MalayaRoom, place: int, one: int, other: int
) -> bool:
    """Whether an attack comes rather from one direction than from another."""
    wet, other_wet = ground.hexes.river[place, one], ground.hexes.river[place, other]
    if wet != other_wet:
        return wet == 0
    if room.slots[one] != room.slots[other]:
        return room.slots[one] > room.slots[other]
    return ground.hexes.neighbour[place, one] > ground.hexes.neighbour[place, other]


@outlined_kernel
def zones_on_way_back(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, place: int) -> int:
    """Hexes on the way back from a hex that enemies could come beside; NO_PATH if into the first.

    At most two hexes on the way to the goal.
    """
    count = write_chain(ground, place, lore.goal_far[INFANTRY], room.chain, 3)
    if count == 1 or has(room.struck, room.chain[1]):
        return NO_PATH
    zones = 0
    for number in range(1, count):
        zones += is_threatened(ground, room, place, room.chain[number])
    return zones


@inline_kernel
def is_threatened(ground: MalayaGround, room: MalayaRoom, place: int, there: int) -> bool:
    """Whether enemies could come beside a hex on the way back, but for what is beside both."""
    found = False
    for direction in range(DIRECTIONS):
        here = ground.hexes.neighbour[there, direction]
        if here != ground.rules.hexes and has(room.struck, here):
            found = found or not is_beside(ground, place, here)
    return found


@inline_kernel
def is_beside(ground: MalayaGround, place: int, here: int) -> bool:
    """Whether land leads from a hex straight to another."""
    found = False
    for direction in range(DIRECTIONS):
        found = found or ground.hexes.neighbour[place, direction] == here
    return found


@outlined_kernel
def worth_of_stand(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    unit: int,
    place: int,
) -> float:
    """What it is worth that a unit ends in a hex."""
    friends = False
    for number in range(room.now.placed):
        friends = friends or room.placed[room.placed_order[number]] == place
    value = worth_of_stack(ground, lore, room, state, place, unit)
    if friends:
        value -= worth_of_stack(ground, lore, room, state, place, NOBODY)
    value -= PER_HEX * room.aside[place] / 2
    value -= PER_HALF * max(0, room.near[place] - WAIT)
    value += (TOGETHER if friends else 0.0) - ground.hexes.die[place] * GROUND
    if room.supply[place] == NOBODY:
        value -= CUT
    return value


@outlined_kernel
def worth_of_stack(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    place: int,
    unit: int,
) -> float:
    """What those are worth in a hex who have it as their place, and one more or NOBODY.

    The axis that they bar, less losses.
    """
    if strike_at(ground, lore, room, state, place) == 0:
        return 0.0
    defence, steps, worth, count = 0, 0, 0.0, 0
    for number in range(room.now.placed + 1):
        each = unit
        if number < room.now.placed:
            each = room.placed_order[number]
            if room.placed[each] != place:
                continue
        if each != NOBODY:
            defence += defence_value(ground, state, each)
            steps += state.units.steps[each]
            worth += lore.step_worth[each]
            count += 1
    prospect = danger(ground, lore, room, state, place, defence, steps)
    loss = LOSS * prospect[2] * worth / count
    for axis in range(room.now.axes):
        barred = room.barred[axis]
        if has(room.on_axis[axis], place) and barred in (NOBODY, place):
            return STAND + HOLD * (1 - prospect[0]) - loss
    return -loss


@outlined_kernel
def danger(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    place: int,
    defence: int,
    steps: int,
) -> Prospect:
    """What the strongest attack on units in a hex would do."""
    strike = strike_at(ground, lore, room, state, place)
    die = ground.hexes.die[place]
    if room.blow_is_wet[place] == 1:
        die += ground.rules.river_die
    zones = zones_on_way_back(ground, lore, room, place)
    covered = ground.hexes.covered[place] == 1
    return expect(ground, strike, defence, die, ENEMY_AIR, OWN_AIR, MANY, steps, zones, 0, covered)
