"""One SQLite file, opened so that nothing which was committed is ever lost.

Write-ahead log, synchronous FULL: what a transaction has returned from survives
a kill of the process and a loss of power.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError
from hexfront.play.storage.backends.face import (
    BUSY,
    BUSY_SECONDS,
    DISK_FAILS,
    DISK_FULL,
    GONE,
    NEWEST_FIRST,
    READ_ONLY,
    NotRead,
    ReadTable,
    Row,
    Superseded,
    not_written,
)
from hexfront.play.storage.schema import SCHEMA_VERSION, bring_up_to_date

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 0.05
FILE_NAME = "hexfront.sqlite3"
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: DISK_FAILS,
    sqlite3.SQLITE_CANTOPEN: GONE,
}
WHOLE = (
    "a whole store. The file was not touched: put a backup in its place, or move it away to begin "
    "with an empty store; `sqlite3 FILE .recover` may save a part of what it held"
)


@dataclass(frozen=True)
class Layout:
    """What a file holds."""

    file_name: str
    version: int
    bring_up_to_date: Callable[[sqlite3.Connection], int]
    """Makes or changes the tables; the version that was found."""
    broken: str
    """A query for the names of what holds no JSON where it should; SQLite sees none of that."""


MATCHES: Final = Layout(
    FILE_NAME,
    SCHEMA_VERSION,
    bring_up_to_date,
    "SELECT 'the scenario of match ' || id FROM matches WHERE NOT json_valid(scenario)",
)


class SqliteFile:
    """A file with tables, those of the store by default. Safe to use from several threads."""

    shared = False

    def __init__(self, folder: Path, layout: Layout = MATCHES) -> None:
        """Open or create the file.

        Errors: `InputError` where the folder cannot be used, and where the file is
        damaged; it stays as it is then.
        """
        self.path = folder / layout.file_name
        self._layout = layout
        self.name = str(self.path)
        self._lock = threading.RLock()
        self._in_vain = False
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self.path.exists():
                _create(self.path, layout)
            self.path.chmod(0o600)
            self.connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            if damage := _damage(self.path, self.connection, layout):
                self.connection.close()
                raise InputError.at(str(self.path), f"<{damage}>", WHOLE)
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self.connection.execute(f"PRAGMA {pragma}")
            self.connection.create_function("unix_now", 0, time.time)
            version = layout.bring_up_to_date(self.connection)
        except (OSError, sqlite3.Error) as error:
            raise InputError.at(
                f"data folder {folder}", f"<{error}>", "a folder that can be written"
            ) from None
        if version > layout.version:
            raise InputError.at(
                f"{self.path}: version",
                version,
                f"at most {layout.version}: a newer Hexfront wrote it",
            )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self.connection.close()

    def read(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        """The rows of a query. Errors: `NotSaved`."""
        try:
            with self._lock, closing(self.connection.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            log.error("%s cannot be read: %s", self.path, error)
            raise NotRead(_reason(error)) from None

    @contextmanager
    def transaction(self, match_id: str | None = None) -> Iterator[sqlite3.Connection]:
        """All that is done within is kept, or nothing; one after another. Errors: `NotSaved`."""
        with self._lock:
            try:
                self._begin()
                yield self.connection
                self.connection.execute("COMMIT")
            except sqlite3.IntegrityError:
                self._roll_back()
                raise Superseded from None
            except sqlite3.Error as error:
                self._roll_back()
                log.error("%s cannot be written: %s", self.path, error)
                raise not_written(_reason(error)) from None
            except BaseException:
                self._roll_back()
                raise

    def tables(self, column: str = "") -> list[str]:
        """The names of all tables, or of those that have a column."""
        found = self.read(
            "SELECT tables.name FROM sqlite_master AS tables WHERE type = 'table'"
            " AND (? = '' OR ? IN (SELECT name FROM pragma_table_info(tables.name)))"
            " ORDER BY rowid",
            (column, column),
        )
        return [str(name) for (name,) in found]

    def references(self, table: str) -> set[str]:
        """The tables that one refers to."""
        found = self.read('SELECT "table" FROM pragma_foreign_key_list(?)', (table,))
        return {str(name) for (name,) in found}

    @contextmanager
    def snapshot(self) -> Iterator[ReadTable]:
        """What reads whole tables as they are at one moment. Errors: `NotSaved`."""
        try:
            with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
                connection.execute("BEGIN")

                def read(table: str) -> tuple[list[str], Iterator[Row]]:
                    cursor = connection.execute(
                        f"SELECT * FROM {table}{NEWEST_FIRST.get(table, '')}"
                    )
                    return [column[0] for column in cursor.description], cursor

                yield read
        except sqlite3.Error as error:
            log.error("%s cannot be read: %s", self.path, error)
            raise NotRead(_reason(error)) from None

    def size(self) -> int:
        """Bytes on disk, those of the write-ahead log among them."""
        return sum(
            path.stat().st_size for path in self.path.parent.glob(f"{self._layout.file_name}*")
        )

    def _begin(self) -> None:
        """Begin to write, alone.

        Where another program holds the file, one write has waited long in vain. Those behind it
        try it shortly, until one has begun: else each would wait as long, one after another.
        """
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if _reason(error) == BUSY and not self._in_vain:
                self._in_vain = True
                self._wait(AGAIN_SECONDS)
            raise
        if self._in_vain:
            self._in_vain = False
            self._wait(BUSY_SECONDS)

    def _wait(self, seconds: float) -> None:
        """Set how long the next write waits for another program."""
        self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def _roll_back(self) -> None:
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            pass


def _create(path: Path, layout: Layout) -> None:
    """Make an empty store under another name first: a kill leaves a whole file or none."""
    made = path.with_name(f"{path.name}.{os.getpid()}.new")
    made.unlink(missing_ok=True)
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(made, isolation_level=None)) as db:
        layout.bring_up_to_date(db)
    try:
        os.link(made, path)  # never over the file of a server that started at the same time
    except FileExistsError:
        pass
    except OSError:
        made.replace(path)  # a file system without links
    made.unlink(missing_ok=True)


def _damage(path: Path, db: sqlite3.Connection, layout: Layout) -> str:
    """What is wrong with a file that should be a store; empty where nothing is found.

    SQLite looks at every page and index, which took 1.1 s for 80 MB.
    """
    if path.stat().st_size == 0:
        return "an empty file"
    try:
        found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
        if found == ["ok"] and db.execute("PRAGMA user_version").fetchone()[0]:
            # Long texts fill pages of their own, in which SQLite sees no damage.
            broken = [str(row[0]) for row in db.execute(layout.broken)]
            return "; ".join(f"{name} is no JSON" for name in broken[:3])
    except sqlite3.OperationalError:
        raise  # it cannot be read now, which says nothing of what it holds
    except sqlite3.DatabaseError as error:
        return str(error)
    return "; ".join(text for text in found if text != "ok")


def _reason(error: sqlite3.Error) -> str:
    """What players may read of an error."""
    # The lowest byte says what has failed, the others where.
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return GONE  # it is closed
    return _REASONS.get(code & 0xFF, f"the database refuses it ({error.sqlite_errorname})")
