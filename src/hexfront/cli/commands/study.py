"""`hexfront study`: a designed experiment, as a file describes it."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.cli.settings import AsJson, read_shard
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.experiments.experiment import Experiment
    from hexfront.experiments.playing import Outcome


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("study")(study)


def study(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="The experiment, TOML or JSON; with --init a system."),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for rows, points and results; made if missing."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the games that lie in --out.")
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes; the rows do not depend on them.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Dask scheduler whose workers play instead, as tcp://host:8786."
        ),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(metavar="I/N", help="Play only part I of N; hexfront merge joins them."),
    ] = None,
    explore: Annotated[
        bool,
        typer.Option(
            "--explore",
            help="Also fit metamodels and trees, and look for conditions and robust choices, as "
            "the page in --out does.",
        ),
    ] = False,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Say what would be played and how long it would take, and keep nothing."
        ),
    ] = False,
    init: Annotated[
        bool, typer.Option("--init", help="Print a file to begin with, for the system FILE.")
    ] = False,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of files of experiments.")
    ] = False,
    force: Force = False,
    json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no table.")] = False,
) -> None:
    """Play a designed experiment: factors, a design of points, responses and when to stop.

    Every point is played with the dice of the others, unless the file says otherwise.
    """
    from hexfront.experiments.document import ExperimentEntry, read_experiment
    from hexfront.experiments.example import example_file
    from hexfront.experiments.experiment import prepare
    from hexfront.experiments.pages.files import PAGE, check_charts
    from hexfront.experiments.playing import most_games
    from hexfront.experiments.rows import ROWS

    if schema:
        say(dumps(ExperimentEntry.model_json_schema(), indent=2, ensure_ascii=False))
        return
    if not file:
        raise InputError.at("FILE", "<nothing>", "the file of an experiment; --init makes one")
    if init:
        say(example_file(file))
        return
    if resume and out is None:
        raise InputError.at("--resume", "<no --out>", "--out with the folder to go on with")
    path = Path(file)
    experiment = prepare(read_experiment(path), path.parent)
    part = read_shard(shard)
    games = most_games(experiment, part)
    if shard is not None and out is None and not plan:
        raise InputError.at("--shard", "<no --out>", "--out with a folder, for hexfront merge")
    if not json and not quiet:
        _say_plan(experiment)
        if shard is not None:
            say(f"part {shard}: {counted(games, 'game')}")
        if not resume:
            say(_time_words(experiment, games, workers, on_cluster=cluster is not None))
    if plan:
        if json:
            say_json(_plan_document(experiment, games))
        return
    started = perf_counter()
    if out is not None:
        check_charts()
    if out is not None and not resume:
        check_free("--out", [out / ROWS, out / PAGE], force=force)
    from hexfront.agents.background_compiler import BackgroundCompiler
    from hexfront.experiments.playing import run_experiment

    if cluster is not None:
        from hexfront.study.cluster import cluster_size

        cluster_size(cluster)
    with (
        BackgroundCompiler([experiment.system.name]) as compiling,
        going_on_with(out),
        progress_bar(
            games, shown=not quiet and not json, plain=lambda: bool(compiling.left)
        ) as progress,
    ):
        outcome = run_experiment(
            experiment,
            out,
            workers=workers,
            cluster=cluster,
            shard=part,
            resume=resume,
            progress=progress,
        )
    seconds = perf_counter() - started
    if shard is None:
        _report(outcome, path, out, seconds, explore=explore, json=json, quiet=quiet)
    elif json:
        about = {"shard": shard, "seconds": round(seconds, 3), "out": str(out)}
        say_json({"games": outcome.games, "digest": outcome.digest} | about)
    elif not quiet:
        say(f"{counted(outcome.games, 'game')} of part {shard}; {seconds:.1f} s; {out}")


def _say_plan(experiment: Experiment) -> None:
    """What is going to be played, before it is."""
    entry, design = experiment.entry, experiment.design
    say(entry.title or f"{experiment.system.title}: an experiment")
    rows = [[factor.name, factor.words] for factor in experiment.factors]
    say_table(["factor", "values"], rows, 2)
    words = f"{counted(len(experiment.points), 'point')} ({design.kind}"
    if len(experiment.factors) > 1:
        words += f"; largest |ρ| {design.correlation:.3f}, condition {design.condition:.3f}"
    left = f", {experiment.left_out} left out by constraints" if experiment.left_out else ""
    games = counted(experiment.most_games, "game")
    most = f"at most {games}" if entry.stop else games
    say(f"{words}){left}; {most}")


def _time_words(experiment: Experiment, games: int, workers: int, *, on_cluster: bool) -> str:
    """How long it will take, before it begins."""
    from hexfront.experiments.timing import seconds_of, time_text

    seconds = seconds_of(experiment, games)
    if seconds is None:
        return "how long that takes is known once the rules are compiled"
    if on_cluster:
        return f"about {time_text(seconds)} of one processor like those here"
    return f"about {time_text(seconds / workers)} with {counted(workers, 'process', 'processes')}"


def _plan_document(experiment: Experiment, games: int) -> dict[str, object]:
    from hexfront.experiments.timing import seconds_of

    design, seconds = experiment.design, seconds_of(experiment, games)
    names = [factor.name for factor in experiment.factors]
    return {
        "points": [dict(zip(names, levels, strict=True)) for levels in experiment.points],
        "kind": design.kind,
        "correlation": round(design.correlation, 6),
        "left_out": experiment.left_out,
        "games": experiment.most_games,
        "seconds": None if seconds is None else round(seconds, 1),
        "responses": experiment.reader.names,
    }


def _report(
    outcome: Outcome,
    file: Path,
    out: Path | None,
    seconds: float,
    *,
    explore: bool,
    json: bool,
    quiet: bool,
) -> None:
    from hexfront.experiments.exploration import Exploration
    from hexfront.experiments.pages.files import write_study_page
    from hexfront.experiments.results import Results
    from hexfront.experiments.tables import write_tables

    results = Results(outcome)
    exploration = Exploration(results)
    written = []
    if out is not None:
        written = write_tables(out, results)
        written.append(write_study_page(out, results, exploration, file, seconds))
    if json:
        about = {"seconds": round(seconds, 3), "out": str(out) if out else None}
        more = {"exploration": exploration.document()} if explore or out else {}
        say_json(results.document() | more | about)
        return
    if quiet:
        return
    for table in [*results.tables(), *(exploration.tables() if explore else ())]:
        say(table.title)
        say_table(table.headings, table.rows, table.right_from)
    say(f"{counted(outcome.games, 'game')}; {seconds:.1f} s")
    say(f"digest {outcome.digest}")
    for path in written:
        say(f"{path}")
