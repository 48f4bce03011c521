"""What a model is asked about a battle, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hexfront.data.battles import Battle, KnownBefore


@dataclass(frozen=True, slots=True)
class Question:
    """A battle as a model sees it."""

    known: KnownBefore
    days: float | None = None
    """How long it lasted: hindsight, and None but for models that say "given the duration"."""


@dataclass(frozen=True, slots=True)
class Band:
    """A forecast of a number: its middle, and between what four of five should lie."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a model says of a battle; None where it says nothing."""

    attacker_wins: float | None = None
    """The chance; draws left out."""
    casualty_ratio: Band | None = None
    """Of the logarithm of the attacker's casualties over the defender's."""
    advance: Band | None = None
    """Kilometres."""
    stand_in: bool = False
    """Whether a number needed was unknown, so that this is the base rate's."""


class Fitted(Protocol):
    """A model that has seen battles."""

    def forecast(self, question: Question) -> Forecast:
        """What it says of another one."""


class Model(Protocol):
    """Something that can be fitted."""

    @property
    def name(self) -> str:
        """What tables call it."""

    @property
    def about(self) -> str:
        """What it is, in a line."""

    @property
    def given_duration(self) -> bool:
        """Whether it is told how long a battle lasted."""

    def fit(self, battles: Sequence[Battle]) -> Fitted:
        """Fit it; outcomes come from the battles, all else through `ask`."""


def ask(battle: Battle, model: Model) -> Question:
    """The question that a model may be asked about a battle."""
    return Question(battle.known, battle.duration if model.given_duration else None)
