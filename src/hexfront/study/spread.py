"""Numbers of many games: their mean, its interval, and how far they lie apart."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexfront.core.documents.strictjson import Json
from hexfront.study.intervals import mean_interval

DIGITS = 6
"""Decimals of a mean in JSON."""


@dataclass
class Mean:
    """The running mean of numbers; exact where they are integers."""

    count: int = 0
    total: float = 0
    squares: float = 0

    def add(self, value: float) -> None:
        """Count a number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean; None for fewer than two numbers."""
        return mean_interval(self.count, self.total, self.squares)

    def document(self) -> dict[str, Json]:
        """The figures as JSON; null where there are too few numbers."""
        low, high = self.interval or (None, None)
        mean = self.mean if self.count else None
        return {
            key: value if value is None else round(value, DIGITS)
            for key, value in (("mean", mean), ("low", low), ("high", high))
        }

    def words(self) -> str:
        """`mean ± half the interval`, for people."""
        if not self.count:
            return "–"
        interval = self.interval
        if interval is None:
            return f"{self.mean:.2f}"
        return f"{self.mean:.2f} ± {(interval[1] - interval[0]) / 2:.2f}"


@dataclass
class Spread(Mean):
    """A mean that remembers how often each number came."""

    found: dict[float, int] = field(default_factory=dict)

    def add(self, value: float) -> None:
        """Count a number."""
        super().add(value)
        self.found[value] = self.found.get(value, 0) + 1

    def quantile(self, share: float) -> float:
        """The smallest number that at least this share of all do not exceed.

        Errors: `ValueError` where there are none.
        """
        seen = 0
        for value in sorted(self.found):
            seen += self.found[value]
            if seen >= share * self.count:
                return value
        raise ValueError("no numbers")
