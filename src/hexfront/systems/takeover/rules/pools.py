"""Pools of dice and what a roll of them is worth, TKO-4 to TKO-11, as kernels.

A pool is one polygon die and a number of six-sided dice; a pattern among these
multiplies what the polygon shows.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, kernel

FACES: Final = 6
"""Of the dice that make patterns."""
AGGRESSOR: Final = 0
DEFENDER: Final = 1

# Patterns among six-sided dice (TKO-8)
NO_PATTERN: Final = 0
PAIR: Final = 1
TRIPLE: Final = 2
TWO_PAIR: Final = 3
FOUR: Final = 4
FULL_HOUSE: Final = 5
FIVE: Final = 6
PATTERN_NAMES: Final = (
    "nothing",
    "a pair",
    "three of a kind",
    "two pair",
    "four of a kind",
    "a full house",
    "five of a kind",
)
MULTIPLIERS: Final = (1, 2, 3, 4, 4, 5, 5)
"""What each pattern multiplies by, unless a scenario says otherwise (TKO-8)."""


@inline_kernel
def best_pattern(counts: Int, multipliers: Int) -> int:
    """The listed pattern with the highest multiplier among those that a roll contains (TKO-8).

    `counts` (6,): how many dice show each face.  Six or more dice contain patterns of
    five or fewer.
    """
    most = second = 0
    for face in range(FACES):
        count = counts[face]
        if count > most:
            most, second = count, most
        elif count > second:
            second = count
    best = NO_PATTERN
    for pattern in range(PAIR, FIVE + 1):
        if contains(most, second, pattern) and multipliers[pattern] >= multipliers[best]:
            best = pattern
    return best


@inline_kernel
def contains(most: int, second: int, pattern: int) -> bool:
    """Whether a roll whose most frequent faces come so often contains a pattern (TKO-8)."""
    if pattern == TWO_PAIR:
        return most >= 2 and second >= 2
    if pattern == FULL_HOUSE:
        return most >= 3 and second >= 2
    if pattern == FIVE:
        return most >= 5
    if pattern == FOUR:
        return most >= 4
    return most >= pattern + 1


@inline_kernel
def pattern_of(polygon: int, count: int, counts: Int, multipliers: Int) -> int:
    """The pattern that counts; a single die makes a pair with its polygon die (TKO-8, TKO-11)."""
    if count > 1:
        return best_pattern(counts, multipliers)
    alike = polygon <= FACES and counts[polygon - 1] == 1
    return PAIR if alike and multipliers[PAIR] >= multipliers[NO_PATTERN] else NO_PATTERN


@inline_kernel
def roll_value(polygon: int, count: int, counts: Int, multipliers: Int) -> int:
    """What a roll is worth: the polygon die times its multiplier (TKO-8, TKO-11)."""
    return polygon * multipliers[pattern_of(polygon, count, counts, multipliers)]


@inline_kernel
def aggressor_wins(value: int, dice: int, other: int, other_dice: int) -> bool:
    """Whether the aggressor wins a round; of equal values the fewer dice win (TKO-9, TKO-10)."""
    if value != other:
        return value > other
    return dice < other_dice


@inline_kernel
def throw(dice: Dice, polygon: int, count: int, counts: Int, multipliers: Int) -> int:
    """Roll a pool; the value of the roll (TKO-8). `counts` (6,) is overwritten."""
    counts[:] = 0
    for _ in range(count):
        counts[draw(dice, FACES)] += 1
    return roll_value(draw(dice, polygon) + 1, count, counts, multipliers)


@kernel
def fight_often(
    dice: Dice, polygons: Int, pools: Int, multipliers: Int, fights: int, counts: Int, wins: Int
) -> int:
    """Fight an engagement many times; gives the number of rounds fought (TKO-9 to TKO-12).

    `polygons` (2,) and `pools` (2,) are those of aggressor and defender, `counts` (6,)
    is working memory, and `wins` (2,) gets how often each has won.
    """
    rounds = 0
    for _ in range(fights):
        left, right = pools[AGGRESSOR], pools[DEFENDER]
        while left > 0 and right > 0:
            value = throw(dice, polygons[AGGRESSOR], left, counts, multipliers)
            other = throw(dice, polygons[DEFENDER], right, counts, multipliers)
            if aggressor_wins(value, left, other, right):
                right -= 1
            else:
                left -= 1
            rounds += 1
        wins[AGGRESSOR if left > 0 else DEFENDER] += 1
    return rounds
