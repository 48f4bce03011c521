"""The state of a Brigade game, and the fixed ground that it stands on.

Counters are numbered side by side, first side first, in the order of their
starting hexes: a number says where a counter started and nothing else.  Which
company a counter carries is a separate array, since an enemy may not know it
(BRG-28).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from hexfront.blocks import Block, Int, Record, Rows, array, columns, rows
from hexfront.hex.coordinates import Hex, Offset, ring
from hexfront.hex.grid import Grid
from hexfront.hex.numbering import split_number
from hexfront.systems.brigade.scenario.loader import BrigadeScenario

FOLDER: Final = Path(__file__).parents[1]
BOOK: Final = "BRG"
"""What ids of clauses begin with."""
NOBODY: Final = -1
MAX_STACK: Final = 2
HOLDERS: Final = MAX_STACK + 1
"""A full hex and one unit that passes through it."""

HEXES_A_WORD: Final = 4
"""Of a path."""
NEAR_COUNT: Final = 18
MOST_POINTS: Final = 9
"""No hex costs more to enter."""

# Values of DUTY
NO_DUTY: Final = 0
ATTACKING: Final = 1
MUST_RETREAT: Final = 2


class Phase(IntEnum):
    """Where the game stands within a turn (BRG-9)."""

    DEAL = 0
    PLAN = 1
    MOVE = 2
    COMBAT = 3
    BATTLE = 4
    RETREAT = 5
    ADVANCE = 6
    OVER = 7


class Numbers(Record):
    """Options and counts."""

    stack: int
    """Units that may end a move in one hex (BRG-15)."""
    minimum_move: int
    """One hex is always possible as the only step (BRG-20)."""
    plotted: int
    """Orders are plotted and carried out together (BRG-10)."""
    by_strength: int
    """The column of a battle is a ratio of strengths (BRG-23)."""
    detection: int
    """Enemies are unknown until a unit has been adjacent (BRG-28)."""
    shuffled: int
    """Chance deals the companies over the starting hexes."""
    turns: int
    objective_side: int
    objective_towns: int
    first_unit: Int = columns(3)
    """The first unit of each side, and the number of units."""
    off_map: int
    """The hex that stands for "off the map": n."""


class Terrain(Rows):
    """A row a hex, and a last one for "off the map"."""

    cost: Int
    """Points to enter; 0 where units may never go (BRG-2, BRG-14)."""
    modifier: Int
    """Added to the die for the defender's hex (BRG-2)."""
    haven: Int
    """1 where a retreat may end as far as terrain goes (BRG-25)."""
    town: Int
    """1 in towns (BRG-3)."""
    neighbour: Int = columns(6)
    """North, then clockwise; n where there is none."""
    near: Int = columns(NEAR_COUNT)
    """The hexes within two; n where there is none."""
    column: Int
    """Of the map, from 1; 0 off the map (BRG-1)."""
    row: Int
    """Of the map, from 1; 0 off the map (BRG-1)."""
    ways: Int = columns(MOST_POINTS + 1)
    """A bit for each direction in which so many points suffice, by the points that are left."""


class Companies(Rows):
    """What companies are worth, and where counters start."""

    strength: Int
    movement: Int
    """BRG-5"""
    start: Int
    """The starting hex of the counter of this number (BRG-6)."""


class Game(Record):
    """The course of the game."""

    turn: int
    phase: int
    active: int
    """The side whose movement or combat is carried out."""
    defender: int
    """The unit under attack, or NOBODY."""
    retreating: int
    """The unit whose owner must choose a hex, or NOBODY."""
    submitted: int
    """Bit s: side s has submitted its plan."""
    mover: Int = columns(2)
    """For each side the unit whose path may still grow, or NOBODY."""
    plots: Int = columns(2)
    """For each side how many paths it has begun this turn."""
    undealt: int
    """Deals of chance that are still to come."""
    battle_hex: int
    """Where the defender stood when the battle began."""
    changes: Int = columns(2)
    """How often each side has taken orders back in this turn (BRG-9)."""


class Units(Rows):
    """A row a counter."""

    company: Int
    """Which company the counter carries."""
    place: Int
    """Its hex; n when it is gone."""
    known: Int
    """1 once an enemy has been adjacent (BRG-28)."""
    planned: Int
    """Where it stands in its side's plan; equal to PLACE outside planning."""
    points: Int
    """Movement points left in the plan or the move."""
    steps: Int
    """Hexes entered."""
    rank: Int
    """Place in the order of the side's plan, from 1; 0 for none."""
    target: Int
    """The enemy that it attacks, or NOBODY."""
    will_advance: Int
    """1 if it shall advance after combat (BRG-26)."""
    fought: Int
    """1 if it has attacked, or been attacked, in this combat step (BRG-22)."""
    duty: Int
    """Its part in the battle that is fought now."""
    plotted_rank: Int
    """RANK of the plan while it is followed; 0 at every decision."""
    plotted_steps: Int
    """STEPS of the plan while it is followed; 0 at every decision."""


class BrigadeGround(Block):
    """What never changes in a game."""

    rules: Numbers
    results: Int = array(6, 4)
    """Result codes by die and column (BRG-23)."""
    hexes: Terrain = rows("place")
    companies: Companies = rows("unit")


class BrigadeState(Block):
    """What changes. Everything that is needed to go on is here."""

    game: Game
    units: Units = rows("unit")
    hexes: Int = array("place")
    """Who stands in a hex, and whose zones it is in, and a last one for "off the map"; read by
    `rules.hexes`."""
    paths: Int = array("unit", "four")
    """The hexes that a counter has entered, in order, four to a word."""


