"""The state of a Malaya game, and the fixed ground that it stands on.

Points are counted in halves of a movement point, strengths in 512ths: a strength is a
factor of a counter times at most three factors of eighths, and is never rounded (MAL-21).
Units are numbered in the order of the file, Japan's first.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference

Int = NDArray[np.int64]

FOLDER: Final = Path(__file__).parents[1]
NOBODY: Final = -1
SIDES: Final = 2
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

# Places in MalayaGround.rules
HEXES: Final = 0
"""The number of hexes n, and the hex that stands for "off the map"."""
UNITS: Final = 1
SECOND: Final = 2
"""The number of Japan's units, and the first of the Commonwealth's."""
PORTS: Final = 3
ENTRIES: Final = 4
TURNS: Final = 5
STACKING: Final = 6
SUPPLY_REACH: Final = 7
"""In halves."""
SOURCES: Final = 8
"""How many sources of supply there are."""
BLOCKED_LOSS: Final = 9
ZONE_LOSS: Final = 10
LANDING_LOSS: Final = 11
RAIL_HEXES: Final = 12
MOST_AIR: Final = 13
COVERED_LESS: Final = 14
COLUMNS: Final = 15
"""Of the results table."""
RIVER_DIE: Final = 16
LANDING_DIE: Final = 17
ARMOUR_DIE: Final = 18
AIR_DIE: Final = 19
REDUCED: Final = 20
"""And the next three: factors in eighths."""
UNSUPPLIED_ATTACK: Final = 21
UNSUPPLIED_DEFENCE: Final = 22
RIVER_FACTOR: Final = 23
POOR_ALLOWANCE: Final = 24
"""In eighths."""
SHIPPING_HEX: Final = 25
"""Where the shipping of the west coast lies, or n."""
SEIZED: Final = 26
SEIZED_IF_ATTACKED: Final = 27
SHIPPING_DELAY: Final = 28
FORCE_Z_LAST: Final = 29
FORCE_Z_FACES: Final = 30
DECISIVE_TURN: Final = 31
MARGINAL_TURN: Final = 32
STEP_POINTS: Final = 33
"""In hundredths of a point."""
LEVEL_UP: Final = 34
LEVEL_DOWN: Final = 35
"""In hundredths of a point."""
OPTIONS: Final = 36
"""How many options there are."""
FORCE_Z_STEPS: Final = 37
RULES_WIDTH: Final = 38

# Columns of MalayaGround.hexes; the columns of sides follow the directions, clockwise from north
NEIGHBOUR: Final = 0
"""And the next five: n where there is none, or where only water leads there."""
MARCH: Final = 6
"""And the next five: what infantry pays to go there, in halves; 0 where it cannot (MAL-9)."""
DRIVE: Final = 12
"""The same for armour."""
RAIL: Final = 18
"""And the next five: 1 where a railway leads there."""
LINE: Final = 24
"""And the next five: 1 where supplies go there, by road or rail (MAL-15)."""
RIVER: Final = 30
"""And the next five: 1 where a river parts them (MAL-21)."""
ROAD: Final = 36
"""And the next five: 1 where a road leads there (MAL-23)."""
DIE: Final = 42
"""To the die of an attack on a unit here: terrain, city and fort (MAL-23)."""
COVERED: Final = 43
PORT_OF: Final = 44
"""The number of the port here, or NOBODY."""
AIRFIELD: Final = 45
VICTORY: Final = 46
"""1 where holding it decides the game (MAL-32)."""
VALUE: Final = 47
"""Points of Japan for holding it, in hundredths."""
AXIAL_Q: Final = 48
AXIAL_R: Final = 49
GROUND_WIDTH: Final = 50

# Columns of MalayaGround.units
ATTACK: Final = 0
DEFENCE: Final = 1
MOVEMENT: Final = 2
"""In halves."""
STACK: Final = 3
"""Stacking points (MAL-7)."""
FULL_STEPS: Final = 4
ARM: Final = 5
START: Final = 6
"""The hex where it begins, or n."""
START_BOX: Final = 7
"""The port off the map where it begins, or NOBODY."""
ARRIVES: Final = 8
"""The turn in which it may come; 0 for one that is there."""
OFFERED: Final = 9
"""The turn in which it is offered; 0 for never (MAL-3)."""
PRICE: Final = 10
UNIT_FACTS: Final = 11

# Columns of MalayaGround.ports
PORT_HEX: Final = 0
"""Its hex; n for one off the map."""
PORT_SEA: Final = 1
"""EAST, WEST, or NO_SEA for one in neither (MAL-13)."""
PORT_OWNER: Final = 2
"""The side that has a port off the map; NOBODY for others."""
PORT_WIDTH: Final = 3

# Columns of MalayaGround.entries
ENTRY_SIDE: Final = 0
ENTRY_HEX: Final = 1
"""n for a port off the map."""
ENTRY_PORT: Final = 2
"""Or NOBODY."""
ENTRY_WIDTH: Final = 3

# Columns of MalayaGround.results: entry die * COLUMNS + column
ATTACKER_STEPS: Final = 0
DEFENDER_STEPS: Final = 1
ATTACKER_FALLS_BACK: Final = 2
DEFENDER_FALLS_BACK: Final = 3

# Columns of MalayaGround.options
OPTION_SIDE: Final = 0
OPTION_POINTS: Final = 1
OPTION_RAIL: Final = 2
OPTION_AIR: Final = 3
OPTION_EAST: Final = 4
OPTION_WIDTH: Final = 5

# Columns of MalayaGround.sources
SOURCE_HEX: Final = 0
SOURCE_SIDE: Final = 1

# Columns of MalayaGround.sides: what a side can do
RAIL_CAPACITY: Final = 0
EAST_CAPACITY: Final = 1
"""And the next: in the west."""
AIR_BASE: Final = 3
AIR_EACH: Final = 4
AIR_TURN: Final = 5
"""And the next columns: air points by turn."""

# Places in MalayaState.game
TURN: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
"""The phasing side."""
RESUME: Final = 3
"""The phase to go on with after a die that came between."""
SELECTED: Final = 4
"""The hex under attack, or NOBODY (MAL-31)."""
AIR: Final = 5
"""Air points that the attacker adds to the battle."""
DEFENCE_AIR: Final = 6
LOSSES: Final = 7
"""Steps that are still to be lost by the units of the pool (MAL-24)."""
STAGE: Final = 8
"""How far the battle is resolved."""
ENTRY: Final = 9
"""The entry of the results table that holds (MAL-23)."""
AIR_LEFT: Final = 10
"""And the next place: air points that each side has left."""
RAIL_LEFT: Final = 12
SEA_LEFT: Final = 13
"""And the next place: units that may still sail in the east, in the west."""
SHIPPING_TURN: Final = 15
"""From which turn Japan sails in the west; 0 for never (MAL-13)."""
SHIPPING_ATTACKED: Final = 16
SHIPPING_DECIDED: Final = 17
"""1 once chance has told whether the shipping is seized."""
TAKEN: Final = 18
"""Bit o: option o is taken (MAL-3)."""
CALLED: Final = 19
"""And the next place: points that each side has paid for optional units (MAL-3)."""
ELIMINATED: Final = 21
"""And the next place: steps that each side has lost (MAL-32)."""
LEVEL: Final = 23
"""How the game has ended: 2 decisive for Japan … -2 decisive for the Commonwealth."""
FALLEN: Final = 24
"""The turn in which Japan came to hold the place that decides; 0 before."""
GROUP_PORT: Final = 25
"""The port whose ships are intercepted next (MAL-13)."""
CHANGES: Final = 26
"""How often something was taken back in this phase (MAL-7, MAL-31)."""
GAME_WIDTH: Final = 27

# Columns of MalayaState.units
STATUS: Final = 0
PLACE: Final = 1
"""Its hex; n when it is not on the map."""
STEPS: Final = 2
SUPPLIED: Final = 3
SPENT: Final = 4
"""Halves of movement points (MAL-8)."""
STOPPED: Final = 5
"""1 when a zone of control has stopped it (MAL-10)."""
SAILED: Final = 6
"""1 when it has moved by sea in this player-turn (MAL-8)."""
RAILED: Final = 7
"""Hexes that it has gone by rail (MAL-12)."""
PORT: Final = 8
"""The port off the map where it lies, or to which it sails or lands; NOBODY else."""
FOUGHT: Final = 9
"""1 when it has attacked, or was attacked, in this combat phase (MAL-19)."""
DUTY: Final = 10
"""Its part in the battle."""
POOL: Final = 11
"""1 while it may lose the steps of LOSSES."""
ADVANCES: Final = 12
"""1 when it is to advance after the battle (MAL-29)."""
DUE: Final = 13
"""The turn in which it may come; changes when an optional unit is called."""
ORIGIN: Final = 14
"""Where it stood when the phase began; n when it was not on the map (MAL-7)."""
WENT: Final = 15
"""Hexes that it has marched in this phase."""
PATH: Final = 16
"""And the next columns: these hexes, while it marches."""

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

# Columns of MalayaState.hexes
CONTROL: Final = 0
"""Whose the hex is (MAL-11)."""
POINTS: Final = 1
"""And the next: stacking points of each side (MAL-7)."""
COUNT: Final = 3
"""And the next: units of each side."""
ZONE: Final = 5
"""And the next: how many units of each side exert a zone of control here (MAL-10)."""
NET: Final = 7
"""And the next: 1 where the net of each side is, while supply is judged; else 0 (MAL-15)."""
SUPPLY: Final = 9
"""And the next: halves of points from here to the net then; NOBODY where there is no way."""
QUEUE: Final = 11
"""Working memory of the judging of supply; 0 at every decision."""
BEFORE: Final = 12
"""CONTROL when the phase began."""
ENTERED: Final = 13
"""How often units have marched into it in this phase."""
HEX_WIDTH: Final = 14


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


CHOOSING: Final = int(Phase.OPTIONS)
REINFORCING: Final = int(Phase.REINFORCEMENT)
SAILING: Final = int(Phase.NAVAL)
MOVING: Final = int(Phase.MOVEMENT)
ENTRAINING: Final = int(Phase.RAIL)
FIGHTING: Final = int(Phase.COMBAT)
ADVANCING: Final = int(Phase.ADVANCE)
INTERCEPTING: Final = int(Phase.INTERCEPTION)
SEIZING: Final = int(Phase.SHIPPING)
COMMITTING: Final = int(Phase.DEFENCE)
ROLLING: Final = int(Phase.DIE)
LOSING: Final = int(Phase.LOSS)
OVER: Final = int(Phase.OVER)

CHANCE_PHASES: Final = frozenset({INTERCEPTING, SEIZING, COMMITTING, ROLLING, LOSING})

# Values of STAGE: what is done next in a battle
ATTACKER_LOSES: Final = 1
DEFENDER_LOSES: Final = 2
INFANTRY_RETREATS: Final = 3
ARMOUR_RETREATS: Final = 4
ATTACKERS_RETREAT: Final = 5
BATTLE_ENDS: Final = 6


@by_reference
class MalayaGround(NamedTuple):
    """What never changes in a game, for n land hexes and u units."""

    rules: Int
    """(RULES_WIDTH,) counts and numbers."""
    hexes: Int
    """(n+1, GROUND_WIDTH) terrain, ways and neighbours; row n is "off the map"."""
    units: Int
    """(u, UNIT_FACTS); sides follow from the numbers of the units."""
    ports: Int
    """(p, PORT_WIDTH) on the map, then off it."""
    entries: Int
    """(e, ENTRY_WIDTH)"""
    odds: Int
    """(COLUMNS, 2) attacker and defender of each column of the results table."""
    results: Int
    """(FACES * COLUMNS, 4)"""
    commitment: Int
    """(COLUMNS, MAX_AIR + 1) weights of the defender's air points (MAL-22)."""
    options: Int
    """(o, OPTION_WIDTH)"""
    sources: Int
    """(k, 2) hex and side of each source of supply (MAL-15)."""
    sides: Int
    """(2, AIR_TURN + turns)"""


class MalayaState(NamedTuple):
    """What changes. Everything that is needed to go on is here."""

    game: Int
    """(GAME_WIDTH,)"""
    units: Int
    """(u, PATH + p) with room for the longest march."""
    hexes: Int
    """(n+1, HEX_WIDTH)"""
