"""The area of war as the screen draws it: cells, environments, routes, barriers (IDX-2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.hex.coordinates import Hex, Orientation
from hexfront.hex.layout import Layout
from hexfront.systems.idahex.knowledge.marks import BARRIER, ROUTE
from hexfront.systems.idahex.scenario.design import BLUE, FRAME, RED, RIM, Int
from hexfront.systems.idahex.scenario.model import Ground
from hexfront.systems.idahex.scenario.orders import GO, WORDS
from hexfront.systems.idahex.scenario.setting import Setting

COLOURS: Final = ("#b5452f", "#2f6ea8")
"""Of Red and Blue."""
ART: Final = (
    ("desert", "desert"),
    ("sand", "desert"),
    ("dune", "desert"),
    ("urban", "town"),
    ("town", "town"),
    ("city", "town"),
    ("rough", "rough"),
    ("broken", "rough"),
    ("mountain", "mountain"),
    ("hill", "hill"),
    ("jungle", "jungle"),
    ("wood", "woods"),
    ("forest", "woods"),
    ("swamp", "swamp"),
    ("marsh", "swamp"),
    ("beach", "beach"),
    ("water", "water"),
    ("clear", "clear"),
    ("open", "clear"),
)
"""How an environment is drawn, by a word in its name."""
SPARE: Final = ("clear", "rough", "woods", "hill", "desert", "swamp", "mountain", "jungle", "beach")
"""What is left for environments whose names say nothing, or the same as others."""
INACTIVE: Final = "inactive"
"""Kinds of links; with a number they name one of the board."""
MARKS: Final = {
    "course": "marching to the next place",
    "plan": "mission, of your side alone",
    "draft": "the mission you are writing",
}
"""Kinds of marks of the system's own, in words."""
RUNNING_WATER: Final = ("canal", "river", "stream", "water", "wadi")
"""Words in the names of barriers that are drawn as water."""


def board_document(setting: Setting, title: str, ground: Ground) -> Json:
    """Everything that never changes. Lengths are in sides of a hexagon, y runs down."""
    area, names = setting.design.area, setting.names
    arts = environment_arts(names.environments)
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": title,
        "marks": MARKS,
        "clock": {
            "order": WORDS[GO],
            "unit": setting.names.time,
            "ticks": 1.0 / float(setting.design.area.clock[FRAME]),
        },
        "sides": [
            {"name": name.lower(), "title": name, "colour": COLOURS[side]}
            for side, name in zip((RED, BLUE), names.sides, strict=True)
        ],
        "places": [_place(setting, cell, ground.towns) for cell in range(1, len(area.rim))],
        "terrain": {
            str(number): {"title": name.capitalize(), "art": art, "facts": []}
            for number, (name, art) in enumerate(zip(names.environments, arts, strict=True), 1)
        }
        | {
            INACTIVE: {
                "title": "Not part of the war",
                "art": "closed",
                "facts": ["closed to units"],
            }
        },
        "links": [
            *_links(setting, ROUTE, names.routes, area.route),
            *_links(setting, BARRIER, names.barriers, area.barrier),
        ],
        "beneath": [shape.model_dump(mode="json", exclude_defaults=True) for shape in ground.water],
    }


def environment_arts(names: Sequence[str]) -> list[str]:
    """How each environment is drawn: as its name says, and each differently while that goes."""
    found: list[str] = []
    for name in names:
        said = next((art for word, art in ART if word in name.lower()), "")
        free = [art for art in SPARE if art not in found]
        found.append(said if said and (said not in found or not free) else (free or ["clear"])[0])
    return found


def _place(setting: Setting, cell: int, towns: dict[str, str]) -> Json:
    area = setting.design.area
    rank, row = area.at[cell].tolist()
    x, y = Layout(Orientation.FLAT).centre(Hex(rank, row))
    environment = int(area.environment[cell])
    terrain = str(environment) if environment > 0 else INACTIVE
    name = towns.get(str(cell))
    return {"id": str(cell), "x": x, "y": y, "terrain": terrain, "name": name}


def _links(setting: Setting, kind: str, names: Sequence[str], types: Int) -> Iterator[Json]:
    """Where the basic types of routes, or barriers, lie: between neighbours, each pair once.

    Those that lie nowhere, too: what lies somewhere may become one of them.
    """
    rim = setting.design.area.rim
    neighbours = rim[:, :RIM]
    once = neighbours > np.arange(len(rim))[:, None]
    once[0] = False  # No cell has the number 0.
    for number, name in enumerate(names, 1):
        cells, sides = np.nonzero(once & (types[:, :RIM] == number))
        pairs = [
            [str(cell), str(other)]
            for cell, other in zip(cells.tolist(), neighbours[cells, sides].tolist(), strict=True)
        ]
        look = "water" if any(word in name.lower() for word in RUNNING_WATER) else "line"
        yield {
            "kind": kind,
            "name": f"{kind} {number}",
            "title": name[:1].upper() + name[1:],
            "look": look if kind == BARRIER else number - 1,
            "pairs": pairs,
        }
