"""The state of an Aggressor game, and the fixed ground that it stands on.

A unit has a row: side by side, in the order in which its player chose it
(AGR-44).  The last columns of a row are what the *enemy* knows of the unit;
whoever writes a view must keep them from its owner (AGR-17).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import Rules
from hexfront.hex.numbering import LetterNumbering
from hexfront.systems.aggressor.scenario.ground_tables import hex_tables
from hexfront.systems.aggressor.scenario.loading import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES

Int = NDArray[np.int64]

FOLDER: Final = Path(__file__).parents[1]
NOBODY: Final = -1
SIDES: Final = 2
SECTORS: Final = 9

# Types of units (AGR-6), in the order of their order codes; a missile unit becomes the last
AIRBASE: Final = 0
MISSILE: Final = 1
ARTILLERY: Final = 2
ARMOR: Final = 3
INFANTRY: Final = 4
SUPPORT: Final = 5
TYPES: Final = 6
"""How many types can be chosen."""
TECHNICAL: Final = 6
"""A missile unit that has fired (AGR-7)."""
NO_TYPE: Final = -1
"""A unit that is not deployed, or a type that is not known."""

# Columns of AggressorGround.types
FULL_RANGE: Final = 0
FULL_STRENGTH: Final = 1
RATED: Final = 2
"""Strength as it counts for partisan contact: a missile unit has its missiles' (AGR-28)."""

# Places in AggressorGround.rules
HEXES: Final = 0
"""The number of hexes n, and the hex that stands for "off the map"."""
ARMY: Final = 1
"""Units a side (AGR-6)."""
DIE: Final = 2
"""Faces of the die (AGR-21)."""
OBSERVATION: Final = 3
"""1 where enemies are hidden (AGR-14)."""
CLASSIC: Final = 4
"""1 where air losses follow the older formula (AGR-32)."""
MOBILE: Final = 5
"""1 with mobile attacks (AGR-27)."""
DECON: Final = 6
"""1 where Technical units decontaminate (AGR-37)."""
BEGINNER: Final = 7
"""The side that begins, or NOBODY where chance tells (AGR-38)."""
ROUNDS: Final = 8
"""AGR-51"""
ROUGH_COVER: Final = 9
"""Faces off the hit of a defender in rough or contaminated terrain (AGR-21)."""
DUG_COVER: Final = 10
"""Faces off the hit of a defender that is dug in (AGR-21)."""
IMMOBILE: Final = 11
"""Percent for a unit without range to move (AGR-11)."""
DIRECT: Final = 12
"""Percent for an assault to cost strength (AGR-23)."""
CONTACT_BASE: Final = 13
CONTACT_STEP: Final = 14
"""Percent for partisan contact, and less for each point of strength (AGR-28)."""
LAUNCH_STRENGTH: Final = 15
LAUNCH_REACH: Final = 16
"""AGR-33"""
REPLACED_HOME: Final = 17
REPLACED_AWAY: Final = 18
"""Percent for a replacement (AGR-36)."""
UPRISING_REACH: Final = 19
"""Hexes around partisans in which units freeze (AGR-40)."""
SECTORS_TO_WIN: Final = 20
"""AGR-50"""
CLASSIC_SPAN: Final = 21
"""The distance at which the classic formula loses a step of a base of strength 1 (AGR-32)."""
ROWS: Final = 22
COLUMNS: Final = 23
HOME_FIRST: Final = 24
"""And the next place: for each side the first hex of its home; homes are runs of hexes."""
HOME_HEXES: Final = 26
"""How many hexes a home has."""
GIVEN: Final = 27
"""Bit s: the scenario gives side s its army, which stands from the start (AGR-53)."""
RULES_WIDTH: Final = 28

# Columns of AggressorGround.hexes
NEIGHBOUR: Final = 0
"""And the next five columns: north, then clockwise; n where there is none."""
ROUGH: Final = 6
HOME: Final = 7
"""The side whose home it is; NOBODY on the border (AGR-4)."""
SECTOR: Final = 8
"""0 … 8, row by row (AGR-46)."""
AXIAL_Q: Final = 9
AXIAL_R: Final = 10
LAUNCHES: Final = 11
"""How many hexes a launch from here can reach (AGR-33)."""
GROUND_WIDTH: Final = 12

