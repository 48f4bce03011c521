"""Where the places of a board stand on a grid of characters.

Hexes with a flat top get slanted borders, each shared with its neighbour.
Places with outlines are listed by region, since outlines are too fine for
characters; all others are boxes.  A board without coordinates is laid out in
rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfront.tui.map.board import Board

ROOT3: Final = math.sqrt(3)
MAX_BOX: Final = 18
"""Columns of the widest box of a board without hexes."""


class Zoom(NamedTuple):
    """A size of the places."""

    name: str
    base: int
    """Characters in the first row of a hex, at least."""
    half: int
    """Rows of half a hex, and of a place in a list."""
    line: int
    """Characters in a row of a place in a list."""


ZOOMS: Final = (Zoom("compact", 4, 1, 22), Zoom("normal", 6, 1, 36), Zoom("large", 7, 2, 36))


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


class Chart:
    """A board laid out at one zoom."""

    def __init__(self, board: Board, zoom: Zoom) -> None:
        self.board = board
        self.zoom = zoom
        self.headings: dict[Span, str] = {}
        """Titles of regions over the places of a list."""
        if board.listed:
            self.cells = _listed(board, zoom, self.headings)
        elif board.kind == "hex" and board.flat:
            self.cells = _flat_hexes(board, zoom)
        elif board.kind == "hex":
            self.cells = _pointy_hexes(board, zoom)
        else:
            self.cells = _boxes(board, zoom)
        spans = [span for cell in self.cells.values() for span in cell.spans]
        self.points = {id: self._point(id) for id in self.cells}
        """Where each place stands, for keys that go from one to the next."""
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
        here = self.points[start]
        best, least = start, (math.inf, math.inf)
        for id, point in self.points.items():
            x, y = point[0] - here[0], point[1] - here[1]
            along, across = (y * down, x) if down else (x * right, y)
            if along > 0 and abs(across) <= along + 1e-6:
                off = abs(point[0 if down else 1] - wish)
                if (nearness := (round(math.hypot(x, y), 3), off)) < least:
                    best, least = id, nearness
        return best

    def _point(self, id: str) -> tuple[float, float]:
        """On the board; in a list so that the columns lie far from each other."""
        if not self.board.listed:
            return self.board.places[id].x, self.board.places[id].y
        span = self.cells[id].spans[0]
        return float(span.column * len(self.cells)), float(span.row)


def _base(board: Board, zoom: Zoom) -> int:
    """Characters in the first row of a hex: there is room for the longest number of the map."""
    return max(zoom.base, *(len(id) for id in board.places if id.isdecimal()), 0)


def _flat_hexes(board: Board, zoom: Zoom) -> dict[str, Cell]:
    base = _base(board, zoom)
    step = base + zoom.half
    left, top = _corner(board)
    widths = [base + 2 * i for i in range(zoom.half)]
    cells = {}
    for place in board.places.values():
        column, row = round((place.x - left) / 1.5), round((place.y - top) / ROOT3 * 2)
        spans = tuple(
            Span(
                row * zoom.half + i + 1,
                column * step + zoom.half - (width - base) // 2,
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
    width = _base(board, zoom) | 1
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


def _listed(board: Board, zoom: Zoom, headings: dict[Span, str]) -> dict[str, Cell]:
    """Places one below the other in their order, in two columns; also writes `headings`."""
    blocks: list[tuple[str, list[str]]] = []
    for place in board.places.values():
        region = board.region_of(place, blocks[-1][0] if blocks else "")
        if not blocks or region != blocks[-1][0]:
            blocks.append((region, []))
        blocks[-1][1].append(place.id)
    rows = sum(bool(title) + len(ids) * zoom.half for title, ids in blocks)
    cells: dict[str, Cell] = {}
    row, column = 0, 0
    for title, ids in blocks:
        # A region begins the second column where most of it would lie beyond the half.
        if not column and 2 * (row + len(ids) * zoom.half / 2) >= rows and row:
            row, column = 0, zoom.line + 2
        if title:
            headings[Span(row, column, zoom.line)] = title
            row += 1
        for id in ids:
            if not column and 2 * row >= rows + 1:
                row, column = 0, zoom.line + 2
            spans = tuple(Span(row + i, column + 1, zoom.line) for i in range(zoom.half))
            cells[id] = Cell(spans, "|" * zoom.half, " " * zoom.half, len(cells) % 2)
            row += zoom.half
    return cells


def _ratio(room: float, distance: float) -> float:
    return (room + 1) / distance if distance else math.inf


def _corner(board: Board) -> tuple[float, float]:
    places = board.places.values()
    return min((p.x for p in places), default=0.0), min((p.y for p in places), default=0.0)
