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
from numpy.typing import NDArray

from hexfront.hex.coordinates import Offset, ring
from hexfront.hex.grid import Grid
from hexfront.systems.brigade.scenario.loading import BrigadeScenario

Int = NDArray[np.int64]

FOLDER: Final = Path(__file__).parents[1]
NOBODY: Final = -1
MAX_STACK: Final = 2
HOLDERS: Final = MAX_STACK + 1
"""A full hex and one unit that passes through it."""

# Places in BrigadeGround.rules
STACK: Final = 0
"""Units that may end a move in one hex (BRG-15)."""
MINIMUM_MOVE: Final = 1
"""One hex is always possible as the only step (BRG-20)."""
PLOTTED: Final = 2
"""Orders are plotted and carried out together (BRG-10)."""
BY_STRENGTH: Final = 3
"""The column of a battle is a ratio of strengths (BRG-23)."""
DETECTION: Final = 4
"""Enemies are unknown until a unit has been adjacent (BRG-28)."""
SHUFFLED: Final = 5
"""Chance deals the companies over the starting hexes."""
TURNS: Final = 6
OBJECTIVE_SIDE: Final = 7
OBJECTIVE_TOWNS: Final = 8
FIRST: Final = 9
"""And the next two places: the first unit of each side, and the number of units."""
OFF: Final = 12
"""The hex that stands for "off the map": n."""
RULES_WIDTH: Final = 13

# Columns of BrigadeGround.hexes
COST: Final = 0
"""Points to enter; 0 where units may never go (BRG-2, BRG-14)."""
MODIFIER: Final = 1
"""Added to the die for the defender's hex (BRG-2)."""
HAVEN: Final = 2
"""1 where a retreat may end as far as terrain goes (BRG-25)."""
TOWN: Final = 3
"""1 in towns (BRG-3)."""
NEIGHBOUR: Final = 4
"""And the next five columns: north, then clockwise; n where there is none."""
NEAR: Final = 10
"""And the next columns: the hexes within two; n where there is none."""
NEAR_COUNT: Final = 18
GROUND_WIDTH: Final = NEAR + NEAR_COUNT

# Columns of BrigadeGround.companies
STRENGTH: Final = 0
MOVEMENT: Final = 1
"""BRG-5"""
START: Final = 2
"""The starting hex of the counter of this number (BRG-6)."""

# Places in BrigadeState.game
TURN: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
"""The side whose movement or combat is carried out."""
DEFENDER: Final = 3
"""The unit under attack, or NOBODY."""
RETREATING: Final = 4
"""The unit whose owner must choose a hex, or NOBODY."""
SUBMITTED: Final = 5
"""Bit s: side s has submitted its plan."""
MOVER: Final = 6
"""And the next place: for each side the unit whose path may still grow, or NOBODY."""
PLOTS: Final = 8
"""And the next place: for each side how many paths it has begun this turn."""
UNDEALT: Final = 10
"""Deals of chance that are still to come."""
BATTLE_HEX: Final = 11
"""Where the defender stood when the battle began."""
CHANGES: Final = 12
"""And the next place: how often each side has taken orders back in this turn (BRG-9)."""
GAME_WIDTH: Final = 14

# Columns of BrigadeState.units
COMPANY: Final = 0
"""Which company the counter carries."""
PLACE: Final = 1
"""Its hex; n when it is gone."""
KNOWN: Final = 2
"""1 once an enemy has been adjacent (BRG-28)."""
PLANNED: Final = 3
"""Where it stands in its side's plan; equal to PLACE outside planning."""
POINTS: Final = 4
"""Movement points left in the plan or the move."""
STEPS: Final = 5
"""Hexes entered."""
RANK: Final = 6
"""Place in the order of the side's plan, from 1; 0 for none."""
TARGET: Final = 7
"""The enemy that it attacks, or NOBODY."""
WILL_ADVANCE: Final = 8
"""1 if it shall advance after combat (BRG-26)."""
FOUGHT: Final = 9
"""1 if it has attacked, or been attacked, in this combat step (BRG-22)."""
DUTY: Final = 10
"""Its part in the battle that is fought now."""
PLOTTED_RANK: Final = 11
"""RANK of the plan while it is followed; 0 at every decision."""
PLOTTED_STEPS: Final = 12
"""STEPS of the plan while it is followed; 0 at every decision."""
PATH: Final = 13
"""And the next columns: the hexes entered, in order."""

# Columns of BrigadeState.hexes
HOLDER: Final = 0
"""And the next two columns: the units in the hex, lowest first; NOBODY where none."""
FRIENDS: Final = HOLDER + HOLDERS
"""And the next column: how many units of each side stand here, by PLANNED."""
ZONE: Final = FRIENDS + 2
"""And the next column: how many units of each side exert a zone of control here (BRG-16)."""
HEX_WIDTH: Final = ZONE + 2

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


