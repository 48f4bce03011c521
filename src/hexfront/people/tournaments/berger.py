"""Round robin: the tables of Johann Berger, as FIDE publishes them."""

from __future__ import annotations


def berger(players: int) -> list[list[tuple[int, int]]]:
    """By round the pairs of numbers from 1, who plays the first side before the other.

    With an odd number of players the one who would meet the number after the last has a bye; he
    stands in a pair with 0.
    """
    even = players + players % 2
    ring = even - 1
    rounds = []
    for number in range(1, even):
        middle = (number - 1) * (even // 2) % ring + 1
        last = (middle, even) if number % 2 else (even, middle)
        pairs = [last]
        for step in range(1, even // 2):
            pairs.append(((middle + step - 1) % ring + 1, (middle - step - 1) % ring + 1))
        rounds.append([_without(pair, players) for pair in pairs])
    return rounds


def _without(pair: tuple[int, int], players: int) -> tuple[int, int]:
    """A pair with 0 in place of the player who is not there."""
    first, second = pair
    if first > players:
        return second, 0
    return (first, 0) if second > players else pair
