"""Antipotential potentials in Holter's scaling, and the force ratio (5.1.2, 5.3)."""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.weapon_values import (
    app,
    ratio_without_values,
    standard_values,
)
from tests.amounts import amount
from tests.idahex import combat_oracle as oracle
from tests.idahex.designs import make_design


def values_of(a: Any, b: Any) -> tuple[float, d.Float, d.Float]:
    a, b = np.array(a, dtype=float), np.array(b, dtype=float)
    m, n = a.shape
    va, vd = np.full(m, 9.0), np.full(n, 9.0)
    alpha = app(a, b, m, n, va, vd, np.zeros((2, m, m)))
    return float(alpha), va, vd


def positive(random: Random, m: int, n: int) -> d.Float:
    return np.array([[10 ** random.uniform(-4, 0) for _ in range(n)] for _ in range(m)])


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize("seed", range(amount(20, 60)))
def test_values_solve_their_equations(seed: int) -> None:
    random = Random(seed)
    m, n = random.randint(1, 6), random.randint(1, 6)
    a, b = positive(random, m, n), positive(random, n, m)
    for matrix in (a, b):
        matrix[np.array([[random.random() < 0.2 for _ in row] for row in matrix])] = 0.0
    alpha, va, vd = values_of(a, b)
    if alpha == 0.0:
        assert np.abs(np.linalg.eigvals(a @ b)).max() < 1e-6
        assert not va.any() and not vd.any()
        return
    assert a @ vd == pytest.approx(alpha * va, rel=1e-11, abs=1e-13)
    assert b @ va == pytest.approx(alpha * vd, rel=1e-11, abs=1e-13)
    assert va.min() >= 0.0
    assert va[np.nonzero(va)[0][0]] == 1.0
    assert alpha**2 == pytest.approx(np.abs(np.linalg.eigvals(a @ b)).max(), rel=1e-7)


@pytest.mark.clause("IDX-5.1.2")
def test_one_weapon_a_side() -> None:
    alpha, va, vd = values_of([[0.3]], [[0.12]])
    assert alpha == pytest.approx(sqrt(0.036))
    assert (va[0], vd[0]) == pytest.approx((1.0, 0.12 / sqrt(0.036)))


@pytest.mark.clause("IDX-5.1.2")
def test_weapons_that_kill_each_other_in_turn_have_values() -> None:
    # A D is cyclic: plain iteration would swing for ever.
    alpha, va, vd = values_of([[0.0, 2.0], [8.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]])
    assert alpha == pytest.approx(2.0, rel=1e-12)
    assert va == pytest.approx([1.0, 2.0], rel=1e-11)
    assert vd == pytest.approx([0.5, 1.0], rel=1e-11)


@pytest.mark.clause("IDX-5.1.2")
def test_a_cycle_of_very_unequal_types_is_found_exactly() -> None:
    alpha, va, _ = values_of([[0.0, 1.0], [1e-8, 0.0]], [[1.0, 0.0], [0.0, 1.0]])
    assert alpha == pytest.approx(1e-2, rel=1e-11)
    assert va == pytest.approx([1.0, 1e-4], rel=1e-9)


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize(
    ("ab", "va"),
    [
        ([[1.0, 0.0], [0.0, 0.9999999]], [1.0, 0.0]),
        ([[0.9, 0.0], [0.0, 1.0]], [0.0, 1.0]),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0]),
        ([[1.0, 1.0], [0.0, 1.0]], [1.0, 0.0]),
        ([[1.0, 1.0], [0.0, 0.5]], [1.0, 0.0]),
        ([[0.5, 1.0], [0.0, 1.0]], [1.0, 0.5]),
        ([[0.0, 1.0], [0.0, 1.0]], [1.0, 1.0]),
        ([[1.0, 0.0], [0.0, 0.0]], [1.0, 0.0]),
    ],
)
def test_reducible_matrices(ab: list[list[float]], va: list[float]) -> None:
    alpha, found, _ = values_of(ab, [[1.0, 0.0], [0.0, 1.0]])
    assert alpha == pytest.approx(1.0, rel=1e-10)
    assert found == pytest.approx(va, rel=1e-9, abs=1e-12)


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([[0.0]], [[1.0]]),
        ([[1.0]], [[0.0]]),
        ([[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]),
        ([[0.0, 1.0], [0.0, 0.0]], [[5.0, 0.0], [0.0, 9.0]]),
    ],
)
def test_no_positive_eigenvalue_no_values(a: Any, b: Any) -> None:
    alpha, va, vd = values_of(a, b)
    assert alpha == 0.0
    assert not va.any() and not vd.any()


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize(
    ("a", "b", "attacking", "defending", "ratio"),
    [
        (0.0, 1.0, 0.0, 5.0, 0.0),
        (0.0, 0.0, 0.0, 0.0, 0.0),
        (1.0, 0.0, 5.0, 0.0, inf),
        (0.0, 1.0, 5.0, 5.0, 0.0),
        (1.0, 0.0, 5.0, 5.0, inf),
        (0.0, 0.0, 5.0, 5.0, 1.0),
        (1.0, 1.0, 5.0, 5.0, 1.0),
    ],
)
def test_the_force_ratio_without_values(
    a: float, b: float, attacking: float, defending: float, ratio: float
) -> None:
    found = ratio_without_values(np.array([[a]]), np.array([[b]]), 1, 1, attacking, defending)
    assert found == ratio