RESULT_CODES: Final = ("-", "DE", "DR", "AR", "AE", "EX")
DEFENDER_ELIMINATED: Final = 1
DEFENDER_RETREATS: Final = 2
ATTACKER_RETREATS: Final = 3
ATTACKER_ELIMINATED: Final = 4
EXCHANGE: Final = 5


class Setting(NamedTuple):
    """A scenario made ready for play."""

    ground: BrigadeGround
    start: BrigadeState
    labels: tuple[str, ...]
    """The four-digit number of each hex, in the order of the indices (BRG-1)."""
    index_of: dict[str, int]
    companies: tuple[int, ...]
    """For each counter the entry of the scenario's unit list that it starts with."""


def compile_setting(scenario: BrigadeScenario) -> Setting:
    """Turn a validated scenario into arrays (BRG-6: units stand in place when the game opens)."""
    labels = tuple(sorted(entry.hex for entry in scenario.terrain.hexes))
    index = {label: place for place, label in enumerate(labels)}
    names = [side.name for side in scenario.file.sides]
    units = scenario.file.units
    order = sorted(
        range(len(units)), key=lambda u: (names.index(units[u].side), index[units[u].hex], u)
    )
    ground = _ground(scenario, labels, index, order)
    return Setting(ground, _start(ground), labels, index, tuple(order))


def _ground(
    scenario: BrigadeScenario, labels: tuple[str, ...], index: dict[str, int], order: list[int]
) -> BrigadeGround:
    count = len(labels)
    neighbours = _neighbours(scenario, labels)
    options = scenario.file.options
    advanced = options.rules == "advanced"
    units = [scenario.file.units[entry] for entry in order]
    names = [side.name for side in scenario.file.sides]
    types = {kind.name: kind for kind in scenario.terrain.types}
    terrain = {entry.hex: types[entry.terrain] for entry in scenario.terrain.hexes}
    towns = {entry.hex for entry in scenario.terrain.hexes if entry.name}
    ground = BrigadeGround.new(place=count + 1, unit=len(units))
    rules, hexes = ground.rules, ground.hexes
    rules.stack = 2 if advanced else 1
    rules.minimum_move = advanced
    rules.plotted = options.sequence == "plotted"
    rules.by_strength = options.by_strength
    rules.detection = options.detection
    rules.shuffled = options.deal == "shuffled"
    rules.turns = scenario.file.turns
    rules.objective_side = names.index(scenario.file.objective.side)
    rules.objective_towns = scenario.file.objective.towns
    red = sum(unit.side == names[0] for unit in units)
    table = scenario.results.advanced if advanced else scenario.results.standard
    rules.first_unit[:] = 0, red, len(units)
    rules.off_map = count
    for place, label in enumerate(labels):
        kind = terrain[label]
        hexes.cost[place] = 0 if options.rules in kind.closed_in else kind.cost
        hexes.modifier[place] = kind.modifier
        hexes.haven[place] = kind.retreat
        hexes.town[place] = label in towns
        hexes.column[place], hexes.row[place] = (part + 1 for part in split_number(label))
    hexes.neighbour[:] = neighbours
    hexes.near[:] = _near(labels)
    costs = hexes.cost[neighbours]
    for points in range(MOST_POINTS + 1):
        hexes.ways[:, points] = ((costs > 0) & (costs <= points)) @ (1 << np.arange(6))
    ground.companies.strength[:] = [unit.strength for unit in units]
    ground.companies.movement[:] = [unit.movement for unit in units]
    ground.companies.start[:] = [index[unit.hex] for unit in units]
    ground.results[:] = [[RESULT_CODES.index(code) for code in row] for row in table.rows]
    return ground


def _neighbours(scenario: BrigadeScenario, labels: tuple[str, ...]) -> Int:
    """The table of neighbours: even-numbered columns stand half a hex lower (BRG-1)."""
    terrain = scenario.terrain
    present = np.zeros((terrain.columns, terrain.rows), dtype=np.bool_)
    for label in labels:
        present[split_number(label)] = True
    grid = Grid(terrain.columns, terrain.rows, Offset.ODD_Q, present)
    return grid.neighbours.astype(np.int64)


def _near(labels: tuple[str, ...]) -> Int:
    """The hexes at distance one and two, whatever lies between, padded with n (BRG-26)."""
    count, margin = len(labels), 2
    column, row = np.array([split_number(label) for label in labels]).T
    place_at = np.full((column.max() + 1 + 2 * margin, row.max() + 1 + 2 * margin), count)
    place_at[column + margin, row + margin] = np.arange(count)
    near = np.full((count + 1, NEAR_COUNT), count, dtype=np.int64)
    around = (step for radius in (1, 2) for step in ring(Hex(0, 0), radius))
    for slot, (q, r) in enumerate(around):
        there = column + q
        shift = Offset.ODD_Q.stagger(there) - Offset.ODD_Q.stagger(column)
        near[:count, slot] = place_at[there + margin, row + r + shift + margin]
    near.sort(axis=1)
    return near


def _start(ground: BrigadeGround) -> BrigadeState:
    units = int(ground.rules.first_unit[2])
    fours = -(-longest_path(ground) // HEXES_A_WORD)
    state = BrigadeState.new(unit=units, place=len(ground.hexes), four=fours)
    state.game.turn = 1
    state.game.defender = state.game.retreating = NOBODY
    state.game.mover[0] = state.game.mover[1] = NOBODY
    state.units.company[:] = np.arange(units)
    state.units.place[:] = state.units.planned[:] = ground.companies.start
    state.units.target[:] = NOBODY
    return state


def longest_path(ground: BrigadeGround) -> int:
    """No unit enters more hexes in a turn, and there is room for one."""
    return max(1, int(ground.companies.movement.max()))
