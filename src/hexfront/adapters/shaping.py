"""Rewards on the way: a potential of what is observed, which changes no best play.

A potential says how well a side stands, from its observation. A step is rewarded with the
discounted potential after it less that before it; at the end of a game the potential is 0. So
over a game all that is added is what it began with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from hexfront.adapters.spaces import Observation

Potential: TypeAlias = Callable[[Observation], Any]
"""Takes observations, of one game or of many with an axis of games before, and gives a number, or
one for each game."""


class Shaping:
    """What the potential adds to the rewards of one environment, or of many."""

    def __init__(self, potential: Potential | None, discount: float) -> None:
        self._potential, self._discount = potential, discount
        self._before: Any = 0.0

    def begin(self, seen: Observation) -> None:
        """A game begins."""
        if self._potential is not None:
            self._before = self._potential(seen)

    def step(self, seen: Observation, over: Any, fresh: Any = False) -> Any:
        """What is added for a step.

        Args:
            seen: what is observed after it.
            over: whether the game is over, for each one.
            fresh: where `seen` is already the begin of another game: nothing led there.
        """
        if self._potential is None:
            return 0.0
        here = np.asarray(self._potential(seen), dtype=float)
        after = np.where(over | np.asarray(fresh), 0.0, here)
        added = np.where(fresh & ~np.asarray(over), 0.0, self._discount * after - self._before)
        self._before = np.where(over & ~np.asarray(fresh), 0.0, here)
        return added if np.ndim(added) else float(added)
