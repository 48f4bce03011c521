"""The piecewise-affine functions and those that are made of them (5.4, 5.4.2 to 5.4.6)."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.systems.idahex.rules.combat import functions as f
from hexfront.systems.idahex.scenario.design import Float
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.idahex import combat_oracle as oracle
from tests.idahex.designs import make_design, unit

numbers = st.floats(-100, 100, allow_nan=False)


@st.composite
def curves(draw: st.DrawFn) -> tuple[list[float], list[float]]:
    n = draw(st.integers(1, 8))
    x = sorted(draw(st.lists(st.integers(-20, 20), min_size=n, max_size=n)))
    y = draw(st.lists(numbers, min_size=n, max_size=n))
    return y, [float(v) for v in x]


@pytest.mark.clause("IDX-5.4")
@given(curves(), st.one_of(numbers, st.integers(-21, 21).map(float)))
def test_paf_is_pafgen(curve: tuple[list[float], list[float]], w: float) -> None:
    y, x = curve
    assert f.paf(np.array(y), np.array(x), w) == pytest.approx(oracle.pafgen(w, y, x))


@pytest.mark.clause("IDX-5.4")
def test_a_curve_is_level_beyond_its_ends_and_jumps_where_abscissas_coincide() -> None:
    y, x = np.array([1.0, 2.0, 5.0, 6.0]), np.array([0.0, 1.0, 1.0, 2.0])
    expected = {-1.0: 1.0, 0.0: 1.0, 0.5: 1.5, 1.0: 5.0, 1.5: 5.5, 2.0: 6.0, inf: 6.0}
    assert {w: f.paf(y, x, w) for w in expected} == pytest.approx(expected)


@pytest.mark.clause("IDX-5.4.2")
@pytest.mark.parametrize(
    ("posture", "stock", "area"),
    [
        (10, (100.0, 7.0), 30.0),
        (11, (50.0, 0.0), 15.0),
        (20, (100.0, 0.0), 20.0),
        (31, (100.0, 0.0), 10.0),
        (40, (200.0, 0.0), 80.0),
        (5, (100.0, 0.0), 0.0),
        (-10, (0.0, 0.0), 0.0),
    ],
)
def test_area_of_influence(posture: int, stock: tuple[float, ...], area: float) -> None:
    design = make_design(
        resources=((1, 0, 1, 0, 0),) * 2, types=((0, (100.0, 5.0)), (1, (100.0, 5.0)))
    )
    design.forces.size[:] = [30.0, 20.0, 10.0, 40.0]
    design.combat.value_defence[:, 1] = 0.0
    war = open_war(design, [unit(1, 0, 17, posture, stock)])
    assert _area(design, war.units, war.stock) == pytest.approx(area)


@pytest.mark.clause("IDX-5.4.2")
def test_area_of_a_type_without_value_is_that_of_full_strength() -> None:
    design = make_design()
    design.combat.value_defence[:] = 0.0
    war = open_war(design, [unit(1, 0, 17, 10, (1.0,))])
    assert _area(design, war.units, war.stock) == 30.0


def _area(design: object, units: object, stock: Float) -> float:
    forces, combat = design.forces, design.combat  # type: ignore[attr-defined]
    value = combat.value_defence
    return float(f.zrarea(forces.toe, forces.size, value, units, stock, 0, 0))  # type: ignore[arg-type]


@pytest.mark.clause("IDX-5.4.4")
def test_preparation_may_be_negative() -> None:
    design = make_design()
    design.combat.prepared[0, 0] = [2.0, 1.5, 1.0, 0.8, 0.6, 0.5, 0.4]
    design.combat.prepared_at[0] = [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]
    prepared, at = design.combat.prepared, design.combat.prepared_at
    expected = {-9.0: 2.0, -1.5: 1.75, 0.0: 1.0, 0.5: 0.9, 3.5: 0.45, 99.0: 0.4}
    assert {h: f.prep(prepared, at, 0, 0, h) for h in expected} == pytest.approx(expected)


@pytest.mark.clause("IDX-5.4.5")
def test_a_loss_in_a_frame_compounds_to_that_of_a_unit_of_time() -> None:
    curve, at = np.array([0.0, 0.2, 1.0, 1.5]), np.array([0.0, 1.0, 2.0, 3.0])
    for ratio, lost in ((0.5, 0.1), (1.0, 0.2), (1.5, 0.6)):
        frame = f.frdval(curve, at, ratio, 0.25)
        assert (1 - frame) ** 4 == pytest.approx(1 - lost)
    assert f.frdval(curve, at, 2.0, 0.25) == 1.0
    assert f.frdval(curve, at, 3.0, 0.25) == 1.0


@pytest.mark.clause("IDX-5.4.5")
def test_a_negative_loss_passes_through() -> None:
    assert f.frdval(np.array([-1.0, 1.0]), np.array([0.0, 1.0]), 0.25, 0.1) == -0.5


@pytest.mark.clause("IDX-5.4.6")
def test_velocity_may_be_negative_and_ratios_infinite() -> None:
    curve, at = np.array([-20.0, 0.0, 10.0]), np.array([0.0, 1.0, 50.0])
    assert [f.vfeba(curve, at, r) for r in (0.0, 0.5, 1.0, inf)] == [-20.0, -10.0, 0.0, 10.0]
