"""Whether what a pack holds is sound: documents by their system, pictures, texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexfront.campaigns.model import read_campaign
from hexfront.core.documents.stricttoml import parse_document
from hexfront.core.errors import InputError
from hexfront.core.packs import is_campaign, is_scenario
from hexfront.core.scenario import Reading
from hexfront.packs.manifest import DOCUMENTS, PICTURES, TEXTS

if TYPE_CHECKING:
    from hexfront.core.system import System

_NAME: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*(?<!.{41})")


@dataclass(frozen=True)
class Found:
    """What is in a pack, for a person."""

    scenarios: dict[str, str]
    """Titles by the names of their files."""
    campaigns: dict[str, str]
    """The same of its campaigns."""
    others: tuple[str, ...]


def check_contents(system: System, folder: Path, names: Iterable[str]) -> Found:
    """Look at every file of a pack that lies unpacked in a folder.

    Errors: `InputError` with the problems of all files.
    """
    reading, titles, others = Reading(), dict[str, str](), list[str]()
    campaigns: dict[str, str] = {}
    for name in sorted(names):
        data = (folder / name).read_bytes()
        if is_scenario(name):
            title = reading.attempt(partial(_title, system, folder, name, data))
            titles[name] = title or ""
            continue
        if is_campaign(name):
            read = partial(_campaign, system, folder, name)
            campaigns[name] = reading.attempt(read) or ""
            continue
        others.append(name)
        reading.attempt(partial(_check_other, system, folder, name, data))
    for kind, named in (("scenarios", titles), ("campaigns", campaigns)):
        stems = ((name, Path(name).stem) for name in named)
        reading.once(stems, f"{kind} with different names before .json or .toml")
    if not (titles or campaigns or others):
        reading.report("files", "<nothing>", "at least one file of data")
    return reading.finish(Found(titles, campaigns, tuple(others)))


def _check_stem(name: str) -> None:
    if not _NAME.fullmatch(Path(name).stem):
        expected = "a name of small letters, digits and hyphens, at most 40"
        raise InputError.at(f"{name}: name", Path(name).stem, expected)


def _title(system: System, folder: Path, name: str, data: bytes) -> str:
    _check_stem(name)
    document = parse_document(data, Path(name))
    return system.scenarios.load(document, folder, name).title


def _campaign(system: System, folder: Path, name: str) -> str:
    _check_stem(name)
    return read_campaign(system, folder / name, folder, place=name).file.title


def _check_other(system: System, folder: Path, name: str, data: bytes) -> None:
    ending = Path(name).suffix
    if ending in TEXTS:
        _check_text(name, data)
    elif ending in PICTURES:
        if not PICTURES[ending].match(data):
            raise InputError.at(name, data[:8].hex(), f"a picture of the kind {ending[1:]}")
    elif ending in DOCUMENTS:
        document = parse_document(data, Path(name))
        kind = document.get("format") if isinstance(document, dict) else None
        known = system.scenarios.documents
        if not isinstance(kind, str) or kind not in known:
            expected = f"one of the formats of {system.name}: {', '.join(known) or 'none'}"
            raise InputError.at(f"{name}: /format", kind, expected)
        known[kind](document, (folder / name).parent, name)


def _check_text(name: str, data: bytes) -> None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError.at(f"{name}: byte {error.start}", "<no UTF-8>", "UTF-8 text") from None
