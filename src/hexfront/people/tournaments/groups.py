"""Tables of more than two: who sits together, and on which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from hexfront.people.tournaments.history import History
from hexfront.people.tournaments.matching import cheapest_pairs

_PASSES: Final = 20


def group_tables(
    seeds: Sequence[int], past: Mapping[int, History], size: int
) -> list[tuple[int, ...]]:
    """The tables of a round with their players by side; the field divides by `size`.

    Those of like points sit together; then players change places between tables as long as fewer
    meet again by it, or sides become more even.
    """
    order = sorted(seeds, key=lambda number: -past[number].points)
    rank = {number: place for place, number in enumerate(order)}
    tables = [order[start : start + size] for start in range(0, len(order), size)]
    for _ in range(_PASSES):
        if not any(_exchange(a, b, past, rank) for a, b in combinations(tables, 2)):
            break
    return [_seated(table, past) for table in tables]


def _exchange(
    a: list[int], b: list[int], past: Mapping[int, History], rank: Mapping[int, int]
) -> bool:
    """Let two change their tables if that is better; whether they did."""
    now = _cost(a, b, past, rank)
    for i in range(len(a)):
        for k in range(len(b)):
            a[i], b[k] = b[k], a[i]
            if _cost(a, b, past, rank) < now:
                return True
            a[i], b[k] = b[k], a[i]
    return False


def _cost(
    a: Sequence[int], b: Sequence[int], past: Mapping[int, History], rank: Mapping[int, int]
) -> tuple[int, float]:
    """Of two tables: how often they have met, and how far their points lie apart."""
    again = sum(past[i].met[k] for table in (a, b) for i, k in combinations(table, 2))
    apart = sum(
        (past[i].points - past[k].points) ** 2 + ((rank[i] - rank[k]) / len(rank)) ** 2
        for table in (a, b)
        for i, k in combinations(table, 2)
    )
    return again, apart


def _seated(table: Sequence[int], past: Mapping[int, History]) -> tuple[int, ...]:
    """Players by side, so that each has played his least often."""
    costs = {
        ((1, number), (0, side)): (
            (past[number].sides.count(side) + 1) ** 2,
            past[number].streak(side),
            place * side,
        )
        for place, number in enumerate(table)
        for side in range(len(table))
    }
    by_side = {side: number for (_, number), (_, side) in cheapest_pairs(costs)}
    return tuple(by_side[side] for side in range(len(table)))
