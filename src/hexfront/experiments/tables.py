"""The rows of an experiment as a Parquet file, and its points as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.files import whole_file, write_whole
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.playing import ROWS, read_row
from hexfront.experiments.results import Results
from hexfront.study.files.parts import write_failed

GAMES: Final = "games.parquet"
POINTS: Final = "points.csv"
GROUP: Final = 5000
"""Rows that are in memory at a time."""


def write_tables(out: Path, results: Results) -> list[Path]:
    """Write both into the folder of an experiment; their paths.

    Errors: `InputError`, `WriteFailed`.
    """
    experiment = results.outcome.experiment
    try:
        write_games(out, experiment)
    except OSError as error:
        raise write_failed(out / GAMES, error) from None
    _write_points(out / POINTS, results)
    return [out / GAMES, out / POINTS]


def write_games(out: Path, experiment: Experiment) -> None:
    """The rows of an experiment as a Parquet file. Errors: `InputError`, `OSError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = None
    for group in _groups(out / ROWS, experiment):
        found = pa.Table.from_pylist(group).schema
        schema = (
            found
            if schema is None
            else pa.unify_schemas([schema, found], promote_options="permissive")
        )
    with whole_file(out / GAMES) as temporary, pq.ParquetWriter(temporary, schema) as writer:
        for group in _groups(out / ROWS, experiment):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _groups(path: Path, experiment: Experiment) -> Iterator[list[dict[str, Any]]]:
    names = [factor.name for factor in experiment.factors]
    group: list[dict[str, Any]] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            point, row, responses = read_row(line, str(path), len(experiment.reader.names))
            levels = {
                f"factor_{n}": v for n, v in zip(names, experiment.points[point], strict=True)
            }
            asked = dict(zip(experiment.reader.names, responses, strict=True))
            group.append(
                {
                    "point": point + 1,
                    **levels,
                    **{f"response_{name}": value for name, value in asked.items()},
                    **row,
                }
            )
            if len(group) == GROUP:
                yield group
                group = []
    if group:
        yield group


def _write_points(path: Path, results: Results) -> None:
    experiment, outcome = results.outcome.experiment, results.outcome
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = experiment.reader.names
    heads = [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
    writer.writerow([*(factor.name for factor in experiment.factors), "games", *heads])
    for point, levels in enumerate(experiment.points):
        row: list[Any] = [*levels, outcome.points[point].games]
        for place in range(len(names)):
            low, high = outcome.interval(point, place) or ("", "")
            row += [float(results.means[point, place]), low, high]
        writer.writerow(row)
    write_whole(path, text.getvalue())
