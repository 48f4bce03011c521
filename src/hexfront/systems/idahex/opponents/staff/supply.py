"""How a commander's carriers work: filled at depots, emptied where supplies are lacking (IDX-4.2).

A depot is a carrier with much more in stock than it could ever move.  It goes
into the transfer posture and stays in it.  The other carriers shuttle: a
transfer fills them at a depot, and on the way of their mission they enter the
transfer posture where they are to hand over, and return.
"""

from __future__ import annotations

from math import inf
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.assessment import (
    capacity,
    fill_of,
    is_depot,
    list_units,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    BATTLE,
    CARRIER,
    FIRST_AMOUNT,
    FROM_HERE,
    IDLE,
    WANTED_SUPPLIES,
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.map import spread_from
from hexfront.systems.idahex.opponents.staff.plan import (
    hand_over,
    promise,
    send,
    send_to,
    write_order,
)
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario.design import NEQ, NRS, NSS
from hexfront.systems.idahex.scenario.state import (
    AIM,
    HOLD,
    MAX_ORDERS,
    MAX_RECIPIENTS,
    NONE,
    class_of,
)

WORTH_A_TRIP: Final = 0.3
"""Carriers set out with this share of a load or more."""
LOADING: Final = 0.25
"""A day's share that a trip takes besides the way."""
SOME: Final = 0.1
"""The share of planned supplies that must lack before a depot hands over to units beside it."""
URGENT: Final = 2.0
"""So much more those count who fight."""
NO_CELL: Final = 0
HALF: Final = 0.5


@outlined_kernel
def supply(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
) -> None:
    """Give all carriers something to do."""
    find_wants(staff, now, room, side)
    for unit in range(len(now.units)):
        if is_free_carrier(staff, now, side, unit) and is_depot(staff, now, unit):
            run_depot(staff, now, room, side, unit)
    for unit in range(len(now.units)):
        idle = is_free_carrier(staff, now, side, unit) and room.flags[IDLE, unit] == 1
        if idle and not is_depot(staff, now, unit):
            run_carrier(staff, now, room, side, unit)


@inline_kernel
def is_free_carrier(staff: Staff, now: Situation, side: int, unit: int) -> bool:
    """Whether a unit is a carrier of a side that holds and has no mission."""
    if now.units.side[unit] != side or class_of(now.units.posture[unit]) != HOLD:
        return False
    carries = staff.role[now.units.kind[unit]] == CARRIER
    return bool(carries and now.units.force[unit] == NONE)


@outlined_kernel
def find_wants(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """By cell, what units lack of planned supplies, less what carriers are bringing."""
    counts = staff.counts
    for unit in range(len(now.units)):
        if now.units.side[unit] != side:
            continue
        kind, place = now.units.kind[unit], now.units.place[unit]
        for item in range(counts[side, NSS]):
            resource = counts[side, NEQ] + item
            wants = room.cells[WANTED_SUPPLIES + item]
            if staff.role[kind] == CARRIER:
                goal = delivers_to(staff, now, unit)
                if goal != NO_CELL:
                    wants[goal] -= now.stock[unit, resource]
            elif stays_there(now, unit):
                lacks = fill_of(staff, now, unit, item) - now.stock[unit, resource]
                wants[place] += max(lacks, 0.0)


@inline_kernel
def stays_there(now: Situation, unit: int) -> bool:
    """Whether a unit can be found in its cell a while later: it holds, or fights from there."""
    if class_of(now.units.posture[unit]) == HOLD:
        return True
    return bool(now.units.engagement[unit] != NONE and now.units.attacks[unit] == 1)


@inline_kernel
def delivers_to(staff: Staff, now: Situation, unit: int) -> int:
    """The cell where a unit's mission has it hand over; `NO_CELL` for none."""
    force = now.units.force[unit]
    if force == NONE:
        return NO_CELL
    for row in range(now.forces.length[force]):
        if now.missions.wanted[force, row] == staff.transfer[0]:
            return int(now.missions.aim[force, row])
    return NO_CELL


@outlined_kernel
def run_depot(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
) -> None:
    """Open a depot, or let it fill up the units beside it."""
    place = now.units.place[unit]
    if now.units.posture[unit] != staff.transfer[0]:
        send_to(room, unit, place, staff.transfer[0])
        return
    taker = now.standing[place, side]
    while taker != NONE:
        if staff.role[now.units.kind[taker]] != CARRIER and is_short(staff, now, taker):
            fill_up(staff, now, room, unit, taker)
        taker = now.units.next_in_cell[taker]
    for item in range(staff.counts[side, NSS]):
        room.cells[WANTED_SUPPLIES + item, place] = 0.0


@outlined_kernel
def fill_up(staff: Staff, now: Situation, room: StaffWorkspace, depot: int, taker: int) -> None:
    """A depot hands over what it can of the supplies that a unit should have (IDX-4.2.1)."""
    side, total = now.units.side[taker], 0
    for item in range(staff.counts[side, NSS]):
        total += gift(staff, now, depot, taker, item)
    if total == 0:
        return
    room.takers[0] = taker
    row = hand_over(staff, room, depot, now.units.place[taker], 1)
    for resource in range(staff.counts[side, NRS]):
        room.plan[row, FIRST_AMOUNT + resource] = 0
    for item in range(staff.counts[side, NSS]):
        resource = staff.counts[side, NEQ] + item
        room.plan[row, FIRST_AMOUNT + resource] = gift(staff, now, depot, taker, item)


@inline_kernel
def gift(staff: Staff, now: Situation, depot: int, taker: int, item: int) -> int:
    """How much of a type of supplies a unit lacks, as far as a depot has it, in whole numbers."""
    resource = staff.counts[now.units.side[taker], NEQ] + item
    lacks = fill_of(staff, now, taker, item) - now.stock[taker, resource]
    lacks = min(lacks, now.stock[depot, resource])
    return int(lacks) if lacks > 0.0 else 0


@inline_kernel
def is_short(staff: Staff, now: Situation, unit: int) -> bool:
    """Whether a unit lacks a share of some type of supplies that is worth a command."""
    side = now.units.side[unit]
    for item in range(staff.counts[side, NSS]):
        resource = staff.counts[side, NEQ] + item
        planned = fill_of(staff, now, unit, item)
        if planned - now.stock[unit, resource] > SOME * planned:
            return True
    return False


@outlined_kernel
def run_carrier(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
) -> None:
    """Bring what the carrier has, or can get here, to those who lack it; else fetch some."""
    place = now.units.place[unit]
    spread_from(staff, now, room, side, CARRIER, place)
    able, load = capacity(staff, now, unit)
    depot = depot_at(staff, now, side, place)
    if depot == NONE and load < WORTH_A_TRIP * able:
        goal = nearest_depot(staff, now, room, side)
        if goal != NO_CELL:
            length = write_way(room, place, goal)
            if length > 0:
                send(room, unit, length)
        return
    goal = best_client(staff, now, room, side, unit, able)
    if goal == NO_CELL:
        return
    if depot != NONE:
        fill(staff, now, room, side, unit, depot, goal)
    deliver_at(staff, now, room, side, unit, goal)


@inline_kernel
def depot_at(staff: Staff, now: Situation, side: int, place: int) -> int:
    """An open depot in a cell, or NONE."""
    for unit in range(len(now.units)):
        if now.units.place[unit] == place and is_free_carrier(staff, now, side, unit):
            opened = now.units.posture[unit] == staff.transfer[0]
            if opened and is_depot(staff, now, unit):
                return unit
    return NONE


@inline_kernel
def nearest_depot(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> int:
    """The cell of the depot that is soonest reached; `NO_CELL` for none."""
    best, least = NO_CELL, inf
    for unit in range(len(now.units)):
        if now.units.side[unit] == side and now.units.posture[unit] >= HOLD * 10:
            place = now.units.place[unit]
            carries = staff.role[now.units.kind[unit]] == CARRIER
            nearer = carries and room.fields[FROM_HERE, place] < least
            if nearer and is_depot(staff, now, unit):
                best, least = int(place), room.fields[FROM_HERE, place]
    return best


@outlined_kernel
def best_client(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, unit: int, able: float
) -> int:
    """The cell where most is lacking for the time that the way takes; `NO_CELL` for none."""
    place = now.units.place[unit]
    best, most = NO_CELL, 0.0
    for cell in range(1, room.cells.shape[1]):
        lacks = 0.0
        for item in range(staff.counts[side, NSS]):
            lacks += max(room.cells[WANTED_SUPPLIES + item, cell], 0.0)
        if lacks > WORTH_A_TRIP * HALF * able and room.fields[FROM_HERE, cell] < inf:
            value = min(lacks, able) / (LOADING + room.fields[FROM_HERE, cell])
            if room.cells[BATTLE, cell] > 0.0:
                value *= URGENT
            if cell != place and value > most:
                best, most = cell, value
    return best


@outlined_kernel
def fill(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
    depot: int,
    goal: int,
) -> None:
    """A carrier takes from a depot what is lacking in a cell, as far as it can move it.

    IDX-4.2.1.
    """
    first = staff.counts[side, NEQ]
    able, load = capacity(staff, now, unit)
    lacks = 0.0
    for item in range(staff.counts[side, NSS]):
        lacks += max(room.cells[WANTED_SUPPLIES + item, goal], 0.0)
    room.takers[0] = unit
    row = hand_over(staff, room, depot, now.units.place[unit], 1)
    for item in range(staff.counts[side, NSS]):
        resource = first + item
        share = max(room.cells[WANTED_SUPPLIES + item, goal], 0.0) / lacks
        wanted = share * able - now.stock[unit, resource]
        wanted = min(wanted, able - load, now.stock[depot, resource])
        amount = int(wanted) if wanted > 0.0 else 0
        room.plan[row, FIRST_AMOUNT + resource] = amount
        room.cells[WANTED_SUPPLIES + item, goal] -= amount
        load += amount


@outlined_kernel
def write_way(room: StaffWorkspace, place: int, goal: int) -> int:
    """Write the orders of a march that `FROM_HERE` found, and say how many.

    A way that is too long is cut where the orders end, but for the last one.
    """
    steps, cell = 0, goal
    while cell not in (place, 0):
        steps += 1
        cell = room.before[cell]
    row, cell = steps - 1, goal
    while cell not in (place, 0):
        if row < MAX_ORDERS - 1:
            write_order(room, row, cell, STANDARD_HOLD)
        row -= 1
        cell = room.before[cell]
    return min(steps, MAX_ORDERS - 1)


@outlined_kernel
def deliver_at(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
    goal: int,
) -> None:
    """March to a cell, hand over there, and come back where the orders suffice (IDX-4.2.2)."""
    place = now.units.place[unit]
    steps = write_way(room, place, goal)
    reaches = room.orders[steps - 1, AIM] == goal
    length = steps
    if reaches:
        write_order(room, steps - 1, goal, staff.transfer[0])
        write_order(room, steps, goal, STANDARD_HOLD)
        length = steps + 1
        if 2 * steps + 1 <= MAX_ORDERS:
            for back in range(1, steps):
                write_order(room, steps + back, room.orders[steps - 1 - back, AIM], STANDARD_HOLD)
            write_order(room, 2 * steps, place, STANDARD_HOLD)
            length = 2 * steps + 1
    send(room, unit, length)
    room.flags[IDLE, unit] = 0
    count = list_units(now, side, goal, room.takers)
    kept = 0
    for i in range(count):
        other = room.takers[i]
        if staff.role[now.units.kind[other]] != CARRIER and kept < MAX_RECIPIENTS:
            room.takers[kept] = other
            kept += 1
    if reaches and kept > 0:
        promise(room, unit, goal, kept)
    for item in range(staff.counts[side, NSS]):
        resource = staff.counts[side, NEQ] + item
        room.cells[WANTED_SUPPLIES + item, goal] -= now.stock[unit, resource]
