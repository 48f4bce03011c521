"""What is typed on the screen, or read from a script: questions, commands, orders."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hexfront.core.contract import Offer
from hexfront.core.errors import InputError
from hexfront.core.table.answers import answer_lines
from hexfront.tui.match_commands import match_command
from hexfront.tui.plain.prompt import Line, read_lines
from hexfront.tui.screen.display import Display
from hexfront.tui.screen.screens import Sheet
from hexfront.tui.screen.turn_keys import TurnKeys
from hexfront.tui.session import Session


class Screen(Protocol):
    """What typed lines need of the app."""

    session: Session
    unit_keys: TurnKeys

    @property
    def table(self) -> Display:
        """What is shown."""

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Tell something."""

    def give(self, offer: Offer, *, typed: bool = False) -> None:
        """Give an order."""

    def go_on_with(self, match: str) -> None:
        """Leave this match for another."""

    def open_sheet(self, sheet: Sheet) -> None:
        """Show a text over the table."""

    def call_later(self, callback: Callable[..., Any]) -> bool:
        """Call something when all that waits has been done."""


class TypedLines:
    """Carries lines out, typed ones and those of scripts."""

    def __init__(self, app: Screen) -> None:
        self._app = app
        self._scripts: dict[int, deque[Line]] = {}

    @property
    def scripted(self) -> bool:
        """Whether the viewer's next line comes from a script."""
        return bool(self._scripts.get(self._app.session.viewer))

    def read(self, path: Path) -> None:
        """Take the viewer's next lines from a file. Errors: `InputError`."""
        waiting = self._scripts.setdefault(self._app.session.viewer, deque())
        waiting.extend(read_lines(path))

    def typed(self, text: str) -> None:
        """Carry a line out that somebody has typed. Errors: `InputError`."""
        word, _, rest = text.strip().partition(" ")
        if word.lower() == "read" and rest.strip():
            if self._app.table.busy:
                raise InputError.at("read", "<the machine's move>", "your move")
            self.read(Path(rest.strip()))
            self.go_on()
            return
        self._carry_out(text, shown=True)

    def _carry_out(self, text: str, *, shown: bool) -> None:
        app = self._app
        if app.unit_keys.typed(text):
            return
        done = match_command(app.session, text)
        if done is not None:
            app.say("\n".join(done.lines))
            if done.match:
                app.go_on_with(done.match)
            return
        answer = app.session.ask(text)
        if answer is None:
            app.give(app.session.read(text), typed=True)
        elif shown:
            title, *lines = answer_lines(answer)
            app.open_sheet(Sheet(title, "\n".join(lines)))

    def go_on(self) -> None:
        """Carry the next line of the viewer's script out, once nothing else is going on."""
        app = self._app
        if app.session.result is not None:
            self._scripts.clear()
        if not self.scripted or app.table.busy:
            return
        waiting = self._scripts[app.session.viewer]
        line = waiting[0]
        before = app.session.language.before(app.session.view, line.text)
        if before is not None and app.session.view.must_act:
            app.give(before, typed=True)
            return
        waiting.popleft()
        try:
            self._carry_out(line.text, shown=False)
        except InputError as error:
            app.say("\n".join(f"{line.place}: {p}" for p in error.problems), wrong=True)
        app.call_later(self.go_on)
