"""Movement, zones of control, stacking and rail, MAL-7 to MAL-12, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.planes import (
    control_of,
    in_zone_of,
    points_in,
    put,
    restore_control,
    stands,
    take,
    take_control,
)
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    BOXED,
    DIRECTIONS,
    EIGHTHS,
    GONE,
    ON_MAP,
    STRETCH,
    MalayaGround,
    MalayaState,
    Phase,
)

# Why a move is refused
OK: Final = 0
NOT_ON_MAP: Final = refusal(1, "MAL-8", "the unit is not on the map")
NO_LAND: Final = refusal(2, "MAL-9", "no land leads there")
OFF_ROAD: Final = refusal(3, "MAL-9", "armour moves along roads and railways alone")
ENEMY_THERE: Final = refusal(4, "MAL-16", "an enemy holds that hex")
STOPPED_BY_ZONE: Final = refusal(5, "MAL-10", "an enemy zone of control has stopped the unit")
ZONE_TO_ZONE: Final = refusal(6, "MAL-10", "no step leads from an enemy zone directly to another")
TOO_FAR: Final = refusal(7, "MAL-8", "the hex costs more movement points than are left")
NO_RAILWAY: Final = refusal(8, "MAL-12", "no railway leads there")
NOT_CONTROLLED: Final = refusal(9, "MAL-12", "trains run through friendly hexes alone")
RAIL_USED_UP: Final = refusal(10, "MAL-12", "all trains of this turn are used")
RAIL_UNSUPPLIED: Final = refusal(11, "MAL-12", "only supplied units go by rail")
RAIL_MOVED: Final = refusal(12, "MAL-12", "the unit has moved already, by land or sea")
RAIL_BESIDE_ENEMY: Final = refusal(13, "MAL-12", "nobody entrains next to an enemy")
RAIL_TOO_FAR: Final = refusal(14, "MAL-12", "the train goes no farther this turn")
NOT_OVERSTACKED: Final = refusal(
    15, "MAL-7", "a unit goes back only from a hex that holds too much"
)
NOT_MOVED: Final = refusal(16, "MAL-7", "the unit has not moved in this phase")


@event("MAL-8", word="move", places="here there", subjects="unit")
class Moved(NamedTuple):
    """A unit moves into a hex."""

    unit: int
    here: int
    there: int
    cost: int


@event("MAL-12", word="rail", places="here there", subjects="unit")
class MovedByRail(NamedTuple):
    """A unit moves by rail; so many units may still do so."""

    unit: int
    here: int
    there: int
    capacity: int


@event(
    "MAL-10",
    "{unit} is stopped in {place} by an enemy zone of control.",
    word="stop",
    places="place",
    subjects="unit",
)
class Stopped(NamedTuple):
    """An enemy zone of control ends the move."""

    unit: int
    place: int


@event("MAL-7", word="back", places="here start", subjects="unit")
class TakenBack(NamedTuple):
    """A move is taken back."""

    unit: int
    here: int
    start: int


@inline_kernel
def side_of(ground: MalayaGround, unit: int) -> int:
    """The side of a unit: Japan's come first."""
    return 1 if unit >= ground.rules.second else 0


@inline_kernel
def way(ground: MalayaGround, unit: int, here: int, direction: int) -> int:
    """Halves of points to go from a hex in a direction; 0 where the unit cannot (MAL-9)."""
    if ground.units.arm[unit] == ARMOUR:
        return ground.hexes.drive[here, direction]
    return ground.hexes.march[here, direction]


