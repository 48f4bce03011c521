"""Supply, MAL-15, as kernels."""

from __future__ import annotations

from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.scenario.state import (
    DIRECTIONS,
    NOBODY,
    ON_MAP,
    SIDES,
    MalayaGround,
    MalayaState,
)


@outlined_kernel
def judge_supply(ground: MalayaGround, state: MalayaState) -> None:
    """Say of every unit whether it is supplied, as the map is now (MAL-15)."""
    for side in range(SIDES):
        trace_net(ground, state, side)
        trace_supply(ground, state, side)
    for unit in range(ground.rules.units):
        if state.units.status[unit] == ON_MAP:
            here = state.units.place[unit]
            reached = state.hexes.supply[here, side_of(ground, unit)] != NOBODY
            state.units.supplied[unit] = 1 if reached else 0
        else:
            state.units.supplied[unit] = 1
    forget(ground, state)


@inline_kernel
def forget(ground: MalayaGround, state: MalayaState) -> None:
    """Clear the working memory of the judgement, which follows from the rest of the state."""
    for place in range(ground.rules.hexes + 1):
        for side in range(SIDES):
            state.hexes.net[place, side] = state.hexes.supply[place, side] = 0


@inline_kernel
def carries(state: MalayaState, place: int, side: int) -> bool:
    """Whether supplies of a side pass a hex: friendly, and free of enemies and their zones.

    A friendly unit keeps it open in spite of a zone (MAL-15).
    """
    enemy = 1 - side
    if state.hexes.control[place] != side or state.hexes.count[place, enemy] > 0:
        return False
    return state.hexes.zone[place, enemy] == 0 or state.hexes.count[place, side] > 0


@outlined_kernel
def trace_net(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find the roads and railways that lead to a source through friendly hexes (MAL-15)."""
    hexes = state.hexes
    for place in range(len(hexes)):
        hexes.net[place, side] = 0
    last = 0
    for source in range(ground.rules.sources):
        place = ground.sources.hex[source]
        if ground.sources.side[source] != side or hexes.net[place, side] == 1:
            continue
        if carries(state, place, side):
            hexes.net[place, side] = 1
            hexes.queue[last] = place
            last += 1
    first = 0
    while first < last:
        here = hexes.queue[first]
        first += 1
        for direction in range(DIRECTIONS):
            if ground.hexes.line[here, direction] == 0:
                continue
            there = ground.hexes.neighbour[here, direction]
            if hexes.net[there, side] == 0 and carries(state, there, side):
                hexes.net[there, side] = 1
                hexes.queue[last] = there
                last += 1
    fill(hexes.queue, 0)


@outlined_kernel
def trace_supply(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find how far each hex is from the net, in halves of points for infantry (MAL-15).

    The queue holds a hex once for each time that a shorter way to it is found; a hex that
    is in it already is not put in again, so it never holds more than all hexes.
    """
    hexes, count = state.hexes, ground.rules.hexes
    last = 0
    for place in range(count):
        hexes.supply[place, side] = NOBODY
        if hexes.net[place, side] == 1:
            hexes.supply[place, side] = 0
            hexes.queue[last % count] = place
            last += 1
    hexes.supply[count, side] = NOBODY
    first = 0
    while first < last:
        here = hexes.queue[first % count]
        first += 1
        # Whoever is in the queue is marked by a NET of 1; it is set right below.
        hexes.net[here, side] = 0
        for direction in range(DIRECTIONS):
            there = ground.hexes.neighbour[here, direction]
            cost = ground.hexes.march[there, (direction + 3) % DIRECTIONS]
            if cost == 0 or not carries(state, there, side):
                continue
            total = hexes.supply[here, side] + cost
            known = hexes.supply[there, side]
            if total <= ground.rules.supply_reach and (known == NOBODY or total < known):
                hexes.supply[there, side] = total
                if hexes.net[there, side] == 0:
                    hexes.net[there, side] = 1
                    hexes.queue[last % count] = there
                    last += 1
    for place in range(count):
        hexes.net[place, side] = 1 if hexes.supply[place, side] == 0 else 0
    fill(hexes.queue, 0)
