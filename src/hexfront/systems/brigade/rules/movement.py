"""Movement, BRG-12 to BRG-20, as kernels.

A unit moves hex by hex.  The same step is judged in three places: while a plan
is made (units stand where the plan puts them, enemies where they are), when a
plan is carried out, and in play by turns.  `planned` is where the mover's side
stands; `place` and `holder` are where everybody really stands.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.brigade.rules.hexes import (
    add_friends,
    add_holder,
    add_zones,
    drop_holder,
    friends_at,
    holder_at,
    set_path_hex,
    zones_at,
)
from hexfront.systems.brigade.scenario.state import (
    HOLDERS,
    MOST_POINTS,
    NOBODY,
    BrigadeGround,
    BrigadeState,
)

# Why a step is refused.
OK: Final = 0
GONE: Final = refusal(1, "BRG-24", "the unit is no longer on the map")
OFF_MAP: Final = refusal(2, "BRG-13", "units never leave the map")
ENEMY_THERE: Final = refusal(3, "BRG-13", "an enemy holds that hex")
CLOSED_TERRAIN: Final = refusal(4, "BRG-14", "units may not enter that terrain")
NO_STACKING: Final = refusal(5, "BRG-15", "the move could not end there, nor go on to a legal end")
ZONE_STOPS: Final = refusal(6, "BRG-17", "entering an enemy zone of control has ended the move")
ZONE_TO_ZONE: Final = refusal(7, "BRG-19", "no step leads from an enemy zone directly to another")
TOO_FEW_POINTS: Final = refusal(8, "BRG-20", "the hex costs more movement points than are left")
NO_POINTS: Final = refusal(9, "BRG-12", "the unit has no movement points left")
NOT_ITS_MOVE: Final = refusal(10, "BRG-15", "units move one after another, and this one has moved")
OTHER_IN_TRANSIT: Final = refusal(
    11, "BRG-15", "a unit that passes through friends must go on first"
)
HAS_ATTACK: Final = refusal(12, "BRG-9", "the unit has an attack order: withdraw it first")
NOT_ADJACENT: Final = refusal(13, "BRG-11", "the unit is no longer next to that hex")


@event(
    "BRG-12",
    "{unit} moves from {here} to {there}.",
    word="move",
    places="here there",
    subjects="unit",
)
class Moved(NamedTuple):
    """A unit moves into the next hex."""

    unit: int
    here: int
    there: int


@event(
    "BRG-9",
    "{unit} is to move from {here} to {there}.",
    word="plot",
    places="here there",
    subjects="unit",
)
class StepPlotted(NamedTuple):
    """A step of a plan."""

    unit: int
    here: int
    there: int


@event("BRG-11", word="stop", places="here", subjects="unit")
class Stopped(NamedTuple):
    """A unit stops before a hex of its path; `refusal` says why, 0 for stacking."""

    unit: int
    here: int
    wanted: int
    refusal: int


@event("BRG-11", word="stop", places="here", subjects="unit")
class PathCut(NamedTuple):
    """The rest of a plotted path is dropped, as it could not be gone."""

    unit: int
    here: int
    wanted: int
    refusal: int


@event(
    "BRG-28",
    "{unit} is identified by {observer}.",
    word="detect",
    places="place",
    subjects="unit observer",
)
class Detected(NamedTuple):
    """A hidden company is seen."""

    unit: int
    observer: int
    place: int


@inline_kernel
def side_of(ground: BrigadeGround, unit: int) -> int:
    """The side of a unit."""
    return 1 if unit >= ground.rules.first_unit[1] else 0


@inline_kernel
def terrain_step(
    ground: BrigadeGround, state: BrigadeState, side: int, here: int, there: int
) -> int:
    """Judge a step by map, enemies, terrain and zones, but not by points or friends.

    Leaving a zone is free (BRG-18), unless straight into another (BRG-19).
    """
    if there == ground.rules.off_map:
        return OFF_MAP
    holder = holder_at(state, there, 0)
    if holder != NOBODY and side_of(ground, holder) != side:
        return ENEMY_THERE
    if ground.hexes.cost[there] == 0:
        return CLOSED_TERRAIN
    if zones_at(state, here, 1 - side) > 0 and zones_at(state, there, 1 - side) > 0:
        return ZONE_TO_ZONE
    return OK


@small_kernel
def may_end(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> bool:
    """Whether the unit may end its move in a hex, as far as friends go (BRG-15)."""
    itself = state.units.planned[unit] == there
    return friends_at(state, there, side_of(ground, unit)) - itself < ground.rules.stack


@inline_kernel
def open_ways(ground: BrigadeGround, state: BrigadeState, side: int, here: int, points: int) -> int:
    """A bit for each direction in which map, terrain, enemies, zones and points allow a step.

    The same as `terrain_step`, of all six at once: no enemy is near but where his zone is (BRG-16).
    """
    ways = ground.hexes.ways[here, min(points, MOST_POINTS)]
    if zones_at(state, here, 1 - side) > 0:
        for direction in range(6):
            there = ground.hexes.neighbour[here, direction]
            if terrain_step(ground, state, side, here, there) != OK:
                ways &= ~(1 << direction)
    return ways


@inline_kernel
def roomy_ways(ground: BrigadeGround, state: BrigadeState, side: int, here: int) -> int:
    """A bit for each direction in which friends leave room for one more to end (BRG-15)."""
    ways = 0
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        ways |= int(friends_at(state, there, side) < ground.rules.stack) << direction
    return ways


@inline_kernel
def ends_next(
    ground: BrigadeGround, state: BrigadeState, unit: int, here: int, points: int
) -> bool:
    """Whether a unit among friends can end its move with the very next step (BRG-15)."""
    side = side_of(ground, unit)
    roomy = roomy_ways(ground, state, side, here)
    if may_end(ground, state, unit, state.units.planned[unit]):
        roomy |= way_to(ground, here, state.units.planned[unit])
    return open_ways(ground, state, side, here, points) & roomy != 0


@kernel
def can_finish(
    ground: BrigadeGround, state: BrigadeState, unit: int, here: int, points: int
) -> bool:
    """Whether a unit that passes through friends can reach a hex to end in (BRG-15)."""
    if ends_next(ground, state, unit, here, points):
        return True
    side = side_of(ground, unit)
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        left = points - ground.hexes.cost[there]
        if (
            left > 0
            and zones_at(state, there, 1 - side) == 0
            and terrain_step(ground, state, side, here, there) == OK
            and can_finish(ground, state, unit, there, left)
        ):
            return True
    return False


@inline_kernel
def points_after(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> int:
    """Points left after entering a hex; −1 where they do not suffice (BRG-12, BRG-17, BRG-20)."""
    left = state.units.points[unit] - ground.hexes.cost[there]
    if left < 0:
        first_step = state.units.steps[unit] == 0 and state.units.points[unit] > 0
        if not (first_step and ground.rules.minimum_move == 1):
            return -1
        left = 0
    if zones_at(state, there, 1 - side_of(ground, unit)) > 0:
        return 0
    return left


@inline_kernel
def next_ways(ground: BrigadeGround, state: BrigadeState, unit: int) -> int:
    """A bit for each direction in which the unit may go next, friends aside (BRG-12 to BRG-20)."""
    points = state.units.points[unit]
    if ground.rules.minimum_move == 1 and state.units.steps[unit] == 0 and points > 0:
        points = MOST_POINTS
    return open_ways(ground, state, side_of(ground, unit), state.units.planned[unit], points)


@inline_kernel
def passing_ways(
    ground: BrigadeGround, state: BrigadeState, unit: int, here: int, crowded: int
) -> int:
    """Of steps among friends, as bits, those after which the move can still end (BRG-15).

    A unit that may stay where it is can at least come back, if it has the points for it.
    """
    foe = 1 - side_of(ground, unit)
    calm = 0
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        calm |= int(zones_at(state, there, foe) == 0) << direction
    left = max(state.units.points[unit] - ground.hexes.cost[here], 0)
    back = (
        ground.hexes.ways[here, min(left, MOST_POINTS)] if may_end(ground, state, unit, here) else 0
    )
    ways = crowded & calm & back
    doubtful = crowded & calm & ~back
    if doubtful != 0:
        for direction in range(6):
            there = ground.hexes.neighbour[here, direction]
            if doubtful >> direction & 1 == 1 and can_pass(ground, state, unit, there):
                ways |= 1 << direction
    return ways


@kernel
def can_pass(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> bool:
    """Whether a unit that enters friends, too many to stay, can still end its move (BRG-15)."""
    left = points_after(ground, state, unit, there)
    if left == 0:
        return False
    if ends_next(ground, state, unit, there, left):
        return True
    return can_finish(ground, state, unit, there, left)


@inline_kernel
def may_step(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> bool:
    """Whether the unit may enter a hex next (BRG-12 to BRG-20)."""
    way = way_to(ground, state.units.planned[unit], there)
    if next_ways(ground, state, unit) & way == 0:
        return False
    return may_end(ground, state, unit, there) or can_pass(ground, state, unit, there)


@small_kernel
def step_refusal(ground: BrigadeGround, state: BrigadeState, unit: int, direction: int) -> int:
    """Why the unit may not take this step next, or OK (BRG-12 to BRG-20)."""
    here = state.units.planned[unit]
    there = ground.hexes.neighbour[here, direction]
    if may_step(ground, state, unit, there):
        return OK
    side = side_of(ground, unit)
    if here == ground.rules.off_map:
        return GONE
    if state.units.points[unit] == 0:
        if state.units.steps[unit] > 0 and zones_at(state, here, 1 - side) > 0:
            return ZONE_STOPS
        return NO_POINTS
    refusal = terrain_step(ground, state, side, here, there)
    if refusal == OK:
        return TOO_FEW_POINTS if points_after(ground, state, unit, there) < 0 else NO_STACKING
    return refusal


@small_kernel
def in_transit(ground: BrigadeGround, state: BrigadeState, side: int) -> int:
    """The unit of the side that stands among friends and must go on, or NOBODY (BRG-15)."""
    mover = state.game.mover[side]
    if mover != NOBODY and friends_at(state, state.units.planned[mover], side) > ground.rules.stack:
        return mover
    return NOBODY


@inline_kernel
def move_refusal(ground: BrigadeGround, state: BrigadeState, unit: int, direction: int) -> int:
    """Why this order to move may not be given, or OK: one unit after another (BRG-15)."""
    side = side_of(ground, unit)
    mover = state.game.mover[side]
    if mover != unit:
        if in_transit(ground, state, side) != NOBODY:
            return OTHER_IN_TRANSIT
        if state.units.steps[unit] > 0:
            return NOT_ITS_MOVE
    if state.units.target[unit] != NOBODY:
        return HAS_ATTACK
    return step_refusal(ground, state, unit, direction)


@small_kernel
def take_step(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> None:
    """Add a hex to the unit's path; the caller has judged the step."""
    if state.units.steps[unit] == 0:
        begin_path(ground, state, unit)
    set_path_hex(state, unit, state.units.steps[unit], there)
    enter(ground, state, unit, there)


