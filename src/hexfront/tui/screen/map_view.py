"""The map as a widget: scrolls, follows the cursor, tells of clicks."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hexfront.tui.map.canvas import Canvas, Ink
from hexfront.tui.map.chart import Chart
from hexfront.tui.screen.keys import KEYS


class MapView(ScrollView, can_focus=True, inherit_bindings=False):
    """A canvas with the places of a chart on it. Its keys are those of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, f"app.{key.action}", key.words, show=False) for key in KEYS
    ]

    class Clicked(Message):
        """Somebody clicked a place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Hovered(Message):
        """The mouse is over another place; empty for none."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(1, 1)
        self._chart: Chart | None = None
        self._ground = Style()
        self._hovered = ""

    def show(self, chart: Chart, canvas: Canvas, ground: str) -> None:
        """Draw a canvas on a ground of one colour."""
        self._chart, self._canvas = chart, canvas
        self._ground = Style(bgcolor=ground)
        self.virtual_size = Size(canvas.width, canvas.height)
        self.refresh()

    def keep_in_sight(self, place: str) -> None:
        """Scroll so far that a place and its neighbours can be seen."""
        if self._chart is None or place not in self._chart.cells:
            return
        spans = self._chart.cells[place].spans
        width = max(span.width for span in spans)
        left = min(span.column for span in spans)
        region = Region(left - width, spans[0].row - 2, 3 * width, len(spans) + 4)
        whole = Region(0, 0, self._canvas.width, self._canvas.height)
        self.scroll_to_region(region.intersection(whole), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        left, top = self._margin()
        row = y + self.scroll_offset.y - top
        if not 0 <= row < self._canvas.height:
            return Strip.blank(self.size.width, self._ground)
        pieces = [Segment(" " * left, self._ground)] if left else []
        pieces += [Segment(text, _style(ink)) for text, ink in self._canvas.runs(row)]
        strip = Strip(pieces)
        start = self.scroll_offset.x
        return strip.crop_extend(start, start + self.size.width, self._ground)

    def _margin(self) -> tuple[int, int]:
        """A map that is smaller than the screen stands in its middle."""
        width = max(0, self.size.width - self._canvas.width) // 2
        return width, max(0, self.size.height - self._canvas.height) // 2

    def _place_at(self, event: events.MouseEvent) -> str:
        left, top = self._margin()
        row, column = event.y + self.scroll_offset.y - top, event.x + self.scroll_offset.x - left
        return self._chart.at(row, column) if self._chart is not None else ""

    def on_click(self, event: events.Click) -> None:
        """Tell which place was meant."""
        if place := self._place_at(event):
            self.post_message(self.Clicked(place))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell which place the mouse is over."""
        place = self._place_at(event)
        if place != self._hovered:
            self._hovered = place
            self.post_message(self.Hovered(place))


@cache
def _style(ink: Ink) -> Style:
    return Style(
        color=ink.colour or None,
        bgcolor=ink.ground or None,
        bold=ink.bold,
        underline=ink.underline,
    )
