"""The virtual time at which units enter a posture class, tentry (IDX-3.3.6)."""

from __future__ import annotations

from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.deck.errata import ENTRY
from hexfront.systems.idahex.rules.maneuver.delays import FIRST_MOVEMENT, Ground, movement_delay
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    DISENGAGEMENT,
    FIRST,
    INACTIVE,
    MATE,
    MOVEMENT,
    NEXT_OBJECTIVE,
    NEXT_POSTURE,
    NONE,
    OBJECTIVE,
    PLACE,
    POSTURE,
    SIDE,
    State,
    class_of,
)


@outlined_kernel
def set_entries(ground: Ground, state: State, force: int) -> None:
    """tentry of the elements, for the status that they are about to enter (IDX-3.3.6).

    An abort is judged first, even where the posture class stays the same.
    """
    unit, now = state.forces[force, FIRST], state.time[0]
    place, objective = state.units[unit, PLACE], state.units[unit, OBJECTIVE]
    before = class_of(state.units[unit, POSTURE])
    after, toward = class_of(state.forces[force, NEXT_POSTURE]), state.forces[force, NEXT_OBJECTIVE]
    aborts = after == ATTACK and toward == place and objective != place
    if after == before and (not aborts or ground.printed[ENTRY] == 1):
        return
    at_once = after in (DISENGAGEMENT, MOVEMENT) or after <= INACTIVE
    away = 0.0
    threatened = aborts and before > DISENGAGEMENT and is_threatened(state, unit)
    if threatened and before == ATTACK:
        away, _ = movement_delay(ground, state, force, objective, place, FIRST_MOVEMENT)
    while unit != NONE:
        old = state.entry[unit]
        if at_once:
            state.entry[unit] = now
        elif threatened and before == ATTACK:
            state.entry[unit] = now + away
        elif threatened:
            state.entry[unit] = max(now + (now - old), now)
        else:
            state.entry[unit] = max(now, old)
        unit = state.units[unit, MATE]


@outlined_kernel
def is_threatened(state: State, unit: int) -> bool:
    """Whether an enemy comes to a unit's cell from another side than its own objective.

    IDX-3.3.6.
    """
    place, objective = state.units[unit, PLACE], state.units[unit, OBJECTIVE]
    for other in range(state.units.shape[0]):
        if (
            state.units[other, OBJECTIVE] == place
            and state.units[other, SIDE] != state.units[unit, SIDE]
            and state.units[other, PLACE] != objective
            and class_of(state.units[other, POSTURE]) >= DISENGAGEMENT
        ):
            return True
    return False
