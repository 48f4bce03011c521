"""Movement, zones of control, stacking and rail, MAL-7 to MAL-12, as kernels."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.scenario.state import (
    ARM,
    ARMOUR,
    BEFORE,
    BOXED,
    CONTROL,
    COUNT,
    DIRECTIONS,
    DRIVE,
    EIGHTHS,
    ENTERED,
    ENTRAINING,
    GONE,
    HEXES,
    MARCH,
    MOVEMENT,
    MOVING,
    NEIGHBOUR,
    ON_MAP,
    ORIGIN,
    PATH,
    PHASE,
    PLACE,
    POINTS,
    POOR_ALLOWANCE,
    RAIL,
    RAIL_HEXES,
    RAIL_LEFT,
    RAILED,
    SAILED,
    SECOND,
    SPENT,
    STACK,
    STACKING,
    STATUS,
    STOPPED,
    SUPPLIED,
    WENT,
    ZONE,
    Int,
    MalayaGround,
    MalayaState,
)

# Why a move is refused
OK: Final = 0
NOT_ON_MAP: Final = 1
NO_LAND: Final = 2
OFF_ROAD: Final = 3
ENEMY_THERE: Final = 4
STOPPED_BY_ZONE: Final = 5
ZONE_TO_ZONE: Final = 6
TOO_FAR: Final = 7
NO_RAILWAY: Final = 8
NOT_CONTROLLED: Final = 9
RAIL_USED_UP: Final = 10
RAIL_UNSUPPLIED: Final = 11
RAIL_MOVED: Final = 12
RAIL_BESIDE_ENEMY: Final = 13
RAIL_TOO_FAR: Final = 14
NOT_OVERSTACKED: Final = 15
NOT_MOVED: Final = 16

# Kinds of events
MOVED: Final = 1
BY_RAIL: Final = 2
STOPPED_BY: Final = 3
TAKEN_BACK: Final = 4


@inline_kernel
def side_of(ground: MalayaGround, unit: int) -> int:
    """The side of a unit: Japan's come first."""
    return 1 if unit >= ground.rules[SECOND] else 0


@inline_kernel
def way(ground: MalayaGround, unit: int, here: int, direction: int) -> int:
    """Halves of points to go from a hex in a direction; 0 where the unit cannot (MAL-9)."""
    if ground.units[unit, ARM] == ARMOUR:
        return ground.hexes[here, DRIVE + direction]
    return ground.hexes[here, MARCH + direction]


