"""Plans of Japan's moves by sea: where its ships bring units nearer, and where they can land."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.tables import is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import (
    AT_SEA,
    attack_on_land,
    defence_value,
    is_battle,
    weigh_battle,
)
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import FAR
from hexfront.systems.malaya.opponents.room import (
    MalayaMemory,
    MalayaRoom,
    add_order,
    first_of,
    last_of,
)
from hexfront.systems.malaya.rules.naval import harbour
from hexfront.systems.malaya.rules.orders import FIRST_ENTRY, unit_order
from hexfront.systems.malaya.rules.planes import control_of, points_in, stands
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    EAST,
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

LEAST_CHANCE: Final = 0.5
"""Of taking a port, below which nobody lands."""
WORTH_A_VOYAGE: Final = 24
"""Halves of points nearer to the goal that make up for half a move lost at sea."""
STRONG: Final = 2.5
"""Times the landing's defence that the enemies near a port may have."""
COUNTER: Final = 12
"""Halves of points within which an enemy comes against a landing before the next ships do."""
CAUTIOUS: Final = 24
"""The same while ships are intercepted: then nobody relies on the next ones."""


@inline_kernel
def sail_order(ground: MalayaGround, unit: int, port: int) -> int:
    """The order that sends a unit to a friendly port."""
    return unit_order(ground, unit, FIRST_ENTRY + ground.rules.entries + port)


@inline_kernel
def land_order(ground: MalayaGround, unit: int, port: int) -> int:
    """The order that sends a unit to land at a port."""
    return sail_order(ground, unit, port + ground.rules.ports)


@inline_kernel
def is_open(ground: MalayaGround, state: MalayaState, port: int) -> bool:
    """Whether a port on the map is Japan's."""
    place = ground.ports.hex[port]
    return control_of(state, place) == JAPAN and not stands(state, place, 1 - JAPAN)


@outlined_kernel
def is_safe(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, port: int
) -> bool:
    """Whether the force can be expected to stay where it lands."""
    defence, threat = 0, 0
    counter = CAUTIOUS if state.game.turn <= ground.rules.force_z_last else COUNTER
    for number in range(room.now.force):
        defence += defence_value(ground, state, room.force[number])
    for unit in range(first_of(ground, 1 - JAPAN), last_of(ground, 1 - JAPAN)):
        if state.units.status[unit] != ON_MAP:
            continue
        if lore.port_far[port, state.units.place[unit]] <= counter:
            threat += attack_on_land(ground, state, unit)
    return threat <= STRONG * defence


@outlined_kernel
def chance_to_land(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, port: int
) -> float:
    """The chance that the force takes a port by landing; 0 where that is not wanted."""
    place = ground.ports.hex[port]
    if room.now.force == 0 or not is_safe(ground, lore, room, state, port):
        return 0.0
    if not stands(state, place, 1 - JAPAN):
        return 1.0
    air, count = min(ground.rules.most_air, state.game.air_left[JAPAN]), room.now.force
    prospect = weigh_battle(ground, room, state, room.force, room.force_from, count, place, air)
    if not is_battle(prospect) or prospect[0] < LEAST_CHANCE:
        return 0.0
    return prospect[0]


@outlined_kernel
def embark(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom) -> None:
    """Let infantry of those that wait be the force, the strongest first, as far as a hex holds."""
    points, count = 0, 0
    for number in range(ground.rules.units):
        unit = lore.by_attack[number]
        if room.waiting[unit] == 0 or ground.units.arm[unit] != INFANTRY:
            continue
        if points + ground.units.stack[unit] <= ground.rules.stacking:
            points += ground.units.stack[unit]
            room.force[count] = unit
            room.force_from[count] = AT_SEA
            count += 1
    room.now.force = count


@kernel
def is_worth_shipping(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> bool:
    """Whether units do better in the ports off the map than on the roads of the north.

    Those units wait.
    """
    by_land = FAR
    for entry in range(ground.rules.entries):
        if ground.entries.side[entry] == JAPAN:
            by_land = min(by_land, lore.goal_far[INFANTRY, ground.entries.hex[entry]])
    embark(ground, lore, room)
    for port in range(ground.rules.ports):
        if ground.ports.owner[port] != NOBODY or ground.ports.sea[port] != EAST:
            continue
        if lore.port_cost[port] + WORTH_A_VOYAGE > by_land:
            continue
        if is_open(ground, state, port):
            return True
        if chance_to_land(ground, lore, room, state, port) > 0:
            return True
    return False


@inline_kernel
def gains_by(
    ground: MalayaGround, lore: MalayaLore, state: MalayaState, unit: int, port: int
) -> bool:
    """Whether a unit does well to go to a port."""
    if state.units.status[unit] == ABROAD:
        return True
    if harbour(ground, state, unit) == NOBODY:
        return False
    far = lore.goal_far[INFANTRY, state.units.place[unit]]
    return lore.port_cost[port] + WORTH_A_VOYAGE < far


@kernel
def plan_voyages(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    codes: Int,
    count: int,
) -> None:
    """Send Japan's units where they come nearer, or land, the port nearest to the goal first."""
    for unit in range(ground.rules.units):
        room.voyagers[unit] = 0
    for number in range(ground.rules.ports):
        port, sails, lands = lore.ports[number], 0, 0
        for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
            room.waiting[unit] = 0
            if room.voyagers[unit] == 1 or not gains_by(ground, lore, state, unit, port):
                continue
            sails += is_among(codes, count, sail_order(ground, unit, port))
            if is_among(codes, count, land_order(ground, unit, port)):
                room.waiting[unit] = 1
                lands += 1
        if sails > 0:
            send_to_port(ground, lore, room, state, memory, codes, count, port)
        elif lands > 0:
            send_to_land(ground, lore, room, state, memory, port)


@outlined_kernel
def send_to_port(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    codes: Int,
    count: int,
    port: int,
) -> None:
    """Sail to a friendly port, those from abroad first, as far as it has room."""
    space = ground.rules.stacking - points_in(ground, state, ground.ports.hex[port], JAPAN)
    for turn in range(2):
        for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
            abroad = state.units.status[unit] == ABROAD
            if room.voyagers[unit] == 1 or abroad != (turn == 0):
                continue
            order = sail_order(ground, unit, port)
            if not is_among(codes, count, order) or not gains_by(ground, lore, state, unit, port):
                continue
            if ground.units.stack[unit] <= space:
                space -= ground.units.stack[unit]
                room.voyagers[unit] = 1
                add_order(memory, order)


@outlined_kernel
def send_to_land(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    port: int,
) -> None:
    """Land with those that wait; where nobody defends, the first opens the port for the others."""
    embark(ground, lore, room)
    if chance_to_land(ground, lore, room, state, port) == 0:
        return
    empty = not stands(state, ground.ports.hex[port], 1 - JAPAN)
    for number in range(room.now.force):
        unit = room.force[number]
        room.voyagers[unit] = 1
        if empty and number > 0:
            add_order(memory, sail_order(ground, unit, port))
        else:
            add_order(memory, land_order(ground, unit, port))
