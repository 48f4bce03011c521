"""The sequential test: published cases, and how often it errs."""

import numpy as np
import pytest

from hexfront.arena.sprt import (
    Bounds,
    expected_games,
    log_likelihood_ratio,
    read_bounds,
    strength,
)
from hexfront.core.errors import InputError
from tests.amounts import amount

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)
PUBLISHED = (13, 37, 50, 25, 3)
"""Pairs by score, as fishtest has them."""


def test_the_published_case() -> None:
    ratio = log_likelihood_ratio(PAIRS, PUBLISHED, 2, Bounds(0, 4))
    assert ratio == pytest.approx(-0.54912, abs=5e-6)
    elo, normalised = strength(PAIRS, PUBLISHED, 2)
    assert (elo, normalised) == pytest.approx((-43.66, -63.97), abs=0.005)


def test_sides_that_change_their_names_change_the_sign() -> None:
    ratio = log_likelihood_ratio(PAIRS, PUBLISHED, 2, Bounds(-4, 4))
    assert log_likelihood_ratio(PAIRS, PUBLISHED[::-1], 2, Bounds(-4, 4)) == pytest.approx(-ratio)
    assert strength(PAIRS, PUBLISHED[::-1], 2)[0] == pytest.approx(43.66, abs=0.005)


def test_scores_that_never_came_do_not_matter() -> None:
    more = log_likelihood_ratio((0, 0.25, 0.4, 0.5, 0.75, 1), (13, 37, 0, 50, 25, 3), 2, (0, 4))
    assert more == pytest.approx(-0.54912, abs=1e-3)


def test_how_long_it_takes_is_told_before() -> None:
    expected = expected_games(Bounds(0, 30))
    assert expected.at_bound == pytest.approx(700, rel=0.05)
    assert expected.between == pytest.approx(1200, rel=0.05)


def chances_of(bound: float) -> np.ndarray:
    """Chances of the scores of a pair with this normalised Elo."""
    base = np.array([0.1, 0.2, 0.35, 0.2, 0.15])
    low, high = -20.0, 20.0
    for _ in range(60):
        tilt = (low + high) / 2
        chances = base * np.exp(tilt * np.array(PAIRS))
        chances /= chances.sum()
        low, high = (tilt, high) if strength(PAIRS, chances, 2)[1] < bound else (low, tilt)
    return chances


@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.0, 80.0])
def test_it_errs_as_seldom_as_it_says(truth: float) -> None:
    bounds, tests, wrong, pairs = Bounds(0, 80), amount(150, 2000), 0, 0
    rng, chances = np.random.default_rng(1), chances_of(truth)
    for _ in range(tests):
        counts, ratio = np.zeros(5), 0.0
        while abs(ratio) < bounds.stop:
            counts[rng.choice(5, p=chances)] += 1
            pairs += 1
            ratio = log_likelihood_ratio(PAIRS, counts, 2, bounds)
        wrong += (ratio > 0) == (truth == bounds.low)
    assert wrong / tests < 0.05 + 3 * (0.05 * 0.95 / tests) ** 0.5
    assert 2 * pairs / tests == pytest.approx(expected_games(bounds).at_bound, rel=0.2)


@pytest.mark.parametrize("text", ["0", "30,0", "a,b", "0,nan", "0,1e9", "0,30,60", "5,5"])
def test_bounds_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="--sprt"):
        read_bounds(text)
    assert read_bounds("0,30") == Bounds(0, 30)
