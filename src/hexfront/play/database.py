"""One SQLite file, opened so that nothing which was committed is ever lost.

Write-ahead log, synchronous FULL: what a transaction has returned from survives
a kill of the process and a loss of power.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.schema import SCHEMA_VERSION, bring_up_to_date

log = logging.getLogger(__name__)

FILE_NAME = "hexfront.sqlite3"
BUSY_SECONDS = 5.0
PLAYED_ON = "not saved: another server has played on in this match"


WHOLE = (
    "a whole store. The file was not touched: put a backup in its place, or move it away to begin "
    "with an empty store; `sqlite3 FILE .recover` may save a part of what it held"
)


class NotSaved(HexfrontError):
    """The store could not be read or written; nothing of the attempt is kept.

    Its text is for players, so it does not say where the file is; the log does.
    """


@dataclass(frozen=True)
class Layout:
    """What a file holds."""

    file_name: str
    version: int
    bring_up_to_date: Callable[[sqlite3.Connection], int]
    """Makes or changes the tables; the version that was found."""
    broken: str
    """A query for the names of what holds no JSON where it should; SQLite sees none of that."""


MATCHES = Layout(
    FILE_NAME,
    SCHEMA_VERSION,
    bring_up_to_date,
    "SELECT 'the scenario of match ' || id FROM matches WHERE NOT json_valid(scenario)",
)


class Database:
    """The file of the store. Safe to use from several threads."""

    def __init__(self, folder: Path, layout: Layout = MATCHES) -> None:
        """Open or create the file.

        Errors: `InputError` where the folder cannot be used, and where the file is
        damaged; it stays as it is then.
        """
        self.path = folder / layout.file_name
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self.path.exists():
                _create(self.path, layout)
            self.path.chmod(0o600)
            self._db = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            if damage := _damage(self.path, self._db, layout):
                self._db.close()
                raise InputError.at(str(self.path), f"<{damage}>", WHOLE)
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._db.execute(f"PRAGMA {pragma}")
            version = layout.bring_up_to_date(self._db)
        except (OSError, sqlite3.Error) as error:
            raise InputError.at(
                f"data folder {folder}", f"<{error}>", "a folder that can be written"
            ) from None
        if version > layout.version:
            raise InputError.at(
                f"{self.path}: version", version, f"{layout.version}, written by this Hexfront"
            )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[Json, ...]]:
        """The rows of a query. Errors: `NotSaved`."""
        try:
            with self._lock, closing(self._db.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            log.error("%s cannot be read: %s", self.path, error)
            raise NotSaved(f"the store cannot be read: {error}") from None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is done within is kept, or nothing. Errors: `NotSaved`."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except sqlite3.IntegrityError:
                self._roll_back()
                raise NotSaved(PLAYED_ON) from None
            except sqlite3.Error as error:
                self._roll_back()
                log.error("%s cannot be written: %s", self.path, error)
                raise NotSaved(f"not saved: {error}") from None
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
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
            broken = db.execute(layout.broken).fetchall()
            return "; ".join(f"{row[0]} is no JSON" for row in broken[:3])
    except sqlite3.OperationalError:
        raise  # it cannot be read now, which says nothing of what it holds
    except sqlite3.DatabaseError as error:
        return str(error)
    return "; ".join(text for text in found if text != "ok")


def marks(values: Sequence[object]) -> str:
    """As many question marks as there are values, for an SQL list."""
    return ", ".join("?" * len(values))
