"""Heights for the drawing of a map: contour lines run through rough hexes and no others.

They follow from where the rough hexes lie (AGR-2); no rule reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.systems.aggressor.scenario.ground_tables import HexTables

CONTOURS: Final = 10.0
"""Metres from one contour line to the next."""
FOOT: Final = 45
"""Metres of a hex at the foot of a massif above the first contour line."""
PLAIN: Final = -30
"""Metres of clear ground: so low that the first line runs where rough ground begins."""
RISE: Final = 30
"""Metres more with each hex deeper in the massif."""


def depths(tables: HexTables) -> NDArray[np.int64]:
    """(n,) how many steps a rough hex is from the nearest clear one; 0 for clear hexes.

    What lies off the map says nothing.
    """
    depth = np.where(tables.rough == 1, np.iinfo(np.int64).max // 2, 0)
    if not (depth == 0).any():
        return np.ones_like(depth)
    while True:
        around = np.append(depth, np.iinfo(np.int64).max // 2)[tables.neighbours[:-1]]
        nearer = np.where(tables.rough == 1, np.minimum(depth, around.min(axis=1) + 1), 0)
        if (nearer == depth).all():
            return nearer
        depth = nearer


def heights(tables: HexTables, extra: Mapping[int, int] | None = None) -> NDArray[np.int64]:
    """(n,) metres, `PLAIN` for clear hexes; `extra` raises some rough ones, by their index.

    A screen blends the heights of neighbours, so a hex among clear ones is raised
    until the blend still has its contour lines.
    """
    target = FOOT + RISE * (depths(tables) - 1)
    for index, metres in (extra or {}).items():
        target[index] += metres
    rough = tables.rough == 1
    found = np.where(rough, target, PLAIN)
    for _ in range(4):
        # In the middle of a hex about three quarters of the blend are its own. What lies
        # off the map is drawn as high as the hex at the edge.
        near = np.append(found, 0)[tables.neighbours[:-1]]
        near = np.where(tables.neighbours[:-1] == tables.n, found[:, None], near)
        around = near.sum(axis=1)
        found = np.where(rough, np.maximum(target, (25 * target - around) // 19), PLAIN)
    return found
