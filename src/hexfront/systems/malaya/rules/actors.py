"""Who acts next, what chance answers, and what a game that is over is worth (MAL-2, MAL-32)."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float
from hexfront.core.dice import Dice, draw
from hexfront.jit import kernel
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, chance_weight
from hexfront.systems.malaya.rules.victory import victory_points
from hexfront.systems.malaya.scenario.state import (
    NOBODY,
    POINT,
    SIDES,
    MalayaGround,
    MalayaState,
    Phase,
)

TICKS: Final = 2 * (Phase.ADVANCE + 1)
"""Of a turn."""
NAVAL: Final = int(Phase.NAVAL)
COMBAT: Final = int(Phase.COMBAT)
GAME_OVER: Final = -2
"""What stands for the side to act when nobody acts any more."""


@kernel
def actor_of(ground: MalayaGround, state: MalayaState) -> int:
    """The side that must order now, `CHANCE_ACTOR` where chance answers, GAME_OVER at the end."""
    if state.game.phase == Phase.OVER:
        return GAME_OVER
    return CHANCE_ACTOR if state.game.phase > Phase.ADVANCE else state.game.active


@kernel
def time_of(ground: MalayaGround, state: MalayaState) -> int:
    """Ticks so far: phases of a player-turn count on, combat and its advances as one (MAL-2)."""
    game, phase = state.game, state.game.phase
    turn = (game.turn - 1) * TICKS
    if phase == Phase.OPTIONS:
        return turn
    if phase == Phase.OVER:
        return turn + TICKS
    if phase == Phase.SHIPPING:
        phase = game.resume
    elif phase == Phase.INTERCEPTION or (phase == Phase.LOSS and game.stage == 0):
        phase = NAVAL
    # Combat and its advances alternate; time never falls.
    return turn + game.active * (Phase.ADVANCE + 1) + min(phase, COMBAT)


@kernel
def draw_chance(ground: MalayaGround, state: MalayaState, dice: Dice) -> int:
    """An answer of chance by its weights."""
    total, outcome = 0, 0
    weight = chance_weight(ground, state, 0)
    while weight != NOBODY:
        total += weight
        outcome += 1
        weight = chance_weight(ground, state, outcome)
    left = draw(dice, total)
    outcome = 0
    weight = chance_weight(ground, state, 0)
    while left >= weight:
        left -= weight
        outcome += 1
        weight = chance_weight(ground, state, outcome)
    return outcome


@kernel
def score_game(ground: MalayaGround, state: MalayaState, scores: Float) -> None:
    """Write 1 for the side that has won, −1 for the other, 0 for a draw (MAL-32)."""
    level = state.game.level
    scores[0] = 1.0 if level > 0 else -1.0 if level < 0 else 0.0
    scores[1] = -scores[0]


@kernel
def count_scores(ground: MalayaGround, state: MalayaState, scores: Float) -> None:
    """Victory points of each side (MAL-32)."""
    for side in range(SIDES):
        scores[side] = victory_points(ground, state, side) / POINT
