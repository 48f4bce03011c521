"""What learners get for a game: one number a side."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.core.contract import Result


def rewards(result: Result | None, sides: int) -> list[float]:
    """One number a side: 1 won, −1 lost, 0 drawn or not over yet.

    Where the rules name no winner, a side's lead in scores over the mean of the others, as a
    share of all scores: from −1 to 1, and in sum 0.
    """
    if result is not None and not result.names_winner and result.scores:
        return leads(result.scores)
    if result is None or len(result.winners) in (0, sides):
        return [0.0] * sides
    return [1.0 if side in result.winners else -1.0 for side in range(sides)]


def leads(scores: Sequence[float]) -> list[float]:
    """How far each side is before the mean of the others, as a share of all scores."""
    all_, size = sum(scores), sum(map(abs, scores)) * (len(scores) - 1)
    return [(len(scores) * score - all_) / size if size else 0.0 for score in scores]
