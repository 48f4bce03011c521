"""The form of scenario files: pydantic models, published as a JSON Schema.

Whether the parts of a file fit together is examined in `loading`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.mechanics.file_model import (
    FROM_LIST,
    HEX,
    Items,
    Line,
    Model,
    Paragraph,
    Slug,
    or_reference,
)
from hexfront.systems.aggressor.scenario.terrain import Terrain

MAX_ARMY: Final = 400
"""Units a side, at most; a full home of the largest map has room for them."""

TypeName = Literal["airbase", "missile", "artillery", "armor", "infantry", "support"]
TYPE_NAMES: Final[tuple[TypeName, ...]] = (
    "airbase",
    "missile",
    "artillery",
    "armor",
    "infantry",
    "support",
)
"""In the order of their numbers (AGR-6)."""
Percent = Annotated[int, Field(ge=0, le=100)]


class Side(Model):
    """A side; the first has its home in the west (AGR-4)."""

    name: Literal["west", "east"]
    title: Line
    colour: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")


class UnitType(Model):
    """What a type of unit is worth when it is fresh (AGR-6)."""

    range: int = Field(ge=0, le=9)
    strength: int = Field(ge=1, le=9)


class UnitTypes(Model):
    """The six types (AGR-6)."""

    airbase: UnitType = UnitType(range=0, strength=3)
    missile: UnitType = UnitType(range=1, strength=1)
    artillery: UnitType = UnitType(range=3, strength=2)
    armor: UnitType = UnitType(range=3, strength=3)
    infantry: UnitType = UnitType(range=2, strength=2)
    support: UnitType = UnitType(range=2, strength=1)


class Numbers(Model):
    """What a designer may want to change. Chances are in percent."""

    rough_cover: int = Field(default=1, ge=0, le=6)
    """Faces of the die off a hit in rough or contaminated terrain (AGR-21)."""
    dug_in_cover: int = Field(default=1, ge=0, le=6)
    """Faces of the die off a hit on a unit that is dug in (AGR-21)."""
    immobile_moves: Percent = 50
    """That a unit without range moves one hex (AGR-11)."""
    assault_direct: Percent = 50
    """That the hit of an assault costs strength (AGR-23)."""
    contact_base: Percent = 50
    """That partisans are contacted, before strength counts (AGR-28)."""
    contact_step: Percent = 10
    """Off that for each point of rated strength (AGR-28)."""
    launch_strength: int = Field(default=4, ge=1, le=9)
    """Of missiles (AGR-33)."""
    launch_reach: int = Field(default=8, ge=1, le=99)
    """Hexes (AGR-33)."""
    replacement_home: Percent = 60
    replacement_elsewhere: Percent = 40
    """That a replacement comes (AGR-36)."""
    partisan_reach: int = Field(default=3, ge=0, le=20)
    """Hexes around an uprising in which units are frozen (AGR-40)."""
    sectors_to_win: int = Field(default=5, ge=1, le=9)
    """AGR-50"""
    classic_distance: int = Field(default=28, ge=1, le=999)
    """Hexes by which the classic air-loss formula divides (AGR-32)."""


class Options(Model):
    """What players may choose."""

    observation: bool = True
    """Enemies are hidden until they are observed (AGR-14)."""
    die: Literal["d10", "d8", "d12"] = "d10"
    """The die of every hit (AGR-21)."""
    aa_loss: Literal["dice", "classic"] = "dice"
    """What an air mission may cost the base: two dice, or a chance by distance (AGR-32)."""
    mobile_attacks: bool = False
    """Attacks need a movement point; hexes are taken, defenders forced back (AGR-27)."""
    decon: bool = False
    """Technical units remove contamination (AGR-37)."""
    first: Literal["random", "west", "east"] = "random"
    """Who begins (AGR-38); to choose it upsets the balance of the set-up."""
    rounds: int = Field(default=60, ge=1, le=999)
    """After them the game is drawn (AGR-51)."""


class Deployed(Model):
    """A unit of a ready army and where it stands (AGR-6, AGR-53)."""

    type: TypeName
    hex: Annotated[str, Field(pattern=r"^@[A-Z]{2}([A-Z]{2})?$"), HEX]


class Armies(Model):
    """Ready armies; a side that has one does not set up (AGR-53)."""

    west: Items[Deployed] | None = None
    east: Items[Deployed] | None = None


class Suggestion(Model):
    """A mix of types that the set-up screen offers, such as 4 of armor (AGR-52)."""

    name: Slug
    title: Line
    description: Paragraph = ""
    units: dict[TypeName, Annotated[int, Field(ge=0, le=MAX_ARMY)]]


class ScenarioFile(Model):
    """A scenario: map, sides, numbers, options, and armies if they are given."""

    format: Literal["hexfront-aggressor/1"]
    system: Literal["aggressor"]
    name: Slug
    title: Line
    description: Paragraph = ""
    sides: Annotated[tuple[Side, Side], FROM_LIST] = (
        Side(name="west", title="West", colour=None),
        Side(name="east", title="East", colour=None),
    )
    terrain: Terrain = Field(json_schema_extra=or_reference)
    """In a file also the name of a shipped map, or the path of a map file (ending in .json or
    .toml) in the folder of the scenario file or below."""
    army_size: int = Field(default=18, ge=1, le=MAX_ARMY)
    """Units that each side chooses (AGR-6)."""
    units: UnitTypes = UnitTypes()
    numbers: Numbers = Numbers()
    options: Options = Options()
    armies: Armies = Armies()
    suggestions: Items[Suggestion] = ()
