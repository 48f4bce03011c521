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

    def now(self) -> float:
        """Seconds since 1970; never goes back."""
        return self._base + self._steady()

    def begin(self, process: str = "") -> None:
        """At the start: where no other process runs, note that clocks have stood until now.

        `process`: the name of this one among others. Errors: `NotSaved`.
        """
        now = self.now()
        with self._store.transaction() as db:
            others = (
                self._store.backend.shared
                and db.execute(
                    "SELECT 1 FROM processes WHERE id <> ? AND expires > unix_now()", (process,)
                ).fetchone()
            )
            row = db.execute("SELECT seen FROM heartbeat").fetchone()
            if row is not None and not others:
                _stopped(db, row[0], now)
            _beat(db, now)

    def beat(self) -> None:
        """Look at the database's clock again, and note that this process lives. Errors: `NotSaved`.

        Nothing is written while no clock runs.
        """
        now, wall = self.now(), self._wall()
        ahead = wall - now
        if ahead > 0:
            self._base += ahead
        if not self._store.read("SELECT 1 FROM side_clocks WHERE running = 1 LIMIT 1"):
            return
        with self._store.transaction() as db:
            if ahead > JUMP_SECONDS:
                _stopped(db, now, wall)
            _beat(db, max(now, wall))


def _stopped(db: Transaction, began: float, ended: float) -> None:
    if ended > began:
        db.execute("INSERT INTO stoppages VALUES (?, ?)", (began, ended))


def _beat(db: Transaction, now: float) -> None:
    db.execute(
        "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
        (now,),
    )
