"""Made wars: the same for the same seed, fit to be played."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.initial_state import open_war
from hexfront.systems.idahex.study.generated import front, generate

pytestmark = pytest.mark.clause("IDX-2.1", "IDX-2.2")


def test_equal_seeds_make_equal_wars() -> None:
    (one, units), (two, others) = generate(40, 300, 5), generate(40, 300, 5)
    assert units == others
    for part, other in zip(one, two, strict=True):
        for array, twin in zip(part, other, strict=True):
            assert np.array_equal(array, twin)
    assert generate(40, 300, 6)[1] != units


@pytest.mark.parametrize(("units", "cells"), [(2, 30), (41, 300), (1000, 500)])
def test_units_stand_in_active_cells_of_their_side(units: int, cells: int) -> None:
    design, army = generate(units, cells, 1)
    area, state = design.area, open_war(design, army)
    assert len(army) == units
    assert [unit.number for unit in army] == list(range(1, units + 1))
    sides = [int(design.forces.side[unit.kind]) for unit in army]
    assert sides == sorted(sides)
    assert sides.count(d.RED) in (units // 2, (units + 1) // 2)
    for unit, side in zip(army, sides, strict=True):
        assert area.environment[unit.place] > 0
        assert area.owner[unit.place] == side
    assert (state.stock <= design.forces.toe[[unit.kind for unit in army]]).all()
    fronts = {int(area.at[unit.place, 0]) for unit in army}
    assert set(front(area)) <= fronts


def test_routes_and_barriers_are_the_same_from_both_sides() -> None:
    area = generate(2, 300, 1)[0].area
    for cell in range(1, 301):
        for side in range(d.RIM):
            other = area.rim[cell, side]
            assert (area.route[cell, side] > 0) == (other > 0)
            if other:
                assert area.route[cell, side] == area.route[other, 5 - side]
                assert area.barrier[cell, side] == area.barrier[other, 5 - side]
            else:
                assert area.barrier[cell, side] == 0
