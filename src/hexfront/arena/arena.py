"""An arena from its start to its results: games on any number of processes, the same either way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hexfront.arena.files import PAGE, RESULTS, ArenaFolder, arena_metadata, results_text
from hexfront.arena.page import page
from hexfront.arena.playing import ArenaPlan, BlockPlayer, PlayedBlock, Spent
from hexfront.arena.results import ArenaResults, results_of
from hexfront.arena.schedule import BlockName, Form, Pairing, schedule
from hexfront.arena.sprt import Bounds
from hexfront.arena.tally import ArenaTally
from hexfront.core.contract import Rules
from hexfront.core.documents.strictjson import Json
from hexfront.core.study.tally import column_names
from hexfront.study.cluster import on_cluster
from hexfront.study.workers import in_order

CHUNK_SECONDS: Final = 0.25
"""What a job should take: its games are counted only when all of them are over."""
MOST_BLOCKS: Final = 50
"""Of a job."""
TIMED_SECONDS: Final = 1.0
"""How long the orders of an agent are timed that has played in kernels alone."""


@dataclass(frozen=True)
class ArenaJob:
    """What is to be played, and where it goes."""

    plan: ArenaPlan
    rules: Rules[Any]
    """Of the plan's scenario."""
    form: Form
    blocks: int
    """Of each pairing, at most."""
    bounds: Bounds | None = None
    """Of a sequential test."""
    workers: int = 1
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers play."""
    out: Path | None = None
    resume: bool = False
    anchor: int | None = None
    """The agent whose rating is 0."""
    budgets: Sequence[str] = ()
    """The agents that are one with more and more to think, where that is asked."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Who could not take part, and why."""

    @property
    def metadata(self) -> dict[str, Json]:
        """What tells this arena from another."""
        return arena_metadata(self.plan, self.rules, self.form, self.bounds)

    @property
    def most_games(self) -> int:
        """How many there are, if no test ends before and nobody is withdrawn."""
        return self.blocks * sum(len(pairing.seatings) for pairing in self.scheduled)

    @property
    def scheduled(self) -> list[Pairing]:
        """The pairings that have blocks of their own."""
        return [*self.plan.pairings[:1]] if self.plan.together else [*self.plan.pairings]


def run_arena(
    job: ArenaJob, progress: Callable[[ArenaTally], None] = lambda tally: None
) -> ArenaResults:
    """Play an arena and say what it has found; `progress` is told what there is so far.

    The folder is whole whenever the arena is broken off: with Ctrl-C its results and its page are
    of the games so far, and `resume` goes on with it. Errors: `GameFailed`, `WriteFailed`,
    `InputError`.
    """
    plan, rules = job.plan, job.rules
    sides = list(zip(rules.sides, column_names(rules.sides), strict=True))
    names = [entrant.name for entrant in plan.entrants]
    tally = ArenaTally(names, plan.pairings, sides, job.bounds, together=plan.together)
    heard: dict[str, str] = {}
    if job.out is None:
        _play(job, tally, None, heard, progress)
        return _results(job, tally, heard)
    with ArenaFolder(job.out, plan, rules, job.metadata, resume=job.resume) as folder:
        try:
            for name, rows in folder.kept():
                tally.add(name, rows)
            progress(tally)
            _play(job, tally, folder, heard, progress)
        except KeyboardInterrupt:
            _write(job, folder, _results(job, tally, heard, timed=False), tally)
            raise
        folder.finish()
        results = _results(job, tally, heard)
        _write(job, folder, results, tally)
    return results


def _play(
    job: ArenaJob,
    tally: ArenaTally,
    folder: ArenaFolder | None,
    heard: dict[str, str],
    progress: Callable[[ArenaTally], None],
) -> None:
    """Play what is left, and count it in the order of the schedule."""
    jobs = _Jobs(job, tally)
    if job.cluster is not None:
        played = on_cluster(jobs, BlockPlayer, (job.plan,), job.cluster)
    else:
        given = job.plan, job.rules if job.workers == 1 else None
        played = in_order(jobs, BlockPlayer, given, job.workers)
    for names, blocks, seconds in played:
        jobs.took(len(names), seconds)
        for block in blocks:
            if tally.is_wanted(block.name):
                _count(block, tally, folder)
                heard |= block.heard
        progress(tally)
        if tally.decided:
            return


def _count(block: PlayedBlock, tally: ArenaTally, folder: ArenaFolder | None) -> None:
    tally.add(block.name, [game.row for game in block.games])
    if folder is not None:
        folder.add(block.games)


class _Jobs:
    """Some blocks at a time, in the order of the schedule: as many as are played soon."""

    def __init__(self, job: ArenaJob, tally: ArenaTally) -> None:
        pairs, left = job.scheduled, 0 if tally.decided else job.blocks
        self._blocks = schedule(pairs, left, tally.next, tally.withdrawn)
        self._most = max(1, min(MOST_BLOCKS, job.blocks * len(pairs) // (8 * job.workers)))
        self._size = 1

    def __iter__(self) -> Iterator[list[BlockName]]:
        names: list[BlockName] = []
        for name in self._blocks:
            names.append(name)
            if len(names) >= self._size:
                yield names
                names = []
        if names:
            yield names

    def took(self, blocks: int, seconds: float) -> None:
        """How long a job took; the next ones have a fitting size."""
        fitting = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(self._most, fitting, 2 * max(blocks, self._size)))


def _results(
    job: ArenaJob, tally: ArenaTally, heard: Mapping[str, str], *, timed: bool = True
) -> ArenaResults:
    spent = dict(tally.spent)
    if timed:
        spent |= _times(job, tally)
    return results_of(tally, job.refused, heard, spent, job.anchor, job.budgets)


def _times(job: ArenaJob, tally: ArenaTally) -> dict[str, Spent]:
    """The times of agents that have played in kernels alone, in a few games as at a table."""
    player = BlockPlayer(job.plan, job.rules)
    try:
        return {
            entrant.name: player.time_agent(place, TIMED_SECONDS)
            for place, entrant in enumerate(job.plan.entrants)
            if entrant.name not in tally.spent
        }
    finally:
        player.close()


def _write(job: ArenaJob, folder: ArenaFolder, results: ArenaResults, tally: ArenaTally) -> None:
    """Results and page."""
    folder.write(RESULTS, results_text(job.metadata | results.document()))
    folder.write(PAGE, page(job.plan, job.rules, job.form, results, tally))
