"""The agenda against a list that is sorted anew each time."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from hexfront.mechanics import agenda as a


def in_order(rows: a.Float, heap: a.Int) -> list[int]:
    """Everybody on the agenda, taken off one by one; works on copies."""
    rows, heap = rows.copy(), heap.copy()
    found = []
    while (subject := a.first(heap)) != a.NOWHERE:
        found.append(subject)
        a.cancel(rows, heap, subject)
    return found


@pytest.mark.clause("IDX-3.3")
@pytest.mark.parametrize("seed", range(12))
def test_like_a_sorted_list(seed: int) -> None:
    random = np.random.default_rng(seed)
    subjects = int(random.integers(1, 30))
    rows, heap = a.make_agenda(subjects, 5)
    rows[:, 4] = 7.0
    expected: dict[int, tuple[float, int, int]] = {}
    for age in range(150):
        subject = int(random.integers(subjects))
        choice = random.random()
        if choice < 0.15:
            a.cancel(rows, heap, subject)
            expected.pop(subject, None)
        elif choice < 0.25:
            a.schedule(rows, heap, subject, inf, 0, age)
            expected.pop(subject, None)
        else:
            due, rank = float(random.integers(4)), int(random.integers(-1, 2))
            a.schedule(rows, heap, subject, due, rank, -age if rank < 0 else age)
            expected[subject] = (due, rank, -age if rank < 0 else age)
        order = sorted(expected, key=expected.__getitem__)
        assert a.first(heap) == (order[0] if order else a.NOWHERE)
        assert heap[0] == len(order)
        assert in_order(rows, heap) == order
        for one in range(subjects):
            assert a.is_scheduled(heap, one) == (one in expected)
            assert (rows[one, a.DUE] == inf) == (one not in expected)
    assert (rows[:, 4] == 7.0).all()


def test_of_the_same_time_rank_counts_before_age() -> None:
    rows, heap = a.make_agenda(4)
    for subject, (rank, age) in enumerate([(1, 0), (0, 3), (0, 2), (-1, 9)]):
        a.schedule(rows, heap, subject, 2.0, rank, age)
    assert in_order(rows, heap) == [3, 2, 1, 0]
    a.schedule(rows, heap, 0, 1.0, 1, 0)
    assert a.first(heap) == 0


def test_what_is_cancelled_twice_stays_off() -> None:
    rows, heap = a.make_agenda(2)
    a.schedule(rows, heap, 1, 3.0, 0, 0)
    a.cancel(rows, heap, 1)
    a.cancel(rows, heap, 1)
    assert a.first(heap) == a.NOWHERE
    assert not a.is_scheduled(heap, 1)


def test_a_move_among_thousands_touches_few() -> None:
    """Each move touches no more than the way down the heap."""
    rows, heap = a.make_agenda(2048)
    for subject in range(2048):
        a.schedule(rows, heap, subject, float((subject * 977) % 2048), 0, subject)
    before = heap.copy()
    a.schedule(rows, heap, 5, -1.0, 0, 5)
    assert int((before[1:2049] != heap[1:2049]).sum()) <= 12
    assert a.first(heap) == 5
