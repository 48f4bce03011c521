"""Maps and forces of Brigade Operations from and for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hexfront.core.documents.strictjson import Json, read_json
from hexfront.core.force_list import Force, ForcesForm, ForceUnit, forces_of
from hexfront.core.grid_map import Cell, GridMap, MapForm, TerrainKind
from hexfront.hex.coordinates import Offset
from hexfront.hex.numbering import ColumnRowNumbering, split_number
from hexfront.mechanics.drawing_exchange import WATER, WAYS, drawing_of, drawn_features
from hexfront.mechanics.file_model import MAX_SIDE
from hexfront.systems.brigade.scenario.enclosures import DATA
from hexfront.systems.brigade.scenario.loader import BrigadeScenario, Terrain

TYPES_FROM = "drau-country"
"""The shipped map whose types of terrain an imported one has (BRG-2)."""


@cache
def map_form() -> MapForm:
    """What a map file holds (BRG-1 to BRG-4)."""
    return MapForm(
        terrains=tuple(
            TerrainKind(kind["name"], kind["title"], kind.get("town", False)) for kind in _types()
        ),
        offset=Offset.ODD_Q,
        columns=range(1, MAX_SIDE + 1),
        rows=range(1, MAX_SIDE + 1),
        draft=_draft,
        read=_read,
        label=lambda grid, spot: ColumnRowNumbering(grid.columns, grid.rows).label(*spot),
        sides=WATER,
        paths=(*WATER, *WAYS),
        heights=True,
    )


@cache
def _types() -> Json:
    return read_json(DATA / "terrain" / f"{TYPES_FROM}.json")["types"]


def _draft(grid: GridMap, name: str, title: str) -> Json:
    label = ColumnRowNumbering(grid.columns, grid.rows).label
    drawing = drawing_of(grid, label)
    return {
        "format": "hexfront-terrain/1",
        "system": "brigade",
        "name": name,
        "title": title,
        "columns": grid.columns,
        "rows": grid.rows,
        **({"drawing": drawing} if drawing else {}),
        "types": _types(),
        "hexes": [
            {
                "hex": label(*spot),
                "terrain": cell.terrain,
                **({"name": cell.name} if cell.name else {}),
            }
            for spot, cell in sorted(grid.cells.items())
        ],
    }


def _read(thing: Any) -> GridMap:
    terrain: Terrain = thing.terrain if isinstance(thing, BrigadeScenario) else thing
    heights = terrain.drawing.heights if terrain.drawing else {}
    cells = {
        split_number(entry.hex): Cell(entry.terrain, heights.get(entry.hex), entry.name or "")
        for entry in terrain.hexes
    }
    features = list(drawn_features(terrain.drawing, split_number))
    return GridMap(
        Offset.ODD_Q, terrain.columns, terrain.rows, cells, features, title=terrain.title
    )


def forces_form() -> ForcesForm:
    """How a scenario holds forces (BRG-5 to BRG-7)."""
    return ForcesForm(_forces, _put)


def _forces(scenario: BrigadeScenario) -> Sequence[Force]:
    units = [
        ForceUnit(
            unit.name,
            unit.side,
            unit.sidc[:20],
            hex=unit.hex,
            figures={"strength": unit.strength, "movement": unit.movement},
        )
        for unit in scenario.file.units
    ]
    return forces_of({side.name: side.title for side in scenario.file.sides}, units)


def _put(scenario: BrigadeScenario, forces: Sequence[Force]) -> tuple[Json, list[str]]:
    document, lost = dict(scenario.document), list[str]()
    units = []
    for force in forces:
        for unit in force.units:
            units.append(
                {
                    "name": unit.name,
                    "sidc": unit.sidc,
                    "strength": int(unit.figures.get("strength", 4)),
                    "movement": int(unit.figures.get("movement", 4)),
                    "side": force.name,
                    "hex": unit.hex,
                }
            )
        if any("strength" not in unit.figures for unit in force.units):
            lost.append(f"{force.title}: no strengths are told; each unit has strength 4")
        if any(unit.above for unit in force.units):
            lost.append(f"{force.title}: formations are not kept, as units here have none")
    document["units"] = units
    return document, lost
