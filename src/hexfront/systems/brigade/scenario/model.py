"""The form of scenario and terrain files: pydantic models, published as JSON Schemas.

Whether the parts of a file fit together is examined in `loading`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from hexfront.mechanics import drawing_model
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
    Paragraph,
    Slug,
    or_reference,
)

MAX_UNITS: Final = 40
"""Units a side."""
MAX_TYPES: Final = 32
Label = HexNumber
Code = Literal["DE", "DR", "AR", "AE", "EX", "-"]
Row = Annotated[tuple[Code, Code, Code, Code], FROM_LIST]


class TerrainType(Model):
    """A kind of terrain (BRG-2)."""

    id: int = Field(ge=0, le=31)
    name: Slug
    title: Line
    cost: int = Field(ge=1, le=9)
    """Movement points to enter."""
    modifier: int = Field(default=0, ge=-5, le=5)
    """Added to the die when a unit in such a hex is attacked; plus favours the defender."""
    closed_in: Items[Literal["standard", "advanced"]] = ()
    """Option sets under which no unit may enter (BRG-14)."""
    retreat: bool = True
    """Whether a unit may retreat into it (BRG-25)."""
    town: bool = False
    """Whether its hexes are towns: those have names and count for the objective (BRG-27)."""
    art: Literal["clear", "woods", "town", "water", "hill"]
    """How the screen draws it."""


class MapImage(Model):
    """A picture under the grid (BRG-1, BRG-4).

    Lengths are in hex sizes: 1 is the side of a hex, the origin is the centre of
    hex 0101, x points right and y down.
    """

    file: str = Field(min_length=1, max_length=200)
    """PNG, JPEG or WebP of at most 2 MiB, in the folder of the terrain file or below."""
    x: Annotated[float, Field(ge=-1000, le=1000), ACROSS]
    """The left edge."""
    y: Annotated[float, Field(ge=-1000, le=1000), DOWN]
    """The upper edge."""
    width: float = Field(gt=0, le=1000)
    height: float = Field(gt=0, le=1000)
    opacity: float = Field(default=1.0, ge=0, le=1)
    data: str | None = None
    """The picture as a data: URI; where it is given, the file is not read."""


class River(drawing_model.River[Label]):
    """Water along sides of hexes, or through hexes; drawn alone (BRG-1)."""


class Road(drawing_model.Road[Label]):
    """A way through hexes; drawn alone (BRG-1)."""


class Drawing(drawing_model.Drawing[Label, River, Road]):
    """What the screen draws besides the terrain; no rule reads it."""


class TerrainHex(Model):
    """A hex of the map and what lies in it."""

    hex: Label
    terrain: Slug
    """The name of a terrain type."""
    name: Line | None = None
    """Of a town; no other hex has one (BRG-3)."""


class Terrain(Model):
    """A map (BRG-1, BRG-4): hexes that are not listed are not on it.

    Columns count from 1 at the left, rows from 1 at the top; flat-top hexes,
    even-numbered columns half a hex lower.
    """

    format: Literal["hexfront-terrain/1"]
    system: Literal["brigade"]
    name: Slug
    title: Line
    layout: Literal["flat"] = "flat"
    columns: int = Field(ge=1, le=MAX_SIDE)
    rows: int = Field(ge=1, le=MAX_SIDE)
    image: MapImage | None = None
    drawing: Drawing | None = None
    types: Items[TerrainType] = Field(max_length=MAX_TYPES)
    hexes: Items[TerrainHex] = Field(max_length=MAX_HEXES)

    @property
    def towns(self) -> tuple[TerrainHex, ...]:
        """The town hexes, by number (BRG-3, BRG-27)."""
        kinds = {kind.name for kind in self.types if kind.town}
        return tuple(sorted((h for h in self.hexes if h.terrain in kinds), key=lambda h: h.hex))


class Side(Model):
    """A side; the first of the two moves and fights first (BRG-9)."""

    name: Slug
    title: Line
    colour: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")


class UnitEntry(Model):
    """A unit and where it stands when the game opens (BRG-5, BRG-6)."""

    name: str = Field(pattern=r"^[^\W_][\w ./'-]*$", max_length=32)
    """Its id; each name once."""
    sidc: str = Field(pattern=r"^[0-9]{20}([0-9]{10})?$")
    """NATO symbol code, 20 or 30 digits (MIL-STD-2525D/E, APP-6D/E)."""
    strength: int = Field(ge=1, le=99)
    movement: int = Field(default=4, ge=0, le=12)
    """Movement points a turn (BRG-12)."""
    side: Slug
    hex: Label
    icon: str | None = None
    """A picture of at most 64 KiB instead of the symbol: a file as for a map image, or its
    data: URI."""


class Options(Model):
    """What players may choose."""

    rules: Literal["standard", "advanced"] = "standard"
    """Advanced: woods open (BRG-14), two units a hex (BRG-15), a first step whatever it costs
    (BRG-20), exchanges (BRG-23)."""
    sequence: Literal["plotted", "igougo"] = "plotted"
    """Both sides plan unseen, or orders are carried out as they are given (BRG-10)."""
    by_strength: bool = False
    """The column of the results table is the ratio of strengths, not a count (BRG-23)."""
    detection: bool = False
    """Enemies show "?" until a friend has been adjacent (BRG-28)."""
    deal: Literal["fixed", "shuffled"] = "fixed"
    """Shuffled: chance deals the units of a side over its starting hexes (BRG-28)."""


class ResultsTable(Model):
    """A combat results table: a row for each die roll, columns 1, 2, 3, 4 or more (BRG-23)."""

    columns: ClassVar[int] = 4
    rows: Annotated[tuple[Row, Row, Row, Row, Row, Row], FROM_LIST]


class Results(Model):
    """The table of each option set (BRG-23)."""

    standard: ResultsTable
    advanced: ResultsTable


class Objective(Model):
    """What decides the game when the turns are over (BRG-27)."""

    side: Slug
    """The side that must hold towns; the other wins by preventing it."""
    towns: int = Field(ge=1, le=99)
    """How many of all towns on the map."""


class ScenarioFile(Model):
    """A scenario: map, sides, units, options and objective (BRG-6 to BRG-8)."""

    format: Literal["hexfront-scenario/1"]
    system: Literal["brigade"]
    name: Slug
    title: Line
    description: Paragraph = ""
    sides: Annotated[tuple[Side, Side], FROM_LIST]
    turns: int = Field(default=4, ge=1, le=99)
    terrain: Terrain = Field(json_schema_extra=or_reference)
    """In a file also the name of a shipped terrain, or the path of a terrain file (ending in
    .json or .toml) in the folder of the scenario file or below."""
    units: Items[UnitEntry] = Field(max_length=2 * MAX_UNITS)
    options: Options = Options()
    results: Results | None = None
    """Instead of the shipped table."""
    objective: Objective
