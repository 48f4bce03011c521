"""What a learner gets of a game, where a system has arrays of its own for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class ObservationEncoder(Protocol):
    """Arrays for one side of one scenario, written anew at each look.

    They hold what the side may know and nothing else: states that look alike to
    the side give equal arrays.  Shapes and types never change.
    """

    @property
    def observation(self) -> Mapping[str, NDArray[Any]]:
        """What the side knows, by names of the system's own; whole numbers or floats."""

    @property
    def names(self) -> Mapping[str, Sequence[str]]:
        """For each array of `observation`, what its first axis counts: a name for each entry."""

    @property
    def mask(self) -> NDArray[np.int8]:
        """(actions,) 1 for every order that `Rules.choices` lists, else 0."""

    def encode(self, state: Any) -> None:
        """Write what the side may know of the state, and what it may order."""
