"""What both databases can do, in words that fit either.

SQL is written once, in what SQLite and PostgreSQL share: `?` for values, `INTEGER`, `TEXT` and
`BLOB`, 0 and 1 for no and yes, `INSERT … ON CONFLICT`, and `unix_now()` for the seconds since
1970 on the database's own clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError

BUSY_SECONDS: Final = 5.0
Row = tuple[Json, ...]
ReadTable = Callable[[str], tuple[list[str], Iterator[Row]]]
"""Gives the columns of a table, and its rows."""
NEWEST_FIRST: Final = {"matches": " ORDER BY made DESC"}
"""A match may refer to one that was made later."""


class NotSaved(HexfrontError):
    """The store could not be read or written; nothing of the attempt is kept.

    Its text is for players, so it does not say where the store is; the log does.
    """


BUSY: Final = "the database is busy"
READ_ONLY: Final = "the database can only be read now"
DISK_FULL: Final = "the database's disk is full"
DISK_FAILS: Final = "the database's disk fails"
TOO_SLOW: Final = "the database is too slow"
GONE: Final = "the database is gone"
"""Reasons that players may read: they name no address and no table."""


class NotRead(NotSaved):
    """The store could not be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The server cannot look that up now: {reason}. Try again in a moment.")
        self.reason = reason


def not_written(reason: str) -> NotSaved:
    """The error where a store could not be written."""
    return NotSaved(f"Not saved: {reason}. Try again in a moment.")


class Superseded(NotSaved):
    """Another process has played on in this match, or serves it now."""

    def __init__(
        self, reason: str = "Not saved: another server has played on in this match."
    ) -> None:
        super().__init__(reason)


class Cursor(Protocol):
    """What a statement found."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""

    def fetchone(self) -> Any:
        """The next row; None after the last."""

    def fetchall(self) -> list[Any]:
        """All other rows."""


class Transaction(Protocol):
    """Carries statements out that are kept together, or not at all."""

    def execute(self, query: str, values: Sequence[Any] = ..., /) -> Cursor:
        """Carry one statement out."""

    def executemany(self, query: str, values: Iterable[Sequence[Any]], /) -> Any:
        """Carry one statement out for each of many rows."""


class Backend(Protocol):
    """A database that holds the tables."""

    name: str
    """What the log calls it; without a password."""
    shared: bool
    """Whether several server processes may play on it."""

    def close(self) -> None:
        """Let go of it."""

    def read(self, query: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query. Errors: `NotSaved`."""

    def transaction(self, match_id: str | None) -> AbstractContextManager[Transaction]:
        """All that is done within is kept, or nothing. Errors: `NotSaved`.

        With a match it waits for those of this match alone, otherwise for all others.
        """

    def tables(self, column: str = "") -> list[str]:
        """The names of all tables, or of those that have a column."""

    def references(self, table: str) -> set[str]:
        """The tables that one refers to."""

    def snapshot(self) -> AbstractContextManager[ReadTable]:
        """What reads whole tables as they are at one moment. Errors: `NotSaved`."""

    def size(self) -> int:
        """Bytes on disk."""


def marks(values: Sequence[object]) -> str:
    """As many question marks as there are values, for an SQL list."""
    return ", ".join("?" * len(values))
