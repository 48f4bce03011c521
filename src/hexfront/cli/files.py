"""Files that commands write. None of them replaces a file, unless `--force` says so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.core.documents.files import check_new, write_whole
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.system import System

Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]
"""An option of every command that writes files where it is told to."""


def check_free(option: str, paths: Iterable[Path | None], *, force: bool) -> None:
    """Errors: `InputError` for a file that is there already, before any work is done."""
    for path in paths:
        if path is not None and not force:
            check_new(path, option, ", or --force to replace it")


def check_json_name(out: Path) -> None:
    """Errors: `InputError` for a name that is no JSON file's, before any work is done."""
    if out.suffix != ".json":
        raise InputError.at("--out", str(out), "a name that ends in .json")


def write_document(out: Path, document: Json, system: System) -> None:
    """Write a JSON file that a person may edit, of a system. Errors: `InputError`."""
    from hexfront.editor.documents import hex_lists
    from hexfront.editor.text import write_text

    write_whole(out, write_text(document, "json", hex_lists(system, document)), "--out")
