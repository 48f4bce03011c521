"""Intervals hold however often one looks, and however one decides to stop."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.experiments.sequences import mean_interval, rate_interval


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5, 0.99])
def test_a_rate_is_within_its_bounds_at_all_looks_in_95_of_100_runs(rate):
    chance = np.random.default_rng(1)
    held = 0
    for _ in range(300):
        won = np.cumsum(chance.random(400) < rate)
        looks = range(10, 401, 10)
        bounds = [rate_interval(int(won[games - 1]), games, 0.95) for games in looks]
        held += all(low <= rate <= high for low, high in bounds)
    # At least 285 are promised; fewer than 275 would come of chance once in 15 times 1,000.
    assert held >= 275


def test_the_naive_rule_does_not_hold():
    """Stopping when a Wald interval is narrow: with rates near 0 it stops at once, and is wrong."""
    chance, held = np.random.default_rng(1), 0
    for _ in range(300):
        won = np.cumsum(chance.random(400) < 0.05)
        for games in range(10, 401, 10):
            seen = won[games - 1] / games
            half = 1.96 * np.sqrt(seen * (1 - seen) / games)
            if 2 * half < 0.1:
                break
        held += seen - half <= 0.05 <= seen + half
    assert held < 150


def test_bounds_of_rates_are_exact_at_the_ends_and_narrow():
    assert rate_interval(0, 0, 0.95) == (0.0, 1.0)
    low, high = rate_interval(0, 100, 0.95)
    assert low == 0 and 0.05 < high < 0.1
    assert rate_interval(100, 100, 0.95) == pytest.approx((1 - high, 1))
    wide = rate_interval(50, 100, 0.95)
    narrow = rate_interval(5000, 10_000, 0.95)
    assert wide[1] - wide[0] > 5 * (narrow[1] - narrow[0])
    with pytest.raises(ValueError, match="no rate"):
        rate_interval(3, 2, 0.95)


def test_a_mean_is_within_its_bounds_at_all_looks():
    chance, held = np.random.default_rng(2), 0
    for _ in range(300):
        values = chance.exponential(2.0, 400)
        total, squares = np.cumsum(values), np.cumsum(values**2)
        bounds = [
            mean_interval(n, float(total[n - 1]), float(squares[n - 1]), 0.95)
            for n in range(30, 401, 10)
        ]
        held += all(found is not None and found[0] <= 2 <= found[1] for found in bounds)
    assert held >= 275
    assert mean_interval(29, 1.0, 1.0, 0.95) is None
