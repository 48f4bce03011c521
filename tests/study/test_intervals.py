import pytest
from scipy import stats

from hexfront.study.intervals import mean_interval, student_t, wilson
from hexfront.study.spread import Mean, Spread


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_known_intervals(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_all_and_none_mirror_each_other() -> None:
    low, high = wilson(20, 20)
    assert high == 1.0
    assert 1 - low == pytest.approx(wilson(0, 20)[1])


def test_no_trials_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_what_is_no_proportion_is_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


def test_agrees_with_scipy() -> None:
    for successes, trials in ((3, 10), (950, 1000), (1, 7)):
        expected = stats.binomtest(successes, trials).proportion_ci(method="wilson")
        assert wilson(successes, trials) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("freedom", "bound"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)],
)
def test_known_bounds_of_t(freedom: int, bound: float) -> None:
    assert student_t(freedom) == pytest.approx(bound, abs=5e-4)


def test_t_agrees_with_scipy() -> None:
    for freedom in (1, 2, 5, 8, 199, 200, 201, 1000, 10**6):
        for confidence in (0.9, 0.95, 0.99):
            expected = stats.t.ppf((1 + confidence) / 2, freedom)
            assert student_t(freedom, confidence) == pytest.approx(expected, rel=1e-5)


def test_the_interval_of_a_mean() -> None:
    values = [2, 3, 5, 8]
    total, squares = sum(values), sum(value * value for value in values)
    # The variance of these is 7, so the spread is 3.182 x sqrt(7 / 4).
    assert mean_interval(4, total, squares) == pytest.approx((0.2900, 8.7100), abs=5e-4)
    assert mean_interval(3, 6, 12) == (2.0, 2.0)
    assert mean_interval(1, 6, 36) is None


def test_means_of_large_integers_are_exact() -> None:
    mean = Mean()
    for value in (10**12, 10**12 + 1, 10**12 + 2):
        mean.add(value)
    low, high = mean.interval or (0, 0)
    assert high - low == pytest.approx(2 * 4.3026527 / 3**0.5, rel=1e-3)


def test_quantiles() -> None:
    spread = Spread()
    for value in (3, 1, 2, 2, 9):
        spread.add(value)
    assert [spread.quantile(share) for share in (0, 0.2, 0.21, 0.6, 0.8, 0.81, 1)] == [
        *(1, 1, 2, 2, 3, 9, 9)
    ]
    with pytest.raises(ValueError, match="no numbers"):
        Spread().quantile(0.5)
