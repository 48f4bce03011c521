"""Reinforcements and moves by sea, MAL-3, MAL-13, MAL-14, as kernels."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import OFF_ROAD, OK, lift, settle, side_of, way
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    ARM,
    ARMOUR,
    BOXED,
    CALLED,
    CONTROL,
    COUNT,
    DIRECTIONS,
    DUE,
    EAST,
    ENTRY_HEX,
    ENTRY_PORT,
    ENTRY_SIDE,
    FORCE_Z_FACES,
    FORCE_Z_LAST,
    GROUP_PORT,
    HEXES,
    JAPAN,
    LANDING,
    LATER,
    NO_SEA,
    NOBODY,
    OFFERED,
    ON_MAP,
    PLACE,
    POINTS,
    POOL,
    PORT,
    PORT_HEX,
    PORT_OF,
    PORT_OWNER,
    PORT_SEA,
    PORTS,
    PRICE,
    SAILED,
    SEA_LEFT,
    SECOND,
    SHIPPING_TURN,
    STACK,
    STACKING,
    STATUS,
    TURN,
    UNITS,
    WEST,
    Int,
    MalayaGround,
    MalayaState,
)

# Why an order is refused
NOT_IN_BOX: Final = 20
NOT_YOUR_ENTRY: Final = 21
ENTRY_TAKEN: Final = 22
NOT_OFFERED: Final = 23
NO_HARBOUR: Final = 24
SAILED_ALREADY: Final = 25
SAME_PORT: Final = 26
OFF_MAP_PORT: Final = 27
OTHER_SEA: Final = 28
ONLY_HOME: Final = 29
NO_SHIPPING: Final = 30
SHIPS_USED_UP: Final = 31
ENEMY_PORT: Final = 32
FRIENDLY_PORT: Final = 33
ARMOUR_LANDS: Final = 34
PORT_FULL: Final = 35

# Kinds of events
CALLED_UP: Final = 10
PLACED: Final = 11
SAILS: Final = 12
LANDS: Final = 13
SAFE: Final = 14
INTERCEPTED: Final = 15


@inline_kernel
def call_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why an optional unit cannot be called; OK where it can (MAL-3)."""
    units = state.units
    offered = ground.units[unit, OFFERED] == state.game[TURN]
    if not offered or units[unit, STATUS] != LATER or units[unit, DUE] != 0:
        return NOT_OFFERED
    return OK


@inline_kernel
def call(ground: MalayaGround, state: MalayaState, unit: int, out: Int) -> None:
    """Take an optional unit: it costs points, and arrives next turn (MAL-3)."""
    state.units[unit, DUE] = state.game[TURN] + 1
    state.game[CALLED + side_of(ground, unit)] += ground.units[unit, PRICE]
    note(out, CALLED_UP, 3, PUBLIC, unit, ground.units[unit, PRICE], 0, 0, 0)


@inline_kernel
def enter_refusal(ground: MalayaGround, state: MalayaState, unit: int, entry: int) -> int:
    """Why a reinforcement cannot come in at an entry; OK where it can (MAL-9, MAL-14).

    Armour comes in by road or railway alone: it could never leave another hex.
    """
    if state.units[unit, STATUS] != BOXED:
        return NOT_IN_BOX
    side = side_of(ground, unit)
    if ground.entries[entry, ENTRY_SIDE] != side:
        return NOT_YOUR_ENTRY
    place = ground.entries[entry, ENTRY_HEX]
    if place != ground.rules[HEXES] and state.hexes[place, COUNT + 1 - side] > 0:
        return ENTRY_TAKEN
    if place != ground.rules[HEXES] and not has_way(ground, unit, place):
        return OFF_ROAD
    return OK


@inline_kernel
def has_way(ground: MalayaGround, unit: int, place: int) -> bool:
    """Whether a unit could leave a hex in any direction (MAL-9)."""
    ways = 0
    for direction in range(DIRECTIONS):
        ways += way(ground, unit, place, direction) > 0
    return ways > 0


@inline_kernel
def enter_map(ground: MalayaGround, state: MalayaState, unit: int, entry: int, out: Int) -> None:
    """Place a reinforcement: on the map, or in a port off it (MAL-14)."""
    place = ground.entries[entry, ENTRY_HEX]
    if place == ground.rules[HEXES]:
        state.units[unit, STATUS] = ABROAD
        state.units[unit, PORT] = ground.entries[entry, ENTRY_PORT]
    else:
        settle(ground, state, unit, place)
    note(out, PLACED, 14, PUBLIC, unit, entry, place, 0, 0)


