"""What learners observe and order, as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hexfront.core.batch.game import BatchGame
from hexfront.core.learning import ArraySpec

Observation = dict[str, NDArray[Any]]
Mask = NDArray[np.int8]

MASK: Final = "action_mask"
"""The array of an observation that has a 1 for every legal order."""


def observation_space(game: BatchGame) -> spaces.Dict:
    """A box for each array that is observed, with its own limits, and the mask."""
    boxes: dict[str, spaces.Space[Any]] = {spec.name: _box(spec) for spec in game.spec}
    mask = spaces.Box(0, 1, (game.rules.actions,), np.int8)
    return spaces.Dict(boxes | {MASK: mask})


def names_of(game: BatchGame) -> Mapping[str, Sequence[str]]:
    """For each array that is observed, what its axis of features counts."""
    return {spec.name: spec.axis_names for spec in game.spec}


def _box(spec: ArraySpec) -> spaces.Box:
    kind = np.dtype(spec.dtype).type
    low, high = (
        np.broadcast_to(np.asarray(limit, dtype=kind), spec.shape)
        for limit in (spec.low, spec.high)
    )
    return spaces.Box(low, high, spec.shape, kind)
