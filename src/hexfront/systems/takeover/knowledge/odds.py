"""Exact odds of an engagement, TKO-17: rational numbers, without sampling.

What a pool of n six-sided dice is worth follows from how often its faces come, so the
partitions of n stand for all its rolls.  An engagement is then a walk from (a, d) dice
to (a, 0) or (0, d), one die a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import factorial
from typing import NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.systems.takeover.rules.pools import (
    FACES,
    MULTIPLIERS,
    aggressor_wins,
    best_pattern,
    roll_value,
)
from hexfront.systems.takeover.scenario.model import MOST_DICE

Values = dict[int, int]
"""How many rolls of a pool are worth each value."""


class Pool(NamedTuple):
    """What a side rolls: a polygon die with so many faces, and so many six-sided dice (TKO-4)."""

    polygon: int
    dice: int


class Odds(NamedTuple):
    """The odds of an engagement."""

    round_win: Fraction
    """That the aggressor wins the first round."""
    engagement_win: Fraction
    """That the aggressor wins the engagement."""
    rounds: dict[int, Fraction]
    """The chance of each number of rounds."""
    dice_left: dict[tuple[int, int], Fraction]
    """The chance of each end: dice left to aggressor and defender, one of them 0."""

    @property
    def round_loss(self) -> Fraction:
        """That the defender wins the first round."""
        return 1 - self.round_win

    @property
    def expected_rounds(self) -> Fraction:
        """The mean number of rounds."""
        return sum((number * chance for number, chance in self.rounds.items()), Fraction(0))


def odds(aggressor: Pool, defender: Pool, multipliers: Sequence[int] = MULTIPLIERS) -> Odds:
    """The exact odds of an engagement between two pools (TKO-8 to TKO-12, TKO-17).

    Errors: ValueError for a pool without dice, or with more than 40.
    """
    for pool in (aggressor, defender):
        if not 1 <= pool.dice <= MOST_DICE or pool.polygon < 2:
            raise ValueError(f"pool of dice: found {pool}, expected 1 to {MOST_DICE} dice")
    wins = _Duel(aggressor.polygon, defender.polygon, tuple(multipliers))
    reached = {(aggressor.dice, defender.dice): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    rounds: dict[int, Fraction] = {}
    number = 0
    # Every round takes one die away, so all states with as many dice are done together.
    while reached:
        number += 1
        after: dict[tuple[int, int], Fraction] = {}
        for (a, d), chance in reached.items():
            win = wins.round(a, d)
            for state, part in (((a, d - 1), win), ((a - 1, d), 1 - win)):
                if part:
                    target = after if all(state) else ends
                    target[state] = target.get(state, Fraction(0)) + chance * part
        ended = sum(reached.values()) - sum(after.values())
        if ended:
            rounds[number] = Fraction(ended)
        reached = after
    won = sum((chance for (a, _), chance in ends.items() if a), Fraction(0))
    first = wins.round(aggressor.dice, defender.dice)
    return Odds(first, won, rounds, dict(sorted(ends.items(), reverse=True)))


def win_chances(
    polygons: Sequence[int], most: tuple[int, int], multipliers: Sequence[int]
) -> list[list[Fraction]]:
    """The aggressor's exact chance to win, by the six-sided dice of both up to the most (TKO-17).

    Who has no dice left has lost.
    """
    duel = _Duel(polygons[0], polygons[1], tuple(multipliers))
    chances = [[Fraction(0)] * (most[1] + 1)]
    for a in range(1, most[0] + 1):
        row = [Fraction(1)]
        for d in range(1, most[1] + 1):
            win = duel.round(a, d)
            row.append(win * row[d - 1] + (1 - win) * chances[a - 1][d])
        chances.append(row)
    return chances


class _Duel:
    """Rounds between two polygon dice with any numbers of six-sided dice."""

    def __init__(self, aggressor: int, defender: int, multipliers: tuple[int, ...]) -> None:
        self._polygons, self._multipliers = (aggressor, defender), multipliers

    def round(self, a: int, d: int) -> Fraction:
        """The chance that the aggressor wins a round with a against d dice (TKO-9, TKO-10)."""
        mine = values(Pool(self._polygons[0], a), self._multipliers)
        theirs = values(Pool(self._polygons[1], d), self._multipliers)
        won = sum(
            ways * other_ways
            for value, ways in mine.items()
            for other, other_ways in theirs.items()
            if aggressor_wins(value, a, other, d)
        )
        return Fraction(won, sum(mine.values()) * sum(theirs.values()))


@cache
def values(pool: Pool, multipliers: tuple[int, ...]) -> Values:
    """How many of the rolls of a pool are worth each value (TKO-8, TKO-11)."""
    table: Int = np.array(multipliers, dtype=np.int64)
    found: Values = {}
    for polygon in range(1, pool.polygon + 1):
        if pool.dice == 1:
            for face in range(FACES):
                counts = np.zeros(FACES, dtype=np.int64)
                counts[face] = 1
                value = int(roll_value(polygon, 1, counts, table))
                found[value] = found.get(value, 0) + 1
            continue
        for multiplier, ways in _multiplied(pool.dice, multipliers).items():
            value = polygon * multiplier
            found[value] = found.get(value, 0) + ways
    return found


@cache
def _multiplied(dice: int, multipliers: tuple[int, ...]) -> dict[int, int]:
    """How many of the rolls of some dice have each multiplier (TKO-8)."""
    table: Int = np.array(multipliers, dtype=np.int64)
    found: dict[int, int] = {}
    for parts in partitions(dice, FACES, dice):
        counts = np.array([*parts, *[0] * (FACES - len(parts))], dtype=np.int64)
        multiplier = multipliers[int(best_pattern(counts, table))]
        found[multiplier] = found.get(multiplier, 0) + ways(parts)
    return found


def clear_tables() -> None:
    """Forget what pools are worth, for those who time how long it takes to find out."""
    values.cache_clear()
    _multiplied.cache_clear()


def partitions(total: int, most_parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """All falling rows of at most so many positive numbers, each at most `most`, with a sum.

    >>> list(partitions(4, 6, 4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if total == 0:
        yield ()
        return
    if most_parts == 0:
        return
    for first in range(min(total, most), 0, -1):
        for rest in partitions(total - first, most_parts - 1, first):
            yield (first, *rest)


def ways(parts: tuple[int, ...]) -> int:
    """How many rolls of six-sided dice have faces that come as often as the parts say.

    >>> ways((2,)), ways((1, 1)), sum(ways(p) for p in partitions(5, 6, 5)) == 6**5
    (6, 30, True)
    """
    shown = [*parts, *[0] * (FACES - len(parts))]
    faces = factorial(FACES)
    for times in set(shown):
        faces //= factorial(shown.count(times))
    order = factorial(sum(parts))
    for part in parts:
        order //= factorial(part)
    return faces * order
