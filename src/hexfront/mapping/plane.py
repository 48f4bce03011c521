"""From degrees to kilometres, and how hexes lie on the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfront.core.errors import InputError
from hexfront.hex.coordinates import Hex, Offset, Orientation
from hexfront.hex.layout import Layout
from hexfront.hex.layout import Point as Spot
from hexfront.hex.numbering import ColumnRowNumbering
from hexfront.mapping.geometry import Point, clipped
from hexfront.mechanics.file_model import MAX_SIDE

RADIUS: Final = 6371.0088
"""Kilometres: the mean radius of the earth."""
MOST: Final = MAX_SIDE
"""Columns and rows."""
_SAMPLES: Final = 16
"""Of each edge of a box, which is bent on the plane."""


class Box(NamedTuple):
    """Degrees."""

    west: float
    south: float
    east: float
    north: float

    @property
    def middle(self) -> Point:
        """Longitude and latitude."""
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    def around(self) -> Box:
        """Twice the box and a degree more: nothing beyond it can be on the map.

        Far away the projection turns shapes inside out.
        """
        wide, high = (self.east - self.west) / 2 + 1, (self.north - self.south) / 2 + 1
        return Box(self.west - wide, self.south - high, self.east + wide, self.north + high)

    def keeps(self, ring: Sequence[Point]) -> list[Point]:
        """The part of a ring in it."""
        kept = clipped(ring, -1, 0, -self.west)
        for a, b, c in ((1, 0, self.east), (0, -1, -self.south), (0, 1, self.north)):
            kept = clipped(kept, a, b, c)
        return kept

    def misses(self, line: Sequence[Point]) -> bool:
        """Whether a line lies wholly on one of its four outer sides."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        across = max(xs) < self.west or min(xs) > self.east
        return across or max(ys) < self.south or min(ys) > self.north

    def edge(self) -> list[Point]:
        """Points around it."""
        parts = [number / _SAMPLES for number in range(_SAMPLES)]
        wide, high = self.east - self.west, self.north - self.south
        return [
            point
            for part in parts
            for point in (
                (self.west + part * wide, self.north),
                (self.east, self.north - part * high),
                (self.east - part * wide, self.south),
                (self.west, self.south + part * high),
            )
        ]


def read_box(text: str) -> Box:
    """West, south, east and north as typed, in degrees. Errors: `InputError`."""
    try:
        west, south, east, north = map(float, text.split(","))
    except ValueError:
        expected = "four numbers W,S,E,N, such as 99.8,1.1,104.6,7.5"
        raise InputError.at("--bbox", text, expected) from None
    return Box(west, south, east, north)


@dataclass(frozen=True)
class Projection:
    """Azimuthal equidistant: distances and directions from the middle are true.

    Points of the plane are kilometres, x to the east and y to the south.
    """

    longitude: float
    latitude: float

    def point(self, degrees: Sequence[float]) -> Point:
        """A longitude and latitude on the plane."""
        turn = math.radians(degrees[0] - self.longitude)
        here, there = math.radians(self.latitude), math.radians(degrees[1])
        across = math.cos(there) * math.sin(turn)
        up = math.cos(here) * math.sin(there) - math.sin(here) * math.cos(there) * math.cos(turn)
        along = math.sin(here) * math.sin(there) + math.cos(here) * math.cos(there) * math.cos(turn)
        sine = math.hypot(across, up)
        stretch = RADIUS * (math.atan2(sine, along) / sine if sine > 1e-12 else 1.0)
        return across * stretch, -up * stretch


@dataclass(frozen=True)
class HexGround:
    """A rectangle of hexes on the plane of a projection."""

    box: Box
    hex_km: float
    orientation: Orientation
    projection: Projection
    layout: Layout
    columns: int
    rows: int

    @property
    def offset(self) -> Offset:
        """How columns and rows are staggered."""
        return Offset.ODD_Q if self.orientation is Orientation.FLAT else Offset.ODD_R

    @property
    def numbering(self) -> ColumnRowNumbering:
        """The numbers of the hexes."""
        return ColumnRowNumbering(self.columns, self.rows)

    def hexes(self) -> dict[Hex, str]:
        """All hexes with their numbers, down the first column, then down the second, …"""
        label = self.numbering.label
        return {
            self.offset.to_axial(column, row): label(column, row)
            for column in range(self.columns)
            for row in range(self.rows)
        }

    def in_sides(self, point: Point) -> Point:
        """A point of the plane in sides of a hex from the centre of hex 0101."""
        first = self.layout.origin
        return (
            round((point[0] - first.x) / self.layout.size, 3),
            round((point[1] - first.y) / self.layout.size, 3),
        )


def lay_out(box: Box, hex_km: float, orientation: Orientation) -> HexGround:
    """Hexes over a box: the first touches its upper left corner, the last leave less than
    half a column or row of it uncovered.

    Errors: `InputError` for a box that is none, and for more hexes than can be numbered.
    """
    _check(box, hex_km)
    projection = Projection(*box.middle)
    edge = [projection.point(degrees) for degrees in box.edge()]
    left, top = min(x for x, _ in edge), min(y for _, y in edge)
    wide, high = max(x for x, _ in edge) - left, max(y for _, y in edge) - top
    size = hex_km / math.sqrt(3)
    flat = orientation is Orientation.FLAT
    across, down = (1.5 * size, hex_km) if flat else (hex_km, 1.5 * size)
    columns, rows = max(1, round(wide / across)), max(1, round(high / down))
    if max(columns, rows) > MOST:
        least = hex_km * max(columns, rows) / (MOST + 0.4)
        enough = f"{math.ceil(least * 100) / 100:g}"
        raise InputError.at("--hex-km", hex_km, f"at least {enough}, for {MOST} hexes a side")
    half = (size, hex_km / 2) if flat else (hex_km / 2, size)
    origin = Spot(left + half[0], top + half[1])
    return HexGround(
        box, hex_km, orientation, projection, Layout(orientation, size, origin), columns, rows
    )


def _check(box: Box, hex_km: float) -> None:
    if not all(math.isfinite(value) for value in (*box, hex_km)):
        raise InputError.at("--bbox", list(box), "finite numbers")
    if not (-180 <= box.west < box.east <= 180 and -90 <= box.south < box.north <= 90):
        expected = "W,S,E,N in degrees, with W less than E and S less than N"
        raise InputError.at("--bbox", ",".join(f"{value:g}" for value in box), expected)
    if box.east - box.west > 90 or box.north - box.south > 90:
        raise InputError.at("--bbox", ",".join(f"{v:g}" for v in box), "at most 90 degrees a side")
    if not 0 < hex_km <= 2000:
        raise InputError.at("--hex-km", hex_km, "more than 0, at most 2000")
