"""The state of a Malaya game, and the fixed ground that it stands on.

Points are counted in halves of a movement point, strengths in 512ths: a strength is a
factor of a counter times at most three factors of eighths, and is never rounded (MAL-21).
Units are numbered in the order of the file, Japan's first.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

import numpy as np

from hexfront.blocks import Block, Int, Record, Rows, array, columns, rows

FOLDER: Final = Path(__file__).parents[1]
BOOK: Final = "MAL"
"""What ids of clauses begin with."""
NOBODY: Final = -1
SIDES: Final = 2
PLANE_BITS: Final = 32
"""Hexes in a word of a plane."""
LOT: Final = 4
"""Hexes in a word of SUPPLY."""
STRETCH: Final = 20
"""Steps in a word of PATHS."""
JAPAN: Final = 0
COMMONWEALTH: Final = 1
DIRECTIONS: Final = 6
EIGHTHS: Final = 8
FULL: Final = EIGHTHS**3
"""What a strength of 1 is counted as."""

# Arms of units
INFANTRY: Final = 0
ARMOUR: Final = 1

# Seas
NO_SEA: Final = -1
POINT: Final = 100
"""Victory points are counted in hundredths."""
EAST: Final = 0
WEST: Final = 1

# Values of STATUS
LATER: Final = 0
"""It has not arrived."""
BOXED: Final = 1
"""In the reinforcement box (MAL-14)."""
ABROAD: Final = 2
"""In a port off the map."""
ON_MAP: Final = 3
LANDING: Final = 4
"""At sea before an enemy port, to assault it (MAL-13)."""
GONE: Final = 5

# Values of DUTY
NO_DUTY: Final = 0
ATTACKER: Final = 1
DEFENDER: Final = 2
RETREATED: Final = 3
"""An attacker who has retreated, or stayed because it could not."""


class Phase(IntEnum):
    """What the game waits for (MAL-2)."""

    OPTIONS = 0
    REINFORCEMENT = 1
    NAVAL = 2
    MOVEMENT = 3
    RAIL = 4
    COMBAT = 5
    ADVANCE = 6
    INTERCEPTION = 7
    SHIPPING = 8
    DEFENCE = 9
    DIE = 10
    LOSS = 11
    OVER = 12


CHANCE_PHASES: Final = frozenset(
    {Phase.INTERCEPTION, Phase.SHIPPING, Phase.DEFENCE, Phase.DIE, Phase.LOSS}
)

# Values of STAGE: what is done next in a battle
ATTACKER_LOSES: Final = 1
DEFENDER_LOSES: Final = 2
INFANTRY_RETREATS: Final = 3
ARMOUR_RETREATS: Final = 4
ATTACKERS_RETREAT: Final = 5
BATTLE_ENDS: Final = 6


class Numbers(Record):
    """Counts and numbers."""

    hexes: int
    """The number of hexes n, and the hex that stands for "off the map"."""
    units: int
    second: int
    """The number of Japan's units, and the first of the Commonwealth's."""
    ports: int
    entries: int
    turns: int
    stacking: int
    supply_reach: int
    """In halves."""
    sources: int
    """How many sources of supply there are."""
    blocked_loss: int
    zone_loss: int
    landing_loss: int
    rail_hexes: int
    most_air: int
    covered_less: int
    results: int
    """Of the results table."""
    river_die: int
    landing_die: int
    armour_die: int
    air_die: int
    reduced: int
    """This and the next three are factors in eighths."""
    unsupplied_attack: int
    unsupplied_defence: int
    river_factor: int
    poor_allowance: int
    """In eighths."""
    shipping_hex: int
    """Where the shipping of the west coast lies, or n."""
    seized: int
    seized_if_attacked: int
    shipping_delay: int
    force_z_last: int
    force_z_faces: int
    decisive_turn: int
    marginal_turn: int
    step_points: int
    """In hundredths of a point."""
    level_up: int
    level_down: int
    """In hundredths of a point."""
    options: int
    """How many options there are."""
    force_z_steps: int


class Terrain(Rows):
    """Terrain, ways and neighbours of a hex, in the directions clockwise from north; a last row for
    "off the map"."""

    neighbour: Int = columns(6)
    """N where there is none, or where only water leads there."""
    march: Int = columns(6)
    """What infantry pays to go there, in halves; 0 where it cannot (MAL-9)."""
    drive: Int = columns(6)
    """The same for armour."""
    rail: Int = columns(6)
    """1 where a railway leads there."""
    line: Int = columns(6)
    """1 where supplies go there, by road or rail (MAL-15)."""
    river: Int = columns(6)
    """1 where a river parts them (MAL-21)."""
    road: Int = columns(6)
    """1 where a road leads there (MAL-23)."""
    die: Int
    """To the die of an attack on a unit here: terrain, city and fort (MAL-23)."""
    covered: Int
    port_of: Int
    """The number of the port here, or NOBODY."""
    airfield: Int
    victory: Int
    """1 where holding it decides the game (MAL-32)."""
    value: Int
    """Points of Japan for holding it, in hundredths."""
    axial_q: Int
    axial_r: Int


class Forces(Rows):
    """What never changes of a unit; its side follows from its number."""

    attack: Int
    defence: Int
    movement: Int
    """In halves."""
    stack: Int
    """Stacking points (MAL-7)."""
    full_steps: Int
    arm: Int
    start: Int
    """The hex where it begins, or n."""
    start_box: Int
    """The port off the map where it begins, or NOBODY."""
    arrives: Int
    """The turn in which it may come; 0 for one that is there."""
    offered: Int
    """The turn in which it is offered; 0 for never (MAL-3)."""
    price: Int
    unit_facts: Int


class Ports(Rows):
    """Ports on the map, then those off it."""

    hex: Int
    """Its hex; n for one off the map."""
    sea: Int
    """EAST, WEST, or NO_SEA for one in neither (MAL-13)."""
    owner: Int
    """The side that has a port off the map; NOBODY for others."""


class Entries(Rows):
    """Where reinforcements come in."""

    side: Int
    hex: Int
    """N for a port off the map."""
    port: Int
    """Or NOBODY."""
    until: Int
    """The last turn in which it is open."""


class Results(Rows):
    """What entries of the results table mean: die times columns, and column."""

    attacker_steps: Int
    defender_steps: Int
    attacker_falls_back: Int
    defender_falls_back: Int


class Options(Rows):
    """What a side may choose before the game (MAL-3)."""

    side: Int
    points: Int
    rail: Int
    air: Int
    east: Int


class Sources(Rows):
    """Sources of supply (MAL-15)."""

    hex: Int
    side: Int


class Capacities(Rows):
    """What a side can do in a turn."""

    rail_capacity: Int
    sea_capacity: Int = columns(2)
    """In the west."""
    air_base: Int
    air_each: Int


class Game(Record):
    """The course of the game and of a battle."""

    turn: int
    phase: int
    active: int
    """The phasing side."""
    resume: int
    """The phase to go on with after a die that came between."""
    selected: int
    """The hex under attack, or NOBODY (MAL-31)."""
    air: int
    """Air points that the attacker adds to the battle."""
    defence_air: int
    losses: int
    """Steps that are still to be lost by the units of the pool (MAL-24)."""
    stage: int
    """How far the battle is resolved."""
    entry: int
    """The entry of the results table that holds (MAL-23)."""
    air_left: Int = columns(2)
    """Air points that each side has left."""
    rail_left: int
    sea_left: Int = columns(2)
    """Units that may still sail in the east, in the west."""
    shipping_turn: int
    """From which turn Japan sails in the west; 0 for never (MAL-13)."""
    shipping_attacked: int
    shipping_decided: int
    """1 once chance has told whether the shipping is seized."""
    taken: int
    """Bit o: option o is taken (MAL-3)."""
    called: Int = columns(2)
    """Points that each side has paid for optional units (MAL-3)."""
    eliminated: Int = columns(2)
    """Steps that each side has lost (MAL-32)."""
    level: int
    """How the game has ended: 2 decisive for Japan … -2 decisive for the Commonwealth."""
    fallen: int
    """The turn in which Japan came to hold the place that decides; 0 before."""
    group_port: int
    """The port whose ships are intercepted next (MAL-13)."""
    changes: int
    """How often something was taken back in this phase (MAL-7, MAL-31)."""


class Units(Rows):
    """A unit."""

    status: Int
    place: Int
    """Its hex; n when it is not on the map."""
    steps: Int
    supplied: Int
    spent: Int
    """Halves of movement points (MAL-8)."""
    stopped: Int
    """1 when a zone of control has stopped it (MAL-10)."""
    sailed: Int
    """1 when it has moved by sea in this player-turn (MAL-8)."""
    railed: Int
    """Hexes that it has gone by rail (MAL-12)."""
    port: Int
    """The port off the map where it lies, or to which it sails or lands; NOBODY else."""
    fought: Int
    """1 when it has attacked, or was attacked, in this combat phase (MAL-19)."""
    duty: Int
    """Its part in the battle."""
    pool: Int
    """1 while it may lose the steps of LOSSES."""
    advances: Int
    """1 when it is to advance after the battle (MAL-29)."""
    due: Int
    """The turn in which it may come; changes when an optional unit is called."""
    origin: Int
    """Where it stood when the phase began; n when it was not on the map (MAL-7)."""
    went: Int
    """Hexes that it has marched in this phase."""


class MalayaGround(Block):
    """What never changes in a game."""

    rules: Numbers
    hexes: Terrain = rows("place")
    units: Forces = rows("unit")
    ports: Ports = rows("port")
    entries: Entries = rows("entry")
    odds: Int = array("column", SIDES)
    """Attacker and defender of each column of the results table."""
    results: Results = rows("result")
    commitment: Int = array("column", "air")
    """Weights of the defender's air points (MAL-22)."""
    options: Options = rows("option")
    sources: Sources = rows("source")
    sides: Capacities = rows(SIDES)
    air_by_turn: Int = array(SIDES, "turn")
    """Air points of a side in a turn."""


