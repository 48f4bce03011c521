"""The journal store: every match, seat and step in one SQLite file.

Write-ahead log, synchronous FULL: what `append` has returned from survives a
kill of the process and a loss of power. Seat tokens are stored as SHA-256.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from hexfront.core.contract import SPECTATOR, Step
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.strictjson import Json, parse_json, write_json
from hexfront.play.schema import SCHEMA_VERSION, bring_up_to_date

FILE_NAME = "hexfront.sqlite3"
TOKEN_BYTES = 32
BUSY_SECONDS = 5.0
PLAYED_ON = "not saved: another server has played on in this match"

SeatKind = Literal["person", "machine", "spectator"]


class NotSaved(HexfrontError):
    """The store could not write; nothing of the attempt is kept."""


@dataclass(frozen=True)
class SeatRecord:
    """Who sits where in a match."""

    match: str
    side: int
    """A side of the system, or `SPECTATOR`."""
    kind: SeatKind
    agent: str = ""
    """The name of the opponent on a machine's seat."""
    name: str = ""
    """What the person on the seat is called."""
    invited: bool = False
    """Whether the seat still waits for the person who holds its invite."""


@dataclass(frozen=True)
class MatchRecord:
    """A stored match, complete."""

    id: str
    system: str
    rules_version: str
    scenario: Json
    secret: bytes
    created: str
    seats: tuple[SeatRecord, ...]
    steps: tuple[Step, ...]
    digests: tuple[str, ...]
    bundles: tuple[int, ...]
    """For each step the number of the first step of the request that it belongs to."""

    @property
    def seat_names(self) -> list[str]:
        """Who plays each side, as the journal's head lists them."""
        return [seat.agent or seat.kind for seat in self.seats if seat.side != SPECTATOR]


@dataclass(frozen=True)
class MatchSummary:
    """What a list of matches shows. No time of the last order: that would tell of plans."""

    id: str
    system: str
    title: str
    created: str
    over: bool
    sides: tuple[int, ...]
    """The sides whose tokens were given."""


def hash_token(token: str) -> bytes:
    """What is stored of a seat token."""
    return hashlib.sha256(token.encode()).digest()


_SEAT = "match_id, side, kind, agent, name, invite_hash IS NOT NULL"


def _seat_record(row: Sequence[Json]) -> SeatRecord:
    match, side, kind, agent, name, invited = row
    return SeatRecord(match, side, kind, agent, name, bool(invited))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def default_data_folder() -> Path:
    """`$XDG_DATA_HOME/hexfront`, or `~/.local/share/hexfront`. Errors: `InputError`."""
    if base := os.environ.get("XDG_DATA_HOME"):
        return Path(base) / "hexfront"
    try:
        return Path.home() / ".local" / "share" / "hexfront"
    except RuntimeError:
        raise InputError.at(
            "data folder", "<no home folder>", "HOME or XDG_DATA_HOME, or a folder given by --save"
        ) from None


