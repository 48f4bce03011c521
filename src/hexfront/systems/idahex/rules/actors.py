"""Who must order, and what the sides have won: for whoever plays many wars at once (IDX-2.3)."""

from __future__ import annotations

from typing import Final

from hexfront.core.dice import Dice
from hexfront.jit import kernel
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario.design import SIDES, Float
from hexfront.systems.idahex.scenario.state import OVER, State

NOBODY: Final = -2
"""No actor: the war is over."""


@kernel
def actor_of(theatre: Theatre, state: State) -> int:
    """The lowest side that has not said "go" yet, or `NOBODY` once the war is over (IDX-2.3)."""
    if state.game.phase == OVER:
        return NOBODY
    for side in range(SIDES):
        if not state.game.ready >> side & 1:
            return side
    return NOBODY


@kernel
def time_of(theatre: Theatre, state: State) -> int:
    """The time of a decision in frames."""
    return state.game.frames


@kernel
def draw_chance(theatre: Theatre, state: State, dice: Dice) -> int:
    """Nothing in IDAHEX is left to chance: 0, and no die is drawn."""
    return 0


@kernel
def count_scores(theatre: Theatre, state: State, scores: Float) -> None:
    """The cells that each side owns (IDX-2.3)."""
    environment = theatre.design.area.environment
    for side in range(SIDES):
        scores[side] = 0.0
    for cell in range(1, len(state.owner)):
        owner = state.owner[cell]
        if environment[cell] > 0 and 0 <= owner < SIDES:
            scores[owner] += 1.0


@kernel
def score_game(theatre: Theatre, state: State, scores: Float) -> None:
    """Of each side its lead in cells over the other, as a share of all owned cells (IDX-2.3).

    From -1 to 1, and in sum 0; 0 for both where nobody owns a cell.
    """
    count_scores(theatre, state, scores)
    held = 0.0
    for side in range(SIDES):
        held += scores[side]
    for side in range(SIDES):
        scores[side] = (SIDES * scores[side] - held) / held if held else 0.0
