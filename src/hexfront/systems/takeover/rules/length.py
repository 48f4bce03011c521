"""How many orders a game can still take at most: nothing is ever taken back in it (TKO-16)."""

from __future__ import annotations

import numpy as np

from hexfront.core.changes import lexicographic
from hexfront.systems.takeover.scenario.state import (
    ACTIVE,
    BOUGHT,
    BUYING,
    DECLARING,
    DRAWING,
    MANAGING,
    MOVING,
    NOBODY,
    OVER,
    OWNER,
    PHASE,
    PLAYERS,
    PURCHASES,
    ROUND,
    ROUNDS,
    TERRITORIES,
    THROWING,
    TakeoverRing,
    TakeoverState,
)

_STAGES = {MOVING: 4, DRAWING: 3, BUYING: 2, DECLARING: 1, THROWING: 1, MANAGING: 0}
"""The phases of a turn, the last first; engagements follow each other in one of them."""


def orders_left(ring: TakeoverRing, state: TakeoverState) -> int:
    """Turns, stages of a turn, territories to conquer in a row, and purchases (TKO-15, TKO-16)."""
    game, rules, phase = state.game, ring.rules, int(state.game[PHASE])
    if phase == OVER:
        return 0
    players, rounds, count = int(rules[PLAYERS]), int(rules[ROUNDS]), int(rules[TERRITORIES])
    turns = (rounds - int(game[ROUND])) * players + players - 1 - int(game[ACTIVE])
    owners = state.territories[:, OWNER]
    foreign = np.count_nonzero((owners != NOBODY) & (owners != game[ACTIVE]))
    purchases = int(rules[PURCHASES])
    return lexicographic(
        (turns, rounds * players),
        (_STAGES[phase], len(_STAGES)),
        (int(foreign), count + 1),
        (int(phase == DECLARING), 2),
        (purchases - int(game[BOUGHT]), purchases + 1),
    )
