"""Task forces: their elements and orders, and when they change status next (3, 3.3, 4.1)."""

from __future__ import annotations

from math import inf, isinf
from typing import Final

from hexfront.core.events import note
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.mechanics.agenda import cancel, schedule
from hexfront.systems.idahex.rules import clauses
from hexfront.systems.idahex.rules.maneuver.delays import COMBAT, NO_STATUS, Ground, wait
from hexfront.systems.idahex.rules.maneuver.sequencing import has_completed, plan
from hexfront.systems.idahex.rules.supply.transfers import drop_deliveries
from hexfront.systems.idahex.scenario.chains import dismiss, muster
from hexfront.systems.idahex.scenario.design import FRAME, Int
from hexfront.systems.idahex.scenario.state import (
    AIM,
    ATTACK,
    BEGUN,
    DUE,
    FIRST,
    FORCE,
    FRONT,
    GONE,
    LENGTH,
    MATE,
    MODE,
    NEXT_OBJECTIVE,
    NEXT_PLACE,
    NEXT_POSTURE,
    NONE,
    NOT_BEFORE,
    OBJECTIVE,
    OF_SIDE,
    PLACE,
    POSTURE,
    SERIAL,
    SIDE,
    WANTED,
    State,
    class_of,
)

# Kinds of events
ACCOMPLISHED: Final = 9
"""A mission: task force, its first unit, place."""
DISCARDED: Final = 10
"""An order: task force, its first unit, desired objective, desired posture."""
STUCK: Final = 11
"""Its next change never comes: task force, first unit, reason (delays.py), posture, objective."""

# Ranks of the agenda (IDX-3.3)
AHEAD: Final = -1
USUAL: Final = 0
ATTACKS_LAST: Final = 1


FRAME_SHARE: Final = 100.0
"""How often eps fits into a frame (IDX-3.3)."""


@inline_kernel
def tie(ground: Ground) -> float:
    """eps: changes of status as close as that happen at the same time (IDX-3.3)."""
    return float(ground.area.clock[FRAME] / FRAME_SHARE)


@inline_kernel
def leads(state: State, unit: int) -> bool:
    """Whether a unit stands for a task force, or for itself alone."""
    force = state.units[unit, FORCE]
    return bool(force == NONE or state.forces[force, FIRST] == unit)


@inline_kernel
def free_row(state: State) -> int:
    """A row for a new task force; there are as many rows as units."""
    row = 0
    while state.forces[row, FIRST] != NONE:
        row += 1
    return row


@inline_kernel
def constitute(state: State, unit: int) -> int:
    """The task force of a unit; a new one, without orders, where it belongs to none."""
    force = state.units[unit, FORCE]
    if force != NONE:
        return int(force)
    force = free_row(state)
    state.forces[force, MODE] = 0
    state.forces[force, LENGTH] = 0
    state.forces[force, OF_SIDE] = state.units[unit, SIDE]
    muster(state, force, unit)
    return int(force)


@inline_kernel
def form(state: State, units: Int, count: int, mode: int) -> int:
    """A new task force of so many of the units, without orders (IDX-4.1)."""
    force = constitute(state, units[0])
    for i in range(1, count):
        muster(state, force, units[i])
    state.forces[force, MODE] = mode
    return force


@inline_kernel
def disband(state: State, force: int) -> None:
    """A task force ceases to exist, and its number becomes free (IDX-4.1)."""
    while state.forces[force, FIRST] != NONE:
        dismiss(state, state.forces[force, FIRST])
    cancel(state.agenda, state.heap, force)
    drop_deliveries(state, force)
    state.forces[force, MODE] = 0
    state.forces[force, LENGTH] = 0


