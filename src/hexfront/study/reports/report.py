"""A summary as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexfront.study.summary import Summary, share
from hexfront.study.time_series import TimeSeries

MOMENTS = 9
"""Rows of a table of curves: the start, the last usual moment, and some between."""


@dataclass(frozen=True)
class Table:
    """A table whose cells are words; columns from `right_from` on hold numbers."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    right_from: int = 1


def report(summary: Summary, agents: Sequence[str]) -> Iterator[Table]:
    """Wins, shares, means and time series, with their 95 % intervals."""
    yield from figures(summary, agents)
    yield from time_series(summary)


def figures(summary: Summary, agents: Sequence[str]) -> Iterator[Table]:
    """Wins, shares and means."""
    yield _wins(summary, agents)
    yield from _shares(summary)
    yield from _means(summary)


def time_series(summary: Summary) -> Iterator[Table]:
    """The curves of the tally, at some moments."""
    if summary.time_series is not None:
        yield from _series_tables(summary.time_series)


def _wins(summary: Summary, agents: Sequence[str]) -> Table:
    scores = summary.scores
    rows = []
    for side, (name, agent) in enumerate(zip(summary.wins, [*agents, ""], strict=True)):
        lost = summary.losses_of(side).words() if name in summary.losses else ""
        won = summary.wins[name]
        score = summary.score_of(side).words() if name in scores else ""
        more = [score] if scores else []
        rows.append([name, agent, str(won), *_proportion(won, summary.games), lost, *more])
    heads = ["side", "agent", "wins", "rate", "95 % interval", "mean losses"]
    return Table("", [*heads, "mean score"] if scores else heads, rows, 2)


def _proportion(count: int, games: int) -> list[str]:
    rate = share(count, games)
    return [f"{rate['rate']:.1%}", f"{rate['low']:.1%} to {rate['high']:.1%}"]


def _shares(summary: Summary) -> Iterator[Table]:
    for figure in summary.figures:
        if figure.words and figure.table:
            counts = summary.words[figure.name]
            games = sum(counts.values())
            rows = [[word, str(n), *_proportion(n, games)] for word, n in counts.items()]
            yield Table(figure.table, ["", "games", "share", "95 % interval"], rows)


def _means(summary: Summary) -> Iterator[Table]:
    shown = [figure for figure in summary.figures if figure.table and not figure.words]
    for title in dict.fromkeys(figure.table for figure in shown):
        inside = [figure for figure in shown if figure.table == title]
        columns = list(dict.fromkeys(figure.column for figure in inside))
        cells = {
            (figure.row, figure.column): summary.means[figure.name].words() for figure in inside
        }
        rows = [
            [row, *[cells.get((row, column), "") for column in columns]]
            for row in dict.fromkeys(figure.row for figure in inside)
        ]
        yield Table(f"{title}, mean of a game", ["", *columns], rows)


def _series_tables(series: TimeSeries) -> Iterator[Table]:
    moments = series.usual
    count = min(MOMENTS, len(moments))
    chosen = [moments[number * (len(moments) - 1) // max(count - 1, 1)] for number in range(count)]
    for title, group in series.groups():
        rows = [
            [str(at), str(series.games(at)), *[series.spreads[at][n].words() for n in group]]
            for at in chosen
        ]
        heads = [series.label(place) for place in group]
        yield Table(
            f"{title}, mean of the games that came so far",
            [series.time_unit, "games", *heads],
            rows,
        )
