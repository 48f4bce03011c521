"""Maps of Aggressor from and for other programs."""

from __future__ import annotations

from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.core.grid_map import Cell, GridMap, MapForm, Spot, TerrainKind
from hexfront.hex.coordinates import Offset
from hexfront.hex.numbering import LetterNumbering
from hexfront.mechanics.drawing_exchange import WATER, WAYS, drawing_of, drawn_features
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.terrain import LARGEST, SMALLEST, Terrain

CLEAR, ROUGH = "clear", "rough"


def map_form() -> MapForm:
    """What a map file holds (AGR-1 to AGR-5)."""
    return MapForm(
        terrains=(TerrainKind(CLEAR, "Clear"), TerrainKind(ROUGH, "Rough")),
        offset=Offset.ODD_Q,
        columns=range(SMALLEST, LARGEST + 1, 2),
        rows=range(SMALLEST, LARGEST + 1),
        draft=_draft,
        read=_read,
        label=lambda grid, spot: LetterNumbering(grid.columns, grid.rows).label(*spot),
        sides=WATER,
        paths=(*WATER, *WAYS),
        heights=True,
        holes=False,
    )


def _draft(grid: GridMap, name: str, title: str) -> Json:
    label = LetterNumbering(grid.columns, grid.rows).label
    drawing, border = drawing_of(grid, label), grid.columns // 2
    rough = [
        label(*spot)
        for spot, cell in sorted(grid.cells.items())
        if cell.terrain == ROUGH and spot[0] != border
    ]
    return {
        "format": "hexfront-aggressor-terrain/1",
        "system": "aggressor",
        "name": name,
        "title": title,
        "columns": grid.columns,
        "rows": grid.rows,
        "rough": rough,
        **({"drawing": drawing} if drawing else {}),
    }


def _read(thing: Any) -> GridMap:
    terrain: Terrain = thing.file.terrain if isinstance(thing, AggressorScenario) else thing
    parse, rough = terrain.numbering.parse, set(terrain.rough)
    heights = terrain.drawing.heights if terrain.drawing else {}
    cells = {
        parse(label): Cell(ROUGH if label in rough else CLEAR, heights.get(label))
        for label in terrain.labels
    }

    def spot(label: str) -> Spot:
        return parse(label)

    features = list(drawn_features(terrain.drawing, spot))
    return GridMap(
        Offset.ODD_Q, terrain.columns, terrain.rows, cells, features, title=terrain.title
    )