class Store:
    """Matches on disk. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        """Open or create the store. Errors: `InputError` where the folder cannot be used."""
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
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise InputError.at(
                f"data folder {folder}", f"<{error}>", "a folder that can be written"
            ) from None

    def _prepare(self) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._db.execute(f"PRAGMA {pragma}")
        version = bring_up_to_date(self._db)
        if version > SCHEMA_VERSION:
            raise InputError.at(
                f"{self.path}: version", version, f"{SCHEMA_VERSION}, written by this Hexfront"
            )

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def create(
        self,
        system: str,
        rules_version: str,
        scenario: Json,
        secret: bytes,
        seats: Sequence[tuple[SeatKind, str]],
    ) -> tuple[str, dict[int, str]]:
        """Store a new match with one (kind, agent) a side.

        Returns its id and the tokens by side, the spectator's among them.
        Tokens are not stored and cannot be had again. Errors: `NotSaved`.
        """
        match_id = secrets.token_urlsafe(9)
        created = datetime.now(UTC).isoformat(timespec="seconds")
        rows: list[tuple[int, str, str]] = [(SPECTATOR, "spectator", "")]
        rows += [(side, kind, agent) for side, (kind, agent) in enumerate(seats)]
        tokens = {
            side: secrets.token_urlsafe(TOKEN_BYTES) for side, kind, _ in rows if kind != "machine"
        }
        with self._transaction():
            self._db.execute(
                "INSERT INTO matches (id, system, rules_version, scenario, secret, created)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (match_id, system, rules_version, write_json(scenario), secret, created),
            )
            for side, kind, agent in rows:
                hashed = hash_token(tokens[side]) if side in tokens else None
                self._db.execute(
                    "INSERT INTO seats (match_id, side, kind, agent, token_hash)"
                    " VALUES (?, ?, ?, ?, ?)",
                    (match_id, side, kind, agent, hashed),
                )
        return match_id, tokens

    def append(
        self,
        match_id: str,
        number: int,
        steps: Sequence[Step],
        digests: Sequence[str],
        bundles: Sequence[int],
        *,
        request: tuple[int, str, int] | None = None,
        must_act: Sequence[int] | None = None,
        result: Json = None,
    ) -> None:
        """Commit steps that follow the first `number` steps of a match.

        `bundles`: for each step the number of the first step of the request that
        it belongs to. `request` is (side, idempotency key, orders accepted).
        `must_act`: the sides that must act now, by their own views; None where
        that is as it was. A `result` ends the match.
        Errors: `NotSaved`, also where another process has played on.
        """
        with self._transaction():
            self._check_length(match_id, number)
            self._insert(match_id, number, steps, digests, bundles)
            self._conclude(match_id, request, must_act)
            if result is not None:
                self._db.execute(
                    "UPDATE matches SET over = 1, result = ? WHERE id = ?",
                    (write_json(result), match_id),
                )

    def rewrite(
        self,
        match_id: str,
        keep: int,
        steps: Sequence[Step],
        digests: Sequence[str],
        bundles: Sequence[int],
        *,
        length: int,
        request: tuple[int, str, int] | None = None,
        must_act: Sequence[int] | None = None,
    ) -> None:
        """Put other steps in the place of those after number `keep`, for an undo.

        `length`: how many steps the caller knows the match to have. The rest is
        as in `append`. Errors: `NotSaved`, also where another process has played on.
        """
        with self._transaction():
            self._check_length(match_id, length)
            self._db.execute(
                "DELETE FROM steps WHERE match_id = ? AND number > ?", (match_id, keep)
            )
            self._insert(match_id, keep, steps, digests, bundles)
            self._conclude(match_id, request, must_act)

    def _check_length(self, match_id: str, length: int) -> None:
        (last,) = self._db.execute(
            "SELECT coalesce(max(number), 0) FROM steps WHERE match_id = ?", (match_id,)
        ).fetchone()
        if last != length:
            raise NotSaved(PLAYED_ON)

    def _insert(
        self,
        match_id: str,
        number: int,
        steps: Sequence[Step],
        digests: Sequence[str],
        bundles: Sequence[int],
    ) -> None:
        self._db.executemany(
            "INSERT INTO steps (match_id, number, actor, order_code, digest, bundle)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (match_id, number + i, step.actor, step.order, after, bundle)
                for i, (step, after, bundle) in enumerate(
                    zip(steps, digests, bundles, strict=True), 1
                )
            ],
        )

    def _conclude(
        self,
        match_id: str,
        request: tuple[int, str, int] | None,
        must_act: Sequence[int] | None,
    ) -> None:
        if request is not None:
            self._db.execute("INSERT INTO requests VALUES (?, ?, ?, ?)", (match_id, *request))
        if must_act is not None:
            # A turn that ends takes with it that its player was told of it.
            self._db.execute(
                "UPDATE seats SET must_act = 0, noticed = 0 WHERE match_id = ? AND side >= 0"
                f" AND side NOT IN ({_marks(must_act)})",
                (match_id, *must_act),
            )
            self._db.execute(
                "UPDATE seats SET must_act = 1 WHERE match_id = ?"
                f" AND side IN ({_marks(must_act)})",
                (match_id, *must_act),
            )

    def accepted(self, match_id: str, side: int, request: str) -> int | None:
        """How many orders of a request were carried out; None if it is not known."""
        row = self._read(
            "SELECT accepted FROM requests WHERE match_id = ? AND side = ? AND request_key = ?",
            (match_id, side, request),
        )
        return row[0][0] if row else None

    def seat(self, token: str) -> SeatRecord | None:
        """The seat that a token opens."""
        rows = self._read(
            f"SELECT {_SEAT} FROM seats WHERE token_hash = ?",
            (hash_token(token),),
        )
        return _seat_record(rows[0]) if rows else None

    def load(self, match_id: str) -> MatchRecord:
        """A stored match. Errors: `InputError` where there is none."""
        rows = self._read(
            "SELECT id, system, rules_version, scenario, secret, created FROM matches WHERE id = ?",
            (match_id,),
        )
        if not rows:
            raise InputError.at("match", match_id, "a match of this server")
        ident, system, version, scenario, secret, created = rows[0]
        steps = self._read(
            "SELECT actor, order_code, digest, bundle FROM steps"
            " WHERE match_id = ? ORDER BY number",
            (match_id,),
        )
        seats = self._read(
            f"SELECT {_SEAT} FROM seats WHERE match_id = ? ORDER BY side",
            (match_id,),
        )
        return MatchRecord(
            ident,
            system,
            version,
            parse_json(scenario, f"{self.path}: match {ident}"),
            secret,
            created,
            tuple(_seat_record(seat) for seat in seats),
            tuple(Step(actor, order) for actor, order, _, _ in steps),
            tuple(after for _, _, after, _ in steps),
            tuple(bundle for _, _, _, bundle in steps),
        )

    def summaries(self, tokens: Sequence[str]) -> list[MatchSummary]:
        """The matches that some tokens open, newest first."""
        sides: dict[str, list[int]] = {}
        for token in tokens:
            seat = self.seat(token)
            if seat is not None:
                sides.setdefault(seat.match, []).append(seat.side)
        found = []
        for match_id, held in sides.items():
            rows = self._read(
                "SELECT system, json_extract(scenario, '$.title'), created, over"
                " FROM matches WHERE id = ?",
                (match_id,),
            )
            # None where somebody has deleted the match with a tool of his own.
            found += [
                MatchSummary(match_id, system, title or "", created, bool(over), tuple(held))
                for system, title, created, over in rows
            ]
        return sorted(found, key=lambda summary: summary.created, reverse=True)

    def _read(self, query: str, values: Sequence[object]) -> list[tuple[Json, ...]]:
        try:
            with self._lock, closing(self._db.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise NotSaved(f"{self.path} cannot be read: {error}") from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            except sqlite3.IntegrityError:
                self._roll_back()
                raise NotSaved(PLAYED_ON) from None
            except sqlite3.Error as error:
                self._roll_back()
                raise NotSaved(f"not saved: {error} ({self.path})") from None
            except BaseException:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            pass
