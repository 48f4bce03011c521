"""A run as one HTML page that needs nothing else: key figures, maps, plots, and how it was made."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexfront.core.contract import View
from hexfront.core.documents.strictjson import Json
from hexfront.core.study.recorder import RecordTable
from hexfront.core.table.plurals import counted
from hexfront.pictures import board_svg
from hexfront.pictures.captions import captions
from hexfront.pictures.svg import element, escape
from hexfront.study.files.runs import ColumnFigures, Run, RunFiles
from hexfront.study.reports.plots import chart_picture, side_colours, summary_pictures, svg_bytes
from hexfront.study.reports.report import Table, figures, time_series

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

MAPS: Final = 6
MAP_WIDTH: Final = 640
SCENARIO_IS_IN_FILE: Final = "The whole scenario stands in the metadata of the file of games."
MOST_WORDS: Final = 8
"""Of a column of words."""
POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""The page can load nothing, whatever stands in it."""
STYLE: Final = """
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, 'Segoe UI', Roboto, sans-serif; color: #222; background: #fff;
  max-width: 1360px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { margin: 2.2rem 0 .6rem; border-bottom: 1px solid #ccc; }
h3 { margin: 1.4rem 0 .3rem; } p { margin: .3rem 0; }
table { border-collapse: collapse; margin: .4rem 0 1rem; }
thead th { text-align: inherit; }
th, td { padding: .15rem .7rem; text-align: left; border-bottom: 1px solid #e4e4e4;
  vertical-align: top; }
thead th { border-bottom: 2px solid #999; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.tables { display: flex; flex-wrap: wrap; column-gap: 3rem; }
.pictures { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 560px), 1fr)); }
figure { margin: 0; }
summary { cursor: pointer; color: #245; }
figure svg, figure img { width: 100%; height: auto; }
figcaption { font-weight: 600; }
.scroll { overflow-x: auto; }
"""


def page(run: Run) -> str:
    """The whole page. Errors: `InputError` for tables that belong to another run."""
    summary, scenario = run.summary, run.rules.scenario
    title = f"{run.system.title}: {scenario.title}"
    agents = opponents(run)
    count = counted(summary.games, "game")
    pictures = summary_pictures(summary, colours=side_colours(run.rules.board()))
    parts = [
        element("h2", "Key figures"),
        row(map(table_element, figures(summary, run.plan.seats)), "tables"),
        element("h2", f"Maps of game {run.first['game']}"),
        _maps(run),
        element("h2", "Plots"),
        row(plot_element(name, picture) for name, picture in pictures),
        details("The curves in figures", map(table_element, time_series(summary))),
        *(_recorded(run, table) for table in run.tables),
        element("h2", "How it was made"),
        _origin(run),
    ]
    return whole_page(title, f"{agents}, {count}", parts)


def opponents(run: RunFiles) -> str:
    """Who played whom, in words."""
    pairs = zip(run.rules.sides, run.plan.seats, strict=True)
    return " against ".join(f"{agent} ({side})" for side, agent in pairs)


def whole_page(title: str, subtitle: str, parts: Sequence[str]) -> str:
    """A page of parts under a heading."""
    parts = [element("h1", escape(title)), element("p", escape(subtitle)), *parts]
    return html_document(title, POLICY, STYLE, "\n".join(part for part in parts if part))


def html_document(title: str, policy: str, style: str, *body: str) -> str:
    """A document of its own: `policy` is for its contents, `body` what it shows and runs."""
    head = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        element("title", escape(title)),
        element("style", style),
    ]
    inside = element("body", *body)
    return f"<!DOCTYPE html>\n{element('html', element('head', *head), inside, lang='en')}\n"


def table_element(table: Table, left: str = "") -> str:
    """A table; the column with the heading `left` holds words wherever it stands."""
    numbers = [
        place >= table.right_from and words != left for place, words in enumerate(table.headings)
    ]
    heads = "".join(
        element("th", escape(words), scope="col", class_="number" if number else None)
        for words, number in zip(table.headings, numbers, strict=True)
    )
    rows = "".join(
        element(
            "tr",
            *(
                element("td", escape(cell), class_="number" if number else None)
                for cell, number in zip(cells, numbers, strict=True)
            ),
        )
        for cells in table.rows
    )
    body = element("table", element("thead", element("tr", heads)), element("tbody", rows))
    title = element("h3", escape(table.title)) if table.title else ""
    return element("div", title, body, class_="scroll")


