"""Designs: which points of the unit cube an experiment plays, a row a point, a column a factor.

A factor of numbers goes from its low end at 0 to its high end at 1. A factor of n levels has its
k-th level from k/n to (k+1)/n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.errors import InputError

Float = NDArray[np.float64]

MOST_POINTS: Final = 100_000
MAXIMIN_TRIES: Final = 200
"""Latin hypercubes of which the one with the widest gaps is taken."""
MOST_CORRELATION: Final = 0.03
"""Of two columns of a nearly orthogonal design, after Cioppa and Lucas (2007)."""
MOST_CONDITION: Final = 1.13
"""Its condition number, from the same source."""
SWAPS: Final = 200_000
"""Exchanges that are tried in search of a nearly orthogonal design, at most."""
IN_VAIN: Final = 3000
"""Exchanges one after another that bring nothing, after which none will."""


@dataclass(frozen=True)
class Design:
    """Points of the unit cube, and what tells how good a design they are."""

    kind: str
    points: Float
    """(points, factors), from 0 to 1."""

    @property
    def correlation(self) -> float:
        """The largest |ρ| between two columns; 0 for one column."""
        return largest_correlation(self.points)

    @property
    def condition(self) -> float:
        """The condition number of the columns' correlations: 1 where they are orthogonal."""
        return condition_number(self.points)


def correlations(points: Float) -> Float:
    """The matrix of correlations of columns; a column of one value has none with the others."""
    centred = points - points.mean(axis=0)
    length = np.sqrt((centred * centred).sum(axis=0))
    unit = centred / np.where(length > 0, length, 1.0)
    found: Float = unit.T @ unit
    np.fill_diagonal(found, 1.0)
    return found


def largest_correlation(points: Float) -> float:
    """The largest |ρ| between two columns; 0 for one column."""
    off = correlations(points) - np.eye(points.shape[1])
    return float(np.abs(off).max()) if off.size else 0.0


def condition_number(points: Float) -> float:
    """The greatest eigenvalue of the columns' correlations over the least; infinite for 0."""
    values = np.linalg.eigvalsh(correlations(points))
    return float(values[-1] / values[0]) if values[0] > 1e-12 else float("inf")


def factorial(levels: Sequence[int | tuple[int]]) -> Float:
    """All levels of each factor with all of the others; the last factor changes fastest.

    `levels`: of each factor how many; in a tuple where these are levels rather than numbers from
    a low to a high end. Errors: `InputError` for too many points.
    """
    counts = [count[0] if isinstance(count, tuple) else count for count in levels]
    points = int(np.prod(counts, dtype=object))
    if points > MOST_POINTS:
        raise InputError.at("design", f"<{points} points>", f"at most {MOST_POINTS} points")
    columns = [
        [(k + 0.5) / n[0] for k in range(n[0])] if isinstance(n, tuple) else _even(n)
        for n in levels
    ]
    return np.array(list(product(*columns)), dtype=np.float64).reshape(points, len(levels))


def _even(count: int) -> list[float]:
    return [k / (count - 1) for k in range(count)] if count > 1 else [0.5]


def fractional_factorial(factors: int, resolution: int) -> Float:
    """A regular two-level fraction of the fewest runs that a greedy choice of columns finds.

    With resolution 3 main effects are apart from each other, with 4 also from interactions of two
    factors, with 5 these from each other. Each column is a product of basic ones, written as the
    set of these; so long as no sum of fewer than `resolution` sets is empty, the fraction has that
    resolution. Errors: `InputError` for too many points.
    """
    basic, columns = 0, list[int]()
    while len(columns) < factors:
        basic += 1
        if 1 << basic > MOST_POINTS:
            expected = f"fewer factors: at most {MOST_POINTS} points"
            raise InputError.at("design: resolution", resolution, expected)
        columns = _generators(basic, factors, resolution)
    runs = np.arange(1 << basic)
    signs = [np.array([int(run & column).bit_count() % 2 for run in runs]) for column in columns]
    return np.array(signs, dtype=np.float64).T


def _generators(basic: int, factors: int, resolution: int) -> list[int]:
    chosen: list[int] = []
    # Sums of so many chosen sets, from none on.
    sums: list[set[int]] = [{0}, *(set() for _ in range(resolution - 2))]
    # Single factors first, so that the basic columns are among them.
    candidates = sorted(range(1, 1 << basic), key=lambda mask: (mask.bit_count() != 1, mask))
    for mask in candidates:
        if len(chosen) == factors:
            break
        if any(mask in some for some in sums):
            continue
        chosen.append(mask)
        for count in range(len(sums) - 1, 0, -1):
            sums[count] |= {mask ^ other for other in sums[count - 1]}
    return chosen


