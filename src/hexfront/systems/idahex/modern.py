"""The modern form of a war and decks of cards: each turned into the other (IDX-9.1).

A deck is two files of cards; a war is one document, TOML on disk and JSON over
the wire, with names instead of places in lists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfront.core.errors import printable
from hexfront.core.scenario import Reading, check_model
from hexfront.core.strictjson import Json
from hexfront.systems.idahex.decks import GameDesign, read_files
from hexfront.systems.idahex.errata import MENDED, Name
from hexfront.systems.idahex.inspecting import check_design
from hexfront.systems.idahex.modern_model import War
from hexfront.systems.idahex.modern_places import Places
from hexfront.systems.idahex.modern_reading import WarReader
from hexfront.systems.idahex.modern_toml import write_toml
from hexfront.systems.idahex.modern_writing import write_war
from hexfront.systems.idahex.scenario_model import FORMAT, ScenarioFile, UnitKind


def to_modern(values: Mapping[str, Any], kinds: Mapping[str, UnitKind] | None = None) -> Json:
    """The war that the values of a deck hold; `kinds` names the types of units by number."""
    return write_war(values, kinds)


def from_modern(document: Json, place: str) -> dict[str, Any]:
    """The values of a deck from a war.

    Errors: `InputError` with every problem of its form, or else of its names
    and values, each with a JSON pointer.
    """
    return design_of(check_model(War, document, place), f"{place}: ").values


def design_of(war: War, place: str, *, as_printed: frozenset[Name] = MENDED) -> GameDesign:
    """The design that a war holds; `place` stands before the pointers in errors.

    Errors: `InputError` with every problem of its names and values.
    """
    document = war.model_dump(mode="json", exclude_none=True)
    reading = Reading()
    reader = WarReader(document, place, reading)
    # Where a name stands for two things, nothing else can be said
    reading.finish(document)
    values = reading.finish(reader.read())
    where = Places(document, reader.labels, place)
    problems, warnings = check_design(values, where, as_printed=as_printed)
    # One curve of a war may be many numbers of a deck; and what is unknown for want of something
    # else comes without a place
    placed = [problem for problem in problems if problem.place.startswith(place)]
    reading.problems = list(dict.fromkeys(placed or problems))
    return reading.finish(GameDesign(values, warnings, as_printed))


def deck_to_toml(path50: Path, path60: Path | None, file: ScenarioFile | None = None) -> str:
    """A scenario file with the war of a deck, as TOML with a comment for each field.

    `file` says what the cards do not: title, symbols, units of time.
    Errors: `InputError` with every problem of the cards.
    """
    design = read_files(path50, path60)
    document = {"format": FORMAT, "system": "idahex", "name": slug(path50), "title": title(path50)}
    if file is not None:
        kept = file.model_dump(mode="json", exclude_none=True)
        document |= {k: v for k, v in kept.items() if k not in ("deck", "units", "options")}
    document["war"] = to_modern(design.values, file.units if file else None)
    return write_toml(document, ScenarioFile)


def slug(path: Path) -> str:
    """The short name of a scenario that is made of a file."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:40].strip("-") or "war"


def title(path: Path) -> str:
    """The title of a scenario that is made of a file."""
    return printable(path.stem)[:80].strip() or "War"
