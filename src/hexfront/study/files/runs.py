"""Runs on disk: what the Parquet files of a finished run hold, read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import UMPIRE, Rules, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.core.study.recorder import Chart, RecordTable
from hexfront.core.system import System
from hexfront.study.files.tables import (
    METADATA,
    SCENARIO,
    Layout,
    check_belongs,
    metadata_of,
    read_schema,
    series_path,
    table_path,
)
from hexfront.study.games import GameRunner, Plan, make_recorder, make_tally
from hexfront.study.summary import Summary

MOST_LINES = 12
"""In a chart."""


@dataclass(frozen=True)
class ColumnFigures:
    """What a column of a table holds, in short."""

    values: int
    """How many there are."""
    low: float | None = None
    mean: float | None = None
    high: float | None = None
    words: tuple[tuple[str, int], ...] = ()
    """The most frequent, with how often."""
    different: int = 0
    """How many different words there are."""


@dataclass(frozen=True)
class RunFiles:
    """The files of games on disk, and what was played."""

    path: Path
    system: System
    rules: Rules[Any]
    plan: Plan


@dataclass(frozen=True)
class Run(RunFiles):
    """A finished run."""

    first: dict[str, Any]
    """The row of its first game."""
    summary: Summary
    about: dict[str, Json]
    """What its files say of it (`batch.run_metadata`)."""
    layout: Layout

    @cached_property
    def tables(self) -> list[RecordTable]:
        """Those of the recorder that are there."""
        return [table for table in self.layout.tables if table_path(self.path, table.name).exists()]

    def column_figures(self, table: RecordTable) -> tuple[int, list[ColumnFigures]]:
        """How many rows a table has, and its columns in short. Errors: `InputError`."""
        import pyarrow.parquet as pq

        path = table_path(self.path, table.name)
        check_belongs(path, self.layout.records_of[table.name], self.about)
        rows = int(pq.read_metadata(path).num_rows)
        return rows, [
            _figures(pq.read_table(path, columns=[column.name]).column(0), column.kind)
            for column in table.columns
        ]

    def chart_lines(
        self, table: RecordTable, chart: Chart
    ) -> dict[str, tuple[list[float], list[float]]]:
        """The lines of a chart in the first game: the longest ones, in the order they begin."""
        import pyarrow.parquet as pq

        wanted = [chart.by, chart.over, chart.column]
        found = pq.read_table(
            table_path(self.path, table.name),
            columns=wanted,
            filters=[("game", "=", self.first["game"])],
        )
        lines: dict[str, tuple[list[float], list[float]]] = {}
        for key, place, value in zip(*(found.column(n).to_pylist() for n in wanted), strict=True):
            if place is not None and value is not None:
                places, values = lines.setdefault(str(key), ([], []))
                places.append(place)
                values.append(value)
        longest = sorted(lines, key=lambda key: -len(lines[key][0]))[:MOST_LINES]
        return {key: line for key, line in lines.items() if key in longest}

    def views(self, count: int) -> list[View]:
        """The first game played again: what an umpire sees at some times, the last at its end.

        Empty where the game does not end as it did, since the rules or the agents have changed.
        """
        runner = GameRunner(replace(self.plan, recorded=False))
        end = int(self.first["end_time"])
        camera = _Camera(runner.rules, [end * n / (count - 1) for n in range(count - 1)])
        state, _ = runner.play_out(int(self.first["game"]), listeners=[camera])
        if digest(state) != self.first["digest"]:
            return []
        before = [view for view in camera.views if view.time < end]
        return [*before, runner.rules.view(state, UMPIRE)]


class _Camera:
    """Takes a view at each of some times, or as soon after them as there is a decision."""

    tables = ()

    def __init__(self, rules: Rules[Any], times: list[float]) -> None:
        self._rules, self._times = rules, times
        self.views: list[View] = []

    def begin(self, state: Any) -> None:
        self._look(state)

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        self._look(state)

    def written(self) -> tuple[()]:
        return ()

    def _look(self, state: Any) -> None:
        now = self._rules.decision(state).time
        if self._times and now >= self._times[0]:
            self._times = [time for time in self._times if time > now]
            self.views.append(self._rules.view(state, UMPIRE))


def read_origin(path: Path) -> tuple[RunFiles, dict[str, Json]]:
    """What was played for a file of games, and its metadata. Errors: `InputError`."""
    schema = read_schema(path)
    about, scenario = metadata_of(schema, METADATA), metadata_of(schema, SCENARIO)
    if not isinstance(about, dict) or scenario is None:
        expected = "the table of games that hexfront run --out wrote, of this version"
        raise InputError.at(str(path), "<another table>", expected)
    system = find_system(about["system"])
    rules = system.rules(system.scenarios.load(scenario, None, f"scenario of {path}"))
    plan = Plan(system.name, scenario, tuple(about["seats"]), int(about["seed"]))
    return RunFiles(path, system, rules, plan), about


def read_run(path: Path) -> Run:
    """A run by the file of its games. Errors: `InputError` for what is none."""
    import pyarrow.parquet as pq

    files, about = read_origin(path)
    system, rules, plan = files.system, files.rules, files.plan
    scenario = plan.scenario
    tally, recorder = make_tally(system, rules), make_recorder(system, rules)
    tables = recorder.tables if recorder is not None and about.get("recorded") else ()
    layout = Layout(rules.sides, tally, about, tables, scenario)
    check_belongs(path, layout.games, about)
    games = pq.read_table(path)
    if len(games) == 0:
        raise InputError.at(str(path), "<no games>", "a run with a game")
    whole = games
    if layout.curves:
        readings = series_path(path)
        check_belongs(readings, layout.series, about)
        whole = layout.join(games, pq.read_table(readings).cast(layout.series))
    summary = Summary(rules.sides, tally)
    for records in layout.records(whole):
        summary.add(records)
    return Run(path, system, rules, plan, games.slice(0, 1).to_pylist()[0], summary, about, layout)


def _figures(column: Any, kind: str) -> ColumnFigures:
    import pyarrow.compute as pc

    values = len(column) - int(column.null_count)
    if kind == "words":
        counted = [
            (entry["values"], entry["counts"]) for entry in pc.value_counts(column).to_pylist()
        ]
        known = [(word, count) for word, count in counted if word is not None]
        known.sort(key=lambda pair: (-pair[1], pair[0]))
        return ColumnFigures(values, words=tuple(known[:MOST_LINES]), different=len(known))
    if values == 0:
        return ColumnFigures(0)
    bounds = pc.min_max(column).as_py()
    return ColumnFigures(values, bounds["min"], float(pc.mean(column).as_py()), bounds["max"])
