"""Retreats, MAL-25 to MAL-28, as kernels: an exact search for the one path that the rules give.

Of all legal paths of two hexes, or three where the second is full, the least by this
order is taken (MAL-25): toward a source of supply, then cheap, at the second hex; the
same for a third; then enemy zones; then the numbers of the hexes.
"""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import distance
from hexfront.systems.malaya.rules.planes import control_of, in_zone_of, points_in, stands
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    NOBODY,
    MalayaGround,
    MalayaState,
)

# How a hex lies to the nearest friendly source of supply, compared with the one before
NEARER: Final = 0
AS_NEAR: Final = 1
FARTHER: Final = 2

_NO_KEY: Final = 1 << 62
# Places of the parts of a key: each part is below what the next greater one counts in
_COST: Final = 1 << 10
_BEARING: Final = 4
_HEX: Final = 1 << 16


@outlined_kernel
def far_from_source(ground: MalayaGround, state: MalayaState, side: int, place: int) -> int:
    """Hexes to the nearest source of supply that a side holds; 0 where it has none (MAL-25)."""
    nearest = NOBODY
    for source in range(ground.rules.sources):
        there = ground.sources.hex[source]
        if ground.sources.side[source] != side or control_of(state, there) != side:
            continue
        far = distance(ground, place, there)
        if nearest == NOBODY or far < nearest:
            nearest = far
    return max(nearest, 0)


@outlined_kernel
def bearing(ground: MalayaGround, state: MalayaState, side: int, here: int, there: int) -> int:
    """Whether a hex is nearer to supply than another, as near, or farther (MAL-25)."""
    before = far_from_source(ground, state, side, here)
    after = far_from_source(ground, state, side, there)
    if after < before:
        return NEARER
    return AS_NEAR if after == before else FARTHER


@outlined_kernel
def may_flee(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    battle: int,
    here: int,
    direction: int,
) -> int:
    """What it costs to retreat a hex, in halves; 0 where that is forbidden (MAL-25, MAL-26).

    Each hex is farther from the battle than the last, so none is entered twice.
    """
    costs = ground.hexes.drive if arm == ARMOUR else ground.hexes.march
    cost = costs[here, direction]
    there = ground.hexes.neighbour[here, direction]
    if cost == 0 or stands(state, there, 1 - side):
        return 0
    if distance(ground, battle, there) <= distance(ground, battle, here):
        return 0
    return cost


@kernel
def retreat_path(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    points: int,
    start: int,
    battle: int,
) -> tuple[int, int, int]:
    """The hexes of the one path of retreat, NOBODY for each that there is not (MAL-25, MAL-26).

    Of a group of one arm with so many stacking points, from a hex, away from the hex of
    the battle.  All three are NOBODY where no path is legal (MAL-27).
    """
    best, best_hexes = _NO_KEY, _NO_KEY
    found = (NOBODY, NOBODY, NOBODY)
    for one in range(DIRECTIONS):
        cost = may_flee(ground, state, side, arm, battle, start, one)
        if cost == 0:
            continue
        first = ground.hexes.neighbour[start, one]
        for two in range(DIRECTIONS):
            more = may_flee(ground, state, side, arm, battle, first, two)
            if more == 0:
                continue
            second = ground.hexes.neighbour[first, two]
            key = (bearing(ground, state, side, start, second) * _COST + cost + more) * _BEARING
            zones = in_zone(state, side, first) + in_zone(state, side, second)
            if points_in(ground, state, second, side) + points <= ground.rules.stacking:
                key = key * _COST * _BEARING + zones
                hexes = (first * _HEX + second) * _HEX
                if key < best or (key == best and hexes < best_hexes):
                    best, best_hexes, found = key, hexes, (first, second, NOBODY)
                continue
            for three in range(DIRECTIONS):
                last = may_flee(ground, state, side, arm, battle, second, three)
                third = ground.hexes.neighbour[second, three]
                if last == 0:
                    continue
                if points_in(ground, state, third, side) + points > ground.rules.stacking:
                    continue
                longer = (key + bearing(ground, state, side, second, third)) * _COST + last
                longer = longer * _BEARING + zones + in_zone(state, side, third)
                hexes = (first * _HEX + second) * _HEX + third
                if longer < best or (longer == best and hexes < best_hexes):
                    best, best_hexes, found = longer, hexes, (first, second, third)
    return found


@inline_kernel
def in_zone(state: MalayaState, side: int, place: int) -> int:
    """1 where a hex lies in an enemy zone, whoever else stands there (MAL-28)."""
    return 1 if in_zone_of(state, place, 1 - side) else 0
