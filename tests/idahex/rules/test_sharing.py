"""Sharing out by the smallest squares, against a bisection, and by its exact conditions."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from hexfront.systems.idahex.rules.supply.allotment import allot

pytestmark = pytest.mark.clause("IDX-4.2.1")


def solve(
    wish: Sequence[float], weight: Sequence[float], most: Sequence[float], amount: float
) -> list[float]:
    n = len(wish)
    share, free = np.full(n + 2, 7.0), np.zeros(n + 2, dtype=np.int64)
    allot(np.array(wish), np.array(weight), np.array(most), n, amount, share, free)
    assert share[n:].tolist() == [7.0, 7.0]
    return [float(q) for q in share[:n]]


def takers(stock: Sequence[float], toe: Sequence[float], amount: float) -> list[float]:
    wish = [t - s for s, t in zip(stock, toe, strict=True)]
    return solve(wish, [t * t for t in toe], [inf] * len(toe), amount)


def givers(stock: Sequence[float], toe: Sequence[float], amount: float) -> list[float]:
    wish = [s - t for s, t in zip(stock, toe, strict=True)]
    return solve(wish, [t * t for t in toe], stock, amount)


def bisect(
    wish: Sequence[float], weight: Sequence[float], most: Sequence[float], amount: float
) -> list[float]:
    """The same, slowly: half the interval of the multiplier 200 times."""

    def at(slope: float) -> list[float]:
        return [min(max(a - slope * b, 0.0), u) for a, b, u in zip(wish, weight, most, strict=True)]

    low, high = -1e6, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if sum(at(middle)) > amount:
            low = middle
        else:
            high = middle
    return at(high)


def problems(seed: int) -> tuple[list[float], list[float], list[float], float]:
    """A random problem with every kind of limit."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    wish = np.round(rng.normal(0, 10, n), int(rng.integers(0, 4)))
    weight = rng.choice([1.0, 4.0, 25.0, 100.0, 0.3], n)
    most = np.where(rng.random(n) < 0.3, inf, rng.choice([0.0, 1.0, 5.0, 20.0], n))
    limit = most.sum() if np.isfinite(most.sum()) else 60.0
    amount = float(limit * rng.choice([0.0, 0.1, 0.5, 0.9, 1.0]))
    return wish.tolist(), weight.tolist(), most.tolist(), amount


def test_the_example_of_the_errata() -> None:
    assert takers([1.0, 2.0], [10.0, 20.0], 10.0) == pytest.approx([5.6, 4.4])


def test_takers_beyond_their_plans_get_nothing_before_others_reach_their_ratio() -> None:
    """Lambda is negative there: the taker at 2 would have to give."""
    assert takers([20.0, 0.0], [10.0, 10.0], 5.0) == pytest.approx([0.0, 5.0])
    assert takers([20.0, 0.0], [10.0, 10.0], 30.0) == pytest.approx([5.0, 25.0])


def test_equal_plans_are_filled_to_equal_stocks() -> None:
    stock = [4.0, 0.0, 9.0]
    got = takers(stock, [10.0] * 3, 8.0)
    assert [s + q for s, q in zip(stock, got, strict=True)] == pytest.approx([6.0, 6.0, 9.0])


def test_takers_without_plans_are_filled_to_a_level() -> None:
    assert solve([-3.0, -1.0, -8.0], [1.0] * 3, [inf] * 3, 4.0) == pytest.approx([1.0, 3.0, 0.0])


def test_no_giver_gives_more_than_it_has() -> None:
    """Without limits, toe 1 against toe 100 would take from the large one only, and too much."""
    got = givers([50.0, 2.0], [100.0, 1.0], 51.5)
    assert got == pytest.approx([50.0, 1.5])
    assert max(got) <= 50.0


def test_all_is_given() -> None:
    assert givers([3.0, 4.0, 0.0], [1.0, 50.0, 2.0], 7.0) == pytest.approx([3.0, 4.0, 0.0])


def test_nothing_is_given() -> None:
    assert takers([30.0, 1.0], [10.0, 5.0], 0.0) == [0.0, 0.0]
    assert givers([3.0, 40.0], [10.0, 5.0], 0.0) == [0.0, 0.0]


def test_nobody_shares() -> None:
    assert solve([], [], [], 0.0) == []


def test_bisection_finds_the_same() -> None:
    for seed in range(400):
        wish, weight, most, amount = problems(seed)
        slow = bisect(wish, weight, most, amount)
        assert solve(wish, weight, most, amount) == pytest.approx(slow, abs=1e-7), seed


@given(st.integers(0, 2**32))
def test_the_conditions_of_the_smallest_sum_hold(seed: int) -> None:
    """One slope for all between the limits; at 0 it is steeper than there, at the limit less."""
    wish, weight, most, amount = problems(seed)
    share = solve(wish, weight, most, amount)
    assert sum(share) == pytest.approx(amount, rel=1e-12, abs=1e-12)
    slopes = [(a - q) / b for a, b, q in zip(wish, weight, share, strict=True)]
    inside = [m for m, q, u in zip(slopes, share, most, strict=True) if 0.0 < q < u]
    at_most = [m for m, q, u in zip(slopes, share, most, strict=True) if q == u > 0.0]
    assert all(0.0 <= q <= u for q, u in zip(share, most, strict=True))
    tolerance = 1e-9
    low = max([m for m, q, u in zip(slopes, share, most, strict=True) if q < u], default=-inf)
    high = min(inside + at_most, default=inf)
    assert not inside or max(inside) - min(inside) < tolerance
    assert low <= high + tolerance


@pytest.mark.parametrize("seed", range(20))
def test_a_general_solver_finds_no_smaller_sum(seed: int) -> None:
    wish, weight, most, amount = (np.array(part) for part in problems(seed))

    def total(share: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return float(((share - wish) ** 2 / weight).sum())

    ours = np.array(solve(wish.tolist(), weight.tolist(), most.tolist(), float(amount)))
    found = optimize.minimize(
        total,
        ours * 0.5 + np.minimum(most, amount) * 0.5 / len(wish),
        bounds=[(0.0, None if np.isinf(u) else u) for u in most],
        constraints={"type": "eq", "fun": lambda share: share.sum() - amount},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    if found.success:
        assert total(found.x) == pytest.approx(total(ours), rel=1e-5, abs=1e-5)
