"""The state of an Aggressor game, and the fixed ground that it stands on.

A unit has a row: side by side, in the order in which its player chose it
(AGR-44).  What the *enemy* knows of it stands in a row of its own; whoever
writes a view must keep that from its owner (AGR-17).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np

from hexfront.blocks import Block, Int, Record, Rows, Short, array, columns, rows
from hexfront.core.contract import Rules
from hexfront.hex.numbering import LetterNumbering
from hexfront.systems.aggressor.scenario.ground_tables import hex_tables
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES

FOLDER: Final = Path(__file__).parents[1]
BOOK: Final = "AGR"
"""What ids of clauses begin with."""
NOBODY: Final = -1
SIDES: Final = 2
SECTORS: Final = 9
PLANE_BITS: Final = 32
"""Hexes to a word of a plane (`rules.planes`)."""

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

# Values of SEEN
UNSEEN: Final = 0
OBSERVED: Final = 1
"""Unidentified (AGR-14)."""
IDENTIFIED: Final = 2
"""By observation in the turn now, or the last (AGR-15)."""
CARRIED: Final = 3
"""Identified in the turn before, and not again (AGR-16)."""

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


CHANCE_PHASES: Final = frozenset(
    {
        Phase.BEGINNER,
        Phase.UPRISING,
        Phase.IMMOBILE,
        Phase.HIT,
        Phase.DIRECT,
        Phase.AIR,
        Phase.CONTACT,
        Phase.REPLACEMENT,
    }
)


class Types(Rows):
    """What types are worth (AGR-6)."""

    full_range: Int
    full_strength: Int
    rated: Int
    """Strength as it counts for partisan contact: a missile unit has its missiles' (AGR-28)."""


class Numbers(Record):
    """Options and numbers."""

    hexes: int
    """The number of hexes n, and the hex that stands for "off the map"."""
    army: int
    """Units a side (AGR-6)."""
    die: int
    """Faces of the die (AGR-21)."""
    observation: int
    """1 where enemies are hidden (AGR-14)."""
    classic: int
    """1 where air losses follow the older formula (AGR-32)."""
    mobile: int
    """1 with mobile attacks (AGR-27)."""
    decon: int
    """1 where Technical units decontaminate (AGR-37)."""
    beginner: int
    """The side that begins, or NOBODY where chance tells (AGR-38)."""
    rounds: int
    """AGR-51"""
    rough_cover: int
    """Faces off the hit of a defender in rough or contaminated terrain (AGR-21)."""
    dug_cover: int
    """Faces off the hit of a defender that is dug in (AGR-21)."""
    immobile: int
    """Percent for a unit without range to move (AGR-11)."""
    direct: int
    """Percent for an assault to cost strength (AGR-23)."""
    contact_base: int
    contact_step: int
    """Percent for partisan contact, and less for each point of strength (AGR-28)."""
    launch_strength: int
    launch_reach: int
    """AGR-33"""
    replaced_home: int
    replaced_away: int
    """Percent for a replacement (AGR-36)."""
    uprising_reach: int
    """Hexes around partisans in which units freeze (AGR-40)."""
    sectors_to_win: int
    """AGR-50"""
    classic_span: int
    """The distance at which the classic formula loses a step of a base of strength 1 (AGR-32)."""
    map_rows: int
    map_columns: int
    home_first: Int = columns(2)
    """For each side the first hex of its home; homes are runs of hexes."""
    home_hexes: int
    """How many hexes a home has."""
    given: int
    """Bit s: the scenario gives side s its army, which stands from the start (AGR-53)."""


class Terrain(Rows):
    """A row a hex, and a last one for "off the map"."""

    neighbour: Int = columns(6)
    """North, then clockwise; n where there is none."""
    directions: Int
    """Bit d: there is a hex in direction d."""
    rough: Int
    home: Int
    """The side whose home it is; NOBODY on the border (AGR-4)."""
    sector: Int
    """0 … 8, row by row (AGR-46)."""
    axial_q: Int
    axial_r: Int
    launches: Int
    """How many hexes a launch from here can reach (AGR-33)."""


