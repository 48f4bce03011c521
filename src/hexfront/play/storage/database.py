"""The store's database: one SQLite file, or PostgreSQL; SQL is written once for both.

Write-ahead log and a flush at every commit: what a transaction has returned from
survives a kill of the process and a loss of power.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hexfront.core.errors import HexfrontError
from hexfront.play.storage.backends.face import (
    Backend,
    NotRead,
    NotSaved,
    Row,
    Superseded,
    Transaction,
    marks,
    not_written,
)
from hexfront.play.storage.backends.sqlite import FILE_NAME, MATCHES, Layout, SqliteFile

__all__ = [
    "FILE_NAME",
    "Database",
    "Layout",
    "NotRead",
    "NotSaved",
    "Superseded",
    "Transaction",
    "is_address",
    "marks",
    "not_written",
]


def is_address(where: str | Path) -> bool:
    """Whether this names a PostgreSQL server, and no folder."""
    return str(where).startswith(("postgresql://", "postgres://"))


def open_backend(where: str | Path, layout: Layout = MATCHES) -> Backend:
    """The database in a folder, or at an address `postgresql://…`. Errors: `InputError`."""
    if isinstance(where, Path) or not is_address(where):
        return SqliteFile(Path(where), layout)
    try:
        from hexfront.play.storage.backends.postgres import Postgres
    except ImportError as error:
        raise HexfrontError(
            f"PostgreSQL needs {error.name}; install `hexfront[postgres]`"
        ) from None
    return Postgres(where)


class Database:
    """The tables of the store. Safe to use from several threads."""

    def __init__(self, where: str | Path, layout: Layout = MATCHES) -> None:
        """Open or create the database in a folder, or at an address `postgresql://…`.

        `layout`: what its tables are; others than a store's are in a file.

        Errors: `InputError` where it cannot be used, is damaged, or is newer than this
        Hexfront; it stays as it is then.
        """
        self.backend = open_backend(where, layout)

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return self._file.path

    @property
    def _file(self) -> SqliteFile:
        if not isinstance(self.backend, SqliteFile):
            raise HexfrontError(f"{self.backend.name} is no file")
        return self.backend

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection to the SQLite file."""
        return self._file.connection

    def close(self) -> None:
        """Let go of the database."""
        self.backend.close()

    def read(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        """The rows of a query. Errors: `NotSaved`."""
        return self.backend.read(query, values)

    @contextmanager
    def transaction(self, match_id: str | None = None) -> Iterator[Transaction]:
        """All that is done within is kept, or nothing. Errors: `NotSaved`.

        It is alone: no other transaction of any process runs at the same time. One of a
        match is alone for this match, and may not write what belongs to none.
        What `read` gives within, in the same thread, is what it has written so far.
        """
        with self.backend.transaction(match_id) as db:
            yield db
