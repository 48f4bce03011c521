"""`hexfront deck`: decks of cards, checked and turned into scenario files and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import problem_json, say, say_json
from hexfront.cli.files import Force, check_free
from hexfront.cli.settings import AsJson, SystemName, decks_of
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.system import System

DeckFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE…", help="The files of a deck, or the name of one that ships with the system."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    decks = typer.Typer(
        help="Check decks of cards, and turn them into scenario files and back.",
        no_args_is_help=True,
    )
    for command in (check, to_toml, to_cards):
        decks.command(command.__name__.replace("_", "-"))(command)
    app.add_typer(decks, name="deck")


def check(system: SystemName, files: DeckFiles, json: AsJson = False) -> None:
    """List all problems of a deck, each with card, columns, group and variable; or what it holds.

    Exit code 2 where there are problems. What looks odd but can be used is a warning.
    """
    found = decks_of(system).check(files)
    if json:
        warnings = [problem_json(warning) for warning in found.warnings]
        say_json({"valid": True, "warnings": warnings, "contents": list(found.contents)})
        return
    for warning in found.warnings:
        say(f"warning: {warning}")
    for line in found.contents:
        say(line)


def to_toml(
    system: SystemName,
    files: DeckFiles,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The scenario to write, ending in .toml.")
    ],
    force: Force = False,
) -> None:
    """Write a deck as a scenario file, with names instead of columns and a comment for each field.

    To play it: hexfront play SYSTEM --scenario FILE.
    """
    if out.suffix != ".toml":
        raise InputError.at("--out", str(out), "a name that ends in .toml")
    check_free("--out", [out], force=force)
    write_whole(out, decks_of(system).to_toml(files), "--out")
    say(f"{out}: a valid scenario")


def to_cards(
    scenario: Annotated[
        Path, typer.Argument(metavar="SCENARIO", help="A scenario file, .toml or .json.")
    ],
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The files to write.")],
    force: Force = False,
) -> None:
    """Write a scenario as a deck of cards.

    A scenario that holds a deck gives the same cards, byte for byte where nothing was changed.
    """
    from hexfront.core.scenario import load_scenario

    found = _system_of(scenario)
    decks = decks_of(found.name)
    if len(files) != len(decks.files) or len({file.resolve() for file in files}) < len(files):
        names = ", ".join(str(file) for file in files)
        raise InputError.at("files", names, f"one for each of: {', '.join(decks.files)}")
    check_free("FILE…", files, force=force)
    texts = decks.from_scenario(load_scenario(found, scenario))
    for path, text in zip(files, texts, strict=True):
        write_whole(path, text)
        say(f"{path}: {counted(len(text.splitlines()), 'card')}")


def _system_of(path: Path) -> System:
    """The system that a scenario file names. Errors: `InputError`."""
    from hexfront.core.documents.stricttoml import read_document
    from hexfront.core.registry import find_system

    if path.suffix not in (".toml", ".json"):
        raise InputError.at("scenario", str(path), "a file ending in .json or .toml")
    document = read_document(path)
    name = document.get("system") if isinstance(document, dict) else None
    if not isinstance(name, str):
        raise InputError.at(f"{path}: /system", "<nothing>", "the name of a system")
    return find_system(name)