@inline_kernel
def begin_path(ground: BrigadeGround, state: BrigadeState, unit: int) -> None:
    """Give a unit the next place in the order of its side's plan (BRG-9)."""
    side = side_of(ground, unit)
    state.game.plots[side] += 1
    state.units.rank[unit] = state.game.plots[side]


@inline_kernel
def enter(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> None:
    """Stand in the next hex of the path, with the points that are left (BRG-12, BRG-17)."""
    side = side_of(ground, unit)
    state.units.points[unit] = points_after(ground, state, unit, there)
    state.units.steps[unit] += 1
    add_friends(state, state.units.planned[unit], side, -1)
    add_friends(state, there, side, 1)
    state.units.planned[unit] = there


@inline_kernel
def exert(ground: BrigadeGround, state: BrigadeState, unit: int, place: int, change: int) -> None:
    """Add or remove a unit's zone of control: six hexes, always (BRG-16)."""
    side = side_of(ground, unit)
    for direction in range(6):
        add_zones(state, ground.hexes.neighbour[place, direction], side, change)


@small_kernel
def leave(ground: BrigadeGround, state: BrigadeState, unit: int) -> None:
    """Take a unit from its hex, with its zone of control."""
    here = state.units.place[unit]
    drop_holder(state, here, unit)
    exert(ground, state, unit, here, -1)


@small_kernel
def settle(ground: BrigadeGround, state: BrigadeState, unit: int, there: int) -> None:
    """Put a unit into a hex, lowest number first, with its zone of control (BRG-16)."""
    add_holder(state, there, unit)
    state.units.place[unit] = there
    exert(ground, state, unit, there, 1)


@kernel
def detect(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> None:
    """Whoever stands next to each other knows each other from now on (BRG-28)."""
    side = side_of(ground, unit)
    here = state.units.place[unit]
    if zones_at(state, here, 1 - side) == 0:
        return
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        for level in range(HOLDERS):
            other = holder_at(state, there, level)
            if other != NOBODY and side_of(ground, other) != side:
                mark_detected(ground, state, unit, other, out)
                mark_detected(ground, state, other, unit, out)


@inline_kernel
def mark_detected(
    ground: BrigadeGround, state: BrigadeState, unit: int, observer: int, out: Int
) -> None:
    """A unit is known to the enemy from now on (BRG-28)."""
    if state.units.known[unit] == 0:
        state.units.known[unit] = 1
        if ground.rules.detection == 1:
            note(out, PUBLIC, Detected(unit, observer, state.units.place[unit]))


@small_kernel
def stand_back(ground: BrigadeGround, state: BrigadeState, side: int) -> None:
    """Forget a side's plan: units stand where they are, with their full points (BRG-12)."""
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.planned[unit] != state.units.place[unit]:
            add_friends(state, state.units.planned[unit], side, -1)
            add_friends(state, state.units.place[unit], side, 1)
            state.units.planned[unit] = state.units.place[unit]
        state.units.points[unit] = ground.companies.movement[state.units.company[unit]]
        state.units.steps[unit] = 0
        state.units.rank[unit] = 0
    state.game.mover[side] = NOBODY
    state.game.plots[side] = 0


@kernel
def walk(ground: BrigadeGround, state: BrigadeState, unit: int, there: int, out: Int) -> None:
    """Take a step that is not planned but made."""
    take_step(ground, state, unit, there)
    advance_to(ground, state, unit, there, out)


@kernel
def advance_to(ground: BrigadeGround, state: BrigadeState, unit: int, there: int, out: Int) -> None:
    """Make the next step of a unit's path (BRG-12)."""
    here = state.units.place[unit]
    leave(ground, state, unit)
    settle(ground, state, unit, there)
    note(out, PUBLIC, Moved(unit, here, there))
    detect(ground, state, unit, out)


@inline_kernel
def way_to(ground: BrigadeGround, here: int, there: int) -> int:
    """The direction of a neighbour as a bit; 0 where it is none."""
    way = 0
    for direction in range(6):
        way |= int(ground.hexes.neighbour[here, direction] == there) << direction
    return way


@inline_kernel
def direction_to(ground: BrigadeGround, here: int, there: int) -> int:
    """The direction of a neighbour; −1 where it is none."""
    for direction in range(6):
        if ground.hexes.neighbour[here, direction] == there:
            return direction
    return -1


@inline_kernel
def adjacent(ground: BrigadeGround, here: int, there: int) -> bool:
    """Whether two hexes share a side, both on the map."""
    off = ground.rules.off_map
    return off not in (here, there) and direction_to(ground, here, there) >= 0
