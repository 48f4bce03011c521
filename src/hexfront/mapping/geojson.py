"""Reading GeoJSON (RFC 7946): a collection of features, each with a layer in its properties."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from hexfront.core.documents.strictjson import Json, parse_json, pointer, read_bytes
from hexfront.core.scenario import Reading
from hexfront.mapping.features import (
    AREAS,
    LINES,
    Area,
    Degrees,
    Kind,
    Line,
    Material,
    Spot,
)

At: TypeAlias = tuple[str | int, ...]
"""The parts of a JSON pointer."""
T = TypeVar("T")

MAX_FILE: Final = 64 * 1024 * 1024
"""Bytes."""
MAX_FEATURES: Final = 100_000
MAX_POSITIONS: Final = 2_000_000
"""Of all features together."""
MAX_NAME: Final = 80
NAMES: Final = ("name", "NAME", "name_en", "nameascii")
"""Properties that hold a name, the first that is there."""


def read_geojson(path: Path, layer: str, kinds: Mapping[str, Kind]) -> Material:
    """What a GeoJSON file holds for a map.

    Args:
        path: the file.
        layer: the property that says to which layer a feature belongs.
        kinds: what the features of each layer are; other layers are counted only.

    Errors: `InputError` with every problem, each with the pointer of its feature.
    """
    document = parse_json(read_bytes(path, MAX_FILE), str(path), MAX_FILE)
    return parse_geojson(document, layer, kinds, str(path))


def parse_geojson(document: Json, layer: str, kinds: Mapping[str, Kind], place: str) -> Material:
    """As `read_geojson`, from the document. Errors: `InputError`."""
    reader = _Reader(place, layer, kinds)
    reader.collection(document)
    return reader.reading.finish(reader.material)


class _Reader:
    """Reads feature after feature and goes on after each problem."""

    def __init__(self, place: str, layer: str, kinds: Mapping[str, Kind]) -> None:
        self.place, self.layer, self.kinds = place, layer, kinds
        self.reading, self.material = Reading(), Material()
        self.positions = 0

    def report(self, found: object, expected: str, *at: str | int) -> None:
        self.reading.report(f"{self.place}: {pointer(*at) or '/'}", found, expected)

    def collection(self, document: Json) -> None:
        if not isinstance(document, dict) or document.get("type") != "FeatureCollection":
            kind = document.get("type") if isinstance(document, dict) else document
            self.report(_brief(kind), "an object of the type 'FeatureCollection'")
            return
        features = document.get("features")
        if not isinstance(features, list):
            self.report(_brief(features), "a list of features", "features")
            return
        if len(features) > MAX_FEATURES:
            found = f"<{len(features)} features>"
            self.report(found, f"at most {MAX_FEATURES}", "features")
            return
        for number, feature in enumerate(features):
            self.feature(feature, number)
            if self.positions > MAX_POSITIONS:
                found = f"<more than {MAX_POSITIONS} positions up to here>"
                self.report(found, f"at most {MAX_POSITIONS} in a file", "features", number)
                return

    def feature(self, feature: Json, number: int) -> None:
        at = ("features", number)
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            kind = feature.get("type") if isinstance(feature, dict) else feature
            self.report(_brief(kind), "an object of the type 'Feature'", *at)
            return
        properties = feature.get("properties")
        layer = properties.get(self.layer) if isinstance(properties, dict) else None
        if not isinstance(properties, dict) or not isinstance(layer, str):
            expected = f"the name of a layer; its property is {self.layer!r}"
            self.report(_brief(layer), expected, *at, "properties", self.layer)
            return
        kind = self.kinds.get(layer)
        if kind is None:
            self.material.unused[layer] = self.material.unused.get(layer, 0) + 1
            return
        geometry = feature.get("geometry")
        if not isinstance(geometry, dict):
            self.report(_brief(geometry), "a geometry", *at, "geometry")
            return
        name = self.name(properties, kind, at)
        if name is not None:
            self.shape(kind, name, geometry, at)

    def name(self, properties: dict[str, Json], kind: Kind, at: At) -> str | None:
        """The name, empty where none is needed; None where one is missing or is no name."""
        if kind is Kind.GROUND:
            keys: tuple[str, ...] = ("terrain",)
        else:
            keys = NAMES
        key = next((key for key in keys if properties.get(key) is not None), None)
        if key is None:
            if kind in LINES or kind in (Kind.LAND, Kind.WATER):
                return ""
            self.report(_brief(None), "a name", *at, "properties", keys[0])
            return None
        name = properties[key]
        if not (isinstance(name, str) and 0 < len(name) <= MAX_NAME and name.isprintable()):
            expected = f"a name of 1 to {MAX_NAME} letters"
            self.report(_brief(name), expected, *at, "properties", key)
            return None
        return name

    def shape(self, kind: Kind, name: str, geometry: dict[str, Json], at: At) -> None:
        at = (*at, "geometry")
        found, coordinates = geometry.get("type"), geometry.get("coordinates")
        single, multiple = _TYPES[kind in AREAS, kind in LINES]
        if found not in (single, multiple) or (found == multiple and single == "Point"):
            expected = single if single == "Point" else f"{single} or {multiple}"
            self.report(_brief(found), f"{expected}, for {kind}", *at, "type")
            return
        at = (*at, "coordinates")
        parts = coordinates if found == multiple else [coordinates]
        if not isinstance(parts, list):
            self.report(_brief(parts), "a list", *at)
            return
        many = found == multiple
        places = [(*at, number) if many else at for number in range(len(parts))]
        if kind in AREAS:
            polygons = _all(self.polygon(p, q) for p, q in zip(parts, places, strict=True))
            if polygons is not None:
                self.material.areas.append(Area(kind, polygons, name))
        elif kind in LINES:
            legs = _all(self.points(p, 2, q) for p, q in zip(parts, places, strict=True))
            if legs is not None:
                self.material.lines.append(Line(kind, legs, name))
        else:
            point = self.position(coordinates, at)
            if point is not None:
                where = f"{self.place}: {pointer(*at[:2])}"
                self.material.spots.append(Spot(name, point, (kind.value,), place=where))

    def polygon(self, rings: Json, at: At) -> tuple[tuple[Degrees, ...], ...] | None:
        if not isinstance(rings, list) or not rings:
            self.report(_brief(rings), "a list of rings", *at)
            return None
        return _all(self.ring(ring, (*at, number)) for number, ring in enumerate(rings))

    def ring(self, ring: Json, at: At) -> tuple[Degrees, ...] | None:
        points = self.points(ring, 4, at)
        if points is None:
            return None
        if points[0] != points[-1]:
            self.report(points[-1], f"the first position again, {points[0]}", *at, len(points) - 1)
            return None
        return points[:-1]

    def points(self, points: Json, least: int, at: At) -> tuple[Degrees, ...] | None:
        if not isinstance(points, list) or len(points) < least:
            self.report(_brief(points), f"a list of {least} positions or more", *at)
            return None
        self.positions += len(points)
        if self.positions > MAX_POSITIONS:
            return None  # told by the collection
        return _all(self.position(point, (*at, number)) for number, point in enumerate(points))

    def position(self, point: Json, at: At) -> Degrees | None:
        numbers = isinstance(point, list) and 2 <= len(point) <= 4 and all(map(_is_number, point))
        if not numbers or not (abs(point[0]) <= 180 and abs(point[1]) <= 90):
            expected = "longitude and latitude in degrees, -180 to 180 and -90 to 90"
            self.report(_brief(point), expected, *at)
            return None
        return float(point[0]), float(point[1])


_TYPES: Final = {
    (True, False): ("Polygon", "MultiPolygon"),
    (False, True): ("LineString", "MultiLineString"),
    (False, False): ("Point", "MultiPoint"),
}
"""By whether areas, and whether lines, are wanted."""


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _all(parts: Iterable[T | None]) -> tuple[T, ...] | None:
    """All parts, each of which is looked at; None where one is missing."""
    found = tuple(parts)
    kept = tuple(part for part in found if part is not None)
    return kept if len(kept) == len(found) else None


def _brief(value: Json) -> object:
    if value is None:
        return "<nothing>"
    if isinstance(value, dict):
        return "<object>"
    if isinstance(value, list) and len(value) > 4:
        return f"<list of {len(value)}>"
    return value
