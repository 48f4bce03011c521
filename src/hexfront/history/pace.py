"""Models of how far attackers advance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hexfront.data.battles import Battle
from hexfront.history.features import Floats, features
from hexfront.history.outcomes import advance, band_of_errors, with_outcome
from hexfront.history.question import Band, Forecast, Question
from hexfront.history.simple import BaseRate


@dataclass(frozen=True, slots=True)
class _FittedPace:
    weights: Floats
    medians: Floats
    ends: tuple[float, float]
    base: Forecast
    given_duration: bool

    def forecast(self, question: Question) -> Forecast:
        """Kilometres, from a line over asinh(km), which takes retreats too."""
        if self.given_duration and question.days is None:
            return Forecast(advance=self.base.advance, stand_in=True)
        row = _row(question, self.medians)
        middle = float(row @ self.weights)
        low, high = middle + self.ends[0], middle + self.ends[1]
        return Forecast(advance=Band(*(math.sinh(_tame(x)) for x in (middle, low, high))))


def _tame(x: float) -> float:
    """No forecast goes beyond some hundred kilometres."""
    return max(-7.0, min(7.0, x))


def _row(question: Question, medians: Floats) -> Floats:
    known = features(question.known)
    filled = np.where(np.isnan(known), medians, known)
    days = [] if question.days is None else [math.log(question.days)]
    return np.array([1.0, *filled, *days])


@dataclass(frozen=True, slots=True)
class Pace:
    """A ridge regression of asinh(km) on all that was known, and on the duration if told."""

    name: str
    about: str
    given_duration: bool = False
    penalty: float = 10.0

    def fit(self, battles: Sequence[Battle]) -> _FittedPace:
        """Least squares with a penalty on all but the constant."""
        pairs = [
            (battle, km)
            for battle, km in with_outcome(battles, advance)
            if battle.duration is not None or not self.given_duration
        ]
        base = BaseRate().fit(battles).answer
        raw = np.array([features(battle.known) for battle, _ in pairs])
        medians = np.array([_median(column) for column in raw.T])
        x = np.array(
            [
                _row(Question(b.known, b.duration if self.given_duration else None), medians)
                for b, _ in pairs
            ]
        )
        y = np.arcsinh(np.array([km for _, km in pairs]))
        ridge = self.penalty * np.eye(x.shape[1])
        ridge[0, 0] = 0.0
        weights = np.linalg.solve(x.T @ x + ridge, x.T @ y)
        ends = band_of_errors(y - x @ weights)
        return _FittedPace(weights, medians, ends, base, self.given_duration)


def _median(column: Floats) -> float:
    known = column[~np.isnan(column)]
    return float(np.median(known)) if len(known) else 0.0


PACES: Final = (
    Pace("advance", "kilometres by all that was known"),
    Pace("advance given the duration", "the same, and how long it lasted", given_duration=True),
)
