"""Who acts next, what chance answers, and how a game has ended, as kernels: TKO-16."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float
from hexfront.core.dice import Dice, draw
from hexfront.jit import kernel
from hexfront.systems.takeover.rules.estate import worth
from hexfront.systems.takeover.rules.turn import (
    CHANCE_ACTOR,
    chance_weight,
    faces_of_chance,
    winners,
)
from hexfront.systems.takeover.scenario.state import Phase, TakeoverRing, TakeoverState

NO_ACTOR: Final = -2
"""Nobody acts: the game is over."""


@kernel
def actor_of(ring: TakeoverRing, state: TakeoverState) -> int:
    """The player who must order now, `CHANCE_ACTOR`, or `NO_ACTOR` at the end (TKO-16)."""
    phase = state.game.phase
    if phase == Phase.OVER:
        return NO_ACTOR
    return state.game.active if phase <= Phase.MANAGING else CHANCE_ACTOR


@kernel
def time_of(ring: TakeoverRing, state: TakeoverState) -> int:
    """Turns so far (TKO-16)."""
    return (state.game.round - 1) * ring.rules.players + state.game.active


@kernel
def draw_chance(ring: TakeoverRing, state: TakeoverState, dice: Dice) -> int:
    """An answer of chance, drawn with its exact weight (TKO-3, TKO-4)."""
    if state.game.phase != Phase.DRAWING:
        return draw(dice, faces_of_chance(ring, state))
    total = 0
    for card in range(ring.rules.cards):
        total += state.pack[card]
    left, outcome = draw(dice, total), 0
    while left >= chance_weight(ring, state, outcome):
        left -= chance_weight(ring, state, outcome)
        outcome += 1
    return outcome


@kernel
def score_game(ring: TakeoverRing, state: TakeoverState, scores: Float) -> None:
    """1 for every winner and -1 for every other player; 0 for all who share alike (TKO-16).

    `scores` (players,) of a game that is over.
    """
    best, players, count = winners(ring, state), ring.rules.players, 0
    for player in range(players):
        count += best >> player & 1
    decided = 0 < count < players
    for player in range(players):
        won = 1.0 if best >> player & 1 else -1.0
        scores[player] = won if decided else 0.0


@kernel
def count_scores(ring: TakeoverRing, state: TakeoverState, scores: Float) -> None:
    """What each player owns (TKO-16)."""
    for player in range(ring.rules.players):
        scores[player] = worth(ring, state, player)
