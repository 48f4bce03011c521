"""Pictures of a summary: its curves over time, and its figures as bars."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hexfront.core.documents.files import whole_file
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install
from hexfront.core.study.recorder import Chart
from hexfront.core.study.tally import Figure
from hexfront.study.files.parts import WriteFailed
from hexfront.study.summary import Summary
from hexfront.study.time_series import HIGH_SHARE, LOW_SHARE, TimeSeries

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

COLOURS: Final = ("#c0392b", "#2166ac", "#2e7d32", "#8e44ad", "#b8860b", "#455a64")
Look = str | tuple[int, tuple[int, ...]]
LINES: Final[tuple[Look, ...]] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 3)))
"""How the lines of sides differ without colour."""
TITLE: Final = 72
"""Letters of a line of a title."""
NEUTRAL: Final = "#333333"
STEEP: Final = 50.0
"""Heights that differ by such a factor are drawn on a logarithmic scale."""
GAP: Final = 1.5
"""A line is broken where it lacks as many of its usual steps."""
DOTS_PER_INCH: Final = 130


def check_library() -> None:
    """Errors: `HexfrontError` where matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise HexfrontError(f"plots need matplotlib; {how_to_install('study')}") from None


def check_plots(folder: Path) -> None:
    """Make the folder. Errors: `InputError` where it cannot be; `HexfrontError` for matplotlib."""
    check_library()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError.at(
            "--plots", str(folder), f"a folder that can be made ({error.strerror})"
        ) from None


def side_colours(board: Json) -> list[str]:
    """The colours of the sides of a board document, in their order; the usual ones without any."""
    sides = board.get("sides") or ()
    colours = [str(side.get("colour") or _colour(number)) for number, side in enumerate(sides)]
    return colours or list(COLOURS)


def write_plots(
    summary: Summary, folder: Path, title: str, colours: Sequence[str] = COLOURS
) -> list[Path]:
    """One PNG file for each table of figures and each curve. Errors: `WriteFailed`."""
    return [
        save_picture(picture, folder / _file(name))
        for name, picture in summary_pictures(summary, title, colours)
    ]


def summary_pictures(
    summary: Summary, title: str = "", colours: Sequence[str] = COLOURS
) -> Iterator[tuple[str, Picture]]:
    """What there is to draw of a summary, each with a name of its own; `colours` by side."""
    of_side = {
        side.casefold(): colours[number % len(colours)] for number, side in enumerate(summary.sides)
    }

    def headed(name: str) -> str:
        lines = [*textwrap.wrap(title, TITLE), name]
        return "\n".join(lines)

    for table in dict.fromkeys(f.table for f in summary.figures if f.table and not f.words):
        inside = [f for f in summary.figures if f.table == table and not f.words]
        yield table, _bars(summary, inside, headed(table), of_side)
    if summary.time_series is not None:
        for name, group in summary.time_series.groups():
            curve = summary.time_series.curves[group[0]].name
            picture = _series_picture(summary.time_series, group, headed(name), colours)
            yield f"{curve} by {summary.time_series.time_unit}", picture


def chart_picture(
    chart: Chart, lines: Mapping[str, tuple[Sequence[float], Sequence[float]]]
) -> Picture:
    """A line for each key of `lines`: where it runs to the right, and how high."""
    picture, (axes,) = new_picture(8, 4.5, (1,))
    heights = [value for _, values in lines.values() for value in values]
    for number, (key, (places, values)) in enumerate(lines.items()):
        xs, ys = _broken(places, values)
        look = "-" if number < len(COLOURS) else "--"
        axes.plot(
            xs, ys, look, marker=".", markersize=3, color=_colour(number), label=plain_text(key)
        )
    if heights and min(heights) > 0 and max(heights) > STEEP * min(heights):
        axes.set_yscale("log")
    axes.set_title(plain_text(chart.title))
    axes.set_xlabel(plain_text(chart.over))
    if lines:
        axes.legend(
            frameon=False,
            title=chart.by,
            fontsize="small",
            loc="center left",
            bbox_to_anchor=(1, 0.5),
        )
    return picture


