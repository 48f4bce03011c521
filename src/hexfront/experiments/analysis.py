"""What an experiment says of its factors: effects, and shares of variance by Sobol' and Morris."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from typing import Any, Final

import numpy as np

from hexfront.experiments.designs import Design, Float, problem_of
from hexfront.study.intervals import student_t

RESAMPLES: Final = 200
"""Of which intervals of indices are made."""


@dataclass(frozen=True)
class Effect:
    """How a response changes from the low to the high end of a factor, or of a pair of factors."""

    names: tuple[str, ...]
    size: float
    low: float | None
    """Bounds; None where no degrees of freedom are left."""
    high: float | None


@dataclass(frozen=True)
class Effects:
    """A linear model of a response over factors from their low to their high ends."""

    middle: float
    """The response in the middle of the design."""
    effects: Sequence[Effect]
    explained: float
    """R²: the part of the variance between points that the model explains."""
    freedom: int
    """Degrees of freedom that are left."""

    @property
    def without_bounds(self) -> Effects:
        """The same of games that have no chance, where nothing can be bounded by it."""
        return replace(self, effects=[replace(one, low=None, high=None) for one in self.effects])


def fit_effects(
    points: Float, names: Sequence[str], values: Float, confidence: float
) -> Effects | None:
    """Main effects, and those of pairs where the points tell all of them apart.

    Args:
        points: (points, factors) from 0 to 1.
        names: of the factors.
        values: (points,) the mean of a response at each.
        confidence: of the intervals.

    None where the points do not tell even the main effects apart.
    """
    scaled = 2 * points - 1
    mains = [(number,) for number in range(len(names))]
    pairs = list(combinations(range(len(names)), 2))
    for terms in ([*mains, *pairs], mains):
        columns = [scaled[:, list(term)].prod(axis=1) for term in terms]
        matrix = np.column_stack([np.ones(len(points)), *columns])
        freedom = len(points) - matrix.shape[1]
        if freedom >= (1 if len(terms) > len(mains) else 0) and (
            np.linalg.matrix_rank(matrix) == matrix.shape[1]
        ):
            named = [tuple(names[place] for place in term) for term in terms]
            return _fitted(matrix, named, values, freedom, confidence)
    return None


def _fitted(
    matrix: Float, names: Sequence[tuple[str, ...]], values: Float, freedom: int, confidence: float
) -> Effects:
    found, *_ = np.linalg.lstsq(matrix, values, rcond=None)
    rest = values - matrix @ found
    left, total = float(rest @ rest), float(((values - values.mean()) ** 2).sum())
    spreads: list[float | None] = [None] * len(found)
    if freedom > 0:
        diagonal = np.diag(np.linalg.inv(matrix.T @ matrix))
        bound = student_t(freedom, confidence)
        spreads = [bound * sqrt(left / freedom * float(part)) for part in diagonal]
    effects = []
    for name, slope, spread in zip(names, found[1:], spreads[1:], strict=True):
        # From -1 to 1 a slope counts twice.
        size = 2 * float(slope)
        low, high = (None, None) if spread is None else (size - 2 * spread, size + 2 * spread)
        effects.append(Effect(name, size, low, high))
    explained = 1 - left / total if total > 0 else 1.0
    return Effects(float(found[0]), effects, explained, freedom)


@dataclass(frozen=True)
class Index:
    """A factor's part in the variance of a response, or how much it moves it, with ± bounds."""

    name: str
    first: float
    """Sobol': S, of the factor alone; Morris: μ*, the mean size of its elementary effects."""
    first_spread: float
    total: float
    """Sobol': ST, with all that it does together with others; Morris: σ of these effects."""
    total_spread: float | None


Pairs = dict[tuple[str, str], tuple[float, float]]
"""By two factors the part of the variance that they have only together, and its ± bounds."""


def sobol_indices(
    names: Sequence[str], values: Float, confidence: float, seed: int, *, second_order: bool
) -> tuple[list[Index], Pairs]:
    """First and total indices (Saltelli 2010) of `saltelli_points`, and those of pairs."""
    from SALib.analyze import sobol

    problem = problem_of(len(names))
    if float(np.ptp(values)) == 0.0:
        return [Index(name, 0.0, 0.0, 0.0, 0.0) for name in names], {}
    found: Any = sobol.analyze(
        problem,
        values,
        calc_second_order=second_order,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        seed=seed,
    )
    columns = [found[key].tolist() for key in ("S1", "S1_conf", "ST", "ST_conf")]
    indices = [Index(name, *row) for name, *row in zip(names, *columns, strict=True)]
    pairs: Pairs = {}
    if second_order:
        for one, other in combinations(range(len(names)), 2):
            pair = float(found["S2"][one, other]), float(found["S2_conf"][one, other])
            pairs[names[one], names[other]] = pair
    return indices, pairs


def morris_indices(
    names: Sequence[str], design: Design, levels: int, values: Float, confidence: float, seed: int
) -> list[Index]:
    """μ* with its interval, and σ, of elementary effects (Campolongo 2007)."""
    from SALib.analyze import morris

    found: Any = morris.analyze(
        problem_of(len(names)),
        design.points,
        values,
        num_resamples=RESAMPLES,
        conf_level=confidence,
        num_levels=levels,
        seed=seed,
    )
    columns = [found[key] for key in ("mu_star", "mu_star_conf", "sigma")]
    return [
        Index(name, float(size), float(spread), float(sigma), None)
        for name, size, spread, sigma in zip(names, *columns, strict=True)
    ]
