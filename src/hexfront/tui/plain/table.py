"""The table in plain text: a map, a prompt, one order or command a line.

Works over a pipe and on any terminal.  What is said goes to standard output;
what is wrong with a line goes to standard error, with its number.
"""

from __future__ import annotations

import difflib
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Final

from hexfront.agents.background_compiler import PLAIN_WORDS
from hexfront.core.contract import Offer, Overlay, View
from hexfront.core.errors import InputError, Problem
from hexfront.core.table.answers import answer_lines
from hexfront.tui import words
from hexfront.tui.fights import battle_lines
from hexfront.tui.figures import figure_lines, subject_and_path
from hexfront.tui.map.chart import ZOOMS
from hexfront.tui.map.lists import list_legend
from hexfront.tui.map.map_painter import map_legend, map_painter
from hexfront.tui.map.painter import Scene, stacks
from hexfront.tui.map.symbols import ASCII, figure
from hexfront.tui.match_commands import match_command
from hexfront.tui.plain.help import HELP_LINES, command_lines
from hexfront.tui.plain.keys import UnitKeys
from hexfront.tui.plain.prompt import Prompt
from hexfront.tui.session import Session

PIPE_WIDTH: Final = 100
"""Columns where the output is no terminal."""
MOST_NAMES: Final = 100
"""Below a map; of more, only those of places with counters."""
LOG_LENGTH: Final = 20


