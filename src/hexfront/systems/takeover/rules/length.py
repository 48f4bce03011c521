"""How many orders a game can still take at most: nothing is ever taken back in it (TKO-16)."""

from __future__ import annotations

import numpy as np

from hexfront.core.table.changes import lexicographic
from hexfront.systems.takeover.scenario.state import (
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)

_STAGES = {
    Phase.MOVING: 4,
    Phase.DRAWING: 3,
    Phase.BUYING: 2,
    Phase.DECLARING: 1,
    Phase.THROWING: 1,
    Phase.MANAGING: 0,
}
"""The phases of a turn, the last first; engagements follow each other in one of them."""


def orders_left(ring: TakeoverRing, state: TakeoverState) -> int:
    """Turns, stages of a turn, territories to conquer in a row, and purchases (TKO-15, TKO-16)."""
    game, rules, phase = state.game, ring.rules, state.game.phase
    if phase == Phase.OVER:
        return 0
    players, rounds, count = rules.players, rules.rounds, rules.territories
    turns = (rounds - game.round) * players + players - 1 - game.active
    owners = state.territories.owner
    foreign = np.count_nonzero((owners != NOBODY) & (owners != game.active))
    purchases = rules.purchases
    return lexicographic(
        (turns, rounds * players),
        (_STAGES[Phase(phase)], len(_STAGES)),
        (int(foreign), count + 1),
        (int(phase == Phase.DECLARING), 2),
        (purchases - game.bought, purchases + 1),
    )