class MalayaState(Block):
    """What changes. Everything that is needed to go on is here.

    A plane has a bit for each hex (`rules.planes`).
    """

    game: Game
    units: Units = rows("unit")
    control: Int = array("plane")
    """Set where the hex is the Commonwealth's (MAL-11)."""
    before: Int = array("plane")
    """CONTROL when the phase began."""
    standing: Int = array(SIDES, "plane")
    """Set where units of a side are."""
    zones: Int = array(SIDES, "plane")
    """Set where units of a side exert a zone of control (MAL-10)."""
    net: Int = array("plane")
    """The net of a side, while supply is judged; else 0 (MAL-15)."""
    fresh: Int = array("plane")
    """Hexes of the net from which it still spreads; 0 at every decision."""
    supply: Int = array("lot")
    """1 and the halves of points from here to the net, then, or 0 where there is no way: eight bits
    for each of four hexes."""
    paths: Int = array("unit", "stretch")
    """The directions in which a unit has marched in this phase: three bits for each of twenty."""


def flags(plane: Int, count: int) -> Int:
    """(count,) 1 for each hex whose bit is set, else 0."""
    bits: Int = plane[:, None] >> np.arange(PLANE_BITS) & 1
    return bits.reshape(-1)[:count]


def write_flags(plane: Int, flags: Int) -> None:
    """Set the bits of the first hexes by flags, and clear all others."""
    bits = np.zeros((len(plane), PLANE_BITS), dtype=np.int64)
    bits.reshape(-1)[: len(flags)] = flags
    plane[:] = (bits << np.arange(PLANE_BITS)).sum(axis=1)
