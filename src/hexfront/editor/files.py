"""A draft as files: saved with its parts beside it, and as a pack."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.editor.documents import SCENARIO, Documents, hex_lists, load
from hexfront.editor.text import TextForm, write_text
from hexfront.packs.building import Built, build
from hexfront.packs.manifest import ABOUT

PARTS: Final = "parts"
"""The folder beside a scenario with its parts, where no scenario is looked for."""


def files_of(system: System, documents: Documents, form: TextForm) -> dict[str, str]:
    """The texts of a draft's files by path: the scenario, which names its parts, and these."""
    scenario = dict(documents[SCENARIO])
    name = _file_name(scenario)
    files = {}
    for role, part in documents.items():
        if role != SCENARIO:
            path = f"{PARTS}/{name}-{role}.{form}"
            scenario[role] = path
            files[path] = write_text(part, form, hex_lists(system, part))
    text = write_text(scenario, form, hex_lists(system, scenario))
    return {f"{name}.{form}": text, **files}


def _file_name(scenario: Mapping[str, Json]) -> str:
    name = str(scenario.get("name", ""))
    if not name or not all(part.isalnum() and part.isascii() for part in name.split("-")):
        expected = "a name of small letters, digits and hyphens, before it can be a file"
        raise InputError.at(f"{SCENARIO}: /name", name, expected)
    return name


def differs(path: Path, text: str) -> bool:
    """Whether there is a file with anything else in it."""
    try:
        return path.read_bytes() != text.encode()
    except FileNotFoundError:
        return False
    except OSError:
        return True  # Whoever writes it says what is wrong with it.


def save(files: Mapping[str, str], folder: Path) -> list[Path]:
    """Write a draft's files, as of `files_of`, into a folder; each is written whole.

    Errors: `InputError`.
    """
    saved = []
    for path, text in files.items():
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            expected = "a folder that can be written"
            raise InputError.at(str(folder), f"<{error.strerror}>", expected) from None
        write_whole(target, text)
        saved.append(target)
    return saved


def pack(
    system: System, documents: Documents, about: Mapping[str, Json], form: TextForm = "json"
) -> Built:
    """The pack of one draft.

    Args:
        system: of the draft.
        documents: which must be sound.
        about: `name`, `title`, `version`, `licence`, `authors`, `description`, as in `pack.toml`.
        form: of its files.

    Errors: `InputError` with every problem.
    """
    load(system, documents)
    with tempfile.TemporaryDirectory(prefix="hexfront-draft-") as made:
        folder = Path(made)
        save(files_of(system, documents, form), folder)
        told = {"format": "hexfront-pack/1", "system": system.name, **about}
        (folder / ABOUT).write_text(write_text(told, "toml"), encoding="utf-8")
        try:
            return build(folder)
        except InputError as error:
            # The folder is gone when anybody reads this.
            problems = [
                type(p)(p.place.replace(f"{made}/", ""), p.found, p.expected)
                for p in error.problems
            ]
            raise InputError(problems) from None
