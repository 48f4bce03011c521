"""The mission command: what is refused, and how task forces and missions come and go (IDX-4.1).

A refusal is a number, so that kernels can give it: `OK`, one of those below,
or `ENDLESS` and one of the reasons in delays.py why the first change of status
would never come.
"""

from __future__ import annotations

from math import isfinite, isinf
from typing import Final

from hexfront.core.events import note
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.rules import clauses
from hexfront.systems.idahex.rules.maneuver.delays import (
    COMBAT,
    LASTING,
    NO_REASON,
    Ground,
    drives,
    movement_delay,
)
from hexfront.systems.idahex.rules.maneuver.forces import (
    delay_of,
    disband,
    drop_completed,
    form,
    proceed,
    reconsider,
)
from hexfront.systems.idahex.rules.maneuver.sequencing import (
    LONGEST,
    is_complete,
    is_posture,
    next_status,
    outcome,
)
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.design import Float, Int
from hexfront.systems.idahex.scenario.state import (
    AIM,
    ATTACK,
    BEGUN,
    FIRST,
    FORCE,
    LENGTH,
    MATE,
    MAX_ORDERS,
    MOVEMENT,
    NEXT_OBJECTIVE,
    NEXT_PLACE,
    NEXT_POSTURE,
    NONE,
    OBJECTIVE,
    OF_SIDE,
    PLACE,
    POSTURE,
    SIDE,
    WANTED,
    State,
    class_of,
)

# Kinds of events
CANCELLED: Final = 18
"""A mission: task force, its first unit, place."""

# Refusals
OK: Final = 0
NO_UNITS: Final = 1
NO_SUCH_UNIT: Final = 2
NOT_YOURS: Final = 3
"""A unit or task force of the enemy; tell it like one that does not exist."""
LISTED_TWICE: Final = 4
"""Or a list that is not in rising order."""
DESTROYED_UNIT: Final = 5
IN_A_FORCE: Final = 6
"""A unit belongs to another task force."""
DIFFERENT_STATUS: Final = 7
"""The units differ in place, posture or objective (3)."""
WRONG_MODE: Final = 8
"""No such transport mode, or one for a single unit (IDX-3.2.3)."""
NO_CARRIER: Final = 9
"""None of the units is of the transport class that the mode names (IDX-3.2.3.2)."""
NO_ORDERS: Final = 10
TOO_MANY_ORDERS: Final = 11
NO_SUCH_POSTURE: Final = 12
NO_SUCH_CELL: Final = 13
"""No such cell, or an inactive one."""
BAD_START: Final = 14
"""A start time that is no number."""
NEVER_COMPLETES: Final = 15
"""An order that cannot be carried out from the status in which it begins (IDX-3.1)."""
NO_SUCH_FORCE: Final = 16
ENDLESS: Final = 100
"""And a reason of delays.py."""


@outlined_kernel
def judge_units(ground: Ground, state: State, side: int, units: Int, count: int, mode: int) -> int:
    """Why a side cannot make so many units a task force (3, 4.1)."""
    if count <= 0:
        return NO_UNITS
    for i in range(count):
        unit = units[i]
        if unit < 0 or unit >= state.units.shape[0]:
            return NO_SUCH_UNIT
        if state.units[unit, SIDE] != side:
            return NOT_YOURS
        if i > 0 and unit <= units[i - 1]:
            return LISTED_TWICE
        if state.units[unit, POSTURE] < 0:
            return DESTROYED_UNIT
        if state.units[unit, FORCE] != NONE:
            return IN_A_FORCE
        for column in (PLACE, POSTURE, OBJECTIVE):
            if state.units[unit, column] != state.units[units[0], column]:
                return DIFFERENT_STATUS
    if mode < 0 or mode >= ground.delays.load_size.shape[2] or (mode > 0 and count == 1):
        return WRONG_MODE
    return OK


@outlined_kernel
def judge_orders(
    ground: Ground, state: State, unit: int, orders: Int, starts: Float, length: int
) -> int:
    """Why a unit, or a task force with its status, cannot be given so many orders.

    IDX-3.1, IDX-4.1.
    """
    if length <= 0:
        return NO_ORDERS
    if length > MAX_ORDERS:
        return TOO_MANY_ORDERS
    place, posture = state.units[unit, PLACE], state.units[unit, POSTURE]
    objective, possible = state.units[unit, OBJECTIVE], True
    for row in range(length):
        aim, wanted = orders[row, AIM], orders[row, WANTED]
        if not is_posture(ground.forces, wanted):
            return NO_SUCH_POSTURE
        if not is_active(ground.area, aim):
            return NO_SUCH_CELL
        if not isfinite(starts[row]):
            return BAD_START
        place, posture, objective, possible = outcome(
            ground.delays, place, posture, objective, aim, wanted
        )
        if not possible:
            return NEVER_COMPLETES
    return OK


@outlined_kernel
def judge_delay(ground: Ground, state: State, force: int, orders: Int, length: int) -> int:
    """Why the first change of status would never come, if so; an attack under way is no reason.

    Leaves the task force with the first of the orders that is not carried out yet.
    """
    unit = state.forces[force, FIRST]
    place, posture = state.units[unit, PLACE], state.units[unit, POSTURE]
    objective, row = state.units[unit, OBJECTIVE], 0
    while row < length and is_complete(
        place, posture, objective, orders[row, AIM], orders[row, WANTED]
    ):
        row += 1
    if row == length:
        return OK
    state.missions[force, 0, AIM] = orders[row, AIM]
    state.missions[force, 0, WANTED] = orders[row, WANTED]
    delay, reason = delay_of(ground, state, force)
    return ENDLESS + reason if isinf(delay) and reason != COMBAT else OK


