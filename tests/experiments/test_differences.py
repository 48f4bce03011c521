"""Paired differences: their intervals, exact tests, and what pairing saves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from hexfront.experiments.differences import Pairs, difference, holm, mcnemar, paired_rates
from hexfront.experiments.distributions import MOST_VALUES, Distribution
from hexfront.study.intervals import student_p


def pairs_of(first, other):
    pairs = Pairs()
    for one, two in zip(first, other, strict=True):
        pairs.add(float(one), float(two))
    return pairs


def test_a_difference_of_means_is_that_of_the_paired_t_test():
    chance = np.random.default_rng(1)
    first = chance.normal(10, 3, 40)
    other = first + chance.normal(0.5, 1, 40)
    found = difference(pairs_of(first, other), 0.95, is_rate=False)
    known = stats.ttest_rel(other, first)
    low, high = known.confidence_interval(0.95)
    assert (found.low, found.high, found.p) == pytest.approx((low, high, known.pvalue))
    saved = 1 - np.var(other - first, ddof=1) / (np.var(first, ddof=1) + np.var(other, ddof=1))
    assert found.saved == pytest.approx(saved)
    assert found.saved > 0.8


@pytest.mark.parametrize(("one", "two"), [(0, 0), (1, 9), (5, 5), (12, 30), (700, 600)])
def test_the_test_of_rates_is_exact(one, two):
    known = stats.binomtest(one, one + two).pvalue if one + two else 1.0
    assert mcnemar(one, two) == pytest.approx(known, rel=1e-9)


def test_the_interval_of_paired_rates_is_that_of_newcombes_example():
    # Newcombe (1998), table II: 36 both, 12 and 2 in one alone, 0 in none: 0.0569 to 0.3404.
    low, high = paired_rates(36, 2, 12, 0, 0.95)
    assert (low, high) == pytest.approx((0.0569, 0.3404), abs=5e-5)


@pytest.mark.parametrize(("rate", "gain"), [(0.5, 0.1), (0.02, 0.03), (0.9, 0.0)])
def test_intervals_of_paired_rates_cover_what_they_promise(rate, gain):
    chance = np.random.default_rng(7)
    covered = 0
    for _ in range(400):
        draws = chance.random((2, 80))
        first = draws[0] < rate
        # Half of the pairs have the same luck.
        other = np.where(draws[1] < 0.5, draws[0], chance.random(80)) < rate + gain
        found = difference(pairs_of(first, other), 0.95, is_rate=True)
        covered += found.low <= gain <= found.high
    assert covered >= 400 * 0.925


def test_one_pair_has_a_difference_and_no_interval():
    found = difference(pairs_of([3], [5]), 0.95, is_rate=False)
    assert (found.size, found.low, found.high, found.p, found.saved) == (2, None, None, None, None)


def test_holm_corrects_for_the_number_of_tests():
    # Holm's procedure on the values of a textbook example.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([None, 0.5, None, 0.9]) == [None, 1.0, None, 1.0]


def test_the_tail_of_students_t():
    for value, freedom in ((0.0, 1), (2.0, 3), (-2.5, 39), (1.96, 500), (3.0, 20_000)):
        known = 2 * stats.t.sf(abs(value), freedom)
        assert student_p(value, freedom) == pytest.approx(known, rel=2e-3)


def test_a_distribution_keeps_few_counts_and_its_quantiles():
    values = np.random.default_rng(3).normal(100, 15, 20_000)
    found = Distribution()
    for value in values:
        found.add(float(value))
    assert len(found.counts) <= MOST_VALUES
    for share in (0.05, 0.5, 0.95):
        assert found.quantile(share) == pytest.approx(np.quantile(values, share), abs=found.step)
    assert sum(found.bars(40, 160, 24)) == 20_000
    few = Distribution()
    for value in (1.0, 1.0, 2.0, 7.0):
        few.add(value)
    assert (few.step, few.counts) == (0.0, {1.0: 2, 2.0: 1, 7.0: 1})
    assert few.quantile(0.5) == 1.0
