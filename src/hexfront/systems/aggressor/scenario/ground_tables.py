"""A map of Aggressor as arrays, one entry a hex, for rules and opponents.

The hexes are numbered column by column: index = column × rows + row, which is
also the order of the board's places.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.hex.grid import Grid
from hexfront.hex.numbering import LetterNumbering
from hexfront.systems.aggressor.scenario.terrain import Terrain

WEST: Final = 0
EAST: Final = 1
BORDER: Final = -1
"""The home of nobody (AGR-4)."""
SECTORS: Final = 9


class HexTables(NamedTuple):
    """int64 arrays by hex index; n is the number of hexes, and stands for "off the map"."""

    rough: NDArray[np.int64]
    """(n,) 1 for rough, 0 for clear (AGR-2)."""
    home: NDArray[np.int64]
    """(n,) the side whose home it is, or `BORDER` (AGR-4)."""
    sector: NDArray[np.int64]
    """(n,) 0 to 8: three times the band of rows plus the band of columns (AGR-46)."""
    q: NDArray[np.int64]
    """(n,) axial coordinate."""
    r: NDArray[np.int64]
    """(n,) axial coordinate."""
    neighbours: NDArray[np.int64]
    """(n + 1, 6) in the directions N, NE, SE, S, SW, NW; n off the map, and all along row n."""

    @property
    def n(self) -> int:
        """The number of hexes."""
        return len(self.rough)


def bands(length: int) -> tuple[int, int, int]:
    """How many columns, or rows, each of the three bands of sectors has (AGR-46).

    The outer two are alike, so that sectors are fair; the inner one is at most
    one smaller or larger.

    >>> bands(21), bands(15), bands(11)
    ((7, 7, 7), (5, 5, 5), (4, 3, 4))
    """
    outer = (length + 1) // 3
    return outer, length - 2 * outer, outer


def band_numbers(length: int) -> NDArray[np.int64]:
    """(length,) the band 0 to 2 of each column, or row."""
    return np.repeat(np.arange(3, dtype=np.int64), bands(length))


def hex_tables(terrain: Terrain) -> HexTables:
    """The arrays of a map."""
    columns, rows = terrain.columns, terrain.rows
    grid = Grid(columns, rows)
    numbering = LetterNumbering(columns, rows)
    rough = np.zeros(grid.n, np.int64)
    for label in terrain.rough:
        place = numbering.parse(label)
        rough[place[0] * rows + place[1]] = 1
    column, row = np.divmod(np.arange(grid.n, dtype=np.int64), rows)
    border = terrain.border
    return HexTables(
        rough,
        np.where(column == border, BORDER, np.where(column < border, WEST, EAST)),
        3 * band_numbers(rows)[row] + band_numbers(columns)[column],
        grid.q.astype(np.int64),
        grid.r.astype(np.int64),
        grid.neighbours.astype(np.int64),
    )