# Places in AggressorState.game
ROUND: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
"""The side whose turn it is; in PARTISANS the side that ends its turn."""
FIRST: Final = 3
"""The side that began."""
AGGRESSOR: Final = 4
"""AGR-49; NOBODY before."""
READY: Final = 5
"""Bit s: side s has set up (AGR-52)."""
ACTOR: Final = 6
"""The unit whose order waits for chance, or NOBODY."""
TARGET: Final = 7
"""The unit under attack, or NOBODY."""
TARGET_HEX: Final = 8
"""Where the order of the unit points."""
FORM: Final = 9
"""A form of combat, while chance is awaited."""
ATTEMPT: Final = 10
"""1, or 2 in the second attempt of an ambush (AGR-24)."""
PRESSABLE: Final = 11
"""1 where the attacker may force a retreat (AGR-27)."""
WINNER: Final = 12
REASON: Final = 13
"""Why the game has ended."""
GROUPS: Final = 14
"""And the next place: partisan groups of each side (AGR-28)."""
CONTACTS: Final = 16
"""And the next place: how many contacts each side has had (AGR-14)."""
ALIVE: Final = 18
"""And the next place: units of each side on the map."""
KILLS: Final = 20
"""And the next place: enemies that each side knows to be eliminated."""
SURE: Final = 22
"""And the next place: bit k: the side is sure who controls sector k."""
CONTROL: Final = 24
"""And the next eight places: who controls a sector (AGR-48)."""
KNOWN: Final = 33
"""And the next 17 places: for each side, who it thinks controls each sector."""
UPRISINGS_DUE: Final = 51
"""1 where partisans rise when the next turn begins (AGR-40)."""
LAUNCHED: Final = 52
"""And the next place: 1 where a side has launched missiles, as all know (AGR-33)."""
CHANGES: Final = 54
"""And the next place: how often each side has taken something back in its set-up (AGR-52)."""
GAME_WIDTH: Final = 56

# Columns of AggressorState.units
TYPE: Final = 0
PLACE: Final = 1
"""Its hex; n when it is not on the map."""
RANGE: Final = 2
STRENGTH: Final = 3
MOVED: Final = 4
"""Hexes moved this turn (AGR-9)."""
START: Final = 5
"""Where it began the turn (AGR-23)."""
ATTACKED: Final = 6
SPECIAL: Final = 7
ACTED: Final = 8
"""1 if it has done anything but move: attack, special function, a try that failed."""
HALTED: Final = 9
"""1 if a zone of control has ended its movement (AGR-12)."""
FROZEN: Final = 10
"""1 if partisans keep it busy this turn (AGR-40)."""
DUG: Final = 11
"""AGR-13"""
ENTERED: Final = 12
"""1 if it has itself entered the contaminated hex in which it stands, on its last turn (AGR-42)."""
OWN_COLUMNS: Final = 13
"""The columns before this one are the owner's; those from here on the enemy's."""
SEEN: Final = 13
SEEN_PLACE: Final = 14
SEEN_TYPE: Final = 15
CONTACT: Final = 16
"""The number under which the enemy knows it; 0 for none."""
SEEN_HITS: Final = 17
"""Hits that the enemy has seen it take as this contact."""
FOUND: Final = 18
"""What the observation now going on has found; 0 at every decision."""
UNIT_WIDTH: Final = 19

# Values of SEEN
UNSEEN: Final = 0
OBSERVED: Final = 1
"""Unidentified (AGR-14)."""
IDENTIFIED: Final = 2
"""By observation in the turn now, or the last (AGR-15)."""
CARRIED: Final = 3
"""Identified in the turn before, and not again (AGR-16)."""

# Columns of AggressorState.hexes
HOLDER: Final = 0
"""The unit in the hex, or NOBODY (AGR-3)."""
CONTAMINATED: Final = 1
UPRISING: Final = 2
"""1 where partisans rise when the next turn begins (AGR-40)."""
WATCHED: Final = 3
"""Bit s: side s knows who stands here, since its last observation."""
HEX_WIDTH: Final = 4

