"""xeq: how the change of status that is due first is carried out, or put off (IDX-3.3)."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.mechanics.agenda import RANK, first
from hexfront.systems.idahex.rules import clauses
from hexfront.systems.idahex.rules.maneuver.contact import (
    is_over,
    join,
    leave,
    must_leave,
    terminate,
)
from hexfront.systems.idahex.rules.maneuver.delays import (
    Ground,
    ground_in,
    has_security_force,
)
from hexfront.systems.idahex.rules.maneuver.entries import set_entries
from hexfront.systems.idahex.rules.maneuver.forces import (
    AHEAD,
    constitute,
    disband,
    discard,
    drop_completed,
    front,
    leads,
    proceed,
    put_ahead,
    put_at,
    reconsider,
    stays,
)
from hexfront.systems.idahex.rules.maneuver.occupation import StatusChanged, attempt, divert
from hexfront.systems.idahex.rules.maneuver.pursuit import hold_up_followers, wait_behind
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD, has_completed, plan
from hexfront.systems.idahex.rules.supply.transfers import deliver
from hexfront.systems.idahex.scenario.chains import head_for, next_to_come, stand, turn_away, vanish
from hexfront.systems.idahex.scenario.design import Combat, Design, Float, Int
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    ATTACKERS,
    DISENGAGEMENT,
    ELIMINATION,
    GONE,
    HOLD,
    INACTIVE,
    MOVEMENT,
    NONE,
    Scratch,
    State,
    class_of,
)


@event(
    "IDX-3.3.2",
    "{unit} enters {place} from {origin}.",
    word="move",
    places="origin place",
    subjects="unit",
)
class CellEntered(NamedTuple):
    """A unit enters a cell."""

    unit: int
    place: int
    origin: int


@event("IDX-5.3", "{unit} is eliminated in {place}.", word="end", places="place", subjects="unit")
class Eliminated(NamedTuple):
    """A unit is gone."""

    unit: int
    place: int


@event(
    "IDX-3.3.5",
    "{unit} cannot become active in {place}: the enemy is there or owns it.",
    word="stuck",
    places="place",
    subjects="unit",
)
class ActivationRefused(NamedTuple):
    """A unit cannot become active."""

    unit: int
    place: int


@event("IDX-3.3.4", word="battle", places="place there", subjects="unit")
class Counterattacked(NamedTuple):
    """A unit counterattacks."""

    unit: int
    place: int
    there: int
    wins: int


@event(
    "IDX-3.1",
    "{unit}, inactive, is moved to {place}.",
    word="designer",
    places="place",
    subjects="unit",
)
class Relocated(NamedTuple):
    """An inactive unit is moved."""

    unit: int
    place: int


@event("IDX-3.1", "{unit} becomes inactive.", word="designer", places="place", subjects="unit")
class Deactivated(NamedTuple):
    """A unit becomes inactive."""

    unit: int
    place: int


DESIGNER: Final = 0
"""The audience of what only the designer is told."""


@outlined_kernel
def execute(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """Carry out the first change of status on the agenda; it may alter the agenda instead.

    IDX-3.3.
    """
    ground, force = ground_in(design), first(state.heap)
    if stays(state, force):
        finish_waiting(ground, state, force, out)
        return
    unit = state.forces.first[force]
    now, then = class_of(state.units.posture[unit]), class_of(state.forces.next_posture[force])
    if state.agenda[force, RANK] != AHEAD and wait_behind(ground, state, force, out):
        return
    if now <= INACTIVE and then > INACTIVE and not may_appear(state, force, out):
        return
    breaks_off = now == HOLD and then == DISENGAGEMENT and state.units.engagement[unit] != NONE
    if breaks_off and not may_turn_on(ground, design.combat, state, force, out):
        return
    if now == ATTACK and then == HOLD and not attempt(ground, state, force, out):
        return
    enter(design, state, scratch, force, out)


@inline_kernel
def finish_waiting(ground: Ground, state: State, force: int, out: Int) -> None:
    """The start time has come of an order that the present status fulfils (IDX-3.1)."""
    state.missions.start[force, 0] = min(state.missions.start[force, 0], state.game.time)
    drop_completed(state, force)
    proceed(ground, state, force, out)


@inline_kernel
def may_appear(state: State, force: int, out: Int) -> bool:
    """Whether a task force may become active: not in the enemy's cell, nor beside him.

    IDX-3.3.5.
    """
    unit, side = state.forces.first[force], state.forces.side[force]
    place = state.forces.next_place[force]
    if state.owner[place] == side and state.standing[place, 1 - side] == NONE:
        return True
    put_at(state, force, inf)
    note(out, 1 << side, ActivationRefused(unit, place))
    return False


@inline_kernel
def strength(values: Float, stock: Float, unit: int) -> float:
    """The value of all resources of a unit."""
    total = 0.0
    for resource in range(values.shape[0]):
        total += values[resource] * stock[unit, resource]
    return total


@outlined_kernel
def is_stronger(combat: Combat, state: State, force: int, row: int, place: int) -> bool:
    """Whether a task force is stronger than the attackers located in a cell (IDX-3.3.4).

    f0/g1 > f1/g0, by cross-multiplication.
    """
    side = state.forces.side[force]
    f0, g0, f1, g1 = 0.0, 0.0, 0.0, 0.0
    unit = state.forces.first[force]
    while unit != NONE:
        f0 += strength(combat.value_attack[side], state.stock, unit)
        g0 += strength(combat.value_defence[side], state.stock, unit)
        unit = state.units.next_in_force[unit]
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE:
        if state.units.place[unit] == place:
            f1 += strength(combat.value_attack[1 - side], state.stock, unit)
            g1 += strength(combat.value_defence[1 - side], state.stock, unit)
        unit = state.units.next_in_engagement[unit]
    return f0 * g0 > f1 * g1


@outlined_kernel
def may_turn_on(ground: Ground, combat: Combat, state: State, force: int, out: Int) -> bool:
    """Whether a defender may leave toward its objective; not yet where attackers stand there.

    A counterattack: the stronger one makes them abort their attack first, the
    weaker one stays (IDX-3.3.4).
    """
    first_one = state.forces.first[force]
    row = state.units.engagement[first_one]
    here, there = state.units.place[first_one], state.forces.next_objective[force]
    if state.units.attacks[first_one] == 1:
        return True
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE and state.units.place[unit] != there:
        unit = state.units.next_in_engagement[unit]
    if unit == NONE:
        return True
    stronger = is_stronger(combat, state, force, row, there)
    wins = int(stronger)
    note(out, PUBLIC, Counterattacked(first_one, here, there, wins))
    age, count = front(state), 0
    if not stronger:
        divert(ground, state, force, here, STANDARD_HOLD, age, out)
        return False
    while unit != NONE:
        if state.units.place[unit] == there and leads(state, unit):
            divert(ground, state, constitute(state, unit), there, STANDARD_HOLD, age + count, out)
            count += 1
        unit = state.units.next_in_engagement[unit]
    return False


@outlined_kernel
def enter(design: Design, state: State, scratch: Scratch, force: int, out: Int) -> None:
    """A task force enters its next status, with all that follows from it.

    IDX-3.3.2 to IDX-3.3.7.
    """
    ground = ground_in(design)
    unit, side = state.forces.first[force], state.forces.side[force]
    place, posture = state.units.place[unit], state.units.posture[unit]
    then = state.forces.next_posture[force]
    row = state.units.engagement[unit]
    hold_up_followers(ground, state, force)
    set_entries(ground, state, force)
    change_status(state, force, out)
    if state.units.place[unit] != place and then > 0:
        note(out, PUBLIC, CellEntered(unit, state.units.place[unit], place))
    if then == GONE:
        bury(state, force, out)
    else:
        dropped = drop_completed(state, force)
        if then == design.forces.transfer[0] and then != posture:
            offer_delivery(design, state, scratch, force, dropped, out)
        proceed(ground, state, force, out)
    if row != NONE and is_over(state, row):
        terminate(ground, state, row, out)
    left = class_of(posture) == HOLD and class_of(then) not in (HOLD, MOVEMENT, ATTACK)
    if left and not has_security_force(state, place, side):
        expose(ground, state, place, side, out)


@outlined_kernel
def change_status(state: State, force: int, out: Int) -> None:
    """Give all elements their next status; they leave and join cells and engagements (IDX-5)."""
    there, then = state.forces.next_place[force], state.forces.next_posture[force]
    toward = state.forces.next_objective[force]
    unit = state.forces.first[force]
    while unit != NONE:
        posture, place = state.units.posture[unit], state.units.place[unit]
        was_active, is_active = posture >= 10, then >= 10
        if was_active and (place != there or not is_active):
            vanish(state, unit)
        turn_away(state, unit)
        state.units.place[unit] = there
        state.units.posture[unit] = then
        state.units.objective[unit] = toward
        head_for(state, unit)
        if is_active and (place != there or not was_active):
            stand(state, unit)
        note(out, PUBLIC, StatusChanged(unit, there, then, toward, force, clauses.SEQUENCE))
        if then >= 0 and not is_active:
            if was_active:
                note(out, DESIGNER, Deactivated(unit, there))
            else:
                note(out, DESIGNER, Relocated(unit, there))
        if state.units.engagement[unit] != NONE:
            if must_leave(state, unit):
                leave(state, unit, out)
        elif class_of(then) == HOLD and state.fighting[there] != NONE:
            join(state, state.fighting[there], unit, out)
        unit = state.units.next_in_force[unit]


@outlined_kernel
def offer_delivery(
    design: Design, state: State, scratch: Scratch, force: int, dropped: int, out: Int
) -> None:
    """Deliver, unless a transfer command is to be expected: the mission is over, or it waits.

    It waits if an order was just carried out, and the next one has a start
    time that is still to come (IDX-4.2.2).
    """
    if state.forces.length[force] == 0:
        return
    if dropped > 0 and state.missions.start[force, 0] > state.game.time:
        return
    deliver(design, state, scratch, force, out)


@inline_kernel
def bury(state: State, force: int, out: Int) -> None:
    """The elements of a task force are destroyed: what they had left is lost (IDX-5.3)."""
    unit, side = state.forces.first[force], state.forces.side[force]
    while unit != NONE:
        for resource in range(state.stock.shape[1]):
            state.totals[side, ELIMINATION, resource] += state.stock[unit, resource]
            state.stock[unit, resource] = 0.0
        note(out, PUBLIC, Eliminated(unit, state.units.place[unit]))
        unit = state.units.next_in_force[unit]
    disband(state, force)


@outlined_kernel
def expose(ground: Ground, state: State, place: int, side: int, out: Int) -> None:
    """A side has no security force in a cell any more: pursuit, and occupation (IDX-3.3.3)."""
    unit = state.standing[place, side]
    while unit != NONE:
        force = state.units.force[unit]
        runs = class_of(state.units.posture[unit]) == DISENGAGEMENT
        if runs and force != NONE and leads(state, unit):
            reconsider(ground, state, force)
        unit = state.units.next_in_cell[unit]
    age = front(state)
    force = next_to_come(state, place, 1 - side, NONE)
    while force != NONE:
        if class_of(state.units.posture[state.forces.first[force]]) == ATTACK:
            seize(ground, state, force, age, out)
            age += 1
        force = next_to_come(state, place, 1 - side, force)


@inline_kernel
def seize(ground: Ground, state: State, force: int, age: int, out: Int) -> None:
    """Let an attacker act at once on the first order that is more than to attack on (IDX-3.3.3)."""
    place = state.units.objective[state.forces.first[force]]
    while state.forces.length[force] > 0:
        plan(ground.delays, state, force)
        then, toward = state.forces.next_posture[force], state.forces.next_objective[force]
        if not has_completed(state, force) and (class_of(then) != ATTACK or toward != place):
            put_ahead(state, force, age)
            return
        discard(state, force, out)
    proceed(ground, state, force, out)
