"""Who acts next: a side, or chance (AGR-38, AGR-41, AGR-52); and what a game that is over gives."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float
from hexfront.core.dice import Dice, draw
from hexfront.jit import kernel, small_kernel
from hexfront.systems.aggressor.rules.chance import chance_count, chance_weight
from hexfront.systems.aggressor.rules.turn import sectors_held
from hexfront.systems.aggressor.scenario.state import NOBODY, AggressorGround, AggressorState, Phase

CHANCE_ACTOR: Final = -1
"""`contract.CHANCE`, as the kernels know it."""
GAME_OVER: Final = -2


@small_kernel
def actor_of(ground: AggressorGround, state: AggressorState) -> int:
    """The first side that must order, CHANCE_ACTOR where chance answers, or GAME_OVER."""
    phase = state.game.phase
    if phase == Phase.OVER:
        return GAME_OVER
    if phase == Phase.SET_UP:
        return state.game.ready & 1
    if phase in (Phase.ACTION, Phase.PARTISANS, Phase.PRESS):
        return state.game.active
    return CHANCE_ACTOR


@small_kernel
def time_of(ground: AggressorGround, state: AggressorState) -> int:
    """Twice the rounds, and one more in the second side's turn (AGR-41)."""
    game = state.game
    if game.phase in (Phase.SET_UP, Phase.BEGINNER):
        return 0
    if game.phase == Phase.OVER:
        return 2 * game.round + 2
    return 2 * game.round + int(game.active != game.first)


@kernel
def draw_chance(ground: AggressorGround, state: AggressorState, dice: Dice) -> int:
    """An answer of chance, by its weights."""
    count, total = chance_count(ground, state), 0
    for outcome in range(count):
        total += chance_weight(ground, state, outcome)
    rest = draw(dice, total)
    for outcome in range(count):
        rest -= chance_weight(ground, state, outcome)
        if rest < 0:
            return outcome
    return count - 1


@small_kernel
def score_game(ground: AggressorGround, state: AggressorState, scores: Float) -> None:
    """1 for the side that has won, -1 for the other, 0 in a draw (AGR-50, AGR-51)."""
    winner = state.game.winner
    for side in range(2):
        scores[side] = 0.0 if winner == NOBODY else (1.0 if winner == side else -1.0)


@small_kernel
def count_scores(ground: AggressorGround, state: AggressorState, scores: Float) -> None:
    """The sectors that each side holds (AGR-50)."""
    for side in range(2):
        scores[side] = sectors_held(state, side)
