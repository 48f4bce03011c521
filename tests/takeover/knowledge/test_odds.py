"""Odds of Takeover: against every roll of small pools, and against fights with dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from hexfront.core.dice import dice_from_seed
from hexfront.systems.takeover.knowledge.odds import Odds, Pool, odds, values, win_chances
from hexfront.systems.takeover.rules.pools import (
    FACES,
    FIVE,
    FOUR,
    FULL_HOUSE,
    MULTIPLIERS,
    NO_PATTERN,
    PAIR,
    TRIPLE,
    TWO_PAIR,
    best_pattern,
    fight_often,
    roll_value,
)
from tests.amounts import amount

FIGHTS = amount(4_000, 20_000)
"""Fights of each pair of pools."""
TABLE = np.array(MULTIPLIERS, dtype=np.int64)


def counted(dice: tuple[int, ...]) -> np.ndarray:
    return np.array([dice.count(face) for face in range(1, FACES + 1)], dtype=np.int64)


def plain_multiplier(dice: tuple[int, ...]) -> int:
    """The multiplier as the source tells it, from the dice that lie there (TKO-8)."""
    often = sorted((dice.count(face) for face in {*dice}), reverse=True)
    best = 1
    if often and often[0] >= 2:
        best = 2
    if often and often[0] >= 3:
        best = 3
    if often and (often[0] >= 4 or (len(often) > 1 and often[1] >= 2)):
        best = 4
    if often and (often[0] >= 5 or (len(often) > 1 and often[0] >= 3 and often[1] >= 2)):
        best = 5
    return best


def plain_value(polygon: int, dice: tuple[int, ...]) -> int:
    if len(dice) == 1:
        return 2 * polygon if polygon == dice[0] else polygon
    return polygon * plain_multiplier(dice)


def every_round(a: int, d: int) -> Fraction:
    """The chance of the aggressor, from all rolls of both."""
    mine = [plain_value(p, r) for p in range(1, 9) for r in product(range(1, 7), repeat=a)]
    theirs = [plain_value(p, r) for p in range(1, 11) for r in product(range(1, 7), repeat=d)]
    won = sum(v > w or (v == w and a < d) for v in mine for w in theirs)
    return Fraction(won, len(mine) * len(theirs))


def walk(a: int, d: int, rounds: dict[tuple[int, int], Fraction]) -> Fraction:
    """The chance of the aggressor in an engagement, by the definition."""
    if d == 0 or a == 0:
        return Fraction(a > 0)
    win = rounds[a, d]
    return win * walk(a, d - 1, rounds) + (1 - win) * walk(a - 1, d, rounds)


@pytest.mark.parametrize(
    ("dice", "pattern"),
    [
        ((1, 2, 3, 4, 6), NO_PATTERN),
        ((1, 1, 3, 4, 6), PAIR),
        ((1, 1, 1, 4, 6), TRIPLE),
        ((1, 1, 4, 4, 6), TWO_PAIR),
        ((1, 1, 1, 1, 6), FOUR),
        ((1, 1, 1, 6, 6), FULL_HOUSE),
        ((5, 5, 5, 5, 5), FIVE),
        ((5, 5, 5, 5, 5, 5), FIVE),
        ((1, 1, 2, 2, 3, 3), TWO_PAIR),
        ((1, 1, 1, 2, 2, 2), FULL_HOUSE),
        ((1, 1, 1, 1, 2, 2), FULL_HOUSE),
    ],
)
def test_patterns(dice: tuple[int, ...], pattern: int) -> None:
    found = int(best_pattern(counted(dice), TABLE))
    assert MULTIPLIERS[found] == MULTIPLIERS[pattern] == plain_multiplier(dice)


def test_figures_of_the_source() -> None:
    assert roll_value(4, 2, counted((6, 6)), TABLE) == 8
    assert roll_value(8, 3, counted((5, 5, 5)), TABLE) == 24
    assert roll_value(4, 1, counted((4,)), TABLE) == 8
    assert roll_value(8, 1, counted((4,)), TABLE) == 8


@pytest.mark.clause("TKO-11")
def test_a_single_die_never_hurts() -> None:
    pairs_are_worth_less = np.array([3, 2, 3, 4, 4, 5, 5], dtype=np.int64)
    assert roll_value(4, 1, counted((4,)), pairs_are_worth_less) == 12


@pytest.mark.parametrize("dice", range(1, 6))
def test_values_are_those_of_every_roll(dice: int) -> None:
    plain: dict[int, int] = {}
    for polygon in range(1, 11):
        for roll in product(range(1, 7), repeat=dice):
            value = plain_value(polygon, roll)
            plain[value] = plain.get(value, 0) + 1
    assert values(Pool(10, dice), MULTIPLIERS) == plain


def test_small_engagements_are_those_of_every_roll() -> None:
    pairs = [(a, d) for a in range(1, 4) for d in range(1, 3)]
    rounds = {(a, d): every_round(a, d) for a, d in pairs}
    for a, d in pairs:
        found = odds(Pool(8, a), Pool(10, d))
        assert found.round_win == rounds[a, d]
        assert found.engagement_win == walk(a, d, rounds)
        check(found)


def check(found: Odds) -> None:
    """What holds of all odds."""
    assert sum(found.dice_left.values()) == 1
    assert found.round_win + found.round_loss == 1
    assert sum(found.rounds.values()) == 1
    assert sum(n * p for n, p in found.rounds.items()) == found.expected_rounds
    assert all((a == 0) != (d == 0) for a, d in found.dice_left)


@pytest.mark.clause("TKO-17")
def test_the_table_of_all_pools_has_the_chance_of_each() -> None:
    chances = win_chances((8, 10), (5, 6), MULTIPLIERS)
    for a, d in product(range(1, 6), range(1, 7)):
        assert chances[a][d] == odds(Pool(8, a), Pool(10, d)).engagement_win


def test_more_dice_never_hurt() -> None:
    for a in range(1, 9):
        chances = [odds(Pool(8, a), Pool(10, d)).engagement_win for d in range(1, 9)]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(("a", "d"), [(1, 2), (3, 2), (4, 6), (7, 5)])
def test_dice_agree(a: int, d: int) -> None:
    """Within four standard errors of the exact chance and of the mean number of rounds."""
    exact, fights = odds(Pool(8, a), Pool(10, d)), FIGHTS
    check(exact)
    wins = np.zeros(2, dtype=np.int64)
    polygons, pools = np.array([8, 10]), np.array([a, d])
    counts = np.zeros(FACES, dtype=np.int64)
    rounds = fight_often(dice_from_seed(3), polygons, pools, TABLE, fights, counts, wins)
    chance = float(exact.engagement_win)
    assert wins.sum() == fights
    assert abs(wins[0] / fights - chance) < 4 * sqrt(chance * (1 - chance) / fights)
    mean = float(exact.expected_rounds)
    spread = sqrt(sum(float(p) * (n - mean) ** 2 for n, p in exact.rounds.items()))
    assert abs(rounds / fights - mean) <= 4 * max(spread, 1e-9) / sqrt(fights)


@pytest.mark.parametrize("pool", [Pool(8, 0), Pool(8, -1), Pool(8, 41), Pool(1, 3)])
def test_pools_without_dice_are_refused(pool: Pool) -> None:
    with pytest.raises(ValueError, match="pool of dice"):
        odds(pool, Pool(10, 2))
