"""A board document as objects, in pixels of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexfront.pictures.lines import Point, chained, polygon, vertex
from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import number

UNIT = 100.0
"""What the board's unit of length is in a picture, so that most numbers are whole."""

COLUMN, ROW = 1.5, math.sqrt(3) / 2
"""How far columns of hexes lie apart, and half of how far hexes in them do, in sides of a hex."""
ROUNDED = 1e-3
"""By how much a document may have rounded a coordinate."""
MARGIN = 120.0
BOX = "box"
"""The art of places beside the map."""
BOX_REACH = 70.0
"""How much farther than a hex the frame and the name of such a place reach."""
_BUCKET = 150.0


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board; x runs right, y runs down, in hundredths of a hex's side."""

    id: str
    x: float
    y: float
    terrain: str
    name: str
    side: int | None
    """Whose land it is."""
    outline: tuple[Point, ...] = ()
    """Of a place that has a form of its own."""
    band: tuple[Point, ...] = ()
    """A part of that which shows what kind of place it is."""


def board_now(
    document: Mapping[str, Any], terrain_overrides: Mapping[str, str]
) -> Mapping[str, Any]:
    """A board of `Rules.board()` with the changes of `View.terrain_overrides`.

    Kinds of terrain and the names of links become others; a link that becomes
    "" is gone. The same document where nothing differs.
    """
    if not terrain_overrides:
        return document
    links: dict[str, dict[str, Any]] = {}
    for link in document.get("links") or ():
        links[link["name"]] = {**link, "pairs": []}
    for link in document.get("links") or ():
        actual = links.get(terrain_overrides.get(link["name"], link["name"]))
        if actual is not None:
            actual["pairs"] += link["pairs"]
    places = [
        {**place, "terrain": terrain_overrides.get(place.get("terrain"), place.get("terrain"))}
        for place in document["places"]
    ]
    return {**document, "places": places, "links": list(links.values())}


def _points(entries: Iterable[Iterable[float]]) -> tuple[Point, ...]:
    """Points of a document."""
    return tuple((float(x) * UNIT, float(y) * UNIT) for x, y in entries)


def _exact(value: float, step: float) -> float:
    """A coordinate on the grid of the hexes' centres, which documents round.

    Else a corner that two hexes share is not the same point of both.
    """
    exact = round(value / step) * step
    return exact if abs(exact - value) < ROUNDED else value


