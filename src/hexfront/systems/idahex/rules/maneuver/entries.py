"""The virtual time at which units enter a posture class, tentry (IDX-3.3.6)."""

from __future__ import annotations

from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.deck.errata import ENTRY
from hexfront.systems.idahex.rules.maneuver.delays import FIRST_MOVEMENT, Ground, movement_delay
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    DISENGAGEMENT,
    INACTIVE,
    MOVEMENT,
    NONE,
    State,
    class_of,
)


@outlined_kernel
def set_entries(ground: Ground, state: State, force: int) -> None:
    """tentry of the elements, for the status that they are about to enter (IDX-3.3.6).

    An abort is judged first, even where the posture class stays the same.
    """
    unit, now = state.forces.first[force], state.game.time
    place, objective = state.units.place[unit], state.units.objective[unit]
    before = class_of(state.units.posture[unit])
    after, toward = class_of(state.forces.next_posture[force]), state.forces.next_objective[force]
    aborts = after == ATTACK and toward == place and objective != place
    if after == before and (not aborts or ground.printed[ENTRY] == 1):
        return
    at_once = after in (DISENGAGEMENT, MOVEMENT) or after <= INACTIVE
    away = 0.0
    threatened = aborts and before > DISENGAGEMENT and is_threatened(state, unit)
    if threatened and before == ATTACK:
        away, _ = movement_delay(ground, state, force, objective, place, FIRST_MOVEMENT)
    while unit != NONE:
        old = state.units.entry[unit]
        if at_once:
            state.units.entry[unit] = now
        elif threatened and before == ATTACK:
            state.units.entry[unit] = now + away
        elif threatened:
            state.units.entry[unit] = max(now + (now - old), now)
        else:
            state.units.entry[unit] = max(now, old)
        unit = state.units.next_in_force[unit]


@outlined_kernel
def is_threatened(state: State, unit: int) -> bool:
    """Whether an enemy comes to a unit's cell from another side than its own objective.

    IDX-3.3.6.
    """
    place, objective = state.units.place[unit], state.units.objective[unit]
    for other in range(len(state.units)):
        if (
            state.units.objective[other] == place
            and state.units.side[other] != state.units.side[unit]
            and state.units.place[other] != objective
            and class_of(state.units.posture[other]) >= DISENGAGEMENT
        ):
            return True
    return False
