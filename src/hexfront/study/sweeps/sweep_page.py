"""A sweep as one HTML page that needs nothing else: what was varied, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.pictures.svg import element
from hexfront.study.files.runs import RunFiles, read_origin
from hexfront.study.files.tables import (
    METADATA,
    Layout,
    check_belongs,
    metadata_of,
    read_schema,
    series_path,
)
from hexfront.study.games import make_tally
from hexfront.study.reports.page import (
    SCENARIO_IS_IN_FILE,
    facts_element,
    opponents,
    plot_element,
    row,
    scenario_facts,
    table_element,
    whole_page,
)
from hexfront.study.reports.plots import side_colours
from hexfront.study.sweeps.response import Response, choose_outcomes
from hexfront.study.sweeps.sweep_files import OUTCOMES, VALUE, rows_of, values_in
from hexfront.study.sweeps.vary import Grid, Values, Variation, read_variation, variable_of

HOW: Final = {
    "times": "multiplied: 1 is what the scenario has",
    "to": "set to each value",
}
_ENDS: Final = 6
"""So many values are told one by one; of more the ends."""


@dataclass(frozen=True)
class SweepRun(RunFiles):
    """A finished sweep."""

    grid: Grid
    response: Response
    games: tuple[int, ...]
    """Played for each point."""
    about: dict[str, Json]
    """What its files say of it."""


def is_sweep(path: Path) -> bool:
    """Whether a file holds the games of a sweep. Errors: `InputError` for no table."""
    about = metadata_of(read_schema(path), METADATA)
    return isinstance(about, dict) and "varied" in about


def read_sweep(path: Path) -> SweepRun:
    """A sweep by the file of its games. Errors: `InputError` for what is none."""
    import pyarrow.parquet as pq

    files, about = read_origin(path)
    if "varied" not in about:
        raise InputError.at(str(path), "<a run>", "a sweep: the games of hexfront run --vary")
    tally = make_tally(files.system, files.rules)
    layout = Layout(files.rules.sides, tally, about)
    games, series = pq.read_table(path), None
    if layout.curves:
        check_belongs(series_path(path), read_schema(series_path(path)), about)
        series = pq.read_table(series_path(path))
    points = values_in(games) if VALUE in games.column_names else []
    missing = [name for name in layout.games.names if name not in games.column_names]
    if not points or missing:
        raise InputError.at(str(path), "<other columns>", "a sweep of this version, with a game")
    grid = _grid(about, points)
    names = metadata_of(read_schema(path), OUTCOMES)
    chosen = choose_outcomes(files.rules.sides, tally, names if isinstance(names, list) else [])
    response, counts = Response(grid, chosen), []
    for place, values in enumerate(points):
        part = rows_of(games, values)
        part = part.select(layout.games.names).cast(layout.games)
        counts.append(len(part))
        if series is not None:
            read = rows_of(series, values)
            part = layout.join(part, read.select(layout.series.names).cast(layout.series))
        for records in layout.records(part):
            response.add(place, records)
    return SweepRun(
        path, files.system, files.rules, files.plan, grid, response, tuple(counts), about
    )


def _grid(about: dict[str, Any], points: Sequence[Values]) -> Grid:
    """What was varied, by the metadata and the points of a file."""
    varied, by = (
        found if isinstance(found := about[name], list) else [found]
        for name in ("varied", "varied_by")
    )
    variations = []
    for what, how, values in zip(varied, by, zip(*points, strict=True), strict=True):
        written = ",".join(map(repr, dict.fromkeys(values)))
        variations.append(read_variation(f"{what}{'=' if how == 'times' else ':='}{written}"))
    return Grid(tuple(variations), tuple(points))


def sweep_page(sweep: SweepRun) -> str:
    """The whole page."""
    title = f"{sweep.system.title}: {sweep.rules.scenario.title}"
    colours = side_colours(sweep.rules.board())
    games = sorted(set(sweep.games))
    each = f"{games[0]}" if len(games) == 1 else f"{games[0]} to {games[-1]}"
    plural = "s" if games[-1] != 1 else ""
    known = f"{len(sweep.grid.points)} values of {sweep.grid.what}, {each} game{plural} for each"
    tables = sweep.response.tables()
    parts = [
        element("h2", "What was varied"),
        *(facts_element(_variable(sweep, one)) for one in sweep.grid.variations),
        element("h2", "What came of it"),
        row(
            plot_element(f"Outcomes by value{words and f', {words}'}", part.picture(words, colours))
            for words, part in sweep.response.slices()
        ),
        element("p", "Points are means of games, bands their 95 % intervals."),
        row(map(table_element, tables), "tables"),
        element("h2", "How it was made"),
        facts_element(_origin(sweep)),
        element("p", SCENARIO_IS_IN_FILE),
    ]
    return whole_page(title, f"{opponents(sweep)}; {known}", parts)


def _variable(sweep: SweepRun, variation: Variation) -> dict[str, str]:
    known = variable_of(sweep.system, variation)
    values = variation.values
    written = [f"{value:g}" for value in values]
    if len(written) > _ENDS:
        written = [f"{min(values):g} to {max(values):g}, {len(values)} values"]
    facts = {
        "number": variation.what,
        "what it is": known.about if known else "",
        "unit": known.unit if known else "",
        "source": known.source if known else "",
        "values": ", ".join(written),
        "how": HOW[variation.by],
    }
    return {name: words for name, words in facts.items() if words}


def _origin(sweep: SweepRun) -> dict[str, str]:
    return {
        **scenario_facts(sweep, sweep.plan.scenario_hash),
        "games": str(sum(sweep.games)),
        "engine version": str(sweep.about["engine_version"]),
        "file": sweep.path.name,
    }
