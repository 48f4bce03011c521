"""Reading scenario files of Malaya.

A file is checked in two ways, and one `InputError` carries what both find: its form
(`model`), and whether its parts fit together.  A loaded scenario holds its map
and its order of battle, so its `document` needs no other file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Final, TypeVar, cast

from hexfront.core.documents.mistakes import repair
from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.hex_lists.expanding import expand
from hexfront.core.scenario import (
    FileScenario,
    Reading,
    check_form,
    check_model,
    part_file,
    typed_options,
)
from hexfront.mechanics.file_model import PartModel
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_layers import hexmap_lists
from hexfront.mechanics.hexmap_model import CLOSED, SEA, HexMap
from hexfront.systems.malaya.scenario.checks import check_parts
from hexfront.systems.malaya.scenario.model import (
    OPTION_PLACES,
    Forces,
    Options,
    ScenarioFile,
    UnitEntry,
)
from hexfront.systems.malaya.scenario.state import FOLDER

DATA: Final = FOLDER / "data"
DEFAULT: Final = DATA / "scenarios" / "campaign.toml"

M = TypeVar("M", bound=PartModel)


@dataclass(frozen=True)
class MalayaScenario(FileScenario[ScenarioFile]):
    """A validated scenario with its map and its order of battle inside."""

    @property
    def read_parts(self) -> Mapping[str, PartModel]:
        """Map and order of battle."""
        return {"map": self.file.map, "forces": self.file.forces}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The land hexes in play, in the order of their numbers."""
        return land_hexes(self.file.map)

    def dates(self, turn: int) -> tuple[date, date]:
        """The first and the last day of a turn, counted from 1."""
        first = date.fromisoformat(self.file.first_day) + timedelta((turn - 1) * self.file.days)
        return first, first + timedelta(self.file.days - 1)


def land_hexes(hexmap: HexMap) -> tuple[str, ...]:
    """The numbers of the land hexes of a map that take part, ascending."""
    return tuple(
        sorted(label for label, entry in hexmap.hex.items() if entry.terrain not in (SEA, CLOSED))
    )


def load_forces(document: Json, folder: Path | None, place: str) -> Forces:
    """An order of battle from a document; it refers to no other file.

    Errors: `InputError` with every problem of its form.
    """
    return check_model(Forces, document, place)


def load(document: Json, folder: Path | None, place: str) -> MalayaScenario:
    """A scenario from JSON; `folder` holds the files that it may refer to, None for no files.

    Errors: `InputError` with every problem, each with its JSON pointer.
    """
    if not isinstance(document, dict):
        raise InputError.at(place, document, "an object")
    reading = Reading()
    hexmap, map_document = _part(document, "map", "maps", load_hexmap, folder, place, reading)
    forces, forces_document = _part(
        document, "forces", "forces", load_forces, folder, place, reading
    )
    known = hexmap or _loose_map(map_document)
    form = {**document, "map": known or _no_map(), "forces": forces or _no_forces()}
    file, beside = check_form(ScenarioFile, form, place, reading, DEFAULT)
    if file is not None:
        units = list(enumerate(forces.units)) if forces else _loose_units(forces_document)
        check_parts(file, units, known is not None, place, beside)
    return MalayaScenario(reading.finish(file))


def _part(
    document: dict[str, Json],
    key: str,
    shelf: str,
    loader: Callable[[Json, Path | None, str], M],
    folder: Path | None,
    place: str,
    reading: Reading,
) -> tuple[M | None, Json]:
    """A part of a scenario, None where it has problems, which are kept; and its document."""
    at = f"{place}: /{key}"
    given: M | Json = document.get(key)
    if isinstance(given, PartModel):
        return cast("M", given), None
    found = reading.attempt(lambda: _find_part(given, shelf, folder, at))
    if found is None:
        return None, None
    if found[1] != at and Path(found[1]).is_relative_to(DATA):
        return _shipped_part(Path(found[1]), loader), found[0]
    return reading.attempt(lambda: loader(found[0], None, found[1])), found[0]


@cache
def _shipped(path: Path) -> Json:
    """The document of a shipped file; nobody changes it."""
    return read_document(path)


@cache
def _shipped_part(path: Path, loader: Callable[[Json, Path | None, str], M]) -> M:
    """A part from a shipped file, which has no problems."""
    return loader(_shipped(path), None, str(path))


def _find_part(given: Json, shelf: str, folder: Path | None, at: str) -> tuple[Json, str]:
    """A part given whole, or by the name of a shipped file or one beside it; and its place."""
    if not isinstance(given, str):
        return given, at
    path = part_file(given, folder, at, DATA / shelf)
    return _shipped(path) if path.is_relative_to(DATA) else read_document(path), str(path)


def _loose_map(document: Json) -> HexMap | None:
    """A map that has mistakes, but all its names, so that what refers to it is still checked."""
    hexmap, repairs = repair(HexMap, expand(document, hexmap_lists("", document)).document, {})
    return None if repairs.names else hexmap


def _loose_units(document: Json) -> list[tuple[int, UnitEntry]]:
    """Those units of a faulty order of battle that have the right form, with their places."""
    entries = document.get("units") if isinstance(document, dict) else None
    units = []
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        with suppress(InputError):
            units.append((number, check_model(UnitEntry, entry, "")))
    return units


def _no_map() -> HexMap:
    """Takes the place of a map that cannot be used, so that the rest is still checked."""
    return HexMap(
        format="hexfront-map/1", name="none", title="None", columns=1, rows=1, hex_km=1, hex={}
    )


def _no_forces() -> Forces:
    """Takes the place of an order of battle that cannot be used."""
    return Forces.model_construct(
        format="hexfront-malaya-forces/1", name="none", title="None", units=()
    )


def with_options(scenario: MalayaScenario, changes: Mapping[str, str]) -> MalayaScenario:
    """The scenario with numbers set by name, as typed. Errors: `InputError`."""
    document = scenario.document | scenario.read_parts
    for name, value in typed_options(Options, changes).items():
        part, key = OPTION_PLACES[name]
        if part:
            document[part] = {**document[part], key: value}
        else:
            document[key] = value
    return load(document, None, scenario.name)
