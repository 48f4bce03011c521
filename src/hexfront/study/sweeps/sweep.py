"""A sweep: the same games for one value of a number after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.core.table.plurals import counted
from hexfront.study.batch import play_plans, run_metadata, shard_games
from hexfront.study.files.tables import Layout
from hexfront.study.games import make_tally
from hexfront.study.sweeps.response import Response, choose_outcomes
from hexfront.study.sweeps.sweep_files import SweepFiles
from hexfront.study.sweeps.vary import Grid, Point, make_points


@dataclass(frozen=True)
class Sweep:
    """What is varied, and which games are played for each value."""

    system: System
    scenario: Scenario
    """In which the numbers are varied."""
    grid: Grid
    points: Sequence[Point]
    games: Sequence[range]

    @property
    def metadata(self) -> dict[str, Json]:
        """What tells one sweep from another, whatever its values and games."""
        plan = replace(self.points[0].plan, scenario=self.scenario.document)
        about = run_metadata(plan, self.points[0].rules) | {"scenario": self.scenario.name}
        variations = self.grid.variations
        varied: list[Json] = [one.what for one in variations]
        by: list[Json] = [one.by for one in variations]
        if len(variations) == 1:
            return about | {"varied": varied[0], "varied_by": by[0]}
        return about | {"varied": varied, "varied_by": by}


def make_sweep(
    system: System,
    scenario: Scenario,
    grid: Grid,
    seats: Sequence[str],
    games: int,
    seed: int,
    step_limit: int,
    shard: tuple[int, int] = (1, 1),
) -> Sweep:
    """The games for all values, or the part of them that a shard has.

    A shard may begin and end within the games of a value; of values of which it
    has no game it knows nothing.
    Errors: `InputError` with everything that is wrong with any value.
    """
    count = len(grid.points)
    if shard[1] > count * games:
        expected = f"at most {count * games} parts: {count} values of {counted(games, 'game')}"
        raise InputError.at("--shard", "{}/{}".format(*shard), expected)
    mine = shard_games(count * games, *shard)
    ranges = [
        range(max(mine.start - place * games, 0), min(mine.stop - place * games, games))
        for place in range(count)
    ]
    played = [values for values, numbers in zip(grid.points, ranges, strict=True) if numbers]
    grid = replace(grid, points=tuple(played))
    points = make_points(system, scenario, grid, seats, seed, step_limit)
    return Sweep(system, scenario, grid, points, [numbers for numbers in ranges if numbers])


def run_sweep(
    sweep: Sweep,
    outcomes: Sequence[str],
    workers: int = 1,
    out: Path | None = None,
    *,
    resume: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Response:
    """Play the games of all points; with `out` the rows of all of them go into Parquet files.

    `outcomes` are names; without any, the usual ones. `progress` is told how
    many games are done. What is broken off leaves its games for `resume`, which
    also makes a finished sweep longer: by more games or more values.
    Errors: `InputError`, `GameFailed`, `WriteFailed`.
    """
    points, games = sweep.points, list(sweep.games)
    tallies = [make_tally(sweep.system, point.rules) for point in points]
    chosen = choose_outcomes(points[0].rules.sides, tallies[0], outcomes)
    response = Response(sweep.grid, chosen)
    if out is None:
        progress(0)
        _play(sweep, games, workers, [response.add], progress, 0)
        return response
    layouts = [
        Layout(point.rules.sides, tally, run_metadata(point.plan, point.rules))
        for point, tally in zip(points, tallies, strict=True)
    ]
    names = [outcome.name for outcome in chosen]
    with SweepFiles(
        out,
        sweep.grid,
        layouts,
        games,
        sweep.metadata,
        {"scenario": sweep.scenario.document, "outcomes": names},
        resume=resume,
    ) as files:
        done = 0
        for place in range(len(points)):
            for records in files.kept(place):
                response.add(place, records)
                games[place] = games[place][len(records) :]
                done += len(records)
        progress(done)
        _play(sweep, games, workers, [response.add, files.add], progress, done)
        files.finish()
    return response


def _play(
    sweep: Sweep,
    games: Sequence[range],
    workers: int,
    takers: Sequence[Callable[..., None]],
    progress: Callable[[int], None],
    done: int,
) -> None:
    plans = [point.plan for point in sweep.points]
    for place, records in play_plans(plans, games, workers):
        for take in takers:
            take(place, records)
        done += len(records)
        progress(done)
