"""Reinforcements and moves by sea, MAL-3, MAL-13, MAL-14, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import OFF_ROAD, OK, lift, settle, side_of, way
from hexfront.systems.malaya.rules.planes import control_of, points_in, stands
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.state import (
    MalayaGround,
    MalayaState,
)

# Why an order is refused
NOT_IN_BOX: Final = refusal(20, "MAL-14", "the unit is not in the reinforcement box")
NOT_YOUR_ENTRY: Final = refusal(21, "MAL-14", "reinforcements of the side do not come in there")
ENTRY_CLOSED: Final = refusal(81, "MAL-14", "nobody comes in there any more")
ENTRY_TAKEN: Final = refusal(22, "MAL-14", "an enemy holds that hex")
NOT_OFFERED: Final = refusal(23, "MAL-3", "the unit is not offered this turn")
NO_HARBOUR: Final = refusal(24, "MAL-13", "the unit is in no port")
SAILED_ALREADY: Final = refusal(25, "MAL-13", "the unit has moved by sea this turn")
SAME_PORT: Final = refusal(26, "MAL-13", "the unit is in that port")
OFF_MAP_PORT: Final = refusal(27, "MAL-13", "ships do not go back to a port off the map")
OTHER_SEA: Final = refusal(28, "MAL-13", "that port lies at another sea")
ONLY_HOME: Final = refusal(29, "MAL-13", "Commonwealth ships go to Singapore alone")
NO_SHIPPING: Final = refusal(30, "MAL-13", "there is no shipping on the west coast yet")
SHIPS_USED_UP: Final = refusal(31, "MAL-13", "all ships of this turn are used on that sea")
ENEMY_PORT: Final = refusal(32, "MAL-13", "that port is the enemy's: it takes a landing")
FRIENDLY_PORT: Final = refusal(
    33, "MAL-13", "that port is friendly: one sails there, and does not land"
)
ARMOUR_LANDS: Final = refusal(34, "MAL-13", "armour never lands at an enemy port")
PORT_FULL: Final = refusal(35, "MAL-7", "the port would hold too many stacking points")


@event("MAL-3", word="call", subjects="unit", details="points")
class CalledUp(NamedTuple):
    """A unit is called up for points."""

    unit: int
    points: int


@event("MAL-14", word="enter", places="place", subjects="unit")
class Placed(NamedTuple):
    """A unit arrives on the map."""

    unit: int
    entry: int
    place: int


@event(
    "MAL-13",
    "{unit} sails from {from_port} to {port}.",
    word="sail",
    places="place",
    subjects="unit",
)
class Sailed(NamedTuple):
    """A unit sails to a port."""

    unit: int
    from_port: int
    port: int
    place: int


@event(
    "MAL-13",
    "{unit} sails from {from_port} to land at {port}.",
    word="land",
    places="place",
    subjects="unit",
)
class SailedToLand(NamedTuple):
    """A unit sails to land on a hostile coast."""

    unit: int
    from_port: int
    port: int
    place: int


@event(
    "MAL-13",
    "The convoy to {port} comes through: the die shows {die}.",
    word="convoy",
    details="die",
)
class ConvoySafe(NamedTuple):
    """A convoy comes through."""

    port: int
    die: int


@event("MAL-13", word="intercept", details="die")
class ConvoyIntercepted(NamedTuple):
    """A convoy loses steps."""

    port: int
    die: int
    steps: int


@inline_kernel
def call_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why an optional unit cannot be called; OK where it can (MAL-3)."""
    units = state.units
    offered = ground.units.offered[unit] == state.game.turn
    if not offered or units.status[unit] != s.LATER or units.due[unit] != 0:
        return NOT_OFFERED
    return OK


@inline_kernel
def call(ground: MalayaGround, state: MalayaState, unit: int, out: Int) -> None:
    """Take an optional unit: it costs points, and arrives next turn (MAL-3)."""
    state.units.due[unit] = state.game.turn + 1
    state.game.called[side_of(ground, unit)] += ground.units.price[unit]
    note(out, PUBLIC, CalledUp(unit, ground.units.price[unit]))


@inline_kernel
def enter_refusal(ground: MalayaGround, state: MalayaState, unit: int, entry: int) -> int:
    """Why a reinforcement cannot come in at an entry; OK where it can (MAL-9, MAL-14).

    Armour comes in by road or railway alone: it could never leave another hex.
    """
    if state.units.status[unit] != s.BOXED:
        return NOT_IN_BOX
    side = side_of(ground, unit)
    if ground.entries.side[entry] != side:
        return NOT_YOUR_ENTRY
    if state.game.turn > ground.entries.until[entry]:
        return ENTRY_CLOSED
    place = ground.entries.hex[entry]
    if place != ground.rules.hexes and stands(state, place, 1 - side):
        return ENTRY_TAKEN
    if place != ground.rules.hexes and not has_way(ground, unit, place):
        return OFF_ROAD
    return OK


@inline_kernel
def has_way(ground: MalayaGround, unit: int, place: int) -> bool:
    """Whether a unit could leave a hex in any direction (MAL-9)."""
    ways = 0
    for direction in range(s.DIRECTIONS):
        ways += way(ground, unit, place, direction) > 0
    return ways > 0


@inline_kernel
def enter_map(ground: MalayaGround, state: MalayaState, unit: int, entry: int, out: Int) -> None:
    """Place a reinforcement: on the map, or in a port off it (MAL-14)."""
    place = ground.entries.hex[entry]
    if place == ground.rules.hexes:
        state.units.status[unit] = s.ABROAD
        state.units.port[unit] = ground.entries.port[entry]
    else:
        settle(ground, state, unit, place)
    note(out, PUBLIC, Placed(unit, entry, place))


