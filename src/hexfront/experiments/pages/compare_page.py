"""The report of a comparison: what differs, how sure that is, and how games lie apart."""

from __future__ import annotations

import json
from math import sqrt
from typing import Any, Final

from hexfront.core.table.plurals import counted
from hexfront.experiments.compare.arms import ArmKind
from hexfront.experiments.compare.results import Finding, Results, response_words
from hexfront.experiments.pages import charts
from hexfront.experiments.pages.maps import Watched, watch_games
from hexfront.experiments.pages.parts import add_maps, add_origin, histogram_rows, today
from hexfront.experiments.pages.shell import ChartFigure, PageWriter

MAP_GAMES: Final = 12


def compare_page(results: Results, command: str, seconds: float) -> str:
    """The whole page."""
    page = PageWriter()
    comparison = results.comparison
    experiment = comparison.experiment
    title = f"{experiment.system.title}: {' against '.join(results.names)}"
    page.heading(title, 1)
    page.text(f"{_what(results)}; {today()}", "meta")
    page.answer(results.sentences())
    page.text(_cost(results, seconds), "meta")
    page.heading("What differs")
    for table in results.tables():
        page.table(table)
    page.text(_how(results), "note")
    _add_differences(page, results)
    _add_distributions(page, results)
    _add_maps(page, results)
    facts = {
        f"arm {number}": ", ".join([arm.text, *(f"{k} {v}" for k, v in about.items())])
        for number, (arm, about) in enumerate(
            zip(comparison.arms, results.played.versions, strict=True), 1
        )
    }
    facts["scenario"] = experiment.entry.scenario or "the system's usual one"
    facts["agents"] = ", ".join(experiment.agents)
    facts["games of each arm"] = str(comparison.games)
    document = experiment.entry.model_dump(mode="json", exclude_defaults=True)
    file = json.dumps(document, indent=1, ensure_ascii=False)
    add_origin(page, experiment, command, results.played.digest, facts, file)
    return page.page(title)


def _what(results: Results) -> str:
    kinds = {
        ArmKind.SCENARIO: "Scenarios",
        ArmKind.AGENT: "Agents",
        ArmKind.OPTIONS: "Options",
        ArmKind.VERSION: "Versions of the rules",
    }
    return f"{kinds[results.comparison.kind]} against each other, with the same dice"


def _cost(results: Results, seconds: float) -> str:
    games = results.comparison.games * len(results.played.arms)
    each = counted(results.comparison.games, "game")
    return f"What it cost: {counted(games, 'game')}, {each} each; {seconds:.1f} s."


def _how(results: Results) -> str:
    if all(one.found.p is None for one in results.findings):
        return "One game each, so there are no intervals and no tests."
    return (
        "Intervals are of differences of pairs of games with the same dice. Rates: Newcombe's "
        "interval and McNemar's exact test; means: Student's t. Holm: p corrected for all tests "
        "of the table. Saved: how much less variance pairs have than games with dice of their own."
    )


def _deviation(one: Finding, results: Results) -> float:
    """Of games, both arms together."""
    place = results.responses.index(one.response)
    total = 0.0
    for arm in (0, one.arm):
        mean = results.played.arms[arm].values[place]
        total += max(mean.squares / mean.count - mean.mean**2, 0.0)
    return sqrt(total / 2)


def _add_differences(page: PageWriter, results: Results) -> None:
    """Rates in points, and all means in standard deviations of games: equal scales each."""
    sides = results.comparison.experiment.reader.sides
    for is_rate in (True, False):
        rows: list[dict[str, Any]] = []
        for one in results.findings:
            scale = 1.0 if is_rate else _deviation(one, results)
            found = one.found
            if one.is_rate != is_rate or found.low is None or found.high is None or not scale:
                continue
            rows.append(
                {
                    "what": response_words(one.response, sides),
                    "size": found.size / scale,
                    "low": found.low / scale,
                    "high": found.high / scale,
                    "difference": found.size,
                    "arm": f"{results.names[one.arm]} less {results.names[0]}",
                }
            )
        if not rows:
            continue
        unit = "difference, in points" if is_rate else "difference, in standard deviations of games"
        name = "Rates" if is_rate else "Means, each by how far games lie apart"
        page.chart(
            ChartFigure(
                name, charts.interval_chart(rows, unit, "arm", "+.0%" if is_rate else "+.1f"), rows
            )
        )


def _add_distributions(page: PageWriter, results: Results) -> None:
    reader = results.comparison.experiment.reader
    names = results.names
    page.heading("How games lie apart")
    for place, response in enumerate(results.responses):
        words = response_words(response, reader.sides)
        if reader.is_rate(response):
            continue
        groups = {
            name: arm.values[place] for name, arm in zip(names, results.played.arms, strict=True)
        }
        rows = histogram_rows(groups, "arm")
        if len({row["low"] for row in rows}) > 1:
            spec = charts.histogram(rows, words, "arm")
            page.chart(ChartFigure(f"{words}: games of each", spec, rows))
        changes = {
            f"{name} less {names[0]}": arm.changes[place]
            for name, arm in zip(names[1:], results.played.arms[1:], strict=True)
        }
        rows = histogram_rows(changes, "arm")
        if len({row["low"] for row in rows}) > 1:
            spec = charts.histogram(rows, f"difference of {words}", "arm")
            page.chart(ChartFigure(f"{words}: differences of pairs", spec, rows))


def _add_maps(page: PageWriter, results: Results) -> None:
    """Maps of each arm, from its first games."""
    comparison = results.comparison
    if comparison.kind is ArmKind.VERSION:
        page.heading("Where and when")
        page.text("Versions play in processes of their own, so no map is drawn.", "note")
        return
    groups: dict[str, Watched] = {}
    for place, name in enumerate(results.names):
        plan, _ = comparison.experiment.plan(place)
        games = range(min(MAP_GAMES, comparison.games))
        watched = watch_games([(plan, game) for game in games])
        if watched is not None:
            groups[name] = watched
    add_maps(page, groups, list(comparison.experiment.reader.sides))
