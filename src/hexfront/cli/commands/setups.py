"""`hexfront setup`: a scenario with the armies of a finished game, to play it again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import say
from hexfront.cli.files import Force, check_free, check_json_name, write_document
from hexfront.core.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("setup")(setup)


def setup(
    file: Annotated[
        Path, typer.Argument(metavar="JOURNAL", help="The journal of a finished game.")
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The scenario to write, ending in .json.")
    ],
    force: Force = False,
) -> None:
    """Write a scenario in which both armies stand as they were set up in a game.

    It can be played again: hexfront play SYSTEM --scenario FILE. A game that is
    not over stays closed, because the file would show what is hidden.
    """
    from hexfront.core.journal import read_journal, replay

    journal, rules, system = read_journal(file)
    state = replay(journal, rules, str(file))
    if system.scenarios.from_setup is None:
        raise InputError.at(
            str(file),
            f"<a game of {system.title}>",
            "a game of a system in which armies are set up",
        )
    if rules.result(state) is None:
        raise InputError.at(
            str(file), "<a game that goes on>", "the journal of a game that is over"
        )
    check_json_name(out)
    check_free("--out", [out], force=force)
    document = system.scenarios.from_setup(rules, journal.steps)
    scenario = system.scenarios.load(document, None, f"set-up of {file}")
    write_document(out, scenario.document, system)
    say(f"{out}: {scenario.title}")
    say(f"  to play it: hexfront play {system.name} --scenario {out}")
