"""Armies that the set-up suggests: a mix of types, and a place for each unit (AGR-52)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

import numpy as np

from hexfront.core.dice import Dice, draw
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES, TypeName
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    ARTILLERY,
    INFANTRY,
    MISSILE,
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
BEST: Final = 3
"""From how many of the fitting hexes one is drawn."""


def random_army(ground: AggressorGround, side: int, dice: Dice) -> Army:
    """Any types in any hexes of the home."""
    first, home = int(ground.rules.home_first[side]), ground.rules.home_hexes
    free = list(range(first, first + home))
    return [
        (int(draw(dice, TYPES)), free.pop(int(draw(dice, len(free)))))
        for _ in range(ground.rules.army)
    ]


def arranged_army(
    ground: AggressorGround,
    side: int,
    mix: Mapping[TypeName, int],
    dice: Dice,
    depths: Mapping[int, float] = DEPTHS,
) -> Army:
    """A mix of types, spread over the height of the home, each at its depth; rough preferred."""
    kinds = [kind for kind, name in enumerate(TYPE_NAMES) for _ in range(mix.get(name, 0))]
    taken: set[int] = set()
    army: Army = []
    for kind in sorted(set(kinds), key=lambda kind: depths[kind]):
        count = kinds.count(kind)
        for number in range(count):
            height = (number + 0.5) / count
            place = _place(ground, side, depths[kind], height, taken, dice)
            taken.add(place)
            army.append((kind, place))
    return army


def _place(
    ground: AggressorGround, side: int, depth: float, height: float, taken: set[int], dice: Dice
) -> int:
    """A free hex near a wanted depth and height; a little chance, so that armies differ."""
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
    border = columns // 2
    wanted = border - 1 - depth * (border - 1)
    column_wanted = wanted if side == 0 else columns - 1 - wanted
    first, home = int(ground.rules.home_first[side]), ground.rules.home_hexes
    places = np.arange(first, first + home)
    far = np.abs(places // rows - column_wanted) + np.abs(places % rows - height * (rows - 1))
    cost = far - 0.8 * ground.hexes.rough[places]
    order: list[int] = places[np.argsort(cost, kind="stable")].tolist()
    best = list(islice((place for place in order if place not in taken), BEST))
    return best[int(draw(dice, len(best)))]
