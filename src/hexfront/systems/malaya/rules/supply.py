"""Supply, MAL-15, as kernels."""

from __future__ import annotations

from hexfront.blocks import Int
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.rules.planes import control_of, has, in_zone_of, put, stands
from hexfront.systems.malaya.scenario.state import (
    DIRECTIONS,
    LOT,
    NOBODY,
    ON_MAP,
    PLANE_BITS,
    SIDES,
    MalayaGround,
    MalayaState,
)


@outlined_kernel
def judge_supply(ground: MalayaGround, state: MalayaState) -> None:
    """Say of every unit whether it is supplied, as the map is now (MAL-15)."""
    for side in range(SIDES):
        trace_supply(ground, state, side)
        for unit in range(ground.rules.units):
            if side_of(ground, unit) != side:
                continue
            state.units.supplied[unit] = 1
            if (
                state.units.status[unit] == ON_MAP
                and supply_of(state, state.units.place[unit]) == NOBODY
            ):
                state.units.supplied[unit] = 0
    forget(state)


@inline_kernel
def forget(state: MalayaState) -> None:
    """Clear the working memory of the judgement, which follows from the rest of the state."""
    fill(state.net, 0)
    fill(state.supply, 0)


@inline_kernel
def carries(state: MalayaState, place: int, side: int) -> bool:
    """Whether supplies of a side pass a hex: friendly, and free of enemies and their zones.

    A friendly unit keeps it open in spite of a zone (MAL-15).
    """
    enemy = 1 - side
    if control_of(state, place) != side or stands(state, place, enemy):
        return False
    return not in_zone_of(state, place, enemy) or stands(state, place, side)


@outlined_kernel
def trace_net(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find the roads and railways that lead to a source through friendly hexes (MAL-15)."""
    fill(state.net, 0)
    spreads = False
    for source in range(ground.rules.sources):
        place = ground.sources.hex[source]
        if ground.sources.side[source] == side and carries(state, place, side):
            put(state.fresh, place)
            spreads = True
    while spreads:
        spreads = False
        for word in range(len(state.fresh)):
            bits = state.fresh[word]
            if bits == 0:
                continue
            spreads = True
            state.fresh[word] = 0
            state.net[word] |= bits
            for bit in range(PLANE_BITS):
                if bits >> bit & 1 == 1:
                    spread_net(ground, state, side, word * PLANE_BITS + bit)


@inline_kernel
def spread_net(ground: MalayaGround, state: MalayaState, side: int, here: int) -> None:
    """Let the net reach the hexes to which a road or railway leads."""
    for direction in range(DIRECTIONS):
        if ground.hexes.line[here, direction] == 0:
            continue
        there = ground.hexes.neighbour[here, direction]
        if not has(state.net, there) and carries(state, there, side):
            put(state.fresh, there)


@inline_kernel
def supply_of(state: MalayaState, place: int) -> int:
    """Halves of points from a hex to the net that was traced; NOBODY where there is no way."""
    return (state.supply[place // LOT] >> place % LOT * 8 & 255) - 1


@inline_kernel
def set_supply(state: MalayaState, place: int, halves: int) -> None:
    """Note how far a hex is from the net."""
    shift = place % LOT * 8
    state.supply[place // LOT] &= ~(255 << shift)
    state.supply[place // LOT] |= halves + 1 << shift


@kernel
def trace_supply(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find the net, and how far each hex is from it, in halves of points for infantry (MAL-15).

    The nearest hexes first: what lies beside them is farther.
    """
    trace_net(ground, state, side)
    fill(state.supply, 0)
    for place in range(ground.rules.hexes):
        if has(state.net, place):
            set_supply(state, place, 0)
    for far in range(ground.rules.supply_reach):
        for lot in range(len(state.supply)):
            if state.supply[lot] == 0:
                continue
            for here in range(lot * LOT, lot * LOT + LOT):
                if supply_of(state, here) == far:
                    spread_supply(ground, state, side, here, far)


@inline_kernel
def spread_supply(ground: MalayaGround, state: MalayaState, side: int, here: int, far: int) -> None:
    """Let supplies go from a hex to those beside it, where that is nearer than what is known."""
    for direction in range(DIRECTIONS):
        there = ground.hexes.neighbour[here, direction]
        cost = ground.hexes.march[there, (direction + 3) % DIRECTIONS]
        total = far + cost
        if cost == 0 or total > ground.rules.supply_reach or not carries(state, there, side):
            continue
        known = supply_of(state, there)
        if known == NOBODY or total < known:
            set_supply(state, there, total)


@kernel
def read_supply(state: MalayaState, halves: Int) -> None:
    """Write what was traced for each hex: halves of points, NOBODY where there is no way."""
    for place in range(len(halves)):
        halves[place] = supply_of(state, place)
