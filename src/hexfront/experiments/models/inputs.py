"""The factors at the points that were played, as models take them, and conditions in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hexfront.experiments.designs import Float
from hexfront.experiments.numbers import number_words

Level = float | str


@dataclass(frozen=True)
class Column:
    """A column that models see: a number from 0 to 1, or whether a factor has a level."""

    factor: str
    low: float = 0.0
    high: float = 1.0
    level: str | None = None
    """Of a factor of words."""

    @property
    def name(self) -> str:
        """For tables."""
        return self.factor if self.level is None else f"{self.factor} = {self.level}"

    def condition(self, more_than: float | None, at_most: float | None) -> str:
        """In words that a column is more than a place from 0 to 1, at most another, or both."""
        if self.level is not None:
            return f"{self.factor} is {'' if at_most is None else 'not '}{self.level}"
        low = "" if more_than is None else number_words(self.value(more_than))
        high = "" if at_most is None else number_words(self.value(at_most))
        if low and high:
            return f"{low} < {self.factor} ≤ {high}"
        return f"{self.factor} > {low}" if low else f"{self.factor} ≤ {high}"

    def value(self, share: float) -> float:
        """A number by its place from 0 to 1."""
        return self.low + share * (self.high - self.low)


@dataclass(frozen=True)
class Inputs:
    """The levels of factors, a row a point."""

    names: Sequence[str]
    points: Sequence[Sequence[Level]]

    def is_number(self, factor: int) -> bool:
        """Whether all levels of a factor are numbers."""
        return not any(isinstance(point[factor], str) for point in self.points)

    def levels(self, factor: int) -> list[Level]:
        """The different levels of a factor; numbers in their order."""
        found = list(dict.fromkeys(point[factor] for point in self.points))
        return sorted(found, key=float) if self.is_number(factor) else found

    @cached_property
    def columns(self) -> list[Column]:
        """A column for each factor of numbers or of two levels, of others one for each level."""
        found: list[Column] = []
        for factor, name in enumerate(self.names):
            levels = self.levels(factor)
            if self.is_number(factor):
                found.append(Column(name, float(levels[0]), float(levels[-1])))
            else:
                shown = levels[1:] if len(levels) == 2 else levels
                found += [Column(name, level=str(level)) for level in shown]
        return found

    @cached_property
    def matrix(self) -> Float:
        """(points, columns), from 0 to 1."""
        return self.rows(self.points)

    def rows(self, points: Sequence[Sequence[Level]]) -> Float:
        """Points as rows of the same columns."""
        made = np.empty((len(points), len(self.columns)))
        places = {name: place for place, name in enumerate(self.names)}
        for number, column in enumerate(self.columns):
            values = [point[places[column.factor]] for point in points]
            if column.level is None:
                wide = column.high - column.low or 1.0
                made[:, number] = [(float(value) - column.low) / wide for value in values]
            else:
                made[:, number] = [value == column.level for value in values]
        return made
