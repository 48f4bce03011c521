"""How the opponents fare: the machine commander beats the simple one from either side."""

from __future__ import annotations

import pytest
from benchmarks.idahex_opponents import (
    Job,
    Outcome,
    beyond,
    crossings,
    mean,
    play,
    rules_of,
    strength,
    table,
)

DAYS = 8.0


@pytest.mark.clause("IDX-4")
@pytest.mark.parametrize("side", range(2))
def test_the_commander_beats_the_simple_opponent(side: int) -> None:
    """It keeps nearly all of its strength, and the other loses much of his."""
    seats = ("commander", "greedy") if side == 0 else ("greedy", "commander")
    for war in range(2):
        outcome = play(rules_of(""), Job(seats, war, DAYS))
        assert outcome.kept[side] > 0.85
        assert outcome.kept[side] > outcome.kept[1 - side] + 0.1
        opened = [len(own) for own in ((rules_of("").start().owner == k) for k in range(2))]
        assert sum(outcome.cells) == 89 <= sum(opened)


def test_what_is_measured() -> None:
    rules = rules_of("")
    start = rules.start()
    assert beyond(rules, 0) == [38, 39, 40, 41, 66, 67]
    assert beyond(rules, 1) == [26, 27, 28, 29, 30, 55, 56]
    before = strength(rules, start, 0)
    start.stock[:] *= 0.5
    assert strength(rules, start, 0) == pytest.approx(before / 2)
    assert crossings([None, 3.0, 1.0]) == "2 of 3, day 2"
    assert crossings([None]) == "0 of 1"
    assert mean([1.0]) == "1.00"
    assert mean([1.0, 1.0]) == "1.00 (1.00 to 1.00)"


def test_a_row_for_each_side_of_a_pairing() -> None:
    one = Outcome(("greedy", "random"), (0.5, 0.25), (40, 49), (None, 2.0))
    lines = table([one, one._replace(kept=(0.7, 0.25))])
    assert len(lines) == 4
    assert "| greedy | random | 2 | red | 0.60 (-0.67 to 1.87) | 40.0" in lines[2]
    assert lines[3].endswith("| 2 of 2, day 2 |")
