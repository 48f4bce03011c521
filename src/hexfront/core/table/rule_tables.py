"""Tables of the rules as a scenario has them, such as the results of battles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: what it is called, the detail of a log entry that picks it, and its cells."""

    title: str
    cells: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table of the rules."""

    title: str
    clause: str
    """Beside which it stands."""
    corner: str
    """What stands over the titles of the rows."""
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    keys: tuple[str, ...] = ()
    """The details of a log entry that pick the columns, where one can be picked."""
    row_detail: str = ""
    """The name of the detail of a log entry that picks a row; empty where none does."""
    column_detail: str = ""
