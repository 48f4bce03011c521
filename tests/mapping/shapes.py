"""Small worlds by hand: GeoJSON in degrees about the equator, where a degree is 111.19 km."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from hexfront.mapping.maker import MadeMap, Order, make_map
from hexfront.mapping.plane import RADIUS, Box

DEGREE = RADIUS * math.pi / 180
Ring = list[list[float]]


def feature(layer: str, kind: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"layer": layer, **properties},
        "geometry": {"type": kind, "coordinates": coordinates},
    }


def box_ring(west: float, south: float, east: float, north: float) -> Ring:
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


def land(*box: float) -> dict[str, Any]:
    return feature("land", "Polygon", [box_ring(*box)])


def collection(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


def written(folder: Path, *features: Any) -> Path:
    path = folder / "shapes.geojson"
    path.write_text(json.dumps(collection(*features)), encoding="utf-8")
    return path


def made(folder: Path, *features: Any, additions: str | None = None, **wishes: Any) -> MadeMap:
    """A map of two degrees by two about the equator, unless one wishes otherwise."""
    extra = None
    if additions is not None:
        extra = folder / "additions.toml"
        head = 'format = "hexfront-map-additions/1"\n'
        extra.write_text(head + additions, encoding="utf-8")
    usual: dict[str, Any] = {"box": Box(-1, -1, 1, 1), "hex_km": 20.0, "name": "small"}
    shapes = written(folder, *features)
    return make_map(Order(shapes, additions=extra, **{**usual, **wishes}))
