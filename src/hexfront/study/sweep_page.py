"""A sweep as one HTML page that needs nothing else: what was varied, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.strictjson import Json
from hexfront.pictures.svg import element
from hexfront.study.games import make_tally
from hexfront.study.page import (
    SCENARIO_IS_IN_FILE,
    facts_element,
    opponents,
    plot_element,
    row,
    scenario_facts,
    table_element,
    whole_page,
)
from hexfront.study.plots import side_colours
from hexfront.study.response import Response, choose_outcomes
from hexfront.study.runs import RunFiles, read_origin
from hexfront.study.sweep_files import OUTCOMES, VALUE
from hexfront.study.tables import (
    METADATA,
    Layout,
    check_belongs,
    metadata_of,
    read_schema,
    series_path,
)
from hexfront.study.vary import Variation, read_variation, variable_of

HOW: Final = {
    "times": "multiplied: 1 is what the scenario has",
    "to": "set to each value",
}
_ENDS: Final = 6
"""So many values are told one by one; of more the ends."""


@dataclass(frozen=True)
class SweepRun(RunFiles):
    """A finished sweep."""

    variation: Variation
    response: Response
    games: tuple[int, ...]
    """Played for each value."""
    about: dict[str, Json]
    """What its files say of it."""


def is_sweep(path: Path) -> bool:
    """Whether a file holds the games of a sweep. Errors: `InputError` for no table."""
    about = metadata_of(read_schema(path), METADATA)
    return isinstance(about, dict) and "varied" in about


def read_sweep(path: Path) -> SweepRun:
    """A sweep by the file of its games. Errors: `InputError` for what is none."""
    import pyarrow.compute as pc
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
    values = games.column(VALUE).unique().to_pylist() if VALUE in games.column_names else []
    missing = [name for name in layout.games.names if name not in games.column_names]
    if not values or missing:
        raise InputError.at(str(path), "<other columns>", "a sweep of this version, with a game")
    sign = "=" if about["varied_by"] == "times" else ":="
    variation = read_variation(f"{about['varied']}{sign}{','.join(map(repr, values))}")
    names = metadata_of(read_schema(path), OUTCOMES)
    chosen = choose_outcomes(files.rules.sides, tally, names if isinstance(names, list) else [])
    response = Response(variation, chosen)
    for place, value in enumerate(values):
        part = games.filter(pc.equal(games.column(VALUE), value))
        part = part.select(layout.games.names).cast(layout.games)
        if series is not None:
            read = series.filter(pc.equal(series.column(VALUE), value))
            part = layout.join(part, read.select(layout.series.names).cast(layout.series))
        for records in layout.records(part):
            response.add(place, records)
    counts = pc.value_counts(games.column(VALUE)).to_pylist()
    return SweepRun(
        path,
        files.system,
        files.rules,
        files.plan,
        variation,
        response,
        tuple(entry["counts"] for entry in counts),
        about,
    )


def sweep_page(sweep: SweepRun) -> str:
    """The whole page."""
    title = f"{sweep.system.title}: {sweep.rules.scenario.title}"
    colours = side_colours(sweep.rules.board())
    values = sweep.variation.values
    games = sorted(set(sweep.games))
    each = f"{games[0]}" if len(games) == 1 else f"{games[0]} to {games[-1]}"
    plural = "s" if games[-1] != 1 else ""
    known = f"{len(values)} values of {sweep.variation.what}, {each} game{plural} for each"
    tables = sweep.response.tables()
    parts = [
        element("h2", "What was varied"),
        facts_element(_variable(sweep)),
        element("h2", "What came of it"),
        row(iter([plot_element("Outcomes by value", sweep.response.picture("", colours))])),
        element("p", "Points are means of games, bands their 95 % intervals."),
        row(map(table_element, tables), "tables"),
        element("h2", "How it was made"),
        facts_element(_origin(sweep)),
        element("p", SCENARIO_IS_IN_FILE),
    ]
    return whole_page(title, f"{opponents(sweep)}; {known}", parts)


def _variable(sweep: SweepRun) -> dict[str, str]:
    known = variable_of(sweep.system, sweep.variation)
    values = sweep.variation.values
    told = [f"{value:g}" for value in values]
    if len(told) > _ENDS:
        told = [f"{min(values):g} to {max(values):g}, {len(values)} values"]
    facts = {
        "number": sweep.variation.what,
        "what it is": known.about if known else "",
        "unit": known.unit if known else "",
        "source": known.source if known else "",
        "values": ", ".join(told),
        "how": HOW[sweep.variation.by],
    }
    return {name: words for name, words in facts.items() if words}


def _origin(sweep: SweepRun) -> dict[str, str]:
    return {
        **scenario_facts(sweep, sweep.plan.scenario_hash),
        "games": str(sum(sweep.games)),
        "engine version": str(sweep.about["engine_version"]),
        "file": sweep.path.name,
    }
