"""What a person at the screen can look up: the log, the units, the rules, the keys."""

from __future__ import annotations

from functools import cached_property

from rich.table import Table
from rich.text import Text
from textual.app import App
from textual.widgets import OptionList

from hexfront.tui import words
from hexfront.tui.fights import battle_lines
from hexfront.tui.screen.display import Display
from hexfront.tui.screen.keys import help_lines, overlay_keys
from hexfront.tui.screen.screens import Battle, Rules, Sheet
from hexfront.tui.session import Session


class Lookups(App[int]):
    """A table at which nothing is ordered yet."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.overlays = overlay_keys(session.rules.overlays)
        """The keys of what may be asked of the map."""

    @cached_property
    def table(self) -> Display:
        """What the screen with the map shows, whatever lies over it."""
        return Display(self.session, self.screen_stack[0])

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message for a while."""
        self.notify(text, severity="error" if wrong else "information", markup=False, timeout=6)

    def action_log(self) -> None:
        """Go to the log."""
        self.table.log.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Find the place of a line of the log, and say why it happened."""
        if event.option_list.id != "log":
            return
        entries = self.session.log_entries()
        entry = entries[event.option_index]
        for place in entry.places[-1:]:
            self.table.put_cursor(place)
        self.table.show()
        lines = words.why_lines(entry, self.session.book)
        if card := battle_lines(entries, event.option_index):
            lines = [*card, "", *lines]
        self.push_screen(Sheet("Why?", "\n".join(lines)))

    def action_battle(self) -> None:
        """The order of battle; a unit that is chosen there is found."""

        def found(counter: str | None) -> None:
            if counter is not None:
                self.table.select(counter)

        self.push_screen(Battle(self.session, self.table.view), found)

    def action_rules(self) -> None:
        """The rulebook."""
        self.push_screen(Rules(self.session.book))

    def action_help(self) -> None:
        """All keys."""
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="bold", no_wrap=True)
        table.add_column()
        for keys, meaning in help_lines(self.overlays, self.session.board):
            table.add_row(Text(keys), Text(meaning))
        self.push_screen(Sheet("Keys", table))
