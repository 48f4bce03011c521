"""How outcomes of games follow a number that is varied: tables, rows, a picture."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.study.tally import Figure, Tally, column_names
from hexfront.study.games import DRAW, Record, winners_of
from hexfront.study.intervals import wilson
from hexfront.study.reports.plots import (
    COLOURS,
    LINES,
    NEUTRAL,
    TITLE,
    new_picture,
    plain_text,
    save_picture,
)
from hexfront.study.reports.report import Table
from hexfront.study.spread import DIGITS, Mean
from hexfront.study.sweeps.vary import Grid, Values

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

WINS: Final = "wins"
LINE: Final = 320
"""Letters of a line of names in an error."""
USUAL_CURVES: Final = 3
"""So many curves are followed where nobody says which: a system lists the foremost first."""


@dataclass(frozen=True)
class Outcome:
    """A figure of a game, for each side or alone."""

    name: str
    title: str
    labels: tuple[str, ...]
    read: Callable[[Record], Sequence[float | None]]
    """One value for each label."""
    is_share: bool = False
    """Whether values are 0 and 1, and their mean a share of games."""


def outcomes_of(sides: Sequence[str], tally: Tally | None) -> dict[str, Outcome]:
    """All outcomes that can be followed, by name; where two have one name, the first."""
    return {one.name: one for one in reversed(list(_outcomes(sides, tally)))}


def choose_outcomes(
    sides: Sequence[str], tally: Tally | None, names: Sequence[str]
) -> list[Outcome]:
    """The named outcomes; without names the usual ones. Errors: `InputError`."""
    known = outcomes_of(sides, tally)
    if not names:
        curves = list(dict.fromkeys(curve.name for curve in tally.curves)) if tally else []
        names = [WINS, *(curves[:USUAL_CURVES] or ("score", "losses"))]
    for name in names:
        if name not in known:
            raise _unknown(name, known, sides)
    return [known[name] for name in dict.fromkeys(names)]


def _unknown(name: str, known: Mapping[str, Outcome], sides: Sequence[str]) -> InputError:
    """What to say of a name: those like it, or all in as many lines as they need."""
    near = get_close_matches(name, known, n=8)
    if near:
        return InputError.at("--outcome", name, f"one of: {', '.join(near)}")
    columns = column_names(sides)
    of_one = {f"{stem}_{column}" for stem in known for column in columns}
    stems = [stem for stem in reversed(list(known)) if stem not in of_one]
    lines = textwrap.wrap(f"one of: {', '.join(stems)}", LINE)
    lines[-1] += f"; some also for one side: NAME_{columns[0]}"
    return InputError([Problem("--outcome", shown(name), line) for line in lines])


def _outcomes(sides: Sequence[str], tally: Tally | None) -> Iterator[Outcome]:
    yield Outcome(WINS, "Games won", (*sides, DRAW), _reader_of_wins(sides), is_share=True)
    columns = column_names(sides)
    if tally is not None:
        for name in dict.fromkeys(curve.name for curve in tally.curves):
            places = [n for n, curve in enumerate(tally.curves) if curve.name == name]
            curves = [tally.curves[place] for place in places]
            labels = tuple("" if c.side is None else sides[c.side] for c in curves)
            yield Outcome(name, f"{curves[0].title}, at the end", labels, _reader_of_end(places))
        numbers = [figure for figure in tally.figures if not figure.words]
        for stem, group in _by_side(numbers, columns):
            title = f"{group[0].table}: {group[0].row}" if group[0].table else stem
            names = [figure.name for figure in group]
            yield Outcome(stem, title, tuple(sides), _reader_of_row(names))
        for figure in numbers:
            yield Outcome(figure.name, figure.name, ("",), _reader_of_row([figure.name]))
    for part, title in (("score", "Score"), ("losses", "Counters lost")):
        names = [f"{part}_{column}" for column in columns]
        yield Outcome(part, title, tuple(sides), _reader_of_row(names))


def _by_side(
    figures: Sequence[Figure], columns: Sequence[str]
) -> Iterator[tuple[str, list[Figure]]]:
    """Figures that there are of every side, by what their names have in common."""
    known = {figure.name: figure for figure in figures}
    for figure in figures:
        stem = figure.name.removesuffix(f"_{columns[0]}")
        names = [f"{stem}_{column}" for column in columns]
        if stem != figure.name and all(name in known for name in names):
            yield stem, [known[name] for name in names]


def _reader_of_wins(sides: Sequence[str]) -> Callable[[Record], Sequence[float]]:
    def read(record: Record) -> Sequence[float]:
        winners = winners_of(record.row, sides)
        return [float(side in winners) for side in (*sides, DRAW)]

    return read


def _reader_of_end(places: Sequence[int]) -> Callable[[Record], Sequence[float | None]]:
    return lambda record: [record.curves[-1][place] if record.curves else None for place in places]


def _reader_of_row(names: Sequence[str]) -> Callable[[Record], Sequence[float | None]]:
    return lambda record: [record.row[name] for name in names]


@dataclass
class Response:
    """Means of outcomes by the values of what is varied."""

    grid: Grid
    outcomes: Sequence[Outcome]
    means: list[list[list[Mean]]] = field(init=False)
    """By point, outcome and label."""

    def __post_init__(self) -> None:
        self.means = [
            [[Mean() for _ in outcome.labels] for outcome in self.outcomes]
            for _ in self.grid.points
        ]

    def add(self, point: int, records: Iterable[Record]) -> None:
        """Count games for the value with this place."""
        for record in records:
            for outcome, means in zip(self.outcomes, self.means[point], strict=True):
                for mean, value in zip(means, outcome.read(record), strict=True):
                    if value is not None:
                        mean.add(value)

    @property
    def shown(self) -> list[int]:
        """The places of the outcomes that say anything: not of wins where nobody ever wins."""
        return [
            place
            for place, outcome in enumerate(self.outcomes)
            if any(
                mean.total if outcome.is_share else mean.count
                for means in self.means
                for mean, label in zip(means[place], outcome.labels, strict=True)
                if not (outcome.is_share and label == DRAW)
            )
        ]

    def tables(self) -> Iterator[Table]:
        """One table for each outcome, one row a value."""
        for place in self.shown:
            outcome = self.outcomes[place]
            rows = [
                [
                    *(f"{value:g}" for value in values),
                    *(_words(mean, outcome) for mean in means[place]),
                ]
                for values, means in zip(self.grid.points, self.means, strict=True)
            ]
            heads = [*(one.label.strip() for one in self.grid.variations), *outcome.labels]
            yield Table(outcome.title, heads, rows, 0)

    def document(self) -> list[dict[str, Json]]:
        """The figures as JSON, one object a point; `value` where one number is varied."""
        names = [one.what for one in self.grid.variations]
        return [
            {
                **({"value": values[0]} if len(values) == 1 else {}),
                "values": dict(zip(names, values, strict=True)),
                "games": max((mean.count for row in means for mean in row), default=0),
                "outcomes": {
                    outcome.name: {
                        label or outcome.name: _document(mean, outcome)
                        for label, mean in zip(outcome.labels, row, strict=True)
                    }
                    for outcome, row in zip(self.outcomes, means, strict=True)
                },
            }
            for values, means in zip(self.grid.points, self.means, strict=True)
        ]

    def slices(self) -> Iterator[tuple[str, Response]]:
        """The response to the first number, for each choice of the others and what that is."""
        first, *others = self.grid.variations
        groups: dict[Values, list[int]] = {}
        for place, values in enumerate(self.grid.points):
            groups.setdefault(values[1:], []).append(place)
        for rest, places in groups.items():
            points = tuple(self.grid.points[place][:1] for place in places)
            part = Response(Grid((first,), points), self.outcomes)
            part.means = [self.means[place] for place in places]
            yield Grid(tuple(others), ()).words(rest), part

    def plot(self, path: Path, title: str, colours: Sequence[str] = COLOURS) -> Path:
        """Write a picture of all outcomes as PNG; its path. Errors: `WriteFailed`."""
        return save_picture(self.picture(title, colours), path)

    def picture(self, title: str, colours: Sequence[str] = COLOURS) -> Picture:
        """All outcomes, one above the other, by the first number; `colours` by side."""
        shown, variation = self.shown, self.grid.variations[0]
        values_at = [values[0] for values in self.grid.points]
        picture, axes = new_picture(8, 1.2 + 2.4 * max(len(shown), 1), [1] * max(len(shown), 1))
        order = sorted(range(len(values_at)), key=values_at.__getitem__)
        at = [values_at[point] for point in order]
        for one, place in zip(axes, shown, strict=False):
            outcome = self.outcomes[place]
            for number, label in enumerate(outcome.labels):
                means = [self.means[point][place][number] for point in order]
                alone = not label or (outcome.is_share and label == DRAW)
                colour = NEUTRAL if alone else colours[number % len(colours)]
                bounds = [_interval(mean, outcome) or (mean.mean, mean.mean) for mean in means]
                low, high = [b[0] for b in bounds], [b[1] for b in bounds]
                one.fill_between(at, low, high, color=colour, alpha=0.25, linewidth=0)
                values = [mean.mean for mean in means]
                look = LINES[0] if alone else LINES[number % len(LINES)]
                words = plain_text(label)
                one.plot(at, values, color=colour, linestyle=look, marker="o", ms=3.5, label=words)
            one.set_title(plain_text(outcome.title), fontsize="medium", loc="left")
            one.set_ylim(bottom=min(0.0, one.get_ylim()[0]))
        if shown and any(self.outcomes[shown[0]].labels):
            axes[0].legend(frameon=False, fontsize="small")
        axes[-1].set_xlabel(
            f"{plain_text(variation.label.strip(' ×'))}"
            f"{', times what the scenario has' if variation.is_factor else ''}"
        )
        if title:
            picture.suptitle(plain_text(textwrap.fill(title, TITLE)), fontsize="medium")
        return picture


def _interval(mean: Mean, outcome: Outcome) -> tuple[float, float] | None:
    if outcome.is_share:
        return wilson(int(mean.total), mean.count)
    return mean.interval


def _words(mean: Mean, outcome: Outcome) -> str:
    if not outcome.is_share or not mean.count:
        return mean.words()
    low, high = wilson(int(mean.total), mean.count)
    return f"{mean.mean:.1%} ({low:.1%} to {high:.1%})"


def _document(mean: Mean, outcome: Outcome) -> Json:
    low, high = (_interval(mean, outcome) if mean.count else None) or (None, None)
    figures = {"mean": mean.mean if mean.count else None, "low": low, "high": high}
    return {key: None if v is None else round(v, DIGITS) for key, v in figures.items()}
