"""How many orders a game can still take at most: what only goes forward in it."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.changes import MOST_CHANGES, lexicographic
from hexfront.systems.malaya.rules.sequence import MORE_FIGHTING, NEXT_PLAYER
from hexfront.systems.malaya.scenario.state import (
    ACTIVE,
    ADVANCES,
    ADVANCING,
    AIR,
    BOXED,
    CHANCE_PHASES,
    CHANGES,
    CHOOSING,
    COMMITTING,
    DUE,
    DUTY,
    ENTRAINING,
    FIGHTING,
    FOUGHT,
    GONE,
    INTERCEPTING,
    JAPAN,
    LATER,
    LOSING,
    MOST_AIR,
    MOVEMENT,
    MOVING,
    NO_DUTY,
    NOBODY,
    OPTIONS,
    OVER,
    PHASE,
    RAIL_HEXES,
    RAILED,
    REINFORCING,
    RESUME,
    ROLLING,
    SAILED,
    SAILING,
    SECOND,
    SEIZING,
    SELECTED,
    SPENT,
    STAGE,
    STATUS,
    TAKEN,
    TURN,
    TURNS,
    UNITS,
    MalayaGround,
    MalayaState,
)

_STAGES: Final = {
    **{CHOOSING: 7, REINFORCING: 7, SAILING: 6, INTERCEPTING: 5, MOVING: 4, ENTRAINING: 3},
    **{FIGHTING: 2, ADVANCING: 2, COMMITTING: 2, ROLLING: 2, MORE_FIGHTING: 2, NEXT_PLAYER: 1},
}
"""What follows what in a player-turn, the last first (MAL-2)."""
_PARTS: Final = {COMMITTING: 3, ROLLING: 3, LOSING: 3, ADVANCING: 2, SEIZING: 1, FIGHTING: 0}
"""What follows what in a battle, the last first (MAL-31)."""


def orders_left(ground: MalayaGround, state: MalayaState) -> int:
    """Player-turns, phases, battles, changes of mind, and what units can do (MAL-2, MAL-31)."""
    game, phase = state.game, int(state.game[PHASE])
    if phase == OVER:
        return 0
    turns, count = int(ground.rules[TURNS]), int(ground.rules[UNITS])
    halves = 2 * (turns - int(game[TURN])) + 1 - int(game[ACTIVE])
    halves += 2 * (phase == CHOOSING)
    stage, part = _place(state, phase)
    fit = np.count_nonzero((state.units[:, FOUGHT] == 0) & (state.units[:, STATUS] != GONE))
    # Where a phase needs it to end, something is taken back although the changes are used up.
    changes = MOST_CHANGES + count + 2
    forward, most = _forward(ground, state, phase)
    return lexicographic(
        (halves, 2 * turns + 2),
        (stage, 2 * max(_STAGES.values()) + 2),
        (int(fit), count + 1),
        (part, max(_PARTS.values()) + 1),
        (changes - 1 - int(game[CHANGES]), changes),
        (0 if phase in CHANCE_PHASES else forward, most),
    )


def _place(state: MalayaState, phase: int) -> tuple[int, int]:
    """Where the game stands in a player-turn, and in a battle; an odd stage comes between two."""
    if phase == LOSING and state.game[STAGE] == 0:
        return 2 * _STAGES[INTERCEPTING], 0
    if phase == LOSING:
        return 2 * _STAGES[FIGHTING], _PARTS[LOSING]
    if phase == SEIZING and state.game[RESUME] != MORE_FIGHTING:
        return 2 * _STAGES[int(state.game[RESUME])] + 1, 0
    stage = FIGHTING if phase == SEIZING else phase
    return 2 * _STAGES[stage], _PARTS.get(phase, 0)


def _forward(ground: MalayaGround, state: MalayaState, phase: int) -> tuple[int, int]:
    """What can still be ordered in a phase if nothing is taken back; and a bound."""
    game, rules = state.game, ground.rules
    japan = game[ACTIVE] == JAPAN
    units = state.units[: rules[SECOND]] if japan else state.units[rules[SECOND] :]
    farthest, by_rail = int(ground.units[:, MOVEMENT].max()), int(rules[RAIL_HEXES])
    count, air, options = int(rules[UNITS]), int(rules[MOST_AIR]), int(rules[OPTIONS])
    left = (farthest - units[:, SPENT]).sum() + (by_rail - units[:, RAILED]).sum()
    left += np.count_nonzero(units[:, SAILED] == 0)
    left += np.count_nonzero(units[:, STATUS] == BOXED)
    left += np.count_nonzero((units[:, STATUS] == LATER) & (units[:, DUE] == 0))
    if phase == CHOOSING:
        left += options - int(game[TAKEN]).bit_count()
    if phase == FIGHTING:
        left += np.count_nonzero(units[:, DUTY] == NO_DUTY) + air - game[AIR]
        left += (count + air + 1) * (game[SELECTED] == NOBODY)
    if phase == ADVANCING:
        left += np.count_nonzero(units[:, ADVANCES] == 0)
    return int(left), count * (farthest + by_rail + 6) + 2 * air + options + 2
