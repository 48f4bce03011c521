"""The area of war as the screen draws it: cells, environments, routes, barriers (IDX-2.1)."""

from __future__ import annotations

from typing import Final

from hexfront.core.strictjson import Json
from hexfront.hex.coordinates import Hex, Orientation
from hexfront.hex.layout import Layout
from hexfront.systems.idahex.design import BLUE, RED, RIM, Area
from hexfront.systems.idahex.setting import Setting

COLOURS: Final = ("#b5452f", "#2f6ea8")
"""Of Red and Blue."""
ART: Final = (
    ("urban", "town"),
    ("town", "town"),
    ("city", "town"),
    ("rough", "hill"),
    ("hill", "hill"),
    ("mountain", "hill"),
    ("wood", "woods"),
    ("forest", "woods"),
    ("water", "water"),
)
"""How an environment is drawn, by a word in its name; else as clear ground."""
INACTIVE: Final = "inactive"


def board_document(setting: Setting, title: str) -> Json:
    """Everything that never changes. Lengths are in sides of a hexagon, y runs down."""
    area, names = setting.design.area, setting.names
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": title,
        "sides": [
            {"name": name.lower(), "title": name, "colour": COLOURS[side]}
            for side, name in zip((RED, BLUE), names.sides, strict=True)
        ],
        "places": [_place(setting, cell) for cell in range(1, len(area.rim))],
        "terrain": {
            str(number): {"title": name, "art": _art(name), "facts": []}
            for number, name in enumerate(names.environments, 1)
        }
        | {
            INACTIVE: {"title": "Not part of the war", "art": "water", "facts": ["closed to units"]}
        },
        "links": list(_links(setting)),
    }


def _place(setting: Setting, cell: int) -> Json:
    area = setting.design.area
    rank, row = area.at[cell].tolist()
    x, y = Layout(Orientation.FLAT).centre(Hex(rank, row))
    environment = int(area.environment[cell])
    terrain = str(environment) if environment > 0 else INACTIVE
    return {"id": str(cell), "x": x, "y": y, "terrain": terrain, "name": None}


def _links(setting: Setting) -> list[Json]:
    """Basic routes and barriers between neighbours, each pair once."""
    area, found = setting.design.area, []
    for cell in range(1, len(area.rim)):
        for side in range(RIM):
            other = int(area.rim[cell, side])
            if other > cell and _joins(area, cell, side):
                found.append(
                    {
                        "between": [str(cell), str(other)],
                        "route": int(area.route[cell, side]),
                        "barrier": int(area.barrier[cell, side]),
                    }
                )
    return found


def _joins(area: Area, cell: int, side: int) -> bool:
    return bool(area.route[cell, side] or area.barrier[cell, side])


def _art(name: str) -> str:
    return next((art for word, art in ART if word in name.lower()), "clear")
