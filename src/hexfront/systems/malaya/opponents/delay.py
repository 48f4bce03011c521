"""Plans of the Commonwealth: garrisons, road blocks, lines that hold or fall back.

The ways of Japan to what decides the game are the axes.  Weak units bar them one after the
other, brigades stand behind where the ground helps and the enemy cannot yet come, and a
unit that would lose more than its stand is worth goes back in time.
"""

from __future__ import annotations

from typing import Final

from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import defence_value
from hexfront.systems.malaya.opponents.assault import (
    add_units,
    fits,
    give_place,
    is_free,
    plan_battles,
    reaches,
)
from hexfront.systems.malaya.opponents.line import find_strikers, hold_line
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import (
    FAR,
    field_of_foes,
    find_rides,
    spread_field,
    write_chain,
)
from hexfront.systems.malaya.opponents.room import (
    AXES,
    MalayaRoom,
    first_of,
    last_of,
    sort_up,
)
from hexfront.systems.malaya.rules.movement import distance
from hexfront.systems.malaya.rules.planes import control_of, points_in, put
from hexfront.systems.malaya.rules.supply import read_supply, trace_supply
from hexfront.systems.malaya.scenario.state import (
    BOXED,
    COMMONWEALTH,
    INFANTRY,
    JAPAN,
    LATER,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

BARS: Final = 15
"""Hexes ahead of the enemy within which a road block holds him up."""
WEAK: Final = 3
"""Units with so little defence, and one stacking point, are spent on road blocks."""
APART: Final = 2
"""Hexes within which two axes are one."""
CHAIN_START: Final = 6
AXIS_START: Final = 12
"""Hexes of a new axis and of the others that must not be near each other."""
ALARM: Final = 34
"""Halves of points from the enemy beyond which a train is taken."""
BEHIND: Final = 14
BEHIND_END: Final = 26
"""Halves of points from the enemy between which a train ends."""
WHOLE: Final = 2
"""Stacking points of a unit for which a train is taken."""
CLOSE: Final = 18
"""Halves of points from which the enemy can attack what decides the game."""
BESIDE: Final = 16
"""Halves of points from which the enemy attacks a port by land."""
AHEAD: Final = 10
"""Halves of points by which a port with a guard lies behind the front."""
PORT_GUARD: Final = 2
"""Stacking points in a port of the east coast."""
LEAST_GUARD: Final = 2
"""Stacking points that always stand in what decides the game."""


@kernel
def plan_delay(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> None:
    """Give every unit of the Commonwealth its place."""
    add_units(ground, room, state, COMMONWEALTH)
    field_of_foes(ground, room, state, COMMONWEALTH, room.near)
    find_axes(ground, lore, room, state)
    trace_supply(ground, state, COMMONWEALTH)
    read_supply(state, room.supply)
    keep_garrisons(ground, lore, room, state)
    plan_battles(ground, lore, room, state, COMMONWEALTH)
    bar_axes(ground, lore, room, state)
    await_train(ground, lore, room, state)
    find_strikers(ground, room, state)
    hold_line(ground, lore, room, state)


@outlined_kernel
def find_axes(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> None:
    """Find the ways of the foremost enemies, and of those who come another way."""
    far, count = lore.goal_far[INFANTRY], 0
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if state.units.status[unit] == ON_MAP:
            room.keys[count] = far[state.units.place[unit]]
            room.ties[count] = unit
            count += 1
    sort_up(room, count)
    room.now.axes = 0
    for number in range(count):
        if room.now.axes == AXES or room.keys[number] >= FAR:
            break
        place = state.units.place[room.ties[number]]
        length = write_chain(ground, place, far, room.chain, ground.rules.hexes)
        if is_fresh(ground, room, length):
            add_axis(room, length)
    fill(room.aside, FAR)
    for axis in range(room.now.axes):
        for number in range(room.axis_length[axis]):
            room.aside[room.axes[axis, number]] = 0
    spread_field(ground, room, INFANTRY, room.free_of_cost, room.aside)


@inline_kernel
def is_fresh(ground: MalayaGround, room: MalayaRoom, length: int) -> bool:
    """Whether a chain begins apart from all axes."""
    for axis in range(room.now.axes):
        for number in range(min(CHAIN_START, length)):
            for other in range(min(AXIS_START, room.axis_length[axis])):
                if distance(ground, room.chain[number], room.axes[axis, other]) <= APART:
                    return False
    return True


@inline_kernel
def add_axis(room: MalayaRoom, length: int) -> None:
    """Let a chain be an axis."""
    axis = room.now.axes
    room.now.axes += 1
    room.axis_length[axis] = length
    room.barred[axis] = NOBODY
    fill(room.on_axis[axis], 0)
    for number in range(length):
        room.axes[axis, number] = room.chain[number]
        put(room.on_axis[axis], room.chain[number])


# Garrisons


@outlined_kernel
def keep_garrisons(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> None:
    """Keep Singapore, and the ports of the east coast behind the front."""
    far = lore.goal_far[INFANTRY]
    for number in range(lore.counts.goals):
        goal = lore.goals[number]
        close = room.near[goal] <= CLOSE
        points = ground.rules.stacking if close else beside_arrivals(ground, state)
        post(ground, room, state, goal, points, close)
    closest = FAR
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if state.units.status[unit] == ON_MAP:
            closest = min(closest, far[state.units.place[unit]])
    for number in range(lore.counts.eastern):
        port = lore.eastern[number]
        held = control_of(state, port) == COMMONWEALTH
        if held and far[port] + AHEAD < closest and room.near[port] > BESIDE:
            post(ground, room, state, port, PORT_GUARD, False)


@outlined_kernel
def beside_arrivals(ground: MalayaGround, state: MalayaState) -> int:
    """Stacking points that leave room for who comes next turn."""
    coming = 0
    for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
        status, turn = state.units.status[unit], state.units.due[unit]
        due = status == LATER and 0 < turn <= state.game.turn + 1
        if status == BOXED or due:
            coming += ground.units.stack[unit]
    return max(LEAST_GUARD, ground.rules.stacking - coming)


@outlined_kernel
def post(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    place: int,
    points: int,
    best: bool,
) -> None:
    """Let so many stacking points stand in a hex, the best or those who are there already."""
    for come in range(1 if best else 2):
        count = 0
        for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
            if not is_free(room, unit) or not reaches(room, unit, place):
                continue
            away = state.units.place[unit] != place
            if not best and away != (come == 1):
                continue
            defence = defence_value(ground, state, unit)
            room.keys[count] = -(defence / max(1, ground.units.stack[unit]))
            room.ties[count] = (ground.rules.units if away else 0) + unit
            count += 1
        sort_up(room, count)
        for number in range(count):
            unit = room.ties[number] % ground.rules.units
            stack = ground.units.stack[unit]
            if stack <= points and fits(ground, room, state, unit, place):
                points -= stack
                give_place(ground, room, state, unit, place)


# Road blocks


@outlined_kernel
def bar_axes(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> None:
    """Bar each axis with the least unit that comes in time."""
    for axis in range(room.now.axes):
        found, best, there = NOBODY, 0.0, NOBODY
        for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
            if not is_free(room, unit) or not is_weak(ground, unit):
                continue
            index = first_bar(ground, room, state, axis, unit)
            if index == NOBODY:
                continue
            value = index + lore.step_worth[unit]
            if found == NOBODY or value < best:
                found, best, there = unit, value, room.axes[axis, index + 1]
        if found != NOBODY:
            give_place(ground, room, state, found, there)
            room.barred[axis] = there


@inline_kernel
def is_weak(ground: MalayaGround, unit: int) -> bool:
    """Whether a unit is spent on road blocks."""
    return ground.units.defence[unit] <= WEAK and ground.units.stack[unit] <= 1


@inline_kernel
def first_bar(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, axis: int, unit: int
) -> int:
    """How many hexes before the enemy's next a unit can bar an axis; NOBODY where it cannot."""
    for number in range(1, min(BARS, room.axis_length[axis])):
        place = room.axes[axis, number]
        if reaches(room, unit, place) and fits(ground, room, state, unit, place):
            return number - 1
    return NOBODY


# Trains


@kernel
def plan_train(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> int:
    """Find the strongest unit that a train brings from far behind to behind the front.

    Among those that wait; gives it, with its way in PATH, or NOBODY.
    """
    field_of_foes(ground, room, state, COMMONWEALTH, room.near)
    return passenger(ground, lore, room, state)


@inline_kernel
def await_train(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> None:
    """Keep where it is whom a train will bring farther than a march (MAL-12)."""
    fill(room.waiting, 0)
    for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
        place = state.units.place[unit]
        if is_free(room, unit) and room.supply[place] != NOBODY:
            room.waiting[unit] = 1
    unit = passenger(ground, lore, room, state)
    if unit != NOBODY:
        give_place(ground, room, state, unit, state.units.place[unit])


@outlined_kernel
def passenger(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> int:
    """The strongest unit of those that wait for which a train is worth it, or NOBODY."""
    near, best, best_worth = room.near, NOBODY, 0
    for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
        if room.waiting[unit] == 0:
            continue
        start, stack = state.units.place[unit], ground.units.stack[unit]
        if near[start] < ALARM or stack < WHOLE or is_eastern(lore, start):
            continue
        if ground.hexes.victory[start] == 1 and is_needed(ground, state, unit):
            continue
        count = find_rides(ground, room, state, unit)
        for number in range(1, count):
            there = room.queue[number]
            if near[there] < BEHIND or near[there] > BEHIND_END:
                continue
            if points_in(ground, state, there, COMMONWEALTH) + stack > ground.rules.stacking:
                continue
            worth = (near[start] - near[there]) * ground.units.defence[unit]
            if best == NOBODY or worth > best_worth:
                best, best_worth = unit, worth
                keep_ride(room, there)
    return best


@inline_kernel
def is_needed(ground: MalayaGround, state: MalayaState, unit: int) -> bool:
    """Whether too few stay in what decides the game without a unit."""
    points = points_in(ground, state, state.units.place[unit], COMMONWEALTH)
    return points - ground.units.stack[unit] < LEAST_GUARD


@inline_kernel
def is_eastern(lore: MalayaLore, place: int) -> bool:
    """Whether a hex is a port through which a landing from the east can be supplied."""
    found = False
    for number in range(lore.counts.eastern):
        found = found or lore.eastern[number] == place
    return found


@outlined_kernel
def keep_ride(room: MalayaRoom, there: int) -> None:
    """Write the way by rail to a hex that was found into PATH."""
    room.now.path = room.depth[there] + 1
    here = there
    for number in range(room.now.path - 1, -1, -1):
        room.path[number] = here
        here = room.before[here]
