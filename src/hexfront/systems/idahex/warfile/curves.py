"""Functions given by points: bringing several to the same points without changing any (IDX-5.4).

A function is straight between its points and level before and after them; where
two points have the same x, the later one's value holds from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

Points = Sequence[Sequence[float]]


class Merged(NamedTuple):
    """Functions at the same points."""

    at: list[float]
    values: list[list[float]]


def merge(curves: Sequence[Points], count: int, *, from_zero: bool) -> Merged | None:
    """Functions at all points that any of them has, `count` of them; None where there are more.

    `from_zero` lets all begin at 0, and counts that point too.  Points beyond
    those that are needed repeat the last one.
    """
    needed: Counter[float] = Counter({0.0: 1} if from_zero else {})
    for curve in curves:
        needed |= Counter(float(x) for x, _ in curve)
    at = sorted(needed.elements())
    if len(at) > count:
        return None
    at = at or [0.0]
    values = [_values(curve, at) for curve in curves]
    missing = count - len(at)
    return Merged(at + at[-1:] * missing, [row + row[-1:] * missing for row in values])


def _values(curve: Points, at: Sequence[float]) -> list[float]:
    """A function at points, of which several may have the same x."""
    seen: Counter[float] = Counter()
    row = []
    for x in at:
        own = [float(y) for place, y in curve if place == x]
        if own:
            row.append(own[min(seen[x], len(own) - 1)])
        else:
            row.append(_between(curve, x))
        seen[x] += 1
    return row


def _between(curve: Points, x: float) -> float:
    """The value at an x where no point is."""
    before = [point for point in curve if point[0] < x]
    after = [point for point in curve if point[0] > x]
    if not before:
        return float(after[0][1])
    if not after:
        return float(before[-1][1])
    (x0, y0), (x1, y1) = before[-1], after[0]
    return float(y0 + (x - x0) / (x1 - x0) * (y1 - y0))
