"""The map with everything on it: a pure function of the board and what a viewer may know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from hexfront.core.contract import Counter
from hexfront.tui.map.board import RAIL, ROAD, Board, Place
from hexfront.tui.map.canvas import Canvas, Ink
from hexfront.tui.map.chart import Cell, Chart, Span
from hexfront.tui.map.lists import ListPainter
from hexfront.tui.map.painter import CONTAMINATED, ENGAGEMENT, Painter, Scene, stacks
from hexfront.tui.map.palette import Palette, shaded
from hexfront.tui.map.symbols import (
    ASCII,
    BRANCH_WORDS,
    Alphabet,
    branch,
    counter_text,
    direction,
    shape,
)

_EDGES: Final = {"border": "#", "sector": ":", "water": "~", "line": "=", ROAD: "+", RAIL: "%"}
"""Lines along sides of places, and sides that a road crosses, in characters alone."""
_FIGHT: Final = "!!"


def map_legend(board: Board, scene: Scene, titles: Sequence[str]) -> list[str]:
    """What the signs of a map in characters alone mean, of those that it draws.

    `titles`: of the sides.
    """
    sides = dict.fromkeys(counter.side for counter in scene.counters)
    found = [f"{shape(side)} {titles[side]}" for side in sides if 0 <= side < len(titles)]
    if holders := sorted({owner for owner in scene.owners if owner >= 0}):
        signs = " or ".join(shape(side)[0] for side in holders)
        found.append(f"{signs} after a number: who holds the place")
    kinds = {
        f"{_glyph(ASCII, board, place)} {board.kind_title(place)}": None
        for place in board.places.values()
    }
    found += [text for text in kinds if not text.startswith(" ")]
    lines = (*board.barriers, *board.roads, *board.borders)
    signs_of_lines = [f"{_EDGES.get(line['kind'], '#')} {line['name']}" for line in lines]
    found += dict.fromkeys(signs_of_lines)
    letters = dict.fromkeys(filter(None, map(branch, scene.counters)))
    found += [f"{letter} {BRANCH_WORDS[letter]}" for letter in letters]
    return found + _signs_of_moment(scene)


def _signs_of_moment(scene: Scene) -> list[str]:
    """Signs that are drawn only now and then."""
    found, here = [], stacks(scene.counters)
    if any(len(counters) > 1 for counters in here.values()):
        found.append("x2, +1 or + more counters in the place")
    if any(not counter.known for counter in scene.counters):
        found.append("? not identified")
    kinds = {mark.kind for mark in scene.marks if mark.places}
    if ENGAGEMENT in kinds:
        found.append(f"{_FIGHT} a fight")
    hazards = dict.fromkeys(m.caption for m in scene.marks if m.kind == CONTAMINATED and m.places)
    found += [f"{caption} or ! contaminated" for caption in hazards]
    if scene.way or any(len(mark.places) > 1 for mark in scene.marks):
        found.append("N, SE, S and so on at the right of a place: where a plan leads from it")
    return found


def _glyph(alphabet: Alphabet, board: Board, place: Place) -> str:
    return alphabet.terrain.get(board.art(place), alphabet.unknown_terrain)


def map_painter(chart: Chart, scene: Scene, alphabet: Alphabet, palette: Palette | None) -> Painter:
    """What draws a board; without a palette in characters alone."""
    painter = ListPainter if chart.board.listed else MapPainter
    return painter(chart, scene, alphabet, palette)


def draw_map(chart: Chart, scene: Scene, alphabet: Alphabet, palette: Palette | None) -> Canvas:
    """The map; without a palette in characters alone."""
    return map_painter(chart, scene, alphabet, palette).paint()


class MapPainter(Painter):
    """Draws hexes and boxes."""

    def __init__(
        self, chart: Chart, scene: Scene, alphabet: Alphabet, palette: Palette | None
    ) -> None:
        super().__init__(chart, scene, alphabet, palette)
        self.arrows = self._arrows()

    def _place(self, place: Place, cell: Cell) -> None:
        ground = self._ground(place, cell)
        self._borders(place, cell, ground)
        rows = list(cell.spans)
        for span in rows:
            self._write(span, "", ground)
        if self.palette is None:
            self._roof(cell)
        self._floor(place, rows[-1], ground)
        self._head(place, rows[0], ground)
        body = rows[1:] if len(rows) == 2 else rows[1:-1]
        here = self.stacks.get(place.id, [])
        if here:
            self._counters(here, body)
        elif place.id in self.scene.costs:
            self._centre(body[0], self.scene.costs[place.id], ground, strong=True)
        elif len(rows) == 2:
            named = self._fitting(place, rows[1]) if rows[1].width > 4 else ""
            sign = self.hazards.get(place.id) or named or self._glyph(place) * 2
            self._centre(body[0], sign, ground, strong=place.id in self.hazards)
        if len(rows) > 2:
            name_row = rows[-2] if len(here) < len(body) else rows[-1]
            sign = self.hazards.get(place.id) or self._fitting(place, name_row)
            self._centre(name_row, sign, ground, strong=place.id in self.hazards)

    def _borders(self, place: Place, cell: Cell, ground: str) -> None:
        drawn = {
            "/": self.alphabet.slash,
            "\\": self.alphabet.backslash,
            "|": self.alphabet.upright,
        }
        ink = Ink(shaded(ground, 0.72), ground) if self.palette else None
        for number, (span, left, right) in enumerate(
            zip(cell.spans, cell.left, cell.right, strict=True)
        ):
            down = 1 if 2 * number >= len(cell.spans) else -1
            for side, column, border in (
                (-1, span.column - 1, left),
                (1, span.column + span.width, right),
            ):
                kind = self.board.edges.get((place.id, side, down))
                if kind is None:
                    self.canvas.put(span.row, column, drawn[border], ink)
                elif self.palette is None:
                    self.canvas.put(span.row, column, _EDGES.get(kind, "#"))
                else:
                    self.canvas.put(span.row, column, drawn[border], self._line(kind, ground))

    def _line(self, kind: str, ground: str, *, under: bool = False) -> Ink | None:
        """How a line along the sides of places is drawn."""
        if self.palette is None:
            return None
        colours = {"border": self.palette.border, "water": self.palette.water}
        colours[ROAD], colours[RAIL] = self.palette.road, self.palette.rail
        colour = colours.get(kind, self.palette.sector)
        return Ink(colour, ground, bold=True, underline=under)

    def _floor(self, place: Place, span: Span, ground: str) -> None:
        """The lower side of a place; in colours it is seen only where a line runs along it."""
        kind = self.board.edges.get((place.id, 0, 1))
        if self.palette is None:
            floor = _EDGES.get(kind, "#") if kind else self.alphabet.floor
            self.canvas.put(span.row, span.column, floor * span.width)
        elif kind:
            ink = self._line(kind, ground, under=True)
            self.canvas.put(span.row, span.column, " " * span.width, ink)

    def _roof(self, cell: Cell) -> None:
        span = cell.spans[0]
        for column in range(span.column, span.column + span.width):
            if not self.chart.at(span.row - 1, column):
                self.canvas.put(span.row - 1, column, self.alphabet.floor)

    def _glyph(self, place: Place) -> str:
        return _glyph(self.alphabet, self.board, place)

    def _fitting(self, place: Place, span: Span) -> str:
        """The name of a place, shortened with a sign where there is no room for it."""
        if len(place.name) <= span.width:
            return place.name
        self.shortened[place.id] = place.name
        return place.name[: span.width - 1].rstrip() + self.alphabet.cut

    def _head(self, place: Place, span: Span, ground: str) -> None:
        """The number of the place, and at the right its terrain or where plans lead from it."""
        # A sign that all labels have is the first to go where there is no room.
        id = place.id if len(place.id) <= span.width else place.id.removeprefix("@")
        if len(id) > span.width:
            self.shortened[place.id] = place.name
        sign = "" if self.palette or not self.scene.numbers else self._owner(place)
        taken = id + sign if len(id + sign) <= span.width else id
        self._write(span, taken if self.scene.numbers else "", ground)
        arrow, hostile = self.arrows.get(place.id, ("", False))
        if place.id in self.fights:
            arrow, hostile = _FIGHT, True
        if not arrow and place.id in self.hazards and place.id in self.stacks:
            self._warn(self.hazards[place.id], len(id) if self.scene.numbers else 0, span, ground)
            return
        if not arrow:
            if not self.scene.numbers or len(taken) < span.width:
                end = span.column + span.width - 1
                self.canvas.put(span.row, end, self._glyph(place), self._ink(ground))
            return
        ink = None
        if self.palette is not None:
            ink = Ink(self.palette.target if hostile else self.palette.way, ground, True)
        if len(id) + len(arrow) > span.width:
            self._write(span, "", ground)
        self.canvas.put(span.row, span.column + span.width - len(arrow), arrow, ink)

    def _owner(self, place: Place) -> str:
        """How what stands around a side's counters begins, for one that holds a place."""
        owner = self.owners.get(place.id, -1)
        return shape(owner)[0] if owner >= 0 else ""

    def _warn(self, word: str, taken: int, span: Span, ground: str) -> None:
        """A word, or as much as there is room for, at the right of a row."""
        room = span.width - taken
        sign = word if len(word) <= room else "!" if room else word[: span.width]
        ink = self._ink(ground, strong=True)
        self.canvas.put(span.row, span.column + span.width - len(sign), sign, ink)

    def _counters(self, here: Sequence[Counter], body: Sequence[Span]) -> None:
        """The counters of a place, one a row; the last row stands for those that do not fit."""
        top = sorted(here, key=lambda counter: counter.id != self.scene.selected)
        for number, span in enumerate(body[: len(top)]):
            last = number == len(body) - 1
            more = len(top) - number - 1 if last else 0
            text = counter_text(top[number], span.width, more)
            start = span.column + (span.width - len(text)) // 2
            self.canvas.put(span.row, start, text, self._counter_ink(top[number]))

    def _arrows(self) -> dict[str, tuple[str, bool]]:
        """For each place the direction in which a plan, or the way, leads from it."""
        found: dict[str, tuple[str, bool]] = {}
        lines = [(mark.places, mark.kind == "attack") for mark in self.scene.marks]
        for places, hostile in [*lines, (tuple(self.scene.way), False)]:
            for here, there in pairwise(places):
                a, b = self.board.places.get(here), self.board.places.get(there)
                if a is not None and b is not None and a != b:
                    eighth = direction(b.y - a.y, b.x - a.x)
                    found[here] = (self.alphabet.arrows[eighth], hostile)
        return found
