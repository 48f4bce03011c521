"""The report of a study: the answer in words, and what it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from hexfront.core.table.plurals import counted
from hexfront.experiments.distributions import Distribution
from hexfront.experiments.exploration import Exploration
from hexfront.experiments.factors import level_text
from hexfront.experiments.pages import charts
from hexfront.experiments.pages.maps import watch_games
from hexfront.experiments.pages.parts import add_maps, add_origin, histogram_rows, today
from hexfront.experiments.pages.shell import ChartFigure, PageWriter
from hexfront.experiments.pages.study_words import StudyWords
from hexfront.experiments.playing import ROWS, read_row
from hexfront.experiments.results import Results
from hexfront.study.reports.report import Table

MOST_SPREADS: Final = 40
"""Points whose games are shown apart."""
MOST_DOTS: Final = 400
MOST_PANELS: Final = 9
MOST_EFFECTS: Final = 15
MOST_LINES: Final = 6
PARTS: Final = 8
"""Of a factor's range, for whose points a mean is drawn where all have different values."""
MAP_GAMES: Final = 12


@dataclass
class Spreads:
    """How games lie apart: of each response over all points, and at each of a few points."""

    everywhere: list[Distribution]
    by_point: list[list[Distribution]]


def read_spreads(path: Path, responses: int, points: int) -> Spreads:
    """The games of a study; memory does not grow with their number. Errors: `InputError`."""
    shown = points if points <= MOST_SPREADS else 0
    found = Spreads(
        [Distribution() for _ in range(responses)],
        [[Distribution() for _ in range(responses)] for _ in range(shown)],
    )
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = read_row(line.removesuffix("\n"), str(path), responses)
            for place, value in enumerate(row.responses):
                found.everywhere[place].add(value)
                if shown:
                    found.by_point[row.point][place].add(value)
    return found


def study_page(
    results: Results, exploration: Exploration, out: Path, command: str, seconds: float
) -> str:
    """The whole page. Errors: `InputError`."""
    return StudyPage(results, exploration, out, command, seconds).made()


