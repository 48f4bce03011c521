"""How many orders a game can still take at most: what only goes forward in it."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.table.changes import MOST_CHANGES, lexicographic
from hexfront.systems.malaya.rules.sequence import MORE_FIGHTING, NEXT_PLAYER
from hexfront.systems.malaya.scenario.state import (
    BOXED,
    CHANCE_PHASES,
    GONE,
    JAPAN,
    LATER,
    NO_DUTY,
    NOBODY,
    MalayaGround,
    MalayaState,
    Phase,
    Units,
)

_STAGES: Final[dict[int, int]] = {
    Phase.OPTIONS: 7,
    Phase.REINFORCEMENT: 7,
    Phase.NAVAL: 6,
    Phase.INTERCEPTION: 5,
    Phase.MOVEMENT: 4,
    Phase.RAIL: 3,
    Phase.COMBAT: 2,
    Phase.ADVANCE: 2,
    Phase.DEFENCE: 2,
    Phase.DIE: 2,
    MORE_FIGHTING: 2,
    NEXT_PLAYER: 1,
}
"""What follows what in a player-turn, the last first (MAL-2)."""
_PARTS: Final[dict[int, int]] = {
    Phase.DEFENCE: 3,
    Phase.DIE: 3,
    Phase.LOSS: 3,
    Phase.ADVANCE: 2,
    Phase.SHIPPING: 1,
    Phase.COMBAT: 0,
}
"""What follows what in a battle, the last first (MAL-31)."""


def orders_left(ground: MalayaGround, state: MalayaState) -> int:
    """Player-turns, phases, battles, changes of mind, and what units can do (MAL-2, MAL-31)."""
    game, phase = state.game, state.game.phase
    if phase == Phase.OVER:
        return 0
    turns, count = ground.rules.turns, ground.rules.units
    halves = 2 * (turns - game.turn) + 1 - game.active
    halves += 2 * (phase == Phase.OPTIONS)
    stage, part = _place(state, phase)
    fit = np.count_nonzero((state.units.fought == 0) & (state.units.status != GONE))
    # Where a phase needs it to end, something is taken back although the changes are used up.
    changes = MOST_CHANGES + count + 2
    forward, most = _forward(ground, state, phase)
    return lexicographic(
        (halves, 2 * turns + 2),
        (stage, 2 * max(_STAGES.values()) + 2),
        (int(fit), count + 1),
        (part, max(_PARTS.values()) + 1),
        (changes - 1 - game.changes, changes),
        (0 if phase in CHANCE_PHASES else forward, most),
    )


def _place(state: MalayaState, phase: int) -> tuple[int, int]:
    """Where the game stands in a player-turn, and in a battle; an odd stage comes between two."""
    if phase == Phase.LOSS and state.game.stage == 0:
        return 2 * _STAGES[Phase.INTERCEPTION], 0
    if phase == Phase.LOSS:
        return 2 * _STAGES[Phase.COMBAT], _PARTS[Phase.LOSS]
    if phase == Phase.SHIPPING and state.game.resume != MORE_FIGHTING:
        return 2 * _STAGES[state.game.resume] + 1, 0
    stage = Phase.COMBAT if phase == Phase.SHIPPING else phase
    return 2 * _STAGES[stage], _PARTS.get(phase, 0)


def _forward(ground: MalayaGround, state: MalayaState, phase: int) -> tuple[int, int]:
    """What can still be ordered in a phase if nothing is taken back; and a bound."""
    game, rules = state.game, ground.rules
    japan = game.active == JAPAN
    own = slice(rules.second) if japan else slice(rules.second, None)
    units = Units(state.units.words[own])
    farthest, by_rail = int(ground.units.movement.max()), rules.rail_hexes
    count, air, options = rules.units, rules.most_air, rules.options
    left = (farthest - units.spent).sum() + (by_rail - units.railed).sum()
    left += np.count_nonzero(units.sailed == 0)
    left += np.count_nonzero(units.status == BOXED)
    left += np.count_nonzero((units.status == LATER) & (units.due == 0))
    if phase == Phase.OPTIONS:
        left += options - game.taken.bit_count()
    if phase == Phase.COMBAT:
        left += np.count_nonzero(units.duty == NO_DUTY) + air - game.air
        left += (count + air + 1) * (game.selected == NOBODY)
    if phase == Phase.ADVANCE:
        left += np.count_nonzero(units.advances == 0)
    return int(left), count * (farthest + by_rail + 6) + 2 * air + options + 2
