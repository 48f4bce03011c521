"""Drawings of maps from and for other programs: heights, rivers, roads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.grid_map import Feature, GridMap, Spot
from hexfront.mechanics.drawing_model import Drawing

WAYS: Final = ("road", "track", "rail")
WATER: Final = ("river",)

Label = Callable[[int, int], str]
"""(column, row) -> the number of a hex."""


def drawing_of(grid: GridMap, label: Label) -> dict[str, Json]:
    """The `drawing` of a map file; empty where there is nothing to draw."""
    heights = {
        label(*spot): round(cell.height, 3)
        for spot, cell in sorted(grid.cells.items())
        if cell.height
    }
    rivers = [_river(f, label) for f in grid.features if f.kind in WATER]
    roads = [
        {"kind": f.kind, **_named(f), "path": [label(*spot) for spot in f.path]}
        for f in grid.features
        if f.kind in WAYS
    ]
    parts = {"heights": heights, "rivers": rivers, "roads": roads}
    return {name: part for name, part in parts.items() if part}


def _river(feature: Feature, label: Label) -> dict[str, Json]:
    if feature.path:
        return {**_named(feature), "path": [label(*spot) for spot in feature.path]}
    sides = [[label(*one), label(*other)] for one, other in feature.sides]
    return {**_named(feature), "sides": sides}


def _named(feature: Feature) -> dict[str, Json]:
    return {"name": feature.name} if feature.name else {}


def drawn_features(
    drawing: Drawing[Any, Any, Any] | None, spot: Callable[[str], Spot]
) -> Iterator[Feature]:
    """The rivers and roads of a drawing."""
    if drawing is None:
        return
    for river in drawing.rivers:
        sides = tuple((spot(one), spot(other)) for one, other in river.sides)
        path = tuple(map(spot, river.path))
        if sides:
            yield Feature("river", river.name or "", sides=sides)
        if path:
            yield Feature("river", river.name or "", path)
    for road in drawing.roads:
        yield Feature(road.kind, road.name or "", tuple(map(spot, road.path)))
