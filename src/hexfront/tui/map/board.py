"""The board document, read for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.play.armies import ArmySetup

ROAD: Final = "road"
"""The kind of sides that the best routes cross."""
RAIL: Final = "rail"
"""The kind of sides that railways cross."""
_LOOKS: Final = {0: ROAD, RAIL: RAIL}
"""The kinds of sides that routes cross, by how these look in the document."""
_WAYS: Final = (("Road", ROAD, 0), ("Railway", RAIL, RAIL), ("Track", "track", 1))
"""What ways are called, their kinds in the document, and how they look, the best first."""
_BORDERS: Final = {"border": "Border", "sector": "Edge of a sector"}
"""What lines are called that have no name."""
SAME: Final = 1e-3
"""Distances that differ by less are equal."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board."""

    id: str
    x: float
    y: float
    terrain: str
    name: str
    side: int | None = None
    """Whose land it is."""
    facts: tuple[str, ...] = ()
    """What a player wants to know of it, beside that of its terrain."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that has a name."""

    title: str
    outline: tuple[tuple[float, float], ...]

    def distance(self, place: Place) -> float:
        """From its edge to the middle of a place."""
        ends = zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True)
        return min((_to_line(place.x, place.y, *a, *b) for a, b in ends), default=math.inf)


class Board:
    """The board document, read for the terminal; what is missing is left out."""

    def __init__(self, document: Json) -> None:
        self.kind = str(document.get("kind", ""))
        self.flat = document.get("orientation") != "pointy"
        self.places = {place.id: place for place in _places(document.get("places") or [])}
        self.terrain: Mapping[str, Json] = document.get("terrain") or {}
        self.sides: Sequence[Json] = document.get("sides") or []
        self.legend: Mapping[str, str] = document.get("legend") or {}
        self.cycle = bool(document.get("cycle"))
        """Whether keys go through the own units, one of which flashes."""
        self.army_setup = ArmySetup(document["army_setup"]) if document.get("army_setup") else None
        """What armies are made of, where sides set them up."""
        links: Sequence[Json] = [*(document.get("links") or ()), *_ruled(document)]
        self.barriers = [
            {"kind": link["look"], "name": link["title"], "sides": link["pairs"]}
            for link in links
            if link["kind"] == "barrier" and link["pairs"]
        ]
        """Barriers as borders: their looks, names, and the sides along which they run."""
        self.routes = [link for link in links if link["kind"] == "route" and link["pairs"]]
        """What leads from place to place."""
        self.roads = [
            {"kind": _LOOKS[link["look"]], "name": link["title"], "sides": link["pairs"]}
            for link in reversed(self.routes)
            if link["look"] in _LOOKS and len(self.routes) > 1
        ]
        """The best routes, by the sides that they cross; the best of all last, as it counts."""
        self.borders = [
            {"kind": kind, "name": _BORDERS.get(kind, kind), "sides": border["sides"]}
            for border in document.get("borders") or ()
            for kind in [str(border.get("kind") or "border")]
        ]
        """Lines without a name of their own, with what they part."""
        self.edges = self._edges([*self.roads, *self.borders, *self.barriers])
        """The kinds of lines along sides: by id, left or right, up or down."""
        self.sectors: Sequence[Json] = document.get("sectors") or ()
        self.listed = any("outline" in entry for entry in document.get("places") or ())
        """Whether places have forms of their own: then they are listed, by region."""
        self.regions = [
            Region(str(entry["title"]), tuple((x, y) for x, y in entry["outline"]))
            for entry in document.get("regions") or ()
        ]

    def _edges(self, borders: Sequence[Json]) -> Mapping[tuple[str, int, int], str]:
        edges: dict[tuple[str, int, int], str] = {}
        for border in borders:
            for pair in border["sides"]:
                for one, other in (pair, reversed(pair)):
                    here, there = self.places.get(one), self.places.get(other)
                    if here is not None and there is not None:
                        way = _sign(there.x - here.x), _sign(there.y - here.y)
                        edges[here.id, *way] = str(border["kind"])
        return edges

    def art(self, place: Place) -> str:
        """How the terrain of a place is drawn."""
        return str((self.terrain.get(place.terrain) or {}).get("art") or "clear")

    def colour(self, place: Place) -> str:
        """The colour of the terrain of a place; empty where it has none of its own."""
        return str((self.terrain.get(place.terrain) or {}).get("colour") or "")

    def kind_title(self, place: Place) -> str:
        """What the terrain of a place is called."""
        return str((self.terrain.get(place.terrain) or {}).get("title") or place.terrain)

    def region_of(self, place: Place, before: str) -> str:
        """The region that a place lies at; of several not the one that the place before lay at."""
        far = {region.title: region.distance(place) for region in self.regions}
        least = min(far.values(), default=0.0)
        nearest = [title for title, distance in far.items() if distance <= least + SAME]
        others = [title for title in nearest if title != before]
        return next(iter(others or nearest), "")

    def links(self, place: str) -> Iterator[tuple[str, list[str]]]:
        """What leads from a place, or lies beside it: each type with the places beyond."""
        for kind in (*self.routes, *({**line, "title": line["name"]} for line in self.barriers)):
            pairs = kind.get("pairs") or kind["sides"]
            beyond = [b if a == place else a for a, b in pairs if place in (a, b)]
            if beyond:
                yield str(kind["title"]), beyond

    def kind_facts(self, place: Place) -> list[str]:
        """What a player wants to know of the terrain of a place."""
        kind = self.terrain.get(place.terrain) or {}
        return [str(text) for text in kind.get("facts", ())]

    def facts(self, place: Place) -> list[str]:
        """What a player wants to know of the terrain of a place, its title first."""
        return [self.kind_title(place), *self.kind_facts(place), *place.facts]


def _ruled(document: Json) -> Iterator[Json]:
    """Rivers and ways of a drawing, as links, where rules ask for them."""
    if not document.get("ruled"):
        return
    rivers = [list(side) for river in document.get("rivers") or () for side in river["sides"]]
    yield {"kind": "barrier", "look": "water", "title": "River", "pairs": rivers}
    ways: Sequence[Json] = document.get("roads") or ()
    for title, kind, look in _WAYS:
        paths = [way["path"] for way in ways if way["kind"] == kind]
        pairs = {tuple(sorted(pair)) for path in paths for pair in pairwise(path)}
        yield {"kind": "route", "look": look, "title": title, "pairs": sorted(map(list, pairs))}


def _sign(number: float) -> int:
    return (number > 1e-6) - (number < -1e-6)


def _places(entries: Sequence[Json]) -> Iterator[Place]:
    """The places; in rows where they do not all stand somewhere of their own."""
    points = {(entry.get("x"), entry.get("y")) for entry in entries}
    laid = len(points) == len(entries) and not any(None in point for point in points)
    columns = max(1, math.ceil(math.sqrt(len(entries))))
    for number, entry in enumerate(entries):
        row, column = divmod(number, columns)
        yield Place(
            str(entry["id"]),
            float(entry["x"] if laid else column),
            float(entry["y"] if laid else row),
            str(entry.get("terrain") or ""),
            str(entry.get("name") or ""),
            entry.get("side"),
            tuple(entry.get("facts") or ()),
        )


def _to_line(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from the line between two others."""
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
