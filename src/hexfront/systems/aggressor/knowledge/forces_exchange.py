"""Armies of Aggressor from and for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.force_list import Force, ForcesForm, ForceUnit
from hexfront.core.table.plurals import counted
from hexfront.systems.aggressor.knowledge.symbols import SYMBOLS, symbol
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES

_CODES: Final = {SYMBOLS[name].format("3")[10:16]: name for name in TYPE_NAMES}
_BRANCHES: Final = {
    "1208": "airbase",
    "1206": "airbase",
    "1307": "missile",
    "13": "artillery",
    "1205": "armor",
    "1204": "armor",
    "12": "infantry",
    "14": "infantry",
}
"""Types by the beginnings of other symbols, the longest first; all else is support."""


def forces_form() -> ForcesForm:
    """How a scenario holds armies (AGR-53)."""
    return ForcesForm(_forces, _put)


def _forces(scenario: AggressorScenario) -> Sequence[Force]:
    found = []
    for number, side in enumerate(scenario.file.sides):
        army = getattr(scenario.file.armies, side.name) or ()
        counts: Counter[str] = Counter()
        units = []
        for unit in army:
            counts[unit.type] += 1
            name = f"{side.title} {unit.type} {counts[unit.type]}"
            units.append(ForceUnit(name, side.name, symbol(unit.type, number), hex=unit.hex))
        found.append(Force(side.name, side.title, tuple(units)))
    return found


def _put(scenario: AggressorScenario, forces: Sequence[Force]) -> tuple[Json, list[str]]:
    document, lost = dict(scenario.document), list[str]()
    armies: dict[str, Json] = dict(document.get("armies") or {})
    for force in forces:
        armies[force.name] = [{"type": _type(unit.sidc), "hex": unit.hex} for unit in force.units]
        others = sum(unit.sidc[10:16] not in _CODES for unit in force.units)
        if others:
            lost.append(
                f"{force.title}: {counted(others, 'unit')} of other types became the nearest of"
                f" {', '.join(TYPE_NAMES)}"
            )
        if force.units:
            lost.append(f"{force.title}: names and formations, which units here do not have")
    document["armies"] = armies
    document["army_size"] = max([1, *(len(force.units) for force in forces)])
    return document, lost


def _type(sidc: str) -> str:
    entity = sidc[10:16]
    if entity in _CODES:
        return _CODES[entity]
    return next((name for start, name in _BRANCHES.items() if entity.startswith(start)), "support")
