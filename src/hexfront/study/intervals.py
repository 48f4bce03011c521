"""Confidence intervals of proportions and of means."""

from __future__ import annotations

from functools import cache
from math import atan, cos, pi, sin, sqrt, tan
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


def mean_interval(
    count: int, total: float, squares: float, confidence: float = 0.95
) -> tuple[float, float] | None:
    """Low and high bound of a mean, by Student's t, from the sums of values and of their squares.

    None for fewer than two values, which say nothing of their spread.  Exact
    for sums of integers, however large.
    """
    if count < 2:
        return None
    mean = total / count
    variance = max((count * squares - total * total) / (count * (count - 1)), 0.0)
    spread = student_t(count - 1, confidence) * sqrt(variance / count)
    return mean - spread, mean + spread


@cache
def student_t(freedom: int, confidence: float = 0.95) -> float:
    """The bound that |t| stays below with this probability, for a number of degrees of freedom.

    Up to 200 degrees from the finite series of the distribution (Abramowitz
    and Stegun 26.7.3 and 26.7.4), beyond by their expansion 26.7.5.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if freedom > 200:
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        return z + first / freedom + second / freedom**2
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def student_p(value: float, freedom: int) -> float:
    """The probability that |t| is at least |value|, for a number of degrees of freedom."""
    if freedom > 10_000:
        return 2 * NormalDist().cdf(-abs(value))
    return min(max(1 - _within(atan(abs(value) / sqrt(freedom)), freedom), 0.0), 1.0)


def _within(angle: float, freedom: int) -> float:
    """The probability that |t| is below sqrt(freedom) tan(angle)."""
    term = cos(angle) if freedom % 2 else 1.0
    total = 0.0
    for power in range(freedom % 2, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
