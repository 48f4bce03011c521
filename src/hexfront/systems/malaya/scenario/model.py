"""The form of Malaya's scenario files: pydantic models, published as a JSON Schema.

Whether the parts of a file fit together is examined in `loading`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.mechanics.file_model import (
    FROM_LIST,
    HEX,
    HexNumber,
    Items,
    Line,
    Model,
    Paragraph,
    PartModel,
    Slug,
    named_in,
    or_reference,
)
from hexfront.mechanics.hexmap_model import HexMap

MAX_UNITS: Final = 200
MAX_PORTS: Final = 24
MAX_ENTRIES: Final = 24
MAX_AIR: Final = 9
"""Air points of a side in one battle, at most."""
FACES: Final = 6
"""Of the die (MAL-23)."""

SideName = Literal["japan", "commonwealth"]
SIDE_NAMES: Final[tuple[SideName, SideName]] = ("japan", "commonwealth")
BOXES: Final = tuple(f"box-{name}" for name in SIDE_NAMES)
"""What the board calls the reinforcement boxes of the sides (MAL-14)."""
Sea = Literal["east", "west"]
SEAS: Final[tuple[Sea, ...]] = ("east", "west")
Points = Annotated[float, Field(ge=0.5, le=30, multiple_of=0.5)]
"""Movement points; halves are counted."""
Factor = Annotated[float, Field(ge=0, le=2, multiple_of=0.125)]
"""What a strength is multiplied by; eighths are counted, and never rounded (MAL-21)."""
Turn = Annotated[int, Field(ge=1, le=99)]
Percent = Annotated[int, Field(ge=0, le=100)]
Label = HexNumber
PlaceName = Annotated[Line, HEX, named_in("/map/place")]
PlaceOrEdge = Annotated[Line, HEX, named_in("/map/place", "/map/edge")]


class Side(Model):
    """A side; Japan moves first (MAL-1)."""

    name: SideName
    title: Line
    colour: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")


class Ground(Model):
    """What a kind of terrain does."""

    cost: Points
    """To enter, off the roads (MAL-9)."""
    die: Annotated[int, Field(ge=-6, le=6)] = 0
    """To the die of an attack on a unit in it (MAL-23)."""
    covered: bool = False
    """Whether armour gains nothing against it (MAL-23), and aircraft see less (MAL-22)."""


class Ways(Model):
    """What roads and waters do to movement (MAL-9)."""

    road: Points
    """Along a road, whatever the terrain."""
    track: Points
    """Along a track, whatever the terrain; armour cannot use it."""
    river: Points
    """More, across a river without a road."""
    ferry: Points
    """More, by ferry."""


class Modifiers(Model):
    """Of the die (MAL-23)."""

    across_river: int = Field(ge=-6, le=6)
    """All attackers come across a river."""
    town: int = Field(ge=-6, le=6)
    """The defender stands in a city or a fort."""
    landing: int = Field(ge=-6, le=6)
    """An attacker lands."""
    armour: int = Field(ge=-6, le=6)
    """Armour attacks along a road, and the defender's terrain is open."""
    air: int = Field(ge=0, le=6)
    """The most that air points add or take."""


class Strengths(Model):
    """What units in poor condition are worth (MAL-6, MAL-21)."""

    reduced: Factor
    """Attack and defence of a unit of two steps that has lost one."""
    unsupplied_attack: Factor
    unsupplied_defence: Factor
    across_river: Factor


class Odds(Model):
    """A column of the results table (MAL-23)."""

    attacker: int = Field(ge=1, le=99)
    defender: int = Field(ge=1, le=99)


ResultCode = Annotated[str, Field(pattern=r"^[0-9]/[0-9]R?r?$")]
"""Steps of the attacker / of the defender, R: the defender retreats, r: the attackers do."""


class ResultsTable(Model):
    """One row for each face of the die, one column for each ratio (MAL-23)."""

    columns: Items[Odds] = Field(min_length=1, max_length=16)
    """Rising; less than the first is not allowed, more than the last counts as the last."""
    rows: Items[Annotated[tuple[ResultCode, ...], FROM_LIST]] = Field(
        min_length=FACES, max_length=FACES
    )


class AirSide(Model):
    """The air points of a side (MAL-22)."""

    by_turn: Items[Annotated[int, Field(ge=0, le=30)]] = Field(min_length=1, max_length=99)
    """For each turn; the last goes on."""
    without_airfield: int = Field(ge=0, le=30)
    """What it can fly with no airfield on the map."""
    each_airfield: int = Field(ge=0, le=30)
    """More for every airfield that it holds, up to the number of the turn."""