@inline_kernel
def single_out(state: State, unit: int) -> int:
    """The task force that a unit alone makes up; it leaves the one of several that it is in."""
    force = state.units[unit, FORCE]
    if force != NONE and state.forces[force, FIRST] == unit and state.units[unit, MATE] == NONE:
        return int(force)
    if force != NONE:
        dismiss(state, unit)
        if state.units[state.forces[force, FIRST], MATE] == NONE:
            state.forces[force, MODE] = 0
    return constitute(state, unit)


@inline_kernel
def pop(state: State, force: int) -> None:
    """Remove the active order; the next one becomes active (IDX-4.1)."""
    last = state.forces[force, LENGTH] - 1
    for row in range(last):
        state.missions[force, row, AIM] = state.missions[force, row + 1, AIM]
        state.missions[force, row, WANTED] = state.missions[force, row + 1, WANTED]
        state.starts[force, row] = state.starts[force, row + 1]
    state.forces[force, LENGTH] = last


@inline_kernel
def change_order(state: State, force: int, aim: int, wanted: int) -> None:
    """Another active order, to begin at once; the orders after it stay (IDX-3.3.2)."""
    state.missions[force, 0, AIM] = aim
    state.missions[force, 0, WANTED] = wanted
    state.starts[force, 0] = state.time[0]
    if state.forces[force, LENGTH] == 0:
        state.forces[force, LENGTH] = 1


@inline_kernel
def change_mission(state: State, force: int, aim: int, wanted: int) -> None:
    """A mission of a single order, to begin at once (IDX-5.3, IDX-7)."""
    state.forces[force, LENGTH] = 1
    change_order(state, force, aim, wanted)


@kernel
def put_at(state: State, force: int, due: float) -> None:
    """Place a task force on the agenda by the time of its next change, attackers last (IDX-3.3).

    Not before an enemy that it follows lets it go on (IDX-3.3.1).
    """
    state.game[SERIAL] += 1
    attacks = class_of(state.units[state.forces[force, FIRST], POSTURE]) == ATTACK
    rank = ATTACKS_LAST if attacks else USUAL
    bound = state.agenda[force, NOT_BEFORE]
    schedule(state.agenda, state.heap, force, max(due, bound), rank, state.game[SERIAL])


@inline_kernel
def front(state: State) -> int:
    """The age of the first of those that are now to be placed ahead of all others (IDX-3.3).

    The next one gets one more, so that they keep their order, and all come
    before those of an earlier call.
    """
    state.game[FRONT] -= state.forces.shape[0]
    return int(state.game[FRONT])


@inline_kernel
def put_ahead(state: State, force: int, age: int) -> None:
    """Let a task force change status now, ahead of all others; `age` is from `front`.

    IDX-3.3.2.
    """
    schedule(state.agenda, state.heap, force, state.time[0], AHEAD, age)


@inline_kernel
def order_now(ground: Ground, state: State, force: int, aim: int, wanted: int, age: int) -> None:
    """Another active order, and the change to which it leads ahead of all others (IDX-3.3.2)."""
    change_order(state, force, aim, wanted)
    plan(ground.delays, state, force)
    state.agenda[force, BEGUN] = state.time[0]
    put_ahead(state, force, age)


@inline_kernel
def condemn_force(ground: Ground, state: State, force: int, age: int) -> None:
    """The mission of being destroyed at once, for a whole task force (IDX-5.3)."""
    place = state.units[state.forces[force, FIRST], PLACE]
    change_mission(state, force, place, GONE)
    order_now(ground, state, force, place, GONE, age)


@inline_kernel
def condemn(ground: Ground, state: State, unit: int, age: int) -> None:
    """The mission of being destroyed at once, for one unit alone (IDX-5.3)."""
    condemn_force(ground, state, single_out(state, unit), age)


@inline_kernel
def is_condemned(state: State, force: int) -> bool:
    """Whether a task force is about to be destroyed."""
    return bool(state.forces[force, LENGTH] > 0 and state.missions[force, 0, WANTED] == GONE)