class StudyPage:
    """Makes the report of one study."""

    def __init__(
        self, results: Results, exploration: Exploration, out: Path, command: str, seconds: float
    ) -> None:
        self._results, self._exploration = results, exploration
        self._experiment = results.outcome.experiment
        self._names = [factor.name for factor in self._experiment.factors]
        self._responses = self._experiment.reader.names
        self._spreads = read_spreads(out / ROWS, len(self._responses), len(self._experiment.points))
        self._command, self._seconds = command, seconds
        self._page = PageWriter()

    def made(self) -> str:
        """The page."""
        page, experiment = self._page, self._experiment
        title = experiment.entry.title or f"{experiment.system.title}: a study"
        page.heading(title, 1)
        agents = " against ".join(experiment.agents)
        page.text(f"{experiment.system.title}, {agents}; {today()}", "meta")
        page.answer(StudyWords(self._results, self._exploration).sentences())
        page.text(self._cost(), "meta")
        page.heading("What was varied")
        page.table(self._factors_table())
        self._add_choices()
        for response in self._responses:
            self._add_response(response)
        self._add_models()
        self._add_maps()
        page.heading("All points")
        page.table(next(self._results.tables()))
        page.text("points.csv and games.parquet beside this page have all of them.", "note")
        self._add_origin()
        return page.page(title)

    def _cost(self) -> str:
        outcome = self._results.outcome
        points = counted(len(outcome.points), "point")
        games = counted(outcome.games, "game")
        stop = ", until intervals were narrow enough" if self._experiment.entry.stop else ""
        none = "" if self._experiment.has_spread else "; no chance, so nothing has an interval"
        return f"What it cost: {games} at {points}{stop}; {self._seconds:.1f} s{none}."

    def _factors_table(self) -> Table:
        rows = []
        for factor in self._experiment.factors:
            role = "decided" if factor.entry.decided else "uncertain"
            rows.append([factor.name, factor.words, role])
        heads = ["factor", "what, and its values", "role"]
        if not any(factor.entry.decided for factor in self._experiment.factors):
            heads, rows = heads[:2], [row[:2] for row in rows]
        design = self._experiment.design
        title = f"{design.kind}, {counted(len(self._experiment.points), 'point')}"
        if len(self._names) > 1:
            title += f"; largest |ρ| {design.correlation:.3f}, condition {design.condition:.3f}"
        return Table(title, heads, rows, 99)

    def _add_response(self, response: str) -> None:
        place = self._responses.index(response)
        formula = self._experiment.reader.formulas[response].text
        self._page.heading(response.replace("_", " "))
        if formula != response:
            self._page.text(formula, "note")
        is_rate = self._experiment.reader.is_rate(response)
        values = self._exploration.values(response)
        if float(np.ptp(values)) == 0.0 and len(values) > 1:
            self._page.text(f"The same at every point: {values[0]:.4g}.")
            return
        for figure in self._response_charts(response, place, is_rate):
            self._page.chart(figure)
        for figure in self._spread_charts(response, place, is_rate):
            self._page.chart(figure)
        self._add_effects(response, is_rate)

    def _response_charts(self, response: str, place: int, is_rate: bool) -> Iterator[ChartFigure]:
        if len(self._names) <= 2:
            figure = self._lines(response, place, is_rate)
            if figure is not None:
                yield figure
                return
        yield self._panels(response, place, is_rate)

    def _lines(self, response: str, place: int, is_rate: bool) -> ChartFigure | None:
        """Means over one factor, a line for each level of the other; None for too many lines."""
        inputs = self._exploration.inputs
        order = sorted(
            range(len(self._names)),
            key=lambda one: (not inputs.is_number(one), -len(inputs.levels(one))),
        )
        x, *others = order
        if others and len(inputs.levels(others[0])) > MOST_LINES:
            return None
        rows = []
        for point, levels in enumerate(self._experiment.points):
            bounds = self._results.outcome.interval(point, place) or (None, None)
            row: dict[str, Any] = {"x": levels[x]}
            if others:
                row["line"] = level_text(levels[others[0]])
            row |= {"mean": float(self._results.means[point, place])}
            rows.append(row | {"low": bounds[0], "high": bounds[1]})
        colour = self._names[others[0]] if others else None
        spec = charts.line_chart(
            rows,
            self._names[x],
            colour,
            response.replace("_", " "),
            is_rate=is_rate,
            is_number=inputs.is_number(x),
        )
        confidence = f"{self._experiment.entry.confidence:.0%}".replace("%", " %")
        note = f"Means of games with {confidence} intervals." if rows[0]["low"] is not None else ""
        return ChartFigure(f"{response} by {' and '.join(self._names)}", spec, rows, note)

    def _panels(self, response: str, place: int, is_rate: bool) -> ChartFigure:
        means = self._results.means[:, place]
        groups = []
        for factor, name in enumerate(self._names):
            along = self._along(factor, means)
            width = float(np.ptp([row["mean"] for row in along]))
            groups.append((width, name, factor, along))
        groups.sort(key=lambda one: -one[0])
        step = max(1, len(means) // MOST_DOTS)
        shown = []
        rows: list[dict[str, Any]] = []
        for _, name, factor, along in groups[:MOST_PANELS]:
            dots = [
                {"x": self._experiment.points[point][factor], "mean": float(means[point])}
                for point in range(0, len(means), step)
            ]
            is_number = self._exploration.inputs.is_number(factor)
            shown.append((name, is_number, dots, along))
            rows += [{"factor": name, "kind": "point", **row} for row in dots]
            rows += [{"factor": name, "kind": "mean", **row} for row in along]
        spec = charts.panels(shown, response.replace("_", " "), is_rate=is_rate)
        note = "A dot is a point of the design, a line the mean of points; all on the same scale."
        if len(groups) > MOST_PANELS:
            note += f" The {MOST_PANELS} of {len(groups)} factors along which it changes most."
        return ChartFigure(f"{response} along each factor", spec, rows, note)

    def _along(self, factor: int, means: Any) -> list[dict[str, Any]]:
        """Means of points along a factor: by level, or by parts of its range."""
        inputs = self._exploration.inputs
        levels = inputs.levels(factor)
        column = [point[factor] for point in self._experiment.points]
        if not inputs.is_number(factor) or len(levels) <= PARTS:
            return [
                {
                    "x": level,
                    "mean": float(
                        np.mean([m for m, v in zip(means, column, strict=True) if v == level])
                    ),
                }
                for level in levels
            ]
        numbers = np.array(column, dtype=np.float64)
        edges = np.linspace(numbers.min(), numbers.max(), PARTS + 1)
        part = np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, PARTS - 1)
        return [
            {"x": float(numbers[part == k].mean()), "mean": float(means[part == k].mean())}
            for k in range(PARTS)
            if (part == k).any()
        ]

    def _spread_charts(self, response: str, place: int, is_rate: bool) -> Iterator[ChartFigure]:
        name = response.replace("_", " ")
        if is_rate:
            return
        many = self._spreads.everywhere[place].count > len(self._experiment.points)
        if many and self._spreads.by_point:
            rows = self._spread_rows(place)
            spec = charts.spread_chart(rows, name, is_rate=is_rate)
            note = (
                "Line: 5 % to 95 % of the games of a point; bar: the middle half; tick: the "
                "median; dot: the mean."
            )
            yield ChartFigure(f"{response}: the games of each point", spec, rows, note)
        rows = histogram_rows({"all": self._spreads.everywhere[place]})
        if len(rows) > 1:
            yield ChartFigure(f"{response}: all games", charts.histogram(rows, name), rows)

    def _spread_rows(self, place: int) -> list[dict[str, Any]]:
        order = np.argsort(-self._results.means[:, place], kind="stable")
        rows = []
        for point in order.tolist():
            found = self._spreads.by_point[point][place]
            quantiles = [found.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
            names = ("p5", "p25", "median", "p75", "p95")
            row = dict(zip(names, quantiles, strict=True))
            rows.append({"what": self._experiment.words(point), **row, "mean": found.mean})
        return rows

    def _add_effects(self, response: str, is_rate: bool) -> None:
        form = ".0%" if is_rate else ""
        indices = self._results.indices.get(response)
        if indices and self._experiment.design.kind == "morris":
            rows = [
                {
                    "what": one.name,
                    "mu_star": one.first,
                    "spread": one.first_spread,
                    "sigma": one.total,
                }
                for one in indices
            ]
            self._page.chart(
                ChartFigure(f"{response}: elementary effects", charts.morris_chart(rows), rows)
            )
            return
        if indices:
            rows = []
            for one in sorted(indices, key=lambda one: -one.total)[:MOST_EFFECTS]:
                for kind, size, spread in (
                    ("alone (S)", one.first, one.first_spread),
                    ("with others (ST)", one.total, one.total_spread or 0.0),
                ):
                    rows.append(
                        {
                            "what": one.name,
                            "size": size,
                            "low": size - spread,
                            "high": size + spread,
                            "part": kind,
                        }
                    )
            spec = charts.bar_chart(rows, "part of the variance", "part")
            self._page.chart(ChartFigure(f"{response}: what its variance comes of", spec, rows))
            return
        effects = self._results.effects.get(response)
        if effects is None:
            return
        ordered = sorted(effects.effects, key=lambda one: -abs(one.size))[:MOST_EFFECTS]
        rows = [
            {
                "what": " × ".join(one.names),
                "size": one.size,
                "low": one.low,
                "high": one.high,
                "kind": "a factor" if len(one.names) == 1 else "two together",
            }
            for one in ordered
        ]
        spec = charts.bar_chart(rows, "change from the low to the high end", "kind", form)
        part = f"{effects.explained:.0%}"
        note = f"By a linear model that explains {part} of the variance between points."
        self._page.chart(ChartFigure(f"{response}: effects", spec, rows, note))

    def _add_choices(self) -> None:
        if not self._exploration.choices:
            return
        self._page.heading("Decisions")
        self._page.text(
            "Each decision met everything that is uncertain. Expected: its mean; regret: how much "
            "less than the best decision it gets.",
            "note",
        )
        for table in self._exploration.tables():
            if ": decisions (" in table.title:
                self._page.table(table)

    def _add_models(self) -> None:
        explored = self._exploration
        if not explored.metamodels and not explored.trees and explored.discovery is None:
            return
        self._page.heading("What the points say together")
        self._page.text(
            "Q² is the part of the variance that a model foretells at points which it has not "
            "seen (tenfold cross-validation): 1 is all, 0 is no better than the mean.",
            "note",
        )
        for table in explored.tables():
            if ": decisions (" not in table.title:
                self._page.table(table)
        found = explored.discovery
        if found is not None and not found.boxes:
            self._page.text(
                f"No few conditions tell where {found.cases} ({found.interesting} of "
                f"{found.points} points)."
            )

    def _add_maps(self) -> None:
        experiment = self._experiment
        if any(factor.entry.scenarios for factor in experiment.factors):
            self._page.heading("Where and when")
            self._page.text("Scenarios are varied, so games have no map in common.", "note")
            return
        count = len(experiment.points)
        games = min(MAP_GAMES, self._results.outcome.games)
        points = sorted({number * count // games for number in range(games)}) if games else []
        each = max(1, games // max(len(points), 1))
        plans = [
            (experiment.plan(point, game)[0], game)
            for point in points
            for game in range(min(each, self._results.outcome.points[point].games))
        ]
        watched = watch_games(plans)
        if watched is not None:
            add_maps(self._page, {"all points": watched}, list(watched.rules.sides))

    def _add_origin(self) -> None:
        experiment = self._experiment
        sides = experiment.reader.sides
        pairs = zip(sides, experiment.agents, strict=True)
        facts = {
            "scenario": experiment.entry.scenario or "the system's usual one",
            "agents": ", ".join(f"{side}: {agent}" for side, agent in pairs),
            "games": str(self._results.outcome.games),
            "dice": "the same at all points" if experiment.entry.dice == "common" else "own",
        }
        document = experiment.entry.model_dump(mode="json", exclude_defaults=True)
        file = json.dumps(document, indent=1, ensure_ascii=False)
        digest = self._results.outcome.digest
        add_origin(self._page, experiment, self._command, digest, facts, file)
