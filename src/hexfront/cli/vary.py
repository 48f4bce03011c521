"""`hexfront run --vary`: the same games for one value of a number after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import typer

from hexfront.cli.console import print_error, say, say_json, say_table
from hexfront.cli.run import progress_bar
from hexfront.core.contract import Scenario
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.study.response import Response
from hexfront.study.sweep import run_sweep
from hexfront.study.vary import Variation, make_points, read_variation


@dataclass(frozen=True)
class Games:
    """What is played at each value."""

    system: System
    scenario: Scenario
    agents: list[str]
    numbers: range
    seed: int
    step_limit: int
    workers: int

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.system.title}: {self.scenario.title} ({' – '.join(self.agents)})"


def read_vary(
    text: str | None, outcomes: Sequence[str] | None, *, resume: bool
) -> Variation | None:
    """What `--vary` asks for; None without it. Errors: `InputError`."""
    if text is None:
        if outcomes:
            raise InputError.at("--outcome", ", ".join(outcomes), "--vary with it")
        return None
    if resume:
        raise InputError.at("--resume", "<--vary>", "one of them: a sweep is played as a whole")
    return read_variation(text)


def play_varied(
    games: Games,
    variation: Variation,
    outcomes: Sequence[str],
    out: Path | None,
    plots: Path | None,
    *,
    json: bool,
    quiet: bool,
) -> None:
    """Play, write and report. Errors: `InputError`, `HexfrontError`."""
    points = make_points(
        games.system, games.scenario, variation, games.agents, games.seed, games.step_limit
    )
    started = perf_counter()
    try:
        with progress_bar(len(games.numbers) * len(points), shown=not quiet) as progress:
            response = run_sweep(
                points, variation, outcomes, games.numbers, games.workers, out, progress=progress
            )
    except KeyboardInterrupt:
        print_error("interrupted: a sweep is written when it is over")
        raise typer.Exit(1) from None
    seconds = perf_counter() - started
    picture = None
    if plots is not None:
        name = re.sub(r"\W+", "-", name_of(variation)).strip("-").lower()
        picture = response.plot(plots / f"response-{name}.png", games.title)
    if json:
        about = {
            "system": games.system.name,
            "scenario": games.scenario.name,
            "seats": dict(zip(points[0].rules.sides, games.agents, strict=True)),
            "seed": games.seed,
            "seconds": round(seconds, 3),
            "out": str(out) if out else None,
            "plot": str(picture) if picture else None,
            "varied": name_of(variation),
            "varied_by": "times" if variation.is_factor else "to",
        }
        say_json(about | {"points": response.document()})
    elif not quiet:
        _report(games, response, seconds, picture)


def name_of(variation: Variation) -> str:
    """The number that is varied."""
    return variation.label.removesuffix(" × ")


def _report(games: Games, response: Response, seconds: float, picture: Path | None) -> None:
    say(games.title)
    for table in response.tables():
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    if response.variation.is_factor:
        say("× is a factor: what the scenario has is multiplied by it.")
    values = len(response.variation.values)
    say(f"{len(games.numbers)} games for each of {values} values; {seconds:.1f} s")
    if picture is not None:
        say(f"{picture}")