class Game(Record):
    """The course of the game."""

    round: int
    phase: int
    active: int
    """The side whose turn it is; in PARTISANS the side that ends its turn."""
    first: int
    """The side that began."""
    aggressor: int
    """AGR-49; NOBODY before."""
    ready: int
    """Bit s: side s has set up (AGR-52)."""
    actor: int
    """The unit whose order waits for chance, or NOBODY."""
    target: int
    """The unit under attack, or NOBODY."""
    target_hex: int
    """Where the order of the unit points."""
    form: int
    """A form of combat, while chance is awaited."""
    attempt: int
    """1, or 2 in the second attempt of an ambush (AGR-24)."""
    pressable: int
    """1 where the attacker may force a retreat (AGR-27)."""
    winner: int
    reason: int
    """Why the game has ended."""
    groups: Int = columns(2)
    """Partisan groups of each side (AGR-28)."""
    contacts: Int = columns(2)
    """How many contacts each side has had (AGR-14)."""
    alive: Int = columns(2)
    """Units of each side on the map."""
    kills: Int = columns(2)
    """Enemies that each side knows to be eliminated."""
    sure: Int = columns(2)
    """Bit k: the side is sure who controls sector k."""
    control: Int = columns(9)
    """Who controls a sector (AGR-48)."""
    uprisings_due: int
    """1 where partisans rise when the next turn begins (AGR-40)."""
    launched: Int = columns(2)
    """1 where a side has launched missiles, as all know (AGR-33)."""
    changes: Int = columns(2)
    """How often each side has taken something back in its set-up (AGR-52)."""


class Units(Rows):
    """A unit as its owner knows it."""

    kind: Short
    place: Short
    """Its hex; n when it is not on the map."""
    range: Short
    strength: Short
    moved: Short
    """Hexes moved this turn (AGR-9)."""
    start: Short
    """Where it began the turn (AGR-23)."""
    attacked: Short
    special: Short
    acted: Short
    """1 if it has done anything but move: attack, special function, a try that failed."""
    halted: Short
    """1 if a zone of control has ended its movement (AGR-12)."""
    frozen: Short
    """1 if partisans keep it busy this turn (AGR-40)."""
    dug: Short
    """AGR-13"""
    entered: Short
    """1 if it has itself entered the contaminated hex where it is, on its last turn (AGR-42)."""


class Sightings(Rows):
    """A unit as the enemy knows it; its owner may not know of that (AGR-17)."""

    level: Short
    """How well it is known: one of the values of SEEN."""
    place: Short
    """Where it was seen."""
    kind: Short
    """Its type, or NO_TYPE."""
    hits: Short
    """That the enemy has seen it take as this contact."""
    found: Short
    """What the observation now going on has found; 0 at every decision."""


class Hexes(Rows):
    """A row a hex, and a last one for "off the map"."""

    holder: Short
    """The unit in the hex, or NOBODY (AGR-3)."""


class AggressorGround(Block):
    """What never changes in a game."""

    rules: Numbers
    types: Types = rows(TYPES + 1)
    hexes: Terrain = rows("place")


class AggressorState(Block):
    """What changes. Everything that is needed to go on is here."""

    game: Game
    known: Int = array(SIDES, SECTORS)
    """For each side, who it thinks controls each sector."""
    units: Units = rows("unit")
    """The first half are the first side's."""
    sightings: Sightings = rows("unit")
    contact_number: Int = array("unit")
    """Under which the enemy knows a unit; 0 for none."""
    hexes: Hexes = rows("place")
    contaminated: Int = array("plane")
    """A bit a hex, as in the planes below."""
    uprising: Int = array("plane")
    """Where partisans rise when the next turn begins (AGR-40)."""
    watched: Int = array(SIDES, "plane")
    """Of which hexes each side knows who stands there, since its last observation."""


class Setting(NamedTuple):
    """A scenario made ready for play."""

    ground: AggressorGround
    start: AggressorState
    labels: tuple[str, ...]
    """The letters of each hex, in the order of the indices (AGR-1)."""
    index_of: dict[str, int]
    mixes: tuple[tuple[int, ...], ...]
    """How many units of each type the suggested armies have."""


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
    ground = AggressorGround.new(place=len(labels) + 1)
    _write_numbers(scenario, ground.rules)
    _write_terrain(scenario, ground.hexes)
    _write_types(scenario, ground.types)
    mixes = tuple(
        tuple(mix.units.get(name, 0) for name in TYPE_NAMES) for mix in scenario.suggestions
    )
    return Setting(ground, _start(ground), labels, index, mixes)


