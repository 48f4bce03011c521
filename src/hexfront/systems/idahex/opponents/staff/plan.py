"""The plan of a commander: the commands that he wants to give, before they are given.

Planning reads the situation and writes rows of `StaffWorkspace.plan`; `giving`
carries them out.  So no more than that one module touches the war.
"""

from __future__ import annotations

from hexfront.jit import inline_kernel
from hexfront.systems.idahex.opponents.staff.headquarters import (
    BY_NEED,
    COUNT,
    FIRST_AMOUNT,
    FIRST_OF,
    KIND_OF,
    PLACE_OF,
    WHO,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.state import AIM, WANTED


@inline_kernel
def new_row(room: StaffWorkspace, kind: int, who: int, place: int, count: int) -> int:
    """Begin a row; when the plan is full the last one is lost."""
    plan = room.plan
    if plan[0, 0] + 1 < plan.shape[0]:
        plan[0, 0] += 1
    row = plan[0, 0]
    plan[row, KIND_OF] = kind
    plan[row, WHO] = who
    plan[row, PLACE_OF] = place
    plan[row, COUNT] = count
    return int(row)


@inline_kernel
def write_order(room: StaffWorkspace, row: int, cell: int, posture: int) -> None:
    """Write an order of the mission to be given."""
    room.orders[row, AIM] = cell
    room.orders[row, WANTED] = posture


@inline_kernel
def send(room: StaffWorkspace, unit: int, length: int) -> None:
    """Give a unit, or its task force, the mission of so many orders in `room` (IDX-4.1).

    Any mission that it had is replaced.
    """
    row = new_row(room, o.MISSION, unit, 0, length)
    for order in range(length):
        room.plan[row, FIRST_OF + 2 * order] = room.orders[order, AIM]
        room.plan[row, FIRST_OF + 2 * order + 1] = room.orders[order, WANTED]


@inline_kernel
def send_to(room: StaffWorkspace, unit: int, cell: int, posture: int) -> None:
    """Give a unit a mission of one order."""
    write_order(room, 0, cell, posture)
    send(room, unit, 1)


@inline_kernel
def recall(room: StaffWorkspace, unit: int) -> None:
    """Cancel the mission of a unit (IDX-4.1)."""
    new_row(room, o.CANCEL, unit, 0, 0)


@inline_kernel
def promise(room: StaffWorkspace, unit: int, place: int, count: int) -> None:
    """A unit on a mission shall hand over, in a cell, to so many units in `room` (IDX-4.2.2)."""
    row = new_row(room, o.DELIVERY, unit, place, count)
    for i in range(count):
        room.plan[row, FIRST_OF + i] = room.takers[i]


@inline_kernel
def hand_over(staff: Staff, room: StaffWorkspace, giver: int, place: int, count: int) -> int:
    """One unit gives to so many units in `room`, by need (IDX-4.2.1).

    The row, in which whole numbers of resources can be declared.
    """
    row = new_row(room, o.TRANSFER, giver, place, count)
    for i in range(count):
        room.plan[row, FIRST_OF + i] = room.takers[i]
    for resource in range(staff.toe.shape[1]):
        room.plan[row, FIRST_AMOUNT + resource] = BY_NEED
    return int(row)


@inline_kernel
def strike(room: StaffWorkspace, cell: int, role: int) -> None:
    """Send all sorties of the cycle to a cell (IDX-6)."""
    new_row(room, o.STRIKE, role, cell, 0)
