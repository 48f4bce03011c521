"""The war files and decks of cards: each turned into the other (IDX-9.1).

A deck is two files of cards; a war is one document, TOML on disk and JSON over
the wire, with names instead of places in lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.core.scenario import Reading, check_model
from hexfront.systems.idahex.deck.decks import GameDesign
from hexfront.systems.idahex.deck.errata import MENDED, Name
from hexfront.systems.idahex.deck.inspection import check_design
from hexfront.systems.idahex.warfile.grounds import read_ground
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.places import Places
from hexfront.systems.idahex.warfile.points import CurveReader
from hexfront.systems.idahex.warfile.reader import WarReader
from hexfront.systems.idahex.warfile.terms import UnitKind
from hexfront.systems.idahex.warfile.writer import write_war


def war_of_values(values: Mapping[str, Any], kinds: Mapping[str, UnitKind] | None = None) -> Json:
    """The war that the values of a deck hold; `kinds` names the types of units by number."""
    return write_war(values, kinds)


def values_of_war(document: Json, place: str) -> dict[str, Any]:
    """The values of a deck from a war.

    Errors: `InputError` with every problem of its form, or else of its names
    and values, each with a JSON pointer.
    """
    return design_of(check_model(War, document, place), f"{place}: ").values


def read_values(reader: WarReader) -> dict[str, Any]:
    """What a war says; no use where something was reported."""
    reader.read_clock_and_postures()
    read_ground(reader)
    reader.read_sides()
    if not reader.is_too_large():
        reader.read_tables()
        CurveReader(reader).read()
    return reader.values


def design_of(war: War, place: str, *, as_printed: frozenset[Name] = MENDED) -> GameDesign:
    """The design that a war holds; `place` stands before the pointers in errors.

    Errors: `InputError` with every problem of its names and values.
    """
    document = war.model_dump(mode="json", exclude_none=True)
    reading = Reading()
    reader = WarReader(document, place, reading)
    # Where a name stands for two things, nothing else can be said
    reading.finish(document)
    values = reading.finish(read_values(reader))
    where = Places(document, reader.labels, place)
    problems, warnings = check_design(values, where, as_printed=as_printed)
    # One curve of a war may be many numbers of a deck; and what is unknown for want of something
    # else comes without a place
    placed = [problem for problem in problems if problem.place.startswith(place)]
    reading.problems = list(dict.fromkeys(placed or problems))
    return reading.finish(GameDesign(values, warnings, as_printed))
