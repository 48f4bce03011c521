"""Forces of scenarios of ORBAT Mapper (JSON), versions 0.6 to 3."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.force_list import Degrees, Force, ForceUnit
from hexfront.core.table.plurals import counted
from hexfront.exchange.forces.read_forces import ReadForces
from hexfront.exchange.forces.symbols import LAND_UNIT, to_digits, with_identity
from hexfront.exchange.safe_json import read_large_json

_VERSION: Final = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})")
OLDEST: Final = (0, 6, 0)
NEWEST: Final = (3, 6, 0)
"""Between these the sides and their units have the form that is read here."""
MAX_UNITS: Final = 20_000
MAX_DEPTH: Final = 24
_LEFT_OUT: Final = {
    "events": "events",
    "layers": "layers",
    "mapLayers": "map layers",
    "layerStack": "layers",
    "equipment": "kinds of equipment",
    "personnel": "kinds of personnel",
}
"""Parts of a scenario that are no forces, by key."""


def import_orbat(path: Path) -> ReadForces:
    """The sides and units in a file. Errors: `InputError`."""
    document = read_large_json(path)
    if not isinstance(document, dict) or document.get("type") != "ORBAT-mapper":
        found = document.get("type") if isinstance(document, dict) else document
        expected = "'ORBAT-mapper'; an encrypted scenario must be opened there first"
        raise InputError.at(f"{path}: /type", found, expected)
    found = _VERSION.fullmatch(str(document.get("version")))
    version = tuple(map(int, found.groups())) if found else (0, 0, 0)
    if version < OLDEST or version[0] > NEWEST[0]:
        expected = f"{_dotted(OLDEST)} to {_dotted(NEWEST)}"
        raise InputError.at(f"{path}: /version", document.get("version"), expected)
    forces = _Reader(document, str(path)).read()
    if version > NEWEST:
        forces.notes.append(f"what versions after {_dotted(NEWEST)} have that those before had not")
    return forces


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


class _Reader:
    def __init__(self, document: Mapping[str, Json], place: str) -> None:
        self.document, self.place = document, place
        self.count = 0
        self.lost: dict[str, int] = {}

    def read(self) -> ReadForces:
        forces = []
        for number, side in enumerate(_list(self.document, "sides")):
            digit = str(side.get("standardIdentity") or "3")
            name = _word(side, "name") or f"side {number + 1}"
            groups = [*_list(side, "groups"), {"subUnits": side.get("subUnits")}]
            units = [
                unit
                for group in groups
                for unit in self.units(group, _word(group, "name"), name, digit, 0)
            ]
            if units:
                forces.append(Force(_word(side, "id") or name, name, tuple(units)))
        if not forces:
            raise InputError.at(
                f"{self.place}: /sides", "<no unit>", "at least one side with units"
            )
        notes = [f"{what}: {counted(count, 'unit')}" for what, count in self.lost.items()]
        notes += [
            f"the {words} of the scenario"
            for what, words in _LEFT_OUT.items()
            if self.document.get(what)
        ]
        return ReadForces(_word(self.document, "name"), forces, notes)

    def units(
        self, over: Mapping[str, Json], above: str, side: str, digit: str, depth: int
    ) -> Iterator[ForceUnit]:
        if depth > MAX_DEPTH:
            raise InputError.at(f"{self.place}: subUnits", "<deeper>", f"at most {MAX_DEPTH} deep")
        for unit in _list(over, "subUnits"):
            self.count += 1
            if self.count > MAX_UNITS:
                raise InputError.at(f"{self.place}: /sides", "<more units>", f"at most {MAX_UNITS}")
            code, lost = to_digits(_word(unit, "sidc") or LAND_UNIT)
            name = _word(unit, "name") or _word(unit, "shortName") or "unit"
            said = [("of symbols " + words, bool(words)) for words in lost.split(", ")]
            said += [
                (what, bool(unit.get(what)))
                for what in ("equipment", "personnel", "supplies", "rangeRings", "media")
            ]
            said.append(("later places", len(_list(unit, "state")) > 1))
            for what, there in said:
                if there:
                    self.lost[what] = self.lost.get(what, 0) + 1
            below = list(self.units(unit, name, side, digit, depth + 1))
            code = with_identity(code, digit if digit in "0123456" else "1")
            yield ForceUnit(name, side, code, above, at=_place(unit), leaf=not below)
            yield from below


def _list(raw: Mapping[str, Json], key: str) -> list[Mapping[str, Json]]:
    value = raw.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _word(raw: Mapping[str, Json], key: str) -> str:
    value = raw.get(key)
    return value.strip()[:200] if isinstance(value, str) else ""


def _place(unit: Mapping[str, Json]) -> Degrees | None:
    """Where a unit stands, or where it stands first."""
    places = (unit.get("location"), *(s.get("location") for s in _list(unit, "state")))
    for place in (place for place in places if isinstance(place, list)):
        numbers = [v for v in place[:2] if isinstance(v, int | float)]
        if len(numbers) == 2 and abs(numbers[0]) <= 180 and abs(numbers[1]) <= 90:
            return float(numbers[0]), float(numbers[1])
    return None
