"""`hexfront run --vary`: the same games for one value of a number after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.run import going_on_with, progress_bar
from hexfront.core.errors import InputError
from hexfront.core.plurals import counted
from hexfront.study.response import Response
from hexfront.study.sweep import Sweep, run_sweep
from hexfront.study.vary import Variation, read_variation, variable_words


def read_vary(texts: Sequence[str] | None, outcomes: Sequence[str] | None) -> Variation | None:
    """What `--vary` asks for; None without it. Errors: `InputError`, also for more than one."""
    if not texts:
        if outcomes:
            raise InputError.at("--outcome", ", ".join(outcomes), "--vary with it")
        return None
    if len(texts) > 1:
        raise InputError.at("--vary", " and ".join(texts), "one number to vary in a run")
    return read_variation(texts[0])


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
    points, variation = sweep.points, sweep.variation
    games = sum(map(len, sweep.games))
    agents = points[0].plan.seats
    title = f"{sweep.system.title}: {sweep.scenario.title} ({' – '.join(agents)})"
    started = perf_counter()
    with going_on_with(out), progress_bar(games, shown=not quiet) as progress:
        response = run_sweep(sweep, outcomes, workers, out, resume=resume, progress=progress)
    seconds = perf_counter() - started
    picture = None
    if plots is not None:
        name = re.sub(r"\W+", "-", variation.what).strip("-").lower()
        from hexfront.study.plots import side_colours

        colours = side_colours(points[0].rules.board())
        picture = response.plot(plots / f"response-{name}.png", title, colours)
    if json:
        about = {
            "system": sweep.system.name,
            "scenario": sweep.scenario.name,
            "seats": dict(zip(points[0].rules.sides, agents, strict=True)),
            "seed": points[0].plan.seed,
            "seconds": round(seconds, 3),
            "out": str(out) if out else None,
            "plot": str(picture) if picture else None,
            "varied": variation.what,
            "varied_by": variation.by,
        }
        say_json(about | {"points": response.document()})
    elif not quiet:
        say(title)
        _report(sweep, response)
        counts = sorted({len(numbers) for numbers in sweep.games})
        most = counted(counts[-1], "game")
        each = most if len(counts) == 1 else f"{counts[0]} to {most}"
        say(f"{each} for each of {len(sweep.games)} values; {seconds:.1f} s")
        if picture is not None:
            say(f"{picture}")


def _report(sweep: Sweep, response: Response) -> None:
    for table in response.tables():
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    if sweep.variation.is_factor:
        say("× is a factor: what the scenario has is multiplied by it.")
    for words in variable_words(sweep.system, sweep.variation):
        say(words)