@inline_kernel
def harbour(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """The port in which a unit lies, on the map or off it; NOBODY for none."""
    if state.units[unit, STATUS] == ABROAD:
        return state.units[unit, PORT]
    if state.units[unit, STATUS] == ON_MAP:
        return ground.hexes[state.units[unit, PLACE], PORT_OF]
    return NOBODY


@inline_kernel
def landing_points(ground: MalayaGround, state: MalayaState, port: int) -> int:
    """Stacking points of the units that are to land at a port (MAL-7)."""
    total = 0
    for unit in range(ground.rules[UNITS]):
        if state.units[unit, STATUS] == LANDING and state.units[unit, PORT] == port:
            total += ground.units[unit, STACK]
    return total


@inline_kernel
def is_friendly(ground: MalayaGround, state: MalayaState, port: int, side: int) -> bool:
    """Whether a side holds a port on the map."""
    place = ground.ports[port, PORT_HEX]
    return state.hexes[place, CONTROL] == side and state.hexes[place, COUNT + 1 - side] == 0


@outlined_kernel
def sea_refusal(ground: MalayaGround, state: MalayaState, unit: int, port: int) -> int:
    """Why a unit may not go to a port by sea, by whatever right; OK where it may (MAL-13)."""
    units, side = state.units, side_of(ground, unit)
    origin = harbour(ground, state, unit)
    if origin == NOBODY:
        return NO_HARBOUR
    if units[unit, SAILED] == 1:
        return SAILED_ALREADY
    if origin == port:
        return SAME_PORT
    if ground.ports[port, PORT_HEX] == ground.rules[HEXES]:
        return OFF_MAP_PORT
    sea = ground.ports[origin, PORT_SEA]
    if side == JAPAN:
        if sea == NO_SEA or ground.ports[port, PORT_SEA] != sea:
            return OTHER_SEA
        opened = state.game[SHIPPING_TURN]
        if sea == WEST and (opened == 0 or state.game[TURN] < opened):
            return NO_SHIPPING
    elif ground.ports[port, PORT_SEA] != NO_SEA:
        return ONLY_HOME
    elif sea == NO_SEA:
        return OTHER_SEA
    return SHIPS_USED_UP if state.game[SEA_LEFT + sea] == 0 else OK
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
    place = ground.ports[port, PORT_HEX]
    points = state.hexes[place, POINTS + side] + ground.units[unit, STACK]
    return PORT_FULL if points > ground.rules[STACKING] else OK


@outlined_kernel
def land_refusal(ground: MalayaGround, state: MalayaState, unit: int, port: int) -> int:
    """Why a unit may not land at a port of the enemy (MAL-7, MAL-13)."""
    refused = sea_refusal(ground, state, unit, port)
    if refused != OK:
        return refused
    if ground.units[unit, ARM] == ARMOUR:
        return ARMOUR_LANDS
    if is_friendly(ground, state, port, side_of(ground, unit)):
        return FRIENDLY_PORT
    points = landing_points(ground, state, port) + ground.units[unit, STACK]
    return PORT_FULL if points > ground.rules[STACKING] else OK


@outlined_kernel
def go_by_sea(ground: MalayaGround, state: MalayaState, unit: int, port: int, out: Int) -> None:
    """Sail to a port, or before one that enemies defend, to land there (MAL-13)."""
    origin = harbour(ground, state, unit)
    state.game[SEA_LEFT + ground.ports[origin, PORT_SEA]] -= 1
    side = side_of(ground, unit)
    place = ground.ports[port, PORT_HEX]
    lift(ground, state, unit)
    state.units[unit, SAILED] = 1
    state.units[unit, PORT] = port
    if state.hexes[place, COUNT + 1 - side] > 0:
        state.units[unit, STATUS] = LANDING
        note(out, LANDS, 13, PUBLIC, unit, origin, port, place, 0)
    else:
        settle(ground, state, unit, place)
        note(out, SAILS, 13, PUBLIC, unit, origin, port, place, 0)


@inline_kernel
def next_group(ground: MalayaGround, state: MalayaState, first: int) -> int:
    """The next port, from one on, to which ships of Japan go in the east; NOBODY for none.

    The units that go to one port are a group (MAL-13).
    """
    if state.game[TURN] > ground.rules[FORCE_Z_LAST] or ground.rules[FORCE_Z_FACES] == 0:
        return NOBODY
    for port in range(first, ground.rules[PORTS]):
        if ground.ports[port, PORT_SEA] != EAST or ground.ports[port, PORT_OWNER] != NOBODY:
            continue
        for unit in range(ground.rules[SECOND]):
            if in_group(state, unit, port):
                return port
    return NOBODY


@inline_kernel
def in_group(state: MalayaState, unit: int, port: int) -> bool:
    """Whether a unit of Japan sails with the group to a port."""
    afloat = state.units[unit, STATUS] == ON_MAP or state.units[unit, STATUS] == LANDING
    return afloat and state.units[unit, SAILED] == 1 and state.units[unit, PORT] == port


@inline_kernel
def choose_group(ground: MalayaGround, state: MalayaState) -> None:
    """Let the group that is intercepted lose the steps (MAL-13)."""
    for unit in range(ground.rules[SECOND]):
        hit = in_group(state, unit, state.game[GROUP_PORT])
        state.units[unit, POOL] = 1 if hit else 0