class PlainTable:
    """One session in plain text."""

    def __init__(self, session: Session, lines: IO[str], out: IO[str], err: IO[str]) -> None:
        self._out, self._err = out, err
        self._prompt = Prompt(lines, out, self._completions)
        self._width = shutil.get_terminal_size().columns if out.isatty() else PIPE_WIDTH
        self._place = ""
        self.wrong = 0
        """Lines that could not be used."""
        self._sit(session)

    def _sit(self, session: Session) -> None:
        """Play in a match from now on."""
        self.session = session
        self._zoom = self._fitting_zoom()
        self._title = ""
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "map": self._map,
            "units": self._units,
            "offers": self._offers,
            "odds": self._odds,
            "log": self._log,
            "why": self._why,
            "rules": self._rules,
            "undo": lambda _: self._back_and_forth(self.session.undo, "taken back"),
            "redo": lambda _: self._back_and_forth(self.session.redo, "given again"),
            "save": partial(self._match, "save"),
            "saves": partial(self._match, "saves"),
            "restore": partial(self._match, "restore"),
            "print": partial(self._match, "print"),
            "hint": partial(self._match, "hint"),
            "prepare": partial(self._match, "prepare"),
            "time": partial(self._match, "time"),
            "claim": partial(self._match, "claim"),
            "resign": partial(self._match, "resign"),
            "read": self._read,
        }
        self._keys = UnitKeys(session, self)
        self._commands |= self._keys.commands
        for overlay in session.rules.overlays:
            self._commands.setdefault(overlay.name, partial(self._show_overlay, overlay))

    # The conversation

    def run(self) -> int:
        """Play until the input ends; returns the exit code."""
        self.say(self.session.title, "Type `help` for all commands.")
        if self.session.is_compiling():
            self.say(f"Rules: {PLAIN_WORDS}.")
        while True:
            self._go_on()
            self._below(self._keys.due())
            try:
                line = self._next_line()
                if line is None or line.lower() in {"quit", "exit"}:
                    break
                if not self._keys.take(line) and line:
                    self._carry_out(line)
            except InputError as error:
                self._complain(error)
        if self.session.result is None:
            self.say("The game is kept. To go on: hexfront play --ascii --resume")
        return 2 if self.wrong and not self._prompt.asks else 0

    def _next_line(self) -> str | None:
        """The next line, of the viewer's script or else typed; None at the end.

        Errors: `InputError` where it is no text, or what it takes for granted cannot be.
        """
        viewer = self.session.viewer
        self._place = f"line {self._prompt.number + 1}"
        if self.session.result is not None:
            self._prompt.stop()
        scripted = self._prompt.script_line(viewer)
        if scripted is None:
            typed = self._prompt.ask(viewer)
            return None if typed is None else typed.text
        self._place = scripted.place
        before = self.session.language.before(self.session.view, scripted.text)
        if before is not None and self._gives_before(before):
            return ""
        self._prompt.drop(viewer)
        self.say(f"> {scripted.text}")
        if scripted.text.lower().startswith("read "):
            raise InputError.at("read", "<a script>", "a line that somebody types")
        return scripted.text

    def _gives_before(self, offer: Offer) -> bool:
        """Give what a script takes for granted; where it is refused, its line is not put off."""
        self.say(f"> {offer.kind}")
        try:
            self.order(offer)
        except InputError as error:
            self._complain(error)
            return False
        return True

    def script(self, path: Path) -> None:
        """Take the viewer's next lines from a file. Errors: `InputError`."""
        self._prompt.read(path, self.session.viewer)

    def _carry_out(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        command = self._commands.get(name.lower())
        if command is not None:
            command(rest.strip())
            return
        answer = self.session.ask(line)
        if answer is not None:
            self.say(*answer_lines(answer))
            return
        try:
            offer = self.session.read(line)
        except InputError as error:
            near = difflib.get_close_matches(name.lower(), self._commands, 1, 0.75)
            more = [Problem("command", repr(name), f"perhaps `{near[0]}`")] if near else []
            raise InputError([*error.problems, *more]) from None
        self.order(offer)

    def order(self, offer: Offer) -> None:
        """Give an order. Errors: `InputError` where it is refused."""
        outcome = self.session.give(offer.orders)
        if outcome.refusal is not None:
            refusal = outcome.refusal
            some = f" after {outcome.accepted} of {len(offer.orders)} steps"
            raise InputError.at(
                f"order{some if outcome.accepted else ''}",
                refusal.found or offer.caption,
                refusal.expected or f"{refusal.clause}: {refusal.reason}",
            )

    def _go_on(self) -> None:
        """Let machines move, hand over, and say what is new."""
        session = self.session
        session.look_at_clocks()
        session.give_prepared()
        while (side := session.machine_to_move()) is not None:
            session.move_machine(side, session.think(side))
            session.give_prepared()
        self._news()
        if (person := session.next_person()) is not None:
            self._hand_over(person)
            self._news()
        view = session.view
        if view.title != self._title:
            self._title = view.title
            self._situation()
            if (result := session.result) is not None:
                self.say("", *words.result_lines(result, session.side_titles))
                self.say("`save FILE` writes the journal, `log` and `why` tell how it came.")

    def _news(self) -> None:
        if said := self.session.said_of_prepared():
            self._below(said.splitlines())
        for number, entry in self.session.news():
            self._below([f"[{number}] {entry.text}"])
            if dice := words.dice_text(entry, drawn=False):
                self.say(f"    {dice}")

    def _hand_over(self, person: int) -> None:
        title = self.session.side_title(person)
        if self._prompt.asks:
            self._out.write("\n" * 3 + f"Hand over to {title}, and press Enter. ")
            self._out.flush()
            self._prompt.wait()
            self._out.write("\n" * 60)
        else:
            self.say("", f"*** {title} ***")
        self.session.viewer = person
        self._title = ""

    def _situation(self) -> None:
        view = self.session.view
        self.say("", view.title)
        self._below(words.track_lines(view, self.session.side_titles))
        if left := self.session.time_left:
            self._below([left])
        self._draw(_scene(view))
        self._below_map()
        if view.prompt:
            self.say(*textwrap.wrap(view.prompt, self._width))

    def _below_map(self) -> None:
        hand = words.hand_line(self.session.view)
        self._below([*([hand] if hand else []), *self._keys.lines()])

    def _below(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(
                *textwrap.wrap(line, self._width, subsequent_indent="  ", drop_whitespace=False)
            )

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self._out.write(_printable(line) + "\n")

    def _complain(self, error: InputError) -> None:
        self.wrong += 1
        self._out.flush()
        for problem in error.problems:
            self._err.write(f"error: {self._place}: {_printable(str(problem))}\n")
        self._err.flush()

    # Commands

    def _fitting_zoom(self) -> int:
        fits = [i for i in (0, 1) if self.session.chart(ZOOMS[i]).width <= self._width]
        return max(fits, default=0)

    def _map(self, rest: str) -> None:
        view = self.session.view
        names = [zoom.name for zoom in ZOOMS]
        if rest.lower() in names:
            self._zoom = names.index(rest.lower())
            rest = ""
        if not rest:
            self._draw(_scene(view))
            self._below_map()
            return
        counter = self._counter(rest)
        costs = {
            o.place: figure(o.cost)
            for o in self.session.offers()
            if o.subject == counter and o.place and o.cost is not None
        }
        overlay = next((t for t in self.session.rules.overlays if t.of_counter), None)
        if not costs and overlay is not None:
            places = self.session.read_overlay(overlay.name, counter).places
            costs = {place: figure(cost) for place, cost in places.items()}
        self._draw(replace(_scene(view), selected=counter, costs=costs))

    def _draw(self, scene: Scene) -> None:
        board = self.session.board_of(self.session.view)
        painter = map_painter(
            self.session.chart(ZOOMS[self._zoom], self.session.view), scene, ASCII, None
        )
        self.say(*painter.paint().lines())
        titles = self.session.side_titles
        if board.listed:
            legend = list_legend(board, scene, titles)
        else:
            for place, here in stacks(scene.counters).items():
                if len(here) > 1 or place not in board.places:
                    self.say(f"{place}: {'; '.join(words.counter_words(c) for c in here)}")
            legend = map_legend(board, scene, titles)
        self.say(*textwrap.wrap(", ".join(legend), self._width))
        if painter.shortened:
            cut = painter.shortened
            where = ""
            if len(cut) > MOST_NAMES:
                held = {counter.place for counter in scene.counters}
                cut = {id: name for id, name in cut.items() if id in held}
                where = " where somebody stands"
            names = ", ".join(f"{id} {name}".rstrip() for id, name in cut.items()) or "none"
            self.say(*textwrap.wrap(f"Names in full{where}: {names}", self._width))

    def _units(self, rest: str) -> None:
        session = self.session
        titles = session.side_titles
        for side, (name, title) in enumerate(zip(session.rules.sides, titles, strict=True)):
            if rest and rest.lower() not in {name.lower(), title.lower()}:
                continue
            self.say(f"{title}:")
            for counter in session.view.counters:
                if counter.side == side:
                    place = counter.place or "-"
                    self.say(f"  {place:<8} {words.counter_words(counter)}")
        if rest and rest.lower() not in {n.lower() for n in (*session.rules.sides, *titles)}:
            raise InputError.at("units: side", rest, f"one of: {', '.join(session.rules.sides)}")

    def _offers(self, rest: str) -> None:
        offers = self.session.offers()
        subject = self._counter(rest) if rest else ""
        lines = words.offers_lines(offers, self.session.forms(offers), subject)
        self.say(*(lines or ["There is no order to give now."]))

    def _odds(self, rest: str) -> None:
        """Of an attack that is on offer; where that needs no unit, also what the system tells."""
        offers = [offer for offer in self.session.offers() if offer.odds is not None]
        declared = [offer for offer in offers if not (offer.subject or offer.place)]
        if declared and not rest:
            self._tell_odds(declared)
            return
        overlay = next((t for t in self.session.rules.overlays if t.name == "odds"), None)
        if overlay is None or any(offer.subject for offer in offers):
            unit, _, where = rest.partition(" ")
            counter = self._counter(unit)
            found = [offer for offer in offers if offer.subject == counter]
            chosen = self._at(where, found)
            near = ", ".join(dict.fromkeys(f"{unit} {o.place or o.word}" for o in found))
            if not chosen:
                expected = f"one of: {near}" if near else "a unit with a target"
                raise InputError.at("odds", rest, expected)
            self._tell_odds(chosen)
            return
        self._tell_odds(self._at(rest, offers))
        self._show_overlay(overlay, rest)

    def _at(self, where: str, offers: Sequence[Offer]) -> list[Offer]:
        """The offers that point to a place, or have a word."""
        place = self._label(where)
        return [offer for offer in offers if place and place in (offer.place, offer.word)]

    def _label(self, text: str) -> str:
        """The label of a place by its name or label; the text where there is none."""
        places = {name.lower(): label for label, name in self.session.language.place_names.items()}
        places |= {label.lower(): label for label in self.session.board.places}
        return places.get(text.strip().lower(), text.strip())

    def _tell_odds(self, offers: Sequence[Offer]) -> None:
        for offer in offers:
            self.say(offer.caption)
            odds = words.odds_lines(offer.odds or {}, self.session.board.legend)
            self.say(*(f"  {line}" for line in odds))

    def _log(self, rest: str) -> None:
        entries = self.session.log_entries()
        count = self._whole("log", rest, 1, max(1, len(entries))) if rest else LOG_LENGTH
        first = max(0, len(entries) - count)
        self.say(*(f"[{i}] {t.text}" for i, t in enumerate(entries[first:], first + 1)))

    def _why(self, rest: str) -> None:
        entries = self.session.log_entries()
        if not entries:
            raise InputError.at("why", rest or "<nothing>", "something in the log: it is empty")
        number = self._whole("why", rest.strip("[]"), 1, len(entries))
        card = battle_lines(entries, number - 1)
        for line in [*words.why_lines(entries[number - 1], self.session.book), *card]:
            self.say(*textwrap.wrap(line, self._width, subsequent_indent="  "))

    def _rules(self, rest: str) -> None:
        clauses = self.session.book.clauses
        if not rest:
            self.say(*(f"{clause.id:<8} {clause.title}" for clause in clauses))
            return
        wanted = rest.lower()
        found = [clause for clause in clauses if clause.id.lower() == wanted] or [
            clause for clause in clauses if wanted in f"{clause.title} {clause.text}".lower()
        ]
        if not found:
            raise InputError.at("rules", rest, "a clause, or words that stand in one")
        for clause in found:
            for line in words.clause_lines(clause.id, self.session.book):
                self.say(*textwrap.wrap(line, self._width, subsequent_indent="  "))

    def _back_and_forth(self, change: Callable[[], object], done: str) -> None:
        if (refusal := change()) is not None:
            raise InputError.at("undo and redo", f"<{refusal}>", "an order that can be " + done)
        self.say(f"The order is {done}.")

    def _show_overlay(self, overlay: Overlay, rest: str) -> None:
        if overlay.of_place:
            label = self._label(rest)
            rest = label if label in self.session.board.places else rest
        subject, path = subject_and_path(overlay, rest, self._counter)
        reading = self.session.read_overlay(overlay.name, subject)
        lines = list(figure_lines(reading.figures, path))
        self.say(f"{reading.caption} ({reading.clause})")
        if reading.places and not path:
            view = self.session.view
            costs = {place: figure(value) for place, value in reading.places.items()}
            self._draw(replace(_scene(view), costs=costs))
        self.say(*lines)

    def _overlay_help(self) -> list[str]:
        return [
            f"{words.overlay_usage(t):<18} {t.description}" for t in self.session.rules.overlays
        ]

    def _help(self, rest: str) -> None:
        answer = self.session.ask(f"help {rest}") if self.session.language.commands else None
        if not rest:
            offers = self.session.offers()
            overlays = {overlay.name for overlay in self.session.rules.overlays}
            self.say(*command_lines(offers, self.session.forms(offers), overlays))
            self.say(*self._overlay_help(), *self._keys.help())
        if answer is not None:
            self.say(*([] if rest else [""]), *answer_lines(answer))

    def _match(self, name: str, rest: str) -> None:
        if name == "save" and rest and self._keys.saves_army():
            self._keys.save(rest)
            return
        done = match_command(self.session, f"{name} {rest}")
        if done is None:
            raise InputError.at(name, rest or "<nothing>", HELP_LINES[name])
        self.say(*done.lines)
        if done.match:
            self._sit(self.session.after(done.match))

    def _read(self, rest: str) -> None:
        if not rest:
            raise InputError.at("read", "<no file>", "read FILE")
        self.script(Path(rest))

    def _completions(self, text: str) -> list[str]:
        own = [name for name in self._commands if name.startswith(text.lower()) and text]
        return list(dict.fromkeys([*own, *self.session.completions(text)]))

    def _counter(self, text: str) -> str:
        found = words.find_counters(self.session.view, text)
        if len(found) != 1:
            ids = [counter.id for counter in self.session.view.counters]
            near = difflib.get_close_matches(text, ids, 4, 0.3) or ids[:4]
            expected = (
                f"an id or a name, such as {', '.join(near)}" if near else "a unit on the map"
            )
            raise InputError.at("unit", text or "<nothing>", expected)
        return found[0].id

    def _whole(self, place: str, text: str, low: int, high: int) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
            numbers = f"a number from {low} to {high}" if high > low else f"{low}, the only number"
            raise InputError.at(place, text or "<nothing>", numbers)
        return int(text)


def _scene(view: View) -> Scene:
    """What stands on the map."""
    return Scene(view.counters, view.marks, owners=view.owners)


def _printable(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def play_plain(session: Session, script: Path | None = None) -> int:
    """Play at standard input and output; returns the exit code.

    `script`: a file from which the person's first lines are taken. Errors: `InputError`.
    """
    table = PlainTable(session, sys.stdin, sys.stdout, sys.stderr)
    if script is not None:
        table.script(script)
    try:
        return table.run()
    except KeyboardInterrupt:
        print("\nThe game is kept. To go on: hexfront play --ascii --resume")
        return 0
