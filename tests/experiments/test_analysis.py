"""Indices and effects agree with functions whose values are known."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.experiments import designs
from hexfront.experiments.analysis import fit_effects, morris_indices, sobol_indices
from hexfront.experiments.designs import Design


def ishigami(points, a=7.0, b=0.1):
    x = -np.pi + 2 * np.pi * points
    return np.sin(x[:, 0]) + a * np.sin(x[:, 1]) ** 2 + b * x[:, 2] ** 4 * np.sin(x[:, 0])


def sobol_g(points, a=(0, 1, 4.5, 9, 99, 99, 99, 99)):
    a = np.array(a, dtype=float)
    return ((np.abs(4 * points - 2) + a) / (1 + a)).prod(axis=1)


def test_ishigami():
    """Variance 13.844588; S .313905 .442411 0; ST .557589 .442411 .243684; S13 .243684."""
    points = designs.saltelli_points(2048, 3, 1, second_order=True)
    values = ishigami(points)
    assert values.var() == pytest.approx(13.844588, rel=0.02)
    indices, pairs = sobol_indices(["a", "b", "c"], values, 0.95, 1, second_order=True)
    for one, first, total in zip(
        indices, (0.313905, 0.442411, 0), (0.557589, 0.442411, 0.243684), strict=True
    ):
        assert one.first == pytest.approx(first, abs=0.02)
        assert one.total == pytest.approx(total, abs=0.02)
        assert abs(one.first - first) < 2 * one.first_spread
    assert pairs["a", "c"][0] == pytest.approx(0.243684, abs=0.03)


def test_sobol_g():
    """S .716192 .179048 .023676 .007162 .000072 …; ST .787144 .242198 .034317 .010460 .000105 …"""
    points = designs.saltelli_points(2048, 8, 1, second_order=False)
    indices, _ = sobol_indices([*"abcdefgh"], sobol_g(points), 0.95, 1, second_order=False)
    first = [one.first for one in indices]
    total = [one.total for one in indices]
    assert first[:5] == pytest.approx([0.716192, 0.179048, 0.023676, 0.007162, 0.000072], abs=0.01)
    assert total[:5] == pytest.approx([0.787144, 0.242198, 0.034317, 0.010460, 0.000105], abs=0.01)


def test_morris_on_ishigami():
    """With 4 levels every elementary effect of the second factor is ±7.875: so is μ*."""
    points = designs.morris_points(8, 3, 4, 1)
    found = morris_indices(["a", "b", "c"], Design("morris", points), 4, ishigami(points), 0.95, 1)
    assert found[1].first == pytest.approx(7.875)
    assert found[1].first_spread == pytest.approx(0, abs=1e-9)


def test_effects_of_a_plane_with_an_interaction_are_found_exactly():
    points = designs.factorial([2, 2, 2])
    a, b, c = points.T
    found = fit_effects(points, ["a", "b", "c"], 5 + 3 * a - 2 * b + 4 * a * c, 0.95)
    assert found is not None
    sizes = {one.names: one.size for one in found.effects}
    # Of a at the middle of c: 3 + 4 / 2; of the pair: what half of a changes of half of c.
    assert sizes["a",] == pytest.approx(5)
    assert sizes["b",] == pytest.approx(-2)
    assert sizes["c",] == pytest.approx(2)
    assert sizes["a", "c"] == pytest.approx(2)
    assert sizes["a", "b"] == pytest.approx(0)
    assert found.explained == pytest.approx(1)


def test_effects_of_a_saturated_design_have_no_bounds_and_those_of_too_few_points_are_none():
    points = designs.fractional_factorial(3, 3)
    found = fit_effects(points, ["a", "b", "c"], points[:, 0], 0.95)
    assert found is not None
    assert [one.low for one in found.effects] == [None] * 3
    assert fit_effects(points[:2], ["a", "b", "c"], points[:2, 0], 0.95) is None
