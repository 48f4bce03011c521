"""Pictures of a summary: the courses of its curves, and its figures as bars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.tally import Figure
from hexfront.study.courses import HIGH_SHARE, LOW_SHARE, Courses
from hexfront.study.parts import WriteFailed
from hexfront.study.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

COLOURS: Final = ("#c0392b", "#2166ac", "#2e7d32", "#8e44ad", "#b8860b", "#455a64")
NEUTRAL: Final = "#333333"
DOTS_PER_INCH: Final = 130


def check_plots(folder: Path) -> None:
    """Make the folder. Errors: `InputError` where it cannot be; `HexfrontError` for matplotlib."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise HexfrontError(
            "plots need matplotlib; install it with: pip install 'hexfront[study]'"
        ) from None
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError.at(
            "--plots", str(folder), f"a folder that can be made ({error.strerror})"
        ) from None


def write_plots(summary: Summary, folder: Path, title: str) -> list[Path]:
    """One PNG file for each table of figures and each curve. Errors: `WriteFailed`."""
    paths = []
    for table in dict.fromkeys(f.table for f in summary.figures if f.table and not f.words):
        inside = [f for f in summary.figures if f.table == table and not f.words]
        paths.append(_save(_bars(summary, inside, f"{title}\n{table}"), folder / _file(table)))
    if summary.courses is not None:
        for name, group in summary.courses.groups():
            picture = _course(summary.courses, group, f"{title}\n{name}")
            curve = summary.courses.curves[group[0]].name
            file = _file(f"{curve} by {summary.courses.clock}")
            paths.append(_save(picture, folder / file))
    return paths


def _file(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-") + ".png"


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _save(picture: Picture, path: Path) -> Path:
    try:
        # Without the version of the library, so that equal runs give equal files.
        picture.savefig(path, dpi=DOTS_PER_INCH, metadata={"Software": None})
    except OSError as error:
        raise WriteFailed(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


def _picture(width: float, height: float, panels: Sequence[int]) -> tuple[Picture, Any]:
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(width, height), layout="constrained")
    axes = picture.subplots(len(panels), 1, sharex=True, height_ratios=panels, squeeze=False)[:, 0]
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
        one.grid(axis="y", alpha=0.25)
    return picture, axes


def _course(courses: Courses, group: Sequence[int], title: str) -> Picture:
    """Means over time with their intervals and the middle 80 % of games; below, how many games."""
    from matplotlib.ticker import MaxNLocator

    picture, (above, below) = _picture(8, 5.5, (4, 1))
    moments = courses.usual
    for number, place in enumerate(group):
        side = courses.curves[place].side
        colour = NEUTRAL if side is None else _colour(number)
        _curve(above, courses, place, colour)
    above.set_title(title)
    above.set_ylim(bottom=min(0.0, above.get_ylim()[0]))
    above.legend(
        frameon=False,
        title=f"mean, its 95 % interval,\n{100 * (HIGH_SHARE - LOW_SHARE):.0f} % of the games",
    )
    below.step(moments, [courses.games(at) for at in moments], where="mid", color=NEUTRAL)
    below.set_ylim(bottom=0)
    below.set_ylabel("games that came so far")
    below.set_xlabel(courses.clock)
    below.xaxis.set_major_locator(MaxNLocator(integer=True))
    return picture


def _curve(axes: Axes, courses: Courses, place: int, colour: str) -> None:
    moments = courses.usual
    spreads = [courses.spreads[at][place] for at in moments]
    means = [spread.mean for spread in spreads]
    bounds = [spread.interval or (spread.mean, spread.mean) for spread in spreads]
    axes.fill_between(
        moments,
        [spread.quantile(LOW_SHARE) for spread in spreads],
        [spread.quantile(HIGH_SHARE) for spread in spreads],
        color=colour,
        alpha=0.12,
        linewidth=0,
    )
    axes.fill_between(
        moments, [low for low, _ in bounds], [high for _, high in bounds], color=colour, alpha=0.35
    )
    axes.plot(moments, means, color=colour, label=courses.label(place))


def _bars(summary: Summary, figures: Sequence[Figure], title: str) -> Picture:
    """Means as bars, grouped by row, with their intervals."""
    rows = list(dict.fromkeys(figure.row for figure in figures))
    columns = list(dict.fromkeys(figure.column for figure in figures))
    picture, (axes,) = _picture(max(6.0, 1.1 * len(rows) + 2), 4.5, (1,))
    width = 0.8 / len(columns)
    for number, column in enumerate(columns):
        inside = [figure for figure in figures if figure.column == column]
        means = [summary.means[figure.name] for figure in inside]
        bounds = [mean.interval or (mean.mean, mean.mean) for mean in means]
        axes.bar(
            [
                rows.index(figure.row) + width * (number - (len(columns) - 1) / 2)
                for figure in inside
            ],
            [mean.mean for mean in means],
            width,
            yerr=[
                [mean.mean - low for mean, (low, _) in zip(means, bounds, strict=True)],
                [high - mean.mean for mean, (_, high) in zip(means, bounds, strict=True)],
            ],
            color=_colour(number),
            ecolor=NEUTRAL,
            label=column,
        )
    axes.set_xticks(range(len(rows)), rows, rotation=30, ha="right")
    axes.set_title(title)
    axes.set_ylabel("mean of a game, 95 % interval")
    if any(columns):
        axes.legend(frameon=False)
    return picture
