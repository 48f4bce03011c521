"""Match files that players bring: verified, then kept as a finished match."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from hexfront.core.errors import InputError, printable
from hexfront.core.journal import parse_journal, verify
from hexfront.play.endings import Agreements, write_agreements
from hexfront.play.storage.records import NewTokens
from hexfront.play.storage.store import Store
from hexfront.server.access.strict import TooMany
from hexfront.server.wire.bodies import MAX_NAME

MAX_FILE = 10 * 1024 * 1024
MAX_STEPS = 20_000
"""Of a file: to look at a match, everything that was told in it is made again."""
MAX_SECONDS = 60.0
MAX_AT_ONCE = 16
"""Files that come in or wait; each is in memory as a whole."""
MAX_OF_ONE = 2
"""Of one address: who sends slowly must not keep the others out."""
MAX_HEAD = 1024 * 1024
"""Bytes of a file's first line; that of the largest shipped scenario has 150,000."""
MAX_LINE = 4096
"""Bytes of any other line."""
PLACE = "match file"


class Replays:
    """Verifies one file at a time, so that play goes on beside it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one = asyncio.Lock()
        self._at_once: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """Room for one more file of an address, from its first byte on. Errors: `TooMany`."""
        if self._at_once[address] >= MAX_OF_ONE:
            raise TooMany(f"{MAX_OF_ONE} match files of one address are coming in; try again soon")
        if self._at_once.total() >= MAX_AT_ONCE:
            raise TooMany(f"{MAX_AT_ONCE} match files are coming in or wait; try again soon")
        self._at_once[address] += 1
        try:
            yield
        finally:
            self._at_once[address] -= 1
            self._at_once += Counter()  # drops those at 0

    async def keep(self, data: bytes) -> tuple[NewTokens, str]:
        """Store the match of a file; returns what opens it, and its title.

        Errors: `InputError` where the match is not finished or anything in it is
        wrong, `NotSaved`.
        """
        async with self._one:
            return await asyncio.to_thread(keep_replay, self._store, data)


def keep_replay(store: Store, data: bytes, seconds: float = MAX_SECONDS) -> tuple[NewTokens, str]:
    """As `Replays.keep`; blocks."""
    latest = time.monotonic() + seconds
    _check_size(data)
    journal, rules, system = parse_journal(data, PLACE)
    if not journal.secret:
        raise InputError.at(PLACE, "<no end>", "the file of a match that is over")

    def watch(number: int, *_: object) -> None:
        if time.monotonic() > latest:
            raise InputError.at(
                f"{PLACE}: step {number}", "<more steps>", f"a match verified in {seconds:g} s"
            )

    result = verify(journal, rules, PLACE, watch)
    if result is None:
        raise InputError.at(PLACE, "<an end>", "a game that is over")
    made = store.keep_finished(
        system.name,
        journal.rules_version,
        journal.scenario,
        bytes.fromhex(journal.secret),
        _players(journal.seats, len(rules.sides)),
        journal.steps,
        journal.digests,
        asdict(result),
        head=journal.head(),
        shares=journal.shares,
        restored=journal.restored,
        also=lambda db, made: write_agreements(
            db, made.match, Agreements(journal.ending, journal.withdrawn)
        ),
    )
    return made, rules.scenario.title


def _check_size(data: bytes) -> None:
    """Refuse what would take long to parse, before it is parsed."""
    lines = data.splitlines()
    if len(lines) > MAX_STEPS + 3:
        raise InputError.at(PLACE, f"<{len(lines)} lines>", f"at most {MAX_STEPS} steps")
    for number, line in enumerate(lines, 1):
        most = MAX_HEAD if number == 1 else MAX_LINE
        if len(line) > most:
            expected = f"at most {most} bytes in this line"
            raise InputError.at(f"{PLACE}: line {number}", f"<{len(line)} bytes>", expected)


def _players(names: Sequence[str], sides: int) -> list[str]:
    """Who played each side, as far as the file says."""
    named = [printable(name)[:MAX_NAME] for name in names[:sides]]
    return named + ["person"] * (sides - len(named))
