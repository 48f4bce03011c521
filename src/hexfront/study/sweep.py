"""A sweep: the same games for one value of a number after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexfront.core.registry import find_system
from hexfront.core.tally import Tally
from hexfront.study.batch import play_plans, run_metadata
from hexfront.study.games import make_tally
from hexfront.study.response import Response, ResponseRows, choose_outcomes
from hexfront.study.tables import Layout
from hexfront.study.vary import Point, Variation


def run_sweep(
    points: Sequence[Point],
    variation: Variation,
    outcomes: Sequence[str],
    games: range,
    workers: int = 1,
    out: Path | None = None,
    *,
    progress: Callable[[int], None] = lambda done: None,
) -> Response:
    """Play the games of all points; with `out` the rows of all of them go into Parquet files.

    `outcomes` are names; without any, the usual ones. `progress` is told how
    many games are done. Errors: `InputError`, `GameFailed`, `WriteFailed`.
    """
    system = find_system(points[0].plan.system)
    tallies = [make_tally(system, point.rules) for point in points]
    chosen = choose_outcomes(points[0].rules.sides, tallies[0], outcomes)
    response = Response(variation, chosen)
    rows = None if out is None else ResponseRows(variation, out)
    layouts = [_layout(*pair) for pair in zip(points, tallies, strict=True)] if rows else []
    done = 0
    progress(done)
    for place, records in play_plans([point.plan for point in points], games, workers):
        response.add(place, records)
        if rows is not None:
            rows.add(place, layouts[place], records)
        done += len(records)
        progress(done)
    if rows is not None:
        rows.write()
    return response


def _layout(point: Point, tally: Tally | None) -> Any:
    metadata = run_metadata(point.plan, point.rules)
    return Layout(point.rules.sides, tally, metadata)
