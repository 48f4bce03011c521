"""Figures of observations as numbers that a network takes well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.learning import ArraySpec
from hexfront.networks.board import Geometry

ONE_HOT: Final = 9
"""Figures of 3 to so many values are told apart value by value; all others are scaled."""
KINDS: Final = "type"
WEIGHTS: Final = "strength"
AIMS: Final = "target"
"""Features of rows that are drawn on planes: what stands there, how strong, and what is aimed at
(the number of a row of the same array, from 1)."""


class Figures:
    """The last axis of an array: each feature scaled, or a number for each of its values."""

    def __init__(self, spec: ArraySpec, *, skip_places: bool = False) -> None:
        """`skip_places`: without columns and rows."""
        ends = (np.broadcast_to(np.asarray(limit), spec.shape) for limit in (spec.low, spec.high))
        features = spec.shape[-1]
        low, high = (end.reshape(-1, features).astype(np.float64) for end in ends)
        least, most = low.min(axis=0), high.max(axis=0)
        places = {column for pair in pairs_of(spec) for column in pair} if skip_places else set()
        kept = np.array([n for n in range(features) if n not in places], dtype=np.int64)
        span = (most - least)[kept]
        whole = np.dtype(spec.dtype).kind in "iu"
        told = (span >= 2) & (span < ONE_HOT) & whole
        self._scaled, self._told = kept[~told], kept[told]
        self._low = least[self._scaled].astype(np.float32)
        self._span = np.maximum(span[~told], 1).astype(np.float32)
        counts = (most - least)[self._told].astype(np.int64) + 1
        self._values = np.concatenate(
            [
                np.zeros(0),
                *(least[n] + np.arange(c) for n, c in zip(self._told, counts, strict=True)),
            ]
        )
        self._repeats = np.repeat(self._told, counts)
        self.size = len(self._scaled) + len(self._repeats)
        """How many numbers there are."""

    def __call__(self, array: NDArray[Any]) -> NDArray[np.float32]:
        """(…, size) numbers from 0 to 1."""
        scaled = (array[..., self._scaled] - self._low) / self._span
        told = array[..., self._repeats] == self._values
        found = np.concatenate([scaled, told], axis=-1, dtype=np.float32)
        return np.clip(found, -1, 1)


def pairs_of(spec: ArraySpec) -> list[tuple[int, int]]:
    """The features that are column and row of a place, of an array that has a row a unit."""
    names = spec.axis_names
    if len(spec.shape) != 2 or len(names) != spec.shape[1]:
        return []
    columns = [name for name in names if name == "column" or name.endswith(" column")]
    rows = [name.removesuffix("column") + "row" for name in columns]
    return [
        (names.index(column), names.index(row))
        for column, row in zip(columns, rows, strict=True)
        if row in names
    ]


@dataclass(frozen=True)
class Raster:
    """Planes on which rows of an array are drawn, by a feature, at the places of a pair."""

    array: str
    feature: int
    pair: tuple[int, int]
    planes: int
    scale: float
    """What the feature is divided by, where there is one plane."""
    own: tuple[int, int] | None
    """A feature and its value in those rows that are drawn; None: all are."""
    aims: bool
    """Whether the feature is the number of another row, at whose place this one is drawn."""

    def draw(self, rows: NDArray[Any], geometry: Geometry, out: NDArray[np.float32]) -> None:
        """Write (games, hexes + 1, planes)."""
        value = rows[..., self.feature].astype(np.int64)
        places = geometry.place(rows[..., self.pair[0]], rows[..., self.pair[1]])
        weights = np.ones(value.shape)
        if self.own is not None:
            weights *= rows[..., self.own[0]] == self.own[1]
        kind = np.zeros_like(value)
        if self.aims:
            weights *= value > 0
            places = np.take_along_axis(places, np.maximum(value - 1, 0), axis=1)
        elif self.planes == 1:
            weights *= value / self.scale
        else:
            kind = np.minimum(value, self.planes - 1)
        games, hexes, planes = out.shape
        at = (np.arange(games)[:, None] * hexes + places) * planes + kind
        drawn = np.bincount(at.ravel(), weights.ravel(), minlength=out.size)
        out[...] = drawn.reshape(out.shape)


def entity_rasters(spec: ArraySpec) -> list[Raster]:
    """What is drawn of an array with a row a unit."""
    names, pairs = spec.axis_names, pairs_of(spec)
    high = np.broadcast_to(np.asarray(spec.high), spec.shape).max(axis=0)
    sides: list[tuple[int, int] | None] = [None]
    if "own" in names:
        sides = [(names.index("own"), 1), (names.index("own"), 0)]
    found = []
    for own in sides:
        # One's own where they will stand, others where they stand.
        pair = pairs[1] if own is not None and own[1] == 1 and len(pairs) > 1 else pairs[0]
        for name in (KINDS, WEIGHTS):
            if name in names:
                at = names.index(name)
                planes = int(high[at]) + 1 if name == KINDS else 1
                found.append(Raster(spec.name, at, pair, planes, float(high[at]), own, False))
    if AIMS in names:
        at = names.index(AIMS)
        found.append(Raster(spec.name, at, pairs[0], 1, 1.0, None, True))
    return found
