"""Who follows an enemy on the same way does not overtake him (IDX-3.3.1)."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.rules.maneuver.delays import Ground
from hexfront.systems.idahex.rules.maneuver.forces import leads, put_at, tie
from hexfront.systems.idahex.scenario.design import Int
from hexfront.systems.idahex.scenario.state import NONE, State, class_of


@event(
    "IDX-3.3.1",
    "{unit} follows {ahead} out of {place}, not before it.",
    word="pursuit",
    places="place",
    subjects="unit ahead",
)
class Pursued(NamedTuple):
    """A unit follows another."""

    unit: int
    ahead: int
    place: int


TIE_SHARE: Final = 4.0
"""How often the time between the two changes fits into eps."""


@inline_kernel
def headway(ground: Ground) -> float:
    """How long after an enemy his pursuer may enter the same status: eps/4."""
    return tie(ground) / TIE_SHARE


@inline_kernel
def earliest_entry(state: State, force: int) -> float:
    """min tentry of the elements of a task force."""
    found = inf
    unit = state.forces.first[force]
    while unit != NONE:
        found = min(found, state.units.entry[unit])
        unit = state.units.next_in_force[unit]
    return found


@outlined_kernel
def follows(state: State, force: int, other: int) -> bool:
    """Whether a task force goes the same way as an enemy, and came on it later.

    Location, posture class and objective are the same, now and next, and the
    class is to change.
    """
    one, two = state.forces.first[force], state.forces.first[other]
    units, forces = state.units, state.forces
    if units.place[one] != units.place[two] or units.objective[one] != units.objective[two]:
        return False
    if forces.next_place[force] != forces.next_place[other]:
        return False
    if forces.next_objective[force] != forces.next_objective[other]:
        return False
    now, then = class_of(state.units.posture[one]), class_of(state.forces.next_posture[force])
    if now == then or now != class_of(state.units.posture[two]):
        return False
    if then != class_of(state.forces.next_posture[other]):
        return False
    return earliest_entry(state, force) > earliest_entry(state, other)


@outlined_kernel
def last_ahead(state: State, force: int) -> int:
    """The first unit of the enemy that a task force follows, the last of several to go on.

    NONE where there is none.  An enemy that waits without end holds nobody up.
    """
    unit, side = state.forces.first[force], state.forces.side[force]
    if state.units.posture[unit] < 10:
        return NONE
    due, ahead = -inf, NONE
    enemy = state.standing[state.units.place[unit], 1 - side]
    while enemy != NONE:
        other = state.units.force[enemy]
        goes_on = other != NONE and leads(state, enemy) and due < state.agenda[other, DUE] < inf
        if goes_on and follows(state, force, other):
            due, ahead = state.agenda[other, DUE], enemy
        enemy = state.units.next_in_cell[enemy]
    return ahead


@inline_kernel
def is_held_up(state: State, force: int) -> bool:
    """Whether an enemy whom a task force follows has yet to go on, or has only just done so."""
    return state.waits.not_before[force] > state.game.time or last_ahead(state, force) != NONE


@outlined_kernel
def wait_behind(ground: Ground, state: State, force: int, out: Int) -> bool:
    """Put a task force off that would overtake an enemy; whether it must wait."""
    ahead = last_ahead(state, force)
    if ahead == NONE:
        return False
    unit, side = state.forces.first[force], state.forces.side[force]
    put_at(state, force, state.agenda[state.units.force[ahead], DUE] + headway(ground))
    note(out, 1 << side, Pursued(unit, ahead, state.units.place[unit]))
    return True


@outlined_kernel
def hold_up_followers(ground: Ground, state: State, force: int) -> None:
    """Enemies who follow a task force that is about to enter its next status do so later.

    Whatever brings them forward afterwards, `put_at` keeps to that.
    """
    unit, side = state.forces.first[force], state.forces.side[force]
    if state.units.posture[unit] < 10:
        return
    bound = state.game.time + headway(ground)
    enemy = state.standing[state.units.place[unit], 1 - side]
    while enemy != NONE:
        other = state.units.force[enemy]
        if other != NONE and leads(state, enemy) and follows(state, other, force):
            state.waits.not_before[other] = bound
            if state.agenda[other, DUE] < bound:
                put_at(state, other, bound)
        enemy = state.units.next_in_cell[enemy]
