"""One SQLite file, opened so that nothing which was committed is ever lost.

Write-ahead log, synchronous FULL: what a transaction has returned from survives
a kill of the process and a loss of power.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.strictjson import Json
from hexfront.play.schema import SCHEMA_VERSION, bring_up_to_date

log = logging.getLogger(__name__)

FILE_NAME = "hexfront.sqlite3"
BUSY_SECONDS = 5.0
PLAYED_ON = "not saved: another server has played on in this match"


class NotSaved(HexfrontError):
    """The store could not be read or written; nothing of the attempt is kept.

    Its text is for players, so it does not say where the file is; the log does.
    """


class Database:
    """The file of the store. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        """Open or create the file. Errors: `InputError` where the folder cannot be used."""
        self.path = folder / FILE_NAME
        self._lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # SQLite gives its -wal and -shm files the mode of the file itself.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            self._db = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._db.execute(f"PRAGMA {pragma}")
            version = bring_up_to_date(self._db)
        except (OSError, sqlite3.Error) as error:
            raise InputError.at(
                f"data folder {folder}", f"<{error}>", "a folder that can be written"
            ) from None
        if version > SCHEMA_VERSION:
            raise InputError.at(
                f"{self.path}: version", version, f"{SCHEMA_VERSION}, written by this Hexfront"
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


def marks(values: Sequence[object]) -> str:
    """As many question marks as there are values, for an SQL list."""
    return ", ".join("?" * len(values))
