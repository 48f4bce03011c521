"""The table on a terminal's screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static

from hexfront.core.contract import UMPIRE, Offer, Refusal
from hexfront.core.errors import HexfrontError, InputError
from hexfront.tui import words
from hexfront.tui.screen.figure_tree import Figures
from hexfront.tui.screen.keys import BOUND
from hexfront.tui.screen.map_view import MapView
from hexfront.tui.screen.order_line import OrderLine
from hexfront.tui.screen.playback import Playback
from hexfront.tui.screen.playback_queue import PlaybackQueue
from hexfront.tui.screen.screens import Ending, HandOver, Menu, Saving, Sheet
from hexfront.tui.screen.turn_keys import TYPE_HERE, TurnKeys
from hexfront.tui.screen.typed_lines import TypedLines
from hexfront.tui.session import Session

YES, YES_ALWAYS = 0, 2
"""Answers to what an order asks, by their place in the list."""


class TableApp(Playback):
    """One session on the screen. Ends with the exit code."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Back to the map")]

    def __init__(
        self,
        session: Session,
        *,
        speed: int = 2,
        blink: float = 0.5,
        script: Path | None = None,
    ) -> None:
        """`blink`: seconds between light and dark of the unit that flashes; 0 for no flashing.

        `script`: a file from which the viewer's first lines are taken. Errors: `InputError`.
        """
        super().__init__(session, speed)
        self.unit_keys = TurnKeys(self)
        self.lines = TypedLines(self)
        if script is not None:
            self.lines.read(script)
        self.next_match = ""
        """The match to go on with, where this one is left for another."""
        self._blink = blink
        self.failure: HexfrontError | None = None
        self._ended = False
        self._reminds = True
        """Whether orders that leave something undone are asked about."""

    def compose(self) -> ComposeResult:
        """Heading, map, panel, log, prompt, a line for typed orders, keys.

        And what some boards alone have: sectors, and the unit that flashes.
        """
        yield Static(id="heading", markup=False)
        with Horizontal():
            yield MapView("map")
            with Vertical(id="side"):
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="details", markup=False)
                if self.session.board.sectors:
                    yield Static(id="sectors", markup=False)
                yield OptionList(id="log")
        if self.session.board.cycle:
            yield Static(id="flashing", markup=False)
        yield Static(id="prompt", markup=False)
        yield OrderLine(TYPE_HERE, self.table.completions, lambda: self.session.viewer)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self.title = self.session.title
        self.theme = "textual-dark"
        self.table.fit(self.size.width, self.size.height)
        self.table.map.focus()
        self.table.go_home()
        self._go_on()
        if self.session.is_compiling():
            self._compiling = self.set_interval(1, self._follow_compiling)
        if self.session.board.cycle and self._blink:
            self.set_interval(self._blink, self._flash)
        if self.session.clocks.clock is not None:
            self.set_interval(1, self._follow_clocks)

    def _follow_clocks(self) -> None:
        """Show the time that is left; who has none may have lost."""
        if not self.table.stands or self.table.thinking or len(self.screen_stack) > 1:
            return
        try:
            lost = self.session.look_at_clocks()
        except HexfrontError as error:
            self._fail(error)
            return
        if lost:
            self._go_on()
        else:
            self.table.show_time()

    def _follow_compiling(self) -> None:
        if not self.session.is_compiling():
            self._compiling.stop()
            if self.table.stands:
                self.table.show()

    def _flash(self) -> None:
        if self.table.stands and len(self.screen_stack) == 1:
            self.table.flash()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is."""
        self.table.fit(event.size.width, event.size.height)
        self.table.show()

    def _refresh(self) -> None:
        """Read what the viewer may know now, and show it."""
        self.table.read()
        self.table.show()

    # Whose turn it is

    def _go_on(self) -> None:
        """Let the machine that must act think; or show what has happened."""
        self.session.give_prepared()
        side = self.session.machine_to_move()
        if side is None:
            self._arrive()
            return
        self.table.thinking = True
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
        if not self.table.stands:
            return  # Somebody has quit meanwhile; the machine will think again.
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
        self.table.thinking = False
        before = self.table.view.title
        news = self.session.news()
        self._refresh()
        if said := self.session.said_of_prepared():
            self.say(said)
        changed = self.table.view.title != before or self.session.chance_answered
        if news and changed and not self.lines.scripted:
            self.session.chance_answered = False
            self._play(PlaybackQueue(news))
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
            lines = words.result_lines(self.session.result, self.session.side_titles)
            self.push_screen(Ending(lines), self._after_end)
        else:
            self.call_later(self.lines.go_on)

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
        self._last = []
        self.table.forget()
        # Neither sees a glimpse of what the other knows.
        self.screen_stack[0].add_class("hidden")
        self.push_screen(HandOver(self.session.side_title(person)), lambda _: self._taken_over())

    def _taken_over(self) -> None:
        self.table.go_home()
        self._arrive()
        self.screen_stack[0].remove_class("hidden")

    def action_pause(self) -> None:
        """Pause, or go on; without a playback as Enter."""
        if self.table.playing is None and self.session.board.cycle:
            self.unit_keys.press(" ")
        elif self.table.playing is None:
            self.action_choose()
        else:
            self.table.playing.paused = not self.table.playing.paused
            self._tick()

    # The cursor

    def action_step(self, down: int, right: int) -> None:
        """Move the cursor; in a playback step through the events."""
        if self.table.playing is not None:
            self.table.playing.paused = True
            self.table.playing.step(down + right)
            self._tick()
            return
        self.table.step(down, right)

    def on_map_view_hovered(self, event: MapView.Hovered) -> None:
        """Tell about the place under the mouse."""
        if self.table.playing is None:
            self.table.hover(event.place)

    def on_map_view_clicked(self, event: MapView.Clicked) -> None:
        """A click does what Enter does there."""
        if self.table.playing is None:
            self.table.put_cursor(event.place)
            self.action_choose()

    def action_next_unit(self, by: int) -> None:
        """Choose the next unit that can be ordered; without units go to the next order."""
        subjects = list(dict.fromkeys(o.subject for o in self.table.offers if o.subject))
        if self.table.playing is not None:
            return
        if not subjects:
            self.table.next_place(by)
            return
        chosen = self.table.selected
        here = subjects.index(chosen) if chosen in subjects else min(0, -by)
        self.table.select(subjects[(here + by) % len(subjects)])

    # Orders

    def action_choose(self) -> None:
        """Order the chosen unit to this place, or choose the next counter here."""
        if self.table.playing is not None:
            self.stop_playing()
            return
        table = self.table
        if table.aiming:
            self.unit_keys.target(table.cursor)
            return
        here = table.orders_here()
        if here:
            self.choose_of(here)
            return
        subjects = {offer.subject for offer in table.offers}
        counters = [counter.id for counter in table.here()]
        ids = [counter for counter in counters if counter in subjects] or counters
        if ids:
            after = ids.index(table.selected) + 1 if table.selected in ids else 0
            table.select(ids[after % len(ids)])
        elif table.selected:
            self.say("No order of the chosen unit leads here.", wrong=True)

    def action_end(self) -> None:
        """Orders that concern no unit and no place."""
        offers = [o for o in self.table.offers if not o.subject and not o.place]
        self.choose_of([offer for offer in offers if offer.aim is None])

    def action_withdraw(self) -> None:
        """Orders of the chosen unit that need no place."""
        chosen = bool(self.table.selected)
        self.choose_of([o for o in self.table.own() if not o.place] if chosen else [])

    def action_menu(self) -> None:
        """All orders of the chosen unit; without one all there are."""
        chosen = bool(self.table.selected)
        self.choose_of(self.table.own() if chosen else self.table.offers, ask=True)

    def choose_of(self, offers: Sequence[Offer], *, ask: bool = False) -> None:
        """Give one of some orders; where they are several, or to `ask`, a menu opens."""
        if self.table.playing is not None:
            return
        if not offers:
            self.say("There is no such order now.", wrong=True)
        elif len(offers) == 1 and not ask:
            self.give(offers[0])
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
                    self.give(offers[number])

            self.push_screen(Menu("Orders", lines), chosen)

    def give(self, offer: Offer, *, typed: bool = False) -> None:
        """Give an order; where its place is open, ask for that first.

        Whoever types a line is not reminded: it may stand in a script.
        """
        if self.table.busy:
            self.say("Not while the machine thinks or events are played.", wrong=True)
            return
        if offer.aim is not None:
            self.unit_keys.aim([offer])
            return

        def sure(chosen: int | None) -> None:
            if chosen in (YES, YES_ALWAYS):
                self._reminds = self._reminds and chosen != YES_ALWAYS
                self.table.reading = None
                self.change(lambda: self.session.give(offer.orders).refusal)

        answers = [offer.caption, "Not yet"]
        if offer.confirm:
            self.push_screen(Menu(offer.confirm, answers), sure)
        elif offer.reminder and self._reminds and not typed:
            answers.append(f"{offer.caption}, and do not ask again")
            self.push_screen(Menu(offer.reminder, answers), sure)
        else:
            sure(YES)

    def change(self, change: Callable[[], Refusal | None]) -> None:
        """Carry something out that changes the match."""
        try:
            refusal = change()
        except HexfrontError as error:
            self._fail(error)
            return
        if refusal is not None:
            self.say(str(refusal).removeprefix(": "), wrong=True)
        self._go_on()

    def action_undo(self) -> None:
        """Take the last order back, or say why not."""
        if not self.table.busy:
            self.change(self.session.undo)

    def action_redo(self) -> None:
        """Give it again."""
        if not self.table.busy:
            self.change(self.session.redo)

    def action_type(self) -> None:
        """Go to the line for typed orders."""
        self.table.order_line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry a typed order out."""
        if event.input.id != "order":
            return
        if self.table.aiming:
            self.unit_keys.target(event.value)
            return
        if not event.value.strip():
            self.table.map.focus()
            return
        try:
            self.lines.typed(event.value)
        except InputError as error:
            self.say("\n".join(str(problem) for problem in error.problems), wrong=True)
            return
        self.table.order_line.remember(event.value)
        event.input.clear()

    def go_on_with(self, match: str) -> None:
        """Leave this match for another."""
        self.next_match = match
        self.exit(0)

    def open_sheet(self, sheet: Sheet) -> None:
        """Show a text over the table."""
        self.push_screen(sheet)

    # Everything else

    def action_leave(self) -> None:
        """Let go of what is going on."""
        self.table.order_line.clear()
        self.unit_keys.let_go()
        if self.focused is not self.table.map:
            self.table.map.focus()
        elif self.table.playing is not None:
            self.stop_playing()
        elif self.table.reading is not None:
            self.table.reading = None
            self.table.show()
        else:
            self.table.selected = ""
            self.table.show()

    def on_key(self, event: events.Key) -> None:
        """The keys of the overlays; then those of the unit that flashes."""
        if len(self.screen_stack) > 1 or isinstance(self.focused, Input):
            return
        overlay = self.overlays.get(event.key)
        if overlay is None:
            # A key that is bound comes here too.
            free = event.character and event.is_printable and BOUND.isdisjoint(event.aliases)
            if self.session.board.cycle and free:
                event.stop()
                self.unit_keys.press(event.character or "")
            return
        event.stop()
        subject = ""
        if overlay.of_counter:
            here = self.table.here()
            subject = here[0].id if here else self.table.selected
        elif overlay.of_place:
            subject = self.table.cursor
        try:
            reading = self.session.read_overlay(overlay.name, subject)
        except InputError as error:
            self.say(str(error), wrong=True)
            return
        self.table.reading = reading if reading.places else None
        self.table.show()
        if reading.figures and not reading.places:
            self.push_screen(Figures(reading))

    def action_zoom(self, by: int) -> None:
        """Larger or smaller."""
        self.table.zoom(by)

    def action_counters(self) -> None:
        """Hide or show the counters."""
        self.table.hidden = not self.table.hidden
        self.table.show()

    def action_numbers(self) -> None:
        """Hide or show the numbers of places."""
        self.table.numbers = not self.table.numbers
        self.table.show()

    def action_theme(self) -> None:
        """Dark or light."""
        self.table.dark = not self.table.dark
        self.theme = "textual-dark" if self.table.dark else "textual-light"
        self.table.show()

    def action_save(self) -> None:
        """Write the journal."""
        if self.session.result is None:
            self.say("The journal can be saved once the match is over; it is kept anyway.")
        else:
            self.push_screen(Saving(self.session))

    def action_leave_table(self) -> None:
        """End; the match is kept."""
        self.exit(0)


def play_on_screen(session: Session, script: Path | None = None) -> int:
    """Play on the screen; returns the exit code.

    `script` as for `TableApp`. Errors: those of the match, `HexfrontError`.
    """
    app = TableApp(session, script=script)
    code = app.run()
    while app.next_match and app.failure is None:
        app = TableApp(app.session.after(app.next_match))
        code = app.run()
    if app.failure is not None:
        raise app.failure
    if app.session.result is None:
        print("The match is kept. To go on: hexfront play --tui --resume")
    return code or 0
