"""What entrants have played so far, as pairing needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from hexfront.people.tournaments.model import Game


@dataclass
class History:
    """The rounds of one entrant."""

    points: float = 0.0
    sides: list[int] = field(default_factory=list)
    """In the order of the games."""
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0

    def lead(self, side: int) -> int:
        """How much more often than the other he has played one of two sides."""
        return 2 * self.sides.count(side) - len(self.sides)

    def streak(self, side: int) -> int:
        """How often in a row he has just played a side."""
        count = 0
        while count < len(self.sides) and self.sides[-1 - count] == side:
            count += 1
        return count


def histories(games: Iterable[Game], numbers: Iterable[int]) -> dict[int, History]:
    """By entrant what he has played; `games` in the order of their keys."""
    found = {number: History() for number in numbers}
    for game in games:
        for side, number in enumerate(game.seats):
            own = found.setdefault(number, History())
            own.points += game.points_of(number)
            if len(game.seats) == 1:
                own.byes += 1
                continue
            own.met.update(other for other in game.seats if other != number)
            own.sides.append(side)
    return found
