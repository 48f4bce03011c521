"""What enemies behind the front threaten: to leave units of Japan without supplies (MAL-15)."""

from __future__ import annotations

from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import imagine
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import find_reach
from hexfront.systems.malaya.opponents.room import MalayaRoom, first_of, last_of
from hexfront.systems.malaya.rules.planes import control_of, has, take_control
from hexfront.systems.malaya.rules.supply import forget, supply_of, trace_supply
from hexfront.systems.malaya.scenario.state import (
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
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> None:
    """Find how many of Japan's factors one of the enemies in a hex could cut off next turn.

    Of enemies at the front nothing is told: whoever is before Japan's units is fought anyway.
    """
    fill(room.threat, 0.0)
    trace_supply(ground, state, JAPAN)
    before = factors_without(ground, lore, state)
    for place in range(ground.rules.hexes):
        room.feeds[place] = 1 if has(state.net, place) else 0
    for unit in range(first_of(ground, 1 - JAPAN), last_of(ground, 1 - JAPAN)):
        place = state.units.place[unit]
        if state.units.status[unit] != ON_MAP or lore.goal_far[INFANTRY, place] <= room.now.foremost:
            continue
        worst = worst_cut(ground, lore, room, state, unit)
        room.threat[place] = max(room.threat[place], worst - before)
    forget(state)


@outlined_kernel
def worst_cut(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, unit: int
) -> float:
    """The most of Japan's factors that are without supply if an enemy goes where he can."""
    reach, start, worst = room.reach[unit], state.units.place[unit], 0.0
    points = ground.units.movement[unit]
    find_reach(ground, room, state, unit, points, state.zones[JAPAN], reach)
    for place in range(ground.rules.hexes):
        if reach[place] == NOBODY or not is_beside_net(ground, room, place):
            continue
        holder = control_of(state, place)
        imagine(ground, room, state, unit, place)
        trace_supply(ground, state, JAPAN)
        worst = max(worst, factors_without(ground, lore, state))
        imagine(ground, room, state, unit, start)
        take_control(state, place, holder)
    return worst


@inline_kernel
def is_beside_net(ground: MalayaGround, room: MalayaRoom, place: int) -> bool:
    """Whether the roads that bring supplies pass a hex or one beside it."""
    found = room.feeds[place] == 1
    for direction in range(DIRECTIONS):
        found = found or room.feeds[ground.hexes.neighbour[place, direction]] == 1
    return found


@outlined_kernel
def factors_without(ground: MalayaGround, lore: MalayaLore, state: MalayaState) -> float:
    """Japan's factors on the map that no supplies reach, as they were traced."""
    total = 0.0
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if state.units.status[unit] == ON_MAP and supply_of(state, state.units.place[unit]) == NOBODY:
            total += lore.step_worth[unit] * state.units.steps[unit]
    return total