@outlined_kernel
def settle(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> None:
    """Put a unit into a hex: it stacks, exerts its zone, controls it (MAL-7, MAL-10, MAL-11)."""
    side = side_of(ground, unit)
    state.units[unit, STATUS] = ON_MAP
    state.units[unit, PLACE] = place
    state.hexes[place, POINTS + side] += ground.units[unit, STACK]
    state.hexes[place, COUNT + side] += 1
    state.hexes[place, CONTROL] = side
    for direction in range(DIRECTIONS):
        if way(ground, unit, place, direction) > 0:
            state.hexes[ground.hexes[place, NEIGHBOUR + direction], ZONE + side] += 1


@outlined_kernel
def lift(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Take a unit from its hex, which stays under its side's control (MAL-11)."""
    side = side_of(ground, unit)
    place = state.units[unit, PLACE]
    if place == ground.rules[HEXES]:
        return
    state.units[unit, PLACE] = ground.rules[HEXES]
    state.hexes[place, POINTS + side] -= ground.units[unit, STACK]
    state.hexes[place, COUNT + side] -= 1
    for direction in range(DIRECTIONS):
        if way(ground, unit, place, direction) > 0:
            state.hexes[ground.hexes[place, NEIGHBOUR + direction], ZONE + side] -= 1


@inline_kernel
def remove(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Eliminate a unit."""
    lift(ground, state, unit)
    state.units[unit, STATUS] = GONE


@inline_kernel
def allowance(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Halves of movement points of a unit in this player-turn (MAL-8)."""
    full = ground.units[unit, MOVEMENT]
    if state.units[unit, SUPPLIED] == 0 or state.units[unit, SAILED] == 1:
        return full * ground.rules[POOR_ALLOWANCE] // EIGHTHS
    return full


@outlined_kernel
def march_refusal(ground: MalayaGround, state: MalayaState, unit: int, direction: int) -> int:
    """Why a unit may not march a hex; OK where it may (MAL-8 to MAL-10)."""
    if state.units[unit, STATUS] != ON_MAP:
        return NOT_ON_MAP
    here = state.units[unit, PLACE]
    there = ground.hexes[here, NEIGHBOUR + direction]
    if there == ground.rules[HEXES] or ground.hexes[here, MARCH + direction] == 0:
        return NO_LAND
    cost = way(ground, unit, here, direction)
    if cost == 0:
        return OFF_ROAD
    enemy = 1 - side_of(ground, unit)
    if state.hexes[there, COUNT + enemy] > 0:
        return ENEMY_THERE
    if state.units[unit, STOPPED] == 1:
        return STOPPED_BY_ZONE
    if state.hexes[here, ZONE + enemy] > 0 and state.hexes[there, ZONE + enemy] > 0:
        return ZONE_TO_ZONE
    if state.units[unit, SPENT] + cost > allowance(ground, state, unit):
        return TOO_FAR
    return OK


@outlined_kernel
def march(ground: MalayaGround, state: MalayaState, unit: int, direction: int, out: Int) -> None:
    """March a hex (MAL-8); a zone of control stops the unit (MAL-10)."""
    here = state.units[unit, PLACE]
    there = ground.hexes[here, NEIGHBOUR + direction]
    cost = way(ground, unit, here, direction)
    state.units[unit, PATH + state.units[unit, WENT]] = there
    state.units[unit, WENT] += 1
    state.units[unit, SPENT] += cost
    state.hexes[there, ENTERED] += 1
    note(out, MOVED, 8, PUBLIC, unit, here, there, cost, 0)
    _enter(ground, state, unit, there, out)


@inline_kernel
def _enter(ground: MalayaGround, state: MalayaState, unit: int, there: int, out: Int) -> None:
    lift(ground, state, unit)
    settle(ground, state, unit, there)
    if state.hexes[there, ZONE + 1 - side_of(ground, unit)] > 0:
        state.units[unit, STOPPED] = 1
        note(out, STOPPED_BY, 10, PUBLIC, unit, there, 0, 0, 0)


@inline_kernel
def beside_enemy(ground: MalayaGround, state: MalayaState, unit: int) -> bool:
    """Whether an enemy stands in one of the six hexes around a unit (MAL-12)."""
    here = state.units[unit, PLACE]
    enemy = 1 - side_of(ground, unit)
    for direction in range(DIRECTIONS):
        there = ground.hexes[here, NEIGHBOUR + direction]
        if state.hexes[there, COUNT + enemy] > 0:
            return True
    return False


@outlined_kernel
def rail_refusal(ground: MalayaGround, state: MalayaState, unit: int, direction: int) -> int:
    """Why a unit may not go a hex by rail; OK where it may (MAL-12)."""
    if state.units[unit, STATUS] != ON_MAP:
        return NOT_ON_MAP
    here = state.units[unit, PLACE]
    there = ground.hexes[here, NEIGHBOUR + direction]
    if ground.hexes[here, RAIL + direction] == 0:
        return NO_RAILWAY
    side = side_of(ground, unit)
    if state.hexes[there, COUNT + 1 - side] > 0:
        return ENEMY_THERE
    if state.units[unit, SUPPLIED] == 0:
        return RAIL_UNSUPPLIED
    if state.units[unit, SPENT] > 0 or state.units[unit, SAILED] == 1:
        return RAIL_MOVED
    if state.units[unit, RAILED] == 0:
        if state.game[RAIL_LEFT] == 0:
            return RAIL_USED_UP
        if beside_enemy(ground, state, unit):
            return RAIL_BESIDE_ENEMY
    if state.units[unit, STOPPED] == 1:
        return STOPPED_BY_ZONE
    if state.hexes[there, CONTROL] != side:
        return NOT_CONTROLLED
    if state.units[unit, RAILED] >= ground.rules[RAIL_HEXES]:
        return RAIL_TOO_FAR
    return OK


@outlined_kernel
def ride(ground: MalayaGround, state: MalayaState, unit: int, direction: int, out: Int) -> None:
    """Go a hex by rail (MAL-12); a zone of control stops the unit (MAL-10)."""
    here = state.units[unit, PLACE]
    there = ground.hexes[here, NEIGHBOUR + direction]
    if state.units[unit, RAILED] == 0:
        state.game[RAIL_LEFT] -= 1
    state.units[unit, RAILED] += 1
    note(out, BY_RAIL, 12, PUBLIC, unit, here, there, state.game[RAIL_LEFT], 0)
    _enter(ground, state, unit, there, out)


@inline_kernel
def back_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why a unit may not go back to where it began the phase; OK where it may (MAL-7).

    It may while its hex holds too much: no other order would always end that.
    """
    if state.units[unit, STATUS] != ON_MAP or state.units[unit, PLACE] == state.units[unit, ORIGIN]:
        return NOT_MOVED
    place, side = state.units[unit, PLACE], side_of(ground, unit)
    if state.hexes[place, POINTS + side] <= ground.rules[STACKING]:
        return NOT_OVERSTACKED
    return OK


@outlined_kernel
def go_back(ground: MalayaGround, state: MalayaState, unit: int, out: Int) -> None:
    """Take back what a unit has done in this phase; what it alone had entered is not held."""
    units, hexes = state.units, state.hexes
    here, origin = units[unit, PLACE], units[unit, ORIGIN]
    lift(ground, state, unit)
    if state.game[PHASE] == MOVING:
        for step in range(units[unit, WENT]):
            place = units[unit, PATH + step]
            hexes[place, ENTERED] -= 1
            if hexes[place, ENTERED] == 0:
                hexes[place, CONTROL] = hexes[place, BEFORE]
            units[unit, PATH + step] = 0
        units[unit, SPENT] = 0
    elif state.game[PHASE] == ENTRAINING:
        units[unit, RAILED] = 0
        state.game[RAIL_LEFT] += 1
    elif hexes[here, COUNT + side_of(ground, unit)] == 0:
        hexes[here, CONTROL] = hexes[here, BEFORE]
    units[unit, WENT] = units[unit, STOPPED] = 0
    if origin == ground.rules[HEXES]:
        units[unit, STATUS] = BOXED
    else:
        settle(ground, state, unit, origin)
    note(out, TAKEN_BACK, 7, PUBLIC, unit, here, origin, 0, 0)


@outlined_kernel
def overstacked(ground: MalayaGround, state: MalayaState, side: int, limit: int) -> int:
    """The first hex where a side has more stacking points than the limit; n for none (MAL-7)."""
    for place in range(ground.rules[HEXES]):
        if state.hexes[place, POINTS + side] > limit:
            return place
    return ground.rules[HEXES]
