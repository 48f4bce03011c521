"""What a map is made from: land, lines, areas and places, in degrees."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

Degrees = tuple[float, float]
"""Longitude and latitude."""


class Kind(StrEnum):
    """What a feature is."""

    LAND = "land"
    WATER = "water"
    RIVER = "river"
    ROAD = "road"
    TRACK = "track"
    RAIL = "rail"
    FERRY = "ferry"
    GROUND = "ground"
    SEA = "sea"
    CITY = "city"
    TOWN = "town"
    VILLAGE = "village"
    FORT = "fort"
    PORT = "port"
    AIRFIELD = "airfield"


AREAS: Final = frozenset({Kind.LAND, Kind.WATER, Kind.GROUND, Kind.SEA})
LINES: Final = frozenset({Kind.RIVER, Kind.ROAD, Kind.TRACK, Kind.RAIL, Kind.FERRY})
PLACES: Final = frozenset(Kind) - AREAS - LINES

LAYERS: Final = {
    "land": Kind.LAND,
    "islands": Kind.LAND,
    "lakes": Kind.WATER,
    "rivers": Kind.RIVER,
    "roads": Kind.ROAD,
    "tracks": Kind.TRACK,
    "railways": Kind.RAIL,
    "ferries": Kind.FERRY,
    "ground": Kind.GROUND,
    "seas": Kind.SEA,
    "cities": Kind.CITY,
    "places": Kind.TOWN,
    "towns": Kind.TOWN,
    "villages": Kind.VILLAGE,
    "forts": Kind.FORT,
    "ports": Kind.PORT,
    "airports": Kind.AIRFIELD,
    "airfields": Kind.AIRFIELD,
}
"""What the features of a layer are, where one does not say."""


@dataclass(frozen=True)
class Area:
    """Polygons: land, water within land, ground of one terrain, or a sea."""

    kind: Kind
    polygons: tuple[tuple[tuple[Degrees, ...], ...], ...]
    """Each an outer ring and its holes; no ring repeats its first point at its end."""
    name: str = ""
    """Of a sea; of ground its terrain."""
    source: str = ""


@dataclass(frozen=True)
class Line:
    """A course of points, in one or more pieces, or in legs from place to place."""

    kind: Kind
    legs: tuple[tuple[Degrees, ...], ...]
    name: str = ""
    source: str = ""
    place: str = ""
    """Where it stands, for errors."""
    firm: bool = False
    """Whether it must be on the map, each leg joined to the one before."""


@dataclass(frozen=True)
class Spot:
    """A named place."""

    name: str
    at: Degrees
    kinds: tuple[str, ...]
    source: str = ""
    place: str = ""
    """Where it stands, for errors."""
    seas: tuple[str, ...] = ()
    firm: bool = False
    """Whether it must be on the map."""


@dataclass(frozen=True)
class Words:
    """Words on the map."""

    text: str
    at: Degrees
    size: float
    turn: float
    kind: str


@dataclass
class Material:
    """All that a map is made from."""

    areas: list[Area] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    edges: dict[str, str] = field(default_factory=dict)
    """Edges of the map that are wanted: the side of the map by name."""
    unused: dict[str, int] = field(default_factory=dict)
    """Features of layers that are not used."""
