"""How engagements begin, who joins and leaves them, and how they end.

IDX-3.3.2, IDX-3.3.7, IDX-5.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.rules.maneuver.delays import Ground
from hexfront.systems.idahex.rules.maneuver.forces import hasten, reconsider
from hexfront.systems.idahex.scenario.chains import (
    close_engagement,
    engage,
    open_engagement,
    release,
)
from hexfront.systems.idahex.scenario.design import Int
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    DEFENDERS,
    DISENGAGEMENT,
    HOLD,
    NONE,
    State,
    class_of,
)


@event("IDX-3.3.2", "{side} attacks {place}.", word="battle", places="place")
class EngagementBegun(NamedTuple):
    """A side attacks a cell."""

    place: int
    side: int


@event("IDX-3.3.2", word="battle", places="place", subjects="unit")
class EngagementJoined(NamedTuple):
    """A unit joins an engagement."""

    unit: int
    place: int
    attacks: int


@event("IDX-3.3.7", "The attack of {side} on {place} is over.", word="battle", places="place")
class EngagementEnded(NamedTuple):
    """An engagement is over."""

    place: int
    side: int


@event(
    "IDX-3.3.7",
    "{unit} leaves the engagement in {place}.",
    word="battle",
    places="place",
    subjects="unit",
)
class EngagementLeft(NamedTuple):
    """A unit leaves an engagement."""

    unit: int
    place: int


@inline_kernel
def begin(state: State, place: int, attacker: int, out: Int) -> int:
    """The row of a new engagement without units in it."""
    row = open_engagement(state, place, attacker)
    note(out, PUBLIC, EngagementBegun(place, attacker))
    return int(row)


@inline_kernel
def join(state: State, row: int, unit: int, out: Int) -> None:
    """A unit joins an engagement in the role of its side, unless it is in it already (IDX-5)."""
    if state.units.engagement[unit] == row:
        return
    attacks = 1 if state.engagements.attacker[row] == state.units.side[unit] else 0
    engage(state, row, unit, attacks)
    note(out, PUBLIC, EngagementJoined(unit, state.engagements.cell[row], attacks))


@inline_kernel
def join_force(state: State, row: int, force: int, out: Int) -> None:
    """All elements of a task force join an engagement."""
    unit = state.forces.first[force]
    while unit != NONE:
        join(state, row, unit, out)
        unit = state.units.next_in_force[unit]


@outlined_kernel
def join_defenders(
    ground: Ground, state: State, row: int, side: int, holding: bool, out: Int
) -> None:
    """Units of a side in the engagement location join: who disengages, and who is `holding`.

    Their disengagement delays are found anew, now that they are engaged.
    """
    place = state.engagements.cell[row]
    unit = state.standing[place, side]
    while unit != NONE:
        group = class_of(state.units.posture[unit])
        if group == DISENGAGEMENT or (holding and group == HOLD):
            join(state, row, unit, out)
        unit = state.units.next_in_cell[unit]
    unit = state.standing[place, side]
    while unit != NONE:
        force = state.units.force[unit]
        leads = force != NONE and state.forces.first[force] == unit
        if leads and class_of(state.units.posture[unit]) == DISENGAGEMENT:
            reconsider(ground, state, force)
        unit = state.units.next_in_cell[unit]


@outlined_kernel
def must_leave(state: State, unit: int) -> bool:
    """Whether an engaged unit's status takes it out of its engagement (IDX-5).

    An attacker in another cell leaves when its objective is not the engagement
    location any more; all others in a posture class other than hold and
    disengagement.
    """
    row = state.units.engagement[unit]
    where = state.engagements.cell[row]
    posture = state.units.posture[unit]
    if posture >= 0 and state.units.attacks[unit] == 1 and state.units.place[unit] != where:
        return bool(state.units.objective[unit] != where)
    group = class_of(posture)
    return group not in (HOLD, DISENGAGEMENT)


@inline_kernel
def leave(state: State, unit: int, out: Int) -> None:
    """A unit leaves its engagement, which may be left with one side only."""
    row = state.units.engagement[unit]
    where = state.engagements.cell[row]
    release(state, unit)
    note(out, PUBLIC, EngagementLeft(unit, where))


@inline_kernel
def is_over(state: State, row: int) -> bool:
    """Whether one side has left an engagement (IDX-3.3.7)."""
    return bool(
        state.engagements.heads[row, ATTACKERS] == NONE
        or state.engagements.heads[row, DEFENDERS] == NONE
    )


@outlined_kernel
def terminate(ground: Ground, state: State, row: int, out: Int) -> None:
    """An engagement ends; those who are left may change status sooner than was foreseen.

    IDX-3.3.7.
    """
    place, attacker = state.engagements.cell[row], state.engagements.attacker[row]
    note(out, PUBLIC, EngagementEnded(place, attacker))
    heads = ATTACKERS, DEFENDERS
    for head in heads:
        unit = state.engagements.heads[row, head]
        while unit != NONE:
            state.units.engagement[unit] = NONE
            state.units.attacks[unit] = 0
            unit = state.units.next_in_engagement[unit]
    for head in heads:
        unit = state.engagements.heads[row, head]
        state.engagements.heads[row, head] = NONE
        while unit != NONE:
            after = state.units.next_in_engagement[unit]
            state.units.next_in_engagement[unit] = NONE
            force = state.units.force[unit]
            if force != NONE and state.forces.first[force] == unit:
                hasten(ground, state, force)
            unit = after
    close_engagement(state, row)
