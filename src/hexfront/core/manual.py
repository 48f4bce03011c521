"""What makes a manual of a rulebook: a summary, parts with titles, diagrams of positions."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.core.rulebook import load_rulebook

FILE_NAME: Final = "manual.toml"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rulebook: its clauses from one on."""

    title: str
    first: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture that the program draws: a side's overlay at the start of a shipped scenario."""

    clause: str
    """Beside which it stands."""
    caption: str
    scenario: str
    overlay: str
    subject: str = ""
    """A counter or a place that the overlay is asked of."""


@dataclass(frozen=True, slots=True)
class Manual:
    """What a system says of its rules beside their clauses."""

    summary: tuple[str, ...] = ()
    """The rules in a few sentences, each a point of a page."""
    parts: tuple[Part, ...] = ()
    diagrams: tuple[Diagram, ...] = ()


@cache
def load_manual(folder: Path) -> Manual:
    """The `manual.toml` of a system's folder; an empty one where there is none.

    Errors: `InputError`.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return Manual()
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError.at(str(path), f"<{error}>", "a TOML file") from None
    keys = {"summary", "part", "diagram"}
    if not set(document) <= keys:
        raise InputError.at(str(path), sorted(set(document) - keys), ", ".join(sorted(keys)))
    summary = document.get("summary", [])
    if not isinstance(summary, list) or not all(isinstance(line, str) for line in summary):
        raise InputError.at(f"{path}: summary", summary, "a list of texts")
    clauses = set(load_rulebook(folder).by_id)
    parts = _entries(document, "part", {"title", "first"}, set(), str(path))
    needed = {"clause", "caption", "scenario", "overlay"}
    diagrams = _entries(document, "diagram", needed, {"subject"}, str(path))
    for name, key, entries in (("part", "first", parts), ("diagram", "clause", diagrams)):
        for number, entry in enumerate(entries, 1):
            if entry[key] not in clauses:
                place = f"{path}: {name} {number} /{key}"
                raise InputError.at(place, entry[key], "the id of a clause")
    return Manual(
        tuple(line.strip() for line in summary),
        tuple(Part(**entry) for entry in parts),
        tuple(Diagram(**entry) for entry in diagrams),
    )


def _entries(
    document: dict[str, Any], name: str, needed: set[str], others: set[str], path: str
) -> list[dict[str, str]]:
    """The objects of a list, each with texts of these names. Errors: `InputError`."""
    entries = document.get(name, [])
    if not isinstance(entries, list):
        raise InputError.at(f"{path}: {name}", entries, f"a list of [[{name}]]")
    for number, entry in enumerate(entries, 1):
        place = f"{path}: {name} {number}"
        if not isinstance(entry, dict) or not needed <= set(entry) <= needed | others:
            found = sorted(entry) if isinstance(entry, dict) else entry
            raise InputError.at(place, found, ", ".join(sorted(needed)))
        for key, value in entry.items():
            if not isinstance(value, str):
                raise InputError.at(f"{place} /{key}", value, "a text")
    return entries
