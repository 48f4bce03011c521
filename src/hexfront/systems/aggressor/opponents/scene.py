"""What machine players of Aggressor know, remember, and write on while they think.

Lore never changes in a scenario, a memory belongs to one player of one game, and a desk is room
that a thread uses at a time.  A scene is all of it together with what the player sees: the packed
view, in whose rows of the enemy stand the contacts, by their numbers.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from hexfront.blocks import Block, Float, Int, Record, Rows, array, rows
from hexfront.jit import inline_kernel
from hexfront.systems.aggressor.knowledge.ways import Trails, new_trails
from hexfront.systems.aggressor.opponents.style import STANDARD, STYLES, style_row
from hexfront.systems.aggressor.scenario.armies import DEPTHS, counts_of, depths_of
from hexfront.systems.aggressor.scenario.loader import scaled
from hexfront.systems.aggressor.scenario.model import Suggestion, TypeName
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    ARTILLERY,
    INFANTRY,
    LAUNCH,
    MISSILE,
    NOBODY,
    SECTORS,
    SUPPORT,
    TECHNICAL,
    TYPES,
    AggressorGround,
    AggressorState,
    Setting,
)

MIXES: Final[tuple[dict[TypeName, int], ...]] = (
    {"airbase": 4, "armor": 14},
    {"airbase": 4, "artillery": 4, "armor": 10},
    {"airbase": 4, "missile": 2, "artillery": 1, "armor": 11},
    {"airbase": 5, "missile": 1, "artillery": 3, "armor": 9},
    {"airbase": 5, "artillery": 2, "armor": 9, "infantry": 2},
    {"airbase": 6, "artillery": 4, "armor": 8},
    {"airbase": 5, "artillery": 3, "armor": 8, "infantry": 1, "support": 1},
    {"airbase": 3, "missile": 1, "artillery": 5, "armor": 8, "support": 1},
)
"""Armies of the commander, one of them by chance: flights find and strike what armor destroys."""
POSTS: Final = {
    ARMOR: 0.15,
    INFANTRY: 0.3,
    ARTILLERY: 0.3,
    MISSILE: 0.35,
    SUPPORT: 0.4,
    AIRBASE: 0.5,
}
"""How far behind the border he sets up a type: missiles and flights shall reach over it."""
WORTH: Final = {
    AIRBASE: 1.2,
    MISSILE: 1.4,
    ARTILLERY: 0.9,
    ARMOR: 1.0,
    INFANTRY: 0.7,
    SUPPORT: 0.4,
    TECHNICAL: 0.3,
}
"""What a fresh unit is worth, an armored one being 1."""
ALIVE: Final = 0.3
"""The part of its worth that a unit keeps to its last step: it holds its hex and its sector."""
OF_STRENGTH: Final = 0.2
"""The part that goes with strength; the rest goes with range, for who has none is blind."""
FORWARD: Final = 2.0
"""How much likelier an enemy is set up at the border than at his far edge."""
OF_GREEDY: Final = 0
OF_COMMANDER: Final = 1
"""Rows of `Lore.posts`."""
COLUMNS: Final = 3
"""Of sectors; an aggressor needs one in each (AGR-50)."""
KEPT_TURNS: Final = 4
"""For how many turns of the side what was known of a lost contact may be passed on."""
SLOTS: Final = 8
"""From how many hexes flights are kept."""


class Wins(Rows):
    """Sets of sectors that win."""

    sectors: Int
    """Bit k: sector k."""
    spread: Int
    """1 where each column has one."""
    few: Int
    """1 where it is enough for a side that is not the aggressor."""


class Lore(Block):
    """What never changes in a scenario."""

    worth: Float = array(TYPES + 1, "range", "strength")
    """Of a unit with what it has left."""
    roots: Float = array("count")
    members: Int = array(SECTORS, "member")
    """The hexes of each sector, ascending."""
    sizes: Int = array(SECTORS)
    """How many they are."""
    wins: Wins = rows("win")
    ends: Int = array("end")
    """The hexes at the edge of the map."""
    mixes: Int = array("mix", TYPES)
    """Armies by types: first those of the commander, then those that are suggested."""
    styles: Float = array("style", len(STANDARD))
    """By commander, the one of the name first."""
    posts: Float = array(2, TYPES)
    """How far behind the border each type is set up, by who sets it up."""


class Mind(Record):
    """Of a player."""

    at: int
    """The next of the orders to come, and where they end."""
    end: int
    time: int
    """The turn that the plan is for."""
    known_time: int
    """When the orders were thought of, with so many units and contacts."""
    known_units: int
    known_contacts: int
    believed: int
    """When the belief was last updated."""
    unseen: int
    """How many enemies are believed to be on the map and not seen."""
    files: int
    """Enemies that are followed, and those that were lost."""
    lost: int
    aggressive: int
    """1 to attack across the border although nobody has done so (AGR-49)."""
    wanted: int
    """Bit k: sector k is to be taken or kept."""


class Troops(Rows):
    """A row an own unit."""

    settled: Int
    """1 if it has had its last order of the turn."""
    passed: Int
    """1 if it has nothing to attack this turn, in a large army."""
    sector: Int
    """Where it is needed; NOBODY for no sector."""


class Contacts(Rows):
    """Enemies as they were seen when the orders were thought of."""

    number: Int
    place: Int
    level: Int
    kind: Int
    hits: Int


class Files(Rows):
    """What is known of an enemy."""

    number: Int
    """Of his contact."""
    place: Int
    kind: Int
    hits: Int
    """All hits that it is known to have taken, also as an earlier contact."""
    time: Int
    """When it was last seen."""
    since: Int
    """Since when it stands in its hex."""
    earlier: Int
    """Of its hits: those before its contact of now."""


class Memory(Block):
    """What a player remembers of its game; the commander can make it anew from any view."""

    mind: Mind
    orders: Int = array("order")
    """Codes of orders to come."""
    troops: Troops = rows("unit")
    known: Contacts = rows("unit")
    density: Float = array("place")
    """By hex: how many unseen enemies to expect there."""
    enemies: Float = array(SECTORS)
    """By sector: enemies that are seen or to be expected there, when the plan was made."""
    files: Files = rows("unit")
    lost: Files = rows("loss")


class Pad(Record):
    """Numbers of one moment."""

    units: int
    """Own units on the map, and where they stand in `order`."""
    contacts: int
    actions: int
    """Of the deed that is weighed."""
    best_actions: int
    best_unit: int
    best: float
    """The value of the best deed so far."""


class Sectors(Rows):
    """Of a moment."""

    presence: Int
    """Own units there."""
    seen: Int
    """Contacts there."""
    still: Int
    """1 where a unit stands that is not sent to sectors."""
    rooms: Int
    """How many units are still to be sent there; NOBODY where none are."""
    effort: Float


class Own(Rows):
    """What is reckoned of an own unit at a moment."""

    goal: Int
    """The hex that it heads for; NOBODY before that is reckoned."""
    step: Float
    """What its next step is worth."""
    restored: Float
    """What a step that comes back is worth."""
    low: Int
    """Where its orders begin among all that are legal, and where they end."""
    high: Int
    compared: Int
    """1 while its attacks are among those that are compared."""


class Foes(Rows):
    """What is believed of a contact at a moment."""

    kind: Int
    hits: Int
    speed: Int
    """Hexes that it may go in a turn."""
    covered: Int
    dug: Float
    """The chance that it is dug in."""


class Flights(Rows):
    """Hexes on the ways of flights from one hex to all edges, way after way."""

    place: Int
    far: Int
    """From where the flights begin."""
    first: Int
    """1 where a way begins."""


class Desk(Block):
    """Room for thinking."""

    pad: Pad
    sectors: Sectors = rows(SECTORS)
    own: Own = rows("unit")
    foes: Foes = rows("unit")
    order: Int = array("unit")
    """Numbers of own units in the order of their turn."""
    distances: Int = array("unit", SECTORS)
    """From own units to sectors."""
    actions: Int = array("order")
    best_actions: Int = array("order")
    army: Int = array("unit", 2)
    threat: Float = array("place")
    """By hex: enemies that could attack who stands there in their next turn."""
    around: Float = array("place")
    supplied: Int = array("place")
    """1 where a support unit stands beside with something to give."""
    gains: Float = array("unit", LAUNCH + 1, "strength")
    """What an attack on a contact is worth, by form and strength; NOBODY before it is reckoned."""
    costs: Float = array("distance")
    """What a flight over so many hexes may cost."""
    flights: Flights = rows(SLOTS, "flight")
    flown: Int = array(SLOTS, 2)
    """From where the flights in a slot begin, and how many hexes they have."""
    sizes: Int = array(2, 32)
    """For sums in halves: how long each half is, and whether it is the second."""
    sums: Float = array(32)


class Room(NamedTuple):
    """Space that one thread uses at a time."""

    trails: Trails
    desk: Desk
    like: Memory
    """Tells what rows of a batch of memories are; nobody's own."""


