"""Transfers of resources between units, by command and by delivery order (IDX-4.2).

Lists of units are rows in rising order, with a count.  The functions that
work on commands give a code: `OK`, or why they refuse.
"""

from __future__ import annotations

from math import isfinite
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.core.tables import copy_row, fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.rules.clauses import DELIVERY, TRANSFER
from hexfront.systems.idahex.rules.supply.allotment import UNDECLARED, redistribute
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.design import NRS, Area, Design, Float, Forces, Int
from hexfront.systems.idahex.scenario.state import MAX_RECIPIENTS, NONE, Scratch, State, Units


@event("", word="transfer", places="place")
class Delivered(NamedTuple):
    """A delivery is made."""

    place: int
    force: int
    order: int
    takers: int
    clause: int


@event("", "A delivery finds nobody in {place}.", word="transfer", places="place")
class NobodyTakes(NamedTuple):
    """A delivery finds nobody."""

    place: int
    force: int
    order: int
    clause: int


# Codes of refusals
OK: Final = 0
NO_GIVERS: Final = 1
NO_TAKERS: Final = 2
NO_SUCH_UNIT: Final = 3
"""Or a list that is not in rising order."""
NOT_YOURS: Final = 4
"""A unit or task force of the enemy; tell it like one that does not exist."""
NOT_THERE: Final = 5
"""A unit in another cell."""
NOT_IN_TRANSFER_POSTURE: Final = 6
NOT_ACTIVE: Final = 7
BAD_AMOUNT: Final = 8
"""A negative or infinite amount."""
NO_SUCH_FORCE: Final = 9
BAD_SIZE: Final = 10
"""A delivery size below 0 or above 1."""
TOO_MANY: Final = 11
"""More recipients than `MAX_RECIPIENTS`."""
BAD_DESTINATION: Final = 12
"""No such cell, or an inactive one."""
TABLE_FULL: Final = 13
NO_SUCH_DELIVERY: Final = 14


@outlined_kernel
def list_present(forces: Forces, state: State, place: int, side: int, give: bool, rows: Int) -> int:
    """Who gives in a cell, or takes, where nobody is named: active units of a side (IDX-4.2.1).

    Those in the transfer posture give, the others take. Gives how many.
    """
    units, count = state.units, 0
    for unit in range(len(units)):
        here = units.place[unit] == place and units.side[unit] == side
        gives = units.posture[unit] == forces.transfer[0]
        if here and units.posture[unit] >= 10 and gives == give:
            rows[count] = unit
            count += 1
    return count


# The transfer command (IDX-4.2.1)


@kernel
def transfer(
    design: Design,
    state: State,
    scratch: Scratch,
    place: int,
    side: int,
    givers: Int,
    giver_count: int,
    takers: Int,
    taker_count: int,
    amounts: Float,
    declared: Int,
    out: Int,
) -> int:
    """Move resources at once from units to units of their cell (IDX-4.2.1).

    `amounts` are by resource and count where `declared` is 1.
    """
    resources = design.forces.counts[side, NRS]
    code = judge_list(design.forces, state.units, place, side, givers, giver_count, True)
    if code == OK:
        code = judge_list(design.forces, state.units, place, side, takers, taker_count, False)
    for resource in range(resources):
        amount = amounts[resource]
        if declared[resource] == 1 and not (isfinite(amount) and amount >= 0.0):
            code = BAD_AMOUNT
    if code != OK:
        return code
    wanted = scratch.vectors[0]
    for resource in range(resources):
        wanted[resource] = amounts[resource] if declared[resource] == 1 else UNDECLARED
    work, free, clause = scratch.by_unit, scratch.rows[2], TRANSFER
    redistribute(
        design.forces,
        state.units,
        state.stock,
        side,
        givers,
        giver_count,
        takers,
        taker_count,
        wanted,
        1.0,
        work,
        free,
        clause,
        design.printed,
        out,
    )
    return OK


@outlined_kernel
def judge_list(
    forces: Forces, units: Units, place: int, side: int, members: Int, count: int, give: bool
) -> int:
    """Whether units may be the givers, or the takers, of a transfer in a cell (IDX-4.2)."""
    if count == 0:
        return NO_GIVERS if give else NO_TAKERS
    before = NONE
    for i in range(count):
        unit = members[i]
        if unit <= before or unit >= len(units):
            return NO_SUCH_UNIT
        before = unit
        if units.side[unit] != side:
            return NOT_YOURS
        if units.posture[unit] < 10:
            return NOT_ACTIVE
        if units.place[unit] != place:
            return NOT_THERE
        if give and units.posture[unit] != forces.transfer[0]:
            return NOT_IN_TRANSFER_POSTURE
    return OK


# Delivery orders (IDX-4.2.2)


@outlined_kernel
def judge_delivery(
    area: Area,
    state: State,
    side: int,
    force: int,
    destination: int,
    size: float,
    recipients: Int,
    count: int,
) -> int:
    """Whether a player may give a delivery order (IDX-4.2.2)."""
    if not 0 <= force < len(state.forces) or state.forces.first[force] == NONE:
        return NO_SUCH_FORCE
    if state.forces.side[force] != side:
        return NOT_YOURS
    if not is_active(area, destination):
        return BAD_DESTINATION
    if not 0.0 <= size <= 1.0:
        return BAD_SIZE
    if count > MAX_RECIPIENTS:
        return TOO_MANY
    for i in range(count):
        if not 0 <= recipients[i] < len(state.units):
            return NO_SUCH_UNIT
        if state.units.side[recipients[i]] != side:
            return NOT_YOURS
    return OK


