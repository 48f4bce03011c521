"""The screens that open over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import DataTable, Input, OptionList, Static
from textual.widgets.option_list import Option

from hexfront.core.contract import Counter, View
from hexfront.core.documents.files import typed_path
from hexfront.core.errors import InputError
from hexfront.core.rulebook import Rulebook
from hexfront.tui.map.symbols import figure, name_of, shape
from hexfront.tui.session import Session


class Sheet(ModalScreen[None]):
    """Some text; any of a few keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,enter,q,question_mark", "dismiss", "Close")]

    def __init__(self, title: str, text: Table | str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """A box with a title."""
        with VerticalScroll(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Esc closes"
            yield Static(self._text, markup=False)


class Menu(ModalScreen[int | None]):
    """A choice of some lines; gives the number of the one that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss(None)", "Close")]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title, self._lines = title, lines

    def compose(self) -> ComposeResult:
        """A list."""
        options = OptionList(*(Text(line) for line in self._lines), classes="box")
        options.border_title = self._title
        options.border_subtitle = "Enter chooses, Esc closes"
        yield options

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer."""
        self.dismiss(event.option_index)


class Battle(ModalScreen[str | None]):
    """The order of battle: a table of all counters, sorted by any column."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,o", "dismiss(None)", "Close"),
        *[(str(number), f"sort({number})", "Sort") for number in range(1, 10)],
    ]

    def __init__(self, session: Session, view: View) -> None:
        super().__init__()
        self._session = session
        self._counters = view.counters
        names = [name for counter in self._counters for name in counter.values]
        self._values = list(dict.fromkeys(names))
        self._sorted = 0

    def compose(self) -> ComposeResult:
        """A table."""
        table: DataTable[Any] = DataTable(cursor_type="row", zebra_stripes=True, classes="box")
        table.border_title = "Order of battle"
        table.border_subtitle = "1-9 or a click sorts, Enter finds, Esc closes"
        yield table

    def on_mount(self) -> None:
        """Fill the table."""
        table = self.query_one(DataTable)
        columns = ["unit", "side", "name", "place", *self._values, "state"]
        for number, column in enumerate(columns, 1):
            table.add_column(f"{number} {column}", key=str(number))
        for counter in self._counters:
            table.add_row(*self._row(counter), key=counter.id)

    def _row(self, counter: Counter) -> list[str]:
        opening, closing = shape(counter.side)[0], shape(counter.side)[1]
        values = [counter.values.get(name) for name in self._values]
        return [
            f"{opening}{counter.id}{closing}",
            self._session.side_title(counter.side),
            name_of(counter),
            counter.place or "-",
            *("" if value is None else figure(value) for value in values),
            ", ".join(counter.badges),
        ]

    def action_sort(self, number: int) -> None:
        """Sort by a column; again turns it round."""
        table = self.query_one(DataTable)
        if number > len(table.columns):
            return
        reverse = self._sorted == number
        self._sorted = 0 if reverse else number
        table.sort(str(number), key=_natural, reverse=reverse)

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the column that was clicked."""
        self.action_sort(event.column_index + 1)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Give the counter."""
        self.dismiss(event.row_key.value)


def _natural(cell: str) -> tuple[bool, float, str]:
    """Numbers by their value, before words."""
    digits = cell.strip("[](){}<>|=")
    return (False, float(digits), cell) if digits.isdecimal() else (True, 0.0, cell)


class Rules(ModalScreen[None]):
    """The rulebook with search."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "Close")]

    def __init__(self, book: Rulebook, clause: str = "") -> None:
        super().__init__()
        self._book, self._clause = book, clause

    def compose(self) -> ComposeResult:
        """Search line, titles, text."""
        with Vertical(classes="box") as box:
            box.border_title = self._book.title
            box.border_subtitle = "type to search, ↓ to the list, Esc closes"
            yield Input(placeholder="search", compact=True)
            with Horizontal():
                yield OptionList(id="titles")
                with VerticalScroll(id="clause"):
                    yield Static(markup=False)

    def on_mount(self) -> None:
        """All clauses, and the one that was asked for."""
        self._list("")
        self._show(self._clause or self._book.clauses[0].id)

    def _list(self, wanted: str) -> None:
        titles = self.query_one("#titles", OptionList)
        titles.clear_options()
        words = wanted.lower().split()
        for clause in self._book.clauses:
            text = f"{clause.id} {clause.title} {clause.text}".lower()
            if all(word in text for word in words):
                titles.add_option(Option(Text(f"{clause.id} {clause.title}"), clause.id))

    def _show(self, id: str) -> None:
        clause = self._book.find(id)
        text = Text.assemble((f"{clause.id}  {clause.title}\n\n", "bold"), clause.text)
        text.append(f"\n\n{clause.source}", "dim")
        self.query_one("#clause Static", Static).update(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search."""
        self._list(event.value)

    def on_input_submitted(self) -> None:
        """Go to the list."""
        self.query_one("#titles").focus()

    def key_down(self) -> None:
        """Go to the list."""
        titles = self.query_one("#titles", OptionList)
        if self.focused is not titles:
            titles.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the clause."""
        if event.option.id:
            self._show(event.option.id)


class HandOver(Screen[None]):
    """Hides the table until the next person sits before it."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "dismiss", "Go on")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(
            f"The table is hidden.\n\nHand over to {self._title}, who presses Enter.",
            markup=False,
            classes="alone",
        )


class Ending(ModalScreen[str]):
    """The result, with what can be done now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter", "dismiss('look')", "Look around"),
        ("s", "dismiss('save')", "Save the journal"),
        ("q", "dismiss('quit')", "Quit"),
    ]

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The lines and the keys."""
        with Vertical(classes="box small") as box:
            box.border_title = "The game is over"
            text = Text(f"{self._lines[0]}\n\n", "bold")
            text.append("\n".join(self._lines[1:]), "not bold")
            text.append("\n\ns save the journal   Esc look around   q quit", "dim")
            yield Static(text)


class Saving(ModalScreen[None]):
    """Asks for the file that the journal is written to."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "Close")]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """A line for the name."""
        name = f"{self._session.match.system.name}-{self._session.live.record.id}.jsonl"
        with Vertical(classes="box small") as box:
            box.border_title = "Save the journal"
            yield Input(name.replace("/", "_"), compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the file."""
        path = typed_path(event.value)
        try:
            self._session.save(path)
        except InputError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.notify(f"Saved to {path}", markup=False)
        self.dismiss(None)