DEAL: Final = int(Phase.DEAL)
PLAN: Final = int(Phase.PLAN)
MOVE: Final = int(Phase.MOVE)
COMBAT: Final = int(Phase.COMBAT)
BATTLE: Final = int(Phase.BATTLE)
RETREAT: Final = int(Phase.RETREAT)
ADVANCE: Final = int(Phase.ADVANCE)
OVER: Final = int(Phase.OVER)


class BrigadeGround(NamedTuple):
    """What never changes in a game, for n hexes and u units.

    Few arrays with named columns, not many arrays: every array is nine machine
    words at each call between kernels, and that is what costs.
    """

    rules: Int
    """(RULES_WIDTH,) options and counts."""
    hexes: Int
    """(n+1, GROUND_WIDTH) terrain and neighbours; row n is "off the map"."""
    companies: Int
    """(u, 3) what companies are worth, and where counters start."""
    results: Int
    """(6, 4) result codes by die and column (BRG-23)."""


class BrigadeState(NamedTuple):
    """What changes. Everything that is needed to go on is here."""

    game: Int
    """(GAME_WIDTH,)"""
    units: Int
    """(u, PATH + p) one row a counter, in the columns named above."""
    hexes: Int
    """(n+1, HEX_WIDTH) who stands in a hex, and whose zone it is."""


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
    rules = np.zeros(RULES_WIDTH, dtype=np.int64)
    rules[STACK] = 2 if advanced else 1
    rules[MINIMUM_MOVE] = advanced
    rules[PLOTTED] = options.sequence == "plotted"
    rules[BY_STRENGTH] = options.by_strength
    rules[DETECTION] = options.detection
    rules[SHUFFLED] = options.deal == "shuffled"
    rules[TURNS] = scenario.file.turns
    rules[OBJECTIVE_SIDE] = names.index(scenario.file.objective.side)
    rules[OBJECTIVE_TOWNS] = scenario.file.objective.towns
    red = sum(unit.side == names[0] for unit in units)
    table = scenario.results.advanced if advanced else scenario.results.standard
    rules[FIRST : FIRST + 3] = 0, red, len(units)
    rules[OFF] = count
    hexes = np.zeros((count + 1, GROUND_WIDTH), dtype=np.int64)
    for place, label in enumerate(labels):
        kind = terrain[label]
        hexes[place, COST] = 0 if options.rules in kind.closed_in else kind.cost
        hexes[place, MODIFIER] = kind.modifier
        hexes[place, HAVEN] = kind.retreat
        hexes[place, TOWN] = label in towns
    hexes[:, NEIGHBOUR : NEIGHBOUR + 6] = neighbours
    hexes[:, NEAR:] = _near(labels)
    companies = [(unit.strength, unit.movement, index[unit.hex]) for unit in units]
    results = [[RESULT_CODES.index(code) for code in row] for row in table.rows]
    return BrigadeGround(
        rules, hexes, np.array(companies, dtype=np.int64), np.array(results, dtype=np.int64)
    )


def _neighbours(scenario: BrigadeScenario, labels: tuple[str, ...]) -> Int:
    """The table of neighbours: even-numbered columns stand half a hex lower (BRG-1)."""
    terrain = scenario.terrain
    present = np.zeros((terrain.columns, terrain.rows), dtype=np.bool_)
    for label in labels:
        present[int(label[:2]) - 1, int(label[2:]) - 1] = True
    grid = Grid(terrain.columns, terrain.rows, Offset.ODD_Q, present)
    return grid.neighbours.astype(np.int64)


def _near(labels: tuple[str, ...]) -> Int:
    """The hexes at distance one and two, whatever lies between, padded with n (BRG-26)."""
    places = {
        Offset.ODD_Q.to_axial(int(label[:2]) - 1, int(label[2:]) - 1): place
        for place, label in enumerate(labels)
    }
    near = np.full((len(labels) + 1, NEAR_COUNT), len(labels), dtype=np.int64)
    for here, place in places.items():
        around = (there for radius in (1, 2) for there in ring(here, radius))
        close = sorted(places[there] for there in around if there in places)
        near[place, : len(close)] = close
    return near


def _start(ground: BrigadeGround) -> BrigadeState:
    units = int(ground.rules[FIRST + 2])
    longest = max(1, int(ground.companies[:, MOVEMENT].max()))
    state = BrigadeState(
        game=np.zeros(GAME_WIDTH, dtype=np.int64),
        units=np.zeros((units, PATH + longest), dtype=np.int64),
        hexes=np.zeros((ground.hexes.shape[0], HEX_WIDTH), dtype=np.int64),
    )
    state.game[TURN] = 1
    state.game[DEFENDER] = state.game[RETREATING] = NOBODY
    state.game[MOVER] = state.game[MOVER + 1] = NOBODY
    state.units[:, COMPANY] = np.arange(units)
    state.units[:, PLACE] = state.units[:, PLANNED] = ground.companies[:, START]
    state.units[:, TARGET] = NOBODY
    state.hexes[:, HOLDER : HOLDER + HOLDERS] = NOBODY
    return state
