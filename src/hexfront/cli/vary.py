"""`hexfront run --vary`: the same games for one value of a number after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.studies import Output, Study
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted
from hexfront.study.sweeps.response import Response
from hexfront.study.sweeps.sweep import Sweep, make_sweep, run_sweep
from hexfront.study.sweeps.vary import Grid, make_grid, read_variation, variable_words

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


def is_of_sweep(picture: Path) -> bool:
    """Whether a file is named as pictures of sweeps are."""
    return picture.name.startswith(RESPONSE)


def play_varied(
    study: Study, grid: Grid, outcomes: Sequence[str], output: Output, usual: str
) -> None:
    """Play, write and report; `usual`: what is said of agents that nobody named.

    Errors: `InputError`, `HexfrontError`.
    """
    sweep = make_sweep(
        study.system,
        study.scenario,
        grid,
        study.agents,
        study.games,
        study.seed,
        study.step_limit,
        study.shard,
    )
    if usual and not (output.json or output.quiet):
        say(usual)
    points, grid = sweep.points, sweep.grid
    title = f"{study.title} ({' – '.join(study.agents)})"
    started = perf_counter()
    with output.playing(study.system, sum(map(len, sweep.games))) as progress:
        response = run_sweep(
            sweep, outcomes, study.workers, output.out, resume=output.resume, progress=progress
        )
    seconds = perf_counter() - started
    pictures = _draw(sweep, response, output.plots, title) if output.plots is not None else []
    if output.json:
        about = study.about(points[0].rules.sides, seconds) | {
            "out": str(output.out) if output.out else None,
            "plots": [str(picture) for picture in pictures],
            "varied": [one.what for one in grid.variations],
            "varied_by": [one.by for one in grid.variations],
        }
        say_json(about | {"points": response.document()})
    elif not output.quiet:
        say(title)
        _report(sweep, response)
        counts = sorted({len(numbers) for numbers in sweep.games})
        most = counted(counts[-1], "game")
        each = most if len(counts) == 1 else f"{counts[0]} to {most}"
        say(f"{each} for each of {len(sweep.games)} values; {seconds:.1f} s")
        for picture in pictures:
            say(f"{picture}")


def _draw(sweep: Sweep, response: Response, plots: Path, title: str) -> list[Path]:
    """Draw the response: a picture for the values of the first number, for each of the others'."""
    from hexfront.study.reports.plots import side_colours

    colours = side_colours(sweep.points[0].rules.board())
    return [
        part.plot(
            plots / _picture_name(sweep.grid, words),
            f"{title}, {words}" if words else title,
            colours,
        )
        for words, part in response.slices()
    ]


def _report(sweep: Sweep, response: Response) -> None:
    for table in response.tables():
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    if any(one.is_factor for one in sweep.grid.variations):
        say("× is a factor: what the scenario has is multiplied by it.")
    for variation in sweep.grid.variations:
        for words in variable_words(sweep.system, variation):
            say(words)
