"""A map of hexes with real geography as the screen draws it: the parts of a board document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.hex.coordinates import Orientation
from hexfront.hex.layout import Layout
from hexfront.mechanics.hexmap_model import HexMap

ARTS: Final = frozenset(
    {
        "clear", "woods", "water", "hill", "mountain", "swamp", "jungle", "plantation", "rough",
        "desert", "sea", "beach", "closed",
    }
)  # fmt: skip
"""Terrains that are drawn as they are called; others are drawn as clear ground."""
SHOWN: Final = ("city", "town", "village", "port", "fort", "airfield")
"""Which of a hex's places gives its name, the first that there is."""


def board_parts(hexmap: HexMap) -> dict[str, Json]:
    """Kind, orientation, title, places, terrain and the drawing, of a board document.

    A system adds its sides, and what its rules say of the terrain.
    """
    hexes = hexmap.hexes
    layout = Layout(Orientation(hexmap.orientation))
    first = layout.centre(hexmap.offset.to_axial(0, 0))
    names, signs = place_names(hexmap), place_signs(hexmap)
    centres = {label: layout.centre(hex_) for label, hex_ in hexes.items()}
    places = [
        {
            "id": label,
            "x": round(centres[label].x - first.x, 4),
            "y": round(centres[label].y - first.y, 4),
            "terrain": entry.terrain,
            "name": names.get(label),
            **({"signs": list(signs[label])} if label in signs else {}),
        }
        for label, entry in hexmap.hex.items()
    ]
    return {
        "kind": "hex",
        "orientation": hexmap.orientation,
        "ruled": True,
        "title": hexmap.title,
        "places": places,
        "terrain": {
            name: {
                "title": name.replace("-", " ").capitalize(),
                "art": name if name in ARTS else "clear",
                "facts": [],
            }
            for name in sorted({entry.terrain for entry in hexmap.hex.values()})
        },
        "rivers": [
            {"name": river.name, "width": 0.2, "sides": [list(side) for side in river.sides]}
            for river in hexmap.river
        ],
        "roads": list(_ways(hexmap)),
        "coast": list(_coast(hexmap, places)),
        "labels": [
            {
                "text": label.text,
                "x": label.x,
                "y": label.y,
                "size": label.size,
                "turn": label.turn,
                "kind": label.kind,
            }
            for label in hexmap.label
        ],
    }


def place_names(hexmap: HexMap) -> Mapping[str, str]:
    """The name of each hex that holds places: that of the most important, the first of equals."""
    best: dict[str, tuple[int, str]] = {}
    for place in hexmap.place:
        rank = min((SHOWN.index(k) for k in place.kinds if k in SHOWN), default=len(SHOWN))
        if place.hex not in best or rank < best[place.hex][0]:
            best[place.hex] = rank, place.name
    return {label: name for label, (_, name) in best.items()}


def place_signs(hexmap: HexMap) -> Mapping[str, tuple[str, ...]]:
    """What there is in each hex that holds places, of the kinds that are drawn."""
    found: dict[str, set[str]] = {}
    for place in hexmap.place:
        found.setdefault(place.hex, set()).update(place.kinds)
    return {label: tuple(kind for kind in SHOWN if kind in kinds) for label, kinds in found.items()}


def _ways(hexmap: HexMap) -> Iterator[Json]:
    for road in hexmap.road:
        yield {"kind": road.kind, "name": road.name, "path": list(road.path)}
    for rail in hexmap.rail:
        yield {"kind": "rail", "name": rail.name, "path": list(rail.path)}


def _coast(hexmap: HexMap, places: list[dict[str, Json]]) -> Iterator[Json]:
    """The sea all over, and land upon it; nothing where the map has no shores."""
    if not hexmap.shore or not places:
        return
    xs, ys = [p["x"] for p in places], [p["y"] for p in places]
    # Coasts are drawn with round corners: so far out that these lie beyond the map.
    wide, high = max(xs) - min(xs) + 8, max(ys) - min(ys) + 8
    left, right, top, bottom = min(xs) - wide, max(xs) + wide, min(ys) - high, max(ys) + high
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    yield {"kind": "sea", "points": corners}
    for shore in hexmap.shore:
        yield {"kind": shore.kind, "points": [list(point) for point in shore.points]}
