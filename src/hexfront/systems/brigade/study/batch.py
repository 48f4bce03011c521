"""Thousands of games in one call."""

from __future__ import annotations

from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.kernels import GameKernels, make_batch_kernels
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.observation import (
    BrigadeObservation,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.brigade.rules.actors import actor_of, count_scores, draw_chance, score_game
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import apply_step

KERNELS = make_batch_kernels(
    __name__,
    GameKernels(
        actor_of,
        draw_chance,
        list_choices,
        apply_step,
        score_game,
        count_scores,
        write_observation,
    ),
)


def batch_game(rules: BrigadeRules) -> BatchGame:
    """Brigade for batches."""
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(rules.setting),
        seen=BrigadeObservation,
        factors=action_factors(rules.setting),
        kernels=KERNELS,
    )
