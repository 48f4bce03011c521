"""Integer axial coordinates: neighbours, distance, lines, rings, rotation, offsets.

A hex is (q, r); the third cube coordinate is s = -q - r.  The axes do not depend
on the layout, and neither do the six directions, which run clockwise on the
screen (y downward) in both layouts:

=========  ===========  ========  ==========
direction  step (q, r)  flat-top  pointy-top
=========  ===========  ========  ==========
0          (0, -1)      N         NW
1          (+1, -1)     NE        NE
2          (+1, 0)      SE        E
3          (0, +1)      S         SE
4          (-1, +1)     SW        SW
5          (-1, 0)      NW        W
=========  ===========  ========  ==========

Side d of a hex faces direction d, and `opposite(d)` is d + 3 modulo 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

_Line = TypeVar("_Line", int, NDArray[np.integer[Any]])


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate; q + r + s = 0."""
        return -self.q - self.r


DIRECTIONS: tuple[Hex, ...] = (
    Hex(0, -1),
    Hex(1, -1),
    Hex(1, 0),
    Hex(0, 1),
    Hex(-1, 1),
    Hex(-1, 0),
)
ORIGIN = Hex(0, 0)
FLAT_TOP_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
POINTY_TOP_NAMES = ("NW", "NE", "E", "SE", "SW", "W")


class Orientation(StrEnum):
    """Which way hexes stand: flat-top (columns) or pointy-top (rows)."""

    FLAT = "flat"
    POINTY = "pointy"

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The compass names of directions 0 to 5."""
        return FLAT_TOP_NAMES if self is Orientation.FLAT else POINTY_TOP_NAMES


class Offset(StrEnum):
    """How a rectangle of columns and rows, both counted from 0, is staggered.

    `ODD_Q` is flat-top with columns 1, 3, 5, ... half a hex lower, `EVEN_Q` with
    columns 0, 2, 4, ... lower; `ODD_R` and `EVEN_R` are pointy-top with those
    rows half a hex to the right.  A map whose columns are numbered from 1 and
    whose even-numbered columns are lower is `ODD_Q`.
    """

    ODD_Q = "odd-q"
    EVEN_Q = "even-q"
    ODD_R = "odd-r"
    EVEN_R = "even-r"

    @property
    def orientation(self) -> Orientation:
        """Staggered columns are flat-top, staggered rows pointy-top."""
        flat = self in (Offset.ODD_Q, Offset.EVEN_Q)
        return Orientation.FLAT if flat else Orientation.POINTY

    def stagger(self, line: _Line) -> _Line:
        """Hexes by which a column (or row) of this index is ahead of its axial coordinate."""
        odd = self in (Offset.ODD_Q, Offset.ODD_R)
        return (line - (line & 1)) // 2 if odd else (line + (line & 1)) // 2

    def to_axial(self, column: int, row: int) -> Hex:
        """The hex in a column and row.

        >>> Offset.ODD_Q.to_axial(3, 2)
        Hex(q=3, r=1)
        """
        if self.orientation is Orientation.FLAT:
            return Hex(column, row - self.stagger(column))
        return Hex(column - self.stagger(row), row)

    def from_axial(self, hex_: Hex) -> tuple[int, int]:
        """The column and row of a hex.

        >>> Offset.ODD_Q.from_axial(Hex(3, 1))
        (3, 2)
        """
        q, r = hex_
        if self.orientation is Orientation.FLAT:
            return q, r + self.stagger(q)
        return q + self.stagger(r), r


def opposite(direction: int) -> int:
    """The direction that points back."""
    return (direction + 3) % 6


def neighbour(hex_: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex `steps` hexes away in a direction 0 to 5.

    >>> neighbour(Hex(4, 4), 1)
    Hex(q=5, r=3)
    """
    dq, dr = DIRECTIONS[direction]
    return Hex(hex_.q + steps * dq, hex_.r + steps * dr)


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to another on an open map.

    >>> distance(Hex(0, 0), Hex(3, -1))
    3
    """
    dq, dr = b.q - a.q, b.r - a.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def line_samples(a: Hex, b: Hex) -> list[tuple[Hex, ...]]:
    """The hexes under the straight line between two centres, sample by sample.

    The line has `distance(a, b)` + 1 even samples, the ends included.  A sample
    lies inside one hex, or exactly in the middle of a side; then both hexes are
    given, the one with the smaller q (then r) first.  The samples of the line
    back are the same in reverse.

    >>> line_samples(Hex(0, 0), Hex(1, 1))
    [(Hex(q=0, r=0),), (Hex(q=0, r=1), Hex(q=1, r=0)), (Hex(q=1, r=1),)]
    """
    length = distance(a, b)
    return [_sample(a, b, length, i) for i in range(length + 1)]


def _sample(a: Hex, b: Hex, length: int, i: int) -> tuple[Hex, ...]:
    """Sample i of a line.

    One cube coordinate changes by a whole hex at each sample, so it is exact.
    The other two add up to a whole number: they are rounded together, and a
    fraction of exactly one half is the middle of a side.
    """
    if length == 0:
        return (a,)
    dq, dr = b.q - a.q, b.r - a.r
    if abs(dq) == length:
        q = a.q + dq * i // length
        return tuple(Hex(q, a.r + k) for k in _nearest(dr * i, length))
    if abs(dr) == length:
        r = a.r + dr * i // length
        return tuple(Hex(a.q + k, r) for k in _nearest(dq * i, length))
    s = a.s - (dq + dr) * i // length
    return tuple(Hex(a.q + k, -s - a.q - k) for k in _nearest(dq * i, length))


def _nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The integers nearest to a fraction: one, or the lower and the upper of a tie."""
    low = (2 * numerator + denominator - 1) // (2 * denominator)
    high = (2 * numerator + denominator) // (2 * denominator)
    return (low,) if low == high else (low, high)


