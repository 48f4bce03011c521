"""A map of hexes with a dense index and a table of neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hexfront.hex.coordinates import DIRECTIONS, Hex, Offset, Orientation


class Grid:
    """A rectangle of columns and rows, perhaps with hexes missing.

    The hexes that exist have the indices 0 to n - 1 in number order: down the
    first column, then down the second, and so on.  The index n is the sentinel
    for "no such hex".  Attributes are to be read only.

    Attributes:
        columns, rows: the size of the rectangle.
        offset: how it is staggered.
        n: the number of hexes that exist, and the sentinel.
        q, r: int64, shape (n,): axial coordinates by index.
        neighbours: int32, shape (n + 1, 6): the neighbour of a hex in directions
            0 to 5, clockwise (flat-top: N, NE, SE, S, SW, NW; pointy-top: NW, NE,
            E, SE, SW, W), or n where there is none; row n holds n throughout.
        lookup: int32, two dimensions: the index of (q, r) stands at
            [q - q0, r - r0], n where there is no hex.
        q0, r0: the least axial coordinates of the rectangle.

    `present` is a truth value for each place, shape (columns, rows); all by
    default.  Raises ValueError for a size below 1 or a `present` of another shape.

    >>> grid = Grid(8, 9)
    >>> grid.index_of(*grid.axial(10)), grid.neighbours[0].tolist()
    (10, [72, 72, 9, 1, 72, 72])
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        offset: Offset = Offset.ODD_Q,
        present: ArrayLike | None = None,
    ) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(
                f"size of a grid: found {columns} columns and {rows} rows, expected 1 or more"
            )
        shape = (columns, rows)
        mask = np.ones(shape, np.bool_) if present is None else np.asarray(present, np.bool_)
        if mask.shape != shape:
            raise ValueError(f"hexes of a grid: found shape {mask.shape}, expected {shape}")
        self.columns, self.rows, self.offset = columns, rows, offset
        column, row = (places.astype(np.int64) for places in np.nonzero(mask))
        self.n = int(column.size)
        self.q, self.r = _axial(column, row, offset)
        self.q0, self.r0, self.lookup = self._build_lookup()
        self.neighbours = self._build_neighbours(column, row)

    def _build_lookup(self) -> tuple[int, int, NDArray[np.int32]]:
        # The stagger only grows along the map, so the four corners are the extremes.
        ends = [
            self.offset.to_axial(column, row)
            for column in (0, self.columns - 1)
            for row in (0, self.rows - 1)
        ]
        q0, r0 = min(h.q for h in ends), min(h.r for h in ends)
        size = (max(h.q for h in ends) - q0 + 1, max(h.r for h in ends) - r0 + 1)
        lookup = np.full(size, self.n, np.int32)
        lookup[self.q - q0, self.r - r0] = np.arange(self.n, dtype=np.int32)
        return q0, r0, lookup

    def _build_neighbours(
        self, column: NDArray[np.int64], row: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        # One hex of margin all round, so that no neighbour falls outside.
        padded = np.full((self.columns + 2, self.rows + 2), self.n, np.int32)
        padded[column + 1, row + 1] = np.arange(self.n, dtype=np.int32)
        table = np.full((self.n + 1, 6), self.n, np.int32)
        flat = self.offset.orientation is Orientation.FLAT
        line = column if flat else row
        for parity in (0, 1):
            here = np.nonzero((line & 1) == parity)[0]
            place = (column[here] + 1) * (self.rows + 2) + row[here] + 1
            base = (parity, 0) if flat else (0, parity)
            origin = self.offset.to_axial(*base)
            for direction, (dq, dr) in enumerate(DIRECTIONS):
                there = self.offset.from_axial(Hex(origin.q + dq, origin.r + dr))
                shift = (there[0] - base[0]) * (self.rows + 2) + there[1] - base[1]
                table[here, direction] = padded.ravel()[place + shift]
        return table

    def axial(self, index: int) -> Hex:
        """The hex with an index; raises IndexError outside 0 to n - 1."""
        self._check(index)
        return Hex(int(self.q[index]), int(self.r[index]))

    def place(self, index: int) -> tuple[int, int]:
        """The column and row of an index; raises IndexError outside 0 to n - 1."""
        return self.offset.from_axial(self.axial(index))

    def index_of(self, q: int, r: int) -> int:
        """The index of a hex, or the sentinel n where it does not exist."""
        i, j = q - self.q0, r - self.r0
        inside = 0 <= i < self.lookup.shape[0] and 0 <= j < self.lookup.shape[1]
        return int(self.lookup[i, j]) if inside else self.n

    def index_at(self, column: int, row: int) -> int:
        """The index of the hex in a column and row, or the sentinel n."""
        return self.index_of(*self.offset.to_axial(column, row))

    def _check(self, index: int) -> None:
        if not 0 <= index < self.n:
            raise IndexError(f"index of a hex: found {index}, expected 0 to {self.n - 1}")


def _axial(
    column: NDArray[np.int64], row: NDArray[np.int64], offset: Offset
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    stagger: NDArray[Any]
    if offset.orientation is Orientation.FLAT:
        stagger = offset.stagger(column)
        return column, row - stagger
    stagger = offset.stagger(row)
    return column - stagger, row
