"""`hexfront run`: many games between machine players."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.cli.seats import split_seats
from hexfront.cli.settings import (
    AsJson,
    DeckName,
    Options,
    ScenarioName,
    SystemName,
    choose_scenario,
    options_for,
    warn_of,
)
from hexfront.core.errors import InputError
from hexfront.core.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.contract import Rules
    from hexfront.core.system import System
    from hexfront.study.summary import Summary

MAX_SEED = 2**63 - 1
DEFAULT_AGENT = "random"
WHO = (
    "An opponent of the system, or what it has for studies, such as script:FILE. "
    "(default: random, which is quick and says little of balance; without chance the best)"
)
DEFAULT_GAMES = 100
COMPILED_FROM = 20
"""So many games are worth compiling a large system for, if it takes a minute."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("run", cls=OptionsByName)(run)


def run(
    system: SystemName,
    scenario: ScenarioName = None,
    deck: DeckName = None,
    red: Annotated[
        str | None,
        typer.Option(help=f"Agent of the first side, whatever its name. {WHO}"),
    ] = None,
    blue: Annotated[
        str | None,
        typer.Option(help=f"Agent of the second side, whatever its name. {WHO}"),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The agents of all sides in their order.")
    ] = None,
    option: Options = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**9,
            help="Number of games. (default: 100, or 1 for a system without chance)",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Dice follow from seed and game number.")
    ] = 1,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes; the rows do not depend on them.")
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Parquet file for one row a game. "
            "What is followed through the games goes beside it, into NAME.series.parquet, "
            "and the system's own tables, such as NAME.units.parquet."
        ),
    ] = None,
    tables: Annotated[
        bool,
        typer.Option("--tables/--no-tables", help="Write the system's own tables with --out."),
    ] = True,
    plots: Annotated[
        Path | None, typer.Option(help="Folder for pictures (PNG) of the figures.")
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            metavar="I/N", help="Play only part I of N of the games, of all values with --vary."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the rows that an earlier run wrote for --out.")
    ] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FROM..TO:N",
            help="Play the games for N values that a number of the scenario is multiplied by, or "
            "becomes (NAME:=…). NAME is one that the system knows, NAME[1,2] an element of it, or "
            "the path of a number in the scenario. May be repeated: each value of one number with "
            "each of the others. `run SYSTEM --help` has examples. --plots draws the response.",
        ),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(
            "--outcome",
            metavar="NAME",
            help="With --vary: what to follow, such as wins, score or strength; may be repeated. "
            "(default: wins, and the first that the system counts)",
        ),
    ] = None,
    step_limit: Annotated[
        int, typer.Option(min=1, help="A game with more steps is an error.")
    ] = 1_000_000,
    force: Force = False,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no table.")] = False,
) -> None:
    """Play many games and report win rates with 95 % confidence intervals.

    Where no agents are named all play at random: quick, and the same for every system. How
    balanced a scenario is, only good players tell, such as --red greedy --blue greedy.
    """
    from hexfront.cli.vary import RESPONSE, picture_files, play_varied, read_vary
    from hexfront.core.registry import find_system
    from hexfront.jit import compile_always
    from hexfront.study.batch import make_plan, run_batch, shard_games
    from hexfront.study.sweep import make_sweep

    grid = read_vary(vary, outcome)
    if resume and out is None:
        raise InputError.at("--resume", "<no --out>", "--out with the file to go on with")
    if plots is not None:
        from hexfront.study.plots import check_plots, side_colours, write_plots

        check_plots(plots)
    if (games or 1) * (len(grid.points) if grid else 1) >= COMPILED_FROM:
        compile_always()
    found = find_system(system)
    games = games or (DEFAULT_GAMES if found.chance else 1)
    loaded = choose_scenario(found, scenario, options_for(found, option, seats), deck)
    warn_of(found, loaded, scenario, deck)
    bound = found.rules(loaded)
    sides = bound.sides
    if not resume:
        check_free("--out", _files_of(found, bound, out), force=force)
    if plots is not None and not resume:
        of_runs = (path for path in plots.glob("*.png") if not path.name.startswith(RESPONSE))
        drawn = picture_files(grid, plots) if grid is not None else sorted(of_runs)
        check_free("--plots", drawn, force=force)
    agents = read_seats(found, red, blue, seats, len(sides))
    usual = "" if seats or (red and blue) else usual_words(found, agents)
    chosen = _read_shard(shard)
    if grid is not None:
        sweep = make_sweep(found, loaded, grid, agents, games, seed, step_limit, chosen)
        named = outcome or []
        if usual and not (json or quiet):
            say(usual)
        play_varied(sweep, named, workers, out, plots, resume=resume, json=json, quiet=quiet)
        return
    numbers = shard_games(games, *chosen)
    plan, rules = make_plan(found, loaded, agents, seed, step_limit)
    started = perf_counter()
    with going_on_with(out), progress_bar(len(numbers), shown=not quiet) as progress:
        summary = run_batch(
            plan, rules, numbers, workers, out, resume=resume, tables=tables, progress=progress
        )
    seconds = perf_counter() - started
    title = f"{found.title}: {loaded.title}"
    if plots is not None:
        heading = f"{title} ({' – '.join(agents)}, {summary.games} games)"
        write_plots(summary, plots, heading, side_colours(rules.board()))
    if json:
        about = {
            "system": found.name,
            "scenario": loaded.name,
            "scenario_hash": plan.scenario_hash,
            "seats": dict(zip(sides, agents, strict=True)),
            "seed": seed,
            "shard": "{}/{}".format(*chosen),
            "workers": workers,
            "seconds": round(seconds, 3),
            "out": str(out) if out else None,
            "plots": str(plots) if plots else None,
        }
        say_json(about | summary.document())
    elif not quiet:
        _report(summary, agents, seconds, title, usual)


