"""How often each value came, in memory that does not grow with the number of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, log2
from typing import Final

from hexfront.study.spread import Mean

MOST_VALUES: Final = 512
"""Different values that are kept as they are; of more how many lie in each of equal steps."""


@dataclass
class Distribution(Mean):
    """Counts by value, or by step once there are too many values.

    Steps are powers of two wide and begin at multiples of their width, so that they can be
    doubled without looking at a game again.
    """

    counts: dict[float, int] = field(default_factory=dict)
    """By value; or by the low end of a step."""
    step: float = 0.0
    """How wide; 0 for values as they are."""
    least: float = float("inf")
    most: float = float("-inf")

    def add(self, value: float) -> None:
        """Count a value."""
        super().add(value)
        self.least, self.most = min(self.least, value), max(self.most, value)
        place = self._place(value)
        self.counts[place] = self.counts.get(place, 0) + 1
        while len(self.counts) > MOST_VALUES:
            self._widen()

    def _place(self, value: float) -> float:
        return floor(value / self.step) * self.step if self.step else value

    def _widen(self) -> None:
        # The first width makes about half as many steps as there may be.
        self.step = (
            self.step * 2
            if self.step
            else 2.0 ** floor(log2((self.most - self.least) / MOST_VALUES * 2))
        )
        counts: dict[float, int] = {}
        for value, count in self.counts.items():
            place = self._place(value)
            counts[place] = counts.get(place, 0) + count
        self.counts = counts

    def quantile(self, share: float) -> float:
        """A value that this share of all do not exceed: exact, or the middle of a step.

        Errors: `ValueError` for no values.
        """
        if not self.count:
            raise ValueError("no values")
        seen, found = 0, self.most
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= share * self.count:
                found = value + self.step / 2
                break
        return min(max(found, self.least), self.most)

    def bars(self, low: float, high: float, bars: int) -> list[int]:
        """How many values lie in each of so many equal parts from low to high."""
        found = [0] * bars
        width = (high - low) / bars or 1.0
        for value, count in self.counts.items():
            place = int((value + self.step / 2 - low) / width)
            found[min(max(place, 0), bars - 1)] += count
        return found