def line(a: Hex, b: Hex) -> list[Hex]:
    """A straight line of adjacent hexes, both ends included.

    Where a sample falls on a side, the hex with the smaller q, then r, is taken:
    the line back is the same line.

    >>> line(Hex(0, 0), Hex(1, 1))
    [Hex(q=0, r=0), Hex(q=0, r=1), Hex(q=1, r=1)]
    """
    return [sample[0] for sample in line_samples(a, b)]


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at a distance, clockwise, starting in direction 0.

    Raises ValueError for a negative radius.

    >>> [tuple(h) for h in ring(Hex(0, 0), 1)] == [tuple(d) for d in DIRECTIONS]
    True
    """
    if radius < 0:
        raise ValueError(f"radius of a ring: found {radius}, expected 0 or more")
    return _walk_ring(centre, radius)


def _walk_ring(centre: Hex, radius: int) -> Iterator[Hex]:
    if radius == 0:
        yield centre
        return
    here = neighbour(centre, 0, radius)
    for side in range(6):
        for _ in range(radius):
            yield here
            here = neighbour(here, (side + 2) % 6)


def spiral(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes up to a distance: the centre, then ring after ring.

    Raises ValueError for a negative radius.

    >>> len(list(spiral(Hex(7, 7), 2)))
    19
    """
    if radius < 0:
        raise ValueError(f"radius of a spiral: found {radius}, expected 0 or more")
    return (hex_ for k in range(radius + 1) for hex_ in _walk_ring(centre, k))


def rotate(hex_: Hex, steps: int, centre: Hex = ORIGIN) -> Hex:
    """Turn a hex about a centre by `steps` times 60 degrees, clockwise.

    >>> rotate(Hex(0, -1), 1)
    Hex(q=1, r=-1)
    """
    q, r = hex_.q - centre.q, hex_.r - centre.r
    for _ in range(steps % 6):
        q, r = -r, q + r
    return Hex(centre.q + q, centre.r + r)