class Air(Model):
    """Air support (MAL-22)."""

    japan: AirSide
    commonwealth: AirSide
    most: int = Field(ge=0, le=MAX_AIR)
    """Of a side in one battle."""
    defence: Items[Annotated[tuple[Annotated[int, Field(ge=0, le=1000)], ...], FROM_LIST]]
    """For each column of the results table: the weights with which the defender commits
    0, 1, 2 … points; what it does not have stays away."""
    covered_less: int = Field(ge=0, le=MAX_AIR)
    """Fewer points where the defender's terrain is covered."""


class Capacity(Model):
    """Units that a side can send a turn, by sea and by rail."""

    rail: int = Field(ge=0, le=99)
    """MAL-12"""
    east: int = Field(ge=0, le=99)
    """MAL-13"""
    west: int = Field(ge=0, le=99)
    """MAL-13; of Japan: once the shipping of Penang is seized."""


class Capacities(Model):
    """Of both sides (MAL-12, MAL-13)."""

    japan: Capacity
    commonwealth: Capacity
    rail_hexes: int = Field(ge=1, le=200)
    """How far a rail move goes."""


class Shipping(Model):
    """What Japan needs to sail the west coast (MAL-13)."""

    place: Annotated[Line, named_in("/map/place")]
    """The name of the port whose shipping it is."""
    seized: Percent
    seized_if_attacked: Percent
    """The chance once the port has been attacked."""
    delay: int = Field(ge=0, le=20)
    """Turns until it sails."""


class Interception(Model):
    """What Force Z may do to moves of Japan in the east (MAL-13)."""

    last_turn: int = Field(ge=0, le=99)
    """While it exists; 0: it never does."""
    faces: int = Field(ge=0, le=FACES)
    """Of the die, on which it meets a group."""
    steps: int = Field(ge=1, le=9)
    """What a group then loses."""


class Numbers(Model):
    """What a designer may want to change, beside the tables."""

    stacking: int = Field(ge=1, le=30)
    """Points in a hex (MAL-7)."""
    supply_reach: Points
    """From a unit to the net (MAL-15)."""
    poor_allowance: Factor
    """Of the movement of a unit that is unsupplied, or moved by sea (MAL-8)."""
    blocked: int = Field(ge=0, le=9)
    """Steps lost by who cannot retreat (MAL-27)."""
    zone_loss: int = Field(ge=0, le=9)
    """Steps lost for each enemy zone entered on a retreat (MAL-28)."""
    landing_loss: int = Field(ge=0, le=9)
    """Steps lost by each unit of a landing that cannot advance (MAL-30)."""


class Seas(Model):
    """What the map calls the two seas (MAL-13); a port in neither is open to the Commonwealth."""

    east: Line
    west: Line


class Port(Model):
    """A port off the map (MAL-14); those on the map stand there."""

    name: Line
    side: SideName
    sea: Sea


class Entry(Model):
    """Where reinforcements of a side come onto the map (MAL-14)."""

    side: SideName
    title: Line
    edge: Annotated[Line, named_in("/map/edge")] | None = None
    """An edge of the map: each of its hexes."""
    place: PlaceName | None = None
    """Or a place on it."""
    port: Annotated[Line, named_in("/ports")] | None = None
    """Or a port off the map."""
    until: Turn | None = None
    """The last turn in which it is open; left out: always. A turn in which only such entries of
    one side count is a set-up of that side."""


class Sources(Model):
    """Where supply comes from (MAL-15)."""

    japan: Items[PlaceOrEdge]
    """Names of places, which must be held, and of edges of the map."""
    commonwealth: Items[PlaceOrEdge]


class Option(Model):
    """What a side may take once, at set-up, for victory points (MAL-3)."""

    name: Slug
    side: SideName
    title: Line
    description: Paragraph = ""
    points: int = Field(ge=0, le=99)
    rail: int = Field(default=0, ge=0, le=9)
    """More rail moves a turn."""
    air: int = Field(default=0, ge=0, le=9)
    """More air points a turn."""
    east: int = Field(default=0, ge=0, le=9)
    """More units by sea in the east."""


class Value(Model):
    """Victory points for a place that is held at the end (MAL-32)."""

    place: PlaceName
    points: int = Field(ge=0, le=99)