def _files_of(system: System, rules: Rules[Any], out: Path | None) -> list[Path]:
    """All files that `--out` may write, the table of games first."""
    if out is None or not out.name:
        return []
    from hexfront.study.games import make_recorder
    from hexfront.study.tables import series_path, table_path

    recorder = make_recorder(system, rules)
    tables = recorder.tables if recorder is not None else ()
    return [out, series_path(out), *(table_path(out, table.name) for table in tables)]


def usual_words(system: System, agents: list[str]) -> str:
    """What to say where not all agents are named: whose figures these are."""
    from hexfront.agents import best_agent

    against = f"Not all agents were named, so it is {' against '.join(dict.fromkeys(agents))}"
    if len(set(agents)) == 1:
        against = f"No agents were named, so all play {agents[0]}"
    best = best_agent(system)
    if best in agents or DEFAULT_AGENT not in agents:
        return f"{against}."
    asked = f"--red {best} --blue {best}" if len(agents) == 2 else f"--seats {best},…"
    return f"{against}, which tells little of a scenario's balance; {asked} would tell more."


def read_seats(
    system: System, red: str | None, blue: str | None, seats: str | None, sides: int
) -> list[str]:
    """The agents of all sides in their order. Errors: `InputError`."""
    from hexfront.agents import best_agent

    if seats is not None:
        if red is not None or blue is not None:
            raise InputError.at("--seats", seats, "either --seats or --red and --blue")
        return split_seats(seats)
    if sides != 2 and (red is not None or blue is not None):
        raise InputError.at(
            "--red, --blue", f"<a game of {sides} sides>", f"--seats with {sides} agents"
        )
    usual = DEFAULT_AGENT if system.chance else best_agent(system)
    return [red or usual, blue or usual] if sides == 2 else [usual] * sides


def _read_shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    shard, _, shards = text.partition("/")
    if not (shard.isdecimal() and shards.isdecimal() and 1 <= int(shard) <= int(shards)):
        raise InputError.at("--shard", text, "i/n with i from 1 to n")
    return int(shard), int(shards)


def _report(summary: Summary, agents: list[str], seconds: float, title: str, usual: str) -> None:
    from hexfront.study.report import report

    say(title)
    if usual:
        say(usual)
    for table in report(summary, agents):
        if table.title:
            say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    means = summary.means
    say(
        f"{counted(summary.games, 'game')}, on average {means['steps'].mean:.1f} steps, "
        f"over at time {means['end_time'].mean:.1f}; {seconds:.1f} s"
    )
    say(f"digest {summary.digest}")
