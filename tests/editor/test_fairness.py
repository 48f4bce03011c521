"""What is fair among two sides and more."""

from __future__ import annotations

import pytest

from hexfront.editor.games import Tallied


@pytest.mark.parametrize(
    ("wins", "draws", "unfairness"),
    [
        ([5, 5], 0, 0.0),
        ([7, 1], 2, 0.3),
        # Two sides that share all, and a third that has nothing: the first has its half.
        ([3, 3, 0], 0, 1 / 3),
        ([2, 2, 2], 3, 0.0),
        ([0, 0, 6], 3, 4 / 9),
    ],
)
def test_the_side_that_has_least_or_most_tells_how_fair_a_game_is(
    wins: list[int], draws: int, unfairness: float
) -> None:
    sides = tuple("abc"[: len(wins)])
    told = Tallied(sides, sides, games=sum(wins) + draws, wins=wins, draws=draws)
    assert told.unfairness == pytest.approx(unfairness)
