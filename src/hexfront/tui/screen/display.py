"""What the table shows: whose view, where the cursor is, what is chosen and pointed out."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rich.text import Text
from textual.screen import Screen
from textual.widgets import OptionList, Static

from hexfront.agents.background_compiler import PLAIN_WORDS
from hexfront.core.contract import Counter, LogEntry, Offer, OverlayReading, View
from hexfront.core.table.aim import aimed
from hexfront.tui import unit_keys, words
from hexfront.tui.map.canvas import Canvas
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.map_painter import draw_map
from hexfront.tui.map.painter import Scene, stacks
from hexfront.tui.map.palette import DARK, LIGHT, Palette, side_colour, text_on
from hexfront.tui.map.symbols import DRAWN, figure
from hexfront.tui.screen.keys import SHORT_CYCLE, SHORT_KEYS, SHORT_SETUP
from hexfront.tui.screen.map_view import MapView
from hexfront.tui.screen.order_line import OrderLine
from hexfront.tui.screen.panel import Panel, sectors_text
from hexfront.tui.screen.playback_queue import PlaybackQueue
from hexfront.tui.session import Session

WIDE: Final = 110
TALL: Final = 34
SIDE: Final = 31
"""Columns of the panel beside the map, with its border; on a wide screen twelve more."""
AROUND: Final = 5
"""Rows above and below the map."""


class Display:
    """The widgets of the table, filled from a session."""

    def __init__(self, session: Session, screen: Screen[Any]) -> None:
        self.session = session
        self._screen = screen
        self.view: View = session.view
        self.offers: Sequence[Offer] = ()
        self._forms: list[str] = []
        self.cursor = next(iter(session.board.places), "")
        self.selected = ""
        """The chosen counter; where one flashes, that one."""
        self.chosen_type = ""
        """What is placed next while an army is set up."""
        self.aiming: list[Offer] = []
        """The orders for which a target is asked."""
        self._lit = True
        self._canvases: dict[bool, Canvas] = {}
        self.reading: OverlayReading | None = None
        self.playing: PlaybackQueue | None = None
        self.thinking = False
        self.hidden = False
        self.numbers = True
        self.dark = True
        self._hovered = ""
        self._zoom: int | None = None
        self._wish = (0.0, 0.0)
        self._logged: list[LogEntry] = []

    @property
    def stands(self) -> bool:
        """Whether the widgets are there: not after the end of the app."""
        return bool(self._screen.query(MapView))

    @property
    def map(self) -> MapView:
        """The widget of the map."""
        return self._screen.query_one(MapView)

    @property
    def log(self) -> OptionList:
        """The widget of the log."""
        return self._screen.query_one("#log", OptionList)

    @property
    def order_line(self) -> OrderLine:
        """The widget for typed orders."""
        return self._screen.query_one("#order", OrderLine)

    def completions(self, text: str) -> list[str]:
        """Lines that the beginning of a typed one may become."""
        return self.session.language.completions(self.view, text, self._forms) if text else []

    @property
    def palette(self) -> Palette:
        """Of the map, in the theme of now."""
        return DARK if self.dark else LIGHT

    @property
    def chart(self) -> Chart:
        """The board at the zoom of now."""
        return self.session.chart(ZOOMS[self._zoom or 0])

    @property
    def busy(self) -> bool:
        """Whether no order can be given: a machine thinks, or events are played back."""
        return self.thinking or self.playing is not None

    @property
    def _setting_up(self) -> bool:
        return self.session.board.army_setup is not None and unit_keys.sets_up(self.offers)

    def own(self) -> list[Offer]:
        """The orders of the chosen counter; without one those that concern none.

        Where no counter can be ordered at all, they are independent of what is chosen.
        """
        chosen = self.selected if self._has_units else ""
        return [offer for offer in self.offers if offer.subject == chosen]

    @property
    def _has_units(self) -> bool:
        """Whether orders are given to counters now."""
        return any(offer.subject for offer in self.offers)

    def here(self) -> list[Counter]:
        """The counters under the cursor."""
        return stacks(self.view.counters).get(self.cursor, [])

    def orders_here(self) -> list[Offer]:
        """What Enter can mean under the cursor: orders that lead here, or a unit to be placed."""
        if self._setting_up:
            offer = unit_keys.deploys(self.offers, self.chosen_type, self.cursor)
            numbers = self.session.language.place_numbers
            return [] if offer is None else [aimed(offer, self.cursor, numbers[self.cursor])]
        flashing = self.selected if self.session.board.cycle else ""
        if flashing and flashing in {counter.id for counter in self.here()}:
            return []
        return [offer for offer in self.own() if offer.place == self.cursor]

    # Changes

    def fit(self, width: int, height: int) -> None:
        """Use the room there is; the first time choose the zoom."""
        self._screen.set_class(width >= WIDE, "wide")
        self._screen.set_class(height >= TALL, "tall")
        self._screen.set_class(self.session.board.cycle, "cycle")
        if self._zoom is None:
            room = width - (SIDE + 12 if width >= WIDE else SIDE)
            around = AROUND + int(self.session.board.cycle)
            charts = [self.session.chart(zoom) for zoom in ZOOMS]
            fits = [
                i for i, c in enumerate(charts) if c.width <= room and c.height <= height - around
            ]
            self._zoom = max(fits, default=0)

    def zoom(self, by: int) -> None:
        """Larger or smaller."""
        self._zoom = min(len(ZOOMS) - 1, max(0, (self._zoom or 0) + by))
        self.show()
        self.put_cursor(self.cursor)

    def put_cursor(self, place: str) -> None:
        """Move the cursor to a place; elsewhere than on the board it stays."""
        if place in self.chart.cells:
            self.cursor, self._hovered = place, ""
            self._wish = self._point(place)
            self.map.keep_in_sight(place)

    def step(self, down: int, right: int) -> None:
        """Move the cursor to the next place in a direction."""
        if self.cursor not in self.chart.cells:
            return
        x, y = self._wish
        self.put_cursor(self.chart.step(self.cursor, down, right, x if down else y))
        here = self._point(self.cursor)
        self._wish = (x, here[1]) if down else (here[0], y)
        self.show()

    def _point(self, place: str) -> tuple[float, float]:
        return self.chart.points[place]

    def next_place(self, by: int) -> None:
        """Move the cursor to the next place that an order points to."""
        wanted = {offer.place for offer in self.offers}
        places = [place for place in self.session.board.places if place in wanted]
        if places:
            here = places.index(self.cursor) if self.cursor in places else min(0, -by)
            self.put_cursor(places[(here + by) % len(places)])
            self.show()

    def hover(self, place: str) -> None:
        """Tell about the place under the mouse; about that of the cursor where there is none."""
        self._hovered = place
        self._show_details(self.view)

    def select(self, counter: str) -> None:
        """Choose a counter and go there."""
        self.selected, self.reading = counter, None
        self.put_cursor(next((c.place for c in self.view.counters if c.id == counter), ""))
        self.show()

    def cycle(self, by: int) -> None:
        """Let the next unit in order flash."""
        self.select(unit_keys.next_unit(self.view, self.selected, by))

    def flash(self) -> None:
        """Light or dark: the other half of a blink."""
        if self.selected and not self.busy and not self.hidden:
            self._lit = not self._lit
            self._show_map(self.view)

    def go_home(self) -> None:
        """Put the cursor on the first unit that can be ordered, or on a counter."""
        self.read()
        if self.session.board.cycle and self.selected:
            self.select(self.selected)
            return
        subjects = {offer.subject for offer in self.offers}
        counters = [c for c in self.view.counters if c.place in self.session.board.places]
        mine = [c for c in counters if c.id in subjects]
        mine = mine or [c for c in counters if c.side == self.view.viewer] or counters
        if mine:
            self.put_cursor(mine[0].place)

    def forget(self) -> None:
        """Nothing of what the last viewer saw or chose is left."""
        self.selected, self.reading, self._hovered, self._logged = "", None, "", []
        self.chosen_type, self.aiming = "", []
        self.log.clear_options()
        self.order_line.clear()
        self.order_line.forget_place()

    # Showing

    def read(self) -> None:
        """Read what the viewer may know now."""
        before, self.view = self.view, self.session.view
        self.offers = self.session.offers()
        if self.session.board.cycle:
            self._keep_flashing(before)
        if self.selected not in {counter.id for counter in self.view.counters}:
            self.selected = ""
        self._forms = self.session.forms(self.offers)
        if self.offers and not self._has_units and before.title != self.view.title:
            self._follow_orders()

    def _follow_orders(self) -> None:
        """Go where the orders of now point, or to the viewer's first counter."""
        places = [offer.place for offer in self.offers if offer.place]
        own = [c.place for c in self.view.counters if c.side == self.view.viewer and c.place]
        if self.cursor not in places and (goals := [p for p in own if p in places] or places):
            self.put_cursor(goals[0])

    def _keep_flashing(self, before: View) -> None:
        """The same unit flashes on, or the next where it is gone; the cursor goes with it."""
        if not unit_keys.has_unit_keys(self.offers):
            return
        was = {counter.id: counter.place for counter in before.counters}
        flashing = unit_keys.after_loss(before, self.view, self.selected)
        self.selected = flashing or unit_keys.next_unit(self.view, "")
        place = next((c.place for c in self.view.counters if c.id == self.selected), "")
        if place != was.get(self.selected) or before.title != self.view.title:
            self.put_cursor(place)

    def show(self) -> None:
        """Fill all widgets."""
        view = self.view if self.playing is None else self.session.moment(self.playing.number)
        self._lit, self._canvases = True, {}
        self._show_map(view)
        self._show_keys(view)
        self._show_heading(view)
        self._show_prompt(view)
        self._show_details(view)
        self._show_log()

    def _show_map(self, view: View) -> None:
        if self._lit not in self._canvases:
            scene = self._scene(view)
            scene = scene if self._lit else replace(scene, selected="")
            chart = self.session.chart(ZOOMS[self._zoom or 0], view)
            self._canvases[self._lit] = draw_map(chart, scene, DRAWN, self.palette)
        self.map.show(self.chart, self._canvases[self._lit], self.palette.ground)

    def _show_keys(self, view: View) -> None:
        """The keys, and what boards with a flashing unit or with sectors show."""
        board, screen = self.session.board, self._screen
        short = SHORT_CYCLE if board.cycle else SHORT_KEYS
        screen.query_one("#keys", Static).update(SHORT_SETUP if self._setting_up else short)
        for widget in screen.query("#sectors").results(Static):
            widget.update(sectors_text(view, board))
        for widget in screen.query("#flashing").results(Static):
            units = unit_keys.units_in_order(view)
            unit = next((c for c in units if c.id == self.selected), None)
            widget.update(Text("" if unit is None else unit_keys.unit_text(unit), "bold"))

    def _scene(self, view: View) -> Scene:
        chosen = (bool(self.selected) or not self._has_units) and self.playing is None
        offers = [offer for offer in self.own() if offer.place] if chosen else []
        costs = {o.place: figure(o.cost) for o in offers if o.cost is not None}
        if not self._has_units:
            # Several things to buy at a place have several prices.
            costs = dict.fromkeys(costs, "")
        ways = [o.path for o in offers if o.place == self.cursor]
        if self.reading is not None:
            costs = {place: figure(value) for place, value in self.reading.places.items()}
            ways = [self.reading.paths.get(self.cursor, ())]
        return Scene(
            () if self.hidden else view.counters,
            view.marks,
            cursor=self.cursor,
            selected=self.selected,
            costs=costs,
            targets=self._targets(offers),
            way=ways[0] if ways else (),
            reading={} if self.reading is None else self.reading.places,
            played_back=frozenset(self.playing.entry.places) if self.playing else frozenset(),
            numbers=self.numbers,
            owners=view.owners,
        )

    def _targets(self, offers: Sequence[Offer]) -> frozenset[str]:
        """The places to point out: where targets are asked for, those."""
        found = self.aiming or [offer for offer in offers if offer.cost is None]
        aims = [offer.aim.places or () for offer in found if offer.aim is not None]
        return frozenset([*(o.place for o in found if o.place), *itertools.chain(*aims)])

    def show_time(self) -> None:
        """Show the heading, with what is left on the clocks now."""
        self._show_heading(self.view)

    def _show_heading(self, view: View) -> None:
        text = Text()
        viewer = self.session.viewer
        if viewer >= 0:
            colour = side_colour(self.session.board.sides, viewer)
            title = f" {self.session.side_title(viewer)} "
            text.append(title, f"bold {text_on(colour)} on {colour}")
            text.append(" ")
        text.append(view.title, "bold")
        own = self.session.side_title(viewer)
        others = {*self.session.side_titles} - {own}
        for track in sorted(view.tracks, key=lambda track: track.caption != own):
            if track.caption in others:
                continue  # The panel tells how all stand.
            words_of = words.standing_text(view, track) if track.caption == own else ""
            text.append(f"  {words_of or words.track_text(track)} ")
            if track.limit and track.limit <= 12:
                full = max(0, min(int(track.limit), int(track.value)))
                text.append("■" * full + "□" * (int(track.limit) - full), self.palette.way)
        if left := self.session.time_left:
            text.append(f"  {left}")
        if self.session.is_compiling():
            text.append(f"  {PLAIN_WORDS}", self.palette.muted)
        self._screen.query_one("#heading", Static).update(text)

    def _show_prompt(self, view: View) -> None:
        if (queue := self.playing) is not None:
            state = "paused" if queue.paused else "playing"
            text = Text(f"▶ {queue.at + 1}/{len(queue.entries)} {state}: ", self.palette.playback)
            text.append(queue.entry.text, "bold")
            if dice := words.dice_text(queue.entry, drawn=True):
                text.append(f" {dice}")
            text.append("  (Space pause, ← → step, [ ] speed, Esc skip)", "dim")
        elif self.thinking:
            text = Text("The machine is thinking …", "italic")
        else:
            text = Text(view.prompt)
        self._screen.query_one("#prompt", Static).update(text)

    def _show_details(self, view: View) -> None:
        place = self._hovered or self.cursor
        own = self.own() if self.selected else [o for o in self.own() if o.place == place]
        panel = Panel(self.session.board_of(view), self.palette)
        about = panel.text(view, place, self.selected, own, self.reading)
        if self._setting_up:
            about = panel.palette(view, self.chosen_type) + about
        if self.playing is not None:
            about = panel.fight(self.session.log_entries()[: self.playing.number]) + about
        self._screen.query_one("#details", Static).update(about)

    def _show_log(self) -> None:
        entries, log = self.session.log_entries(), self.log
        if entries[: len(self._logged)] != self._logged:
            log.clear_options()
            self._logged = []
        first = len(self._logged)
        log.add_options(
            Text(f"{number} {entry.text}")
            for number, entry in enumerate(entries[first:], first + 1)
        )
        if self.playing is not None:
            log.highlighted = self.playing.number - 1
        elif len(entries) != first:
            log.highlighted = len(entries) - 1
        self._logged = entries