@kernel
def add_delivery(
    area: Area,
    state: State,
    side: int,
    force: int,
    destination: int,
    size: float,
    recipients: Int,
    count: int,
) -> int:
    """Give a delivery order (IDX-4.2.2). No recipients: whoever is there.

    Each side has half of the rows, so that no player can take the other's, or
    learn from a full table what the other does.  They are filled from the
    front, the oldest order first.
    """
    code = judge_delivery(area, state, side, force, destination, size, recipients, count)
    if code != OK:
        return code
    half = len(state.deliveries) // 2
    row, end = side * half, side * half + half
    while row < end and state.deliveries.carrier[row] != NONE:
        row += 1
    if row == end:
        return TABLE_FULL
    state.deliveries.carrier[row] = force
    state.deliveries.destination[row] = destination
    state.deliveries.named[row] = count
    for i in range(count):
        state.recipients[row, i] = recipients[i]
    state.deliveries.size[row] = size
    return OK


@kernel
def cancel_delivery(state: State, side: int, row: int) -> int:
    """Take a delivery order back (IDX-4.2.2)."""
    half = len(state.deliveries) // 2
    if not side * half <= row < side * half + half or state.deliveries.carrier[row] == NONE:
        return NO_SUCH_DELIVERY
    erase(state, row)
    return OK


@inline_kernel
def drop_deliveries(state: State, force: int) -> None:
    """Forget the delivery orders of a task force that is no more, before its row is used anew."""
    half = len(state.deliveries) // 2
    row = state.forces.side[force] * half
    end = row + half
    while row < end and state.deliveries.carrier[row] != NONE:
        if state.deliveries.carrier[row] == force:
            erase(state, row)
        else:
            row += 1


@outlined_kernel
def erase(state: State, row: int) -> None:
    """Remove a delivery order; its side's later ones move up."""
    half = len(state.deliveries) // 2
    end = half if row < half else 2 * half
    while row + 1 < end and state.deliveries.carrier[row + 1] != NONE:
        copy_row(state.deliveries.words[row], state.deliveries.words[row + 1])
        copy_row(state.recipients[row], state.recipients[row + 1])
        row += 1
    fill(state.deliveries.words[row], 0)
    fill(state.recipients[row], 0)
    state.deliveries.carrier[row] = NONE


@outlined_kernel
def deliver(design: Design, state: State, scratch: Scratch, force: int, out: Int) -> None:
    """A task force that just entered the transfer posture delivers (IDX-4.2.2).

    The caller has found that the task force neither accomplished its mission
    nor waits for the start time of its next order.  The oldest order
    is executed, and is gone then; where there is none, one is made up for all
    that is surplus and all who are there.  Overwrites `scratch.rows`,
    `by_unit` and a vector.
    """
    givers, takers, free = scratch.rows[0], scratch.rows[1], scratch.rows[2]
    amounts, work, clause = scratch.vectors[0], scratch.by_unit, DELIVERY
    first, side = state.forces.first[force], state.forces.side[force]
    place = state.units.place[first]
    row, size = find_delivery(state, side, force, place), 1.0
    taker_count = list_takers(design.forces, state, place, side, row, takers)
    if row != NONE:
        size = state.deliveries.size[row]
        erase(state, row)
    if taker_count == 0:
        note(out, 1 << side, NobodyTakes(place, force, row, clause))
        return
    note(out, 1 << side, Delivered(place, force, row, taker_count, clause))
    giver_count = list_givers(state.units, first, givers)
    for resource in range(design.forces.counts[side, NRS]):
        amounts[resource] = UNDECLARED
    redistribute(
        design.forces,
        state.units,
        state.stock,
        side,
        givers,
        giver_count,
        takers,
        taker_count,
        amounts,
        size,
        work,
        free,
        clause,
        design.printed,
        out,
    )


@inline_kernel
def find_delivery(state: State, side: int, force: int, place: int) -> int:
    """The oldest delivery order of a task force for a cell, or NONE."""
    half = len(state.deliveries) // 2
    row = side * half
    end = row + half
    while row < end and state.deliveries.carrier[row] != NONE:
        if state.deliveries.carrier[row] == force and state.deliveries.destination[row] == place:
            return row
        row += 1
    return NONE


@inline_kernel
def list_givers(units: Units, first: int, givers: Int) -> int:
    """The elements of a task force, from its first one; how many they are."""
    count = 0
    unit = first
    while unit != NONE:
        givers[count] = unit
        count += 1
        unit = units.next_in_force[unit]
    return count


@outlined_kernel
def list_takers(forces: Forces, state: State, place: int, side: int, row: int, takers: Int) -> int:
    """Who takes a delivery: recipients named who are there, else all not in transfer posture."""
    named = state.deliveries.named[row] if row != NONE else 0
    count = 0
    unit = state.standing[place, side]
    while unit != NONE:
        chosen = named == 0 and state.units.posture[unit] != forces.transfer[0]
        for i in range(named):
            if state.recipients[row, i] == unit:
                chosen = True
        if chosen:
            takers[count] = unit
            count += 1
        unit = state.units.next_in_cell[unit]
    return count
