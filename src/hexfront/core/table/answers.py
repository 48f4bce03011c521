"""Answers to what a viewer asks: text and tables, the same for every front end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

GAP = "  "
"""Between the columns of a table in text."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; units of measurement stand in the headings."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clause: str = ""
    """Where the rules say what the figures mean."""
    words: int = 1
    """Columns that hold words, from the left; the others hold numbers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a viewer is told about a question; computed from what he may know."""

    title: str
    clause: str = ""
    lines: tuple[str, ...] = ()
    """Text as it stands, each line for itself, such as a map drawn with characters."""
    tables: tuple[Table, ...] = ()


def table_lines(table: Table) -> Iterator[str]:
    """A table as text: numbers to the right, words to the left, no space at the end of a line.

    >>> print(*table_lines(Table("Stock", ("type", "holds"), (("fuel", "9.5"),))), sep="\\n")
    Stock
      type  holds
      fuel    9.5
    """
    if table.caption or table.clause:
        yield f"{table.caption} ({table.clause})" if table.clause else table.caption
    every = (table.headings, *table.rows)
    widths = [max(len(row[column]) for row in every) for column in range(len(table.headings))]
    for row in every:
        yield f"{GAP}{GAP.join(_aligned(row, widths, table.words))}".rstrip()
    if not table.rows:
        yield f"{GAP}none"


def _aligned(row: Sequence[str], widths: Sequence[int], words: int) -> Iterable[str]:
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        yield cell.ljust(width) if column < words else cell.rjust(width)


def answer_lines(answer: Answer) -> Iterator[str]:
    """An answer as text."""
    yield f"{answer.title} ({answer.clause})" if answer.clause else answer.title
    yield from answer.lines
    for table in answer.tables:
        yield ""
        yield from table_lines(table)
