"""Movement, AGR-9 to AGR-13, and the loss of steps, AGR-22."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import clause_code, event
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.observation import (
    BY_BUMP,
    BY_ZONE,
    lose_contact,
    make_contact,
    recognise,
    shows_at_once,
    side_of,
)
from hexfront.systems.aggressor.rules.planes import has, is_watched, watch
from hexfront.systems.aggressor.scenario.state import (
    CONTAMINATION,
    LAUNCH,
    NOBODY,
    OBSERVED,
    UNSEEN,
    AggressorGround,
    AggressorState,
)

BY_COMBAT: Final = clause_code("AGR-22")
BY_MISSILES: Final = clause_code("AGR-33")


@event("AGR-9", "{unit} moves to {there}.", word="move", places="here there", subjects="unit")
class Moved(NamedTuple):
    """A unit enters a hex; `taught` is 1 where the way was out of sight."""

    unit: int
    here: int
    there: int
    taught: int


@event(
    "AGR-19",
    "{unit} finds {there} held by an unseen enemy.",
    places="here there",
    subjects="unit",
)
class Blocked(NamedTuple):
    """A unit runs into an unseen enemy."""

    unit: int
    here: int
    there: int


@event(
    "AGR-12",
    "{unit} is halted in {place} by a zone of control.",
    word="halt",
    places="place",
    subjects="unit",
)
class Halted(NamedTuple):
    """A zone of control ends the move."""

    unit: int
    place: int


@event(
    "AGR-22",
    "{unit} in {place} loses a step: {attribute} is {left} now ({cause}).",
    word="loss",
    places="place",
    subjects="unit",
)
class StepLost(NamedTuple):
    """A unit loses a step of range or strength."""

    unit: int
    place: int
    cause: int
    attribute: int
    left: int


@event(
    "AGR-22",
    "{unit} is eliminated in {place} ({cause}).",
    word="eliminate",
    places="place",
    subjects="unit",
)
class Eliminated(NamedTuple):
    """A unit is gone."""

    unit: int
    place: int
    cause: int


@event("")
class Loss(NamedTuple):
    """A loss, as the umpire and studies count it."""

    side: int
    type: int
    unit: int
    cause: int
    dead: int
    clause: int


# Attributes, in events
OF_RANGE: Final = 0
OF_STRENGTH: Final = 1


@inline_kernel
def allowance(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """How many hexes a unit may still move, going by the hex that it leaves (AGR-9)."""
    reach = state.units.range[unit]
    reach -= ground.hexes.rough[state.units.place[unit]] * (reach // 2)
    return int(reach - state.units.moved[unit])


@inline_kernel
def witnesses(ground: AggressorGround, side: int) -> int:
    """Who sees a unit of the side move and vanish: where nothing is hidden, both (AGR-14)."""
    return 1 << side if ground.rules.observation == 1 else 3


@kernel
def lose_step(
    ground: AggressorGround, state: AggressorState, unit: int, cause: int, direct: bool, out: Int
) -> None:
    """Range −1, or strength −1 where range is 0 or a hit goes there directly (AGR-22, AGR-23)."""
    units = state.units
    attribute = OF_STRENGTH if direct or units.range[unit] == 0 else OF_RANGE
    if attribute == OF_STRENGTH:
        units.strength[unit] -= 1
        left = units.strength[unit]
    else:
        units.range[unit] -= 1
        left = units.range[unit]
    side = side_of(ground, unit)
    note(out, 1 << side, StepLost(unit, units.place[unit], cause, attribute, left))
    dead = units.strength[unit] == 0
    note(out, 0, Loss(side, units.kind[unit], unit, cause, int(dead), BY_COMBAT))
    if dead:
        eliminate(ground, state, unit, cause, out)


@kernel
def eliminate(
    ground: AggressorGround, state: AggressorState, unit: int, cause: int, out: Int
) -> None:
    """Remove a unit from the map (AGR-22).

    Its enemy learns of it from a report of combat (AGR-26), or because it
    happens in his own turn, before his eyes.  A report alone does not tell
    which of his contacts it was.
    """
    side = side_of(ground, unit)
    off = ground.rules.hexes
    note(out, witnesses(ground, side), Eliminated(unit, state.units.place[unit], cause))
    state.hexes.holder[state.units.place[unit]] = NOBODY
    state.units.place[unit] = off
    state.units.dug[unit] = 0
    state.game.alive[side] -= 1
    shown = shows_at_once(ground, state, unit)
    if shown:
        lose_contact(state, off, unit)
    if shown or cause <= LAUNCH:
        state.game.kills[1 - side] += 1


@inline_kernel
def enemy_in(ground: AggressorGround, state: AggressorState, place: int, side: int) -> int:
    """The enemy of a side in a hex, or NOBODY."""
    holder = state.hexes.holder[place]
    if holder != NOBODY and side_of(ground, holder) != side:
        return int(holder)
    return NOBODY


@kernel
def walk(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """A step to a hex that the side takes for empty (AGR-9, AGR-10, AGR-12, AGR-19)."""
    side = side_of(ground, unit)
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    state.units.dug[unit] = 0
    hidden = enemy_in(ground, state, there, side)
    if hidden != NOBODY:
        state.units.acted[unit] = 1
        note(out, 1 << side, Blocked(unit, here, there))
        make_contact(ground, state, hidden, OBSERVED, BY_BUMP, out)
        return
    taught = int(not is_watched(state, there, side))
    watch(state, there, side)
    # The only hexes beside both ends of a step (AGR-12).
    left = ground.hexes.neighbour[here, (direction + 5) % 6]
    right = ground.hexes.neighbour[here, (direction + 1) % 6]
    one, other = enemy_in(ground, state, left, side), enemy_in(ground, state, right, side)
    evident = is_seen(state, one) or is_seen(state, other)
    if not evident:
        for place in (left, right):
            if place != ground.rules.hexes and not is_watched(state, place, side):
                taught = 1
                watch(state, place, side)
    shift(ground, state, unit, there)
    state.units.moved[unit] += 1
    state.units.entered[unit] = int(has(state.contaminated, there))
    note(out, witnesses(ground, side), Moved(unit, here, there, taught))
    if one != NOBODY or other != NOBODY:
        state.units.halted[unit] = 1
        note(out, 1 << side, Halted(unit, there))
        if not evident:
            for enemy in (one, other):
                if enemy != NOBODY:
                    make_contact(ground, state, enemy, OBSERVED, BY_ZONE, out)
    if has(state.contaminated, there):
        lose_step(ground, state, unit, CONTAMINATION, False, out)


@inline_kernel
def is_seen(state: AggressorState, unit: int) -> bool:
    """Whether a unit, or NOBODY, is seen by its enemy."""
    return unit != NOBODY and state.sightings.level[unit] > UNSEEN


@inline_kernel
def shift(ground: AggressorGround, state: AggressorState, unit: int, there: int) -> None:
    """Put a unit into an empty hex."""
    state.hexes.holder[state.units.place[unit]] = NOBODY
    state.hexes.holder[there] = unit
    state.units.place[unit] = there
    if shows_at_once(ground, state, unit):
        state.sightings.place[unit] = there
        recognise(state, unit)
