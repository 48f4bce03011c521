"""The hexes of a board, as networks look around on them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.core.batch.game import BatchGame

WIDTH: Final = 1.5
HEIGHT: Final = 3**0.5
"""From column to column, and from row to row."""
AROUND: Final = ((0, 0), (0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
"""A hex and its neighbours, in columns and rows."""


class Geometry(NamedTuple):
    """Hexes by their numbers on the board; the number after the last is off the map."""

    around: Int
    """(hexes, 7) each hex and its neighbours."""
    number: Int
    """(columns + 1, rows + 1) the number of a hex, whose column and row count from 1."""

    def place(self, column: NDArray[Any], row: NDArray[Any]) -> NDArray[np.int64]:
        """The numbers of hexes."""
        found: NDArray[np.int64] = self.number[column, row]
        return found


NO_HEXES: Final = Geometry(np.zeros((0, 7), dtype=np.int64), np.zeros((1, 1), dtype=np.int64))


def geometry_of(game: BatchGame) -> Geometry:
    """The hexes of a scenario; `NO_HEXES` where its board is not of columns of hexes."""
    board: Any = game.rules.board()
    if board.get("kind") != "hex" or board.get("orientation") != "flat":
        return NO_HEXES
    places = board["places"]
    column = [round(place["x"] / WIDTH) + 1 for place in places]
    row = [int(place["y"] / HEIGHT + 0.01) + 1 for place in places]
    off = len(places)
    number = np.full((max(column) + 1, max(row) + 1), off)
    number[column, row] = np.arange(off)
    by_position = {(c, round(2 * p["y"] / HEIGHT)): n for n, (c, p) in
                   enumerate(zip(column, places, strict=True))}  # fmt: skip
    around = np.array(
        [
            [by_position.get((c + right, y + round(2 * down)), off) for right, down in AROUND]
            for c, y in by_position
        ],
        dtype=np.int64,
    ).reshape(off, len(AROUND))
    return Geometry(around, number)