class Scene(NamedTuple):
    """All that a player thinks with."""

    ground: AggressorGround
    lore: Lore
    trails: Trails
    desk: Desk
    memory: Memory
    packed: AggressorState
    """The packed view."""
    side: int
    style: Float
    """What it weighs by, by the numbers in `style`."""


def make_lore(setting: Setting) -> Lore:
    """What machine players know of a scenario."""
    ground, rules = setting.ground, setting.ground.rules
    count, types = rules.hexes, ground.types
    sectors = ground.hexes.sector[:count]
    columns, rows_ = rules.map_columns, rules.map_rows
    column, row = np.divmod(np.arange(count), rows_)
    at_edge = (column == 0) | (column == columns - 1) | (row == 0) | (row == rows_ - 1)
    wins = _wins(int(rules.sectors_to_win))
    mixes = [_own_mix(mix, rules.army) for mix in MIXES] + [*map(np.array, setting.mixes)]
    lore = Lore.new(
        range=int(types.full_range.max()) + 1,
        strength=int(types.full_strength.max()) + 1,
        count=rules.army + 1,
        member=int(np.bincount(sectors).max()),
        win=len(wins),
        end=int(at_edge.sum()),
        mix=len(mixes),
        style=len(STYLES),
    )
    for kind, reach, strength in np.ndindex(lore.worth.shape):
        lore.worth[kind, reach, strength] = _worth(ground, kind, reach, strength)
    lore.roots[:] = [units**0.5 for units in range(rules.army + 1)]
    for sector in range(SECTORS):
        members = np.flatnonzero(sectors == sector)
        lore.sizes[sector] = len(members)
        lore.members[sector, : len(members)] = members
    lore.wins.words[:] = wins
    lore.ends[:] = np.flatnonzero(at_edge)
    lore.mixes[:] = mixes
    lore.styles[:] = [style_row(style) for style in STYLES.values()]
    lore.posts[OF_GREEDY], lore.posts[OF_COMMANDER] = depths_of(DEPTHS), depths_of(POSTS)
    return lore


