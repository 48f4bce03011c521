"""How a commander's carriers work: filled at depots, emptied where supplies are lacking (4.2).

A depot is a carrier with much more in stock than it could ever move.  It goes
into the transfer posture and stays in it.  The other carriers shuttle: a
transfer fills them at a depot, and on the way of their mission they enter the
transfer posture where they are to hand over, and return.
"""

from __future__ import annotations

from math import inf
from typing import Final

from hexfront.jit import kernel, kernel_part
from hexfront.systems.idahex.delays import Ground
from hexfront.systems.idahex.design import NEQ, NRS, NSS, Design, Int
from hexfront.systems.idahex.sequencing import STANDARD_HOLD, class_of
from hexfront.systems.idahex.staff import (
    CARRIER,
    FROM_HERE,
    IDLE,
    WANTED_SUPPLIES,
    Room,
    Staff,
)
from hexfront.systems.idahex.staff_map import spread_from
from hexfront.systems.idahex.staff_orders import TAKERS, hand_over, promise, send, write_order
from hexfront.systems.idahex.staff_survey import list_units
from hexfront.systems.idahex.state import (
    AIM,
    ATTACKS,
    ENGAGEMENT,
    FORCE,
    HOLD,
    KIND,
    LENGTH,
    MAX_ORDERS,
    MAX_RECIPIENTS,
    NONE,
    PLACE,
    POSTURE,
    SIDE,
    WANTED,
    Scratch,
    State,
)

A_DEPOT: Final = 3.0
"""A carrier with so many times the supplies that it can move is a depot."""
WORTH_A_TRIP: Final = 0.3
"""Carriers set out with this share of a load or more."""
LOADING: Final = 0.25
"""A day's share that a trip takes besides the way."""
SOME: Final = 0.1
"""The share of planned supplies that must lack before a depot hands over to units beside it."""
NO_CELL: Final = 0
HALF: Final = 0.5


@kernel
def capacity(design: Design, state: State, unit: int) -> tuple[float, float]:
    """How much supplies a unit can move, and how much it has, as demand for transport (3.2.3.1)."""
    side, delays = state.units[unit, SIDE], design.delays
    first = design.forces.counts[side, NEQ]
    after = first + design.forces.counts[side, NSS]
    room, load = 0.0, 0.0
    for resource in range(design.forces.counts[side, NRS]):
        amount = state.stock[unit, resource]
        room += delays.carries[side, resource] * amount
        if first <= resource < after:
            load += delays.needs[side, resource] * amount
        else:
            room -= delays.needs[side, resource] * amount
    return room, load


@kernel
def is_depot(design: Design, state: State, unit: int) -> bool:
    """Whether a carrier has much more than it can move."""
    room, load = capacity(design, state, unit)
    return bool(load > A_DEPOT * max(room, 1.0))


