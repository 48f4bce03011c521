"""Plays the games of an experiment: a row a game, in an order that no number of workers changes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront import __version__
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import Json, parse_json, read_bytes
from hexfront.core.errors import InputError
from hexfront.experiments import sequences
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.responses import Reader
from hexfront.study.files.parts import write_failed
from hexfront.study.games import TEXT_COLUMNS, GameRunner, Plan
from hexfront.study.intervals import mean_interval, wilson
from hexfront.study.spread import Mean
from hexfront.study.workers import Stopped, in_order

CHUNK: Final = 10
"""Games of a point that one job plays at most."""
ROWS: Final = "games.ndjson"
HEAD: Final = "experiment.json"

Bounds = tuple[float, float]


class GameRow(NamedTuple):
    """A game of an experiment."""

    point: int
    row: dict[str, Any]
    """Its figures, without those that all games of an experiment share."""
    responses: list[float]

    @property
    def line(self) -> str:
        """As a line of JSON."""
        return json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))


def read_row(line: str, place: str, responses: int) -> GameRow:
    """A line as `GameRow.line` makes it. Errors: `InputError`."""
    match parse_json(line, place):
        case {"point": int(point), "row": {"game": int()} as row, "responses": list(values)}:
            if len(values) == responses and all(isinstance(v, int | float) for v in values):
                return GameRow(point, row, values)
    raise InputError.at(place, line, f"a game of this experiment, with {responses} responses")


class _Job(NamedTuple):
    point: int
    variant: int
    """Which of the plans of the point, where jitter gives each game its own."""
    plan: Plan
    games: range


class _Player:
    """Plays jobs; the runner of the last point is kept."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._last: tuple[tuple[int, int], GameRunner] | None = None

    def __call__(self, job: _Job, stopped: Stopped) -> list[GameRow]:
        """The games of a job."""
        key = job.point, job.variant
        if self._last is None or self._last[0] != key:
            self._last = key, GameRunner(job.plan)
        found = []
        for game in job.games:
            if stopped():
                break
            record = self._last[1].play(game)
            row = {key: value for key, value in record.row.items() if key not in TEXT_COLUMNS}
            found.append(GameRow(job.point, row, self._reader.values(record)))
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
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Outcome:
    """Play all games. With `out`, a folder, each row is kept there as soon as it is known.

    Without `resume` rows that lie there are lost.

    A run that was broken off at any time goes on with `resume`.
    Errors: `InputError`, `WriteFailed`, `GameFailed`, `ResponseFailed`, `HexfrontError`.
    """
    tallies = [PointTally(experiment.reader) for _ in experiment.points]
    with _Rows(out, experiment, resume=resume) as rows:
        for wanted in _rounds(experiment, tallies):
            left = []
            for point, games in wanted:
                kept = rows.kept(point, games)
                for one in kept:
                    tallies[point].add(one.responses)
                if len(kept) < len(games):
                    left.append((point, games[len(kept) :]))
            progress(sum(tally.games for tally in tallies))
            jobs = _jobs(experiment, left)
            for _, found, _ in in_order(jobs, _Player, (experiment.reader,), workers):
                for one in found:
                    rows.add(one)
                    tallies[one.point].add(one.responses)
                progress(sum(tally.games for tally in tallies))
        return Outcome(experiment, tallies, rows.digest)


def _rounds(
    experiment: Experiment, tallies: Sequence[PointTally]
) -> Iterator[list[tuple[int, range]]]:
    """Which games are played next, given those that have been."""
    entry = experiment.entry
    batch = entry.games if entry.stop is None else entry.stop.batch
    while True:
        wanted = []
        for point, tally in enumerate(tallies):
            more = min(batch, entry.games - tally.games)
            if more > 0 and not is_enough(experiment, tally):
                first = tally.games + (point * entry.games if entry.dice == "own" else 0)
                wanted.append((point, range(first, first + more)))
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
        for plan, part in experiment.plans(point, games):
            variant = part.start if experiment.is_jittered else 0
            for start in range(0, len(part), CHUNK):
                yield _Job(point, variant, plan, part[start : start + CHUNK])


class _Rows:
    """The rows of an experiment in a folder, if it has one."""

    def __init__(self, out: Path | None, experiment: Experiment, *, resume: bool) -> None:
        """Errors: `InputError` for a folder that holds something else; `WriteFailed`."""
        self._out, self._hash = out, hashlib.blake2b(digest_size=16)
        self._names = experiment.reader.names
        self._kept: Iterator[str] = iter(())
        self._file: Any = None
        if out is None:
            return
        try:
            out.mkdir(parents=True, exist_ok=True)
            head = _head(experiment)
            path = out / ROWS
            if resume and path.exists():
                _check_head(out / HEAD, head)
                self._kept = _whole_lines(path)
            write_whole(out / HEAD, json.dumps(head, indent=1, sort_keys=True) + "\n")
            self._file = path.open("a" if resume else "w", encoding="utf-8")
        except OSError as error:
            raise write_failed(out, error) from None

    def __enter__(self) -> _Rows:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def kept(self, point: int, games: range) -> list[GameRow]:
        """The first of some games that an earlier run has left. Errors: `InputError`."""
        found: list[GameRow] = []
        for game in games:
            line = next(self._kept, None)
            if line is None:
                break
            one = read_row(line, f"{self._out}: {ROWS}", len(self._names))
            if one.point != point or one.row["game"] != game:
                where = f"{self._out}: {ROWS}: point {one.point}, game {one.row['game']}"
                raise InputError.at("--resume", where, f"point {point}, game {game}")
            self._hash.update(line.encode())
            found.append(one)
        return found

    def add(self, row: GameRow) -> None:
        """Keep a row. Errors: `WriteFailed`."""
        line = row.line
        self._hash.update(line.encode())
        if self._out is not None:
            try:
                self._file.write(line + "\n")
                self._file.flush()
            except OSError as error:
                raise write_failed(self._out / ROWS, error) from None

    @property
    def digest(self) -> str:
        """Of all rows so far, as hex digits."""
        return self._hash.hexdigest()


def _whole_lines(path: Path) -> Iterator[str]:
    """The lines that an earlier run has written whole; what it left of another is cut off."""
    with path.open("rb+") as file:
        end = 0
        for line in file:
            if line.endswith(b"\n"):
                end += len(line)
        file.truncate(end)
        os.fsync(file.fileno())
    left = end
    with path.open(encoding="utf-8") as lines:
        # Rows that are added meanwhile are not among them.
        while left > 0:
            text = lines.readline()
            left -= len(text.encode())
            yield text.removesuffix("\n")


def _head(experiment: Experiment) -> dict[str, Json]:
    """What tells one experiment from another."""
    return {
        "engine_version": __version__,
        "rules_version": experiment.system.version,
        "agents": list(experiment.agents),
        "experiment": experiment.entry.model_dump(mode="json", exclude_none=True),
        "points": [list(levels) for levels in experiment.points],
    }


def _check_head(path: Path, head: dict[str, Json]) -> None:
    """Errors: `InputError` where the folder is of another experiment."""
    found: Any = parse_json(read_bytes(path), str(path))
    for key, value in head.items():
        if not isinstance(found, dict) or found.get(key) != value:
            raise InputError.at("--resume", f"{path}: another `{key}`", "the same experiment")
