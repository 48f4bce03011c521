"""Scenario discovery: boxes of few factors in which most cases of interest lie.

The patient rule induction method (PRIM) of Friedman and Fisher (1999), with the lenient measure
and the quasi-p-values of Kwakkel's and Bryant's and Lempert's scenario discovery: from the box of
all points a thin slice is peeled off again and again, whichever leaves the most cases of interest
for what it takes away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, exp, lgamma, log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.experiments.models.inputs import Inputs
from hexfront.experiments.numbers import number_words

Bool = NDArray[np.bool_]

PEELED: Final = 0.05
"""The part of its points that a slice takes, at least one value of a number."""
LEAST_MASS: Final = 0.05
"""Of all points in a box."""
DENSITY: Final = 0.8
"""The part of the points of a box that are of interest, from which on it is small enough."""
SIGNIFICANT: Final = 0.05
MOST_BOXES: Final = 2


@dataclass(frozen=True)
class Limit:
    """What a box says of one factor."""

    factor: str
    low: float | None = None
    high: float | None = None
    """Bounds of numbers, which are inside; None where there is none."""
    levels: tuple[str, ...] = ()
    """Of words: those inside."""
    p: float = 1.0
    """How often the limit would raise the density so far by chance (quasi-p-value)."""

    @property
    def words(self) -> str:
        """As a condition."""
        if self.levels:
            return f"{self.factor} is {' or '.join(self.levels)}"
        if self.low is not None and self.high is not None:
            return f"{number_words(self.low)} ≤ {self.factor} ≤ {number_words(self.high)}"
        if self.low is not None:
            return f"{self.factor} ≥ {number_words(self.low)}"
        return f"{self.factor} ≤ {number_words(self.high or 0.0)}"


@dataclass(frozen=True)
class Box:
    """Points within some limits."""

    limits: Sequence[Limit]
    points: int
    interesting: int
    coverage: float
    """The part of all cases of interest that lie in it."""

    @property
    def density(self) -> float:
        """The part of its points that are of interest."""
        return self.interesting / self.points if self.points else 0.0


def find_boxes(inputs: Inputs, interesting: Bool, density: float = DENSITY) -> list[Box]:
    """The boxes that hold the cases of interest, each without the points of those before.

    None where all or no points are of interest.
    """
    total = int(interesting.sum())
    left = np.ones(len(interesting), dtype=bool)
    found: list[Box] = []
    while len(found) < MOST_BOXES and 0 < int(interesting[left].sum()) < int(left.sum()):
        inside = _best_box(inputs, interesting, left, density)
        box = _described(inputs, interesting, left, inside, total)
        before = interesting[left].mean()
        if not box.limits or box.density <= before:
            break
        found.append(box)
        left &= ~_within(inputs, box.limits)
    return found


def _best_box(inputs: Inputs, interesting: Bool, left: Bool, density: float) -> Bool:
    """The largest box that is dense enough, or else the densest."""
    best = inside = left
    while interesting[best].mean() < density:
        peels = [one for one in _peels(inputs, inside) if one.sum() >= LEAST_MASS * len(left)]
        if not peels:
            break
        before = float(interesting[inside].mean())

        def gain(peel: Bool, inside: Bool = inside, before: float = before) -> float:
            return (float(interesting[peel].mean()) - before) / int(inside.sum() - peel.sum())

        inside = max(peels, key=gain)
        if interesting[inside].mean() > interesting[best].mean():
            best = inside
    return best


def _peels(inputs: Inputs, inside: Bool) -> Iterator[Bool]:
    """What is left of a box without a slice of each factor."""
    for factor in range(len(inputs.names)):
        if not inputs.is_number(factor):
            values = np.array([str(point[factor]) for point in inputs.points])
            for level in sorted(set(values[inside])):
                yield inside & (values != level)
            continue
        numbers = np.array([float(point[factor]) for point in inputs.points])
        own = numbers[inside]
        low, high = float(np.quantile(own, PEELED)), float(np.quantile(own, 1 - PEELED))
        for peel in (
            inside & (numbers > low if low == own.min() else numbers >= low),
            inside & (numbers < high if high == own.max() else numbers <= high),
        ):
            if 0 < peel.sum() < inside.sum():
                yield peel


def _described(inputs: Inputs, interesting: Bool, left: Bool, inside: Bool, total: int) -> Box:
    """A box by its limits, without those that chance explains."""
    limits = _limits(inputs, left, inside)
    while True:
        tested = [_tested(inputs, interesting, left, limits, limit) for limit in limits]
        weakest = max(tested, key=lambda one: one.p, default=None)
        if weakest is None or weakest.p <= SIGNIFICANT:
            break
        limits = [one for one in tested if one is not weakest]
    held = left & _within(inputs, tested)
    tested = _merged(tested)
    count = int(interesting[held].sum())
    return Box(tested, int(held.sum()), count, count / total)


def _limits(inputs: Inputs, left: Bool, inside: Bool) -> list[Limit]:
    """What tells the points inside from the others, the two ends of a factor apart."""
    found: list[Limit] = []
    for factor, name in enumerate(inputs.names):
        if not inputs.is_number(factor):
            values = np.array([str(point[factor]) for point in inputs.points])
            levels = set(values[inside])
            if levels != set(values[left]):
                order = [str(level) for level in inputs.levels(factor) if level in levels]
                found.append(Limit(name, levels=tuple(order)))
            continue
        numbers = np.array([float(point[factor]) for point in inputs.points])
        own, others = numbers[inside], numbers[left]
        if own.min() > others.min():
            found.append(Limit(name, low=float(own.min())))
        if own.max() < others.max():
            found.append(Limit(name, high=float(own.max())))
    return found


def _merged(limits: Sequence[Limit]) -> list[Limit]:
    """The limits with the two ends of a factor as one."""
    found: dict[str, Limit] = {}
    for one in limits:
        known = found.get(one.factor)
        if known is None:
            found[one.factor] = one
        else:
            found[one.factor] = Limit(one.factor, known.low, one.high, p=max(known.p, one.p))
    return list(found.values())


def _within(inputs: Inputs, limits: Sequence[Limit]) -> Bool:
    held = np.ones(len(inputs.points), dtype=bool)
    for limit in limits:
        factor = list(inputs.names).index(limit.factor)
        column: list[Any] = [point[factor] for point in inputs.points]
        if limit.levels:
            held &= np.array([value in limit.levels for value in column])
        if limit.low is not None:
            held &= np.array(column, dtype=np.float64) >= limit.low
        if limit.high is not None:
            held &= np.array(column, dtype=np.float64) <= limit.high
    return held


def _tested(
    inputs: Inputs, interesting: Bool, left: Bool, limits: Sequence[Limit], limit: Limit
) -> Limit:
    """A limit with its quasi-p-value: could points drawn from the box without it do as well?"""
    others = [
        one
        for one in limits
        if (one.factor, one.low, one.high) != (limit.factor, limit.low, limit.high)
    ]
    wider = left & _within(inputs, others)
    inside = left & _within(inputs, limits)
    rate = float(interesting[wider].mean())
    p = _at_least(int(interesting[inside].sum()), int(inside.sum()), rate)
    return Limit(limit.factor, limit.low, limit.high, limit.levels, p)


def _at_least(successes: int, trials: int, rate: float) -> float:
    """The probability of so many successes or more."""
    if rate >= 1 or successes <= 0:
        return 1.0
    if trials <= 500:
        odds = (rate**k * (1 - rate) ** (trials - k) for k in range(successes, trials + 1))
        ways = (comb(trials, k) for k in range(successes, trials + 1))
        return min(1.0, sum(way * one for way, one in zip(ways, odds, strict=True)))

    def term(k: int) -> float:
        chosen = lgamma(trials + 1) - lgamma(k + 1) - lgamma(trials - k + 1)
        return exp(chosen + k * log(rate) + (trials - k) * log(1 - rate))

    return min(1.0, sum(term(k) for k in range(successes, trials + 1)))
