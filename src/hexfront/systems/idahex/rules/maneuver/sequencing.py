"""Status sequencing: to which status an order leads next (IDX-3.1, figures 3.1 and 3.2).

A status is a location, a posture and an objective.  The two figures are lost;
their logic follows from tables 3.1 and 3.2, which are tests.
"""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.scenario.design import ATTACK_CLASS, Delays, Forces
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    CLASS_SIZE,
    GONE,
    HOLD,
    INACTIVE,
    State,
    class_of,
)

STANDARD_HOLD: Final = 10
"""Inactive units become active in this posture."""
LONGEST: Final = 16
"""An order takes fewer changes of status than this: an abort takes two, a move four or five."""


@inline_kernel
def is_posture(forces: Forces, posture: int) -> bool:
    """Whether the design has a posture (IDX-2.2.1)."""
    group = posture // CLASS_SIZE
    if group < HOLD:
        return posture == GONE or group == INACTIVE
    return bool(group <= ATTACK_CLASS and posture % CLASS_SIZE < forces.npost[group])


@outlined_kernel
def next_status(
    delays: Delays, place: int, posture: int, objective: int, aim: int, wanted: int
) -> tuple[int, int, int]:
    """nl, np, no: the next location, posture and objective; the present ones where there is none.

    `place` is pl, `posture` pp, `objective` po, `aim` do, `wanted` dp.
    """
    now, then = class_of(posture), class_of(wanted)
    if now < INACTIVE:
        return place, posture, objective
    if then <= INACTIVE:
        there = aim if now == INACTIVE else place
        return there, wanted, there
    if now == INACTIVE:
        return place, STANDARD_HOLD, place
    if now == HOLD:
        if aim != place:
            return place, int(delays.up[posture]), aim
        return place, wanted if then == HOLD else posture, place
    if objective == place:
        return place, int(delays.up[posture]), place
    if aim != objective:
        return place, int(delays.down[posture]), place
    if then == now and wanted != posture:
        return place, wanted, objective
    if now == ATTACK:
        return objective, int(delays.up[posture]), objective
    return place, int(delays.up[posture]), objective


@inline_kernel
def is_complete(place: int, posture: int, objective: int, aim: int, wanted: int) -> bool:
    """Whether an order is carried out: location, posture and objective are the desired ones.

    The desired objective is where a unit is to hold, or toward what it is to
    disengage, move or attack.  The destroyed have nothing left to desire.
    """
    if posture != wanted:
        return False
    if class_of(posture) <= HOLD:
        return bool(posture == GONE or place == aim)
    return bool(objective == aim and objective != place)


@outlined_kernel
def outcome(
    delays: Delays, place: int, posture: int, objective: int, aim: int, wanted: int
) -> tuple[int, int, int, bool]:
    """The status to which an order leads in the end, and whether it is complete then.

    It never is, however long it takes, of a movement posture toward one's own cell, say.
    """
    for _ in range(LONGEST):
        if is_complete(place, posture, objective, aim, wanted):
            return place, posture, objective, True
        there, then, toward = next_status(delays, place, posture, objective, aim, wanted)
        if there == place and then == posture and toward == objective:
            return place, posture, objective, False
        place, posture, objective = there, then, toward
    return place, posture, objective, False


@inline_kernel
def has_completed(state: State, force: int) -> bool:
    """Whether a task force has carried out its active order."""
    unit = state.forces.first[force]
    return is_complete(
        state.units.place[unit],
        state.units.posture[unit],
        state.units.objective[unit],
        state.missions.aim[force, 0],
        state.missions.wanted[force, 0],
    )


@kernel
def plan(delays: Delays, state: State, force: int) -> None:
    """Find the next status of a task force; the present one where its active order is complete.

    To wait behind an enemy (IDX-3.3.1) ends with the next status that was his, too.
    """
    unit = state.forces.first[force]
    place, posture = state.units.place[unit], state.units.posture[unit]
    objective = state.units.objective[unit]
    if not has_completed(state, force):
        aim, wanted = state.missions.aim[force, 0], state.missions.wanted[force, 0]
        place, posture, objective = next_status(delays, place, posture, objective, aim, wanted)
    if (
        state.forces.next_place[force] != place
        or state.forces.next_posture[force] != posture
        or state.forces.next_objective[force] != objective
    ):
        state.waits.not_before[force] = 0.0
    state.forces.next_place[force] = place
    state.forces.next_posture[force] = posture
    state.forces.next_objective[force] = objective