def _write_numbers(scenario: AggressorScenario, rules: Numbers) -> None:
    file = scenario.file
    options, numbers, terrain = file.options, file.numbers, file.terrain
    border = terrain.columns // 2
    rules.hexes = terrain.columns * terrain.rows
    rules.army = file.army_size
    rules.die = int(options.die[1:])
    rules.observation = options.observation
    rules.classic = options.aa_loss == "classic"
    rules.mobile = options.mobile_attacks
    rules.decon = options.decon
    rules.beginner = {"random": NOBODY, "west": 0, "east": 1}[options.first]
    rules.rounds = options.rounds
    rules.rough_cover = numbers.rough_cover
    rules.dug_cover = numbers.dug_in_cover
    rules.immobile = numbers.immobile_moves
    rules.direct = numbers.assault_direct
    rules.contact_base = numbers.contact_base
    rules.contact_step = numbers.contact_step
    rules.launch_strength = numbers.launch_strength
    rules.launch_reach = numbers.launch_reach
    rules.replaced_home = numbers.replacement_home
    rules.replaced_away = numbers.replacement_elsewhere
    rules.uprising_reach = numbers.partisan_reach
    rules.sectors_to_win = numbers.sectors_to_win
    rules.classic_span = numbers.classic_distance
    rules.map_rows, rules.map_columns = terrain.rows, terrain.columns
    rules.home_first[0], rules.home_first[1] = 0, (border + 1) * terrain.rows
    rules.home_hexes = border * terrain.rows
    rules.given = (file.armies.west is not None) + 2 * (file.armies.east is not None)


def _write_terrain(scenario: AggressorScenario, hexes: Terrain) -> None:
    tables = hex_tables(scenario.file.terrain)
    count = len(tables.rough)
    hexes.neighbour[:] = count
    hexes.neighbour[:count] = tables.neighbours[:count]
    hexes.directions[:] = (hexes.neighbour < count) @ (1 << np.arange(6))
    hexes.rough[:count] = tables.rough
    hexes.home[:] = NOBODY
    hexes.home[:count] = tables.home
    hexes.sector[:count] = tables.sector
    hexes.axial_q[:count] = tables.q
    hexes.axial_r[:count] = tables.r
    reach = scenario.file.numbers.launch_reach
    for place in range(count):
        dq, dr = tables.q - tables.q[place], tables.r - tables.r[place]
        far = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        hexes.launches[place] = np.count_nonzero(far <= reach) - 1


def _write_types(scenario: AggressorScenario, types: Types) -> None:
    for number, name in enumerate(TYPE_NAMES):
        kind = getattr(scenario.file.units, name)
        types.full_range[number] = kind.range
        types.full_strength[number] = types.rated[number] = kind.strength
    types.words[TECHNICAL] = types.words[MISSILE]
    types.rated[MISSILE] = scenario.file.numbers.launch_strength


def _start(ground: AggressorGround) -> AggressorState:
    """Nobody on the map yet; each side controls its outer three sectors (AGR-47)."""
    count, army = ground.rules.hexes, ground.rules.army
    plane = count // PLANE_BITS + 1
    state = AggressorState.new(unit=SIDES * army, place=count + 1, plane=plane)
    game, units = state.game, state.units
    game.first = game.aggressor = game.actor = game.target = game.winner = NOBODY
    units.kind[:] = state.sightings.kind[:] = NO_TYPE
    units.place[:] = units.start[:] = state.sightings.place[:] = count
    state.hexes.holder[:] = NOBODY
    control = np.array([(0, NOBODY, 1)] * 3).ravel()
    game.control[:] = control
    state.known[:] = control
    game.sure[0] = game.sure[1] = (1 << SECTORS) - 1
    return state


def flags(plane: Int, count: int) -> Int:
    """(count,) 1 for each hex whose bit is set, else 0."""
    bits: Int = plane[:, None] >> np.arange(PLANE_BITS) & 1
    return bits.reshape(-1)[:count]


def write_flags(plane: Int, flags: Int) -> None:
    """Set the bits of the first hexes by flags, and clear all others."""
    bits = np.zeros((len(plane), PLANE_BITS), dtype=np.int64)
    bits.reshape(-1)[: len(flags)] = flags
    plane[:] = (bits << np.arange(PLANE_BITS)).sum(axis=1)
