"""A whole store in one file, from which it can be made again, in the same database or the other.

Lines of JSON, packed by gzip: a head, each table with its columns and its rows, and at the end
how many rows there were and a hash of all lines before. What belongs to running processes alone
is left out. The rows are those of one moment, also while servers play on.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.play.storage.database import marks
from hexfront.play.storage.schema import SCHEMA_VERSION
from hexfront.play.storage.store import Store

FORMAT: Final = "hexfront backup 1"
LEFT_OUT: Final = ("processes", "messages")
OF_PLAYERS: Final = ("matches", "accounts", "campaigns")
"""Tables that hold something as soon as anybody has used the server."""
ROWS_AT_A_TIME: Final = 500


class Copied(NamedTuple):
    """What a backup holds."""

    created: str
    matches: int
    steps: int
    rows: int


def order_of(store: Store) -> list[str]:
    """The tables that are kept, each after those that it refers to. Errors: `NotSaved`."""
    waiting = {
        table: store.backend.references(table) - {table}
        for table in store.backend.tables()
        if table not in LEFT_OUT
    }
    found: list[str] = []
    while waiting:
        free = sorted(table for table, others in waiting.items() if not others - set(found))
        if not free:
            raise AssertionError(f"tables refer to each other: {', '.join(waiting)}")
        found += free
        for table in free:
            del waiting[table]
    return found


def back_up(store: Store, path: Path) -> Copied:
    """Write a store to a new file, which appears when it is whole.

    Errors: `InputError` where there is one already, or it cannot be written; `NotSaved`.
    """
    made = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        if path.exists():
            raise InputError.at(str(path), "<a file>", "the name of a file that is new")
        try:
            descriptor = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wb", 6) as file:
                copied = _write(store, file)
                file.flush()
                raw.flush()
                os.fsync(raw.fileno())
            made.replace(path)
        finally:
            with suppress(FileNotFoundError):
                made.unlink()
    except OSError as error:
        raise InputError.at(
            str(path), f"<{error.strerror or error}>", "a file that can be written"
        ) from None
    return copied


def _write(store: Store, file: gzip.GzipFile) -> Copied:
    digest, rows, counts = hashlib.sha256(), 0, {"matches": 0, "steps": 0}

    def line(document: Json) -> None:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        digest.update(text)
        file.write(text + b"\n")

    created = datetime.now(UTC).isoformat(timespec="seconds")
    line({"format": FORMAT, "schema": SCHEMA_VERSION, "created": created})
    tables = order_of(store)
    with store.backend.snapshot() as read:
        for table in tables:
            columns, found = read(table)
            line({"table": table, "columns": columns})
            for row in found:
                line([_written(value) for value in row])
                rows += 1
                if table in counts:
                    counts[table] += 1
    file.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}).encode() + b"\n")
    return Copied(created, counts["matches"], counts["steps"], rows)


def _written(value: Any) -> Json:
    """A value as JSON; bytes as an object."""
    return {"b": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _read_back(value: Any) -> Any:
    return base64.b64decode(value["b"]) if isinstance(value, dict) else value


def restore(path: Path, store: Store) -> Copied:
    """Fill an empty store from a backup: wholly, or not at all.

    Errors: `InputError` where the file is no whole backup of this version, or the store
    is not empty; `NotSaved`.
    """
    place = str(path)
    for table in OF_PLAYERS:
        if store.read(f"SELECT 1 FROM {table} LIMIT 1"):
            raise InputError.at(store.backend.name, f"<{table}>", "an empty store to restore into")
    try:
        with gzip.open(path, "rb") as file, store.transaction() as db:
            lines = _Lines(file, place)
            head = lines.next()
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise InputError.at(place, "<another file>", f"a file that begins {FORMAT!r}")
            if head["schema"] != SCHEMA_VERSION:
                raise InputError.at(
                    f"{place}: schema",
                    head["schema"],
                    f"{SCHEMA_VERSION}: restore it by the Hexfront that wrote it, then upgrade",
                )
            known, counts = set(order_of(store)), {"matches": 0, "steps": 0}
            rows = 0
            entry = lines.next()
            while isinstance(entry, dict) and "table" in entry:
                table, columns = entry["table"], entry["columns"]
                if table not in known:
                    raise InputError.at(f"{place}: table", table, "a table of this version")
                db.execute(f"DELETE FROM {table}")
                into = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})"
                while part := lines.rows(ROWS_AT_A_TIME):
                    db.executemany(into, part)
                    rows += len(part)
                    if table in counts:
                        counts[table] += len(part)
                before, entry = lines.digest, lines.next()
            if not isinstance(entry, dict) or entry.get("sha256") != before.hexdigest():
                raise InputError.at(place, "<other lines than were written>", "a whole backup")
            if entry.get("rows") != rows:
                raise InputError.at(f"{place}: rows", rows, f"{entry.get('rows')}")
    except (OSError, EOFError, zlib.error, KeyError, TypeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        raise InputError.at(place, f"<{reason}>", "a whole backup") from None
    return Copied(str(head["created"]), counts["matches"], counts["steps"], rows)


class _Lines:
    """The lines of a backup, with a hash of those that were read."""

    def __init__(self, file: gzip.GzipFile, place: str) -> None:
        self._lines = self._read(file, place)
        self._held: list[Any] = []
        self.digest = hashlib.sha256()

    def _read(self, file: gzip.GzipFile, place: str) -> Iterator[Any]:
        for line in file:
            document = json.loads(line)
            if not isinstance(document, dict) or "sha256" not in document:
                self.digest.update(line.rstrip(b"\n"))
            yield document
        raise InputError.at(place, "<its end>", "a last line with a hash of all others")

    def next(self) -> Any:
        """The next line."""
        return self._held.pop() if self._held else next(self._lines)

    def rows(self, most: int) -> list[list[Any]]:
        """The next rows of a table, as many as there are and may be."""
        found: list[list[Any]] = []
        for document in islice(self._lines, most) if not self._held else ():
            if not isinstance(document, list):
                self._held.append(document)
                break
            found.append([_read_back(value) for value in document])
        return found
