"""What happens when a task force in an attack posture tries to hold its objective (IDX-3.3.2).

Here the "attacker" is a task force, m, of side sa, in cell pl, which seeks to
enter a hold posture in cell po.  The enemy is side sd.  A task force that aborts
and tries to hold its own cell is one, too: then po is pl.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.rules import clauses
from hexfront.systems.idahex.rules.maneuver.contact import (
    begin,
    join_defenders,
    join_force,
    terminate,
)
from hexfront.systems.idahex.rules.maneuver.delays import Ground, has_security_force
from hexfront.systems.idahex.rules.maneuver.forces import (
    constitute,
    front,
    leads,
    order_now,
    put_ahead,
    put_at,
    reschedule,
    tie,
)
from hexfront.systems.idahex.rules.maneuver.pursuit import is_held_up
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario.chains import head_for, next_to_come, turn_away
from hexfront.systems.idahex.scenario.design import DELTA, Delays, Forces, Int
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    DISENGAGEMENT,
    GONE,
    HOLD,
    MOVEMENT,
    NONE,
    State,
    class_of,
)


@event("", word="status", places="place objective", subjects="unit")
class StatusChanged(NamedTuple):
    """A unit has another status: location, posture, objective."""

    unit: int
    place: int
    posture: int
    objective: int
    force: int
    clause: int


@event("IDX-3.3.2", "{side} owns {place} now.", word="owner", places="place")
class CellOwned(NamedTuple):
    """A cell has another owner."""

    place: int
    side: int


@event(
    "",
    "{unit} breaks off and wants to take posture {posture} in {place}.",
    places="place",
    subjects="unit",
)
class Diverted(NamedTuple):
    """A unit breaks off."""

    unit: int
    place: int
    posture: int
    clause: int


@outlined_kernel
def attempt(ground: Ground, state: State, force: int, out: Int) -> bool:
    """Steps 1 to 6: whether the attacker now enters its hold posture (IDX-3.3.2)."""
    unit, side = state.forces.first[force], state.forces.side[force]
    place, enemy = state.units.objective[unit], 1 - side
    if state.units.engagement[unit] == NONE:
        if meet(ground, state, unit, out):
            return False
        if state.fighting[place] == NONE and give_way(ground, state, force, out):
            return False
    if has_security_force(state, place, enemy):
        clash(ground, state, force, out)
        return False
    if state.units.engagement[unit] == NONE:
        catch(ground, state, place, side, out)
    doom(ground, state, place, enemy, out)
    own(state, place, side, out)
    return True


@inline_kernel
def own(state: State, place: int, side: int, out: Int) -> None:
    """A cell belongs to a side from now on (IDX-3.3.2)."""
    if state.owner[place] != side:
        state.owner[place] = side
        note(out, PUBLIC, CellOwned(place, side))


@inline_kernel
def divert(
    ground: Ground, state: State, force: int, place: int, wanted: int, age: int, out: Int
) -> None:
    """IDAHEX gives a task force another active order, and lets it begin ahead of all others."""
    order_now(ground, state, force, place, wanted, age)
    unit, audience = state.forces.first[force], 1 << state.forces.side[force]
    note(out, audience, Diverted(unit, place, wanted, clauses.ATTACKING))


@inline_kernel
def hold_after(delays: Delays, posture: int) -> int:
    """The hold posture to which pmapup leads in the end from a posture of classes 2 to 4."""
    while class_of(posture) != HOLD:
        posture = delays.up[posture]
    return int(posture)


@outlined_kernel
def meet(ground: Ground, state: State, unit: int, out: Int) -> bool:
    """Step 1: the enemies in po that come toward pl turn round and defend po (IDX-3.3.2).

    So two forces that go for each other's cell need no combat of their own
    kind.  Not for a task force that aborts: there are no two cells.
    """
    here, place = state.units.place[unit], state.units.objective[unit]
    if here == place:
        return False
    age, count = 0, 0
    other = state.standing[place, 1 - state.units.side[unit]]
    while other != NONE:
        posture = state.units.posture[other]
        comes = class_of(posture) >= DISENGAGEMENT and state.units.objective[other] == here
        if comes and leads(state, other):
            if count == 0:
                age = front(state)
            wanted = hold_after(ground.delays, posture)
            divert(ground, state, constitute(state, other), place, wanted, age + count, out)
            count += 1
        other = state.units.next_in_cell[other]
    return count > 0


@inline_kernel
def give_way(ground: Ground, state: State, force: int, out: Int) -> bool:
    """Steps 2 and 3: whether others must change status before the attacker is judged.

    IDX-3.3.2.
    """
    unit, side = state.forces.first[force], state.forces.side[force]
    place, enemy = state.units.objective[unit], 1 - side
    if state.owner[place] != side and arrive_first(ground, state, place, enemy):
        return True
    if has_other_hold(ground.forces, state, place, enemy):
        return False
    if has_security_force(state, place, enemy):
        return stop_transfers(ground, state, place, enemy, out)
    return call_back(ground, state, place, enemy, out)


@outlined_kernel
def arrive_first(ground: Ground, state: State, place: int, enemy: int) -> bool:
    """Step 2: of those who arrive at virtually the same time, the owner's come first.

    IDX-3.3.2; but nobody overtakes an enemy whom he follows (IDX-3.3.1).
    """
    limit = state.game.time + tie(ground)
    age, count = 0, 0
    force = next_to_come(state, place, enemy, NONE)
    while force != NONE:
        if state.agenda[force, DUE] <= limit and not is_held_up(state, force):
            if count == 0:
                age = front(state)
            put_ahead(state, force, age + count)
            count += 1
        force = next_to_come(state, place, enemy, force)
    return count > 0


@inline_kernel
def has_other_hold(forces: Forces, state: State, place: int, side: int) -> bool:
    """Whether units of a side hold in a cell in another posture than to transfer (IDX-3.3.2)."""
    unit = state.standing[place, side]
    while unit != NONE:
        posture = state.units.posture[unit]
        if class_of(posture) == HOLD and posture != forces.transfer[0]:
            return True
        unit = state.units.next_in_cell[unit]
    return False


@outlined_kernel
def stop_transfers(ground: Ground, state: State, place: int, enemy: int, out: Int) -> bool:
    """Step 3, case 1: the enemies in the transfer posture may change to defend po (IDX-3.3.2).

    Where none can do so in time, the attacker goes on to step 4, lest it wait
    for ever.
    """
    now, limit = state.game.time, state.game.time + tie(ground)
    age, count = 0, 0
    unit = state.standing[place, enemy]
    while unit != NONE:
        if state.units.posture[unit] == ground.forces.transfer[0] and leads(state, unit):
            force = state.units.force[unit]
            if force == NONE:
                force = constitute(state, unit)
                order_now(ground, state, force, place, STANDARD_HOLD, 0)
                reschedule(ground, state, force, out)
            elif state.missions.start[force, 0] > now:
                state.missions.start[force, 0] = now
                reschedule(ground, state, force, out)
            if holds_in(state, force, place) and state.agenda[force, DUE] <= limit:
                if count == 0:
                    age = front(state)
                put_ahead(state, force, age + count)
                count += 1
        unit = state.units.next_in_cell[unit]
    return count > 0


@inline_kernel
def holds_in(state: State, force: int, place: int) -> bool:
    """Whether the active order of a task force is to hold in a cell."""
    missions = state.missions
    return bool(missions.aim[force, 0] == place and class_of(missions.wanted[force, 0]) == HOLD)


@outlined_kernel
def call_back(ground: Ground, state: State, place: int, enemy: int, out: Int) -> bool:
    """Step 3, case 2: enemies that are leaving po for a cell of the attackers may turn (IDX-3.3.2).

    An abort takes no time, so that all of them can.  Those who already do so
    get no new order.
    """
    age, count = 0, 0
    unit = state.standing[place, enemy]
    while unit != NONE:
        objective = state.units.objective[unit]
        opposed = state.owner[objective] != enemy and state.standing[objective, 1 - enemy] != NONE
        if opposed and leads(state, unit):
            force = constitute(state, unit)
            turns = holds_in(state, force, place) and state.agenda[force, DUE] <= state.game.time
            if not turns:
                if count == 0:
                    age = front(state)
                divert(ground, state, force, place, STANDARD_HOLD, age + count, out)
                count += 1
        unit = state.units.next_in_cell[unit]
    return count > 0


@outlined_kernel
def clash(ground: Ground, state: State, force: int, out: Int) -> None:
    """Step 4: the attacker fights for the cell, or is lost where the enemy owns its own.

    IDX-3.3.2.

    Where the enemy attacks in an engagement there, having occupied the cell,
    that one ends and a new one begins, with the roles exchanged.
    """
    unit, side = state.forces.first[force], state.forces.side[force]
    here, place = state.units.place[unit], state.units.objective[unit]
    if state.units.engagement[unit] != NONE:
        put_at(state, force, inf)
        return
    if state.owner[here] != side:
        divert(ground, state, force, here, GONE, front(state), out)
        return
    row = state.fighting[place]
    if row != NONE and state.engagements.attacker[row] != side:
        terminate(ground, state, row, out)
        row = NONE
    if row == NONE:
        row = begin(state, place, side, out)
    join_force(state, row, force, out)
    join_defenders(ground, state, row, 1 - side, True, out)
    put_at(state, force, inf)


@outlined_kernel
def catch(ground: Ground, state: State, place: int, side: int, out: Int) -> None:
    """Step 5: enemies that have just begun to leave po, or still disengage, must fight (IDX-3.3.2).

    The attacker joins as soon as it holds there.
    """
    is_any = False
    other = state.standing[place, 1 - side]
    while other != NONE:
        group = class_of(state.units.posture[other])
        if group == MOVEMENT and leads(state, other) and is_near(ground, state, other):
            revert(ground, state, other, out)
            is_any = True
        is_any = is_any or group == DISENGAGEMENT
        other = state.units.next_in_cell[other]
    if is_any:
        row = state.fighting[place]
        if row == NONE:
            row = begin(state, place, side, out)
        join_defenders(ground, state, row, 1 - side, False, out)


@inline_kernel
def is_near(ground: Ground, state: State, unit: int) -> bool:
    """Whether a unit, or another of its task force, entered its class less than delta ago."""
    limit = state.game.time - ground.area.clock[DELTA]
    if state.units.force[unit] == NONE:
        return bool(state.units.entry[unit] > limit)
    while unit != NONE:
        if state.units.entry[unit] > limit:
            return True
        unit = state.units.next_in_force[unit]
    return False


@outlined_kernel
def revert(ground: Ground, state: State, unit: int, out: Int) -> None:
    """A unit, with its task force, falls back from movement to disengagement.

    IDX-3.3.2, step 5.
    """
    up, force = ground.delays.up, state.units.force[unit]
    posture = up[up[up[state.units.posture[unit]]]]
    while unit != NONE:
        turn_away(state, unit)
        state.units.posture[unit] = posture
        head_for(state, unit)
        state.units.entry[unit] = state.game.time
        place, objective = state.units.place[unit], state.units.objective[unit]
        note(out, PUBLIC, StatusChanged(unit, place, posture, objective, force, clauses.ATTACKING))
        unit = state.units.next_in_force[unit]
    if force != NONE:
        reschedule(ground, state, force, out)


@outlined_kernel
def doom(ground: Ground, state: State, place: int, enemy: int, out: Int) -> None:
    """Steps 5 and 6: enemies that attack from a cell and are engaged lose it, and are lost."""
    age, count = 0, 0
    unit = state.standing[place, enemy]
    while unit != NONE:
        engaged = state.units.engagement[unit] != NONE
        if engaged and class_of(state.units.posture[unit]) == ATTACK and leads(state, unit):
            if count == 0:
                age = front(state)
            divert(ground, state, constitute(state, unit), place, GONE, age + count, out)
            count += 1
        unit = state.units.next_in_cell[unit]
