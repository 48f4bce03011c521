"""What drawings of a board share: what stands on it, colours and inks of places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hexfront.core.contract import Counter, Mark
from hexfront.tui.map.board import Place
from hexfront.tui.map.canvas import Canvas, Ink
from hexfront.tui.map.chart import Cell, Chart, Span
from hexfront.tui.map.palette import (
    TINTS,
    Palette,
    mix,
    shaded,
    side_colour,
    terrain_colour,
    text_on,
)
from hexfront.tui.map.symbols import Alphabet

CONTAMINATED: Final = "contaminated"
"""The kind of marks on places that one better does not enter."""
ENGAGEMENT: Final = "engagement"
"""The kind of marks on places where sides fight."""


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
    reading: Mapping[str, float] = field(default_factory=dict)
    played_back: frozenset[str] = frozenset()
    """Places where something has just happened."""
    numbers: bool = True
    owners: Sequence[int] = ()
    """Whose each place of the board is, in its order; -1 for nobody's."""


def stacks(counters: Sequence[Counter]) -> dict[str, list[Counter]]:
    """The counters on the board by place, in the order of the view."""
    found: dict[str, list[Counter]] = {}
    for counter in counters:
        if counter.place:
            found.setdefault(counter.place, []).append(counter)
    return found


class Painter:
    """Draws places one after another; how one is drawn is for subclasses to say."""

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
        self.shortened: dict[str, str] = {}
        """Of places whose name or number has no room: the whole name by the whole id."""
        self.peak = max(scene.reading.values(), default=1.0) or 1.0

    def paint(self) -> Canvas:
        """Everything."""
        for place in self.board.places.values():
            self._place(place, self.chart.cells[place.id])
        if self.scene.cursor in self.chart.cells:
            self._cursor(self.chart.cells[self.scene.cursor])
        return self.canvas

    def _place(self, place: Place, cell: Cell) -> None:
        raise NotImplementedError

    def _natural(self, palette: Palette, place: Place, cell: Cell) -> str:
        """The colour of a place about which nothing is pointed out."""
        return shaded(terrain_colour(palette, self.board.art(place)), TINTS[cell.tint])

    def _ground(self, place: Place, cell: Cell) -> str:
        """The colour of a place with what is pointed out about it."""
        palette, scene = self.palette, self.scene
        if palette is None:
            return ""
        colour = self._natural(palette, place, cell)
        if place.side is not None:
            colour = mix(colour, side_colour(self.board.sides, place.side), 0.1)
        if (owner := self.owners.get(place.id, -1)) >= 0:
            colour = mix(colour, side_colour(self.board.sides, owner), 0.22)
        if place.id in self.hazards:
            colour = mix(colour, palette.hazard, 0.85)
        if place.id in scene.reading:
            colour = mix(colour, palette.overlay, 0.2 + 0.4 * scene.reading[place.id] / self.peak)
        elif place.id in scene.costs:
            colour = mix(colour, palette.reach, 0.28)
        if place.id in scene.way:
            colour = mix(colour, palette.way, 0.35)
        if place.id in scene.targets:
            colour = mix(colour, palette.target, 0.55)
        if place.id in scene.played_back:
            colour = mix(colour, palette.playback, 0.5)
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

    def _counter_ink(self, counter: Counter) -> Ink | None:
        if self.palette is None:
            return None
        colour = side_colour(self.board.sides, counter.side)
        if counter.id == self.scene.selected:
            return Ink(text_on(self.palette.way), self.palette.way, True)
        return Ink(text_on(colour), colour, True, bool(counter.badges))

    def _cursor(self, cell: Cell) -> None:
        """The cursor stands in the borders, so that it hides nothing."""
        if self.palette is None:
            return
        for span in cell.spans:
            for column in (span.column - 1, span.column + span.width):
                ground = self.canvas.inks[span.row][column].ground
                character = self.canvas.characters[span.row][column]
                self.canvas.put(span.row, column, character, Ink(ground, self.palette.cursor, True))
