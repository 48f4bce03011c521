"""The set-up of both sides, AGR-6 and AGR-52."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.observation import (
    reveal_all,
)
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    RECALL,
    first_removal,
)
from hexfront.systems.aggressor.scenario.state import (
    NO_TYPE,
    NOBODY,
    AggressorGround,
    AggressorState,
    Phase,
)


@event("AGR-52", word="deploy", places="place", subjects="unit")
class Deployed(NamedTuple):
    """A unit is set up."""

    unit: int
    type: int
    place: int


@event("AGR-52", "{type} is taken back from {place}.", word="remove", places="place")
class Removed(NamedTuple):
    """A unit of the set-up is taken back."""

    type: int
    place: int


@event("AGR-52", "{side} is ready.", word="ready")
class SideReady(NamedTuple):
    """A side has set up."""

    side: int


@inline_kernel
def deploy(
    ground: AggressorGround, state: AggressorState, side: int, kind: int, place: int, out: Int
) -> None:
    """Place a unit of a type; units stand in the order of being chosen (AGR-6, AGR-44)."""
    army = ground.rules.army
    unit = side * army + state.game.alive[side]
    state.game.alive[side] += 1
    units = state.units
    units.kind[unit] = kind
    units.place[unit] = units.start[unit] = place
    units.range[unit] = ground.types.full_range[kind]
    units.strength[unit] = ground.types.full_strength[kind]
    state.hexes.holder[place] = unit
    note(out, 1 << side, Deployed(unit, kind, place))


@inline_kernel
def remove(ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int) -> None:
    """Take a unit back; those chosen after it move up (AGR-52)."""
    units, off = state.units, ground.rules.hexes
    gone = state.hexes.holder[place]
    state.game.changes[side] += 1
    note(out, 1 << side, Removed(units.kind[gone], place))
    state.hexes.holder[place] = NOBODY
    state.game.alive[side] -= 1
    last = side * ground.rules.army + state.game.alive[side]
    for unit in range(gone, last):
        units.kind[unit] = units.kind[unit + 1]
        units.place[unit], units.start[unit] = units.place[unit + 1], units.start[unit + 1]
        units.range[unit], units.strength[unit] = units.range[unit + 1], units.strength[unit + 1]
        state.hexes.holder[units.place[unit]] = unit
    units.kind[last] = NO_TYPE
    units.place[last] = units.start[last] = off
    units.range[last] = units.strength[last] = 0


@kernel
def apply_set_up(
    ground: AggressorGround, state: AggressorState, side: int, order: int, out: Int
) -> None:
    """An order of a side that sets up (AGR-52).

    An entry of its own, since it compiles long before the rest of the rules is needed.
    """
    hexes = ground.rules.hexes
    if order == DONE:
        state.game.ready |= 1 << side
        note(out, 1 << side, SideReady(side))
    elif order == RECALL:
        state.game.ready &= ~(1 << side)
        state.game.changes[side] += 1
    elif order >= first_removal(hexes):
        remove(ground, state, side, order - first_removal(hexes), out)
    else:
        number = order - FIRST_DEPLOY
        deploy(ground, state, side, number // hexes, number % hexes, out)


@kernel
def open_game(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Both sides are ready: chance tells who begins, in one way where it was chosen (AGR-38)."""
    if ground.rules.observation == 0:
        reveal_all(ground, state)
    state.game.phase = Phase.BEGINNER
