import pytest

from hexfront.study.intervals import wilson


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
    stats = pytest.importorskip("scipy.stats")
    for successes, trials in ((3, 10), (950, 1000), (1, 7)):
        expected = stats.binomtest(successes, trials).proportion_ci(method="wilson")
        assert wilson(successes, trials) == pytest.approx((expected.low, expected.high))
