"""`hexfront record` and `outputs`: one game between machines, and what its players get in print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.commands.journals import JournalFile
from hexfront.cli.commands.run import MAX_SEED, WHO, read_seats
from hexfront.cli.console import say
from hexfront.cli.files import Force, check_free
from hexfront.cli.settings import (
    DeckName,
    Options,
    ScenarioName,
    SystemName,
    choose_scenario,
    options_for,
    warn_of,
)
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.contract import Rules
    from hexfront.core.journal import Journal
    from hexfront.core.table.report import Report

DESIGNER = "designer"
"""Whose output tells everything."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("record", cls=OptionsByName)(record)
    app.command("outputs")(outputs)


def record(
    system: SystemName,
    out: Annotated[Path, typer.Option(help="The journal to write.")],
    scenario: ScenarioName = None,
    deck: DeckName = None,
    red: Annotated[str | None, typer.Option(help=WHO)] = None,
    blue: Annotated[str | None, typer.Option(help=WHO)] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="The agents of all sides in their order.")
    ] = None,
    option: Options = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="Dice follow from seed and game number.")
    ] = 1,
    game: Annotated[
        int, typer.Option(min=0, help="The number of the game; `run` counts from 0.")
    ] = 0,
    step_limit: Annotated[int, typer.Option(min=1, help="More steps are an error.")] = 1_000_000,
    force: Force = False,
) -> None:
    """Play one game, as `run` does, and write its journal.

    `replay`, `verify` and `outputs` read it.
    """
    from hexfront.core.registry import find_system
    from hexfront.study.batch import make_plan
    from hexfront.study.journals import journal_of

    check_free("--out", [out], force=force)
    found = find_system(system)
    loaded = choose_scenario(found, scenario, options_for(found, option, seats), deck)
    warn_of(found, loaded, scenario, deck)
    agents = read_seats(found, red, blue, seats, len(found.rules(loaded).sides))
    plan, rules = make_plan(found, loaded, agents, seed, step_limit)
    journal = journal_of(plan, game)
    write_whole(out, "".join(f"{line}\n" for line in journal.lines(rules)))
    say(f"{out}: {counted(len(journal.steps), 'step')}, {' against '.join(agents)}")


def outputs(
    file: JournalFile,
    side: Annotated[
        str | None,
        typer.Option(help="Whose: a side's name, or `designer`. (default: everybody's)"),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            "--iprint",
            min=0,
            help="How much is told, as the system counts it. (default: as the scenario says)",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write files there, instead of printing one of them."),
    ] = None,
    force: Force = False,
) -> None:
    """Write the printed outputs of a match: what each player was told, and the whole history.

    Exit code 2 where the journal is not sound, or the system has no such outputs.
    """
    from hexfront.core.contract import UMPIRE
    from hexfront.core.journal import read_journal

    journal, rules, system = read_journal(file)
    if system.playing.reports is None:
        raise InputError.at(str(file), system.name, "a system that prints outputs")
    viewers = {name: number for number, name in enumerate(rules.sides)} | {DESIGNER: UMPIRE}
    if side is not None and side not in viewers:
        raise InputError.at("--side", side, f"one of: {', '.join(viewers)}")
    if side is None and out is None:
        raise InputError.at("--out", "<none>", "a folder, or --side for one output")
    chosen = viewers.values() if side is None else [viewers[side]]
    reports = [system.playing.reports(rules, viewer, level) for viewer in chosen]
    if out is not None:
        _make_folder(out)
        check_free("--out", [out / f"{report.name}.txt" for report in reports], force=force)
    texts = _write_reports(journal, rules, reports, str(file))
    for report, lines in zip(reports, texts, strict=True):
        if out is None:
            for line in lines:
                say(line)
        else:
            path = out / f"{report.name}.txt"
            write_whole(path, "".join(f"{line}\n" for line in lines))
            say(f"{path}: {counted(len(lines), 'line')}")


def _write_reports(
    journal: Journal, rules: Rules[Any], reports: list[Report], place: str
) -> list[list[str]]:
    """The lines of reports on a journal, which is checked first. Errors: `InputError`."""
    from hexfront.core.journal import replay

    replay(journal, rules, place)
    texts = [list(report.head()) for report in reports]
    for step in journal.steps:
        for report, text in zip(reports, texts, strict=True):
            text.extend(report.lines(step))
    return texts


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError.at(str(out), f"<{error.strerror}>", "a folder to write into") from None
