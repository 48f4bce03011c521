"""Pairings of a Swiss tournament for two sides, by one matching of the least cost.

What weighs more, from the first to the last: nobody meets another twice, or has two byes; the bye
goes to the bottom of the table; nobody plays a side three times in a row or three times more
often than the other; points of opponents differ little; sides are even, then alternate; within a
group of equal points the first half meets the second, as in the Dutch system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexfront.people.tournaments.history import History
from hexfront.people.tournaments.matching import cheapest_pairs

_NOBODY = 0
"""In place of an opponent: numbers of entrants begin with 1."""


def swiss_pairs(seeds: Sequence[int], past: Mapping[int, History]) -> list[tuple[int, ...]]:
    """The boards of a round, the first with the leaders; one alone has a bye.

    `seeds`: the numbers of those who play, the strongest first.
    """
    order = sorted(seeds, key=lambda number: -past[number].points)
    rank = {number: place for place, number in enumerate(order)}
    groups: dict[float, list[int]] = {}
    for number in order:
        groups.setdefault(past[number].points, []).append(number)
    costs = {
        (one, other): _cost(one, other, past, groups)
        for place, one in enumerate(order)
        for other in order[place + 1 :]
    }
    if len(order) % 2:
        lowest = past[order[-1]].points
        for number in order:
            own = past[number]
            again = own.byes * (len(order) + 1)
            behind = len(order) - 1 - rank[number]
            costs[number, _NOBODY] = (again, round(2 * (own.points - lowest)), 0, 0, 0, 0, behind)
    boards: list[tuple[int, ...]] = []
    for one, other in sorted(cheapest_pairs(costs), key=lambda pair: _board(pair, rank)):
        if other == _NOBODY:
            boards.append((one,))
        else:
            boards.append(_seated(one, other, past, turned=len(boards) % 2 == 1))
    return [*(b for b in boards if len(b) > 1), *(b for b in boards if len(b) == 1)]


def _board(pair: tuple[int, int], rank: Mapping[int, int]) -> tuple[int, int]:
    places = sorted(rank.get(number, len(rank)) for number in pair)
    return places[0], places[1]


def _cost(
    one: int, other: int, past: Mapping[int, History], groups: Mapping[float, Sequence[int]]
) -> tuple[int, ...]:
    """What it costs to let one meet another who stands below him."""
    gap = round(2 * (past[one].points - past[other].points))
    harsh, uneven, repeats = min(_sides(one, other, past), _sides(other, one, past))
    return (
        past[one].met[other],
        0,
        harsh,
        gap * gap,
        uneven,
        repeats,
        _fold(one, other, past, groups),
    )


def _sides(first: int, second: int, past: Mapping[int, History]) -> tuple[int, int, int]:
    """What it costs to let somebody play the first side: too often, uneven, the same again."""
    harsh = uneven = repeats = 0
    for side, number in enumerate((first, second)):
        lead = past[number].lead(side) + 1
        streak = past[number].streak(side)
        harsh += (lead > 2) + (streak >= 2)
        uneven += max(0, lead) ** 2
        repeats += streak
    return harsh, uneven, repeats


def _seated(one: int, other: int, past: Mapping[int, History], *, turned: bool) -> tuple[int, int]:
    """Two opponents by side; where nothing speaks for either, `turned` decides."""
    here, there = _sides(one, other, past), _sides(other, one, past)
    if here == there:
        return (other, one) if turned else (one, other)
    return (one, other) if here < there else (other, one)


def _fold(
    one: int, other: int, past: Mapping[int, History], groups: Mapping[float, Sequence[int]]
) -> int:
    """How far an opponent is from the one whom the Dutch system would give first."""
    upper, lower = groups[past[one].points], groups[past[other].points]
    if upper is lower:
        return abs(upper.index(other) - upper.index(one) - len(upper) // 2)
    # Who floats down is the last of his group, and meets the first of the next.
    return len(upper) - 1 - upper.index(one) + lower.index(other)
