"""Battles in the log: what an entry says of its battle, and the cards that follow from that.

A battle begins with an entry whose part has `begins`; later parts with the same key belong to
it, and those with an empty key to the battle that began last.  So a card holds what was told to
its reader and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, Protocol, TypedDict, TypeVar


class BattleTerm(TypedDict):
    """What a battle is fought with, such as strengths, a column, a force ratio."""

    caption: str
    value: str
    clause: NotRequired[str]


class Chance(TypedDict):
    """What may come of a throw."""

    text: str
    chance: float
    """0 … 1; those of a throw add up to 1."""
    value: float
    """How good it is for the attackers, in the system's own measure."""


class BattlePart(TypedDict):
    """What an entry says of the battle that it belongs to; whatever it leaves out stays."""

    key: NotRequired[str]
    """Which battle, where several go on at once; empty for the one that began last."""
    begins: NotRequired[bool]
    attackers: NotRequired[list[str]]
    """Who attacks, in words; of several parts together."""
    defenders: NotRequired[list[str]]
    sides: NotRequired[list[int]]
    """The side that attacks and the one that defends; -1 where the viewer does not know."""
    place: NotRequired[str]
    terms: NotRequired[list[BattleTerm]]
    """Before the throw; a later one of the same caption takes the place of the first."""
    chances: NotRequired[list[Chance]]
    """What might have come of the throw, the worst for the attackers first."""
    came: NotRequired[int]
    """Which of the chances came."""
    result: NotRequired[str]
    """In a few words."""
    ends: NotRequired[bool]


class HasBattle(Protocol):
    """A log entry, as far as cards are made of it."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def battle(self) -> BattlePart | None:
        """What it says of a battle."""


Entry = TypeVar("Entry", bound=HasBattle)


@dataclass(slots=True)
class Battle:
    """The card of a battle."""

    key: str = ""
    place: str = ""
    attackers: list[str] = field(default_factory=list)
    defenders: list[str] = field(default_factory=list)
    sides: tuple[int, int] = (-1, -1)
    terms: dict[str, BattleTerm] = field(default_factory=dict)
    chances: list[Chance] = field(default_factory=list)
    came: int = -1
    result: str = ""
    over: bool = False
    entries: list[int] = field(default_factory=list)
    """Where its entries stand among those that were read."""

    def add(self, number: int, part: BattlePart) -> None:
        """Take in what an entry says."""
        self.entries.append(number)
        self.place = part.get("place", self.place)
        self.attackers += [one for one in part.get("attackers", ()) if one not in self.attackers]
        self.defenders += [one for one in part.get("defenders", ()) if one not in self.defenders]
        if sides := part.get("sides"):
            self.sides = (sides[0], sides[1])
        self.terms |= {term["caption"]: term for term in part.get("terms", ())}
        self.chances = part.get("chances", self.chances)
        self.came = part.get("came", self.came)
        self.result = part.get("result", self.result)
        self.over = part.get("ends", self.over)

    @property
    def luck(self) -> float | None:
        """How lucky the attackers were: -1 … 1, on average 0; None without a throw."""
        if not 0 <= self.came < len(self.chances):
            return None
        return luck(self.chances, self.came)

    def lines(self, entries: Sequence[HasBattle], *, wide: bool = True) -> list[str]:
        """The card as lines: who, odds, what came, and what it did."""
        who = f"{_names(self.attackers)} against {_names(self.defenders)}"
        lines = [f"{who}{f' in {self.place}' if self.place else ''}"]
        lines += [f"  {term['caption']}: {term['value']}" for term in self.terms.values()]
        if self.chances and wide:
            odds = (f"{one['text']} {one['chance']:.0%}" for one in self.chances)
            lines.append(f"  Odds: {', '.join(odds)}")
        if self.result:
            lines.append(f"  Result: {self.result}")
        return lines + [f"  · {entries[number].text}" for number in self.entries[1:]]


def luck(chances: Sequence[Chance], came: int) -> float:
    """Where among all that may come something stands: the share of worse less that of better.

    >>> faces = [Chance(text=str(n), chance=1 / 6, value=n) for n in range(6)]
    >>> round(luck(faces, 5), 2), round(sum(luck(faces, n) for n in range(6)), 2)
    (0.83, 0.0)
    """
    value = chances[came]["value"]
    worse = sum(one["chance"] for one in chances if one["value"] < value)
    better = sum(one["chance"] for one in chances if one["value"] > value)
    return worse - better


def battles_of(entries: Iterable[HasBattle]) -> list[Battle]:
    """The battles that a log tells of, in the order in which they began."""
    found: list[Battle] = []
    for number, entry in enumerate(entries):
        part = entry.battle
        if part is None:
            continue
        key = part.get("key", "")
        if part.get("begins"):
            found.append(Battle(key))
        if battle := _latest(found, key):
            battle.add(number, part)
    return found


def _latest(found: Sequence[Battle], key: str) -> Battle | None:
    for battle in reversed(found):
        if not key or battle.key == key:
            return battle
    return None


def _names(names: Sequence[str]) -> str:
    return " and ".join(names) or "unknown"
