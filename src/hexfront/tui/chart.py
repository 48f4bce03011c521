"""Where the places of a board stand on a grid of characters.

Hexes with a flat top get slanted borders, each shared with its neighbour; all
other places are boxes.  A board without coordinates is laid out in rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfront.core.strictjson import Json
from hexfront.play.armies import Muster

ROOT3: Final = math.sqrt(3)
ROAD: Final = "road"
"""The kind of sides that the best routes cross."""
MAX_BOX: Final = 18
"""Columns of the widest box of a board without hexes."""


class Zoom(NamedTuple):
    """A size of the places: characters in the first row of a hex, and rows of half a hex."""

    name: str
    base: int
    half: int


ZOOMS: Final = (Zoom("compact", 4, 1), Zoom("normal", 6, 1), Zoom("large", 7, 2))


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


class Span(NamedTuple):
    """Some characters of one row."""

    row: int
    column: int
    width: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the grid."""

    spans: tuple[Span, ...]
    """Its rows from the top, without borders."""
    left: str
    """The character of its left border in each row."""
    right: str
    tint: int
    """0, 1 or 2; on a map of hexes different from that of every neighbour."""


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
        self.muster = Muster(document["muster"]) if document.get("muster") else None
        """What armies are made of, where sides set them up."""
        links: Sequence[Json] = document.get("links") or ()
        self.barriers = [
            {"kind": link["look"], "name": link["title"], "sides": link["pairs"]}
            for link in links
            if link["kind"] == "barrier" and link["pairs"]
        ]
        """Barriers as borders: their looks, names, and the sides along which they run."""
        self.routes = [link for link in links if link["kind"] == "route" and link["pairs"]]
        """What leads from place to place."""
        self.roads = [
            {"kind": ROAD, "name": link["title"], "sides": link["pairs"]}
            for link in self.routes
            if link["look"] == 0 and len(self.routes) > 1
        ]
        """The best routes, by the sides that they cross."""
        self.edges = self._edges([*self.roads, *(document.get("borders") or ()), *self.barriers])
        """The kinds of lines along sides: by id, left or right, up or down."""
        self.sectors: Sequence[Json] = document.get("sectors") or ()

    def _edges(self, borders: Sequence[Json]) -> Mapping[tuple[str, int, int], str]:
        edges: dict[tuple[str, int, int], str] = {}
        for border in borders:
            for pair in border["sides"]:
                for one, other in (pair, reversed(pair)):
                    here, there = self.places.get(one), self.places.get(other)
                    if here is not None and there is not None:
                        way = _sign(there.x - here.x), _sign(there.y - here.y)
                        edges[here.id, *way] = str(border.get("kind") or "border")
        return edges

    def art(self, place: Place) -> str:
        """How the terrain of a place is drawn."""
        return str((self.terrain.get(place.terrain) or {}).get("art") or "clear")

    def links(self, place: str) -> Iterator[tuple[str, list[str]]]:
        """What leads from a place, or lies beside it: each type with the places beyond."""
        for kind in (*self.routes, *({**line, "title": line["name"]} for line in self.barriers)):
            pairs = kind.get("pairs") or kind["sides"]
            beyond = [b if a == place else a for a, b in pairs if place in (a, b)]
            if beyond:
                yield str(kind["title"]), beyond

    def facts(self, place: Place) -> list[str]:
        """What a player wants to know of the terrain of a place, its title first."""
        kind = self.terrain.get(place.terrain) or {}
        return [str(text) for text in (kind.get("title") or place.terrain, *kind.get("facts", ()))]


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
        )