class Victory(Model):
    """MAL-32"""

    place: PlaceName
    """Who holds all hexes with a place of this name, or of `places`, holds it."""
    places: Items[PlaceName] = ()
    """Further places that must be held as well."""
    decisive: Turn
    """Until this turn, a decisive victory of Japan."""
    marginal: Turn
    """Until this turn, a marginal one; later, a draw."""
    values: Items[Value] = ()
    """For Japan."""
    step: float = Field(ge=0, le=99)
    """Points for each enemy step eliminated."""
    up: int = Field(ge=1, le=999)
    """So many points of Japan more than of the Commonwealth make the level one better for it."""
    down: int = Field(ge=-999, le=999)
    """So many or fewer make it one worse."""


class UnitEntry(Model):
    """A unit of the order of battle (MAL-5, MAL-6)."""

    id: Slug
    name: Line
    side: SideName
    nationality: Line
    formation: Line
    size: Literal["division", "brigade", "regiment", "battalion"]
    arm: Literal["infantry", "armour"]
    attack: int = Field(ge=0, le=99)
    defence: int = Field(ge=0, le=99)
    movement: int = Field(ge=0, le=30)
    stacking: int = Field(ge=0, le=9)
    steps: int = Field(default=2, ge=1, le=2)
    start: Annotated[Line, HEX] | None = None
    """The name of a place, or the number of a hex, where it stands when the game begins."""
    box: Annotated[Line, named_in("/ports")] | None = None
    """Or the port off the map where it waits when the game begins."""
    arrives: Turn | None = None
    """Or the turn in which it may come (MAL-14)."""
    offered: Turn | None = None
    """Or the turn in which it is offered once, to arrive in the next (MAL-3)."""
    points: int = Field(default=0, ge=0, le=99)
    """What it costs, where it is offered."""
    source: Paragraph = ""
    """Where its history comes from, and what is judgement."""


class Forces(PartModel):
    """An order of battle (MAL-5)."""

    format: Literal["hexfront-malaya-forces/1"]
    name: Slug
    title: Line
    description: Paragraph = ""
    units: Items[UnitEntry] = Field(min_length=1, max_length=MAX_UNITS)


class ScenarioFile(Model):
    """A campaign: map, order of battle, tables, numbers."""

    format: Literal["hexfront-malaya/1"]
    system: Literal["malaya"]
    name: Slug
    title: Line
    description: Paragraph = ""
    sides: Annotated[tuple[Side, Side], FROM_LIST]
    map: HexMap = Field(json_schema_extra=or_reference)
    """In a file also the name of a shipped map, or the path of a map file beside it."""
    forces: Forces = Field(json_schema_extra=or_reference)
    """In a file also the name of a shipped order of battle, or the path of a file beside it."""
    turns: Turn
    first_day: str = Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    """Of the first turn, for the screen."""
    days: int = Field(ge=1, le=99)
    """Of a turn."""
    terrain: dict[Slug, Ground] = Field(min_length=1, max_length=24)
    """Of every kind of land on the map."""
    ways: Ways
    seas: Seas
    numbers: Numbers
    strengths: Strengths
    results: ResultsTable
    modifiers: Modifiers
    air: Air
    capacities: Capacities
    shipping: Shipping | None = None
    interception: Interception
    ports: Items[Port] = Field(default=(), max_length=MAX_PORTS)
    entries: Items[Entry] = Field(default=(), max_length=MAX_ENTRIES)
    sources: Sources
    options: Items[Option] = Field(default=(), max_length=16)
    controlled: Items[PlaceOrEdge] = ()
    """Places and edges that Japan holds when the game begins, beside those of its units."""
    victory: Victory


class Options(Model):
    """Numbers of a scenario that may be set by name, without a file."""

    turns: int
    """Of the game (MAL-1)."""
    stacking: int
    """Points in a hex (MAL-7)."""
    supply_reach: int
    """Movement points from a unit to the net (MAL-15)."""
    interception: int
    """The last turn in which Force Z looks for convoys; 0 for none (MAL-13)."""


OPTION_PLACES: Final = {
    "turns": ("", "turns"),
    "stacking": ("numbers", "stacking"),
    "supply_reach": ("numbers", "supply_reach"),
    "interception": ("interception", "last_turn"),
}
"""Where a scenario file has them: the part, and the key in it."""
