"""Confidence intervals of proportions."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a proportion: low and high bound, each in 0 … 1.

    Unlike the plain normal interval it stays inside 0 … 1 and keeps its width
    where all or none succeed.  Without trials it is (0, 1).
    Errors: `ValueError` for numbers that are no proportion.
    """
    if not 0 <= successes <= trials or not 0 < confidence < 1:
        raise ValueError(f"no proportion: {successes} of {trials} at {confidence}")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / trials
    middle = rate + z * z / (2 * trials)
    spread = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (middle - spread) / scale
    high = 1.0 if successes == trials else (middle + spread) / scale
    return low, high