@inline_kernel
def write(state: State, force: int, orders: Int, starts: Float, length: int) -> None:
    """Give a task force a mission."""
    for row in range(length):
        state.missions[force, row, AIM] = orders[row, AIM]
        state.missions[force, row, WANTED] = orders[row, WANTED]
        state.starts[force, row] = starts[row]
    state.forces[force, LENGTH] = length


@kernel
def create(
    ground: Ground,
    state: State,
    side: int,
    units: Int,
    count: int,
    mode: int,
    orders: Int,
    starts: Float,
    length: int,
    out: Int,
) -> int:
    """A side constitutes a task force and gives it a mission, or is told why not (IDX-4.1).

    `units` are rows in rising order, `orders` rows of desired objective and
    desired posture.
    """
    refusal = judge_units(ground, state, side, units, count, mode)
    if refusal == OK:
        refusal = judge_orders(ground, state, units[0], orders, starts, length)
    if refusal != OK:
        return refusal
    force = form(state, units, count, mode)
    unit, carriers = state.forces[force, FIRST], 0
    while unit != NONE:
        carriers += int(drives(ground, state, force, unit))
        unit = state.units[unit, MATE]
    refusal = NO_CARRIER if carriers == 0 else judge_delay(ground, state, force, orders, length)
    if refusal != OK:
        disband(state, force)
        return refusal
    write(state, force, orders, starts, length)
    drop_completed(state, force)
    proceed(ground, state, force, out)
    return OK


@kernel
def replace(
    ground: Ground,
    state: State,
    side: int,
    force: int,
    orders: Int,
    starts: Float,
    length: int,
    out: Int,
) -> int:
    """A side replaces all orders of a mission, or is told why not (IDX-4.1).

    A transition that has begun goes on if the new orders want it, too.
    """
    if not is_force(state, force):
        return NO_SUCH_FORCE
    if state.forces[force, OF_SIDE] != side:
        return NOT_YOURS
    unit = state.forces[force, FIRST]
    refusal = judge_orders(ground, state, unit, orders, starts, length)
    if refusal != OK:
        return refusal
    aim, wanted = state.missions[force, 0, AIM], state.missions[force, 0, WANTED]
    place, posture = state.forces[force, NEXT_PLACE], state.forces[force, NEXT_POSTURE]
    objective = state.forces[force, NEXT_OBJECTIVE]
    refusal = judge_delay(ground, state, force, orders, length)
    if refusal != OK:
        state.missions[force, 0, AIM] = aim
        state.missions[force, 0, WANTED] = wanted
        delay_of(ground, state, force)
        return refusal
    write(state, force, orders, starts, length)
    dropped = drop_completed(state, force)
    now, begun = state.time[0], state.agenda[force, BEGUN]
    if dropped == 0 and begun <= now and state.starts[force, 0] <= now:
        delay_of(ground, state, force)
        if (
            state.forces[force, NEXT_PLACE] == place
            and state.forces[force, NEXT_POSTURE] == posture
            and state.forces[force, NEXT_OBJECTIVE] == objective
        ):
            reconsider(ground, state, force)
            return OK
    proceed(ground, state, force, out)
    return OK


@kernel
def cancel_mission(state: State, side: int, force: int, out: Int) -> int:
    """A side cancels a mission: the task force is no more, its units stay as they are (IDX-4.1)."""
    if not is_force(state, force):
        return NO_SUCH_FORCE
    if state.forces[force, OF_SIDE] != side:
        return NOT_YOURS
    unit = state.forces[force, FIRST]
    note(out, CANCELLED, clauses.MISSION, 1 << side, force, unit, state.units[unit, PLACE], 0, 0)
    disband(state, force)
    return OK


@inline_kernel
def is_force(state: State, force: int) -> bool:
    """Whether a number names a task force."""
    return bool(0 <= force < state.forces.shape[0] and state.forces[force, FIRST] != NONE)


@kernel
def foresee(ground: Ground, state: State, force: int) -> int:
    """Why a movement of a mission would never end, a reason of delays.py (IDX-3.2.3).

    With the stocks of now, and without enemies; `NO_REASON` where all would.
    What a task force lacks may still arrive before a later order, or before its
    start time: then only what is there to stay is a reason.
    """
    unit = state.forces[force, FIRST]
    place, posture = state.units[unit, PLACE], state.units[unit, POSTURE]
    objective = state.units[unit, OBJECTIVE]
    for row in range(state.forces[force, LENGTH]):
        aim, wanted = state.missions[force, row, AIM], state.missions[force, row, WANTED]
        for _ in range(LONGEST):
            if is_complete(place, posture, objective, aim, wanted):
                break
            there, then, toward = next_status(ground.delays, place, posture, objective, aim, wanted)
            moves = class_of(posture) == MOVEMENT and class_of(then) == ATTACK
            if moves and toward == objective:
                _, reason = movement_delay(ground, state, force, place, objective, posture)
                if reason != NO_REASON:
                    later = row > 0 or state.starts[force, 0] > state.time[0]
                    return NO_REASON if later and reason not in LASTING else reason
            place, posture, objective = there, then, toward
    return NO_REASON
