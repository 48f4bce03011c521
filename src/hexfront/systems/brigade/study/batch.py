"""Thousands of games in one call: the kernels of the system, as batches take them."""

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
from hexfront.systems.brigade.knowledge.packed import pack_view
from hexfront.systems.brigade.opponents.team import batch_opponents, decide
from hexfront.systems.brigade.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import apply_step

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
    ),
)


def batch_game(rules: BrigadeRules) -> BatchGame:
    """A scenario of Brigade for batches."""
    setting = rules.setting
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=BrigadeObservation,
        kernels=KERNELS,
        factors=action_factors(setting),
        opponents=batch_opponents(setting),
    )
