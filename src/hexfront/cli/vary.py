"""`hexfront run --vary`: the same games for one value of a number after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.core.errors import InputError
from hexfront.core.plurals import counted
from hexfront.study.response import Response
from hexfront.study.sweep import Sweep, run_sweep
from hexfront.study.vary import Grid, make_grid, read_variation, variable_words

RESPONSE = "response-"
"""How the names of pictures of sweeps begin; a folder may hold those of many."""


def read_vary(texts: Sequence[str] | None, outcomes: Sequence[str] | None) -> Grid | None:
    """What `--vary` asks for; None without it. Errors: `InputError`."""
    if not texts:
        if outcomes:
            raise InputError.at("--outcome", ", ".join(outcomes), "--vary with it")
        return None
    return make_grid(*map(read_variation, texts))


def picture_files(grid: Grid, plots: Path) -> list[Path]:
    """The pictures that are drawn of a sweep."""
    others = Grid(grid.variations[1:], ())
    rests = dict.fromkeys(values[1:] for values in grid.points)
    return [plots / _picture_name(grid, others.words(rest)) for rest in rests]


def _picture_name(grid: Grid, words: str) -> str:
    name = re.sub(r"\W+", "-", f"{grid.variations[0].what}-{words}").strip("-").lower()
    return f"{RESPONSE}{name}.png"


def play_varied(
    sweep: Sweep,
    outcomes: Sequence[str],
    workers: int,
    out: Path | None,
    plots: Path | None,
    *,
    resume: bool,
    json: bool,
    quiet: bool,
) -> None:
    """Play, write and report. Errors: `InputError`, `HexfrontError`."""
    points, grid = sweep.points, sweep.grid
    games = sum(map(len, sweep.games))
    agents = points[0].plan.seats
    title = f"{sweep.system.title}: {sweep.scenario.title} ({' – '.join(agents)})"
    started = perf_counter()
    with going_on_with(out), progress_bar(games, shown=not quiet) as progress:
        response = run_sweep(sweep, outcomes, workers, out, resume=resume, progress=progress)
    seconds = perf_counter() - started
    pictures = []
    if plots is not None:
        from hexfront.study.plots import side_colours

        colours = side_colours(points[0].rules.board())
        for words, part in response.slices():
            heading = f"{title}, {words}" if words else title
            pictures.append(part.plot(plots / _picture_name(grid, words), heading, colours))
    if json:
        about = {
            "system": sweep.system.name,
            "scenario": sweep.scenario.name,
            "seats": dict(zip(points[0].rules.sides, agents, strict=True)),
            "seed": points[0].plan.seed,
            "seconds": round(seconds, 3),
            "out": str(out) if out else None,
            "plots": [str(picture) for picture in pictures],
            "varied": [one.what for one in grid.variations],
            "varied_by": [one.by for one in grid.variations],
        }
        say_json(about | {"points": response.document()})
    elif not quiet:
        say(title)
        _report(sweep, response)
        counts = sorted({len(numbers) for numbers in sweep.games})
        most = counted(counts[-1], "game")
        each = most if len(counts) == 1 else f"{counts[0]} to {most}"
        say(f"{each} for each of {len(sweep.games)} values; {seconds:.1f} s")
        for picture in pictures:
            say(f"{picture}")


def _report(sweep: Sweep, response: Response) -> None:
    for table in response.tables():
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    if any(one.is_factor for one in sweep.grid.variations):
        say("× is a factor: what the scenario has is multiplied by it.")
    for variation in sweep.grid.variations:
        for words in variable_words(sweep.system, variation):
            say(words)
