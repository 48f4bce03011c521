"""Robust choice: what may be decided, against what is uncertain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hexfront.experiments.designs import Float
from hexfront.experiments.models.inputs import Level


@dataclass(frozen=True)
class Choice:
    """What comes of one decision over all that is uncertain."""

    levels: tuple[Level, ...]
    """Of the factors that one decides."""
    expected: float
    """The mean over all that is uncertain, each of its points counted alike."""
    worst: float
    most_regret: float
    """How much less than the best decision it gets where that is most; never below 0."""
    mean_regret: float
    best_at: int
    """Points of what is uncertain at which no decision does better."""


@dataclass(frozen=True)
class Choices:
    """All decisions; which of them is best by each measure."""

    choices: Sequence[Choice]
    states: int
    """Points of what is uncertain."""
    better: str
    """`high` or `low`: which values are wished for."""

    @property
    def by_expected(self) -> Choice:
        """The best on average (Laplace)."""
        sign = self._sign
        return max(self.choices, key=lambda one: sign * one.expected)

    @property
    def by_worst(self) -> Choice:
        """The best of the worst cases (Wald)."""
        sign = self._sign
        return max(self.choices, key=lambda one: sign * one.worst)

    @property
    def by_regret(self) -> Choice:
        """The least of the greatest regrets (Savage)."""
        return min(self.choices, key=lambda one: one.most_regret)

    @property
    def _sign(self) -> int:
        return -1 if self.better == "low" else 1


def weigh_choices(
    points: Sequence[Sequence[Level]], decided: Sequence[bool], values: Float, better: str
) -> Choices | None:
    """The table of decisions against what is uncertain.

    None where not every decision was played at every point of the others, or where nothing is
    decided or nothing uncertain.

    Args:
        points: the levels of all factors, a row a point.
        decided: of each factor whether one decides it.
        values: (points,) the mean of a response at each.
        better: `high` or `low`.
    """
    own = [tuple(v for v, is_own in zip(p, decided, strict=True) if is_own) for p in points]
    other = [tuple(v for v, is_own in zip(p, decided, strict=True) if not is_own) for p in points]
    decisions, states = list(dict.fromkeys(own)), list(dict.fromkeys(other))
    if len(decisions) < 2 or len(states) < 2:
        return None
    table = np.full((len(decisions), len(states)), np.nan)
    rows = {levels: row for row, levels in enumerate(decisions)}
    columns = {levels: column for column, levels in enumerate(states)}
    for decision, state, value in zip(own, other, values, strict=True):
        table[rows[decision], columns[state]] = value
    if np.isnan(table).any():
        return None
    sign = -1 if better == "low" else 1
    gains = sign * table
    regret = gains.max(axis=0) - gains
    found = [
        Choice(
            levels,
            float(table[row].mean()),
            sign * float(gains[row].min()),
            float(regret[row].max()),
            float(regret[row].mean()),
            int((regret[row] <= 1e-12).sum()),
        )
        for row, levels in enumerate(decisions)
    ]
    return Choices(found, len(states), better)
