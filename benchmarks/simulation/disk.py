"""A store on a real file whose disk fills, and whose process can be killed around a commit.

What it commits is written down: this is the truth that players are compared with.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.simulation.clocks import Kept, TrueClocks
from benchmarks.simulation.loop import Killed, SimulatedLoop

from hexfront.core.contract import Step
from hexfront.core.documents.strictjson import write_json
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.leases import Lease
from hexfront.play.storage.records import ToldOfStep
from hexfront.play.storage.store import Store

Entry = str
"""Of the log, as JSON."""


@dataclass
class Truth:
    """A match as it is on disk, and all that it has been."""

    steps: list[tuple[int, int]] = field(default_factory=list)
    """Actor and order of each step."""
    told: dict[int, list[tuple[int, Entry]]] = field(default_factory=dict)
    """By viewer, what he has been told: number of the step, and the entry as JSON."""
    versions: list[dict[int, tuple[Entry, ...]]] = field(default_factory=list)
    """By viewer what he had been told, after each commit."""
    requests: dict[tuple[int, str], Committed] = field(default_factory=dict)
    over: bool = False
    acts: frozenset[int] = frozenset()
    """The sides that must act."""
    turns: Counter[int] = field(default_factory=Counter)
    """By side how often it had to begin to act."""


@dataclass(frozen=True)
class Committed:
    """A request that has been carried out."""

    time: float
    orders: tuple[int, ...]
    """Of its side, as they were stored; of an undo none."""
    accepted: int
    number: int
    """Which commit of the match it is."""


class Disk:
    """The folder that outlives its processes, with what happens to it."""

    def __init__(self, folder: Path, loop: SimulatedLoop, random: Random) -> None:
        self.folder, self.loop, self.random = folder, loop, random
        self.full = False
        self.kill_at_commit = 0.0
        """How likely a process is killed at a commit, before it or after it."""
        self.truths: defaultdict[str, Truth] = defaultdict(Truth)
        self.clocks: dict[str, TrueClocks] = {}
        """Of the matches that have some."""
        self.wrong: list[str] = []
        self.counts = {"commits": 0, "refused by a full disk": 0, "killed at a commit": 0}

    def note(
        self,
        match: str,
        keep: int,
        steps: Sequence[Step],
        request: tuple[int, str, int] | None,
        log: Sequence[ToldOfStep],
        *,
        over: bool,
        acts: Sequence[int] | None,
    ) -> None:
        """Write down what has been committed."""
        truth = self.truths[match]
        truth.over |= over
        if acts is not None:
            truth.turns.update(set(acts) - truth.acts)
            truth.acts = frozenset(acts)
        self.counts["commits"] += 1
        truth.steps[keep:] = [(step.actor, step.order) for step in steps]
        for viewer, entries in truth.told.items():
            truth.told[viewer] = [entry for entry in entries if entry[0] <= keep]
        for told in sorted(log, key=lambda told: told.step):
            for viewer in told.viewers:
                entries = truth.told.setdefault(viewer, [])
                entries += [(told.step, write_json(entry)) for entry in told.entries]
        truth.versions.append({v: tuple(e for _, e in told) for v, told in truth.told.items()})
        if request is not None:
            side, key, accepted = request
            if (side, key) in truth.requests:
                self.wrong.append(f"match {match}: request {key} of side {side} is committed twice")
            own = tuple(step.order for step in steps if step.actor == side)
            truth.requests[side, key] = Committed(
                self.loop.now, own, accepted, len(truth.versions) - 1
            )


class SimulatedStore(Store):
    """The store of one process."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._committed = False
        self.kept: Kept | None = None
        """What the last transaction has kept of clocks."""
        self.lease: Lease | None = None
        """Under which it writes; None where no other process does."""
        super().__init__(disk.folder)

    @contextmanager
    def transaction(self, match_id: str | None = None) -> Iterator[Transaction]:
        """As the store's own. Errors: also `Killed`."""
        disk = self._disk
        killed = disk.random.random() < disk.kill_at_commit
        before = disk.random.random() < 0.5
        self._committed = False
        with super().transaction(match_id) as db:
            yield db
            if disk.full:
                disk.counts["refused by a full disk"] += 1
                raise sqlite3.OperationalError("database or disk is full")
            if killed and before:
                self._kill()
        self._committed = True
        if killed:
            self._kill()

    def _kill(self) -> None:
        process = self._disk.loop.current
        if process is not None:
            self._disk.counts["killed at a commit"] += 1
            raise Killed

    def append(self, match_id: str, number: int, steps: Any, *args: Any, **named: Any) -> None:
        """As the store's own, and the truth knows."""
        with self._noting(match_id, number, steps, named):
            super().append(match_id, number, steps, *args, **named)

    def rewrite(self, match_id: str, keep: int, steps: Any, *args: Any, **named: Any) -> None:
        """As the store's own, and the truth knows."""
        with self._noting(match_id, keep, steps, named):
            super().rewrite(match_id, keep, steps, *args, **named)

    @contextmanager
    def _noting(
        self, match: str, keep: int, steps: Sequence[Step], named: dict[str, Any]
    ) -> Iterator[None]:
        self._committed, self.kept = False, None
        try:
            yield
        finally:
            if self._committed:  # also where it was killed after it
                self._check_holder(match)
                over = named.get("result") is not None and not self._disk.truths[match].over
                asked: tuple[int, str, int] = named.get("request") or (-1, "", 0)
                self._check_clocks(match, over=over, ordered=asked[2] > 0)
                told: Sequence[ToldOfStep] = named.get("log", ())
                about = (match, keep, steps, named.get("request"), told)
                self._disk.note(*about, over=over, acts=named.get("must_act"))

    def _check_holder(self, match: str) -> None:
        """Nobody writes whose place another process has taken."""
        if self.lease is None:
            return
        rows = self.read("SELECT process FROM holders WHERE match_id = ?", (match,))
        if rows != [(self.lease.process,)]:
            self._disk.wrong.append(f"match {match}: written by a process that was superseded")

    def _check_clocks(self, match: str, *, over: bool, ordered: bool) -> None:
        """Who has lost on time, or by absence, was late or away; and the true clocks follow."""
        if self.kept is None:
            return
        clocks = self._disk.clocks[match]
        query = "SELECT way, result FROM endings WHERE match_id = ?"
        for way, text in self.read(query, (match,)) if over else ():
            lost = set(clocks.sides).difference(json.loads(text)["winners"])
            if way == "abandon":
                left = "SELECT side FROM proposals WHERE match_id = ? AND way = 'abandon'"
                lost = {side for (side,) in self.read(left, (match,))}
            for side in lost:
                clocks.lost(way, side)
        clocks.follow(self.kept, ordered=ordered)
