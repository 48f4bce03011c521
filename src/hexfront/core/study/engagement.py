"""A battle described apart from any system's counters, and what a system's combat makes of it.

A system that can fight such a battle has `Studying.engagement`; it says how it maps people,
ground and posture to its own terms, and answers with all that may come of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Posture = Literal["hasty", "prepared", "fortified", "delay", "withdrawal"]
Relief = Literal["flat", "rolling", "rugged"]
Cover = Literal["bare", "mixed", "wooded", "desert"]
Weather = Literal["dry", "wet"]

TANK: Final = 20.0
"""People that a tank counts for in `Force.power`: a choice of ours, not a measurement."""
GUN: Final = 20.0
"""People that a gun counts for, likewise."""
SPENT: Final = 0.4
"""The part of its people that a formation has lost when its counter is eliminated: a choice of
ours.  History has few battles in which everybody falls, and counters know only here or gone."""


class Force(NamedTuple):
    """One side of a battle."""

    people: float
    tanks: float = 0.0
    guns: float = 0.0

    @property
    def power(self) -> float:
        """Strength in one number, for systems whose counters have one.

        >>> Force(1000, tanks=10, guns=5).power
        1300.0
        """
        return self.people + TANK * self.tanks + GUN * self.guns


class Engagement(NamedTuple):
    """A battle before it is fought."""

    attacker: Force
    defender: Force
    posture: Posture = "hasty"
    """Of the defender."""
    relief: Relief = "rolling"
    cover: Cover = "mixed"
    urban: bool = False
    weather: Weather = "dry"
    air: int = 0
    """1 where the attacker rules the air, -1 where the defender does."""
    days: float = 1.0

    @property
    def ratio(self) -> float:
        """Power of the attacker for each of the defender."""
        return self.attacker.power / self.defender.power


class Ending(NamedTuple):
    """What may come of it."""

    chance: float
    winner: int
    """1 the attacker, 0 neither, -1 the defender."""
    attacker_loss: float
    """The part of its people that the attacker loses, 0 … 1."""
    defender_loss: float
    words: str
    advance: float | None = None
    """Kilometres; None where the system's rules give no size of a hex."""


@dataclass(frozen=True, slots=True)
class Answer:
    """All that may come of a battle in one system."""

    endings: tuple[Ending, ...]
    """Their chances add up to 1."""
    terms: tuple[tuple[str, str], ...]
    """How the battle was put into the system's terms: what, and as what."""
    ignores: tuple[str, ...]
    """What of the battle the system's combat does not know."""

    @property
    def attacker_wins(self) -> float:
        """The chance that the attacker wins, with half of that of a draw."""
        return sum(e.chance * (1 + e.winner) / 2 for e in self.endings)

    def mean(self, name: Literal["attacker_loss", "defender_loss", "advance"]) -> float | None:
        """An average over what may come; None where the system does not say."""
        values = [(e.chance, getattr(e, name)) for e in self.endings]
        if any(value is None for _, value in values):
            return None
        return float(sum(chance * value for chance, value in values))


def merged(endings: Iterable[Ending]) -> tuple[Ending, ...]:
    """Endings that are alike as one, the best for the attacker first."""
    found: dict[Ending, float] = {}
    for ending in endings:
        alike = ending._replace(chance=0.0)
        found[alike] = found.get(alike, 0.0) + ending.chance
    each = [ending._replace(chance=chance) for ending, chance in found.items() if chance > 0]
    return tuple(sorted(each, key=lambda e: (-e.winner, e.attacker_loss, -e.defender_loss)))


def without_fight(engagement: Engagement) -> Answer | None:
    """The answer where one side has nobody, the same in every system; None where both have."""
    here, there = engagement.attacker.power > 0, engagement.defender.power > 0
    if here and there:
        return None
    winner = int(here) - int(there)
    words = {1: "nobody defends", 0: "nobody is there", -1: "nobody attacks"}[winner]
    ending = Ending(1.0, winner, 0.0, 0.0, words, None if winner > 0 else 0.0)
    return Answer((ending,), (("no battle", words),), ())
