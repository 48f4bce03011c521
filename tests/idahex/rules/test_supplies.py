"""Consumption of supplies, against the manual's text in plain Python."""

# ruff: noqa: N806 (the manual's own names)
from __future__ import annotations

import numpy as np
import pytest

from hexfront.core.events import Event, EventLog
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.rules.supply import supplies
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.amounts import amount
from tests.idahex.designs import make_design, unit
from tests.idahex.random_designs import (
    make_engagement,
    make_force,
    random_design,
    random_war,
    used_scratch,
)

pytestmark = pytest.mark.clause("IDX-7")


def is_passenger(design: d.Design, state: s.State, ibu: int) -> bool:
    force = state.units.force[ibu]
    mode = 0 if force == s.NONE else state.forces.mode[force]
    return bool(mode > 0 and design.delays.unit_class[state.units.kind[ibu]] != mode)


def frinv(design: d.Design, state: s.State, ibu: int) -> d.Float:
    """Of the force that fights with a unit from its cell."""
    units = state.units
    same = (units.side, units.engagement, units.place)
    L = [
        i
        for i in range(len(state.units))
        if all(column[i] == column[ibu] for column in same) and not is_passenger(design, state, i)
    ]
    return involvement_of(design, state, L)


def manual_demand(design: d.Design, state: s.State, ibu: int, k: int) -> float:
    """D(ibu, k); numbers count from 0."""
    side, pp = state.units.side[ibu], int(state.units.posture[ibu])
    n, tframe = design.forces.counts[side, d.NRS], design.area.clock[d.FRAME]
    passenger = is_passenger(design, state, ibu)
    engaged = state.units.engagement[ibu] != s.NONE
    p = pp - 19 if pp >= 40 else pp - 9
    index = design.support.table[side, p - 1]
    resources = state.stock[ibu]
    if not engaged or passenger or index < 0:
        pc = 1 if passenger else min(pp // 10, 3)
        rates = design.support.idle[side, k, :, pc - 1]
        return float(sum(tframe * rates[irs] * resources[irs] for irs in range(n)))
    fi = frinv(design, state, ibu)
    ssvact, ssvres = design.support.active[index, k], design.support.resting[index, k]
    return float(
        sum(tframe * ssvact[irs] * (fi[irs] * resources[irs]) for irs in range(n))
        + sum(tframe * ssvres[irs] * (1 - fi[irs]) * resources[irs] for irs in range(n))
    )


def manual(design: d.Design, state: s.State) -> d.Float:
    """All stocks after a frame."""
    active = [i for i in range(len(state.units)) if state.units.posture[i] >= 10]
    after = state.stock.copy()
    for ibu in active:
        side, force = state.units.side[ibu], state.units.force[ibu]
        TF = [i for i in active if state.units.force[i] == force] if force != s.NONE else [ibu]
        for k in range(design.forces.counts[side, d.NSS]):
            resource = design.forces.counts[side, d.NEQ] + k
            dd = sum(manual_demand(design, state, i, k) for i in TF)
            stk = sum(state.stock[i, resource] for i in TF)
            if stk > 0:
                after[ibu, resource] *= (stk - min(dd, stk)) / stk
    return after


def consume(design: d.Design, state: s.State) -> list[Event]:
    log = EventLog()
    supplies.consume(design, state, used_scratch(design, state), log.rows)
    return log.events()


def random_forces(design: d.Design, state: s.State, rng: np.random.Generator) -> None:
    """Some units form task forces of one status, some of them stacked; some fight."""
    for row, members in enumerate(([0, 1, 2], [4, 5], [7, 8], [9, 10, 11])):
        if rng.random() < 0.7:
            make_force(state, row, members, int(rng.integers(0, 3)))
            for column in (state.units.posture, state.units.place):
                column[members] = column[members[0]]
    active = np.flatnonzero(state.units.posture >= 10)
    fighters = [int(k) for k in active if rng.random() < 0.7]
    red, blue = [k for k in fighters if k < 7], [k for k in fighters if k >= 7]
    if red and blue:
        make_engagement(state, 9, *((red, blue) if rng.random() < 0.5 else (blue, red)))


@pytest.mark.parametrize("seed", range(amount(30, 80)))
def test_consumption_follows_the_manual(seed: int) -> None:
    rng = np.random.default_rng(seed)
    design = random_design(rng)
    design.delays.unit_class[:] = rng.integers(1, 3, 8)
    state = random_war(design, rng, 7, 7)
    random_forces(design, state, rng)
    expected, before = manual(design, state), state.stock.copy()
    consume(design, state)
    assert state.stock == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert (state.stock >= 0.0).all()
    for side in (0, 1):
        own = state.units.side == side
        used = (before - state.stock)[own].sum(axis=0)
        assert state.totals[side, s.CONSUMED] == pytest.approx(used, rel=1e-9, abs=1e-9)


def simple(*stocks: tuple[float, float, float], frame: float = 0.25) -> tuple[d.Design, s.State]:
    """Red units of a weapon and two supplies; a weapon holding uses 4 and 8 a unit of time."""
    design = make_design(resources=((1, 0, 0, 2, 0), (1, 0, 0, 0, 0)), frame=frame)
    design.support.idle[0, 0, 0] = (4.0, 40.0, 400.0)
    design.support.idle[0, 1, 0] = (8.0, 80.0, 800.0)
    reds = [unit(i + 1, 0, 9, 10, stock) for i, stock in enumerate(stocks)]
    return design, open_war(design, [*reds, unit(9, 1, 10)])


def test_a_unit_alone_uses_what_its_weapons_demand_in_a_frame() -> None:
    design, state = simple((1.0, 10.0, 10.0), (1.0, 10.0, 10.0))
    assert consume(design, state) == []
    assert state.stock[0].tolist() == [1.0, 9.0, 8.0]
    state.units.posture[0], state.units.posture[1] = 40, 5
    consume(design, state)
    assert state.stock[0].tolist() == [1.0, 0.0, 0.0]
    assert state.stock[1].tolist() == [1.0, 9.0, 8.0]
    assert state.totals[0, s.CONSUMED].tolist() == [0.0, 11.0, 12.0]


def test_a_task_force_shares_and_each_loses_the_same_part() -> None:
    design, state = simple((4.0, 0.0, 6.0), (0.0, 12.0, 2.0), (1.0, 0.0, 5.0))
    make_force(state, 0, [0, 1])
    consume(design, state)
    assert state.stock[:3].tolist() == [[4.0, 0.0, 0.0], [0.0, 8.0, 0.0], [1.0, 0.0, 3.0]]


def test_running_out_is_told_once() -> None:
    design, state = simple((4.0, 1.0, 100.0), (4.0, 1.0, 100.0), (4.0, 1.0, 100.0))
    make_force(state, 3, [1, 2])
    events = consume(design, state)
    assert [(type(e.what), e.audience, e.what[:3]) for e in events] == [
        (supplies.SuppliesRanOut, 1, (0, s.NONE, 1)),
        (supplies.SuppliesRanOut, 1, (s.NONE, 3, 1)),
    ]
    assert consume(design, state) == []


def test_passengers_demand_as_if_they_held_even_in_an_engagement() -> None:
    design, state = simple((1.0, 500.0, 500.0), (1.0, 500.0, 500.0))
    design.delays.unit_class[:] = 1
    make_force(state, 0, [0, 1], mode=2)
    state.units.posture[:2] = 40
    make_engagement(state, 10, [0, 1], [2])
    design.support.resting[:] = design.support.active[:] = 50.0
    consume(design, state)
    assert state.stock[:2].tolist() == [[1.0, 499.0, 498.0]] * 2


def test_a_posture_without_a_table_demands_as_if_it_did_not_fight() -> None:
    design, state = simple((1.0, 500.0, 5000.0))
    make_engagement(state, 10, [0], [1])
    state.units.posture[0] = 20
    design.support.table[:] = -1
    consume(design, state)
    assert state.stock[0].tolist() == [1.0, 490.0, 4980.0]


@pytest.mark.parametrize(
    ("posture", "place"), [(10, 1), (19, 10), (20, 11), (29, 20), (40, 21), (49, 30)]
)
def test_tables_are_found_by_kpost(posture: int, place: int) -> None:
    """kpost counts from 1."""
    design, state = simple((1.0, 500.0, 500.0))
    make_engagement(state, 10, [0], [1])
    state.units.posture[0] = posture
    support = design.support._replace(active=np.zeros((2, 2, 3)), resting=np.zeros((2, 2, 3)))
    support.active[1] = support.resting[1] = 4.0
    support.table[0, place - 1] = 1
    consume(design._replace(support=support), state)
    assert state.stock[0, 1] < 500.0
    state.stock[0, 1] = 500.0
    support.table[0] = 1
    support.table[0, place - 1] = 0
    consume(design._replace(support=support), state)
    assert state.stock[0, 1] == 500.0


def test_a_side_without_supplies_uses_none() -> None:
    design, state = simple((1.0, 10.0, 10.0))
    consume(design, state)
    assert state.stock[1].tolist() == [100.0, 0.0, 0.0]
    assert not state.totals[1].any()


def test_a_task_force_has_run_out_when_all_of_one_type_is_gone() -> None:
    design, state = simple((1.0, 0.0, 1.0), (1.0, 2.0, 3.0), (1.0, 5.0, 0.0))
    make_force(state, 0, [0, 1])
    make_force(state, 1, [2])
    make_force(state, 2, [3])
    assert not supplies.has_run_out(design, state, 0)
    assert supplies.has_run_out(design, state, 1)
    assert not supplies.has_run_out(design, state, 2)
    state.stock[1, 1] = 0.0
    assert supplies.has_run_out(design, state, 0)