def row(parts: Iterator[str], look: str = "pictures") -> str:
    """Parts beside each other, as far as there is room."""
    return element("div", *parts, class_=look)


def details(title: str, parts: Iterator[str]) -> str:
    """Parts that the reader opens; nothing where there are none."""
    inside = "".join(parts)
    return element("details", element("summary", title), inside) if inside else ""


def _maps(run: Run) -> str:
    views = run.views(MAPS)
    if not views:
        return element(
            "p",
            "The game cannot be shown: played again it does not end as it did, "
            "since the rules or the agents have changed.",
        )
    board = run.rules.board()
    return row(_map(board, view) for view in views)


def _map(board: Mapping[str, Any], view: View) -> str:
    caption = element("figcaption", escape(" · ".join([view.title, *captions(view)])))
    return element("figure", caption, board_svg(board, view, width=MAP_WIDTH))


def plot_element(name: str, picture: Picture) -> str:
    """A picture, inside the page."""
    source = "data:image/svg+xml;base64," + base64.b64encode(svg_bytes(picture)).decode()
    return element("figure", element("img", src=source, alt=name))


def _recorded(run: Run, table: RecordTable) -> str:
    """The charts of a table, and what its columns hold."""
    rows, figures = run.column_figures(table)
    cells = [
        [column.name, column.about, *_cells(found)]
        for column, found in zip(table.columns, figures, strict=True)
    ]
    heads = ["column", "what it is", "values", "least", "mean", "most", "words"]
    charts = (
        plot_element(chart.title, chart_picture(chart, run.chart_lines(table, chart)))
        for chart in table.charts
    )
    where = f"{run.path.stem}.{table.name}{run.path.suffix}: {rows} rows"
    return "".join(
        [
            element("h2", escape(table.title)),
            row(charts) if table.charts else "",
            element("p", escape(where)),
            details("Columns", iter([table_element(Table("", heads, cells, 2), "words")])),
        ]
    )


def _cells(found: ColumnFigures) -> list[str]:
    words = ", ".join(f"{word} ({count})" for word, count in found.words[:MOST_WORDS])
    more = found.different - len(found.words[:MOST_WORDS])
    numbers = [_number(value) for value in (found.low, found.mean, found.high)]
    return [str(found.values), *numbers, f"{words} and {more} more" if more > 0 else words]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _origin(run: Run) -> str:
    """All that is needed to make it again."""
    facts = {
        **scenario_facts(run, run.plan.scenario_hash),
        "games": f"{run.summary.games}, from number {run.first['game']}",
        "digest of all games": run.summary.digest,
        "rules version": str(run.first["rules_version"]),
        "engine version": str(run.first["engine_version"]),
        "file": run.path.name,
    }
    return facts_element(facts) + element("p", SCENARIO_IS_IN_FILE)


def facts_element(facts: Mapping[str, str]) -> str:
    """Names with what stands for each, one below the other."""
    rows = "".join(
        element("tr", element("th", escape(name), scope="row"), element("td", escape(value)))
        for name, value in facts.items()
    )
    return element("table", element("tbody", rows))


def scenario_facts(run: RunFiles, scenario_hash: str) -> dict[str, str]:
    """Which system and scenario were played, and by whom."""
    rules = run.rules
    document: Json = rules.scenario.document
    options = document.get("options") if isinstance(document, dict) else None
    options = options if isinstance(options, dict) else {}
    return {
        "system": f"{run.system.title} ({run.system.name})",
        "scenario": f"{rules.scenario.title} ({rules.scenario.name})",
        "scenario hash": scenario_hash,
        **({"options": ", ".join(f"{k}={v}" for k, v in options.items())} if options else {}),
        "agents": ", ".join(
            f"{side}: {agent}" for side, agent in zip(rules.sides, run.plan.seats, strict=True)
        ),
        "seed": str(run.plan.seed),
    }