@inline_kernel
def harbour(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """The port in which a unit lies, on the map or off it; NOBODY for none."""
    if state.units.status[unit] == s.ABROAD:
        return state.units.port[unit]
    if state.units.status[unit] == s.ON_MAP:
        return ground.hexes.port_of[state.units.place[unit]]
    return s.NOBODY


@inline_kernel
def landing_points(ground: MalayaGround, state: MalayaState, port: int) -> int:
    """Stacking points of the units that are to land at a port (MAL-7)."""
    total = 0
    for unit in range(ground.rules.units):
        if state.units.status[unit] == s.LANDING and state.units.port[unit] == port:
            total += ground.units.stack[unit]
    return total


@inline_kernel
def is_friendly(ground: MalayaGround, state: MalayaState, port: int, side: int) -> bool:
    """Whether a side holds a port on the map."""
    place = ground.ports.hex[port]
    return control_of(state, place) == side and not stands(state, place, 1 - side)


@outlined_kernel
def sea_refusal(ground: MalayaGround, state: MalayaState, unit: int, port: int) -> int:
    """Why a unit may not go to a port by sea, by whatever right; OK where it may (MAL-13)."""
    units, side = state.units, side_of(ground, unit)
    origin = harbour(ground, state, unit)
    if origin == s.NOBODY:
        return NO_HARBOUR
    if units.sailed[unit] == 1:
        return SAILED_ALREADY
    if origin == port:
        return SAME_PORT
    if ground.ports.hex[port] == ground.rules.hexes:
        return OFF_MAP_PORT
    sea = ground.ports.sea[origin]
    if side == s.JAPAN:
        if sea == s.NO_SEA or ground.ports.sea[port] != sea:
            return OTHER_SEA
        opened = state.game.shipping_turn
        if sea == s.WEST and (opened == 0 or state.game.turn < opened):
            return NO_SHIPPING
    elif ground.ports.sea[port] != s.NO_SEA:
        return ONLY_HOME
    elif sea == s.NO_SEA:
        return OTHER_SEA
    return SHIPS_USED_UP if state.game.sea_left[sea] == 0 else OK
    return OK


@outlined_kernel
def sail_refusal(ground: MalayaGround, state: MalayaState, unit: int, port: int) -> int:
    """Why a unit may not sail to a port of its own side (MAL-7, MAL-13)."""
    refused = sea_refusal(ground, state, unit, port)
    if refused != OK:
        return refused
    side = side_of(ground, unit)
    if not is_friendly(ground, state, port, side):
        return ENEMY_PORT
    place = ground.ports.hex[port]
    points = points_in(ground, state, place, side) + ground.units.stack[unit]
    return PORT_FULL if points > ground.rules.stacking else OK


@outlined_kernel
def land_refusal(ground: MalayaGround, state: MalayaState, unit: int, port: int) -> int:
    """Why a unit may not land at a port of the enemy (MAL-7, MAL-13)."""
    refused = sea_refusal(ground, state, unit, port)
    if refused != OK:
        return refused
    if ground.units.arm[unit] == s.ARMOUR:
        return ARMOUR_LANDS
    if is_friendly(ground, state, port, side_of(ground, unit)):
        return FRIENDLY_PORT
    points = landing_points(ground, state, port) + ground.units.stack[unit]
    return PORT_FULL if points > ground.rules.stacking else OK


@outlined_kernel
def go_by_sea(ground: MalayaGround, state: MalayaState, unit: int, port: int, out: Int) -> None:
    """Sail to a port, or before one that enemies defend, to land there (MAL-13)."""
    origin = harbour(ground, state, unit)
    state.game.sea_left[ground.ports.sea[origin]] -= 1
    side = side_of(ground, unit)
    place = ground.ports.hex[port]
    lift(ground, state, unit)
    state.units.sailed[unit] = 1
    state.units.port[unit] = port
    if stands(state, place, 1 - side):
        state.units.status[unit] = s.LANDING
        note(out, PUBLIC, SailedToLand(unit, origin, port, place))
    else:
        settle(ground, state, unit, place)
        note(out, PUBLIC, Sailed(unit, origin, port, place))


@inline_kernel
def next_group(ground: MalayaGround, state: MalayaState, first: int) -> int:
    """The next port, from one on, to which ships of Japan go in the east; NOBODY for none.

    The units that go to one port are a group (MAL-13).
    """
    if state.game.turn > ground.rules.force_z_last or ground.rules.force_z_faces == 0:
        return s.NOBODY
    for port in range(first, ground.rules.ports):
        if ground.ports.sea[port] != s.EAST or ground.ports.owner[port] != s.NOBODY:
            continue
        for unit in range(ground.rules.second):
            if in_group(state, unit, port):
                return port
    return s.NOBODY


@inline_kernel
def in_group(state: MalayaState, unit: int, port: int) -> bool:
    """Whether a unit of Japan sails with the group to a port."""
    afloat = state.units.status[unit] == s.ON_MAP or state.units.status[unit] == s.LANDING
    return afloat and state.units.sailed[unit] == 1 and state.units.port[unit] == port


@inline_kernel
def choose_group(ground: MalayaGround, state: MalayaState) -> None:
    """Let the group that is intercepted lose the steps (MAL-13)."""
    for unit in range(ground.rules.second):
        hit = in_group(state, unit, state.game.group_port)
        state.units.pool[unit] = 1 if hit else 0
