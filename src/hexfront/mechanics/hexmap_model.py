"""The form of a map of hexes with real geography: land, sea, sides, ways and places.

Such maps are made by `hexfront map from-geojson`, and may be written by hand.  Whether
the parts of a map fit together is examined in `hexmap`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.hex.coordinates import Hex, Offset, Orientation
from hexfront.hex.numbering import ColumnRowNumbering
from hexfront.mechanics.drawing_model import MAX_LINES, MAX_POINTS, Point
from hexfront.mechanics.file_model import (
    ACROSS,
    DOWN,
    FROM_LIST,
    MAX_HEXES,
    MAX_SIDE,
    HexNumber,
    Items,
    Line,
    Model,
    PartModel,
    Slug,
)

SEA: Final = "sea"
"""The terrain of hexes that are water."""
CLOSED: Final = "closed"
"""The terrain of land that takes no part."""
MAX_PLACES: Final = 1000

Label = HexNumber
Side = Annotated[tuple[Label, Label], FROM_LIST]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Degrees = Annotated[tuple[Longitude, Latitude], FROM_LIST]
Share = Annotated[float, Field(ge=0, le=1)]
Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class Made(Model):
    """How a map was made; no rule reads it."""

    source: Line
    """The file with the shapes."""
    additions: Line | None = None
    """The file with what the shapes do not tell."""
    credit: Line | None = None
    """What the shapes' authors want said."""
    bbox: Annotated[tuple[Longitude, Latitude, Longitude, Latitude], FROM_LIST]
    """West, south, east, north, in degrees."""
    projection: Literal["azimuthal equidistant"] = "azimuthal equidistant"
    middle: Degrees
    """The point from which all distances and directions are true."""
    first: Annotated[tuple[float, float], FROM_LIST]
    """Kilometres east and north of the middle: the centre of hex 0101."""
    land_from: Share
    """A hex is land where land covers at least this share of it."""


class HexEntry(Model):
    """A hex."""

    terrain: Slug
    """`sea`; `closed` for land that takes no part; any other word for what the ground is."""
    land: Share = 1.0
    """How much of it is land."""
    coast: Items[Compass] = Field(default=(), max_length=6)
    """The sides of a land hex behind which there is sea."""
    seas: Items[Line] = Field(default=(), max_length=6)
    """The sea area of a sea hex; of a land hex those of the sea hexes beside it."""


class River(Model):
    """Running water along a chain of sides, each by the two land hexes that it parts."""

    name: Line | None = None
    sides: Items[Side] = Field(min_length=1)
    source: Line | None = None


class Road(Model):
    """A way through land hexes, each beside the one before."""

    name: Line | None = None
    kind: Literal["road", "track"] = "road"
    path: Items[Label] = Field(min_length=2)
    source: Line | None = None


class Track(Model):
    """A railway or a ferry through land hexes, each beside the one before."""

    name: Line | None = None
    path: Items[Label] = Field(min_length=2)
    source: Line | None = None


class Place(Model):
    """A named place; a hex may hold several."""

    name: Line
    hex: Label
    kinds: Items[Slug] = Field(min_length=1, max_length=12)
    """What it is: `town`, `port`, `airfield`, …"""
    at: Degrees
    off: float = Field(default=0.0, ge=0)
    """Kilometres from the centre of its hex."""
    seas: Items[Line] = Field(default=(), max_length=6)
    """Of a port: the sea areas that it lies at."""
    source: Line | None = None


class Edge(Model):
    """Land hexes along an edge of the map."""

    name: Slug
    hexes: Items[Label]


class MapLabel(Model):
    """Words on the map."""

    text: Line
    at: Degrees
    size: float = Field(default=0.6, ge=0.1, le=10)
    """Height of the letters in sides of a hex."""
    turn: float = Field(default=0, ge=-180, le=180)
    """Degrees, clockwise."""
    kind: Literal["land", "water"] = "land"
    x: Annotated[float, ACROSS] = 0.0
    """Where its middle lies, in sides of a hex from the centre of hex 0101; y runs down."""
    y: Annotated[float, DOWN] = 0.0


class Shore(Model):
    """A closed line of the real coast: land, or water within land."""

    kind: Literal["land", "sea"] = "land"
    points: Annotated[tuple[Point, ...], FROM_LIST] = Field(min_length=3, max_length=MAX_POINTS)
    """x, y in sides of a hex from the centre of hex 0101; y runs down."""


class HexMap(PartModel):
    """A map of hexes, numbered CCRR or, where a side is longer than 99, CCCRRR.

    Hexes that are not listed are not on it.
    With `flat` hexes even-numbered columns lie half a hex lower, with `pointy` ones
    even-numbered rows lie half a hex to the right.
    """

    format: Literal["hexfront-map/1"]
    name: Slug
    title: Line
    orientation: Literal["flat", "pointy"] = "flat"
    columns: int = Field(ge=1, le=MAX_SIDE)
    rows: int = Field(ge=1, le=MAX_SIDE)
    hex_km: float = Field(gt=0, le=2000)
    """Between the centres of neighbours."""
    made: Made | None = None
    hex: dict[Label, HexEntry] = Field(max_length=MAX_HEXES)
    straits: Items[Side] = ()
    """Sides between two land hexes that are water."""
    river: Items[River] = Field(default=(), max_length=MAX_LINES)
    road: Items[Road] = Field(default=(), max_length=MAX_LINES)
    rail: Items[Track] = Field(default=(), max_length=MAX_LINES)
    ferry: Items[Track] = Field(default=(), max_length=MAX_LINES)
    place: Items[Place] = Field(default=(), max_length=MAX_PLACES)
    edge: Items[Edge] = Field(default=(), max_length=8)
    label: Items[MapLabel] = Field(default=(), max_length=MAX_LINES)
    shore: Items[Shore] = Field(default=(), max_length=MAX_LINES)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.hex), self.river, self.road, self.rail, self.place))

    @property
    def offset(self) -> Offset:
        """How columns and rows are staggered."""
        return Offset.ODD_Q if self.orientation == "flat" else Offset.ODD_R

    @property
    def direction_names(self) -> tuple[str, ...]:
        """What directions 0 to 5 are called."""
        return Orientation(self.orientation).direction_names

    @property
    def numbering(self) -> ColumnRowNumbering:
        """The numbers of the hexes."""
        return ColumnRowNumbering(self.columns, self.rows)

    @cached_property
    def hexes(self) -> dict[str, Hex]:
        """The hexes by their numbers. Errors: `LabelError` for a number off the map."""
        parse, to_axial = self.numbering.parse, self.offset.to_axial
        return {label: to_axial(*parse(label)) for label in self.hex}
