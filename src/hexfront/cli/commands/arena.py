"""`hexfront arena`: agents against each other, and how strong they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.commands.run import MAX_SEED
from hexfront.cli.console import print_warning, say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.cli.settings import (
    AsJson,
    DeckName,
    Options,
    ScenarioName,
    SystemName,
    choose_scenario,
    warn_of,
)
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.arena.arena import ArenaJob
    from hexfront.arena.results import ArenaResults
    from hexfront.arena.tally import ArenaTally

MAX_SECONDS = 1e6
SHOWN = 3
"""Agents whose score is told while games are played."""
_TIME = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s)?")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("arena", cls=OptionsByName)(arena)


def arena(
    system: SystemName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT …",
            help="Opponents of the system, with parameters if they take any "
            "(search:iterations=2000), agents of your own as module:Class, or the files of "
            "networks.",
        ),
    ],
    scenario: ScenarioName = None,
    deck: DeckName = None,
    option: Options = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first agent against each of the others.")
    ] = False,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="All agents in each game, in all orders round the table; for games of more than "
            "two sides.",
        ),
    ] = False,
    budgets: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,…",
            help="One agent against itself, with so many times its iterations or its time, such as "
            "1,4,16: does it get stronger?",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="Two agents play until it is known whether the first is stronger by LOW or by "
            "HIGH normalised Elo, such as 0,30; either answer is wrong 5 times of 100.",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**8,
            help="Games of each pairing, at most with --sprt; rounded up to whole blocks, in which "
            "every agent has sat everywhere with the same dice. (default: 200; without chance "
            "one block)",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS",
            help="What an agent may think: a turn, for opponents that have a parameter `time`, and "
            "at most an order, for agents of your own (otherwise 10s). 0.5s, 500ms.",
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="Whose rating is 0. (default: the mean of all)"),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Dice follow from seed and number.")
    ] = 1,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes; the games do not depend on them.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="A Dask scheduler whose workers play, such as tcp://host:8786, instead of "
            "processes here; hexfront must be installed there, too.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for games.parquet, one row a game, results.json, index.html with plots, "
            "and journals of some games."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the games that an earlier try left in --out.")
    ] = False,
    force: Force = False,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no table.")] = False,
) -> None:
    """Let agents play each other, and rate them.

    All against all, unless --gauntlet, --together or --sprt say otherwise. Scenarios with commas
    between them take turns. Agents change sides with the same
    dice; intervals are of 95 % and resample such blocks of games. An agent that gives no order
    that counts forfeits the game.
    """
    from hexfront.arena.arena import run_arena
    from hexfront.arena.budgets import read_budgets
    from hexfront.arena.preparation import Wishes, prepare
    from hexfront.arena.sprt import read_bounds
    from hexfront.core.registry import find_system

    found = find_system(system)
    _check_folder(out, resume=resume, force=force)
    bounds = None if sprt is None else read_bounds(sprt)
    seconds = _read_time(time)
    wishes = Wishes(
        agents,
        bounds,
        gauntlet,
        together,
        games,
        seconds,
        anchor,
        seed,
        workers,
        cluster,
        out,
        resume,
        () if budgets is None else read_budgets(budgets),
    )
    loaded = []
    for name in [None] if scenario is None else scenario.split(","):
        loaded.append(choose_scenario(found, name, option or [], deck))
        warn_of(found, loaded[-1], name, deck)
    job = prepare(found, loaded, wishes)
    for agent, reason in job.refused.items():
        print_warning(f"{agent} is refused: {reason}")
    if not quiet and not json:
        _say_plan(job)
    with _playing(job, shown=not quiet) as progress:
        results = run_arena(job, progress)
    for warning in results.warnings:
        print_warning(warning)
    if json:
        where = {"workers": workers, "cluster": cluster, "out": str(out) if out else None}
        say_json(job.metadata | where | results.document())
    elif not quiet:
        _report(results)
    if results.budgets is not None and not json:
        say(results.budgets.sentence())


def _check_folder(out: Path | None, *, resume: bool, force: bool) -> None:
    """Errors: `InputError` for `--resume` without a folder, and files that would be replaced."""
    from hexfront.arena.files import GAMES, PAGE, RESULTS

    if out is None:
        if resume:
            raise InputError.at("--resume", "<no --out>", "--out with the folder to go on with")
        return
    from hexfront.study.reports.plots import check_library

    check_library()
    if out.is_file() or not out.parent.is_dir():
        raise InputError.at("--out", str(out), "a folder in one that exists")
    if not resume:
        check_free("--out", [out / name for name in (GAMES, PAGE, RESULTS)], force=force)


def _read_time(text: str | None) -> float | None:
    """Seconds. Errors: `InputError`."""
    found = _TIME.fullmatch(text or "")
    if text is None:
        return None
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise InputError.at("--time", text, "seconds, such as 0.5s or 500ms")
    return seconds


def _say_plan(job: ArenaJob) -> None:
    """What is to come."""
    from hexfront.arena.report import forecast

    plan = job.plan
    block = len(plan.pairings[0].seatings)
    title = job.rules.scenario.title
    if len(plan.scenario_names) > 1:
        title = ", ".join(plan.scenario_names)
    say(f"{title}, {job.form}: {', '.join(one.name for one in plan.entrants)}")
    if job.bounds is not None:
        say(f"{forecast(job.bounds)}; at most {job.most_games}, in blocks of {block}")
        return
    pairs, games = counted(len(plan.pairings), "pairing"), counted(job.most_games, "game")
    say(f"{pairs}, {games}, in blocks of {block} with the same dice")


@contextmanager
def _playing(job: ArenaJob, *, shown: bool) -> Iterator[Callable[[ArenaTally], None]]:
    """While games are played: a progress bar with the score, and what is kept at Ctrl-C.

    The rules are compiled beside the games, if they are not yet.
    """
    from hexfront.agents.background_compiler import BackgroundCompiler

    stand = ""

    def score() -> str:
        return stand

    with (
        BackgroundCompiler([job.plan.system]) as compiling,
        going_on_with(job.out),
        progress_bar(
            job.most_games, shown=shown, plain=lambda: bool(compiling.left), score=score
        ) as bar,
    ):

        def progress(tally: ArenaTally) -> None:
            nonlocal stand
            stand = standing_words(tally)
            bar(tally.games)

        yield progress


def standing_words(tally: ArenaTally) -> str:
    """How it stands, in a few words: of a test the ratio, else who has which part of the points."""
    if tally.bounds is not None:
        ratio = tally.ratios[-1] if tally.ratios else 0.0
        return f"LLR {ratio:+.2f} of ±{tally.bounds.stop:.2f}"
    won = dict.fromkeys(range(len(tally.names)), 0.0)
    blocks = dict.fromkeys(won, 0)
    for pair, found in zip(tally.pairs, tally.pairings, strict=True):
        total = sum(found.scores)
        won[pair.first] += total
        won[pair.second] += len(found.scores) - total
        blocks[pair.first] += len(found.scores)
        blocks[pair.second] += len(found.scores)
    shares = {place: won[place] / blocks[place] for place in won if blocks[place]}
    best = sorted(shares, key=lambda place: -shares[place])[:SHOWN]
    return ", ".join(f"{tally.names[place]} {shares[place]:.0%}" for place in best)


def _report(results: ArenaResults) -> None:
    from hexfront.arena.report import report, verdict

    for table in report(results):
        if table.title:
            say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    if results.sequential is not None:
        pairing = results.pairings[0]
        say(verdict(results.sequential, pairing.first, pairing.second))
    say(f"{counted(results.games, 'game')}, digest {results.digest}")
