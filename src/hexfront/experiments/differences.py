"""Two series of games held against each other pair by pair: differences, intervals and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb, exp, inf, lgamma, log, sqrt

from hexfront.study.intervals import student_p, wilson
from hexfront.study.spread import Mean


@dataclass
class Pairs:
    """Running sums of pairs: a game of the first, and the game of the other with the same dice."""

    first: Mean = field(default_factory=Mean)
    other: Mean = field(default_factory=Mean)
    change: Mean = field(default_factory=Mean)
    """Of the other less the first."""
    both: int = 0
    """Pairs in which both are 1; of rates alone."""
    only_first: int = 0
    only_other: int = 0

    def add(self, first: float, other: float) -> None:
        """Count a pair."""
        self.first.add(first)
        self.other.add(other)
        self.change.add(other - first)
        self.both += bool(first) and bool(other)
        self.only_first += bool(first) and not other
        self.only_other += bool(other) and not first

    @property
    def count(self) -> int:
        """How many."""
        return self.change.count

    @property
    def neither(self) -> int:
        """Pairs in which none is 1."""
        return self.count - self.both - self.only_first - self.only_other


@dataclass(frozen=True)
class Difference:
    """What the other has more than the first."""

    first: float
    other: float
    size: float
    low: float | None
    """Bounds; None for fewer than two pairs, which say nothing of chance."""
    high: float | None
    p: float | None
    """How often so great a difference would come by chance alone if there were none."""
    saved: float | None
    """The part of the variance that games with the same dice save; None where there is none.

    Less than 0 where the pairs go against each other.
    """


def difference(pairs: Pairs, confidence: float, *, is_rate: bool) -> Difference:
    """The difference of two rates or of two means, from pairs of games.

    Rates: Newcombe's interval of paired proportions (1998, method 10) and the exact test of
    McNemar. Means: Student's t of the differences.
    """
    size = pairs.other.mean - pairs.first.mean
    low = high = p = None
    if pairs.count > 1:
        if is_rate:
            low, high = paired_rates(
                pairs.both, pairs.only_first, pairs.only_other, pairs.neither, confidence
            )
            p = mcnemar(pairs.only_first, pairs.only_other)
        else:
            low, high = _bounds(pairs.change, confidence)
            p = _paired_p(pairs.change)
    return Difference(pairs.first.mean, pairs.other.mean, size, low, high, p, _saved(pairs))


def _bounds(change: Mean, confidence: float) -> tuple[float, float]:
    from hexfront.study.intervals import mean_interval

    bounds = mean_interval(change.count, change.total, change.squares, confidence)
    return bounds or (-inf, inf)


def _variance(mean: Mean) -> float:
    count = mean.count
    between = (count * mean.squares - mean.total * mean.total) / (count * (count - 1))
    return max(between, 0.0)


def _paired_p(change: Mean) -> float:
    spread = sqrt(_variance(change) / change.count)
    if spread == 0:
        return 1.0 if change.total == 0 else 0.0
    return student_p(change.mean / spread, change.count - 1)


def _saved(pairs: Pairs) -> float | None:
    if pairs.count < 2:
        return None
    apart = _variance(pairs.first) + _variance(pairs.other)
    return 1 - _variance(pairs.change) / apart if apart > 0 else None


def mcnemar(only_first: int, only_other: int) -> float:
    """The exact two-sided test of McNemar: are pairs that differ as often one way as the other?"""
    trials, least = only_first + only_other, min(only_first, only_other)
    if trials <= 1000:
        return min(1.0, 2 * sum(comb(trials, k) for k in range(least + 1)) / (1 << trials))
    whole = lgamma(trials + 1) - trials * log(2)
    tail = sum(exp(whole - lgamma(k + 1) - lgamma(trials - k + 1)) for k in range(least + 1))
    return min(1.0, 2 * tail)


def paired_rates(
    both: int, only_first: int, only_other: int, neither: int, confidence: float
) -> tuple[float, float]:
    """Bounds of the other's rate less the first's (Newcombe 1998, method 10)."""
    count = both + only_first + only_other + neither
    first, other = (both + only_first) / count, (both + only_other) / count
    low_first, high_first = wilson(both + only_first, count, confidence)
    low_other, high_other = wilson(both + only_other, count, confidence)
    phi = _phi(both, only_first, only_other, neither)
    size = other - first

    def reach(down: float, up: float) -> float:
        return sqrt(max(down * down - 2 * phi * down * up + up * up, 0.0))

    low = size - reach(other - low_other, high_first - first)
    high = size + reach(high_other - other, first - low_first)
    return max(low, -1.0), min(high, 1.0)


def _phi(both: int, only_first: int, only_other: int, neither: int) -> float:
    """How far the pairs go together, a little less than they seem to, as Newcombe has it."""
    sides = (
        (both + only_first) * (only_other + neither) * (both + only_other) * (only_first + neither)
    )
    if sides == 0:
        return 0.0
    product: float = both * neither - only_first * only_other
    count = both + only_first + only_other + neither
    if product > 0:
        product = max(product - count / 2, 0.0)
    return product / sqrt(sides)


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Probabilities of tests corrected for their number (Holm 1979); None stays None."""
    order = sorted(
        (place for place, value in enumerate(values) if value is not None),
        key=lambda place: values[place] or 0.0,
    )
    found: list[float | None] = [None] * len(values)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (values[place] or 0.0) * (len(order) - rank)))
        found[place] = least
    return found
