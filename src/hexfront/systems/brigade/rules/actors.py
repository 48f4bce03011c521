"""Who acts next, what chance answers, and who has won (BRG-9, BRG-22, BRG-27, BRG-28)."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float
from hexfront.core.dice import Dice, draw
from hexfront.jit import small_kernel
from hexfront.systems.brigade.rules.choices import has_submitted
from hexfront.systems.brigade.rules.movement import side_of
from hexfront.systems.brigade.rules.turn import (
    CHANCE_ACTOR,
    deal_span,
    towns_held,
    winning_side,
)
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState, Phase

STAGES: Final = 5
"""Ticks of a turn: planning, then movement and combat of each side (BRG-9)."""
NO_ACTOR: Final = -2
"""The game is over."""


@small_kernel
def acting_side(ground: BrigadeGround, state: BrigadeState) -> int:
    """The first side that must act."""
    phase = state.game.phase
    if phase == Phase.PLAN:
        return 1 if has_submitted(state, 0) else 0
    if phase == Phase.RETREAT:
        return side_of(ground, state.game.retreating)
    return state.game.active


@small_kernel
def chance_faces(ground: BrigadeGround, state: BrigadeState) -> int:
    """How many equal outcomes chance has now; 0 where it is not asked."""
    phase = state.game.phase
    if phase == Phase.BATTLE:
        return 6
    if phase == Phase.DEAL:
        return deal_span(ground, state.game.undealt)[1]
    return 0


@small_kernel
def actor_of(ground: BrigadeGround, state: BrigadeState) -> int:
    """The lowest side that must order now, `CHANCE_ACTOR` or, after the end, `NO_ACTOR`."""
    if state.game.phase == Phase.OVER:
        return NO_ACTOR
    if chance_faces(ground, state) > 0:
        return CHANCE_ACTOR
    return acting_side(ground, state)


@small_kernel
def time_of(ground: BrigadeGround, state: BrigadeState) -> int:
    """Ticks so far: planning, then movement and combat of each side (BRG-9)."""
    turn = (state.game.turn - 1) * STAGES
    phase = state.game.phase
    if phase in (Phase.DEAL, Phase.PLAN):
        return turn
    if phase == Phase.OVER:
        return turn + STAGES
    return turn + 1 + 2 * state.game.active + int(phase != Phase.MOVE)


@small_kernel
def draw_chance(ground: BrigadeGround, state: BrigadeState, dice: Dice) -> int:
    """What chance answers now; all outcomes are equally likely (BRG-23, BRG-28)."""
    return draw(dice, chance_faces(ground, state))


@small_kernel
def score_game(ground: BrigadeGround, state: BrigadeState, scores: Float) -> None:
    """What a game that is over is worth to each side: 1 where it has won, else −1 (BRG-27)."""
    winner = winning_side(ground, state)
    scores[winner] = 1.0
    scores[1 - winner] = -1.0


@small_kernel
def count_scores(ground: BrigadeGround, state: BrigadeState, scores: Float) -> None:
    """The towns that each side holds (BRG-27)."""
    for side in range(2):
        scores[side] = towns_held(ground, state, side)
