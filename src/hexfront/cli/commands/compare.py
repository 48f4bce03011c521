"""`hexfront compare`: scenarios, agents, options or versions against each other, pair by pair."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.commands.run import MAX_SEED
from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.cli.seats import split_seats
from hexfront.cli.settings import AsJson, Options, ScenarioName, SystemName, read_options
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.experiments.compare.comparison import Comparison
    from hexfront.experiments.compare.playing import Played


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compare", cls=OptionsByName)(compare)


def compare(
    system: SystemName,
    arms: Annotated[
        list[str],
        typer.Argument(
            metavar="ARM …",
            help="Two or more of one kind: scenarios (names or files), agents, options as "
            "KEY=VALUE,…, or versions: here, git:REVISION, FILE.whl, the folder of a virtual "
            "environment. The others are held against the first.",
        ),
    ],
    scenario: ScenarioName = None,
    option: Options = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…", help="The agents of all sides. (default: the system's best everywhere)"
        ),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(help="Where arms are agents: whose seat they take. (default: the first)"),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, max=10**6, help="Of each arm. (default: 200, or 1 for a system without chance)"
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Dice follow from seed and game number.")
    ] = 1,
    response: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FORMULA",
            help="What is asked of each game: a column, or a formula of columns; may be repeated. "
            "(default: who wins, losses, length, and what the system follows first)",
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Of intervals.")] = 0.95,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes; the rows do not depend on them.")
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for rows, figures and a page; made if missing."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the games that lie in --out.")
    ] = False,
    step_limit: Annotated[
        int, typer.Option(min=1, help="A game with more steps is an error.")
    ] = 1_000_000,
    force: Force = False,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no table.")] = False,
) -> None:
    """Play the same dice with two things or more, and say what differs and how sure that is.

    Intervals are of differences of pairs of games; rates are tested exactly (McNemar), means by
    Student's t, and all tests together are corrected (Holm).
    """
    from hexfront.core.registry import find_system
    from hexfront.experiments.compare.comparison import Wishes, prepare
    from hexfront.experiments.compare.files import FILES
    from hexfront.experiments.pages.files import PAGE, check_charts

    if resume and out is None:
        raise InputError.at("--resume", "<no --out>", "--out with the folder to go on with")
    wishes = Wishes(
        scenario,
        read_options(option or []),
        None if seats is None else split_seats(seats),
        side,
        games,
        seed,
        confidence,
        response or [],
        step_limit,
    )
    comparison = prepare(find_system(system), arms, wishes)
    if out is not None:
        check_charts()
    if out is not None and not resume:
        check_free("--out", [out / name for name in (*FILES, PAGE)], force=force)
    if not json and not quiet:
        _say_plan(comparison)
    started = perf_counter()
    played = _play(comparison, out, workers, resume=resume, shown=not quiet and not json)
    _report(played, out, perf_counter() - started, json=json, quiet=quiet)


def _say_plan(comparison: Comparison) -> None:
    """What is going to be played, before it is."""
    texts = [arm.text for arm in comparison.arms]
    each = counted(comparison.games, "game")
    say(f"{texts[0]} ({comparison.kind}) against {', '.join(texts[1:])}")
    say(f"{each} each with the same dice, {comparison.games * len(texts)} in all")


def _play(
    comparison: Comparison, out: Path | None, workers: int, *, resume: bool, shown: bool
) -> Played:
    from hexfront.agents.background_compiler import BackgroundCompiler
    from hexfront.experiments.compare.playing import play

    with (
        BackgroundCompiler([comparison.experiment.system.name]) as compiling,
        going_on_with(out),
        progress_bar(
            comparison.games * len(comparison.arms),
            shown=shown,
            plain=lambda: bool(compiling.left),
        ) as progress,
    ):
        return play(comparison, out, workers=workers, resume=resume, progress=progress)


def _report(played: Played, out: Path | None, seconds: float, *, json: bool, quiet: bool) -> None:
    from hexfront.experiments.compare.files import write_files
    from hexfront.experiments.compare.results import Results
    from hexfront.experiments.pages.files import write_compare_page

    results = Results(played)
    written = []
    if out is not None:
        written = write_files(out, results, seconds)
        written.append(write_compare_page(out, results, seconds))
    if json:
        about = {"seconds": round(seconds, 3), "out": str(out) if out else None}
        say_json(results.document() | about)
        return
    if quiet:
        return
    for table in results.tables():
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    for sentence in results.sentences():
        say(sentence)
    games = played.comparison.games * len(played.arms)
    say(f"{counted(games, 'game')}; {seconds:.1f} s")
    say(f"digest {played.digest}")
    for path in written:
        say(f"{path}")