# Forms of combat, and other causes of losses
ATTACK: Final = 0
ASSAULT: Final = 1
AMBUSH: Final = 2
STRIKE: Final = 3
FIRE: Final = 4
LAUNCH: Final = 5
CONTAMINATION: Final = 6
AIR_DEFENCE: Final = 7
SUPPLYING: Final = 8

FORM_NAMES: Final = ("Attack", "Assault", "Ambush", "Strike", "Indirect fire", "Missile launch")
CAUSE_NAMES: Final = (*FORM_NAMES, "Contamination", "Air defence", "Supply")

# Values of REASON
BY_SECTORS: Final = 1
NO_UNITS: Final = 2
LAST_ROUND: Final = 3


class Phase(IntEnum):
    """What the game waits for."""

    SET_UP = 0
    BEGINNER = 1
    ACTION = 2
    PARTISANS = 3
    UPRISING = 4
    IMMOBILE = 5
    HIT = 6
    DIRECT = 7
    AIR = 8
    CONTACT = 9
    REPLACEMENT = 10
    PRESS = 11
    OVER = 12


SET_UP: Final = int(Phase.SET_UP)
CHOOSING: Final = int(Phase.BEGINNER)
ACTION: Final = int(Phase.ACTION)
PARTISANS: Final = int(Phase.PARTISANS)
RISING: Final = int(Phase.UPRISING)
TRYING: Final = int(Phase.IMMOBILE)
HIT: Final = int(Phase.HIT)
ASSAULTING: Final = int(Phase.DIRECT)
AIR: Final = int(Phase.AIR)
CONTACTING: Final = int(Phase.CONTACT)
REPLACING: Final = int(Phase.REPLACEMENT)
PRESS: Final = int(Phase.PRESS)
OVER: Final = int(Phase.OVER)

CHANCE_PHASES: Final = frozenset(
    {CHOOSING, RISING, TRYING, HIT, ASSAULTING, AIR, CONTACTING, REPLACING}
)


class AggressorGround(NamedTuple):
    """What never changes in a game, for n hexes and m units a side."""

    rules: Int
    """(RULES_WIDTH,) options and numbers."""
    hexes: Int
    """(n+1, GROUND_WIDTH) terrain and neighbours; row n is "off the map"."""
    types: Int
    """(7, 3) what types are worth (AGR-6)."""


class AggressorState(NamedTuple):
    """What changes. Everything that is needed to go on is here."""

    game: Int
    """(GAME_WIDTH,)"""
    units: Int
    """(2m, UNIT_WIDTH) the first m rows are the first side's."""
    hexes: Int
    """(n+1, HEX_WIDTH)"""


class Setting(NamedTuple):
    """A scenario made ready for play."""

    ground: AggressorGround
    start: AggressorState
    labels: tuple[str, ...]
    """The letters of each hex, in the order of the indices (AGR-1)."""
    index_of: dict[str, int]


class BoundRules(Rules[AggressorState], Protocol):
    """Rules that show what their scenario is compiled into."""

    @property
    def scenario(self) -> AggressorScenario:
        """That they are bound to."""

    @property
    def setting(self) -> Setting:
        """What it is compiled into."""


def compile_setting(scenario: AggressorScenario) -> Setting:
    """Turn a validated scenario into arrays."""
    terrain = scenario.file.terrain
    numbering = LetterNumbering(terrain.columns, terrain.rows)
    labels = tuple(
        numbering.label(column, row)
        for column in range(terrain.columns)
        for row in range(terrain.rows)
    )
    index = {label: place for place, label in enumerate(labels)}
    ground = AggressorGround(_rules(scenario), _hexes(scenario), _types(scenario))
    return Setting(ground, _start(ground), labels, index)


