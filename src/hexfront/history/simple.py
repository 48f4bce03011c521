"""The models that others must beat: base rates, and the ratio of forces."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hexfront.data.battles import Battle, KnownBefore
from hexfront.history.features import force_ratio, initial_ratio
from hexfront.history.outcomes import (
    advance,
    around,
    attacker_won,
    band_of_errors,
    casualty_ratio,
    with_outcome,
)
from hexfront.history.question import Band, Forecast, Question

EVEN: Final = 0.5
"""The chance to win where no battle has told."""


@dataclass(frozen=True, slots=True)
class Constant:
    """The same forecast for every battle."""

    answer: Forecast

    def forecast(self, question: Question) -> Forecast:
        """The same, whatever is asked."""
        return self.answer


@dataclass(frozen=True, slots=True)
class BaseRate:
    """How often attackers win, the mean casualty ratio, the median advance."""

    name: str = "base rate"
    about: str = (
        "every battle alike: how often attackers win, mean log casualty ratio, median advance"
    )
    given_duration: bool = False

    def fit(self, battles: Sequence[Battle]) -> Constant:
        """Count."""
        won = np.array([value for _, value in with_outcome(battles, attacker_won)])
        ratios = np.array([value for _, value in with_outcome(battles, casualty_ratio)])
        km = np.array([value for _, value in with_outcome(battles, advance)])
        ratio = float(ratios.mean()) if len(ratios) else 0.0
        return Constant(
            Forecast(
                float(won.mean()) if len(won) else EVEN,
                around(ratio, band_of_errors(ratios - ratio)),
                Band(*(float(np.quantile(km, q)) for q in (0.5, 0.1, 0.9))) if len(km) else None,
            )
        )


@dataclass(frozen=True, slots=True)
class _Line:
    """A logistic and a straight line over one number."""

    number: Callable[[KnownBefore], float]
    logistic: tuple[float, float] | None
    line: tuple[float, float]
    ends: tuple[float, float]
    base: Forecast

    def forecast(self, question: Question) -> Forecast:
        """By the number; the base rate where it is not known."""
        x = self.number(question.known)
        if math.isnan(x):
            return Forecast(self.base.attacker_wins, self.base.casualty_ratio, stand_in=True)
        wins = self.base.attacker_wins
        if self.logistic is not None:
            wins = 1 / (1 + math.exp(-(self.logistic[0] + self.logistic[1] * x)))
        return Forecast(wins, around(self.line[0] + self.line[1] * x, self.ends))


@dataclass(frozen=True, slots=True)
class ForceRatio:
    """Winner by a logistic over the log force ratio, casualties by a straight line over it."""

    name: str
    about: str
    number: Callable[[KnownBefore], float]
    given_duration: bool = False

    def fit(self, battles: Sequence[Battle]) -> _Line:
        """Maximum likelihood, and least squares."""
        return fit_line(self.number, battles)


def fit_line(number: Callable[[KnownBefore], float], battles: Sequence[Battle]) -> _Line:
    """A logistic for the winner and a line for casualties over any number known before."""
    base = BaseRate().fit(battles).answer
    points = [(number(battle.known), won) for battle, won in with_outcome(battles, attacker_won)]
    logistic = fit_logistic([point for point in points if not math.isnan(point[0])])
    pairs = [(number(b.known), ratio) for b, ratio in with_outcome(battles, casualty_ratio)]
    x, y = np.array([pair for pair in pairs if not math.isnan(pair[0])]).reshape(-1, 2).T
    # A number that hardly varies has no slope.
    if len(x) > 2 and float(np.ptp(x)) > 1e-9:
        slope, constant = (float(v) for v in np.polyfit(x, y, 1))
    else:
        slope, constant = 0.0, float(y.mean()) if len(y) else 0.0
    ends = band_of_errors(y - constant - slope * x)
    return _Line(number, logistic, (constant, slope), ends, base)


def fit_logistic(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Constant and slope of a logistic; None where one outcome or one number is all there is."""
    from sklearn.linear_model import LogisticRegression

    x = np.array([point[0] for point in points])
    won = np.array([point[1] for point in points])
    if len(points) < 3 or len(set(won)) < 2 or float(np.ptp(x)) < 1e-9:
        return None
    # Hardly any penalty: enough that outcomes which a number separates have a finite slope.
    found = LogisticRegression(C=1e3).fit(x[:, None], won)
    return float(found.intercept_[0]), float(found.coef_[0, 0])


SIMPLE: Final = (
    BaseRate(),
    ForceRatio("force ratio", "total strengths: logistic, and a line for casualties", force_ratio),
    ForceRatio(
        "initial force ratio",
        "the same with initial strengths where they are known",
        initial_ratio,
    ),
)
