"""The board of a draft that is not sound yet: its map alone, as its system tells other programs."""

from __future__ import annotations

from hexfront.core.board_document import Board, Place
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.grid_map import GridMap, MapForm
from hexfront.core.system import System
from hexfront.editor.documents import SCENARIO, Documents, roles_of
from hexfront.hex.coordinates import Orientation
from hexfront.hex.layout import Layout

_ARTS = ("town", "woods", "water", "hill", "mountain", "swamp", "rough", "sea", "jungle")


def plain_board(system: System, documents: Documents) -> Board | None:
    """Hexes, names, rivers and roads of a draft's map; None where that is not sound itself."""
    if system.scenarios.map_form is None:
        return None
    form = system.scenarios.map_form()
    for role in roles_of(system)[1:]:
        document = documents.get(role)
        kind = document.get("format") if isinstance(document, dict) else None
        check = system.scenarios.documents.get(str(kind))
        if check is not None:
            try:
                return _board(form, form.read(check(document, None, role)), documents)
            except (InputError, AttributeError):
                continue  # It is no map, or none that can be read.
    return None


def _board(form: MapForm, grid: GridMap, documents: Documents) -> Board:
    orientation = grid.offset.orientation
    layout = Layout(orientation)
    first = layout.centre(grid.offset.to_axial(0, 0))
    places: list[Place] = []
    for spot, cell in grid.cells.items():
        centre = layout.centre(grid.offset.to_axial(*spot))
        places.append(
            {
                "id": form.label(grid, spot),
                "x": round(centre.x - first.x, 4),
                "y": round(centre.y - first.y, 4),
                "terrain": cell.terrain,
                "name": cell.name or None,
            }
        )
    titles = {kind.name: kind.title for kind in form.terrains}
    return {
        "kind": "hex",
        "orientation": "flat" if orientation is Orientation.FLAT else "pointy",
        "title": grid.title,
        "sides": _sides(documents),
        "places": places,
        "terrain": {
            name: {
                "title": titles.get(name, name),
                "art": next((art for art in _ARTS if art in name), "clear"),
                "facts": [],
            }
            for name in sorted({cell.terrain for cell in grid.cells.values()})
        },
        "rivers": [
            {
                "name": one.name or None,
                "sides": [(form.label(grid, a), form.label(grid, b)) for a, b in one.sides],
            }
            for one in grid.features
            if one.sides
        ],
        "roads": [
            {
                "kind": "rail" if one.kind == "rail" else "road",
                "name": one.name or None,
                "path": [form.label(grid, spot) for spot in one.path],
            }
            for one in grid.features
            if one.path and one.kind not in form.sides
        ],
    }


def _sides(documents: Documents) -> list[Json]:
    sides = documents[SCENARIO].get("sides")
    return [
        {"name": str(side["name"]), "title": str(side.get("title", side["name"]))}
        for side in (sides if isinstance(sides, list) else [])
        if isinstance(side, dict) and "name" in side
    ]
