"""The time that clocks of matches go by.

It is the database's, which all server processes share, carried on between two looks by a clock that
nobody sets. Where the two part, as after a sleep of the machine or when its clock is set forward,
and while no process runs, a row says that all clocks stood: nobody pays for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from hexfront.play.storage.database import Transaction
from hexfront.play.storage.store import Store

BEAT_SECONDS: Final = 5.0
"""From one look to the next: so much of the time before a kill may count as stopped."""
JUMP_SECONDS: Final = 10.0
"""A clock that is ahead by less has only gone a little faster."""


class Timepiece:
    """Tells the time. Safe to use from several threads."""

    def __init__(
        self,
        store: Store,
        wall: Callable[[], float] | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`wall`: the database's clock by default. Errors: `NotSaved`."""
        self._store = store
        self._wall = wall or (lambda: float(store.read("SELECT unix_now()")[0][0]))
        self._steady = steady
        self._base = self._wall() - steady()
        self._begins: str | None = None
        """The name of this process, until it is noted that clocks have stood before it began."""

    def now(self) -> float:
        """Seconds since 1970; never goes back."""
        return self._base + self._steady()

    def begin(self, process: str = "") -> None:
        """At the start: where no other process runs, note that clocks have stood until now.

        `process`: the name of this one among others. Errors: `NotSaved`; then time goes on from
        the last look of the process before, until a `beat` has noted it.
        """
        self._begins = process
        seen = self._last_seen()
        if seen is not None and not self._others_run(process):
            self._base = seen - self._steady()
            if self._wall() < seen:
                self._set_back()
        self.beat()

    def beat(self) -> None:
        """Look at the database's clock again, and note that this process lives. Errors: `NotSaved`.

        Nothing is written while no clock runs.
        """
        now, wall = self.now(), self._wall()
        ahead, process = max(0.0, wall - now), self._begins
        stood = ahead > JUMP_SECONDS if process is None else not self._others_run(process)
        if process is not None or self._store.read(_SOME_RUN):
            with self._store.transaction() as db:
                if stood:
                    _stopped(db, now, now + ahead)
                _beat(db, now + ahead)
        # Only now: until it is noted, who looks would take it for time that clocks have run.
        self._base += ahead
        self._begins = None

    def _set_back(self) -> None:
        """Move all moments with the machine's clock, which was set back while no process ran."""
        with self._store.transaction() as db:
            # Read anew: another process, or one that was killed here, may have done it.
            wall = self._wall()
            seconds = (self._last_seen() or wall) - wall
            if seconds > 0:
                for change in _MOVES:
                    db.execute(change, [seconds] * change.count("?"))
                _beat(db, wall)
        self._base = wall - self._steady()

    def _last_seen(self) -> float | None:
        """A time at which a process ran, as late as one is known; None where none ever has."""
        rows = self._store.read(_SEEN)
        return max((row[0] for row in rows if row[0] is not None), default=None)

    def _others_run(self, process: str) -> bool:
        """Whether clocks go on without this process."""
        query = "SELECT 1 FROM processes WHERE id <> ? AND expires > unix_now()"
        return self._store.backend.shared and bool(self._store.read(query, (process,)))


_SOME_RUN: Final = "SELECT 1 FROM side_clocks WHERE running = 1 LIMIT 1"
_SEEN: Final = """
SELECT seen FROM heartbeat UNION ALL SELECT max(began) FROM side_clocks WHERE running = 1
UNION ALL SELECT max(seen) FROM side_clocks WHERE running = 1
"""
_MOVES: Final = (
    "UPDATE side_clocks SET began = began - ?, seen = seen - ?",
    "UPDATE match_clocks SET paused = paused - ? WHERE paused IS NOT NULL",
    "UPDATE stoppages SET began = began - ?, ended = ended - ?",
)
"""Of the moments that are written, all but days."""


def _stopped(db: Transaction, began: float, ended: float) -> None:
    if ended > began:
        db.execute("INSERT INTO stoppages VALUES (?, ?)", (began, ended))


def _beat(db: Transaction, now: float) -> None:
    db.execute(
        "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
        (now,),
    )