def _rules(scenario: AggressorScenario) -> Int:
    file = scenario.file
    options, numbers, terrain = file.options, file.numbers, file.terrain
    border = terrain.columns // 2
    rules = np.zeros(RULES_WIDTH, dtype=np.int64)
    rules[HEXES] = terrain.columns * terrain.rows
    rules[ARMY] = file.army_size
    rules[DIE] = int(options.die[1:])
    rules[OBSERVATION] = options.observation
    rules[CLASSIC] = options.aa_loss == "classic"
    rules[MOBILE] = options.mobile_attacks
    rules[DECON] = options.decon
    rules[BEGINNER] = {"random": NOBODY, "west": 0, "east": 1}[options.first]
    rules[ROUNDS] = options.rounds
    rules[ROUGH_COVER] = numbers.rough_cover
    rules[DUG_COVER] = numbers.dug_in_cover
    rules[IMMOBILE] = numbers.immobile_moves
    rules[DIRECT] = numbers.assault_direct
    rules[CONTACT_BASE] = numbers.contact_base
    rules[CONTACT_STEP] = numbers.contact_step
    rules[LAUNCH_STRENGTH] = numbers.launch_strength
    rules[LAUNCH_REACH] = numbers.launch_reach
    rules[REPLACED_HOME] = numbers.replacement_home
    rules[REPLACED_AWAY] = numbers.replacement_elsewhere
    rules[UPRISING_REACH] = numbers.partisan_reach
    rules[SECTORS_TO_WIN] = numbers.sectors_to_win
    rules[CLASSIC_SPAN] = numbers.classic_distance
    rules[ROWS], rules[COLUMNS] = terrain.rows, terrain.columns
    rules[HOME_FIRST], rules[HOME_FIRST + 1] = 0, (border + 1) * terrain.rows
    rules[HOME_HEXES] = border * terrain.rows
    rules[GIVEN] = (file.armies.west is not None) + 2 * (file.armies.east is not None)
    return rules


def _hexes(scenario: AggressorScenario) -> Int:
    tables = hex_tables(scenario.file.terrain)
    count = len(tables.rough)
    hexes = np.zeros((count + 1, GROUND_WIDTH), dtype=np.int64)
    hexes[:, NEIGHBOUR : NEIGHBOUR + 6] = count
    hexes[:count, NEIGHBOUR : NEIGHBOUR + 6] = tables.neighbours[:count]
    hexes[:count, ROUGH] = tables.rough
    hexes[:, HOME] = NOBODY
    hexes[:count, HOME] = tables.home
    hexes[:count, SECTOR] = tables.sector
    hexes[:count, AXIAL_Q] = tables.q
    hexes[:count, AXIAL_R] = tables.r
    reach = scenario.file.numbers.launch_reach
    for place in range(count):
        dq, dr = tables.q - tables.q[place], tables.r - tables.r[place]
        far = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        hexes[place, LAUNCHES] = np.count_nonzero(far <= reach) - 1
    return hexes


def _types(scenario: AggressorScenario) -> Int:
    kinds = scenario.file.units
    types = np.zeros((TYPES + 1, 3), dtype=np.int64)
    for number, name in enumerate(TYPE_NAMES):
        kind = getattr(kinds, name)
        types[number] = kind.range, kind.strength, kind.strength
    types[TECHNICAL] = types[MISSILE]
    types[MISSILE, RATED] = scenario.file.numbers.launch_strength
    return types


def _start(ground: AggressorGround) -> AggressorState:
    """Nobody on the map yet; each side controls its outer three sectors (AGR-47)."""
    count, army = int(ground.rules[HEXES]), int(ground.rules[ARMY])
    state = AggressorState(
        game=np.zeros(GAME_WIDTH, dtype=np.int64),
        units=np.zeros((SIDES * army, UNIT_WIDTH), dtype=np.int64),
        hexes=np.zeros((count + 1, HEX_WIDTH), dtype=np.int64),
    )
    game, units = state.game, state.units
    game[FIRST] = game[AGGRESSOR] = game[ACTOR] = game[TARGET] = game[WINNER] = NOBODY
    units[:, TYPE] = units[:, SEEN_TYPE] = NO_TYPE
    units[:, PLACE] = units[:, START] = units[:, SEEN_PLACE] = count
    state.hexes[:, HOLDER] = NOBODY
    control = np.array([(0, NOBODY, 1)] * 3).ravel()
    game[CONTROL : CONTROL + SECTORS] = control
    game[KNOWN : KNOWN + 2 * SECTORS] = np.tile(control, 2)
    game[SURE] = game[SURE + 1] = (1 << SECTORS) - 1
    return state