def force_ratios(a: Any, b: Any, wa: Any, wd: Any) -> tuple[float, float]:
    """FR, and FR2 by its definition from the rates at which value is lost."""
    _, va, vd = values_of(a, b)
    fr = (va @ wa) / (vd @ wd)
    fr2 = ((vd @ (a.T @ wa)) / (vd @ wd)) / ((va @ (b.T @ wd)) / (va @ wa))
    return float(fr), float(fr2)


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize("seed", range(20))
def test_the_force_ratio_is_1_exactly_where_neither_side_gains(seed: int) -> None:
    random = Random(seed)
    m, n = random.randint(1, 5), random.randint(1, 5)
    a, b = positive(random, m, n), positive(random, n, m)
    wa = np.array([random.uniform(1, 100) for _ in range(m)])
    wd = np.array([random.uniform(1, 100) for _ in range(n)])
    fr, fr2 = force_ratios(a, b, wa, wd)
    assert fr**2 == pytest.approx(fr2, rel=1e-10)
    even, even2 = force_ratios(a, b, wa / fr, wd)
    assert (even, even2) == pytest.approx((1.0, 1.0), rel=1e-10)


@pytest.mark.clause("IDX-5.1.2")
@pytest.mark.parametrize("seed", range(20))
def test_the_force_ratio_depends_on_no_unit_and_no_order(seed: int) -> None:
    random = Random(seed)
    m, n = 4, 3
    a, b = positive(random, m, n), positive(random, n, m)
    wa, wd = np.array([3.0, 50.0, 7.0, 11.0]), np.array([20.0, 5.0, 9.0])
    fr, _ = force_ratios(a, b, wa, wd)
    # Count the attackers' second type in pieces 100 times as small.
    finer, target, held = a.copy(), b.copy(), wa.copy()
    finer[1] /= 100
    target[:, 1] *= 100
    held[1] *= 100
    assert force_ratios(finer, target, held, wd)[0] == pytest.approx(fr, rel=1e-10)
    # List the types the other way: another one has value 1.
    assert force_ratios(a[::-1], b[:, ::-1], wa[::-1], wd)[0] == pytest.approx(fr, rel=1e-10)
    # Measure time otherwise.
    assert force_ratios(a / 7, b / 7, wa, wd)[0] == pytest.approx(fr, rel=1e-10)
    # Exchange the roles.
    assert force_ratios(b, a, wd, wa)[0] == pytest.approx(1 / fr, rel=1e-10)


@pytest.mark.clause("IDX-5.3")
def test_standard_values_come_from_a_nominal_engagement() -> None:
    random = Random(5)
    design = make_design(resources=((2, 1, 1, 0, 0), (3, 0, 1, 0, 0)))
    combat = design.combat
    for field in (combat.aim_attack, combat.aim_defence, combat.kill_attack, combat.kill_defence):
        field[:] = [
            [[random.uniform(0.1, 1) for _ in row] for row in side] for side in field.tolist()
        ]
    found = standard_values(design).combat
    for s1, s2, n1, n2, m1, m2 in ((0, 1, 2, 3, 4, 4), (1, 0, 3, 2, 4, 4)):
        dstd = [
            [
                combat.kill_defence[s1, i, j]
                * combat.aim_defence[s1, i, j]
                / sum(combat.aim_defence[s1, i, k] for k in range(m2))
                for j in range(n2)
            ]
            for i in range(n1)
        ]
        astd = [
            [
                combat.kill_attack[s2, i, j]
                * combat.aim_attack[s2, i, j]
                / sum(combat.aim_attack[s2, i, k] for k in range(m1))
                for j in range(n1)
            ]
            for i in range(n2)
        ]
        _, va, vd = oracle.app(astd, dstd, n2, n1)
        assert found.value_defence[s1] == pytest.approx([*vd, *[0.0] * (4 - n1)])
        assert found.value_attack[s2] == pytest.approx([*va, *[0.0] * (4 - n2)])


@pytest.mark.clause("IDX-5.3")
def test_a_weapon_that_aims_at_nothing_has_no_standard_value() -> None:
    design = make_design(resources=((2, 0, 0, 0, 0),) * 2)
    design.combat.aim_attack[0, 1] = design.combat.aim_defence[0, 1] = 0.0
    found = standard_values(design).combat
    assert found.value_attack[0, 1] == found.value_defence[0, 1] == 0.0
    assert found.value_attack[0, 0] > 0.0 < found.value_defence[0, 0]