@kernel
def supply(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all carriers something to do."""
    find_wants(design, staff, state, room, side)
    for unit in range(state.units.shape[0]):
        if is_free_carrier(staff, state, side, unit) and is_depot(design, state, unit):
            run_depot(design, ground, staff, state, scratch, room, side, unit, words, out)
    for unit in range(state.units.shape[0]):
        idle = is_free_carrier(staff, state, side, unit) and room.flags[IDLE, unit] == 1
        if idle and not is_depot(design, state, unit):
            run_carrier(design, ground, staff, state, scratch, room, side, unit, words, out)


@kernel_part
def is_free_carrier(staff: Staff, state: State, side: int, unit: int) -> bool:
    """Whether a unit is a carrier of a side that holds and has no mission."""
    if state.units[unit, SIDE] != side or class_of(state.units[unit, POSTURE]) != HOLD:
        return False
    carries = staff.role[state.units[unit, KIND]] == CARRIER
    return bool(carries and state.units[unit, FORCE] == NONE)


@kernel
def find_wants(design: Design, staff: Staff, state: State, room: Room, side: int) -> None:
    """By cell, what units lack of planned supplies, less what carriers are bringing."""
    counts, toe = design.forces.counts, design.forces.toe
    for unit in range(state.units.shape[0]):
        if state.units[unit, SIDE] != side:
            continue
        kind, place = state.units[unit, KIND], state.units[unit, PLACE]
        for item in range(counts[side, NSS]):
            resource = counts[side, NEQ] + item
            wants = room.cells[WANTED_SUPPLIES + item]
            if staff.role[kind] == CARRIER:
                goal = delivers_to(design, state, unit)
                if goal != NO_CELL:
                    wants[goal] -= state.stock[unit, resource]
            elif stays_there(state, unit):
                wants[place] += max(toe[kind, resource] - state.stock[unit, resource], 0.0)


@kernel_part
def stays_there(state: State, unit: int) -> bool:
    """Whether a unit can be found in its cell a while later: it holds, or fights from there."""
    if class_of(state.units[unit, POSTURE]) == HOLD:
        return True
    return bool(state.units[unit, ENGAGEMENT] != NONE and state.units[unit, ATTACKS] == 1)


@kernel
def delivers_to(design: Design, state: State, unit: int) -> int:
    """The cell where a unit's mission has it hand over; `NO_CELL` for none."""
    force = state.units[unit, FORCE]
    if force == NONE:
        return NO_CELL
    for row in range(state.forces[force, LENGTH]):
        if state.missions[force, row, WANTED] == design.forces.transfer[0]:
            return int(state.missions[force, row, AIM])
    return NO_CELL


@kernel
def run_depot(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    unit: int,
    words: Int,
    out: Int,
) -> None:
    """Open a depot, or let it fill up the units beside it."""
    place = state.units[unit, PLACE]
    if state.units[unit, POSTURE] != design.forces.transfer[0]:
        write_order(room, 0, place, design.forces.transfer[0])
        send(ground, state, room, side, unit, 1, words, out)
        return
    count, lacks = 0, 0
    other = list_units(state, side, place, room.lists[TAKERS])
    for i in range(other):
        neighbour = room.lists[TAKERS, i]
        if staff.role[state.units[neighbour, KIND]] != CARRIER and count < MAX_RECIPIENTS:
            room.lists[TAKERS, count] = neighbour
            count += 1
            lacks += int(is_short(design, state, neighbour))
    if lacks > 0:
        for resource in range(room.declared.shape[0]):
            room.declared[resource] = 0
        hand_over(design, state, scratch, room, side, place, unit, count, words, out)
        for item in range(design.forces.counts[side, NSS]):
            room.cells[WANTED_SUPPLIES + item, place] = 0.0


@kernel
def is_short(design: Design, state: State, unit: int) -> bool:
    """Whether a unit lacks a share of some type of supplies that is worth a command."""
    side, kind = state.units[unit, SIDE], state.units[unit, KIND]
    for item in range(design.forces.counts[side, NSS]):
        resource = design.forces.counts[side, NEQ] + item
        planned = design.forces.toe[kind, resource]
        if planned - state.stock[unit, resource] > SOME * planned:
            return True
    return False


@kernel
def run_carrier(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    unit: int,
    words: Int,
    out: Int,
) -> None:
    """Bring what the carrier has, or can get here, to those who lack it; else fetch some."""
    place = state.units[unit, PLACE]
    spread_from(design.area, staff, state, room, side, CARRIER, place)
    able, load = capacity(design, state, unit)
    depot = depot_at(design, staff, state, side, place)
    if depot == NONE and load < WORTH_A_TRIP * able:
        goal = nearest_depot(design, staff, state, room, side)
        if goal != NO_CELL:
            length = write_way(room, place, goal, 0)
            if length > 0:
                send(ground, state, room, side, unit, length, words, out)
        return
    goal = best_client(design, state, room, side, unit, able)
    if goal == NO_CELL:
        return
    if depot != NONE:
        fill(design, state, scratch, room, side, unit, depot, goal, words, out)
    deliver_at(design, ground, staff, state, room, side, unit, goal, words, out)


@kernel
def depot_at(design: Design, staff: Staff, state: State, side: int, place: int) -> int:
    """An open depot in a cell, or NONE."""
    for unit in range(state.units.shape[0]):
        if state.units[unit, PLACE] == place and is_free_carrier(staff, state, side, unit):
            opened = state.units[unit, POSTURE] == design.forces.transfer[0]
            if opened and is_depot(design, state, unit):
                return unit
    return NONE


@kernel
def nearest_depot(design: Design, staff: Staff, state: State, room: Room, side: int) -> int:
    """The cell of the depot that is soonest reached; `NO_CELL` for none."""
    best, least = NO_CELL, inf
    for unit in range(state.units.shape[0]):
        if state.units[unit, SIDE] == side and state.units[unit, POSTURE] >= HOLD * 10:
            place = state.units[unit, PLACE]
            carries = staff.role[state.units[unit, KIND]] == CARRIER
            nearer = carries and room.fields[FROM_HERE, place] < least
            if nearer and is_depot(design, state, unit):
                best, least = int(place), room.fields[FROM_HERE, place]
    return best


@kernel
def best_client(design: Design, state: State, room: Room, side: int, unit: int, able: float) -> int:
    """The cell where most is lacking for the time that the way takes; `NO_CELL` for none."""
    place = state.units[unit, PLACE]
    best, most = NO_CELL, 0.0
    for cell in range(1, room.cells.shape[1]):
        lacks = 0.0
        for item in range(design.forces.counts[side, NSS]):
            lacks += max(room.cells[WANTED_SUPPLIES + item, cell], 0.0)
        if lacks > WORTH_A_TRIP * HALF * able and room.fields[FROM_HERE, cell] < inf:
            value = min(lacks, able) / (LOADING + room.fields[FROM_HERE, cell])
            if cell != place and value > most:
                best, most = cell, value
    return best


@kernel
def fill(
    design: Design,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    unit: int,
    depot: int,
    goal: int,
    words: Int,
    out: Int,
) -> None:
    """A carrier takes from a depot what is lacking in a cell, as far as it can move it (4.2.1)."""
    first, place = design.forces.counts[side, NEQ], state.units[unit, PLACE]
    able, load = capacity(design, state, unit)
    lacks = 0.0
    for item in range(design.forces.counts[side, NSS]):
        lacks += max(room.cells[WANTED_SUPPLIES + item, goal], 0.0)
    any_ = False
    for resource in range(room.declared.shape[0]):
        room.declared[resource] = 0
    for item in range(design.forces.counts[side, NSS]):
        resource = first + item
        room.declared[resource] = 1
        room.amounts[resource] = 0.0
        share = max(room.cells[WANTED_SUPPLIES + item, goal], 0.0) / lacks
        wanted = share * able - state.stock[unit, resource]
        wanted = min(wanted, able - load, state.stock[depot, resource])
        if wanted >= 1.0:
            room.amounts[resource] = float(int(wanted))
            load += float(int(wanted))
            any_ = True
    if any_:
        room.lists[TAKERS, 0] = unit
        hand_over(design, state, scratch, room, side, place, depot, 1, words, out)


@kernel
def write_way(room: Room, place: int, goal: int, from_: int) -> int:
    """Write the orders of a march that `FROM_HERE` found; the row after, 0 if it is too long.

    A way that is too long is cut where the orders end.
    """
    count, cell = 0, goal
    while cell not in (place, 0):
        count += 1
        cell = room.before[cell]
    cell = goal
    while cell not in (place, 0):
        row = from_ + count - 1
        if row < MAX_ORDERS - 1:
            write_order(room, row, cell, STANDARD_HOLD)
        count -= 1
        cell = room.before[cell]
    steps, cell = 0, goal
    while cell not in (place, 0):
        steps += 1
        cell = room.before[cell]
    return min(from_ + steps, MAX_ORDERS - 1)


@kernel
def deliver_at(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    unit: int,
    goal: int,
    words: Int,
    out: Int,
) -> None:
    """March to a cell, hand over there, and come back where the orders suffice (4.2.2)."""
    place = state.units[unit, PLACE]
    steps = write_way(room, place, goal, 0)
    reaches = room.orders[steps - 1, AIM] == goal
    length = steps
    if reaches:
        write_order(room, steps - 1, goal, design.forces.transfer[0])
        write_order(room, steps, goal, STANDARD_HOLD)
        length = steps + 1
        if 2 * steps + 1 <= MAX_ORDERS:
            for back in range(1, steps):
                write_order(room, steps + back, room.orders[steps - 1 - back, AIM], STANDARD_HOLD)
            write_order(room, 2 * steps, place, STANDARD_HOLD)
            length = 2 * steps + 1
    if not send(ground, state, room, side, unit, length, words, out):
        return
    room.flags[IDLE, unit] = 0
    count = list_units(state, side, goal, room.lists[TAKERS])
    kept = 0
    for i in range(count):
        other = room.lists[TAKERS, i]
        if staff.role[state.units[other, KIND]] != CARRIER and kept < MAX_RECIPIENTS:
            room.lists[TAKERS, kept] = other
            kept += 1
    if reaches and kept > 0:
        promise(design, state, room, side, unit, goal, kept, words)
    for item in range(design.forces.counts[side, NSS]):
        resource = design.forces.counts[side, NEQ] + item
        room.cells[WANTED_SUPPLIES + item, goal] -= state.stock[unit, resource]
