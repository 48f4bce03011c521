"""Which of several server processes serves a match: leases of processes, fences of matches.

A process has one lease, a row that it renews, and that runs out by the database's clock. A match
belongs to the process that has taken it, as long as that one's lease is good. Each taking raises
the match's fencing number, which never goes back; every order is written only where, in the same
transaction, process and number are still those under which it was thought out. So a process that
was held up, and believes that it still serves a match, writes nothing.
"""

from __future__ import annotations

import secrets
import threading
import time
from copy import copy
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.play.storage.database import Superseded, Transaction
from hexfront.play.storage.store import Store

LEASE_SECONDS: Final = 3.0
"""So long is a lease good without being renewed."""
RENEW_SECONDS: Final = 0.5


class ProcessRecord(NamedTuple):
    """A server process, as all see it."""

    id: str
    address: str
    """Where the others reach it."""
    alive: bool
    draining: bool
    """Whether it takes no new matches, since it will be stopped."""
    matches: int
    """How many it holds."""


class Lease:
    """What this process holds. Safe to use from several threads."""

    def __init__(self, store: Store, address: str) -> None:
        """Begin to take part, at an address by which the others reach it. Errors: `NotSaved`."""
        self._store = store
        self.address = address
        self.process = ""
        self.draining = False
        self._fences: dict[str, int] = {}
        self._lock = threading.Lock()
        self._good_until = 0.0
        self.begin(first=True)
        store.check_fence = self.check

    def begin(self, *, first: bool = False) -> None:
        """Take part under a new name, holding nothing. Errors: `NotSaved`.

        `first`: at the start, when whoever was at this address before must be gone.
        """
        process, now = secrets.token_urlsafe(9), time.monotonic()
        with self._store.transaction() as db:
            if first:
                db.execute("UPDATE processes SET expires = 0 WHERE address = ?", (self.address,))
            db.execute(
                "INSERT INTO processes (id, address, started, expires, draining)"
                " VALUES (?, ?, unix_now(), unix_now() + ?, ?)",
                (process, self.address, LEASE_SECONDS, int(self.draining)),
            )
        with self._lock:
            self.process, self._fences, self._good_until = process, {}, now + LEASE_SECONDS

    @property
    def good(self) -> bool:
        """Whether the lease has been renewed in time, by the clock of this machine."""
        return time.monotonic() < self._good_until

    def renew(self) -> bool:
        """Renew the lease; False where it had run out: then nothing is held any more.

        Learns, too, whether an operator lets this process drain. Errors: `NotSaved`.
        """
        now = time.monotonic()
        with self._store.transaction(f"process {self.process}") as db:
            # One that has run out is never good again: others may have acted on that.
            renewed = db.execute(
                "UPDATE processes SET expires = unix_now() + ?"
                " WHERE id = ? AND expires > unix_now()",
                (LEASE_SECONDS, self.process),
            ).rowcount
            row = db.execute(
                "SELECT draining FROM processes WHERE id = ?", (self.process,)
            ).fetchone()
        if not renewed or row is None:
            with self._lock:  # so that no match is served any more that was taken before
                self._good_until, self._fences = 0.0, {}
            return False
        self._good_until = now + LEASE_SECONDS
        self.draining = bool(row[0])
        return True

    def end(self) -> None:
        """Give up the lease at once, so that the others go on. Errors: `NotSaved`."""
        with self._store.transaction(f"process {self.process}") as db:
            db.execute("UPDATE processes SET expires = 0 WHERE id = ?", (self.process,))
        self._good_until = 0.0

    def holds(self, match_id: str) -> bool:
        """Whether this process serves a match, as far as it knows."""
        return self.good and match_id in self._fences

    def fence(self, match_id: str) -> int:
        """The fencing number under which this process serves a match; 0 where it does not."""
        return self._fences.get(match_id, 0)

    def take(self, match_id: str) -> str:
        """Take a match that no process with a good lease holds.

        Returns "" where this process holds it now, or the address of the one that does.
        Errors: `InputError` where there is no such match, `NotSaved`.
        """
        if self.holds(match_id):
            return ""
        process = self.process
        with self._store.transaction(match_id) as db:
            row = db.execute(
                "SELECT fence, processes.id, address, expires > unix_now()"
                " FROM holders LEFT JOIN processes ON processes.id = process WHERE match_id = ?",
                (match_id,),
            ).fetchone()
            fence, holder, address, alive = row or (0, None, "", False)
            if holder is not None and alive and holder != process:
                return str(address)
            mine = "SELECT 1 FROM processes WHERE id = ? AND expires > unix_now()"
            if db.execute(mine, (process,)).fetchone() is None:
                raise Superseded(
                    "Not saved: this server has lost its lease. Try again in a moment."
                )
            if holder == process and fence == self.fence(match_id):
                return ""  # Nobody has taken it meanwhile.
            if self.draining and (other := _other(db, process)):
                return other
            if db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone() is None:
                raise InputError.at("match", match_id, "a match of this server")
            if holder not in (None, process):
                # Never good again, also should the database's clock go back.
                db.execute("UPDATE processes SET expires = 0 WHERE id = ?", (holder,))
            db.execute(
                "INSERT INTO holders (match_id, process, fence) VALUES (?, ?, ?)"
                " ON CONFLICT (match_id) DO UPDATE SET"
                " process = excluded.process, fence = excluded.fence",
                (match_id, process, fence + 1),
            )
        with self._lock:
            if self.process == process and self.good:
                self._fences[match_id] = fence + 1
        return ""

    def store(self, match_id: str) -> Store:
        """The store for what serves a match from now on: it writes under today's fence alone."""
        fenced, fence = copy(self._store), self.fence(match_id)
        fenced.check_fence = lambda db, match: self.check(db, match, fence)
        return fenced

    def check(self, db: Transaction, match_id: str, fence: int | None = None) -> None:
        """Within the transaction of an order: whether this process still serves the match.

        `fence`: the number under which the order was thought out; that of now by default.
        Errors: `Superseded`.
        """
        row = db.execute(
            "SELECT process, fence FROM holders WHERE match_id = ?", (match_id,)
        ).fetchone()
        if row != (self.process, self.fence(match_id) if fence is None else fence):
            raise Superseded

    def let_go(self, match_id: str) -> None:
        """Let another process take a match; its fencing number stays. Errors: `NotSaved`."""
        with self._lock:
            self._fences.pop(match_id, None)
        with self._store.transaction(match_id) as db:
            db.execute(
                "UPDATE holders SET process = '' WHERE match_id = ? AND process = ?",
                (match_id, self.process),
            )

    def forget(self, match_id: str) -> None:
        """Know no more of a match that another process serves, or that was deleted."""
        with self._lock:
            self._fences.pop(match_id, None)

    def left_behind(self) -> list[str]:
        """Matches of processes that have ended in which a machine is to move.

        Each is told to one process alone, which goes on with them; all others wait for a
        player. Errors: `NotSaved`.
        """
        dead = self._store.read("SELECT id FROM processes WHERE expires < unix_now()")
        found: list[str] = []
        for (process,) in dead:
            with self._store.transaction() as db:
                gone = db.execute(
                    "DELETE FROM processes WHERE id = ? AND expires < unix_now()", (process,)
                ).rowcount
                db.execute("DELETE FROM messages WHERE process = ?", (process,))
            if gone:
                found += [str(row[0]) for row in self._store.read(_MACHINES, (process,))]
        return found

    def processes(self) -> list[ProcessRecord]:
        """All processes that take part, the oldest first. Errors: `NotSaved`."""
        rows = self._store.read(
            "SELECT processes.id, address, expires > unix_now(), draining, count(match_id)"
            " FROM processes LEFT JOIN holders ON process = processes.id"
            " GROUP BY processes.id ORDER BY started"
        )
        return [
            ProcessRecord(str(row[0]), str(row[1]), bool(row[2]), bool(row[3]), int(row[4]))
            for row in rows
        ]

    def holder(self, match_id: str) -> str:
        """The process that holds a match; "" where none with a good lease does."""
        rows = self._store.read(
            "SELECT process FROM holders JOIN processes ON processes.id = process"
            " WHERE match_id = ? AND expires > unix_now()",
            (match_id,),
        )
        return str(rows[0][0]) if rows else ""

    def send(self, process: str, message: dict[str, Json]) -> None:
        """Leave a message for another process; every process gets one for "". Errors: `NotSaved`.

        Numbers rise in the order in which messages are committed.
        """
        with self._store.transaction() as db:
            rows = db.execute("SELECT id FROM processes WHERE expires > unix_now()").fetchall()
            for to in [row[0] for row in rows if process in ("", row[0])]:
                db.execute(
                    "INSERT INTO messages (number, process, body) VALUES"
                    " ((SELECT coalesce(max(number), 0) + 1 FROM messages), ?, ?)",
                    (to, write_json(message)),
                )

    def messages(self) -> list[Json]:
        """What others have left for this process, in their order; it is gone from there then.

        Errors: `NotSaved`.
        """
        query = "SELECT number, body FROM messages WHERE process = ? ORDER BY number"
        rows = self._store.read(query, (self.process,))
        if rows:
            with self._store.transaction() as db:
                db.execute(
                    "DELETE FROM messages WHERE process = ? AND number <= ?",
                    (self.process, rows[-1][0]),
                )
        return [parse_json(body, "message") for _, body in rows]


_MACHINES: Final = """
SELECT match_id FROM holders JOIN matches ON matches.id = match_id WHERE process = ? AND over = 0
AND EXISTS (SELECT 1 FROM seats WHERE seats.match_id = matches.id AND side >= 0
    AND kind = 'person')
AND EXISTS (SELECT 1 FROM seats WHERE seats.match_id = matches.id AND side >= 0
    AND kind = 'machine' AND must_act = 1)
AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match_id = matches.id AND side >= 0
    AND kind = 'person' AND must_act = 1)
"""


def _other(db: Transaction, process: str) -> str:
    """The address of a process that takes new matches; "" where there is none."""
    row = db.execute(
        "SELECT address FROM processes WHERE id <> ? AND draining = 0 AND expires > unix_now()"
        " ORDER BY started DESC",
        (process,),
    ).fetchone()
    return str(row[0]) if row else ""
