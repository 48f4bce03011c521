"""What a learner gets of a game, where a system has arrays of its own for that."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int


class ArraySpec(NamedTuple):
    """One array that learners observe, for one game; a batch of games has an axis before."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    low: int | NDArray[Any]
    """The least value that can stand there; an array of them fits the last axis or the whole."""
    high: int | NDArray[Any]
    """The greatest one."""
    axis_names: tuple[str, ...]
    """What the axis of features counts: a name for each entry."""
    meaning: str
    """In a sentence, for the documentation."""

    @property
    def size(self) -> int:
        """Bytes of it in one game."""
        return int(np.prod(self.shape, dtype=int)) * np.dtype(self.dtype).itemsize


class ActionFactors(NamedTuple):
    """Order codes taken apart, for learners that choose an order in parts."""

    names: tuple[str, ...]
    """Such as unit, verb and place."""
    sizes: tuple[int, ...]
    """How many values each factor has; 0 stands for none."""
    table: Int
    """(actions, factors) the values of every code; no two codes have the same."""
    takes_back: tuple[int, ...] = ()
    """The verbs of orders that take others back, with which a learner would put off the end."""
