"""Intervals that hold what they say, ratings of known cases, and results in circles."""

import numpy as np
import pytest

from hexfront.arena.intervals import interval, resampled_shares, smoothed_share
from hexfront.arena.ratings import circles, fit, rate
from tests.amounts import amount

PAIRS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


@pytest.mark.parametrize(
    "chances",
    [
        (0.1, 0.2, 0.4, 0.2, 0.1),
        (0.02, 0.08, 0.2, 0.3, 0.4),
        (0.0, 0.0, 0.02, 0.0, 0.98),
        (0.3, 0.0, 0.0, 0.0, 0.7),
    ],
)
@pytest.mark.parametrize("pairs", [20, 100])
def test_intervals_hold_the_truth(chances: tuple[float, ...], pairs: int) -> None:
    rng, truth, held = np.random.default_rng(1), float(PAIRS @ chances), 0
    tries = amount(300, 3000)
    for number in range(tries):
        scores = rng.choice(PAIRS, size=pairs, p=chances)
        low, high = interval(resampled_shares([scores], 400, number)[:, 0])
        held += low <= truth <= high
    assert held / tries > 0.95 - 3 * (0.95 * 0.05 / tries) ** 0.5 - 0.01


def test_wins_alone_do_not_prove_that_all_would_be_won() -> None:
    low, high = interval(resampled_shares([[1.0] * 100])[:, 0])
    assert 0.96 < low < 0.99 and high > 0.9999
    assert 0.99 < smoothed_share([1.0] * 100) < 1


def test_pairings_share_their_dice() -> None:
    scores = [0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.25] * 5
    drawn = resampled_shares([scores, scores, [1 - score for score in scores]], 300)
    assert np.corrcoef(drawn.T)[0, 1] > 0.9
    assert np.corrcoef(drawn.T)[0, 2] < -0.9
    assert (resampled_shares([scores], 300) == resampled_shares([scores], 300)).all()


def test_two_agents_differ_by_the_logarithm_of_their_odds() -> None:
    ratings = fit([(0, 1)], np.array([0.75]), np.array([100.0]), 2)
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(3), abs=0.01)
    assert ratings.sum() == pytest.approx(0)


def test_a_published_case() -> None:
    # The example of Wikipedia, "Bradley–Terry model": A to D, of whom not all meet.
    pairs = [(0, 1), (0, 3), (1, 2), (2, 3)]
    shares, games = np.array([2 / 5, 1 / 5, 5 / 8, 1 / 4]), np.array([5.0, 5.0, 8.0, 4.0])
    worth = 10 ** (fit(pairs, shares, games, 4) / 400)
    assert worth / worth.sum() == pytest.approx([0.139, 0.226, 0.143, 0.492], abs=6e-4)


def test_ratings_come_back_with_their_intervals() -> None:
    truth = np.array([150.0, 20.0, -170.0])
    pairs, rng = [(0, 1), (0, 2), (1, 2)], np.random.default_rng(3)
    scores = []
    for first, second in pairs:
        chance = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
        scores.append(rng.binomial(2, chance, 400) / 2)
    ratings = rate(
        pairs,
        [smoothed_share(one) for one in scores],
        resampled_shares(scores, 200),
        [800] * 3,
        3,
    )
    for rating, true in zip(ratings, truth, strict=True):
        assert rating.low < true < rating.high
        assert rating.low < rating.rating < rating.high
        assert 15 < rating.high - rating.low < 60
    anchored = rate(pairs, [0.7, 0.87, 0.75], resampled_shares(scores, 20), [800] * 3, 3, 2)
    assert anchored[2] == (0, 0, 0)
    assert anchored[0].rating > anchored[1].rating > 0


def test_circles_are_found() -> None:
    assert circles([(0, 1), (1, 2), (2, 0)]) == [(0, 1, 2)]
    assert circles([(1, 0), (0, 2), (2, 1), (3, 0), (3, 1)]) == [(0, 2, 1)]
    assert circles([(0, 1), (1, 2), (0, 2)]) == []


def test_what_is_added_to_a_long_block_is_a_game_of_it() -> None:
    scores = [0.1, 0.05, 0.0, 0.1, 0.125] * 5
    low, high = interval(resampled_shares([scores], games=8)[:, 0])
    assert low < sum(scores) / 25 < high < 0.14
