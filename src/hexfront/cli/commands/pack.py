"""`hexfront pack`: scenarios, maps, forces and pictures in one file for others."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import print_warning, say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.settings import AsJson
from hexfront.core.documents.files import is_there, write_whole
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.packs.installing import Checked

PackFile = Annotated[Path, typer.Argument(metavar="FILE", help="A pack, FILE.hexpack.")]
SignedBy = Annotated[
    str | None,
    typer.Option("--key", metavar="HEX", help="The public key that it must be signed with."),
]


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    packs = typer.Typer(help="Share scenarios, and install those of others.", no_args_is_help=True)
    packs.command("build")(build)
    packs.command("check")(check)
    packs.command("install")(install)
    packs.command("list")(list_packs)
    packs.command("uninstall")(uninstall)
    packs.command("key")(key)
    app.add_typer(packs, name="pack")


def build(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Scenarios, and a pack.toml beside them.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The pack. (default: NAME-VERSION.hexpack)"),
    ] = None,
    sign: Annotated[
        Path | None,
        typer.Option("--sign", metavar="KEYFILE", help="A private key to sign it with."),
    ] = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Make a pack of a folder: scenarios beside `pack.toml`, what they name in folders below."""
    from hexfront.packs.building import build as build_pack
    from hexfront.packs.manifest import ENDING

    if out is not None and out.suffix != ENDING:
        raise InputError.at("--out", str(out), f"a name that ends in {ENDING}")
    built = build_pack(folder, sign)
    about = built.manifest
    target = out or Path(f"{about.name}-{about.version}{ENDING}")
    check_free("--out", [target], force=force)
    write_whole(target, built.data, "--out")
    for name, reason in built.left_out.items():
        print_warning(f"left out: {name} ({reason})")
    if json:
        left = {"left_out": built.left_out, "bytes": len(built.data)}
        say_json({"file": str(target), **about.model_dump(mode="json"), **left})
        return
    say(f"{target}: {about.title}, version {about.version}, {len(built.data)} bytes")
    for name, title in (*built.found.scenarios.items(), *built.found.campaigns.items()):
        say(f"  {name}: {title}")
    for name in built.found.others:
        say(f"  {name}")


def check(file: PackFile, key: SignedBy = None, json: AsJson = False) -> None:
    """Look at every file of a pack, without installing it. Exit code 2 where one is not sound."""
    from hexfront.packs.installing import check as check_pack

    _tell(file, check_pack(file, _key(key)), json=json)


def install(
    file: PackFile, key: SignedBy = None, force: Force = False, json: AsJson = False
) -> None:
    """Check a pack and install it: its scenarios are then called PACK:SCENARIO everywhere.

    A server that runs finds them at once.
    """
    from hexfront.packs.installing import install as install_pack

    _tell(file, install_pack(file, _key(key), force=force), json=json)


def list_packs(json: AsJson = False) -> None:
    """List the installed packs and their scenarios."""
    from hexfront.core.packs import installed_packs
    from hexfront.packs.installing import signer_of

    rows = []
    for pack in installed_packs():
        about = {name: str(pack.manifest.get(name)) for name in ("title", "version", "licence")}
        signed = signer_of(pack)
        if json:
            scenarios = list(pack.scenarios)
            about |= {"name": pack.name, "system": pack.system}
            say_json({**about, "key": signed, "folder": str(pack.folder), "scenarios": scenarios})
        scenarios_shown = "\n".join(pack.scenarios)
        rows.append([pack.name, *about.values(), pack.system, scenarios_shown, (signed or "")[:16]])
    if not json:
        head = ["pack", "title", "version", "licence", "system", "scenarios", "signed by"]
        say_table(head, rows)


def uninstall(
    name: Annotated[str, typer.Argument(metavar="PACK", help="The name of an installed pack.")],
) -> None:
    """Take an installed pack away; matches that were begun with it go on."""
    from hexfront.packs.installing import remove

    remove(name)
    say(f"{name}: removed")


def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The private key: made, or read.")],
) -> None:
    """Make a key to sign packs with, where FILE is not there yet, and print the public one."""
    from hexfront.packs.signatures import new_key, public_key

    if not is_there(file):
        _write_secret(file, new_key())
    say(public_key(file))


def _write_secret(file: Path, data: bytes) -> None:
    """Write a new file that nobody else may ever read. Errors: `InputError`."""
    try:
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as stream:
            stream.write(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(file), f"<{reason}>", "a file that can be written") from None


def _key(text: str | None) -> str | None:
    if text is not None and not re.fullmatch("[0-9a-f]{64}", text):
        raise InputError.at("--key", text, "64 hex digits, as `hexfront pack key` prints them")
    return text


def _tell(file: Path, checked: Checked, *, json: bool) -> None:
    from hexfront.packs.installing import scenario_names_of

    about, scenarios = checked.manifest, scenario_names_of(checked)
    for warning in checked.warnings:
        print_warning(warning)
    if json:
        more = {"key": checked.key, "scenarios": scenarios}
        say_json({"file": str(file), "sound": True, **about.model_dump(mode="json"), **more})
        return
    say(f"{file}: sound")
    say(f"  {about.title}, version {about.version}, for {about.system}")
    say(f"  by {', '.join(about.authors)}; licence {about.licence}")
    say(f"  signed with {checked.key}" if checked.key else "  not signed")
    for path, words in about.rights.items():
        say(f"  {path}: {words}")
    for name, title in scenarios.items():
        say(f"  {name}: {title}")
    for name, title in checked.found.campaigns.items():
        say(f"  {name}: {title}")
    for name in checked.found.others:
        say(f"  {name}")
