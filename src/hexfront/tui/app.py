"""The table on a terminal's screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static

from hexfront.core.contract import UMPIRE, Offer, Refusal, Survey, Telling, View
from hexfront.core.errors import HexfrontError, InputError
from hexfront.tui import words
from hexfront.tui.chart import ZOOMS, Chart
from hexfront.tui.drawing import Scene, draw_map, stacks
from hexfront.tui.keys import help_lines, topic_keys
from hexfront.tui.map_view import MapView
from hexfront.tui.palette import DARK, LIGHT, Palette
from hexfront.tui.panel import Panel
from hexfront.tui.reel import SPEEDS, Reel
from hexfront.tui.screens import Battle, Ending, HandOver, Menu, Rules, Saving, Sheet
from hexfront.tui.session import Session
from hexfront.tui.symbols import DRAWN, figure

WIDE: Final = 110
TALL: Final = 34
SHORT_KEYS: Final = "Enter order  Tab next  e end  u undo  : type  o units  b rules  ? all keys"


class TableApp(App[int]):
    """One session on the screen. Ends with the exit code."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back to the map")]

    def __init__(self, session: Session, *, speed: int = 2) -> None:
        super().__init__()
        self.session = session
        self.failure: HexfrontError | None = None
        self._view: View = session.view
        self._offers: Sequence[Offer] = ()
        self._topics = topic_keys(session.rules.topics)
        self._zoom: int | None = None
        self._cursor = next(iter(session.board.places), "")
        self._wish = (0.0, 0.0)
        self._selected = ""
        self._survey: Survey | None = None
        self._hidden = False
        self._numbers = True
        self._thinking = False
        self._reel: Reel | None = None
        self._last: list[tuple[int, Telling]] = []
        self._speed = speed
        self._timer: Timer | None = None
        self._logged: list[Telling] = []
        self._ended = False

    def compose(self) -> ComposeResult:
        """Heading, map, panel, log, prompt, a line for typed orders, keys."""
        yield Static(id="heading", markup=False)
        with Horizontal():
            yield MapView("map")
            with Vertical(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="details", markup=False)
                yield OptionList(id="log")
        yield Static(id="prompt", markup=False)
        yield Input(placeholder=": to type an order", id="order", compact=True)
        yield Static(SHORT_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.title = self.session.title
        self.theme = "textual-dark"
        self._fit(self.size.width, self.size.height)
        self._table.query_one(MapView).focus()
        self._home()
        self._go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self._fit(event.size.width, event.size.height)
        if self._zoom is not None:
            self._show()

    def _fit(self, width: int, height: int) -> None:
        self._table.set_class(width >= WIDE, "wide")
        self._table.set_class(height >= TALL, "tall")
        if self._zoom is None:
            room = width - (43 if width >= WIDE else 31)
            charts = [Chart(self.session.board, zoom) for zoom in ZOOMS]
            fits = [i for i, c in enumerate(charts) if c.width <= room and c.height <= height - 5]
            self._zoom = max(fits, default=0)

    def _home(self) -> None:
        """The cursor stands on the first unit that can be ordered, or on a counter."""
        offers = self.session.offers()
        view = self.session.view
        subjects = {offer.subject for offer in offers}
        counters = [c for c in view.counters if c.place in self.session.board.places]
        mine = [c for c in counters if c.id in subjects] or counters
        if mine:
            self._put_cursor(mine[0].place)

    # Showing

    @property
    def _table(self) -> Screen[Any]:
        """The screen with the map, whatever lies over it."""
        return self.screen_stack[0]

    @property
    def palette(self) -> Palette:
        """Of the map, in the theme of now."""
        return DARK if self.current_theme.dark else LIGHT

    def _refresh(self) -> None:
        """Read what the viewer may know now, and show it."""
        self._view = self.session.view
        self._offers = self.session.offers()
        if self._selected not in {counter.id for counter in self._view.counters}:
            self._selected = ""
        order = self._table.query_one("#order", Input)
        order.suggester = SuggestFromList(self.session.forms(self._offers), case_sensitive=False)
        self._show()

    def _show(self) -> None:
        view = self._view
        if self._reel is not None:
            view = self.session.moment(self._reel.number)
        chart = Chart(self.session.board, ZOOMS[self._zoom or 0])
        canvas = draw_map(chart, self._scene(view), DRAWN, self.palette)
        table = self._table.query_one(MapView)
        table.show(chart, canvas, self.palette.ground)
        self._show_heading(view)
        self._show_prompt(view)
        panel = Panel(self.session.board, self.palette)
        own = [offer for offer in self._offers if offer.subject == self._selected]
        if not self._selected:
            own = [o for o in self._offers if not o.subject and o.place == self._cursor]
        about = panel.text(view, self._cursor, self._selected, own, self._survey)
        self._table.query_one("#details", Static).update(about)
        self._show_log()

    def _scene(self, view: View) -> Scene:
        playing = self._reel is not None
        offers = [o for o in self._offers if o.subject == self._selected and o.place]
        if not self._selected or playing:
            offers = []
        costs = {o.place: figure(o.cost) for o in offers if o.cost is not None}
        if self._survey is not None:
            costs = {place: figure(value) for place, value in self._survey.places.items()}
        targets = frozenset(o.place for o in offers if o.cost is None)
        ways = [o.path for o in offers if o.place == self._cursor]
        if self._survey is not None:
            ways = [self._survey.paths.get(self._cursor, ())]
        return Scene(
            () if self._hidden else view.counters,
            view.marks,
            cursor=self._cursor,
            selected=self._selected,
            costs=costs,
            targets=targets,
            way=ways[0] if ways else (),
            survey={} if self._survey is None else self._survey.places,
            told=frozenset(self._reel.telling.places) if self._reel else frozenset(),
            numbers=self._numbers,
        )

    def _show_heading(self, view: View) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(view.title, "bold")
        for track in view.tracks:
            text.append(f"  {words.track_text(track)} ")
            if track.limit and track.limit <= 12:
                full = max(0, min(int(track.limit), int(track.value)))
                text.append("■" * full + "□" * (int(track.limit) - full), self.palette.way)
        side = self.session.side_title(self.session.viewer)
        text.append(f"   you: {side}", self.palette.muted)
        self._table.query_one("#heading", Static).update(text)

    def _show_prompt(self, view: View) -> None:
        if (reel := self._reel) is not None:
            state = "paused" if reel.paused else "playing"
            text = Text(f"▶ {reel.at + 1}/{len(reel.tellings)} {state}: ", self.palette.told)
            text.append(reel.telling.text, "bold")
            text.append("  (Space pause, ← → step, [ ] speed, Esc skip)", "dim")
        elif self._thinking:
            text = Text("The machine is thinking …", "italic")
        else:
            text = Text(view.prompt)
        self._table.query_one("#prompt", Static).update(text)

    def _show_log(self) -> None:
        told = self.session.tellings()
        log = self._table.query_one("#log", OptionList)
        if told[: len(self._logged)] != self._logged:
            log.clear_options()
            self._logged = []
        for number, telling in enumerate(told[len(self._logged) :], len(self._logged) + 1):
            log.add_option(Text(f"{number} {telling.text}"))
        if len(told) != len(self._logged) and told:
            log.highlighted = len(told) - 1
        self._logged = told
        if self._reel is not None:
            log.highlighted = self._reel.number - 1

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.notify(text, severity="error" if wrong else "information", markup=False, timeout=6)

    # Whose turn it is

    def _go_on(self) -> None:
        """Let the machine that must act think; or show what has happened."""
        side = self.session.machine_to_move()
        if side is None:
            self._arrive()
            return
        self._thinking = True
        self._refresh()
        self.run_worker(partial(self._think, side), thread=True, exit_on_error=False)

    def _think(self, side: int) -> None:
        """In a thread of its own."""
        try:
            order = self.session.think(side)
        except HexfrontError as error:
            self.call_from_thread(self._fail, error)
            return
        self.call_from_thread(self._move_machine, side, order)

    def _move_machine(self, side: int, order: int) -> None:
        try:
            self.session.move_machine(side, order)
        except HexfrontError as error:
            self._fail(error)
            return
        self._go_on()

    def _fail(self, error: HexfrontError) -> None:
        """The match cannot go on here; it is kept as it is on disk."""
        self.failure = error
        self.exit(1)

    def _arrive(self) -> None:
        """A person must act, or the match is over."""
        self._thinking = False
        before = self._view.title
        news = self.session.news()
        self._refresh()
        if news and self._view.title != before:
            self._play(Reel(news))
        else:
            self._settle()

    def _settle(self) -> None:
        """Nothing moves any more: hand over, or say how it ended."""
        self._refresh()
        person = self.session.next_person()
        if person is not None:
            self._hand_over(person)
        elif self.session.result is not None and not self._ended:
            self._ended = True
            sides = range(len(self.session.rules.sides))
            titles = [self.session.side_title(side) for side in sides]
            lines = words.result_lines(self.session.result, titles)
            self.push_screen(Ending(lines), self._after_end)

    def _after_end(self, wanted: str | None) -> None:
        if wanted == "save":
            self.action_save()
        elif wanted == "quit":
            self.exit(0)
        else:
            self.session.viewer = UMPIRE
            self._refresh()

    def _hand_over(self, person: int) -> None:
        self.session.viewer = person
        self._selected, self._survey, self._logged = "", None, []
        self._table.query_one("#log", OptionList).clear_options()
        # Neither sees a glimpse of what the other knows.
        self._table.add_class("hidden")
        self.push_screen(HandOver(self.session.side_title(person)), lambda _: self._taken_over())

    def _taken_over(self) -> None:
        self._home()
        self._arrive()
        self._table.remove_class("hidden")

    # Playing back

    def _play(self, reel: Reel) -> None:
        self._reel = reel
        self._last = self._last if reel.paused else reel.tellings
        self._tick()

    def _tick(self) -> None:
        """Show an event, and see to the next."""
        reel = self._reel
        if reel is None:
            return
        places = [p for p in reel.telling.places if p in self.session.board.places]
        self._show()
        if places:
            self._table.query_one(MapView).keep_in_sight(places[-1])
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not reel.paused:
            self._timer = self.set_timer(SPEEDS[self._speed], self._next_event)

    def _next_event(self) -> None:
        if self._reel is not None and not self._reel.paused:
            if self._reel.step(1):
                self._tick()
            else:
                self._stop_playing()

    def _stop_playing(self) -> None:
        self._reel = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._settle()

    def action_replay(self) -> None:
        """Play the last events again."""
        if self._reel is None and self._last:
            self._play(Reel(self._last))

    def action_history(self) -> None:
        """Step through everything that was told."""
        told = self.session.tellings()
        if self._reel is None and told and not self._thinking:
            self._play(Reel(list(enumerate(told, 1)), paused=True))

    def action_pause(self) -> None:
        """Pause, or go on; without a playback as Enter."""
        if self._reel is None:
            self.action_choose()
        else:
            self._reel.paused = not self._reel.paused
            self._tick()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = min(len(SPEEDS) - 1, max(0, self._speed + by))
        self._say(f"{SPEEDS[self._speed]:g} seconds an event")

    # The cursor

    def _put_cursor(self, place: str) -> None:
        chart = Chart(self.session.board, ZOOMS[self._zoom or 0])
        if place in chart.cells:
            self._cursor = place
            self._wish = chart.cells[place].middle
            self._table.query_one(MapView).keep_in_sight(place)

    def action_step(self, down: int, right: int) -> None:
        """Move the cursor; in a playback step through the events."""
        if self._reel is not None:
            self._reel.paused = True
            self._reel.step(down + right)
            self._tick()
            return
        chart = Chart(self.session.board, ZOOMS[self._zoom or 0])
        if self._cursor not in chart.cells:
            return
        row, column = self._wish
        self._cursor = chart.step(self._cursor, down, right, column if down else row)
        here = chart.cells[self._cursor].middle
        self._wish = (here[0], column) if down else (row, here[1])
        self._show()
        self._table.query_one(MapView).keep_in_sight(self._cursor)

    def on_map_view_clicked(self, event: MapView.Clicked) -> None:
        """A click does what Enter does there."""
        if self._reel is None:
            self._put_cursor(event.place)
            self.action_choose()

    def action_next_unit(self, by: int) -> None:
        """Choose the next unit that can be ordered."""
        subjects = list(dict.fromkeys(o.subject for o in self._offers if o.subject))
        if not subjects or self._reel is not None:
            return
        here = subjects.index(self._selected) if self._selected in subjects else min(0, -by)
        self._select(subjects[(here + by) % len(subjects)])

    def _select(self, counter: str) -> None:
        self._selected = counter
        self._survey = None
        place = next((c.place for c in self._view.counters if c.id == counter), "")
        self._put_cursor(place)
        self._show()

    # Orders

    def action_choose(self) -> None:
        """Order the chosen unit to this place, or choose the next counter here."""
        if self._reel is not None:
            self._stop_playing()
            return
        here = [o for o in self._offers if o.subject == self._selected and o.place == self._cursor]
        if here:
            self._choose_of(here)
            return
        counters = stacks(self._view.counters).get(self._cursor, [])
        subjects = {offer.subject for offer in self._offers}
        ids = [c.id for c in counters if c.id in subjects] or [c.id for c in counters]
        if ids:
            after = ids.index(self._selected) + 1 if self._selected in ids else 0
            self._select(ids[after % len(ids)])
        elif self._selected:
            self._say("No order of the chosen unit leads here.", wrong=True)

    def action_end(self) -> None:
        """Orders that concern no unit and no place."""
        self._choose_of([o for o in self._offers if not o.subject and not o.place])

    def action_withdraw(self) -> None:
        """Orders of the chosen unit that need no place."""
        own = [o for o in self._offers if o.subject == self._selected and not o.place]
        self._choose_of(own if self._selected else [])

    def action_menu(self) -> None:
        """All orders of the chosen unit; without one all there are."""
        own = [o for o in self._offers if o.subject == self._selected]
        self._choose_of(own if self._selected else self._offers, ask=True)

    def _choose_of(self, offers: Sequence[Offer], *, ask: bool = False) -> None:
        if self._reel is not None:
            return
        if not offers:
            self._say("There is no such order now.", wrong=True)
        elif len(offers) == 1 and not ask:
            self._give(offers[0])
        else:
            forms = self.session.forms(offers)
            lines = []
            for offer, form in zip(offers, forms, strict=True):
                odds = words.odds_lines(offer.odds or {}, self.session.board.legend, "█")
                lines.append(
                    "\n".join([words.offer_line(offer, form), *(f"    {o}" for o in odds)])
                )

            def chosen(number: int | None) -> None:
                if number is not None:
                    self._give(offers[number])

            self.push_screen(Menu("Orders", lines), chosen)

    def _give(self, offer: Offer) -> None:
        if self._thinking or self._reel is not None:
            self._say("Not while the machine thinks or events are played.", wrong=True)
            return
        self._survey = None
        self._change(lambda: self.session.give(offer.orders).refusal)

    def _change(self, change: Callable[[], Refusal | None]) -> None:
        """Carry something out that changes the match."""
        try:
            refusal = change()
        except HexfrontError as error:
            self._fail(error)
            return
        if refusal is not None:
            self._say(str(refusal).removeprefix(": "), wrong=True)
        self._go_on()

    def action_undo(self) -> None:
        """Take the last order back, or say why not."""
        if not self._thinking and self._reel is None:
            self._change(self.session.undo)

    def action_redo(self) -> None:
        """Give it again."""
        if not self._thinking and self._reel is None:
            self._change(self.session.redo)

    def action_type(self) -> None:
        """Go to the line for typed orders."""
        self._table.query_one("#order", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry a typed order out."""
        if event.input.id != "order":
            return
        if not event.value.strip():
            self._table.query_one(MapView).focus()
            return
        try:
            offer = self.session.read(event.value)
        except InputError as error:
            self._say("\n".join(str(problem) for problem in error.problems), wrong=True)
            return
        event.input.clear()
        self._give(offer)

    # Everything else

    def action_leave(self) -> None:
        """Let go of what is going on."""
        if self.focused is not self._table.query_one(MapView):
            self._table.query_one(MapView).focus()
        elif self._reel is not None:
            self._stop_playing()
        elif self._survey is not None:
            self._survey = None
            self._show()
        else:
            self._selected = ""
            self._show()

    def on_key(self, event: events.Key) -> None:
        """The keys of the topics."""
        topic = self._topics.get(event.key)
        if topic is None or len(self.screen_stack) > 1 or isinstance(self.focused, Input):
            return
        event.stop()
        subject = ""
        if topic.of_counter:
            here = stacks(self._view.counters).get(self._cursor, [])
            subject = here[0].id if here else self._selected
        try:
            self._survey = self.session.survey(topic.name, subject)
        except InputError as error:
            self._say(str(error), wrong=True)
            return
        self._show()

    def action_log(self) -> None:
        """Go to the log."""
        self._table.query_one("#log").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Find the place of a line of the log, and say why it happened."""
        if event.option_list.id != "log":
            return
        telling = self._logged[event.option_index]
        for place in telling.places[-1:]:
            self._put_cursor(place)
        self._show()
        lines = words.why_lines(telling, self.session.book)
        self.push_screen(Sheet("Why?", "\n".join(lines)))

    def action_battle(self) -> None:
        """The order of battle; a unit that is chosen there is found."""

        def found(counter: str | None) -> None:
            if counter is not None:
                self._select(counter)

        self.push_screen(Battle(self.session), found)

    def action_rules(self) -> None:
        """The rulebook."""
        self.push_screen(Rules(self.session.book))

    def action_help(self) -> None:
        """All keys."""
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold", no_wrap=True)
        table.add_column()
        for keys, meaning in help_lines(self._topics):
            table.add_row(Text(keys), Text(meaning))
        self.push_screen(Sheet("Keys", table))

    def action_zoom(self, by: int) -> None:
        """Larger or smaller."""
        self._zoom = min(len(ZOOMS) - 1, max(0, (self._zoom or 0) + by))
        self._show()
        self._put_cursor(self._cursor)

    def action_counters(self) -> None:
        """Hide or show the counters."""
        self._hidden = not self._hidden
        self._show()

    def action_numbers(self) -> None:
        """Hide or show the numbers of places."""
        self._numbers = not self._numbers
        self._show()

    def action_theme(self) -> None:
        """Dark or light."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"
        self._show()

    def action_save(self) -> None:
        """Write the journal."""
        if self.session.result is None:
            self._say("The journal can be saved once the match is over; it is kept anyway.")
        else:
            self.push_screen(Saving(self.session))

    def action_leave_table(self) -> None:
        """End; the match is kept."""
        self.exit(0)


def play_on_screen(session: Session) -> int:
    """Play on the screen; returns the exit code. Errors: those of the match, `HexfrontError`."""
    app = TableApp(session)
    code = app.run()
    if app.failure is not None:
        raise app.failure
    if session.result is None:
        print("The match is kept. To go on: hexfront play --tui --resume")
    return code or 0
