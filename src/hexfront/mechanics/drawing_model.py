"""What a screen draws besides the terrain: heights, rivers, roads, coasts and words.

A system has its own form of hex labels, a string type with a pattern; it binds the models
of what names hexes to it in classes of its own: `class River(drawing_model.River[Label])`,
and `class Drawing(drawing_model.Drawing[Label, River, Road])`.
"""

from __future__ import annotations

from typing import Annotated, Final, Generic, Literal, TypeVar

from pydantic import Field

from hexfront.mechanics.file_model import (
    ACROSS,
    DOWN,
    FROM_LIST,
    MAX_HEXES,
    POINT,
    Items,
    Line,
    Model,
)

MAX_LINES: Final = 200
"""Rivers, roads, coasts and labels of a drawing, each."""

Coordinate = Annotated[float, Field(ge=-1000, le=1000)]
Label = TypeVar("Label", bound=str)
Water = TypeVar("Water")
Way = TypeVar("Way")


class River(Model, Generic[Label]):
    """Water along sides of hexes, or through hexes."""

    name: Line | None = None
    width: float = Field(default=0.16, ge=0.05, le=1)
    """In hex sizes."""
    sides: Items[Annotated[tuple[Label, Label], FROM_LIST]] = ()
    """Each side by the two hexes that it parts."""
    path: Items[Label] = ()
    """Hexes that it runs through, each beside the one before."""


class Road(Model, Generic[Label]):
    """A way through hexes."""

    kind: Literal["road", "track", "rail"] = "road"
    name: Line | None = None
    path: Items[Label] = Field(min_length=2)
    """Hexes that it runs through, each beside the one before."""


class Coast(Model):
    """Land or sea with a drawn shore; a later one lies over those before (BRG-1)."""

    kind: Literal["land", "sea"]
    points: Items[Annotated[tuple[Coordinate, Coordinate], FROM_LIST, POINT]] = Field(
        min_length=3, max_length=2000
    )
    """Corners x, y in hex sizes, as for a map image."""


class MapLabel(Model):
    """Words on the ground (BRG-1)."""

    text: Line
    x: Annotated[Coordinate, ACROSS]
    y: Annotated[Coordinate, DOWN]
    size: float = Field(default=0.6, ge=0.1, le=10)
    """Height of the letters in hex sizes."""
    turn: float = Field(default=0, ge=-180, le=180)
    """Degrees, clockwise."""
    kind: Literal["land", "water"] = "land"


Point = Annotated[tuple[Coordinate, Coordinate], FROM_LIST, POINT]
MAX_POINTS: Final = 5000
"""Of all waters that lie beneath a map."""


class Beneath(Model):
    """Water on the ground, faintly under a map whose hexes do not follow it."""

    name: Line | None = None
    area: Items[Annotated[tuple[Point, ...], FROM_LIST]] = Field(default=(), max_length=MAX_LINES)
    """Closed lines of corners x, y in hex sizes; what lies in two of them is land again."""
    line: Annotated[tuple[Point, ...], FROM_LIST] = Field(default=(), max_length=MAX_POINTS)
    """A course of points x, y in hex sizes."""


class Drawing(Model, Generic[Label, Water, Way]):
    """What the screen draws besides the terrain; no rule reads it."""

    heights: dict[Label, float] = Field(default={}, max_length=MAX_HEXES)
    """Of hexes; 0 where none is given. Contour lines and shading follow from them."""
    contours: float | None = Field(default=None, gt=0)
    """Between two contour lines; a step that suits where none is given."""
    rivers: Items[Water] = Field(default=(), max_length=MAX_LINES)
    roads: Items[Way] = Field(default=(), max_length=MAX_LINES)
    coast: Items[Coast] = Field(default=(), max_length=MAX_LINES)
    labels: Items[MapLabel] = Field(default=(), max_length=MAX_LINES)

    def __hash__(self) -> int:
        return hash((frozenset(self.heights.items()), self.rivers, self.roads))


# A class that is made of one of these has no source in which to look for docstrings of members:
# it has those of this one, and to look for it takes longer than all else about it.
for _generic in (River, Road, Drawing):
    _generic.model_config["use_attribute_docstrings"] = False
