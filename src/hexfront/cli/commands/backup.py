"""`hexfront backup` and `restore`: a whole store in one file; `operator-token`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.commands.play import DataFolder
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.play.storage.backup import Copied

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, packed by gzip.")]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        "--settings",
        metavar="FILE",
        help="Settings of the server (TOML), whose `database` is meant.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("operator-token")(operator_token)


def backup(file: File, save: DataFolder = None, config: Config = None) -> None:
    """Write all matches, tokens and settings of a store to a new file, while servers play on."""
    from hexfront.play.storage.backup import back_up
    from hexfront.play.storage.database import FILE_NAME
    from hexfront.play.storage.store import Store

    where = _where(save, config)
    if isinstance(where, Path) and not (where / FILE_NAME).exists():
        # It would be made, and an empty backup of it would look like one of all matches.
        raise InputError.at(f"data folder {where}", "<no store>", f"a folder with {FILE_NAME}")
    store = Store(where)
    try:
        copied = back_up(store, file)
    finally:
        store.close()
    rows = counted(copied.rows, "row")
    print(f"{file}: {_content(copied)}, {rows} in all")


def restore(file: File, save: DataFolder = None, config: Config = None) -> None:
    """Fill an empty store from a backup, wholly or not at all; the database may be the other."""
    from hexfront.play.storage import backup
    from hexfront.play.storage.store import Store

    store = Store(_where(save, config))
    try:
        copied = backup.restore(file, store)
        name = store.backend.name
    finally:
        store.close()
    print(f"{name}: {_content(copied)}, as of {copied.created}")


def operator_token() -> None:
    """Make a token for the operator's page, and the hash of it for the settings."""
    import hashlib
    import secrets

    token = secrets.token_urlsafe(32)
    print(f"Token, for you alone: {token}")
    print(
        f'In the settings: [operator]\ntoken_hash = "{hashlib.sha256(token.encode()).hexdigest()}"'
    )


def _content(copied: Copied) -> str:
    matches = counted(copied.matches, "match", "matches")
    return f"{matches} with {counted(copied.steps, 'step')}"


def _where(save: Path | None, config: Path | None) -> Path | str:
    from hexfront.core.packs import data_folder
    from hexfront.server.settings import load_settings

    return load_settings(config).database or save or data_folder()
