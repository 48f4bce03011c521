"""Task forces: their elements and orders, and when they change status next (3, 3.3, 4.1)."""

from __future__ import annotations

from math import inf, isinf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE, cancel, schedule
from hexfront.systems.idahex.rules.maneuver.delays import COMBAT, NO_STATUS, Ground, wait
from hexfront.systems.idahex.rules.maneuver.sequencing import has_completed, plan
from hexfront.systems.idahex.rules.supply.transfers import drop_deliveries
from hexfront.systems.idahex.scenario.chains import add_member, remove_member
from hexfront.systems.idahex.scenario.design import FRAME, Int
from hexfront.systems.idahex.scenario.state import ATTACK, GONE, NONE, State, class_of


@event(
    "IDX-4.1",
    "{unit} has accomplished its mission in {place}.",
    word="mission",
    places="place",
    subjects="unit",
)
class MissionAccomplished(NamedTuple):
    """A mission is accomplished."""

    force: int
    unit: int
    place: int


@event(
    "IDX-3.3.3",
    "{unit} drops the order for posture {posture} in {aim}.",
    word="mission",
    places="aim",
    subjects="unit",
)
class OrderDropped(NamedTuple):
    """A task force drops an order."""

    force: int
    unit: int
    aim: int
    posture: int


@event("IDX-3.2.3", word="stuck", subjects="unit")
class WaitsForever(NamedTuple):
    """A task force waits without end."""

    force: int
    unit: int
    reason: int
    posture: int
    objective: int


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
    force = state.units.force[unit]
    return bool(force == NONE or state.forces.first[force] == unit)


@inline_kernel
def free_row(state: State) -> int:
    """A row for a new task force; there are as many rows as units."""
    row = 0
    while state.forces.first[row] != NONE:
        row += 1
    return row


@inline_kernel
def constitute(state: State, unit: int) -> int:
    """The task force of a unit; a new one, without orders, where it belongs to none."""
    force = state.units.force[unit]
    if force != NONE:
        return int(force)
    force = free_row(state)
    state.forces.mode[force] = 0
    state.forces.length[force] = 0
    state.forces.side[force] = state.units.side[unit]
    add_member(state, force, unit)
    return int(force)


@inline_kernel
def form(state: State, units: Int, count: int, mode: int) -> int:
    """A new task force of so many of the units, without orders (IDX-4.1)."""
    force = constitute(state, units[0])
    for i in range(1, count):
        add_member(state, force, units[i])
    state.forces.mode[force] = mode
    return force


@inline_kernel
def disband(state: State, force: int) -> None:
    """A task force ceases to exist, and its number becomes free (IDX-4.1)."""
    while state.forces.first[force] != NONE:
        remove_member(state, state.forces.first[force])
    cancel(state.agenda, state.heap, force)
    drop_deliveries(state, force)
    state.forces.mode[force] = 0
    state.forces.length[force] = 0


@inline_kernel
def single_out(state: State, unit: int) -> int:
    """The task force that a unit alone makes up; it leaves the one of several that it is in."""
    force = state.units.force[unit]
    if (
        force != NONE
        and state.forces.first[force] == unit
        and state.units.next_in_force[unit] == NONE
    ):
        return int(force)
    if force != NONE:
        remove_member(state, unit)
        if state.units.next_in_force[state.forces.first[force]] == NONE:
            state.forces.mode[force] = 0
    return constitute(state, unit)


@inline_kernel
def pop(state: State, force: int) -> None:
    """Remove the active order; the next one becomes active (IDX-4.1)."""
    last = state.forces.length[force] - 1
    for row in range(last):
        state.missions.aim[force, row] = state.missions.aim[force, row + 1]
        state.missions.wanted[force, row] = state.missions.wanted[force, row + 1]
        state.missions.start[force, row] = state.missions.start[force, row + 1]
    state.forces.length[force] = last


@inline_kernel
def change_order(state: State, force: int, aim: int, wanted: int) -> None:
    """Another active order, to begin at once; the orders after it stay (IDX-3.3.2)."""
    state.missions.aim[force, 0] = aim
    state.missions.wanted[force, 0] = wanted
    state.missions.start[force, 0] = state.game.time
    if state.forces.length[force] == 0:
        state.forces.length[force] = 1


@inline_kernel
def change_mission(state: State, force: int, aim: int, wanted: int) -> None:
    """A mission of a single order, to begin at once (IDX-5.3, IDX-7)."""
    state.forces.length[force] = 1
    change_order(state, force, aim, wanted)


@kernel
def put_at(state: State, force: int, due: float) -> None:
    """Place a task force on the agenda by the time of its next change, attackers last (IDX-3.3).

    Not before an enemy that it follows lets it go on (IDX-3.3.1).
    """
    state.game.serial += 1
    attacks = class_of(state.units.posture[state.forces.first[force]]) == ATTACK
    rank = ATTACKS_LAST if attacks else USUAL
    bound = state.waits.not_before[force]
    schedule(state.agenda, state.heap, force, max(due, bound), rank, state.game.serial)


