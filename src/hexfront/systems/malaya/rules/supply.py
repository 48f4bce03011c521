"""Supply, MAL-15, as kernels."""

from __future__ import annotations

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.scenario.state import (
    CONTROL,
    COUNT,
    DIRECTIONS,
    HEXES,
    LINE,
    MARCH,
    NEIGHBOUR,
    NET,
    NOBODY,
    ON_MAP,
    PLACE,
    QUEUE,
    SIDES,
    SOURCE_HEX,
    SOURCE_SIDE,
    SOURCES,
    STATUS,
    SUPPLIED,
    SUPPLY,
    SUPPLY_REACH,
    UNITS,
    ZONE,
    MalayaGround,
    MalayaState,
)


@outlined_kernel
def judge_supply(ground: MalayaGround, state: MalayaState) -> None:
    """Say of every unit whether it is supplied, as the map is now (MAL-15)."""
    for side in range(SIDES):
        trace_net(ground, state, side)
        trace_supply(ground, state, side)
    for unit in range(ground.rules[UNITS]):
        if state.units[unit, STATUS] == ON_MAP:
            here = state.units[unit, PLACE]
            reached = state.hexes[here, SUPPLY + side_of(ground, unit)] != NOBODY
            state.units[unit, SUPPLIED] = 1 if reached else 0
        else:
            state.units[unit, SUPPLIED] = 1
    forget(ground, state)


@inline_kernel
def forget(ground: MalayaGround, state: MalayaState) -> None:
    """Clear the working memory of the judgement, which follows from the rest of the state."""
    for place in range(ground.rules[HEXES] + 1):
        for side in range(SIDES):
            state.hexes[place, NET + side] = state.hexes[place, SUPPLY + side] = 0


@inline_kernel
def carries(state: MalayaState, place: int, side: int) -> bool:
    """Whether supplies of a side pass a hex: friendly, and free of enemies and their zones.

    A friendly unit keeps it open in spite of a zone (MAL-15).
    """
    enemy = 1 - side
    if state.hexes[place, CONTROL] != side or state.hexes[place, COUNT + enemy] > 0:
        return False
    return state.hexes[place, ZONE + enemy] == 0 or state.hexes[place, COUNT + side] > 0


@outlined_kernel
def trace_net(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find the roads and railways that lead to a source through friendly hexes (MAL-15)."""
    hexes = state.hexes
    hexes[:, NET + side] = 0
    last = 0
    for source in range(ground.rules[SOURCES]):
        place = ground.sources[source, SOURCE_HEX]
        if ground.sources[source, SOURCE_SIDE] != side or hexes[place, NET + side] == 1:
            continue
        if carries(state, place, side):
            hexes[place, NET + side] = 1
            hexes[last, QUEUE] = place
            last += 1
    first = 0
    while first < last:
        here = hexes[first, QUEUE]
        first += 1
        for direction in range(DIRECTIONS):
            if ground.hexes[here, LINE + direction] == 0:
                continue
            there = ground.hexes[here, NEIGHBOUR + direction]
            if hexes[there, NET + side] == 0 and carries(state, there, side):
                hexes[there, NET + side] = 1
                hexes[last, QUEUE] = there
                last += 1
    hexes[:, QUEUE] = 0


@outlined_kernel
def trace_supply(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find how far each hex is from the net, in halves of points for infantry (MAL-15).

    The queue holds a hex once for each time that a shorter way to it is found; a hex that
    is in it already is not put in again, so it never holds more than all hexes.
    """
    hexes, count = state.hexes, ground.rules[HEXES]
    last = 0
    for place in range(count):
        hexes[place, SUPPLY + side] = NOBODY
        if hexes[place, NET + side] == 1:
            hexes[place, SUPPLY + side] = 0
            hexes[last % count, QUEUE] = place
            last += 1
    hexes[count, SUPPLY + side] = NOBODY
    first = 0
    while first < last:
        here = hexes[first % count, QUEUE]
        first += 1
        # Whoever is in the queue is marked by a NET of 1; it is set right below.
        hexes[here, NET + side] = 0
        for direction in range(DIRECTIONS):
            there = ground.hexes[here, NEIGHBOUR + direction]
            cost = ground.hexes[there, MARCH + (direction + 3) % DIRECTIONS]
            if cost == 0 or not carries(state, there, side):
                continue
            total = hexes[here, SUPPLY + side] + cost
            known = hexes[there, SUPPLY + side]
            if total <= ground.rules[SUPPLY_REACH] and (known == NOBODY or total < known):
                hexes[there, SUPPLY + side] = total
                if hexes[there, NET + side] == 0:
                    hexes[there, NET + side] = 1
                    hexes[last % count, QUEUE] = there
                    last += 1
    for place in range(count):
        hexes[place, NET + side] = 1 if hexes[place, SUPPLY + side] == 0 else 0
    hexes[:, QUEUE] = 0
