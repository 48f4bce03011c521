"""Plays the games of an experiment: a row a game, in an order that no number of workers changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from hexfront.core.errors import InputError
from hexfront.experiments import sequences
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.factors import Level
from hexfront.experiments.points import PointMaker
from hexfront.experiments.responses import Reader
from hexfront.experiments.rows import WHOLE, GameRow, Rows, Shard
from hexfront.study.cluster import on_cluster
from hexfront.study.games import GameRunner
from hexfront.study.intervals import mean_interval, wilson
from hexfront.study.spread import Mean
from hexfront.study.workers import Stopped, in_order

CHUNK: Final = 50
"""Games of a point that one job plays at most."""

Bounds = tuple[float, float]


class _Job(NamedTuple):
    point: int
    levels: tuple[Level, ...]
    games: range


class _Player:
    """Plays jobs; the runner of the last point is kept."""

    def __init__(self, maker: PointMaker, reader: Reader) -> None:
        self._maker, self._reader = maker, reader
        self._last: tuple[tuple[Level, ...], GameRunner] | None = None

    def __call__(self, job: _Job, stopped: Stopped) -> list[GameRow]:
        """The games of a job."""
        if self._last is None or self._last[0] != job.levels:
            plan, rules = self._maker.plan(job.levels)
            self._last = job.levels, GameRunner(plan, rules, named=False)
        found = []
        for game in job.games:
            if stopped():
                break
            record = self._last[1].play(game)
            found.append(GameRow(job.point, record.row, self._reader.values(record)))
        return found


class PointTally:
    """What the games of a point have come to."""

    def __init__(self, reader: Reader) -> None:
        self.games = 0
        self.means = [Mean() for _ in reader.names]
        self._rates = [reader.is_rate(name) for name in reader.names]

    def add(self, responses: Sequence[float]) -> None:
        """Count a game."""
        self.games += 1
        for mean, value in zip(self.means, responses, strict=True):
            mean.add(value)

    def interval(self, response: int, confidence: float, *, at_any_look: bool) -> Bounds | None:
        """Bounds of the mean of a response; None where there are too few games.

        `at_any_look`: bounds that hold whenever one stops.
        """
        mean = self.means[response]
        if self._rates[response]:
            rate = sequences.rate_interval if at_any_look else wilson
            return rate(round(mean.total), mean.count, confidence)
        bounds = sequences.mean_interval if at_any_look else mean_interval
        return bounds(mean.count, mean.total, mean.squares, confidence)


@dataclass(frozen=True)
class Outcome:
    """What an experiment has come to."""

    experiment: Experiment
    points: Sequence[PointTally]
    digest: str
    """Of all rows in their order."""

    @property
    def games(self) -> int:
        """All that were played."""
        return sum(point.games for point in self.points)

    def interval(self, point: int, response: int) -> Bounds | None:
        """Bounds of the mean of a response at a point."""
        entry, mean = self.experiment.entry, self.points[point].means[response]
        if not self.experiment.has_spread and mean.count * mean.squares == mean.total**2:
            return None
        looks = entry.stop is not None
        return self.points[point].interval(response, entry.confidence, at_any_look=looks)


def run_experiment(
    experiment: Experiment,
    out: Path | None = None,
    *,
    workers: int = 1,
    cluster: str | None = None,
    shard: Shard = WHOLE,
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Outcome:
    """Play all games. With `out`, a folder, each row is kept there as soon as it is known.

    Without `resume` rows that lie there are lost.

    Args:
        experiment: what is played.
        out: the folder; None for none.
        workers: processes here.
        cluster: the address of a Dask scheduler, whose workers play instead.
        shard: which part of the games, counted from 1, of how many.
        resume: go on with a run that was broken off at any time.
        progress: is told how many games are done.

    Errors: `InputError`, `WriteFailed`, `GameFailed`, `ResponseFailed`, `HexfrontError`.
    """
    tallies = [PointTally(experiment.reader) for _ in experiment.points]
    given = experiment.maker, experiment.reader
    part = _Part(experiment, shard)
    with Rows(out, experiment, shard, resume=resume) as rows:
        for wanted in _rounds(experiment, tallies, part):
            left = []
            for point, games in wanted:
                kept = rows.kept(point, games)
                for one in kept:
                    tallies[point].add(one.responses)
                if len(kept) < len(games):
                    left.append((point, games[len(kept) :]))
            progress(sum(tally.games for tally in tallies))
            jobs = _jobs(experiment, left)
            if not left:
                continue
            played = (
                in_order(jobs, _Player, given, workers)
                if cluster is None
                else on_cluster(jobs, _Player, given, cluster)
            )
            done = sum(tally.games for tally in tallies)
            for _, found, _ in played:
                for one in found:
                    rows.add(one)
                    tallies[one.point].add(one.responses)
                done += len(found)
                progress(done)
        rows.finish()
        return Outcome(experiment, tallies, rows.digest)


class _Part:
    """Which games of each point a shard has: of all in their order, or whole points.

    When a point has had enough follows from all of its games, so with `stop` none is divided.
    """

    def __init__(self, experiment: Experiment, shard: Shard) -> None:
        """Errors: `InputError`."""
        self._entry = experiment.entry
        points, each = len(experiment.points), experiment.entry.games
        self._whole = self._entry.stop is not None
        units = points if self._whole else points * each
        part, parts = shard
        text = f"{part}/{parts}"
        if not 1 <= part <= parts:
            raise InputError.at("--shard", text, "i/n with i from 1 to n")
        if parts > units:
            what = "points, which are not divided with `stop`" if self._whole else "games"
            raise InputError.at("--shard", text, f"at most {units} parts: so many {what} there are")
        self._units = range((part - 1) * units // parts, part * units // parts)

    def games(self, point: int) -> range:
        """The games of a point, counted from 0."""
        each = self._entry.games
        if self._whole:
            return range(each) if point in self._units else range(0)
        start, stop = self._units.start - point * each, self._units.stop - point * each
        return range(min(max(start, 0), each), min(max(stop, 0), each))

    @property
    def most_games(self) -> int:
        """All of them, if no point has enough sooner."""
        return len(self._units) * (self._entry.games if self._whole else 1)


def most_games(experiment: Experiment, shard: Shard) -> int:
    """Games of a shard, if no point has enough sooner. Errors: `InputError`."""
    return _Part(experiment, shard).most_games


def _rounds(
    experiment: Experiment, tallies: Sequence[PointTally], part: _Part
) -> Iterator[list[tuple[int, range]]]:
    """Which games are played next, given those that have been."""
    entry = experiment.entry
    batch = entry.games if entry.stop is None else entry.stop.batch
    while True:
        wanted = []
        for point, tally in enumerate(tallies):
            more = part.games(point)[tally.games :][:batch]
            if more and not is_enough(experiment, tally):
                first = more.start + (point * entry.games if entry.dice == "own" else 0)
                wanted.append((point, range(first, first + len(more))))
        if not wanted:
            return
        yield wanted


def is_enough(experiment: Experiment, tally: PointTally) -> bool:
    """Whether every interval that is asked for is narrow enough."""
    stop, names = experiment.entry.stop, experiment.reader.names
    if stop is None:
        return False
    for name in stop.responses or names:
        bounds = tally.interval(names.index(name), experiment.entry.confidence, at_any_look=True)
        if bounds is None or bounds[1] - bounds[0] > stop.width:
            return False
    return True


def _jobs(experiment: Experiment, wanted: Iterable[tuple[int, range]]) -> Iterator[_Job]:
    for point, games in wanted:
        # With jitter each game has levels of its own.
        chunk = 1 if experiment.is_jittered else CHUNK
        for start in range(0, len(games), chunk):
            part = games[start : start + chunk]
            yield _Job(point, experiment.levels(point, part[0]), part)
