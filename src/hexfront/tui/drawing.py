"""The map with everything on it: a pure function of the board and what a viewer may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from hexfront.core.contract import Counter, Mark
from hexfront.tui.canvas import Canvas, Ink
from hexfront.tui.chart import ROAD, Board, Cell, Chart, Place, Span
from hexfront.tui.palette import (
    TINTS,
    Palette,
    mix,
    shaded,
    side_colour,
    terrain_colour,
    text_on,
)
from hexfront.tui.symbols import Alphabet, counter_text, direction, shape

CONTAMINATED: Final = "contaminated"
"""The kind of marks on places that one better does not enter."""
_EDGES: Final = {"border": "#", "sector": ":", "water": "~", "line": "=", ROAD: "+"}
"""Lines along sides of places, and sides that a road crosses, in characters alone."""
ENGAGEMENT: Final = "engagement"
"""The kind of marks on places where sides fight."""
_FIGHT: Final = "!!"


@dataclass(frozen=True)
class Scene:
    """What stands on the board and what is pointed out on it."""

    counters: Sequence[Counter] = ()
    marks: Sequence[Mark] = ()
    cursor: str = ""
    """A place."""
    selected: str = ""
    """The id of a counter."""
    costs: Mapping[str, str] = field(default_factory=dict)
    """What is written into places, such as the cost of reaching them."""
    targets: frozenset[str] = frozenset()
    way: Sequence[str] = ()
    survey: Mapping[str, float] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    """Places where something has just happened."""
    numbers: bool = True
    owners: Sequence[int] = ()
    """Whose each place of the board is, in its order; -1 for nobody's."""


def line_signs(board: Board) -> list[str]:
    """The signs of barriers and roads, in characters alone, with their names."""
    lines = (*board.barriers, *board.roads)
    return [f"{_EDGES.get(line['kind'], '#')} {line['name']}" for line in lines]


def stacks(counters: Sequence[Counter]) -> dict[str, list[Counter]]:
    """The counters on the board by place, in the order of the view."""
    found: dict[str, list[Counter]] = {}
    for counter in counters:
        if counter.place:
            found.setdefault(counter.place, []).append(counter)
    return found


def draw_map(chart: Chart, scene: Scene, alphabet: Alphabet, palette: Palette | None) -> Canvas:
    """The map; without a palette in characters alone."""
    return _Drawing(chart, scene, alphabet, palette).canvas


class _Drawing:
    def __init__(
        self, chart: Chart, scene: Scene, alphabet: Alphabet, palette: Palette | None
    ) -> None:
        self.chart = chart
        self.board = chart.board
        self.scene = scene
        self.alphabet = alphabet
        self.palette = palette
        ground = Ink(palette.text, palette.ground) if palette else Ink()
        self.canvas = Canvas(chart.width, chart.height, ground)
        self.stacks = stacks(scene.counters)
        self.chosen = next((c.place for c in scene.counters if c.id == scene.selected), "")
        self.arrows = self._arrows()
        self.hazards = {
            place: mark.caption
            for mark in scene.marks
            if mark.kind == CONTAMINATED
            for place in mark.places
        }
        self.fights = {
            place for mark in scene.marks if mark.kind == ENGAGEMENT for place in mark.places
        }
        self.owners = dict(zip(self.board.places, scene.owners, strict=False))
        self.peak = max(scene.survey.values(), default=1.0) or 1.0
        for place in self.board.places.values():
            self._place(place, chart.cells[place.id])
        if scene.cursor in chart.cells:
            self._cursor(chart.cells[scene.cursor])

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
            named = place.name if rows[1].width > 4 else ""
            sign = self.hazards.get(place.id) or named or self._glyph(place) * 2
            self._centre(body[0], sign, ground, strong=place.id in self.hazards)
        if len(rows) > 2:
            name_row = rows[-2] if len(here) < len(body) else rows[-1]
            sign = self.hazards.get(place.id) or place.name
            self._centre(name_row, sign, ground, strong=place.id in self.hazards)

    def _ground(self, place: Place, cell: Cell) -> str:
        """The colour of a place with what is pointed out about it."""
        palette, scene = self.palette, self.scene
        if palette is None:
            return ""
        colour = shaded(terrain_colour(palette, self.board.art(place)), TINTS[cell.tint])
        if place.side is not None:
            colour = mix(colour, side_colour(self.board.sides, place.side), 0.1)
        if (owner := self.owners.get(place.id, -1)) >= 0:
            colour = mix(colour, side_colour(self.board.sides, owner), 0.22)
        if place.id in self.hazards:
            colour = mix(colour, palette.hazard, 0.85)
        if place.id in scene.survey:
            colour = mix(colour, palette.survey, 0.2 + 0.4 * scene.survey[place.id] / self.peak)
        elif place.id in scene.costs:
            colour = mix(colour, palette.reach, 0.28)
        if place.id in scene.way:
            colour = mix(colour, palette.way, 0.35)
        if place.id in scene.targets:
            colour = mix(colour, palette.target, 0.55)
        if place.id in scene.told:
            colour = mix(colour, palette.told, 0.5)
        if place.id == self.chosen:
            colour = mix(colour, palette.way, 0.55)
        return colour

    def _ink(self, ground: str, *, strong: bool = False) -> Ink | None:
        if self.palette is None:
            return None
        text = text_on(ground)
        return Ink(text if strong else mix(ground, text, 0.55), ground, strong)

    def _write(self, span: Span, text: str, ground: str, *, strong: bool = False) -> None:
        ink = self._ink(ground, strong=strong)
        self.canvas.put(span.row, span.column, text.ljust(span.width)[: span.width], ink)

    def _centre(self, span: Span, text: str, ground: str, *, strong: bool = False) -> None:
        text = text[: span.width]
        start = span.column + (span.width - len(text)) // 2
        if text.strip():
            self.canvas.put(span.row, start, text, self._ink(ground, strong=strong))

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
        colours[ROAD] = self.palette.road
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
        return self.alphabet.terrain.get(self.board.art(place), self.alphabet.unknown_terrain)

    def _head(self, place: Place, span: Span, ground: str) -> None:
        """The number of the place, and at the right its terrain or where plans lead from it."""
        # A sign that all labels have is the first to go where there is no room.
        id = place.id if len(place.id) <= span.width else place.id.removeprefix("@")
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

    def _counter_ink(self, counter: Counter) -> Ink | None:
        if self.palette is None:
            return None
        colour = side_colour(self.board.sides, counter.side)
        if counter.id == self.scene.selected:
            return Ink(text_on(self.palette.way), self.palette.way, True)
        return Ink(text_on(colour), colour, True, bool(counter.badges))

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

    def _cursor(self, cell: Cell) -> None:
        """The cursor stands in the borders, so that it hides nothing."""
        if self.palette is None:
            return
        for span in cell.spans:
            for column in (span.column - 1, span.column + span.width):
                ground = self.canvas.inks[span.row][column].ground
                character = self.canvas.characters[span.row][column]
                self.canvas.put(span.row, column, character, Ink(ground, self.palette.cursor, True))