@inline_kernel
def stays(state: State, force: int) -> bool:
    """Whether the next status of a task force is the present one."""
    unit = state.forces[force, FIRST]
    return bool(
        state.forces[force, NEXT_PLACE] == state.units[unit, PLACE]
        and state.forces[force, NEXT_POSTURE] == state.units[unit, POSTURE]
        and state.forces[force, NEXT_OBJECTIVE] == state.units[unit, OBJECTIVE]
    )


@inline_kernel
def delay_of(ground: Ground, state: State, force: int) -> tuple[float, int]:
    """The delay before the next status, which is found too, and why it has no end.

    IDX-3.1, IDX-3.2.
    """
    plan(ground.delays, state, force)
    if stays(state, force) and not has_completed(state, force):
        return inf, NO_STATUS
    return wait(ground, state, force)


@inline_kernel
def reschedule(ground: Ground, state: State, force: int, out: Int) -> None:
    """Begin the transition to the next status, not before the order's start time.

    IDX-3.1, IDX-3.2.
    """
    delay, reason = delay_of(ground, state, force)
    begun = max(state.time[0], state.starts[force, 0])
    state.agenda[force, BEGUN] = begun
    put_at(state, force, begun + delay)
    if isinf(delay) and reason != COMBAT:
        tell_stuck(state, force, reason, out)


@inline_kernel
def tell_stuck(state: State, force: int, reason: int, out: Int) -> None:
    """Tell a side why a task force never changes its status (IDX-3.2.3)."""
    unit, side = state.forces[force, FIRST], state.forces[force, OF_SIDE]
    posture, objective = state.units[unit, POSTURE], state.units[unit, OBJECTIVE]
    note(out, STUCK, clauses.MARCH, 1 << side, force, unit, reason, posture, objective)


@inline_kernel
def reconsider(ground: Ground, state: State, force: int) -> None:
    """Find the delay of a transition that has begun anew (IDX-3.3.3)."""
    delay, _ = delay_of(ground, state, force)
    put_at(state, force, max(state.time[0], state.agenda[force, BEGUN] + delay))


@inline_kernel
def hasten(ground: Ground, state: State, force: int) -> None:
    """The next change now begun, if that brings it forward: min {t0, t1} (IDX-3.3.7)."""
    delay, _ = delay_of(ground, state, force)
    begun = max(state.time[0], state.starts[force, 0])
    if begun + delay < state.agenda[force, DUE]:
        state.agenda[force, BEGUN] = begun
        put_at(state, force, begun + delay)


@outlined_kernel
def drop_completed(state: State, force: int) -> int:
    """Remove the orders at the top that are carried out, and say how many (IDX-4.1).

    An order does not begin before its start time, so that it cannot end before.
    """
    count = 0
    while (
        state.forces[force, LENGTH] > 0
        and state.starts[force, 0] <= state.time[0]
        and has_completed(state, force)
    ):
        pop(state, force)
        count += 1
    return count


@inline_kernel
def proceed(ground: Ground, state: State, force: int, out: Int) -> None:
    """Go on with the active order; without one the mission is accomplished (IDX-4.1)."""
    if state.forces[force, LENGTH] > 0:
        reschedule(ground, state, force, out)
        return
    unit = state.forces[force, FIRST]
    audience = 1 << state.forces[force, OF_SIDE]
    place = state.units[unit, PLACE]
    note(out, ACCOMPLISHED, clauses.MISSION, audience, force, unit, place, 0, 0)
    disband(state, force)


@inline_kernel
def discard(state: State, force: int, out: Int) -> None:
    """Remove the active order though it is not carried out (IDX-3.3.3)."""
    audience = 1 << state.forces[force, OF_SIDE]
    aim, wanted = state.missions[force, 0, AIM], state.missions[force, 0, WANTED]
    unit = state.forces[force, FIRST]
    note(out, DISCARDED, clauses.SECURITY_FORCE, audience, force, unit, aim, wanted, 0)
    pop(state, force)
