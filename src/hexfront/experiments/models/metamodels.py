"""Models of a response over factors, and how far they are off where they have seen no games."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hexfront.experiments.designs import Float

FOLDS: Final = 10
"""The points are left out in so many parts, one after the other."""
LEAST_POINTS: Final = 8
MOST_POINTS: Final = 300
"""Of a Gaussian process, whose work grows with their cube; of more so many by chance."""


@dataclass(frozen=True)
class Metamodel:
    """A model that answers for games, with its error at points that were left out."""

    name: str
    error: float
    """The root of the mean squared error of points that were left out."""
    explained: float
    """Q²: the part of the variance of these points that it foretells; below 0 worse than none."""
    predict: Callable[[Float], Float]
    """(points, columns) to (points,)."""


def metamodels(matrix: Float, values: Float, seed: int) -> list[Metamodel]:
    """A polynomial of second degree and a Gaussian process, the better one first.

    None for fewer than `LEAST_POINTS`, and where the response is the same everywhere.

    Args:
        matrix: (points, columns) from 0 to 1.
        values: (points,) the mean of a response at each.
        seed: chooses which points are left out together.
    """
    if len(values) < LEAST_POINTS or float(np.ptp(values)) == 0.0:
        return []
    found = [polynomial(matrix, values, seed), gaussian_process(matrix, values, seed)]
    return sorted(found, key=lambda one: one.error)


def polynomial(matrix: Float, values: Float, seed: int) -> Metamodel:
    """Least squares over all products of two columns, or over columns alone for too few points."""
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    kinds = [("linear", 1), ("quadratic", 2)]
    columns = matrix.shape[1]
    terms = 1 + 2 * columns + columns * (columns - 1) // 2
    # A fold less must still leave more points than terms.
    if len(values) * (FOLDS - 1) // FOLDS <= terms:
        kinds = kinds[:1]
    models = [
        _judged(
            name, make_pipeline(PolynomialFeatures(power), LinearRegression()), matrix, values, seed
        )
        for name, power in kinds
    ]
    return min(models, key=lambda one: one.error)


def gaussian_process(matrix: Float, values: Float, seed: int) -> Metamodel:
    """Kriging with a length of its own for each column, and noise.

    Lengths and noise are those that make all points likeliest; points that are left out are
    foretold with them from the others.
    """
    from sklearn.base import clone
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
    from threadpoolctl import threadpool_limits

    if len(values) > MOST_POINTS:
        chosen = np.random.default_rng(seed).permutation(len(values))[:MOST_POINTS]
        matrix, values = matrix[chosen], values[chosen]
    kernel = ConstantKernel(1.0, (1e-2, 1e3)) * RBF(
        np.full(matrix.shape[1], 0.3), (5e-2, 1e2)
    ) + WhiteKernel(1e-3, (1e-8, 1e1))
    model = GaussianProcessRegressor(kernel, normalize_y=True, random_state=seed)
    # Matrices of some hundred rows are slower on several threads than on one.
    with warnings.catch_warnings(), threadpool_limits(1):
        # A length at its bound says that the column does not matter, or that all is noise.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(matrix, values)
        known = clone(model).set_params(kernel=model.kernel_, optimizer=None)
        return _judged("Gaussian process", known, matrix, values, seed)


def _judged(name: str, model: Any, matrix: Float, values: Float, seed: int) -> Metamodel:
    error, explained = cross_validated(model, matrix, values, seed)
    model.fit(matrix, values)
    return Metamodel(name, error, explained, model.predict)


def cross_validated(model: Any, matrix: Float, values: Float, seed: int) -> tuple[float, float]:
    """The root mean squared error of points that were left out, and Q²."""
    from sklearn.model_selection import KFold, cross_val_predict

    parts = KFold(min(FOLDS, len(values)), shuffle=True, random_state=seed % 2**32)
    foretold = cross_val_predict(model, matrix, values, cv=parts)
    squared = float(((values - foretold) ** 2).mean())
    variance = float(values.var())
    return squared**0.5, 1 - squared / variance if variance > 0 else 0.0
