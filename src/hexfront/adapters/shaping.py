"""Rewards on the way: a potential of what is observed, which changes no best play.

A potential says how well a side stands, from its observation. A step is rewarded with the
discounted potential after it less that before it; at the end of a game the potential is 0. So
over a game all that is added is what it began with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

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

    def step(
        self,
        seen: Observation,
        over: Any,
        begun: Any = False,
        ended: NDArray[np.bool_] | None = None,
        last: Observation | None = None,
    ) -> Any:
        """What is added for a step.

        Args:
            seen: what is observed after it.
            over: whether the game is over, for each one.
            begun: where the step did nothing but begin a game.
            ended, last: of environments that begin anew in the same step, which games have
                ended, and what was observed last in each of these, in their order.
        """
        if self._potential is None:
            return 0.0
        here = np.asarray(self._potential(seen), dtype=float)
        after, gone = here, over
        if last is not None and ended is not None:
            after, gone = here.copy(), over & ~ended
            after[ended] = self._potential(last)
        added = self._discount * np.where(over, 0.0, after) - self._before
        added = np.where(begun, 0.0, added)
        self._before = np.where(gone, 0.0, here)
        return added if np.ndim(added) else float(added)