class Board:
    """Places, their shape and the sides."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.title = str(document.get("title") or "")
        self.hexes = document.get("kind") == "hex"
        across, down = (ROW, COLUMN) if document.get("orientation") == "pointy" else (COLUMN, ROW)
        self.places = {
            str(place["id"]): Place(
                str(place["id"]),
                _exact(float(place["x"]), across) * UNIT,
                _exact(float(place["y"]), down) * UNIT,
                str(place.get("terrain") or ""),
                str(place.get("name") or ""),
                place.get("side"),
                _points(place.get("outline") or ()),
                _points(place.get("band") or ()),
            )
            for place in document["places"]
        }
        self._kind_colours = {
            name: str(kind.get("colour") or "") for name, kind in document["terrain"].items()
        }
        self._arts = {
            name: str(kind.get("art", "clear")) for name, kind in document["terrain"].items()
        }
        self._colours = [side.get("colour") for side in document["sides"]]
        turn = math.pi / 6 if document.get("orientation") == "pointy" else 0.0
        self.corners = [
            (UNIT * math.cos(turn + i * math.pi / 3), UNIT * math.sin(turn + i * math.pi / 3))
            for i in range(6)
        ]
        self.half = max(y for _, y in self.corners) if self.hexes else UNIT
        """Half the height of a place."""

    def art(self, place: Place) -> str:
        """How the ground of a place is drawn."""
        return self._arts.get(place.terrain, "clear")

    def kind_colour(self, place: Place) -> str:
        """The colour of the terrain of a place; empty where it has none of its own."""
        return self._kind_colours.get(place.terrain, "")

    def colour(self, side: int) -> str:
        """The colour of a side."""
        own = self._colours[side] if 0 <= side < len(self._colours) else None
        return str(own or SIDES[side % len(SIDES)])

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of all places with a margin."""
        points = [
            point
            for place in self.places.values()
            for point in (*place.outline, (place.x, place.y))
        ]
        for place in self.places.values():
            if self.art(place) == BOX:  # Its frame and its name are wider than a hex.
                points += [(place.x - BOX_REACH, place.y), (place.x + BOX_REACH, place.y)]
        xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top

    def beyond(self, place: Place) -> list[Point]:
        """Where hexes would lie beside a place that is at the edge of the board."""
        return [point for point in self.around((place.x, place.y)) if self.find(point) is None]

    def around(self, centre: Point) -> list[Point]:
        """The centres of the six hexes around one, in the order of the sides between corners."""
        if not self.hexes:
            return []
        ahead = [*self.corners[1:], self.corners[0]]
        return [
            (centre[0] + a[0] + b[0], centre[1] + a[1] + b[1])
            for a, b in zip(self.corners, ahead, strict=True)
        ]

    def find(self, centre: Point) -> Place | None:
        """The hex that has its centre there."""
        return self._centres.get(vertex(centre))

    @cached_property
    def _centres(self) -> dict[tuple[int, int], Place]:
        return {vertex((place.x, place.y)): place for place in self.places.values()}

    def nearest(self, point: Point) -> Place | None:
        """The place whose centre is nearest to a point, where one is near."""
        column, row = math.floor(point[0] / _BUCKET), math.floor(point[1] / _BUCKET)
        near = [
            place
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for place in self._buckets.get((i, j), ())
            if math.dist(point, (place.x, place.y)) < UNIT
        ]
        return min(near, key=lambda place: math.dist(point, (place.x, place.y)), default=None)

    @cached_property
    def _buckets(self) -> dict[tuple[int, int], list[Place]]:
        buckets: dict[tuple[int, int], list[Place]] = {}
        for place in self.places.values():
            key = math.floor(place.x / _BUCKET), math.floor(place.y / _BUCKET)
            buckets.setdefault(key, []).append(place)
        return buckets

    def side(self, one: str, other: str) -> tuple[Point, Point] | None:
        """The ends of the side that two hexes share."""
        a, b = self.places.get(one), self.places.get(other)
        if a is None or b is None:
            return None
        for i, centre in enumerate(self.around((a.x, a.y))):
            if vertex(centre) == vertex((b.x, b.y)):
                (px, py), (qx, qy) = self.corners[i], self.corners[(i + 1) % 6]
                return (a.x + px, a.y + py), (a.x + qx, a.y + qy)
        return None

    def loops(self, centres: Iterable[Point]) -> list[list[Point]]:
        """The loops of corners around hexes: sides that two of them share fall away."""
        points = list(centres)
        taken = set(map(vertex, points))
        sides = [
            ((x + a[0], y + a[1]), (x + b[0], y + b[1]))
            for x, y in points
            for a, b, there in zip(
                self.corners,
                [*self.corners[1:], self.corners[0]],
                self.around((x, y)),
                strict=True,
            )
            if vertex(there) not in taken
        ]
        return chained(sides)

    def outline(self, places: Iterable[Place]) -> str:
        """The outlines of places as the data of a path."""
        (x, y), steps = self._outline
        return "".join(
            polygon(p.outline) if p.outline else f"M{number(p.x + x)} {number(p.y + y)}{steps}"
            for p in places
        )

    @cached_property
    def _outline(self) -> tuple[tuple[float, float], str]:
        """Where the outline of a place at 0, 0 begins, and how it goes on from there."""
        if not self.hexes:
            r, d = number(UNIT), number(2 * UNIT)
            return (-UNIT, 0.0), f"a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1-{d} 0z"
        steps = "".join(
            f"l{number(x - before[0])} {number(y - before[1])}"
            for before, (x, y) in pairwise(self.corners)
        )
        return self.corners[0], f"{steps}z"
