"""The mission command: what is refused, and how task forces and missions come and go (IDX-4.1).

A refusal is a number, so that kernels can give it: `OK`, one of those below,
or `ENDLESS` and one of the reasons in delays.py why the first change of status
would never come.
"""

from __future__ import annotations

from math import isfinite, isinf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, kernel, outlined_kernel
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
    MAX_ORDERS,
    MOVEMENT,
    NONE,
    WANTED,
    State,
    class_of,
)


@event(
    "IDX-4.1",
    "The mission of {unit} is cancelled.",
    word="mission",
    places="place",
    subjects="unit",
)
class MissionCancelled(NamedTuple):
    """A mission is cancelled."""

    force: int
    unit: int
    place: int


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
        if unit < 0 or unit >= len(state.units):
            return NO_SUCH_UNIT
        if state.units.side[unit] != side:
            return NOT_YOURS
        if i > 0 and unit <= units[i - 1]:
            return LISTED_TWICE
        if state.units.posture[unit] < 0:
            return DESTROYED_UNIT
        if state.units.force[unit] != NONE:
            return IN_A_FORCE
        if not same_status(state, unit, units[0]):
            return DIFFERENT_STATUS
    if mode < 0 or mode >= ground.delays.load_size.shape[2] or (mode > 0 and count == 1):
        return WRONG_MODE
    return OK


@inline_kernel
def same_status(state: State, unit: int, other: int) -> bool:
    """Whether two units have the same place, posture and objective."""
    units = state.units
    return bool(
        units.place[unit] == units.place[other]
        and units.posture[unit] == units.posture[other]
        and units.objective[unit] == units.objective[other]
    )


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
    place, posture = state.units.place[unit], state.units.posture[unit]
    objective, possible = state.units.objective[unit], True
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
    unit = state.forces.first[force]
    place, posture = state.units.place[unit], state.units.posture[unit]
    objective, row = state.units.objective[unit], 0
    while row < length and is_complete(
        place, posture, objective, orders[row, AIM], orders[row, WANTED]
    ):
        row += 1
    if row == length:
        return OK
    state.missions.aim[force, 0] = orders[row, AIM]
    state.missions.wanted[force, 0] = orders[row, WANTED]
    delay, reason = delay_of(ground, state, force)
    return ENDLESS + reason if isinf(delay) and reason != COMBAT else OK


@inline_kernel
def write(state: State, force: int, orders: Int, starts: Float, length: int) -> None:
    """Give a task force a mission."""
    for row in range(length):
        state.missions.aim[force, row] = orders[row, AIM]
        state.missions.wanted[force, row] = orders[row, WANTED]
        state.missions.start[force, row] = starts[row]
    state.forces.length[force] = length


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
    unit, carriers = state.forces.first[force], 0
    while unit != NONE:
        carriers += int(drives(ground, state, force, unit))
        unit = state.units.next_in_force[unit]
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
    if state.forces.side[force] != side:
        return NOT_YOURS
    unit = state.forces.first[force]
    refusal = judge_orders(ground, state, unit, orders, starts, length)
    if refusal != OK:
        return refusal
    aim, wanted = state.missions.aim[force, 0], state.missions.wanted[force, 0]
    place, posture = state.forces.next_place[force], state.forces.next_posture[force]
    objective = state.forces.next_objective[force]
    refusal = judge_delay(ground, state, force, orders, length)
    if refusal != OK:
        state.missions.aim[force, 0] = aim
        state.missions.wanted[force, 0] = wanted
        delay_of(ground, state, force)
        return refusal
    write(state, force, orders, starts, length)
    dropped = drop_completed(state, force)
    now, begun = state.game.time, state.waits.begun[force]
    if dropped == 0 and begun <= now and state.missions.start[force, 0] <= now:
        delay_of(ground, state, force)
        if (
            state.forces.next_place[force] == place
            and state.forces.next_posture[force] == posture
            and state.forces.next_objective[force] == objective
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
    if state.forces.side[force] != side:
        return NOT_YOURS
    unit = state.forces.first[force]
    note(out, 1 << side, MissionCancelled(force, unit, state.units.place[unit]))
    disband(state, force)
    return OK


@inline_kernel
def is_force(state: State, force: int) -> bool:
    """Whether a number names a task force."""
    return bool(0 <= force < len(state.forces) and state.forces.first[force] != NONE)


@kernel
def foresee(ground: Ground, state: State, force: int) -> int:
    """Why a movement of a mission would never end, a reason of delays.py (IDX-3.2.3).

    With the stocks of now, and without enemies; `NO_REASON` where all would.
    What a task force lacks may still arrive before a later order, or before its
    start time: then only what is there to stay is a reason.
    """
    unit = state.forces.first[force]
    place, posture = state.units.place[unit], state.units.posture[unit]
    objective = state.units.objective[unit]
    for row in range(state.forces.length[force]):
        aim, wanted = state.missions.aim[force, row], state.missions.wanted[force, row]
        for _ in range(LONGEST):
            if is_complete(place, posture, objective, aim, wanted):
                break
            there, then, toward = next_status(ground.delays, place, posture, objective, aim, wanted)
            moves = class_of(posture) == MOVEMENT and class_of(then) == ATTACK
            if moves and toward == objective:
                _, reason = movement_delay(ground, state, force, place, objective, posture)
                if reason != NO_REASON:
                    later = row > 0 or state.missions.start[force, 0] > state.game.time
                    return NO_REASON if later and reason not in LASTING else reason
            place, posture, objective = there, then, toward
    return NO_REASON
