"""Laws of attrition in the manner of Lanchester, as cross-sections of whole battles.

A law says of each side: casualties = rate × own strength^p × enemy strength^q.  The rate of the
attacker and of the defender differ; p and q are the same for both in the named laws.  There is
one row a battle, so this is no test of how losses run from day to day.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np

from hexfront.data.battles import Battle, KnownBefore
from hexfront.history.features import Floats
from hexfront.history.outcomes import around, band_of_errors, casualty_ratio, with_outcome
from hexfront.history.question import Forecast, Question
from hexfront.history.simple import BaseRate

Side = Literal["attacker", "defender"]
SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
_LETTERS: Final = {"attacker": "AD", "defender": "DA"}
"""Of the own and of the enemy's columns."""


class Regression(NamedTuple):
    """A least-squares fit of the log casualties of a side."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors, battles of a war counted as one cluster; infinite where there is one war."""
    spread: float
    """Standard deviation of what is left, in logarithms."""
    battles: int
    wars: int

    def value(self, name: str) -> float:
        """A coefficient."""
        return self.values[self.names.index(name)]

    def error(self, name: str) -> float:
        """Its standard error."""
        return self.errors[self.names.index(name)]


def least_squares(
    names: Sequence[str], x: Floats, y: Floats, clusters: Sequence[str]
) -> Regression:
    """Least squares with standard errors that hold where battles of a war are alike.

    The sandwich over clusters, with the usual factor for few of them.
    """
    inverse = np.linalg.pinv(x.T @ x)
    beta = inverse @ x.T @ y
    left = y - x @ beta
    groups = sorted(set(clusters))
    of = np.array([groups.index(one) for one in clusters])
    sums = np.array([x[of == g].T @ left[of == g] for g in range(len(groups))])
    n, k, m = len(y), x.shape[1], len(groups)
    errors = (math.inf,) * k
    if m > 1 and n > k:
        factor = m / (m - 1) * (n - 1) / (n - k)
        cover = factor * inverse @ (sums.T @ sums) @ inverse
        errors = tuple(float(e) for e in np.sqrt(np.maximum(np.diag(cover), 0)))
    spread = math.sqrt(float(left @ left) / max(n - k, 1))
    return Regression(tuple(names), tuple(float(b) for b in beta), errors, spread, n, m)


def regress_casualties(
    battles: Sequence[Battle],
    side: Side,
    *,
    duration: bool = False,
    fixed: tuple[float, float] | None = None,
) -> Regression:
    """ln casualties of a side over ln own and ln enemy strength, and over ln days if asked.

    With `fixed` exponents only the rate is fitted.
    """
    rows, y, wars = [], [], []
    for battle in battles:
        lost = battle.number(f"CAS{_LETTERS[side][0]}")
        point = _point(battle.known, side, battle.duration if duration else None)
        if lost and point is not None and not (duration and len(point) < 3):
            rows.append(point)
            y.append(math.log(lost))
            wars.append(battle.war)
    x, target = np.array(rows), np.array(y)
    one = np.ones((len(y), 1))
    if fixed is not None:
        return least_squares(["rate"], one, target - x[:, :2] @ np.array(fixed), wars)
    names = ["rate", "own", "enemy", "days"][: 1 + x.shape[1]]
    return least_squares(names, np.hstack([one, x]), target, wars)


def _point(known: KnownBefore, side: Side, days: float | None) -> list[float] | None:
    """ln own strength, ln enemy strength, ln days if given; None where one is not known."""
    values = [known.number(f"STR{letter}") for letter in _LETTERS[side]]
    values += [] if days is None else [days]
    return [math.log(v) for v in values if v] if all(values) else None


class _Fit(NamedTuple):
    """What a side loses by a law."""

    rate: float
    own: float
    enemy: float
    days: float

    def loss(self, known: KnownBefore, side: Side, days: float | None) -> float:
        """ln casualties; not a number where something is not known."""
        point = _point(known, side, days)
        if point is None:
            return math.nan
        powers = (self.own, self.enemy, self.days)[: len(point)]
        return self.rate + sum(p * x for p, x in zip(powers, point, strict=True))


@dataclass(frozen=True, slots=True)
class _FittedLaw:
    sides: dict[Side, _Fit]
    ends: tuple[float, float]
    base: Forecast
    given_duration: bool

    def middle(self, question: Question) -> float:
        """ln of the ratio of casualties; not a number where something needed is not known."""
        if self.given_duration and question.days is None:
            return math.nan
        losses = [fit.loss(question.known, side, question.days) for side, fit in self.sides.items()]
        return losses[0] - losses[1]

    def forecast(self, question: Question) -> Forecast:
        """Casualties alone: a law of attrition says nothing of who wins."""
        middle = self.middle(question)
        if math.isnan(middle):
            return Forecast(casualty_ratio=self.base.casualty_ratio, stand_in=True)
        return Forecast(casualty_ratio=around(middle, self.ends))


@dataclass(frozen=True, slots=True)
class Law:
    """A law that can be fitted."""

    name: str
    about: str
    fixed: tuple[float, float] | None = None
    """Exponents of own and enemy strength; fitted where there are none."""
    given_duration: bool = False

    def fit(self, battles: Sequence[Battle]) -> _FittedLaw:
        """Fit both sides; the band is of the errors of the ratio, as those of sides go together."""
        sides: dict[Side, _Fit] = {}
        for side in SIDES:
            sides[side] = self._side(battles, side)
        fitted = _FittedLaw(sides, (0.0, 0.0), BaseRate().fit(battles).answer, self.given_duration)
        errors = [
            ratio
            - fitted.middle(
                Question(battle.known, battle.duration if self.given_duration else None)
            )
            for battle, ratio in with_outcome(battles, casualty_ratio)
        ]
        known = np.array([error for error in errors if not math.isnan(error)])
        return _FittedLaw(sides, band_of_errors(known), fitted.base, self.given_duration)

    def _side(self, battles: Sequence[Battle], side: Side) -> _Fit:
        found = regress_casualties(battles, side, duration=self.given_duration, fixed=self.fixed)
        own, enemy = self.fixed or (found.value("own"), found.value("enemy"))
        days = found.value("days") if self.given_duration else 0.0
        return _Fit(found.value("rate"), own, enemy, days)


LAWS: Final = (
    Law("linear law", "casualties as own × enemy strength", (1.0, 1.0)),
    Law("square law", "casualties as enemy strength", (0.0, 1.0)),
    Law("logarithmic law", "casualties as own strength", (1.0, 0.0)),
    Law("mixed law", "casualties as own^p × enemy^q, p and q fitted for each side"),
    Law(
        "mixed law with fatigue",
        "the same × days^g, g fitted; given the duration",
        given_duration=True,
    ),
)
