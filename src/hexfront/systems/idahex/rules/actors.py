"""Who must order, and what the sides have won: for whoever plays many wars at once (IDX-2.3)."""

from __future__ import annotations

from typing import Final

from hexfront.core.dice import Dice
from hexfront.jit import kernel
from hexfront.systems.idahex.scenario.design import SIDES, Design, Float
from hexfront.systems.idahex.scenario.state import OVER, State

NOBODY: Final = -2
"""No actor: the war is over."""


@kernel
def actor_of(design: Design, state: State) -> int:
    """The lowest side that has not said "go" yet, or `NOBODY` once the war is over (IDX-2.3)."""
    if state.game.phase == OVER:
        return NOBODY
    for side in range(SIDES):
        if not state.game.ready >> side & 1:
            return side
    return NOBODY


@kernel
def draw_chance(design: Design, state: State, dice: Dice) -> int:
    """Nothing in IDAHEX is left to chance: 0, and no die is drawn."""
    return 0


@kernel
def score_game(design: Design, state: State, scores: Float) -> None:
    """Of each side its lead in cells over the other, as a share of all owned cells (IDX-2.3).

    From -1 to 1, and in sum 0; 0 for both where nobody owns a cell.
    """
    held = 0
    for side in range(SIDES):
        scores[side] = 0.0
    for cell in range(1, len(state.owner)):
        owner = state.owner[cell]
        if design.area.environment[cell] > 0 and 0 <= owner < SIDES:
            scores[owner] += 1.0
            held += 1
    for side in range(SIDES):
        scores[side] = (SIDES * scores[side] - held) / held if held else 0.0
