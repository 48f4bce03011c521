"""How many orders a game can still take at most: what only goes forward in it (BRG-8 to BRG-10)."""

from __future__ import annotations

import numpy as np

from hexfront.core.table.changes import MOST_CHANGES, lexicographic
from hexfront.systems.brigade.scenario.state import (
    MUST_RETREAT,
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
)


def orders_left(ground: BrigadeGround, state: BrigadeState, time: int, stages: int) -> int:
    """Stages, battles in one, what a battle needs, changes of mind, and parts of a plan.

    `time` in stages since the start, of which each turn has `stages` (BRG-9).
    """
    phase, units = Phase(state.game.phase), int(ground.rules.first_unit[2])
    if phase == Phase.OVER:
        return 0
    last = ground.rules.turns * stages
    duties = int(np.count_nonzero(state.units.duty == MUST_RETREAT))
    battle = {Phase.BATTLE: units + 2, Phase.RETREAT: 1 + duties, Phase.ADVANCE: 1}.get(phase, 0)
    changed = int(state.game.changes[0] + state.game.changes[1])
    points = units * int(ground.companies.movement.max())
    plan = state.units.points.sum() + np.count_nonzero(state.units.target == NOBODY)
    if phase == Phase.DEAL:
        plan = points + units  # the deal ends with the first movement points (BRG-28)
    # Outside planning, movement and combat a plan that is carried out only loses parts.
    unsubmitted = 2 - state.game.submitted.bit_count()
    return lexicographic(
        (last - time, last + 1),
        (int(np.count_nonzero(state.units.fought == 0)), units + 1),
        (battle, units + 3),
        (2 * MOST_CHANGES - changed, 2 * MOST_CHANGES + 1),
        (int(plan) + unsubmitted, points + units + 3),
    )
