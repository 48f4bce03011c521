"""`hexfront run`: many games between machine players."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.files import Force
from hexfront.cli.seats import split_seats
from hexfront.cli.settings import (
    AsJson,
    DeckName,
    Options,
    ScenarioName,
    SystemName,
    choose_scenario,
    options_for,
    read_shard,
    warn_of,
)
from hexfront.cli.studies import Output, Study
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.system import System
    from hexfront.study.summary import Summary

MAX_SEED = 2**63 - 1
DEFAULT_AGENT = "random"
WHO = (
    "An opponent of the system, or what it has for studies, such as script:FILE. "
    "(default: random, which is quick and says little of balance; without chance the best)"
)
DEFAULT_GAMES = 100


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
    from hexfront.cli.vary import is_of_sweep, picture_files, play_varied, read_vary
    from hexfront.core.registry import find_system

    grid = read_vary(vary, outcome)
    output = Output(out, plots, tables, resume, force, json, quiet)
    output.check()
    found = find_system(system)
    loaded = choose_scenario(found, scenario, options_for(found, option, seats), deck)
    warn_of(found, loaded, scenario, deck)
    rules = found.rules(loaded)
    output.check_tables(found, rules)
    if plots is not None:
        mine = (picture for picture in plots.glob("*.png") if not is_of_sweep(picture))
        output.check_pictures(sorted(mine) if grid is None else picture_files(grid, plots))
    agents = read_seats(found, red, blue, seats, len(rules.sides))
    games = games or (DEFAULT_GAMES if found.studying.chance else 1)
    study = Study(found, loaded, agents, games, seed, step_limit, read_shard(shard), workers)
    usual = "" if seats or (red and blue) else usual_words(found, agents)
    if grid is not None:
        play_varied(study, grid, outcome or [], output, usual)
    else:
        _play(study, output, usual)


def _play(study: Study, output: Output, usual: str) -> None:
    """Play, write and report; `usual`: what is said of agents that nobody named."""
    from hexfront.study.batch import make_plan, run_batch, shard_games

    numbers = shard_games(study.games, *study.shard)
    plan, rules = make_plan(
        study.system, study.scenario, [*study.agents], study.seed, study.step_limit
    )
    started = perf_counter()
    with output.playing(study.system, len(numbers)) as progress:
        summary = run_batch(
            plan,
            rules,
            numbers,
            study.workers,
            output.out,
            resume=output.resume,
            tables=output.tables,
            progress=progress,
        )
    seconds = perf_counter() - started
    if output.plots is not None:
        from hexfront.study.reports.plots import side_colours, write_plots

        heading = f"{study.title} ({' – '.join(study.agents)}, {counted(summary.games, 'game')})"
        write_plots(summary, output.plots, heading, side_colours(rules.board()))
    if output.json:
        about = study.about(rules.sides, seconds) | {
            "scenario_hash": plan.scenario_hash,
            "shard": "{}/{}".format(*study.shard),
            "workers": study.workers,
            "out": str(output.out) if output.out else None,
            "plots": str(output.plots) if output.plots else None,
        }
        say_json(about | summary.document())
    elif not output.quiet:
        _report(summary, study, seconds, usual)


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
    usual = DEFAULT_AGENT if system.studying.chance else best_agent(system)
    return [red or usual, blue or usual] if sides == 2 else [usual] * sides


def _report(summary: Summary, study: Study, seconds: float, usual: str) -> None:
    from hexfront.study.reports.report import report

    say(study.title)
    if usual:
        say(usual)
    for table in report(summary, study.agents):
        if table.title:
            say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    means = summary.means
    say(
        f"{counted(summary.games, 'game')}, on average {means['steps'].mean:.1f} steps, "
        f"over at time {means['end_time'].mean:.1f}; {seconds:.1f} s"
    )
    say(f"digest {summary.digest}")
