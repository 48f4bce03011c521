"""Thousands of games in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.kernels import GameKernels, make_batch_kernels
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.observation import (
    action_factors,
    observation_spec,
    seen_of,
    write_observation,
)
from hexfront.systems.aggressor.knowledge.packed import pack_view
from hexfront.systems.aggressor.opponents.agents import batch_opponents, decide
from hexfront.systems.aggressor.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.marks import mark_choices
from hexfront.systems.aggressor.rules.steps import apply_step

KERNELS = make_batch_kernels(
    __name__,
    GameKernels(
        actor_of,
        time_of,
        draw_chance,
        list_choices,
        apply_step,
        score_game,
        count_scores,
        write_observation,
        pack_view,
        decide,
        mark_choices,
    ),
)


def batch_game(rules: AggressorRules) -> BatchGame:
    """A scenario of Aggressor for batches."""
    setting = rules.setting
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=seen_of,
        kernels=KERNELS,
        factors=action_factors(setting),
        opponents=batch_opponents(setting),
    )
