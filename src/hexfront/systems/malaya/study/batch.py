"""Thousands of games in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from functools import partial

from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.kernels import make_batch_kernels
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.observation import (
    Observation,
    action_factors,
    observation_spec,
)
from hexfront.systems.malaya.opponents.team import GAME_KERNELS, batch_opponents

KERNELS = make_batch_kernels(__name__, GAME_KERNELS)


def batch_game(rules: MalayaRules) -> BatchGame:
    """A scenario of Malaya for batches."""
    setting = rules.setting
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.ground,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=Observation,
        kernels=KERNELS,
        make_factors=partial(action_factors, setting),
        opponents=batch_opponents(setting),
    )
