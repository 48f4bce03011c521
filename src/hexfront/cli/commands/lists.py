"""`hexfront rules`, `scenarios` and `schema`: what there is."""

from __future__ import annotations

import json as jsonlib
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.settings import AnySystemName, AsJson, SystemName
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.rulebook import Coverage, Erratum
    from hexfront.core.system import System


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("scenarios")(scenarios)
    app.command("rules")(rules)
    app.command("schema")(schema)


def scenarios(system: AnySystemName = None, json: AsJson = False) -> None:
    """List the systems with their scenarios; `*` marks the default of each.

    Those of installed packs are called `PACK:SCENARIO`.
    """
    from hexfront.core.scenario import known_scenarios, load_scenario

    rows = []
    for found in _systems(system):
        for name in known_scenarios(found):
            title = load_scenario(found, name).title
            default = name == found.scenarios.default
            if json:
                say_json({"system": found.name, "name": name, "title": title, "default": default})
            rows.append([found.name, f"{name}{' *' if default else ''}", title])
    if not json:
        say_table(["system", "scenario", "title"], rows)


def rules(
    system: SystemName,
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="Id of one clause, such as BRG-17.")
    ] = None,
    errata: Annotated[
        bool,
        typer.Option(
            "--errata", help="Instead: what the source prints and the rules mend, with reasons."
        ),
    ] = False,
    json: AsJson = False,
) -> None:
    """Print the rulebook of a system, with the code and the tests that answer for each clause.

    Tests are listed where the system runs from a source checkout.
    """
    from hexfront.core.registry import find_system
    from hexfront.core.rulebook import coverage, load_rulebook

    found = find_system(system)
    entries = coverage(found.folder, tests_folder(found.folder))
    if clause is not None:
        known = [entry.clause.id for entry in entries]
        entries = [entry for entry in entries if entry.clause.id == clause]
        if not entries:
            raise InputError.at("clause", clause, f"one of: {', '.join(known)}")
    book = load_rulebook(found.folder)
    listed = [e for e in book.errata if clause is None or e.clause == clause]
    if errata:
        for erratum in listed:
            if json:
                say_json(asdict(erratum))
            else:
                _say_erratum(erratum)
        if not listed and not json:
            say("no errata")
        return
    if json:
        for entry in entries:
            say_json(
                {
                    "id": entry.clause.id,
                    "title": entry.clause.title,
                    "text": entry.clause.text,
                    "source": entry.clause.source,
                    "code": list(entry.code),
                    "tests": list(entry.tests),
                }
            )
        return
    if clause is None:
        say(f"{book.title} (version {found.version})")
        say(f"source: {book.source}")
        say()
    for entry in entries:
        _say_clause(entry, full=clause is not None)
    if clause is not None:
        for erratum in listed:
            _say_erratum(erratum)


def schema(
    system: SystemName,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Name of a schema; without it: list.")
    ] = None,
) -> None:
    """Print a JSON Schema that a system publishes for its files."""
    from hexfront.core.registry import find_system

    found = find_system(system)
    if name is None:
        for known in found.scenarios.schemas:
            say(known)
        return
    if name not in found.scenarios.schemas:
        raise InputError.at(
            "schema", name, f"one of: {', '.join(found.scenarios.schemas) or 'none'}"
        )
    sys.stdout.write(
        jsonlib.dumps(found.scenarios.file_schema(name), indent=2, ensure_ascii=False) + "\n"
    )


def tests_folder(folder: Path) -> Path | None:
    """The tests of the source checkout that a system's folder lies in; None where installed."""
    for parent in folder.parents:
        if parent.name in {"site-packages", "dist-packages"}:
            return None
        if (parent / "pyproject.toml").is_file() and (parent / "tests").is_dir():
            return parent / "tests"
    return None


def _systems(name: str | None) -> list[System]:
    from hexfront.core.registry import find_system, system_names

    return [find_system(each) for each in ([name] if name else system_names())]


def _say_erratum(erratum: Erratum) -> None:
    say(f"{erratum.clause}  erratum {erratum.name}")
    say(f"    printed: {erratum.printed}")
    say(f"    we: {erratum.ours}")
    say(f"    reason: {erratum.reason}")
    if erratum.followed:
        say(f"    as printed: {erratum.followed}")
    else:
        say(f"    as printed it cannot run: {erratum.cannot}")


def _say_clause(entry: Coverage, *, full: bool) -> None:
    clause = entry.clause
    say(f"{clause.id}  {clause.title}")
    for line in clause.text.splitlines():
        say(f"    {line}")
    say(f"    [{clause.source}]")
    if full:
        for title, places in (("code", entry.code), ("test", entry.tests)):
            for place in places:
                say(f"    {title}: {place}")
    else:
        say(f"    {counted(len(entry.code), 'place')} of code, {counted(len(entry.tests), 'test')}")
