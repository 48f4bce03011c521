"""How many orders a game can still take at most: what only goes forward in it (BRG-8 to BRG-10)."""

from __future__ import annotations

import numpy as np

from hexfront.core.changes import MOST_CHANGES, lexicographic
from hexfront.systems.brigade.scenario.state import (
    ADVANCE,
    BATTLE,
    CHANGES,
    DEAL,
    DUTY,
    FIRST,
    FOUGHT,
    MOVEMENT,
    MUST_RETREAT,
    NOBODY,
    OVER,
    PHASE,
    POINTS,
    RETREAT,
    SUBMITTED,
    TARGET,
    TURNS,
    BrigadeGround,
    BrigadeState,
)


def orders_left(ground: BrigadeGround, state: BrigadeState, time: int, stages: int) -> int:
    """Stages, battles in one, what a battle needs, changes of mind, and parts of a plan.

    `time` in stages since the start, of which each turn has `stages` (BRG-9).
    """
    phase, units = int(state.game[PHASE]), int(ground.rules[FIRST + 2])
    if phase == OVER:
        return 0
    last = int(ground.rules[TURNS]) * stages
    duties = int(np.count_nonzero(state.units[:, DUTY] == MUST_RETREAT))
    battle = {BATTLE: units + 2, RETREAT: 1 + duties, ADVANCE: 1}.get(phase, 0)
    changed = int(state.game[CHANGES] + state.game[CHANGES + 1])
    points = units * int(ground.companies[:, MOVEMENT].max())
    plan = state.units[:, POINTS].sum() + np.count_nonzero(state.units[:, TARGET] == NOBODY)
    if phase == DEAL:
        plan = points + units  # the deal ends with the first movement points (BRG-28)
    # Outside planning, movement and combat a plan that is carried out only loses parts.
    unsubmitted = 2 - int(state.game[SUBMITTED]).bit_count()
    return lexicographic(
        (last - time, last + 1),
        (int(np.count_nonzero(state.units[:, FOUGHT] == 0)), units + 1),
        (battle, units + 3),
        (2 * MOST_CHANGES - changed, 2 * MOST_CHANGES + 1),
        (int(plan) + unsubmitted, points + units + 3),
    )
