"""How many orders a game can still take at most: what only goes forward in it."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.changes import MOST_CHANGES, lexicographic
from hexfront.systems.aggressor.scenario.state import (
    ACTED,
    ACTION,
    ACTIVE,
    ALIVE,
    ARMY,
    ATTACKED,
    CHANGES,
    CHOOSING,
    FIRST,
    FULL_RANGE,
    GROUPS,
    HEXES,
    MOVED,
    OVER,
    PARTISANS,
    PHASE,
    PLACE,
    READY,
    RISING,
    ROUND,
    ROUNDS,
    SET_UP,
    SPECIAL,
    TRYING,
    AggressorGround,
    AggressorState,
)

DEEDS: Final = (ATTACKED, SPECIAL, ACTED)
"""What a unit does once in a turn (AGR-9, AGR-20, AGR-30)."""


def orders_left(ground: AggressorGround, state: AggressorState) -> int:
    """Turns, partisan groups, changes of mind, and what units can do (AGR-41, AGR-51, AGR-52)."""
    game, phase, rounds = state.game, int(state.game[PHASE]), int(ground.rules[ROUNDS])
    if phase == OVER:
        return 0
    turns = 2 * (rounds - int(game[ROUND])) + int(game[ACTIVE] == game[FIRST])
    turns = {SET_UP: 2 * rounds + 1, CHOOSING: 2 * rounds}.get(phase, turns)
    army, farthest = int(ground.rules[ARMY]), int(ground.types[:, FULL_RANGE].max()) + 2
    # No unit meets partisans twice in a turn, so no side has more groups (AGR-28).
    groups = army * rounds + 2
    after = phase in (PARTISANS, RISING)
    changes = int(game[CHANGES] + game[CHANGES + 1])
    if phase == SET_UP:
        deeds = _missing(army, state)
    else:
        deeds = 0 if after else _deeds(ground, state, farthest)
    return lexicographic(
        (turns, 2 * rounds + 2),
        (int(game[GROUPS + game[ACTIVE]]) + 1 if after else groups, groups + 1),
        (2 * MOST_CHANGES * army - changes, 2 * MOST_CHANGES * army + 1),
        (deeds, 2 * army * (farthest + len(DEEDS)) + 3),
    )


def _missing(army: int, state: AggressorState) -> int:
    """Units that are not placed, and sides that are not ready (AGR-52)."""
    game = state.game
    placed, ready = int(game[ALIVE] + game[ALIVE + 1]), int(game[READY]).bit_count()
    return 2 * army - placed + 2 - ready


def _deeds(ground: AggressorGround, state: AggressorState, farthest: int) -> int:
    """What units of the side whose turn it is can still do (AGR-9 to AGR-12)."""
    army, side = int(ground.rules[ARMY]), int(state.game[ACTIVE])
    units = state.units[side * army : (side + 1) * army]
    units = units[units[:, PLACE] != ground.rules[HEXES]]
    left = int(np.count_nonzero(units[:, DEEDS] == 0) + (farthest - units[:, MOVED]).sum())
    # The try of a unit without range counts as a hex moved once chance has answered (AGR-11).
    left -= int(state.game[PHASE] == TRYING)
    return 2 * left + int(state.game[PHASE] != ACTION)
