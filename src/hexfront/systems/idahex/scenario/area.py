"""The area of war: cells in vertical ranks, their neighbours, distances (IDX-2.1, IDX-5.3).

Cells are numbered down the ranks.  The first rank has nrank1 cells and stands
highest; each next rank has one cell less or one more in turn, half a cell
lower or higher.  The bottom cell of a rank, its highest-numbered one, is always
inactive, also of a last rank that is not full.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

from hexfront.jit import inline_kernel, kernel
from hexfront.systems.idahex.deck.ranks import cell_number, is_bottom, rank_and_row
from hexfront.systems.idahex.scenario.design import CLOCK_WIDTH, DEPTH, RIM, Area, Int

UPPER_LEFT: Final = 0
LOWER_LEFT: Final = 1
ABOVE: Final = 2
BELOW: Final = 3
UPPER_RIGHT: Final = 4
LOWER_RIGHT: Final = 5
SUCCESSORS: Final = (BELOW, UPPER_RIGHT, LOWER_RIGHT)
"""The rim cells with larger numbers, in the order of [successor] (IDX-2.1)."""
SIDE_OF_HEXAGON: Final = 1 / sqrt(3)
"""The length of a side, for a cell of depth 1."""


def make_area(rank1: int, environment: Int) -> Area:
    """The geometry of an area of war; no routes, no barriers, all owned by Red.

    `environment` is [basic_env] by cell number; place 0 is not used.
    """
    cells = len(environment) - 1
    rim: Int = np.zeros((cells + 1, RIM), dtype=np.int64)
    at: Int = np.zeros((cells + 1, 2), dtype=np.int64)
    for cell in range(1, cells + 1):
        rank, row = rank_and_row(cell, rank1)
        up = row - 1 + rank % 2
        around = (
            *((rank - 1, up), (rank - 1, up + 1), (rank, row - 1), (rank, row + 1)),
            *((rank + 1, up), (rank + 1, up + 1)),
        )
        for side, (r, place) in enumerate(around):
            other = cell_number(r, place, rank1)
            rim[cell, side] = other if other <= cells else 0
        at[cell] = rank, row - rank // 2
    nothing: Int = np.zeros((cells + 1, RIM), dtype=np.int64)
    area = Area(
        clock=np.zeros(CLOCK_WIDTH),
        rim=rim,
        at=at,
        environment=environment.copy(),
        route=nothing,
        barrier=nothing.copy(),
        owner=np.zeros(cells + 1, dtype=np.int64),
        changes=np.zeros((0, 4), dtype=np.int64),
    )
    for cell in range(1, cells + 1):
        if is_bottom(cell, cells, rank1):
            area.environment[cell] = 0
    area.environment[0] = 0
    return area


@inline_kernel
def is_active(area: Area, cell: int) -> bool:
    """Whether a number names a cell that units can enter (IDX-2.1)."""
    return bool(0 < cell < area.environment.shape[0] and area.environment[cell] > 0)


@inline_kernel
def side_towards(area: Area, cell: int, other: int) -> int:
    """The place of a cell on the rim of another, 0 to 5; -1 where they are not adjacent."""
    for side in range(RIM):
        if area.rim[cell, side] == other:
            return side
    return -1


@inline_kernel
def distance(area: Area, one: int, other: int) -> float:
    """The straight line between the centres of two cells (IDX-3.2.4.1)."""
    q = area.at[other, 0] - area.at[one, 0]
    r = area.at[other, 1] - area.at[one, 1]
    return sqrt(float(q * q + q * r + r * r)) * area.clock[DEPTH]


@kernel
def steps_between(area: Area, one: int, other: int) -> int:
    """How many cells one is away from the other; inactive cells count too (IDX-5.3)."""
    q = area.at[other, 0] - area.at[one, 0]
    r = area.at[other, 1] - area.at[one, 1]
    return int((abs(q) + abs(r) + abs(q + r)) // 2)
