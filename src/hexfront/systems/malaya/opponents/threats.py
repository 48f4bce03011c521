"""What enemies behind the front threaten: to leave units of Japan without supplies (MAL-15)."""

from __future__ import annotations

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.assault import is_free, reaches
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import find_reach
from hexfront.systems.malaya.opponents.room import MalayaRoom, first_of, last_of
from hexfront.systems.malaya.rules.movement import lift, settle
from hexfront.systems.malaya.rules.planes import control_of, has, stands, take_control
from hexfront.systems.malaya.rules.supply import forget, supply_of, trace_supply
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    DIRECTIONS,
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)


@kernel
def find_threats(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, side: int
) -> None:
    """Find how many of Japan's factors one of the enemies in a hex cuts off, or could next turn.

    Only of those behind Japan's foremost unit whom it can attack: who stands before it is fought
    anyway. The plans of the Commonwealth know no threats.
    """
    for place in range(ground.rules.hexes):
        room.threat[place] = 0.0
    if side != JAPAN:
        return
    for place in range(ground.rules.hexes):
        behind = lore.goal_far[INFANTRY, place] > room.now.foremost
        if behind and stands(state, place, COMMONWEALTH) and is_target(ground, room, place):
            room.threat[place] = cut_from(ground, lore, room, state, place)
    forget(state)
    room.now.version += 1


@inline_kernel
def is_target(ground: MalayaGround, room: MalayaRoom, place: int) -> bool:
    """Whether a unit of Japan can come beside a hex, or a battle there is planned already."""
    for battle in range(room.now.planned):
        if room.planned[battle] == place:
            return True
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        for direction in range(DIRECTIONS):
            if is_free(room, unit) and reaches(
                room, unit, ground.hexes.neighbour[place, direction]
            ):
                return True
    return False


@outlined_kernel
def cut_from(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, place: int
) -> float:
    """The most of Japan's factors that one of the enemies in a hex cuts off, here or elsewhere."""
    count = 0
    for unit in range(first_of(ground, COMMONWEALTH), last_of(ground, COMMONWEALTH)):
        if state.units.status[unit] == ON_MAP and state.units.place[unit] == place:
            points, reach = ground.units.movement[unit], room.reach[unit]
            find_reach(ground, room, state, unit, points, state.zones[JAPAN], reach)
            room.force[count] = unit
            count += 1
    for number in range(count):
        lift(ground, state, room.force[number])
    without = trace_cut(ground, lore, state)
    for there in range(ground.rules.hexes):
        room.feeds[there] = 1 if has(state.net, there) else 0
    worst = without
    for number in range(count):
        worst = max(worst, worst_cut(ground, lore, room, state, room.force[number]))
    for number in range(count):
        settle(ground, state, room.force[number], place)
    return worst - without


@outlined_kernel
def worst_cut(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, unit: int
) -> float:
    """The most of Japan's factors without supply wherever a lifted enemy may stand next turn."""
    worst = 0.0
    for there in range(ground.rules.hexes):
        if room.reach[unit, there] == NOBODY or not is_beside_net(ground, room, there):
            continue
        holder = control_of(state, there)
        settle(ground, state, unit, there)
        worst = max(worst, trace_cut(ground, lore, state))
        lift(ground, state, unit)
        take_control(state, there, holder)
    return worst


@inline_kernel
def is_beside_net(ground: MalayaGround, room: MalayaRoom, place: int) -> bool:
    """Whether a road or railway that brings supplies passes a hex or one beside it."""
    found = room.feeds[place] == 1
    for direction in range(DIRECTIONS):
        found = found or room.feeds[ground.hexes.neighbour[place, direction]] == 1
    return found


@outlined_kernel
def trace_cut(ground: MalayaGround, lore: MalayaLore, state: MalayaState) -> float:
    """Japan's factors on the map that no supplies reach."""
    trace_supply(ground, state, JAPAN)
    total = 0.0
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        place = state.units.place[unit]
        if state.units.status[unit] == ON_MAP and supply_of(state, place) == NOBODY:
            total += lore.step_worth[unit] * state.units.steps[unit]
    return total
