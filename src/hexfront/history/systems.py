"""What the combat of each system says of a recorded battle, as it is and refitted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from hexfront.core.registry import find_system, system_names
from hexfront.core.study.engagement import Answer, Engagement
from hexfront.data.battles import Battle, KnownBefore
from hexfront.history.features import engagement_of
from hexfront.history.outcomes import HIGH, LOW
from hexfront.history.question import Band, Fitted, Forecast, Question
from hexfront.history.simple import BaseRate, fit_line

DAYS: Final = 1.0
"""How long every battle lasts for the systems: the median of the data, as the true one is not known
before."""
LEAST_CHANCE: Final = 0.05
"""What a table calls impossible happens in history; nothing is called less likely than this."""
LEAST_LOSS: Final = 0.005
"""Part of its people that a side loses where a table says nothing is lost: below half a step."""


@cache
def fight(name: str, engagement: Engagement) -> Answer:
    """The answer of a system to a battle. Errors: `KeyError` where it has no mapping."""
    fight_it = find_system(name).studying.engagement
    if fight_it is None:
        raise KeyError(name)
    return fight_it(engagement)


def able_systems() -> tuple[str, ...]:
    """The systems that can fight a battle described apart from their counters."""
    return tuple(n for n in system_names() if find_system(n).studying.engagement is not None)


def chance(answer: Answer) -> float:
    """That the attacker wins, never quite impossible or sure."""
    return min(1 - LEAST_CHANCE, max(LEAST_CHANCE, answer.attacker_wins))


def band(answer: Answer, engagement: Engagement) -> Band:
    """Of the log casualty ratio: what may come of it, in order; a point where nothing is left
    to chance."""
    found = sorted(
        (
            math.log(
                max(end.attacker_loss, LEAST_LOSS)
                * engagement.attacker.people
                / (max(end.defender_loss, LEAST_LOSS) * engagement.defender.people)
            ),
            end.chance,
        )
        for end in answer.endings
    )
    return Band(*(quantile(found, part) for part in (0.5, LOW, HIGH)))


def quantile(values: Sequence[tuple[float, float]], part: float) -> float:
    """Of rising values with chances: the first at which the chances reach a part.

    >>> quantile([(1.0, 0.2), (2.0, 0.8)], 0.1), quantile([(1.0, 0.2), (2.0, 0.8)], 0.5)
    (1.0, 2.0)
    """
    total = 0.0
    for value, weight in values:
        total += weight
        if total >= part - 1e-12:
            return value
    return values[-1][0]


@dataclass(frozen=True, slots=True)
class _Raw:
    name: str
    base: Forecast

    def forecast(self, question: Question) -> Forecast:
        """As the rules say; the base rate where a strength is not known."""
        engagement = engagement_of(question.known, DAYS)
        if engagement is None:
            return Forecast(self.base.attacker_wins, self.base.casualty_ratio, stand_in=True)
        answer = fight(self.name, engagement)
        km = sorted((end.advance, end.chance) for end in answer.endings if end.advance is not None)
        whole = len(km) == len(answer.endings)
        advance = Band(*(quantile(km, part) for part in (0.5, LOW, HIGH))) if whole else None
        return Forecast(chance(answer), band(answer, engagement), advance)


@dataclass(frozen=True, slots=True)
class AsRuled:
    """The answer of a system's rules; nothing is fitted."""

    system: str
    given_duration: bool = False

    @property
    def name(self) -> str:
        """The system's."""
        return self.system

    @property
    def about(self) -> str:
        """What it is."""
        return f"{find_system(self.system).title}: what its rules say, by its own mapping"

    def fit(self, battles: Sequence[Battle]) -> Fitted:
        """Only what stands in for unknown strengths comes from battles."""
        return _Raw(self.system, BaseRate().fit(battles).answer)


@dataclass(frozen=True, slots=True)
class _Refitted:
    winner: Fitted
    casualties: Fitted

    def forecast(self, question: Question) -> Forecast:
        """By two lines over the system's answer."""
        one, other = self.winner.forecast(question), self.casualties.forecast(question)
        return Forecast(one.attacker_wins, other.casualty_ratio, stand_in=one.stand_in)


@dataclass(frozen=True, slots=True)
class Refitted:
    """A logistic over the system's chance and a line over its casualty ratio: whether its answer
    sorts battles rightly, whatever its scale."""

    system: str
    given_duration: bool = False

    @property
    def name(self) -> str:
        """The system's, marked."""
        return f"{self.system}, refitted"

    @property
    def about(self) -> str:
        """What it is."""
        return f"a logistic and a line over the answers of {find_system(self.system).title}"

    def fit(self, battles: Sequence[Battle]) -> Fitted:
        """Fit both lines."""
        return _Refitted(fit_line(self._log_odds, battles), fit_line(self._ratio, battles))

    def _log_odds(self, known: KnownBefore) -> float:
        engagement = engagement_of(known, DAYS)
        if engagement is None:
            return math.nan
        p = chance(fight(self.system, engagement))
        return math.log(p / (1 - p))

    def _ratio(self, known: KnownBefore) -> float:
        engagement = engagement_of(known, DAYS)
        if engagement is None:
            return math.nan
        return band(fight(self.system, engagement), engagement).middle
