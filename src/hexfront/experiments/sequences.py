"""Intervals that hold at every look: one may stop as soon as they are narrow enough.

An ordinary interval is right 95 times of 100 if one looks once; whoever looks after each game and
stops when he likes it is wrong far more often. These hold for all numbers of games together.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lgamma, log, log1p, sqrt
from typing import Final

LEAST_GAMES: Final = 30
"""Of numbers, before an interval of their mean is given: it rests on the central limit theorem."""
TUNED_FOR: Final = 100
"""Games for which the interval of a mean is about as narrow as it can be."""


def rate_interval(successes: int, trials: int, confidence: float) -> tuple[float, float]:
    """Bounds of a rate that hold at every number of trials (Robbins 1970).

    They are the rates p under which the mixture over all rates is less than 1 / (1 - confidence)
    times as likely as p itself; exact at 0 and 1, too. Errors: `ValueError`.
    """
    if not 0 <= successes <= trials or not 0 < confidence < 1:
        raise ValueError(f"no rate: {successes} of {trials} at {confidence}")
    if trials == 0:
        return 0.0, 1.0
    failures = trials - successes
    mixture = lgamma(successes + 1) + lgamma(failures + 1) - lgamma(trials + 2)
    bound = mixture + log(1 - confidence)

    def likelihood(rate: float) -> float:
        won = successes * log(rate) if successes else 0.0
        return won + (failures * log1p(-rate) if failures else 0.0)

    middle = successes / trials
    low = 0.0 if successes == 0 else _crossing(0.0, middle, likelihood, bound)
    high = 1.0 if failures == 0 else _crossing(1.0, middle, likelihood, bound)
    return low, high


def _crossing(
    outside: float, inside: float, likelihood: Callable[[float], float], bound: float
) -> float:
    """Where the likelihood rises above a bound, between a rate without and one with enough."""
    for _ in range(60):
        middle = (outside + inside) / 2
        if not 0 < middle < 1 or likelihood(middle) < bound:
            outside = middle
        else:
            inside = middle
    return outside


def mean_interval(
    count: int, total: float, squares: float, confidence: float
) -> tuple[float, float] | None:
    """Bounds of a mean that hold at every number of games from some dozens on.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021).
    None below `LEAST_GAMES`.
    """
    if count < LEAST_GAMES:
        return None
    mean = total / count
    variance = max(squares / count - mean * mean, 0.0)
    miss = 1 - confidence
    # The width is least at TUNED_FOR games with this.
    tuned = (-2 * log(miss) + log(-2 * log(miss) + 1)) / TUNED_FOR
    size = count * tuned + 1
    spread = sqrt(variance * 2 * size / (count * count * tuned) * log(sqrt(size) / miss))
    return mean - spread, mean + spread
