"""Which fraction of its resources a force brings into combat (5.4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from hexfront.systems.idahex.rules.combat.fielding import reach
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.amounts import amount
from tests.idahex import combat_oracle as oracle
from tests.idahex.designs import as_printed, make_design, unit

FULL = (3, 1, 1, 2, 1)
"""Three weapons, one against aircraft, transport, two supplies, one kind of people."""


def random_design(
    random: Random, resources: Sequence[Sequence[int]] = (FULL, FULL), kinds: int = 3
) -> d.Design:
    """A design whose support functions, demands and protection are random."""
    width = max(sum(r) for r in resources)
    types = [
        (side, [random.uniform(10, 200) for _ in range(sum(resources[side]))])
        for side in range(2)
        for _ in range(kinds)
    ]
    design = make_design(resources=resources, types=types)
    support = design.support
    for side in range(2):
        counts = design.forces.counts[side]
        nss, nsp, neq = counts[d.NSS], counts[d.NSP], counts[d.NEQ]
        design.combat.standard[side] = [random.uniform(50, 600) for _ in range(width)]
        if random.random() < 0.2:
            design.combat.standard[side, random.randrange(neq)] = 0.0
        corners = np.cumsum([random.uniform(0.1, 0.4) for _ in range(6)])
        support.share_at[side] = [0.0, *corners]
        for item in range(counts[d.NMAT]):
            for k in range(nsp):
                idle = item >= neq and k < nss
                often = random.random() < 0.7 and not idle
                support.demand[side, item, k] = random.uniform(0.05, 1.2) if often else 0.0
                support.share[side, item, k] = share_curve(random)
        for k in range(nss):
            support.demand[side, counts[d.NMAT] : counts[d.NRS], k] = random.choice((0.0, 0.02))
        for item in range(neq):
            support.group[side, item] = 1 if item == 0 else random.randint(1, 4)
            for weapon in range(counts[d.NGG]):
                support.protects[side, item, weapon] = random.uniform(0, 1.5)
    support.overhead[:] = [[random.uniform(0, 30)] * support.overhead.shape[1] for _ in types]
    return design


def share_curve(random: Random) -> list[float]:
    """From 0 or more to 1 or a little less, with level pieces and jumps off 0."""
    start = random.choice((0.0, 0.0, 0.0, 0.3, 1.0))
    rises = [random.choice((0.0, random.random(), random.random())) for _ in range(6)]
    top = random.choice((1.0, 1.0, 1.0, 0.85))
    total = sum(rises)
    if total == 0.0 or start >= top:
        return [start] * 7
    return [start + (top - start) * float(x) / total for x in np.cumsum([0.0, *rises])]


def force(random: Random, design: d.Design, side: int, count: int, scale: float = 1.0) -> s.State:
    kinds = [k for k, of in enumerate(design.forces.side) if of == side]
    width = int(design.forces.counts[side, d.NRS])
    neq = int(design.forces.counts[side, d.NEQ])
    plenty = [1.0] * neq + [random.choice((1.0, 4.0)) for _ in range(width - neq)]
    units = [
        unit(
            n,
            random.choice(kinds),
            17,
            10,
            [scale * random.uniform(0, 200) * (random.random() < 0.9) * x for x in plenty],
        )
        for n in range(count)
    ]
    return open_war(design, units)


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize("seed", range(amount(20, 60)))
@pytest.mark.parametrize("printed", [False, True])
def test_a_force_is_involved_as_the_manual_says(seed: int, printed: bool) -> None:
    random = Random(seed)
    design = random_design(random, (FULL, random.choice((FULL, (2, 0, 1, 1, 2)))))
    design = as_printed(design) if printed else design
    side, count = random.randrange(2), random.randint(1, 3)
    state = force(random, design, side, count)
    members = list(range(count))
    expected = oracle.War(design, state).frinv_of(members)
    assert involvement_of(design, state, members).tolist() == pytest.approx(expected, abs=2e-7)


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("printed", [False, True])
def test_many_rounds_at_once_change_nothing(seed: int, printed: bool) -> None:
    random = Random(seed)
    design = random_design(random)
    design = as_printed(design) if printed else design
    state = force(random, design, 0, 1, scale=25.0)
    expected = oracle.War(design, state).frinv_of([0])
    assert involvement_of(design, state, [0]).tolist() == pytest.approx(expected, abs=1e-6)


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize("seed", range(20))
def test_without_support_only_protection_limits(seed: int) -> None:
    random = Random(seed)
    bare = (3, 1, 1, 0, 0)
    design = random_design(random, (bare, bare))
    state = force(random, design, 1, 2)
    expected = oracle.War(design, state).frinv_of([0, 1])
    assert involvement_of(design, state, [0, 1]).tolist() == pytest.approx(expected)


def plain() -> d.Design:
    """Two weapons, transport, one supply, one kind of people; shares equal support over demand."""
    design = make_design(
        resources=((2, 0, 1, 1, 1),) * 2,
        types=((0, (100.0, 100.0, 10.0, 100.0, 100.0)), (1, (100.0,))),
    )
    design.support.share_at[:] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    design.support.share[:] = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    design.combat.standard[:] = 100.0
    return design


def fractions(design: d.Design, *stock: float) -> list[float]:
    state = open_war(design, [unit(1, 0, 17, 10, stock)])
    found: list[float] = involvement_of(design, state, [0]).tolist()
    return found


@pytest.mark.clause("IDX-5.4.1")
def test_support_is_shared_in_the_proportions_of_a_standard_force() -> None:
    design = plain()
    design.support.demand[0, 0, 0] = design.support.demand[0, 1, 0] = 1.0
    design.combat.standard[0, :2] = [300.0, 100.0]
    found = fractions(design, 100.0, 100.0, 0.0, 80.0, 0.0)
    # Ratios to the standard grow alike: 60 of the one and 20 of the other.
    assert found[:2] == pytest.approx([0.6, 0.2], abs=0.03)
    assert found[3] == pytest.approx(1.0, abs=0.05)


@pytest.mark.clause("IDX-5.4.1")
def test_exactly_enough_support_is_enough() -> None:
    design = plain()
    design.support.demand[0, 0, 0] = 1.0
    design.support.demand[0, 0, 1] = 0.1
    assert fractions(design, 70.0, 0.0, 0.0, 70.0, 7.0) == pytest.approx([1.0] * 5)


@pytest.mark.clause("IDX-5.4.1")
def test_surplus_support_stays_out() -> None:
    design = plain()
    design.support.demand[0, 0] = [0.5, 0.25]
    assert fractions(design, 100.0, 0.0, 0.0, 200.0, 50.0) == pytest.approx(
        [1.0, 1.0, 1.0, 0.25, 0.5]
    )


@pytest.mark.clause("IDX-5.4.1")
def test_overhead_is_of_people_and_leaves_no_less_than_none() -> None:
    design = plain()
    design.support.demand[0, 0] = [0.0, 1.0]
    design.support.overhead[:] = 40.0
    found = fractions(design, 100.0, 0.0, 0.0, 10.0, 100.0)
    assert found == pytest.approx([0.6, 1.0, 1.0, 0.0, 0.6])
    design.support.overhead[:] = 400.0
    assert fractions(design, 100.0, 0.0, 0.0, 10.0, 100.0) == pytest.approx(
        [0.0, 1.0, 1.0, 0.0, 0.0]
    )


@pytest.mark.clause("IDX-5.4.1")
def test_supplies_need_people() -> None:
    design = plain()
    design.support.demand[0, 3, 1] = 0.5
    design.support.demand[0, 0, 0] = 1.0
    # 20 people handle 40 of 100 supplies; those serve 40 weapons.
    found = fractions(design, 100.0, 0.0, 0.0, 100.0, 20.0)
    assert found == pytest.approx([0.4, 1.0, 1.0, 0.4, 1.0], abs=0.011)


@pytest.mark.clause("IDX-5.4.1")
def test_people_are_fed_before_equipment_is_served() -> None:
    design = plain()
    design.support.demand[0, 4, 0] = 0.3
    design.support.demand[0, 0, 0] = 1.0
    found = fractions(design, 100.0, 0.0, 0.0, 100.0, 100.0)
    assert found[0] == pytest.approx(0.7)
    # People for whom nothing but their food asks are not needed.
    assert found[3:] == pytest.approx([1.0, 0.0])
    # They may eat more than there is: then nothing fights.
    assert fractions(design, 100.0, 0.0, 0.0, 20.0, 100.0)[0] == 0.0


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize("held", [0.0, 7.3, 33.0, 50.0, 80.0])
def test_nothing_unprotected_is_committed(held: float) -> None:
    design = plain()
    design.support.group[0, :3] = [1, 2, 3]
    design.support.protects[0, 1, 0] = 2.0
    design.support.protects[0, 2, :2] = [0.05, 0.01]
    found = fractions(design, held, 100.0, 10.0, 0.0, 0.0)
    tanks = min(2 * held, 100.0)
    assert found[1] == pytest.approx(tanks / 100)
    assert found[2] == pytest.approx(min(0.05 * held + 0.01 * tanks, 10) / 10)


@pytest.mark.clause("IDX-5.4.1")
def test_protection_may_stand_later_in_the_list_than_what_it_protects() -> None:
    design = plain()
    design.support.group[0, :3] = [2, 1, 1]
    design.support.protects[0, 0, 1] = 0.5
    assert fractions(design, 100.0, 60.0, 1.0, 0.0, 0.0)[0] == pytest.approx(0.3)


@pytest.mark.clause("IDX-5.4.1")
def test_what_no_standard_force_has_is_never_involved() -> None:
    design = plain()
    design.combat.standard[0, 1] = 0.0
    assert fractions(design, 10.0, 10.0, 0.0, 0.0, 0.0)[:3] == pytest.approx([1.0, 0.0, 1.0])


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize("second", [0.0004, 0.001])
def test_more_than_a_million_rounds_take_no_time(second: float) -> None:
    design = plain()
    design.support.demand[0, 0, 0] = 1.0
    design.support.group[0, 1] = 2
    design.support.protects[0, 1, 0] = 0.5
    design.combat.standard[0] = [0.001, second, 0.001, 1.0, 1.0]
    found = fractions(design, 100.0, 50.0, 0.0, 66.0, 0.0)
    assert found[:2] == pytest.approx([0.66, 0.66], abs=1e-4)


@pytest.mark.clause("IDX-5.4.1")
@pytest.mark.parametrize(
    ("wanted", "ratio"),
    [(-1.0, 0.0), (0.2, 0.0), (0.4, 0.5), (0.6, 1.0), (0.61, 2.025), (1.0, 3.0), (1.01, np.inf)],
)
def test_the_least_support_that_reaches_a_fraction(wanted: float, ratio: float) -> None:
    values, at = np.array([0.2, 0.6, 0.6, 1.0, 1.0]), np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    assert reach(values, at, wanted) == pytest.approx(ratio)


def stacked(design: d.Design, *kinds: int) -> s.State:
    """A stacked task force of units of 100 weapons each."""
    state = open_war(design, [unit(n, kind, 17) for n, kind in enumerate(kinds)])
    state.units.force[:] = 0
    state.forces.first[0] = 0
    state.forces.mode[0] = 1
    return state


@pytest.mark.clause("IDX-5.4.1")
def test_passengers_take_no_part() -> None:
    design: Any = make_design(types=((0, (100.0,)), (0, (100.0,)), (1, (100.0,))))
    design.delays.unit_class[:] = [1, 0, 0]
    state = stacked(design, 1, 0)
    assert involvement_of(design, state, [0, 1]).tolist() == [1.0]
    assert involvement_of(design, state, [0]).tolist() == [0.0]
    state.forces.mode[0] = 0
    assert involvement_of(design, state, [0]).tolist() == [1.0]
