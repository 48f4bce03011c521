"""Designs are what their names promise."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from hexfront.core.errors import InputError
from hexfront.experiments import designs


def test_a_factorial_has_every_combination_once_and_the_last_factor_changes_fastest():
    points = designs.factorial([2, (3,)])
    assert points.tolist() == [
        [a, pytest.approx(b)] for a in (0.0, 1.0) for b in (1 / 6, 1 / 2, 5 / 6)
    ]
    with pytest.raises(InputError, match="at most 100000 points"):
        designs.factorial([10] * 6)


@pytest.mark.parametrize(
    ("factors", "resolution", "runs"), [(7, 3, 8), (15, 3, 16), (8, 4, 16), (5, 5, 16), (6, 5, 32)]
)
def test_a_fraction_has_the_runs_of_the_textbook_and_its_resolution(factors, resolution, runs):
    points = designs.fractional_factorial(factors, resolution)
    assert points.shape == (runs, factors)
    signs = 2 * points - 1
    # No product of fewer columns than the resolution is constant.
    for count in range(1, resolution):
        for columns in combinations(range(factors), count):
            assert signs[:, columns].prod(axis=1).sum() == 0


@pytest.mark.parametrize("maximin", [False, True])
def test_a_latin_hypercube_has_one_point_in_each_stratum(maximin):
    points = designs.latin_hypercube(20, 3, 1, maximin=maximin)
    for column in (points * 20).astype(int).T:
        assert sorted(column) == list(range(20))


def test_maximin_has_wider_gaps():
    from scipy.spatial.distance import pdist

    plain, wide = (designs.latin_hypercube(12, 2, 5, maximin=wide) for wide in (False, True))
    assert pdist(wide).min() > pdist(plain).min()


@pytest.mark.parametrize(("points", "factors"), [(17, 5), (33, 11), (129, 16)])
def test_a_nearly_orthogonal_design_keeps_its_bounds_and_its_levels(points, factors):
    made = designs.Design("nearly-orthogonal", designs.nearly_orthogonal(points, factors, 1))
    assert made.correlation <= 0.03
    assert made.condition <= 1.13
    for column in made.points.T:
        assert np.allclose(np.sort(column), np.linspace(0, 1, points))


def test_a_nearly_orthogonal_design_that_cannot_be_is_refused():
    with pytest.raises(InputError, match="more than 9, the number of factors"):
        designs.nearly_orthogonal(9, 9, 1)
    with pytest.raises(InputError, match="more points"):
        designs.nearly_orthogonal(6, 5, 1)


def test_powers_of_two_are_asked_for():
    with pytest.raises(InputError, match="a power of two, such as 128"):
        designs.sobol_points(100, 3, 1)
    with pytest.raises(InputError, match="a power of two, such as 8"):
        designs.saltelli_points(5, 3, 1, second_order=False)


def test_sobol_indices_cost_what_is_said_of_them():
    assert len(designs.saltelli_points(8, 3, 1, second_order=False)) == 8 * (3 + 2)
    assert len(designs.saltelli_points(8, 3, 1, second_order=True)) == 8 * (2 * 3 + 2)


def test_a_fraction_of_too_many_runs_is_refused():
    with pytest.raises(InputError, match="at most 100000 points"):
        designs.fractional_factorial(400, 5)