@inline_kernel
def front(state: State) -> int:
    """The age of the first of those that are now to be placed ahead of all others (IDX-3.3).

    The next one gets one more, so that they keep their order, and all come
    before those of an earlier call.
    """
    state.game.front -= len(state.forces)
    return state.game.front


@inline_kernel
def put_ahead(state: State, force: int, age: int) -> None:
    """Let a task force change status now, ahead of all others; `age` is from `front`.

    IDX-3.3.2.
    """
    schedule(state.agenda, state.heap, force, state.game.time, AHEAD, age)


@inline_kernel
def order_now(ground: Ground, state: State, force: int, aim: int, wanted: int, age: int) -> None:
    """Another active order, and the change to which it leads ahead of all others (IDX-3.3.2)."""
    change_order(state, force, aim, wanted)
    plan(ground.delays, state, force)
    state.waits.begun[force] = state.game.time
    put_ahead(state, force, age)


@inline_kernel
def condemn_force(ground: Ground, state: State, force: int, age: int) -> None:
    """The mission of being destroyed at once, for a whole task force (IDX-5.3)."""
    place = state.units.place[state.forces.first[force]]
    change_mission(state, force, place, GONE)
    order_now(ground, state, force, place, GONE, age)


@inline_kernel
def condemn(ground: Ground, state: State, unit: int, age: int) -> None:
    """The mission of being destroyed at once, for one unit alone (IDX-5.3)."""
    condemn_force(ground, state, single_out(state, unit), age)


@inline_kernel
def is_condemned(state: State, force: int) -> bool:
    """Whether a task force is about to be destroyed."""
    return bool(state.forces.length[force] > 0 and state.missions.wanted[force, 0] == GONE)


@inline_kernel
def stays(state: State, force: int) -> bool:
    """Whether the next status of a task force is the present one."""
    unit = state.forces.first[force]
    return bool(
        state.forces.next_place[force] == state.units.place[unit]
        and state.forces.next_posture[force] == state.units.posture[unit]
        and state.forces.next_objective[force] == state.units.objective[unit]
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
    begun = max(state.game.time, state.missions.start[force, 0])
    state.waits.begun[force] = begun
    put_at(state, force, begun + delay)
    if isinf(delay) and reason != COMBAT:
        tell_stuck(state, force, reason, out)


@inline_kernel
def tell_stuck(state: State, force: int, reason: int, out: Int) -> None:
    """Tell a side why a task force never changes its status (IDX-3.2.3)."""
    unit, side = state.forces.first[force], state.forces.side[force]
    posture, objective = state.units.posture[unit], state.units.objective[unit]
    note(out, 1 << side, WaitsForever(force, unit, reason, posture, objective))


@inline_kernel
def reconsider(ground: Ground, state: State, force: int) -> None:
    """Find the delay of a transition that has begun anew (IDX-3.3.3)."""
    delay, _ = delay_of(ground, state, force)
    put_at(state, force, max(state.game.time, state.waits.begun[force] + delay))


@inline_kernel
def hasten(ground: Ground, state: State, force: int) -> None:
    """The next change now begun, if that brings it forward: min {t0, t1} (IDX-3.3.7)."""
    delay, _ = delay_of(ground, state, force)
    begun = max(state.game.time, state.missions.start[force, 0])
    if begun + delay < state.agenda[force, DUE]:
        state.waits.begun[force] = begun
        put_at(state, force, begun + delay)


@outlined_kernel
def drop_completed(state: State, force: int) -> int:
    """Remove the orders at the top that are carried out, and say how many (IDX-4.1).

    An order does not begin before its start time, so that it cannot end before.
    """
    count = 0
    while (
        state.forces.length[force] > 0
        and state.missions.start[force, 0] <= state.game.time
        and has_completed(state, force)
    ):
        pop(state, force)
        count += 1
    return count


@inline_kernel
def proceed(ground: Ground, state: State, force: int, out: Int) -> None:
    """Go on with the active order; without one the mission is accomplished (IDX-4.1)."""
    if state.forces.length[force] > 0:
        reschedule(ground, state, force, out)
        return
    unit = state.forces.first[force]
    audience = 1 << state.forces.side[force]
    place = state.units.place[unit]
    note(out, audience, MissionAccomplished(force, unit, place))
    disband(state, force)


@inline_kernel
def discard(state: State, force: int, out: Int) -> None:
    """Remove the active order though it is not carried out (IDX-3.3.3)."""
    audience = 1 << state.forces.side[force]
    aim, wanted = state.missions.aim[force, 0], state.missions.wanted[force, 0]
    unit = state.forces.first[force]
    note(out, audience, OrderDropped(force, unit, aim, wanted))
    pop(state, force)
