"""Thousands of wars in one call: the kernels of the system, as batches take them."""

from __future__ import annotations

from functools import partial

from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.kernels import make_batch_kernels
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.observation import (
    Seen,
    action_factors,
    observation_spec,
)
from hexfront.systems.idahex.opponents.team import GAME_KERNELS, batch_opponents
from hexfront.systems.idahex.rules.command.theatre import make_theatre

KERNELS = make_batch_kernels(__name__, GAME_KERNELS)


def batch_game(rules: IdahexRules) -> BatchGame:
    """A scenario of IDAHEX for batches."""
    setting = rules.setting
    return BatchGame(
        make=batch_game,
        rules=rules,
        ground=rules.theatre,
        start=rules.start(),
        spec=observation_spec(setting),
        seen=Seen,
        kernels=KERNELS,
        make_factors=partial(action_factors, setting),
        make_ground=lambda: make_theatre(setting),
        opponents=batch_opponents(setting),
    )
