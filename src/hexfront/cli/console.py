"""What commands print: lines, tables, JSON, errors."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexfront.core.documents.strictjson import Json, write_json
from hexfront.core.errors import HexfrontError, InputError, Problem

if TYPE_CHECKING:
    from rich.console import Console

WIDTH_OF_FILES = 120
"""Columns of a table that does not go to a terminal."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Interrupted(HexfrontError):
    """Somebody has pressed Ctrl-C; says what is kept."""


def plain(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def say(text: str = "") -> None:
    """Print a line."""
    sys.stdout.write(plain(text) + "\n")


def say_json(value: Json) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(write_json(value) + "\n")


def say_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    right_from: int = 99,
    right_to: int = 99,
) -> None:
    """Print a table; columns from `right_from` to before `right_to` are aligned to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(
            Text(heading), justify="right" if right_from <= number < right_to else "left"
        )
    for row in rows:
        table.add_row(*[Text(plain(cell)) for cell in row])
    _console().print(table)


def columns() -> int:
    """How many characters a line of a table may have."""
    return _console().width


def print_error(error: Exception | str) -> None:
    """Print what is wrong on standard error, each problem on its line."""
    parts = error.problems if isinstance(error, InputError) else [str(error)]
    for part in parts:
        print(f"error: {plain(str(part))}", file=sys.stderr)


def print_warning(text: str) -> None:
    """Print on standard error what can be used and is to be known."""
    print(f"warning: {plain(text)}", file=sys.stderr)


def print_warnings(warnings: Sequence[Problem], most: int | None = None) -> None:
    """Print what can be used and looks odd on standard error: all, or the first lines of it."""
    told = warnings[:most]
    for warning in told:
        print(f"warning: {plain(str(warning))}", file=sys.stderr)
    if more := len(warnings) - len(told):
        print(f"warning: and {more} more", file=sys.stderr)


def problem_json(problem: Problem) -> Json:
    """A problem, or a warning, as JSON."""
    return {"place": problem.place, "found": problem.found, "expected": problem.expected}


def progress_console() -> Console:
    """Standard error, where progress is shown if it is a terminal."""
    from rich.console import Console

    return Console(stderr=True)


def _console() -> Console:
    from rich.console import Console

    console = Console(markup=False, highlight=False)
    return console if console.is_terminal else Console(width=WIDTH_OF_FILES, highlight=False)
