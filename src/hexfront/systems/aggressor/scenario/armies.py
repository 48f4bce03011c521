"""Armies that the set-up suggests: a mix of types, and a place for each unit (AGR-52)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from hexfront.blocks import Float, Int
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES, TypeName
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    ARTILLERY,
    INFANTRY,
    MISSILE,
    NOBODY,
    SUPPORT,
    TYPES,
    AggressorGround,
)

Army = list[tuple[int, int]]
"""Type and hex of each unit, in the order of being chosen."""

DEPTHS: Final = {
    ARMOR: 0.15,
    INFANTRY: 0.25,
    ARTILLERY: 0.4,
    SUPPORT: 0.5,
    MISSILE: 0.6,
    AIRBASE: 0.9,
}
"""How far behind the border a type belongs, as a share of the depth of the home."""


def random_army(ground: AggressorGround, side: int, dice: Dice) -> Army:
    """Any types in any hexes of the home."""
    first, home = int(ground.rules.home_first[side]), ground.rules.home_hexes
    free = list(range(first, first + home))
    return [
        (int(draw(dice, TYPES)), free.pop(int(draw(dice, len(free)))))
        for _ in range(ground.rules.army)
    ]


def arranged_army(
    ground: AggressorGround, side: int, mix: Mapping[TypeName, int], dice: Dice
) -> Army:
    """A mix of types, spread over the height of the home, each at its depth; rough preferred."""
    army: Int = np.zeros((ground.rules.army, 2), dtype=np.int64)
    count = arrange_army(ground, side, counts_of(mix), depths_of(DEPTHS), dice, army)
    return [(kind, place) for kind, place in army[:count].tolist()]


def counts_of(mix: Mapping[TypeName, int]) -> Int:
    """(TYPES,) how many units of each type a mix has."""
    return np.array([mix.get(name, 0) for name in TYPE_NAMES], dtype=np.int64)


def depths_of(depths: Mapping[int, float]) -> Float:
    """(TYPES,) how far behind the border each type belongs."""
    return np.array([depths[kind] for kind in range(TYPES)])


@kernel
def arrange_army(
    ground: AggressorGround, side: int, counts: Int, depths: Float, dice: Dice, army: Int
) -> int:
    """Write type and hex of each unit into the rows of `army`; gives how many there are.

    Those that stand nearest to the border are chosen first.
    """
    units = 0
    for rank in range(TYPES):
        for kind in range(TYPES):
            if rank_of(depths, kind) != rank:
                continue
            for number in range(counts[kind]):
                height = (number + 0.5) / counts[kind]
                place = choose_place(ground, side, depths[kind], height, dice, army, units)
                army[units, 0], army[units, 1] = kind, place
                units += 1
    return units


@inline_kernel
def rank_of(depths: Float, kind: int) -> int:
    """How many types are chosen before a type: those nearer to the border, then by number."""
    before = 0
    for other in range(TYPES):
        if depths[other] < depths[kind] or (depths[other] == depths[kind] and other < kind):
            before += 1
    return before


@kernel
def choose_place(
    ground: AggressorGround,
    side: int,
    depth: float,
    height: float,
    dice: Dice,
    army: Int,
    units: int,
) -> int:
    """A free hex near a wanted depth and height; a little chance, so that armies differ.

    One of the three that cost least: hexes off the wanted place, less where it is rough.
    """
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
    border = columns // 2
    wanted = border - 1 - depth * (border - 1)
    if side == 1:
        wanted = columns - 1 - wanted
    first, home = ground.rules.home_first[side], ground.rules.home_hexes
    one = two = three = NOBODY
    least = second = third = 0.0
    for place in range(first, first + home):
        far = abs(place // rows - wanted) + abs(place % rows - height * (rows - 1))
        cost = far - 0.8 * ground.hexes.rough[place]
        if (three != NOBODY and cost >= third) or stands_in(army, units, place):
            continue
        three, third = place, cost
        if two == NOBODY or third < second:
            two, three, second, third = three, two, third, second
        if one == NOBODY or second < least:
            one, two, least, second = two, one, second, least
    free = int(one != NOBODY) + int(two != NOBODY) + int(three != NOBODY)
    drawn = draw(dice, free)
    return one if drawn == 0 else (two if drawn == 1 else three)


@inline_kernel
def stands_in(army: Int, units: int, place: int) -> bool:
    """Whether one of the first units of an army stands in a hex."""
    for unit in range(units):  # noqa: SIM110 (kernels have no generators)
        if army[unit, 1] == place:
            return True
    return False
