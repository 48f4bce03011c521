"""Orders of battle of Malaya from and for other programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.force_list import Force, ForcesForm, ForceUnit, forces_of
from hexfront.systems.malaya.knowledge.view import ECHELONS, ENTITIES, symbol_code
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import UnitEntry

FIGURES: Final = ("attack", "defence", "movement", "stacking", "steps")
_USUAL: Final = {"attack": 4, "defence": 4, "movement": 6, "stacking": 1, "steps": 2}
_MOST: Final = {"attack": 99, "defence": 99, "movement": 30, "stacking": 9, "steps": 2}


def forces_form() -> ForcesForm:
    """How a scenario holds forces (MAL-5, MAL-6)."""
    return ForcesForm(_forces, _put)


def _forces(scenario: MalayaScenario) -> Sequence[Force]:
    places = {place.name: place.hex for place in scenario.file.map.place}
    units = [
        ForceUnit(
            unit.name,
            unit.side,
            symbol_code(unit),
            unit.formation,
            places.get(unit.start or "", unit.start or ""),
            figures={name: float(getattr(unit, name)) for name in FIGURES},
        )
        for unit in scenario.file.forces.units
    ]
    return forces_of({side.name: side.title for side in scenario.file.sides}, units)


def _put(scenario: MalayaScenario, forces: Sequence[Force]) -> tuple[Json, list[str]]:
    document, lost, units = dict(scenario.document), list[str](), list[Json]()
    before = scenario.file.forces.units
    for force in forces:
        guessed = 0
        for unit in force.units:
            size, arm = _size(unit.sidc), _arm(unit.sidc)
            alike = [u for u in before if (u.side, u.size, u.arm) == (force.name, size, arm)]
            guessed += "attack" not in unit.figures
            units.append(
                {
                    "id": f"{force.name[:2]}-{len(units) + 1}-{_slug(unit.name)}"[:40].strip("-"),
                    "name": unit.name,
                    "side": force.name,
                    "nationality": force.title[:80],
                    "formation": unit.above or force.title[:80],
                    "size": size,
                    "arm": arm,
                    **{name: _figure(name, unit, alike) for name in FIGURES},
                    "start": unit.hex,
                }
            )
        if guessed:
            lost.append(
                f"{force.title}: no figures are told for {guessed} of {len(force.units)} units; "
                "each has those of a unit of its size and arm in the scenario"
            )
    if units:
        document["forces"] = {**document["forces"], "units": units}
    return document, lost


def _figure(name: str, unit: ForceUnit, alike: Sequence[UnitEntry]) -> int:
    if name in unit.figures:
        return max(0, min(_MOST[name], round(unit.figures[name])))
    values = sorted(int(getattr(other, name)) for other in alike)
    return values[len(values) // 2] if values else _USUAL[name]


def _size(sidc: str) -> str:
    wanted = int(sidc[8:10]) if sidc[8:10].isdecimal() else 0
    return _nearest(((int(code), size) for size, code in ECHELONS.items()), wanted)


def _nearest(known: Iterable[tuple[int, str]], wanted: int) -> str:
    return min(known, key=lambda entry: abs(entry[0] - wanted))[1]


def _arm(sidc: str) -> str:
    return next((arm for arm, code in ENTITIES.items() if sidc[10:14] == str(code)[:4]), "infantry")


def _slug(name: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", name.lower())) or "unit"
