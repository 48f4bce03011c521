"""Plane geometry: areas of polygons within hexes, lengths within polygons, distances.

A point is (x, y).  A ring is a list of points whose last is joined to its first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexfront.hex.coordinates import Hex
from hexfront.hex.layout import Layout

Point = tuple[float, float]
Ring = Sequence[Point]


@dataclass(frozen=True)
class Polygon:
    """An outer ring, and the rings of its holes."""

    rings: tuple[tuple[Point, ...], ...]


def area(ring: Ring) -> float:
    """The area of a ring, whichever way it runs."""
    twice = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True)
    )
    return abs(twice) / 2


def clipped(ring: Ring, a: float, b: float, c: float) -> list[Point]:
    """The part of a ring where a x + b y is at most c.

    Parts of a ring that fall asunder stay joined by lines of no breadth.
    """
    sides = [a * x + b * y - c for x, y in ring]
    # Most clips of a long coast leave it whole, or nothing of it.
    if not sides or min(sides) > 0:
        return []
    if max(sides) <= 0:
        return list(ring)
    kept: list[Point] = []
    last, before = ring[-1], sides[-1]
    for here, side in zip(ring, sides, strict=True):
        if (before < 0 < side) or (side < 0 < before):
            part = before / (before - side)
            kept.append(
                (last[0] + (here[0] - last[0]) * part, last[1] + (here[1] - last[1]) * part)
            )
        if side <= 0:
            kept.append(here)
        last, before = here, side
    return kept


def pieces_in_hexes(
    polygon: Polygon, layout: Layout, hexes: Sequence[Hex]
) -> dict[Hex, tuple[Polygon, float]]:
    """The part of a polygon in a box a little larger than each hex, and its exact area in the hex.

    Hexes that it does not touch are left out.
    """
    rings: dict[Hex, list[tuple[Point, ...]]] = {}
    areas: dict[Hex, float] = {}
    for number, whole in enumerate(polygon.rings):
        for hex_, ring in _pieces(whole, layout, hexes):
            much = area(_clipped_to_hex(ring, layout, hex_))
            rings.setdefault(hex_, []).append(tuple(ring))
            areas[hex_] = areas.get(hex_, 0.0) + (much if number == 0 else -much)
    return {hex_: (Polygon(tuple(some)), areas[hex_]) for hex_, some in rings.items()}


def _pieces(ring: Ring, layout: Layout, hexes: Sequence[Hex]) -> Iterator[tuple[Hex, Ring]]:
    """Halves the hexes again and again, with what of the ring lies in the box of each half."""
    waiting: list[tuple[Ring, list[Hex]]] = [(ring, list(hexes))]
    while waiting:
        piece, some = waiting.pop()
        if len(some) == 1:
            yield some[0], _clipped_to_box(piece, layout, some)
            continue
        box = layout.bounds(some)
        wide = box.right - box.left > box.bottom - box.top
        some.sort(key=lambda hex_: layout.centre(hex_)[0 if wide else 1])
        for half in (some[: len(some) // 2], some[len(some) // 2 :]):
            inside = _clipped_to_box(piece, layout, half)
            if inside:
                waiting.append((inside, half))


def _clipped_to_box(ring: Ring, layout: Layout, hexes: Iterable[Hex]) -> Ring:
    left, top, right, bottom = layout.bounds(hexes)
    # Sides of hexes must not lie on its edges, along which clipped rings run.
    more = layout.size / 8
    for a, b, c in (
        (-1, 0, more - left),
        (1, 0, more + right),
        (0, -1, more - top),
        (0, 1, more + bottom),
    ):
        ring = clipped(ring, a, b, c)
    return ring


def _clipped_to_hex(ring: Ring, layout: Layout, hex_: Hex) -> Ring:
    x, y = layout.centre(hex_)
    corners = layout.corners(hex_)
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        a, b = (p.x + q.x) / 2 - x, (p.y + q.y) / 2 - y
        ring = clipped(ring, a, b, a * p.x + b * p.y)
    return ring


def holds(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies in a polygon, not in one of its holes."""
    x, y = point
    inside = False
    for ring in polygon.rings:
        x1, y1 = ring[-1]
        for x2, y2 in ring:
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
            x1, y1 = x2, y2
    return inside


def share_within(a: Point, b: Point, polygons: Iterable[Polygon]) -> float:
    """How much of the line from a to b, 0 to 1, lies in polygons that do not overlap."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = 0.0
    for polygon in polygons:
        # The whole straight line, endless both ways, begins outside: in and out by turns.
        crossings = sorted(
            _crossing(a, dx, dy, p, q)
            for ring in polygon.rings
            for p, q in zip(ring, [*ring[1:], ring[0]], strict=True)
            if (_aside(a, dx, dy, p) > 0) != (_aside(a, dx, dy, q) > 0)
        )
        for enter, leave in zip(crossings[::2], crossings[1::2], strict=True):
            share += max(0.0, min(1.0, leave) - max(0.0, enter))
    return min(1.0, share)


def _aside(a: Point, dx: float, dy: float, p: Point) -> float:
    return (p[0] - a[0]) * dy - (p[1] - a[1]) * dx


def _crossing(a: Point, dx: float, dy: float, p: Point, q: Point) -> float:
    """Where the side from p to q crosses the line, as a part of the line's length."""
    one, other = _aside(a, dx, dy, p), _aside(a, dx, dy, q)
    part = one / (one - other)
    x, y = p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part
    return ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)


def distance_to(line: Sequence[Point], point: Point) -> float:
    """From a point to an open line of one point or more."""
    nearest = math.dist(point, line[0])
    x, y = point
    for (x1, y1), (x2, y2) in pairwise(line):
        dx, dy = x2 - x1, y2 - y1
        length = dx * dx + dy * dy
        if length == 0:
            continue
        along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / length))
        nearest = min(nearest, math.hypot(x - x1 - along * dx, y - y1 - along * dy))
    return nearest


def stepped(line: Sequence[Point], step: float) -> list[Point]:
    """The same line with points at most a step apart."""
    points = [line[0]]
    for a, b in pairwise(line):
        pieces = max(1, math.ceil(math.dist(a, b) / step))
        points += [
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
            for k in range(1, pieces + 1)
        ]
    return points


def simplified(ring: Sequence[Point], near: float) -> list[Point]:
    """A ring with fewer points, by Douglas and Peucker: none left out lies farther than `near`."""
    if len(ring) < 4:
        return list(ring)
    far = max(range(len(ring)), key=lambda i: math.dist(ring[0], ring[i]))
    halves = [*ring[: far + 1]], [*ring[far:], ring[0]]
    kept: list[Point] = []
    for half in halves:
        keep = {0, len(half) - 1}
        waiting = [(0, len(half) - 1)]
        while waiting:
            low, high = waiting.pop()
            line = [half[low], half[high]]
            middle = max(
                range(low + 1, high), key=lambda i: distance_to(line, half[i]), default=None
            )
            if middle is not None and distance_to(line, half[middle]) > near:
                keep.add(middle)
                waiting += [(low, middle), (middle, high)]
        kept += [half[i] for i in sorted(keep)][:-1]
    return kept
