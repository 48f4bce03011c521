"""Who is before whom when a game has ended: games of many sides become results of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.core.contract import Result
from hexfront.study.games import Row, winners_of

Place = tuple[float, float]
"""What sides are compared by; more is better."""


def standing(result: Result, sides: int) -> list[Place]:
    """The place of each side.

    Winners are before all others, and of the others, where there are several, the one with the
    higher score; where the rules name no winner, scores alone tell.
    """
    scores = result.scores or (0.0,) * sides
    if not result.names_winner:
        return [(0.0, score) for score in scores]
    won = [side in result.winners for side in range(sides)]
    behind = sides > 2 and any(won)
    return [
        (float(has_won), score if behind and not has_won else 0.0)
        for has_won, score in zip(won, scores, strict=True)
    ]


def standing_in_row(row: Row, sides: Sequence[tuple[str, str]]) -> list[Place]:
    """The place of each side of a game that the rules name winners of, from its row.

    `sides`: name and column of each.
    """
    names = [name for name, _ in sides]
    if row["forfeit"] is not None:
        return forfeited(names.index(row["forfeit"]), len(sides))
    won = winners_of(row, names)
    winners = tuple(side for side, name in enumerate(names) if name in won)
    scores = tuple(row[f"score_{column}"] or 0.0 for _, column in sides)
    return standing(Result(winners, "", "", scores), len(sides))


def forfeited(side: int, sides: int) -> list[Place]:
    """Whoever forfeits is behind all others, who have drawn."""
    return [(-1.0 if other == side else 0.0, 0.0) for other in range(sides)]


def points(
    places: Sequence[Place], seating: Sequence[Any], first: Any, second: Any = None
) -> float:
    """The part of the points that the agent `first` has of a game, from 0 to 1.

    The mean over all pairs of a side of his and a side of another (of `second`, if that is
    given): 1 before it, a half beside it.
    """
    won = [
        0.5 if own == other else float(own > other)
        for own, agent in zip(places, seating, strict=True)
        if agent == first
        for other, rival in zip(places, seating, strict=True)
        if rival != first and second in (None, rival)
    ]
    return sum(won) / len(won)
