"""What a learner sees of Brigade: figures, a row a counter, planes over the hexes.

Written from what the side may know and nothing else (BRG-9, BRG-28): the rows of `units` are
those of the order codes, so an order of unit `u` concerns row `u`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference
from hexfront.core.learning import ActionFactors, ArraySpec
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.brigade.rules.choices import has_submitted
from hexfront.systems.brigade.rules.movement import side_of
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    RECALL,
    UNIT_CODES,
    WITHDRAW,
    count_actions,
)
from hexfront.systems.brigade.scenario.state import (
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
    Setting,
)

GAME: Final = (
    "turn",
    "turns left",
    "phase",
    "has the objective",
    "towns needed",
    "carries out",
    "submitted",
    "changes",
)
"""Towns needed are those of the side with the objective; `carries out` is 1 in one's own stage."""
UNITS: Final = (
    "own",
    "column",
    "row",
    "planned column",
    "planned row",
    "strength",
    "movement",
    "known",
    "fought",
    "duty",
    "points",
    "steps",
    "rank",
    "target",
    "advances",
    "in transit",
    "defends",
    "retreats",
)
"""Columns and rows count from 1; 0 is off the map, and in the plans of enemies. Strength is 0 where
the company is not known. `target` is the attacked counter, counted from 1."""
HEXES: Final = ("own", "enemy", "own planned", "own zone", "enemy zone")
"""Units in a hex, or whose zone it is in."""


@by_reference
class BrigadeObservation(NamedTuple):
    """Arrays with an axis of games before all others."""

    game: NDArray[np.int16]
    """(games, 8)"""
    units: NDArray[np.int16]
    """(games, counters, 18)"""
    hexes: NDArray[np.int8]
    """(games, 5, hexes)"""


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """The arrays of `BrigadeObservation`, for one game."""
    ground = setting.ground
    units, hexes = int(ground.rules.first_unit[2]), ground.rules.off_map
    columns, rows = int(ground.hexes.column.max()), int(ground.hexes.row.max())
    strength, movement = int(ground.companies.strength.max()), int(ground.companies.movement.max())
    steps, turns = max(1, movement), ground.rules.turns
    most = {
        "column": columns, "row": rows, "planned column": columns, "planned row": rows,
        "strength": strength, "movement": movement, "duty": 2, "points": movement, "steps": steps,
        "rank": units + MOST_CHANGES, "target": units,
    }  # fmt: skip
    highest = np.array([most.get(name, 1) for name in UNITS])
    most = {
        "turn": turns, "turns left": turns, "phase": max(Phase),
        "towns needed": ground.rules.objective_towns, "changes": MOST_CHANGES,
    }  # fmt: skip
    figures = np.array([most.get(name, 1) for name in GAME])
    return (
        ArraySpec("game", (len(GAME),), "int16", 0, figures, GAME, "The course of the game."),
        ArraySpec("units", (units, len(UNITS)), "int16", 0, highest, UNITS, "A row a counter."),
        ArraySpec("hexes", (len(HEXES), hexes), "int8", 0, units, HEXES, "Planes over the hexes."),
    )


def action_factors(setting: Setting) -> ActionFactors:
    """Order codes as unit, verb and direction; 0 in each factor is none (BRG-9, BRG-21)."""
    units = len(setting.companies)
    names = ("unit", "verb", "direction")
    table = np.zeros((count_actions(units), 3), dtype=np.int64)
    table[DONE] = 0, 1, 0
    table[RECALL] = 0, 2, 0
    for code in range(FIRST_UNIT_CODE, len(table)):
        unit, action = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
        if action < FIRST_ATTACK:
            verb, direction = 3, action + 1
        elif action in (WITHDRAW, ADVANCE_INTO):
            verb, direction = 4 + action - WITHDRAW, 0
        else:
            # The place in the stack, and whether to advance.
            verb, direction = 6 + (action - FIRST_ATTACK) % 4, (action - FIRST_ATTACK) // 4 + 1
        table[code] = unit + 1, verb, direction
    return ActionFactors(names, (units + 1, 10, 7), table, takes_back=(2, 4))


@kernel
def write_observation(
    ground: BrigadeGround, state: BrigadeState, side: int, seen: BrigadeObservation, row: int
) -> None:
    """Write what a side may know into a row of the arrays."""
    write_game(ground, state, side, seen.game[row])
    planes = seen.hexes[row]
    for plane in range(planes.shape[0]):
        for place in range(planes.shape[1]):
            planes[plane, place] = 0
    for unit in range(len(state.units)):
        write_unit(ground, state, side, unit, seen.units[row], planes)


@inline_kernel
def write_game(
    ground: BrigadeGround, state: BrigadeState, side: int, out: NDArray[np.int16]
) -> None:
    """The figures of `GAME`."""
    out[0] = state.game.turn
    out[1] = ground.rules.turns - state.game.turn
    out[2] = state.game.phase
    out[3] = ground.rules.objective_side == side
    out[4] = ground.rules.objective_towns
    out[5] = state.game.phase > Phase.PLAN and state.game.active == side
    out[6] = has_submitted(state, side)
    out[7] = state.game.changes[side]


@inline_kernel
def write_unit(
    ground: BrigadeGround,
    state: BrigadeState,
    side: int,
    unit: int,
    rows: NDArray[np.int16],
    planes: NDArray[np.int8],
) -> None:
    """A counter, as its owner or its enemy knows it."""
    units, game = state.units, state.game
    own = side_of(ground, unit) == side
    place, off = units.place[unit], ground.rules.off_map
    out = rows[unit]
    out[0] = own
    out[1] = ground.hexes.column[place]
    out[2] = ground.hexes.row[place]
    company = units.company[unit]
    known = game.phase != Phase.DEAL and (
        own or ground.rules.detection == 0 or units.known[unit] == 1
    )
    out[5] = ground.companies.strength[company] if known else 0
    out[6] = ground.companies.movement[company] if known else 0
    out[7] = units.known[unit]
    out[8] = units.fought[unit]
    out[9] = units.duty[unit]
    target = units.target[unit] if own or ground.rules.plotted == 0 else NOBODY
    out[13] = target + 1
    out[16] = game.defender == unit
    out[17] = game.retreating == unit
    if place != off:
        planes[0 if own else 1, place] += 1
        # Its zone (BRG-16), as the rules count it, but from a few bytes instead of all hexes.
        for direction in range(6):
            there = ground.hexes.neighbour[place, direction]
            if there != off:
                planes[3 if own else 4, there] += 1
    if own:
        planned = units.planned[unit]
        out[3] = ground.hexes.column[planned]
        out[4] = ground.hexes.row[planned]
        out[10] = units.points[unit]
        out[11] = units.steps[unit]
        out[12] = units.rank[unit]
        out[14] = units.will_advance[unit]
        out[15] = game.mover[side] == unit
        if planned != off:
            planes[2, planned] += 1
    else:
        for column in (3, 4, 10, 11, 12, 14, 15):
            out[column] = 0