def latin_hypercube(points: int, factors: int, seed: int, *, maximin: bool = False) -> Float:
    """One point in each of `points` equal strata of each factor; `maximin`: with wide gaps."""
    from scipy.spatial.distance import pdist
    from scipy.stats import qmc

    if not maximin or points < 2:
        made: Float = qmc.LatinHypercube(factors, rng=seed).random(points)
        return made
    sampler = qmc.LatinHypercube(factors, rng=seed)
    tries = (sampler.random(points) for _ in range(MAXIMIN_TRIES))
    best: Float = max(tries, key=lambda one: float(pdist(one).min()))
    return best


def sobol_points(points: int, factors: int, seed: int) -> Float:
    """The first points of a scrambled Sobol' sequence. Errors: `InputError`."""
    from scipy.stats import qmc

    if points & (points - 1):
        raise InputError.at("design: points", points, f"a power of two, such as {_power(points)}")
    made: Float = qmc.Sobol(factors, rng=seed).random(points)
    return made


def _power(count: int) -> int:
    return 1 << max(count - 1, 0).bit_length()


def nearly_orthogonal(points: int, factors: int, seed: int) -> Float:
    """A Latin hypercube of evenly spaced levels whose columns hardly go together.

    Begins with a random one whose ranks are decorrelated (Florian 1992), and then exchanges values
    within columns while the sum of squared correlations falls, until the largest is at most
    `MOST_CORRELATION` and the condition number at most `MOST_CONDITION`.
    Errors: `InputError` where that is not reached.
    """
    chance = np.random.default_rng(seed)
    if points <= factors:
        expected = f"more than {factors}, the number of factors"
        raise InputError.at("design: points", points, expected)
    ranks = np.array([chance.permutation(points) for _ in range(factors)], dtype=np.float64).T
    design = _decorrelated(ranks - (points - 1) / 2)
    _exchange(design, chance)
    correlation, condition = largest_correlation(design), condition_number(design)
    if correlation > MOST_CORRELATION or condition > MOST_CONDITION:
        raise InputError.at(
            "design: points",
            f"{points} points with |ρ| {correlation:.3f} and condition number {condition:.2f}",
            f"more points, so that they come to {MOST_CORRELATION} and {MOST_CONDITION}",
        )
    return design / (points - 1) + 0.5


def _is_good(design: Float) -> bool:
    return (
        largest_correlation(design) <= MOST_CORRELATION
        and condition_number(design) <= MOST_CONDITION
    )


def _decorrelated(design: Float) -> Float:
    """Columns of the same values in an order in which they go together less."""
    values = np.sort(design, axis=0)
    best = design
    for _ in range(20):
        matrix = correlations(best)
        if np.linalg.eigvalsh(matrix)[0] < 1e-9:
            break
        turned = best @ np.linalg.inv(np.linalg.cholesky(matrix)).T
        order = turned.argsort(axis=0).argsort(axis=0)
        new = np.take_along_axis(values, order, axis=0)
        if _badness(correlations(new)) >= _badness(matrix):
            break
        best = new
    return best


def _badness(matrix: Float) -> float:
    return float((matrix * matrix).sum())


def _exchange(design: Float, chance: np.random.Generator) -> None:
    """Exchange two values of a column where that brings its correlations with others down."""
    count, factors = design.shape
    if factors < 2:
        return
    scale = float((design[:, 0] * design[:, 0]).sum())
    products = design.T @ design
    in_vain = 0
    for trial in range(SWAPS):
        if in_vain >= IN_VAIN or (trial % 500 == 0 and _is_good(design)):
            return
        in_vain += 1
        column = int(chance.integers(factors))
        one, other = chance.integers(count, size=2)
        # What the sums of products with the other columns change by.
        change = (design[other, column] - design[one, column]) * (design[one] - design[other])
        change[column] = 0.0
        old = products[column].copy()
        old[column] = 0.0
        if ((old + change) ** 2).sum() < (old * old).sum() - 1e-9 * scale:
            values = design[[other, one], column]
            design[[one, other], column] = values
            products[column] += change
            products[:, column] = products[column]
            in_vain = 0


def problem_of(factors: int) -> dict[str, Any]:
    """Factors from 0 to 1, as SALib wants them."""
    names = [f"x{number}" for number in range(1, factors + 1)]
    return {"num_vars": factors, "names": names, "bounds": [[0.0, 1.0]] * factors}


def morris_points(trajectories: int, factors: int, levels: int, seed: int) -> Float:
    """Trajectories in which one factor after the other changes (Morris 1991)."""
    from SALib.sample import morris

    made: Float = morris.sample(problem_of(factors), trajectories, num_levels=levels, seed=seed)
    return made


def saltelli_points(base: int, factors: int, seed: int, *, second_order: bool) -> Float:
    """N (D + 2) points for Sobol' indices, N (2 D + 2) with those of pairs. Errors: `InputError`.

    `base` is N, a power of two.
    """
    from SALib.sample import sobol

    if base & (base - 1):
        raise InputError.at("design: base", base, f"a power of two, such as {_power(base)}")
    made: Float = sobol.sample(problem_of(factors), base, calc_second_order=second_order, seed=seed)
    return made