def _own_mix(units: dict[TypeName, int], army: int) -> Int:
    return counts_of(scaled(Suggestion(name="own", title="Own", units=units), army).units)


def _wins(needed: int) -> list[tuple[int, int, int]]:
    """Sets of as many sectors as win, in the order of their numbers, and of one a column."""
    found = []
    for size in sorted({needed, max(needed, COLUMNS)}):
        for chosen in combinations(range(SECTORS), size):
            spread = size >= COLUMNS and len({sector % COLUMNS for sector in chosen}) == COLUMNS
            found.append((sum(1 << k for k in chosen), int(spread), int(size == needed)))
    return found


def _worth(ground: AggressorGround, kind: int, reach: int, strength: int) -> float:
    """What a unit is worth with what it has left."""
    if strength == 0:
        return 0.0
    by_strength = strength / int(ground.types.full_strength[kind])
    full = int(ground.types.full_range[kind])
    by_range = reach / full if full else by_strength
    share = ALIVE + OF_STRENGTH * by_strength + (1 - ALIVE - OF_STRENGTH) * by_range
    return WORTH[kind] * share


def make_room(setting: Setting) -> Room:
    """Room for one thread to think in."""
    rules, types = setting.ground.rules, setting.ground.types
    ends = 2 * (rules.map_columns + rules.map_rows)
    distance = rules.map_columns + rules.map_rows
    desk = Desk.new(
        unit=rules.army,
        order=_longest(setting),
        place=rules.hexes + 1,
        strength=int(types.full_strength.max()) + 1,
        distance=distance,
        flight=ends * 2 * distance,
    )
    desk.flown[:, 0] = NOBODY
    return Room(new_trails(setting.ground), desk, new_memory(setting, 0))


def _longest(setting: Setting) -> int:
    """The most orders that are thought of at once: an army, or a march and an attack."""
    return max(setting.ground.rules.army, int(setting.ground.types.full_range.max()) + 2)


def new_memory(setting: Setting, side: int) -> Memory:
    """What a player remembers before its first order."""
    rules = setting.ground.rules
    memory = Memory.new(
        order=_longest(setting), unit=rules.army, place=rules.hexes, loss=KEPT_TURNS * rules.army
    )
    mind = memory.mind
    mind.time = mind.known_time = mind.believed = NOBODY
    mind.unseen = rules.army
    memory.troops.sector[:] = NOBODY
    border = rules.map_columns // 2
    depth = abs(np.arange(rules.hexes) // rules.map_rows - border) / border
    homes = setting.ground.hexes.home[: rules.hexes] == 1 - side
    density = np.where(homes, 1 + (FORWARD - 1) * (1 - depth), 0.0)
    memory.density[:] = density * (rules.army / density.sum())
    return memory


@inline_kernel
def first_own(s: Scene) -> int:
    """The row of the first own unit."""
    return s.side * s.ground.rules.army


@inline_kernel
def first_foe(s: Scene) -> int:
    """The row of the first contact; the others follow."""
    return (1 - s.side) * s.ground.rules.army


@inline_kernel
def foe_in(s: Scene, place: int) -> int:
    """The number of the contact in a hex among the contacts, or NOBODY."""
    holder = s.packed.hexes.holder[place]
    if holder == NOBODY or holder // s.ground.rules.army == s.side:
        return NOBODY
    return holder - first_foe(s)


@inline_kernel
def friend_in(s: Scene, place: int) -> int:
    """The row of the own unit in a hex, or NOBODY."""
    holder = s.packed.hexes.holder[place]
    if holder == NOBODY or holder // s.ground.rules.army != s.side:
        return NOBODY
    return holder


@inline_kernel
def is_there(s: Scene, number: int) -> bool:
    """Whether an own unit is on the map."""
    return s.packed.units.place[first_own(s) + number] != s.ground.rules.hexes


@inline_kernel
def is_wanted(s: Scene, sector: int) -> bool:
    """Whether a sector is to be taken or kept."""
    return (s.memory.mind.wanted >> sector) & 1 == 1


@inline_kernel
def turn_time(s: Scene) -> int:
    """Twice the rounds, and one more in the second side's turn, as views tell the time."""
    game = s.packed.game
    return 2 * game.round + int(game.active != game.first)
