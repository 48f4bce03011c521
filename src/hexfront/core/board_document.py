"""The board document: what `Rules.board` gives for screens, pictures and terminals to draw.

All that never changes in a game.  What each part means stands in `docs/guides/board.md`.
Lengths are in the unit of the board: the side of a hex where `kind` is `hex`.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

XY = tuple[float, float]
"""x to the right, y down."""


class Place(TypedDict):
    """Where counters may stand."""

    id: str
    x: float
    y: float
    terrain: str
    name: NotRequired[str | None]
    signs: NotRequired[list[str]]
    """What stands there: `city`, `town`, `village`, `port`, `fort`, `airfield`."""
    side: NotRequired[int | None]
    """Whose land it is."""
    outline: NotRequired[list[XY]]
    """Its corners, where it is an area."""
    band: NotRequired[list[XY]]
    """The strip in it that has the colour of its kind."""
    note: NotRequired[str]
    """What is printed below its name."""
    facts: NotRequired[list[str]]
    """What a player wants to know of it alone."""


class TerrainKind(TypedDict):
    """A kind of ground."""

    title: str
    art: str
    facts: list[str]
    colour: NotRequired[str]
    """Of places with outlines: what they are tinted with."""
    sign: NotRequired[str]
    """Of places with outlines: a faint sign on them."""


class BoardRegion(TypedDict):
    """What places with outlines belong to, drawn beside them."""

    title: str
    outline: list[XY]
    x: float
    y: float
    turn: NotRequired[float]


class BoardSide(TypedDict):
    """A side, as the board names and colours it."""

    name: str
    title: NotRequired[str]
    colour: NotRequired[str | None]


class BoardImage(TypedDict):
    """A picture under the map."""

    href: str
    x: float
    y: float
    width: float
    height: float
    opacity: float


class BoardRiver(TypedDict):
    """Where a river runs."""

    name: NotRequired[str | None]
    width: NotRequired[float]
    sides: NotRequired[list[tuple[str, str]]]
    """Sides of hexes, each given by the two places that it parts."""
    path: NotRequired[list[str]]
    """Places that it runs through."""


class BoardRoad(TypedDict):
    """A road, track or railway."""

    kind: NotRequired[Literal["road", "track", "rail"]]
    name: NotRequired[str | None]
    path: list[str]


class BoardCoast(TypedDict):
    """A shore: a closed line."""

    kind: Literal["land", "sea"]
    points: list[XY]


class BoardLink(TypedDict):
    """What joins or parts neighbours: routes lead from centre to centre, barriers along sides."""

    kind: Literal["route", "barrier"]
    name: str
    title: str
    look: int | str
    """Of routes the rank, 0 for the best; of barriers `water` or another `line`."""
    pairs: list[tuple[str, str]]


class BoardWater(TypedDict):
    """Water of the real country under a map whose places do not follow it."""

    name: NotRequired[str | None]
    area: NotRequired[list[list[XY]]]
    """Rings; what lies in two of them is land again."""
    line: NotRequired[list[XY]]


class BoardLabel(TypedDict):
    """A name on the map."""

    text: str
    x: float
    y: float
    size: NotRequired[float]
    turn: NotRequired[float]
    kind: NotRequired[Literal["land", "water"]]


class BoardBorder(TypedDict):
    """A line along sides of hexes, each given by the two places that it parts."""

    kind: NotRequired[Literal["border", "sector"]]
    name: NotRequired[str | None]
    sides: list[tuple[str, str]]


class ArmySetupType(TypedDict):
    """A type of unit that one may set up."""

    title: str
    sidcs: list[str]
    values: dict[str, float]
    facts: NotRequired[list[str]]


class ArmySetup(TypedDict):
    """An army that each side chooses and places before the game."""

    size: int
    types: dict[str, ArmySetupType]
    clause: NotRequired[str]


class Area(TypedDict):
    """Places that are controlled together."""

    title: str
    places: list[str]


class Goods(TypedDict):
    """Something that can be bought."""

    title: str
    sign: str


class BoardStage(TypedDict):
    """Where on the board there is room for dice and what they decide."""

    x: float
    y: float
    wide: float
    high: float


class BoardClock(TypedDict):
    """How time runs on until somebody stops it."""

    order: str
    """The kind of the offer that lets it run."""
    unit: str
    ticks: float
    """How many ticks of views a unit has."""


class Board(TypedDict):
    """A board."""

    kind: str
    orientation: NotRequired[Literal["flat", "pointy"]]
    title: str
    sides: list[BoardSide]
    places: list[Place]
    terrain: dict[str, TerrainKind]
    legend: NotRequired[dict[str, str]]
    """What words and short forms mean."""
    marks: NotRequired[dict[str, str]]
    """Kinds of marks of the system's own, in words."""
    image: NotRequired[BoardImage | None]
    heights: NotRequired[dict[str, float]]
    contours: NotRequired[float]
    contours_from: NotRequired[float]
    rivers: NotRequired[list[BoardRiver]]
    roads: NotRequired[list[BoardRoad]]
    coast: NotRequired[list[BoardCoast]]
    labels: NotRequired[list[BoardLabel]]
    links: NotRequired[list[BoardLink]]
    beneath: NotRequired[list[BoardWater]]
    borders: NotRequired[list[BoardBorder]]
    army_setup: NotRequired[ArmySetup | None]
    sectors: NotRequired[list[Area]]
    sectors_to_win: NotRequired[int]
    """How many of the sectors win."""
    regions: NotRequired[list[BoardRegion]]
    open: NotRequired[bool]
    """Whether everybody may see everything."""
    ruled: NotRequired[bool]
    """Whether rivers and roads are more than lines on paper."""
    stage: NotRequired[BoardStage]
    standings: NotRequired[list[str]]
    """Charts whose newest figures stand side by side for every player, the first above the map."""
    turn_entry: NotRequired[str]
    """The kind of the log entries that begin a player's turn; their subject is his piece."""
    card_entries: NotRequired[list[str]]
    """The kinds of the log entries on cards that players hold; their clause is that on cards."""
    pieces: NotRequired[dict[str, Goods]]
    """Goods by the word that offers have for them."""
    cycle: NotRequired[bool]
    """Whether every key without another meaning chooses the next unit, and digits are orders."""
    clock: NotRequired[BoardClock]