class Chart:
    """A board laid out at one zoom."""

    def __init__(self, board: Board, zoom: Zoom) -> None:
        self.board = board
        self.zoom = zoom
        if board.kind == "hex" and board.flat:
            self.cells = _flat_hexes(board, zoom)
        elif board.kind == "hex":
            self.cells = _pointy_hexes(board, zoom)
        else:
            self.cells = _boxes(board, zoom)
        spans = [span for cell in self.cells.values() for span in cell.spans]
        self.width = max((span.column + span.width + 1 for span in spans), default=1)
        self.height = max((span.row + 1 for span in spans), default=1)
        self._at = {
            (span.row, column): id
            for id, cell in self.cells.items()
            for span in cell.spans
            for column in range(span.column - 1, span.column + span.width + 1)
        }

    def at(self, row: int, column: int) -> str:
        """The place that a character belongs to; empty between places."""
        return self._at.get((row, column), "")

    def step(self, start: str, down: int, right: int, wish: float) -> str:
        """The nearest place within an eighth of a turn of a direction.

        Of two that are equally near the one nearer to the line along which one
        came: `wish` is its x or y on the board.
        """
        here = self.board.places[start]
        best, least = start, (math.inf, math.inf)
        for place in self.board.places.values():
            x, y = place.x - here.x, place.y - here.y
            along, across = (y * down, x) if down else (x * right, y)
            if along > 0 and abs(across) <= along + 1e-6:
                off = abs((place.x if down else place.y) - wish)
                if (nearness := (round(math.hypot(x, y), 3), off)) < least:
                    best, least = place.id, nearness
        return best


def _flat_hexes(board: Board, zoom: Zoom) -> dict[str, Cell]:
    step = zoom.base + zoom.half
    left, top = _corner(board)
    widths = [zoom.base + 2 * i for i in range(zoom.half)]
    cells = {}
    for place in board.places.values():
        column, row = round((place.x - left) / 1.5), round((place.y - top) / ROOT3 * 2)
        spans = tuple(
            Span(
                row * zoom.half + i + 1,
                column * step + zoom.half - (width - zoom.base) // 2,
                width,
            )
            for i, width in enumerate([*widths, *reversed(widths)])
        )
        # Rows count half hexes, so going down one hex changes the tint by two.
        tint = (column + (row - column) // 2 * 2) % 3
        borders = "/" * zoom.half + "\\" * zoom.half
        cells[place.id] = Cell(spans, borders, borders[::-1], tint)
    return cells


def _pointy_hexes(board: Board, zoom: Zoom) -> dict[str, Cell]:
    width = zoom.base | 1
    left, top = _corner(board)
    cells = {}
    for place in board.places.values():
        column, row = round((place.x - left) / ROOT3 * 2), round((place.y - top) / 1.5)
        start = column * (width + 1) // 2 + 1
        spans = tuple(Span(row * 2 * zoom.half + i + 1, start, width) for i in range(2 * zoom.half))
        tint = (row + (column - row) // 2 * 2) % 3
        cells[place.id] = Cell(spans, "|" * len(spans), "|" * len(spans), tint)
    return cells


def _boxes(board: Board, zoom: Zoom) -> dict[str, Cell]:
    """Boxes as near to their coordinates as they fit without touching."""
    names = [max(len(place.id), len(place.name)) for place in board.places.values()]
    width = min(MAX_BOX, max([zoom.base + 2, *(length + 1 for length in names)]))
    height = 2 * zoom.half + 1
    left, top = _corner(board)
    places = list(board.places.values())
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]
    scale = max(
        (
            min(_ratio(width + 4, abs(a.x - b.x)), _ratio(2 * (height + 2), abs(a.y - b.y)))
            for a, b in pairs
        ),
        default=1.0,
    )
    cells = {}
    for number, place in enumerate(places):
        # Characters are about twice as high as wide.
        row, column = round((place.y - top) * scale / 2), round((place.x - left) * scale)
        spans = tuple(Span(row + i + 1, column + 1, width) for i in range(height))
        cells[place.id] = Cell(spans, "|" * height, "|" * height, number % 3)
    return cells


def _ratio(room: float, distance: float) -> float:
    return (room + 1) / distance if distance else math.inf


def _corner(board: Board) -> tuple[float, float]:
    places = board.places.values()
    return min((p.x for p in places), default=0.0), min((p.y for p in places), default=0.0)
