"""Where hexes lie on a plane: centres, corners, and the hex under a point.

For drawing and picking only; no rule depends on these numbers.  The x axis
points right and the y axis down, in any unit of length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.hex.coordinates import Hex, Orientation

_SQRT3 = math.sqrt(3.0)


class Point(NamedTuple):
    """A point of the plane."""

    x: float
    y: float


_ORIGIN = Point(0.0, 0.0)


class Bounds(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Layout:
    """Congruent hexes on a plane.

    `size` is the length of a side, which is also the distance from the centre to
    a corner; `origin` is the centre of hex (0, 0).  Raises ValueError for a size
    that is not a positive number.
    """

    orientation: Orientation = Orientation.FLAT
    size: float = 1.0
    origin: Point = _ORIGIN

    def __post_init__(self) -> None:
        if not (math.isfinite(self.size) and self.size > 0):
            raise ValueError(f"size of a hex: found {self.size}, expected a positive number")

    @property
    def hex_width(self) -> float:
        """The horizontal extent of one hex."""
        return self.size * (2.0 if self.orientation is Orientation.FLAT else _SQRT3)

    @property
    def hex_height(self) -> float:
        """The vertical extent of one hex."""
        return self.size * (_SQRT3 if self.orientation is Orientation.FLAT else 2.0)

    def centre(self, hex_: Hex) -> Point:
        """The centre of a hex.

        >>> Layout(size=2.0).centre(Hex(2, 0)).x
        6.0
        """
        q, r = hex_
        if self.orientation is Orientation.FLAT:
            x, y = 1.5 * q, _SQRT3 * (r + q / 2)
        else:
            x, y = _SQRT3 * (q + r / 2), 1.5 * r
        return Point(self.origin.x + self.size * x, self.origin.y + self.size * y)

    def centres(
        self, q: NDArray[np.integer[Any]], r: NDArray[np.integer[Any]]
    ) -> NDArray[np.float64]:
        """The centres of many hexes, from two arrays of length m to shape (m, 2)."""
        u, v = q.astype(np.float64), r.astype(np.float64)
        if self.orientation is Orientation.FLAT:
            x, y = 1.5 * u, _SQRT3 * (v + u / 2)
        else:
            x, y = _SQRT3 * (u + v / 2), 1.5 * v
        return np.stack((self.origin.x + self.size * x, self.origin.y + self.size * y), axis=1)

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners, clockwise; side d runs from corner d to corner d + 1 modulo 6."""
        centre = self.centre(hex_)
        first = -120 if self.orientation is Orientation.FLAT else -150
        angles = (math.radians(first + 60 * k) for k in range(6))
        return tuple(
            Point(centre.x + self.size * math.cos(a), centre.y + self.size * math.sin(a))
            for a in angles
        )

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that holds a point; on a side, one of its hexes.

        Raises ValueError for a point that is not finite.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(f"point on the map: found ({x}, {y}), expected finite numbers")
        u, v = (x - self.origin.x) / self.size, (y - self.origin.y) / self.size
        if self.orientation is Orientation.FLAT:
            q = u / 1.5
            r = v / _SQRT3 - q / 2
        else:
            r = v / 1.5
            q = u / _SQRT3 - r / 2
        return _round(q, r)

    def bounds(self, hexes: Iterable[Hex]) -> Bounds:
        """The smallest rectangle around some hexes; raises ValueError where there are none."""
        centres = [self.centre(hex_) for hex_ in hexes]
        if not centres:
            raise ValueError("bounds of a map: found no hex, expected at least one")
        half_width, half_height = self.hex_width / 2, self.hex_height / 2
        return Bounds(
            min(p.x for p in centres) - half_width,
            min(p.y for p in centres) - half_height,
            max(p.x for p in centres) + half_width,
            max(p.y for p in centres) + half_height,
        )


def _round(q: float, r: float) -> Hex:
    """The nearest centre: round all three cube coordinates, mend the one that moved most."""
    s = -q - r
    near_q, near_r, near_s = round(q), round(r), round(s)
    moved_q, moved_r, moved_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
    if moved_q > moved_r and moved_q > moved_s:
        return Hex(-near_r - near_s, near_r)
    if moved_r > moved_s:
        return Hex(near_q, -near_q - near_s)
    return Hex(near_q, near_r)
