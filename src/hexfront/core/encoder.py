"""What a learner gets of a game, where a system has arrays of its own for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

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