@outlined_kernel
def settle(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> None:
    """Put a unit into a hex: it stacks, exerts its zone, controls it (MAL-7, MAL-10, MAL-11)."""
    side = side_of(ground, unit)
    state.units.status[unit] = ON_MAP
    state.units.place[unit] = place
    put(state.standing[side], place)
    take_control(state, place, side)
    exert_zone(ground, state, unit)


@inline_kernel
def exert_zone(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Mark the zone of control of a unit (MAL-10)."""
    place, side = state.units.place[unit], side_of(ground, unit)
    for direction in range(DIRECTIONS):
        if way(ground, unit, place, direction) > 0:
            put(state.zones[side], ground.hexes.neighbour[place, direction])


@outlined_kernel
def lift(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Take a unit from its hex, which stays under its side's control (MAL-11).

    Its zone goes, but for what others exert there too: those within two hexes.
    """
    side = side_of(ground, unit)
    place = state.units.place[unit]
    if place == ground.rules.hexes:
        return
    state.units.place[unit] = ground.rules.hexes
    take(state.standing[side], place)
    for direction in range(DIRECTIONS):
        if way(ground, unit, place, direction) > 0:
            take(state.zones[side], ground.hexes.neighbour[place, direction])
    first = 0 if side == 0 else ground.rules.second
    last = ground.rules.second if side == 0 else ground.rules.units
    for other in range(first, last):
        there = state.units.place[other]
        if there != ground.rules.hexes and distance(ground, place, there) <= 2:
            exert_zone(ground, state, other)
            if there == place:
                put(state.standing[side], place)


@inline_kernel
def distance(ground: MalayaGround, one: int, other: int) -> int:
    """Hexes between two hexes, whatever lies there."""
    q = ground.hexes.axial_q[one] - ground.hexes.axial_q[other]
    r = ground.hexes.axial_r[one] - ground.hexes.axial_r[other]
    return max(abs(q), abs(r), abs(q + r))


@inline_kernel
def remove(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Eliminate a unit."""
    lift(ground, state, unit)
    state.units.status[unit] = GONE


@inline_kernel
def allowance(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Halves of movement points of a unit in this player-turn (MAL-8)."""
    full = ground.units.movement[unit]
    if state.units.supplied[unit] == 0 or state.units.sailed[unit] == 1:
        return full * ground.rules.poor_allowance // EIGHTHS
    return full


@outlined_kernel
def march_refusal(ground: MalayaGround, state: MalayaState, unit: int, direction: int) -> int:
    """Why a unit may not march a hex; OK where it may (MAL-8 to MAL-10)."""
    if state.units.status[unit] != ON_MAP:
        return NOT_ON_MAP
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    if there == ground.rules.hexes or ground.hexes.march[here, direction] == 0:
        return NO_LAND
    cost = way(ground, unit, here, direction)
    if cost == 0:
        return OFF_ROAD
    enemy = 1 - side_of(ground, unit)
    if stands(state, there, enemy):
        return ENEMY_THERE
    if state.units.stopped[unit] == 1:
        return STOPPED_BY_ZONE
    if in_zone_of(state, here, enemy) and in_zone_of(state, there, enemy):
        return ZONE_TO_ZONE
    if state.units.spent[unit] + cost > allowance(ground, state, unit):
        return TOO_FAR
    return OK


@outlined_kernel
def march(ground: MalayaGround, state: MalayaState, unit: int, direction: int, out: Int) -> None:
    """March a hex (MAL-8); a zone of control stops the unit (MAL-10)."""
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    cost = way(ground, unit, here, direction)
    add_to_path(state, unit, direction)
    state.units.spent[unit] += cost
    note(out, PUBLIC, Moved(unit, here, there, cost))
    _enter(ground, state, unit, there, out)


@inline_kernel
def add_to_path(state: MalayaState, unit: int, direction: int) -> None:
    """Remember in which direction a unit has marched."""
    went = state.units.went[unit]
    state.paths[unit, went // STRETCH] |= direction << went % STRETCH * 3
    state.units.went[unit] = went + 1


@inline_kernel
def step_of_path(state: MalayaState, unit: int, step: int) -> int:
    """The direction of a step that a unit has marched in this phase."""
    return state.paths[unit, step // STRETCH] >> step % STRETCH * 3 & 7


@outlined_kernel
def was_entered(ground: MalayaGround, state: MalayaState, place: int) -> bool:
    """Whether a unit has marched into a hex in this phase."""
    for unit in range(ground.rules.units):
        here = state.units.origin[unit]
        for step in range(state.units.went[unit]):
            here = ground.hexes.neighbour[here, step_of_path(state, unit, step)]
            if here == place:
                return True
    return False


@inline_kernel
def _enter(ground: MalayaGround, state: MalayaState, unit: int, there: int, out: Int) -> None:
    lift(ground, state, unit)
    settle(ground, state, unit, there)
    if in_zone_of(state, there, 1 - side_of(ground, unit)):
        state.units.stopped[unit] = 1
        note(out, PUBLIC, Stopped(unit, there))


@inline_kernel
def beside_enemy(ground: MalayaGround, state: MalayaState, unit: int) -> bool:
    """Whether an enemy stands in one of the six hexes around a unit (MAL-12)."""
    here = state.units.place[unit]
    enemy = 1 - side_of(ground, unit)
    for direction in range(DIRECTIONS):
        there = ground.hexes.neighbour[here, direction]
        if stands(state, there, enemy):
            return True
    return False


@outlined_kernel
def rail_refusal(ground: MalayaGround, state: MalayaState, unit: int, direction: int) -> int:
    """Why a unit may not go a hex by rail; OK where it may (MAL-12)."""
    if state.units.status[unit] != ON_MAP:
        return NOT_ON_MAP
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    if ground.hexes.rail[here, direction] == 0:
        return NO_RAILWAY
    side = side_of(ground, unit)
    if stands(state, there, 1 - side):
        return ENEMY_THERE
    if state.units.supplied[unit] == 0:
        return RAIL_UNSUPPLIED
    if state.units.spent[unit] > 0 or state.units.sailed[unit] == 1:
        return RAIL_MOVED
    if state.units.railed[unit] == 0:
        if state.game.rail_left == 0:
            return RAIL_USED_UP
        if beside_enemy(ground, state, unit):
            return RAIL_BESIDE_ENEMY
    if state.units.stopped[unit] == 1:
        return STOPPED_BY_ZONE
    if control_of(state, there) != side:
        return NOT_CONTROLLED
    if state.units.railed[unit] >= ground.rules.rail_hexes:
        return RAIL_TOO_FAR
    return OK


@outlined_kernel
def ride(ground: MalayaGround, state: MalayaState, unit: int, direction: int, out: Int) -> None:
    """Go a hex by rail (MAL-12); a zone of control stops the unit (MAL-10)."""
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    if state.units.railed[unit] == 0:
        state.game.rail_left -= 1
    state.units.railed[unit] += 1
    note(out, PUBLIC, MovedByRail(unit, here, there, state.game.rail_left))
    _enter(ground, state, unit, there, out)


@inline_kernel
def back_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why a unit may not go back to where it began the phase; OK where it may (MAL-7).

    It may while its hex holds too much: no other order would always end that.
    """
    if state.units.status[unit] != ON_MAP or state.units.place[unit] == state.units.origin[unit]:
        return NOT_MOVED
    place, side = state.units.place[unit], side_of(ground, unit)
    if points_in(ground, state, place, side) <= ground.rules.stacking:
        return NOT_OVERSTACKED
    return OK


@outlined_kernel
def go_back(ground: MalayaGround, state: MalayaState, unit: int, out: Int) -> None:
    """Take back what a unit has done in this phase; what it alone had entered is not held."""
    units = state.units
    here, origin, went = units.place[unit], units.origin[unit], units.went[unit]
    lift(ground, state, unit)
    units.went[unit] = units.stopped[unit] = 0
    if state.game.phase == Phase.MOVEMENT:
        place = origin
        for step in range(went):
            place = ground.hexes.neighbour[place, step_of_path(state, unit, step)]
            if not was_entered(ground, state, place):
                restore_control(state, place)
        fill(state.paths[unit], 0)
        units.spent[unit] = 0
    elif state.game.phase == Phase.RAIL:
        units.railed[unit] = 0
        state.game.rail_left += 1
    elif not stands(state, here, side_of(ground, unit)):
        restore_control(state, here)
    if origin == ground.rules.hexes:
        units.status[unit] = BOXED
    else:
        settle(ground, state, unit, origin)
    note(out, PUBLIC, TakenBack(unit, here, origin))


@outlined_kernel
def overstacked(ground: MalayaGround, state: MalayaState, side: int, limit: int) -> int:
    """The first hex where a side has more stacking points than the limit; n for none (MAL-7)."""
    first = 0 if side == 0 else ground.rules.second
    last = ground.rules.second if side == 0 else ground.rules.units
    found = ground.rules.hexes
    for unit in range(first, last):
        place, points = state.units.place[unit], 0
        if place < found:
            # The first unit of a hex finds all of them.
            for other in range(unit, last):
                if state.units.place[other] == place:
                    points += ground.units.stack[other]
            if points > limit:
                found = place
    return found
