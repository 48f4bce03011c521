"""A scenario made ready for batches: what a system gives besides its kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from hexfront.blocks import Block, Int
from hexfront.core.batch.kernels import BatchKernels
from hexfront.core.contract import Rules
from hexfront.core.learning import ActionFactors, ArraySpec


@dataclass(frozen=True)
class BatchOpponents:
    """Machine opponents whose orders are found in kernels."""

    names: tuple[str, ...]
    """Their numbers in `hexfront.core.batch.rows.Players` count from 1."""
    lore: Any
    """What they know of the scenario, and never changes."""
    make_room: Callable[[], Any]
    """Scratch space for one thread."""
    fresh: Int
    """(names * sides, words) the memory with which each begins, by opponent and side."""


def fresh_memory(begins: Sequence[Sequence[Block]]) -> Int:
    """`BatchOpponents.fresh`, of the memory that each opponent begins with, by side."""
    blocks = [block.words for sides in begins for block in sides]
    fresh = np.zeros((len(blocks), max(map(len, blocks))), dtype=np.int64)
    for row, words in zip(fresh, blocks, strict=True):
        row[: len(words)] = words
    return fresh


class OpponentRoom(NamedTuple):
    """Where the opponents of a system think, one thread at a time."""

    room: Any
    """Scratch space."""
    memory: Block
    """Any of the class of their memories."""


def make_opponents(
    names: tuple[str, ...], lore: Any, make_room: Callable[[], Any], begins: Sequence[Block]
) -> BatchOpponents:
    """Opponents whose memories are of one class; `begins`: with what each begins, by side."""
    return BatchOpponents(
        names=names,
        lore=lore,
        make_room=lambda: OpponentRoom(make_room(), begins[0].copy()),
        fresh=fresh_memory([begins] * len(names)),
    )


@dataclass(frozen=True)
class BatchGame:
    """Games of one scenario as batches play them."""

    make: Callable[[Any], BatchGame]
    """(rules) -> the same anew: what a pickle holds."""
    rules: Rules[Any]
    ground: Any
    """What the kernels take as the fixed part."""
    start: Block
    """The state in which every game begins."""
    spec: tuple[ArraySpec, ...]
    """What learners observe."""
    seen: Callable[..., Any]
    """Makes a tuple of the arrays of `spec`, as `write_observation` takes it."""
    kernels: BatchKernels
    make_factors: Callable[[], ActionFactors] | None = None
    """Takes order codes apart; None where they are one number each."""
    opponents: BatchOpponents | None = None
    make_ground: Callable[[], Any] | None = None
    """Another ground, for each thread its own, where kernels work in it; None where they do not."""

    @cached_property
    def factors(self) -> ActionFactors | None:
        """Order codes taken apart, when they are first asked for."""
        return None if self.make_factors is None else self.make_factors()

    def own_ground(self) -> Any:
        """A ground that one thread uses at a time."""
        return self.ground if self.make_ground is None else self.make_ground()

    def __reduce__(self) -> Any:
        return self.make, (self.rules,)
