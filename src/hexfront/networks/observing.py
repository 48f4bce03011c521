"""What a side observes of one state, by the system's own kernel or as plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexfront.batch.games import plain_game
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Rules
from hexfront.core.system import System


def game_of(system: System, rules: Rules[Any]) -> BatchGame:
    """A scenario whose kernels are not compiled for it: who plays does not wait."""
    batch = system.learning.batch
    return plain_game(rules) if batch is None else batch(rules)


def observe(game: BatchGame, state: Any, side: int) -> dict[str, NDArray[Any]]:
    """What a side sees, with an axis of one game before."""
    arrays = [np.zeros((1, *spec.shape), dtype=spec.dtype) for spec in game.spec]
    write = game.kernels.given.write_observation
    write(game.ground, state, side, game.seen(*arrays), 0)
    return {spec.name: array for spec, array in zip(game.spec, arrays, strict=True)}