def _broken(places: Sequence[float], values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The points of a line, with a gap where places were left out."""
    steps = [b - a for a, b in pairwise(places) if b > a]
    usual = min(steps, default=0.0)
    xs, ys = list(places[:1]), list(values[:1])
    for (before, place), value in zip(pairwise(places), values[1:], strict=True):
        if place - before > GAP * usual:
            xs.append(nan)
            ys.append(nan)
        xs.append(place)
        ys.append(value)
    return xs, ys


def svg_bytes(picture: Picture) -> bytes:
    """A picture as an SVG document; equal pictures give equal bytes."""
    import matplotlib as mpl

    buffer = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "hexfront"}):
        picture.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def plain_text(words: str) -> str:
    """Text that matplotlib takes for no formula."""
    return words.replace("$", r"\$")


def _file(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-") + ".png"


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def save_picture(picture: Picture, path: Path) -> Path:
    """Write a PNG file; its path. Errors: `WriteFailed`."""
    try:
        # Without the version of the library, so that equal runs give equal files.
        with whole_file(path) as file:
            picture.savefig(file, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    except OSError as error:
        raise WriteFailed(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


def new_picture(width: float, height: float, panels: Sequence[int]) -> tuple[Picture, Any]:
    """A picture of panels above each other, of these heights, and their axes."""
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(width, height), layout="constrained")
    axes = picture.subplots(len(panels), 1, sharex=True, height_ratios=panels, squeeze=False)[:, 0]
    for one in axes:
        one.spines[["top", "right"]].set_visible(False)
        one.grid(axis="y", alpha=0.25)
    return picture, axes


def _series_picture(
    series: TimeSeries, group: Sequence[int], title: str, colours: Sequence[str]
) -> Picture:
    """Means over time with their intervals and the middle 80 % of games; below, how many games."""
    from matplotlib.ticker import MaxNLocator

    moments = series.usual
    games = [series.games(at) for at in moments]
    several = max(games, default=0) > 1
    picture, panels = new_picture(8, 5.5, (4, 1) if several else (1,))
    above = panels[0]
    for place in group:
        side = series.curves[place].side
        colour = NEUTRAL if side is None else colours[side % len(colours)]
        _curve(above, series, place, colour, LINES[(side or 0) % len(LINES)])
    above.set_title(plain_text(title))
    above.set_ylim(bottom=min(0.0, above.get_ylim()[0]))
    spread = f"mean, its 95 % interval,\n{100 * (HIGH_SHARE - LOW_SHARE):.0f} % of the games"
    above.legend(frameon=False, title=spread if several else None)
    if several:
        panels[1].step(moments, games, where="mid", color=NEUTRAL)
        panels[1].set_ylim(bottom=0)
        panels[1].set_ylabel("games that came so far")
    panels[-1].set_xlabel(plain_text(series.time_unit))
    panels[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    return picture


def _curve(axes: Axes, series: TimeSeries, place: int, colour: str, look: Look) -> None:
    moments = series.usual
    spreads = [series.spreads[at][place] for at in moments]
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
    axes.plot(moments, means, color=colour, linestyle=look, label=plain_text(series.label(place)))


def _bars(
    summary: Summary, figures: Sequence[Figure], title: str, of_side: Mapping[str, str]
) -> Picture:
    """Means as bars, grouped by row, with their intervals; columns of sides in their colours."""
    rows = list(dict.fromkeys(figure.row for figure in figures))
    columns = list(dict.fromkeys(figure.column for figure in figures))
    picture, (axes,) = new_picture(max(6.0, 1.1 * len(rows) + 2), 4.5, (1,))
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
            color=of_side.get(column.casefold(), _colour(number)),
            ecolor=NEUTRAL,
            label=plain_text(column),
        )
    axes.set_xticks(range(len(rows)), list(map(plain_text, rows)), rotation=30, ha="right")
    axes.set_title(plain_text(title))
    axes.set_ylabel("mean of a game, 95 % interval")
    if any(columns):
        axes.legend(frameon=False)
    return picture
