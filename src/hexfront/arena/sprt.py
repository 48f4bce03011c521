"""The sequential test: is an agent stronger, and when is that known?

The generalised sequential probability ratio test on blocks of games (pairs, where there are two
sides), whose scores have a handful of values; five for pairs. Strength is normalised Elo: how
far the mean score of a game is from a half, in standard deviations, times 800 / ln 10. Unlike
Elo it says how many games a test takes, whatever the share of draws.

After M. Van den Bergh, "Normalized Elo", and X. Li, J. Liu and Z. Ying, "Generalized sequential
probability ratio test" (2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log10, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Float
from hexfront.core.errors import InputError

SCALE: Final = 800 / log(10)
"""Normalised Elo of one standard deviation of a game."""
ERROR: Final = 0.05
"""How often each of the two wrong answers may come."""
UNSEEN: Final = 1e-3
"""Blocks that count for a score that has not come: with none, its chance would be nought."""
CLOSE: Final = 1e-9
ROUNDS: Final = 100
EVEN: Final = 0.5
"""The score of equals."""


class Bounds(NamedTuple):
    """The two strengths between which a test decides, in normalised Elo."""

    low: float
    """Where this is true, the test says "no stronger" 95 times of 100."""
    high: float
    """Where this is true, the test says "stronger" 95 times of 100."""

    @property
    def stop(self) -> float:
        """The log-likelihood ratio at which a test ends, above and below 0."""
        return log((1 - ERROR) / ERROR)


class Expected(NamedTuple):
    """How many games a test takes on average."""

    at_bound: float
    """Where the truth is one of the bounds."""
    between: float
    """Where it lies in their middle; no truth takes more."""


def read_bounds(text: str, place: str = "--sprt") -> Bounds:
    """`0,30`. Errors: `InputError`."""
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        low, high = inf, -inf
    if not -1000 <= low < high <= 1000:
        raise InputError.at(place, text, "two numbers of normalised Elo, such as 0,30")
    return Bounds(low, high)


def expected_games(bounds: Bounds) -> Expected:
    """Wald's estimates. A game moves the ratio by (t1 − t0)(t − (t0 + t1) / 2) on average."""
    step = ((bounds.high - bounds.low) / SCALE) ** 2
    drift = (1 - 2 * ERROR) * bounds.stop
    return Expected(2 * drift / step, bounds.stop**2 / step)


def log_likelihood_ratio(
    values: Sequence[float], counts: Sequence[float], games: int, bounds: Bounds
) -> float:
    """How much likelier the counts are at the upper than at the lower bound, as a logarithm.

    `values`: scores of a block of `games`, from 0 to 1; `counts`: how many blocks had each.
    """
    worth = np.array(values, dtype=np.float64)
    seen = np.array(counts, dtype=np.float64)
    seen[seen == 0] = UNSEEN
    found = seen / seen.sum()
    root = sqrt(games)  # The deviation of a block's mean is that of a game by the root of these.
    low, high = (_likeliest(worth, found, bound * root / SCALE) for bound in bounds)
    return float(seen.sum() * (found @ np.log(high / low)))


def strength(values: Sequence[float], counts: Sequence[float], games: int) -> tuple[float, float]:
    """Elo and normalised Elo of such counts."""
    worth = np.array(values, dtype=np.float64)
    seen = np.array(counts, dtype=np.float64)
    seen[seen == 0] = UNSEEN
    found = seen / seen.sum()
    mean = float(found @ worth)
    deviation = sqrt(float(found @ (worth - mean) ** 2) * games)
    return elo(mean), (mean - EVEN) / deviation * SCALE


def elo(score: float) -> float:
    """The difference of ratings at which this share of points is expected."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def _likeliest(values: Float, found: Float, level: float) -> NDArray[np.float64]:
    """The likeliest chances whose mean lies `level` standard deviations above a half."""
    chances: NDArray[np.float64] = np.full(len(values), 1 / len(values))
    for _ in range(ROUNDS):
        mean = float(chances @ values)
        deviation = sqrt(float(chances @ (values - mean) ** 2))
        # The constraint, made linear around these chances.
        slope = values - EVEN - level * deviation * (1 + ((mean - values) / deviation) ** 2) / 2
        before, chances = chances, _tilted(found, slope)
        if np.abs(chances - before).max() < CLOSE:
            break
    return chances


def _tilted(found: Float, slope: Float) -> NDArray[np.float64]:
    """The likeliest chances with no mean slope: found / (1 + x · slope), for the x that does it."""
    from scipy.optimize import brentq

    low, high = -1 / slope.max(), -1 / slope.min()
    edge = CLOSE * (high - low)
    at = brentq(lambda x: float((found * slope / (1 + x * slope)).sum()), low + edge, high - edge)
    tilted: NDArray[np.float64] = found / (1 + at * slope)
    return tilted
