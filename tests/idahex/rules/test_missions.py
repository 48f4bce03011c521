"""The mission command: the manual's examples, and all that is refused."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.rules.command import missions as m
from hexfront.systems.idahex.rules.maneuver import delays as w
from hexfront.systems.idahex.rules.maneuver import forces as f
from hexfront.systems.idahex.scenario import state as s
from tests.idahex.designs import make_design, unit
from tests.idahex.wars import Order, War, check, make_war

UP = {10: 20, 11: 20, 12: 20, 13: 20, 20: 30, 30: 40, 31: 41, 40: 10, 41: 11, 42: 13}
TYPES = ((0, (100.0,)), (1, (100.0,)))


def war_of_the_manual() -> War:
    """Figure 3.3: 4 cells in the first rank; Red units 4 and 9 in cell 17, Blue unit 21 in 6."""
    design = make_design(cells=28, rank1=4, npost=(4, 1, 2, 3), types=TYPES)
    design.delays.up[list(UP)] = list(UP.values())
    design.delays.down[20:43] = 42
    design.delays.by_air[:] = 0
    design.forces.transfer[0] = 12
    design.area.environment[1:] = 1
    units = [unit(4, 0, 17), unit(9, 0, 17), unit(21, 1, 6, posture=0)]
    return make_war(design, units, owned=[6, 8, 9])


@pytest.mark.clause("IDX-4.1")
def test_example_1() -> None:
    war = war_of_the_manual()
    assert war.order([0, 1], [(16, 31, 0.0), (16, 11, 0.0), (12, 10, 2.65)]) == m.OK
    war.change_until(2.6)
    assert war.status(0) == (16, 11, 16)
    assert war.due(0) == 2.65
    war.change_until(10.0)
    assert war.history(0) == [
        *((17, 20, 16), (17, 30, 16), (17, 31, 16), (17, 41, 16), (16, 11, 16)),
        *((16, 20, 12), (16, 30, 12), (16, 40, 12), (12, 10, 12)),
    ]
    assert war.history(1) == war.history(0)
    assert war.force(0) == s.NONE
    assert war.found(f.MissionAccomplished) == [(0, 0, 12)]
    check(war)


@pytest.mark.clause("IDX-4.1", "IDX-3.3.5")
def test_example_2() -> None:
    war = war_of_the_manual()
    assert war.order(2, [(6, 12), (9, 12)]) == m.OK
    war.change_until(10.0)
    assert war.history(2) == [
        *((6, 10, 6), (6, 12, 6), (6, 20, 9), (6, 30, 9), (6, 40, 9), (9, 10, 9), (9, 12, 9))
    ]
    check(war)


@pytest.mark.clause("IDX-4.1")
def test_example_3() -> None:
    war = war_of_the_manual()
    assert war.order(2, [(8, 0), (8, 10)]) == m.OK
    war.change_until(10.0)
    assert war.history(2) == [(8, 0, 8), (8, 10, 8)]
    check(war)


@pytest.mark.clause("IDX-3.1")
def test_an_order_that_is_fulfilled_before_its_start_time_waits_for_it() -> None:
    """To stay where one is until a time, and then to leave."""
    war = war_of_the_manual()
    assert war.order(0, [(17, 10, 4.0), (16, 10)]) == m.OK
    war.change_until(3.9)
    assert war.orders(0) == [(17, 10), (16, 10)]
    war.change_until(4.0)
    assert war.orders(0) == [(16, 10)]
    assert war.status(0) == (17, 30, 16)
    assert war.due(0) == 4.0 + 15.0 / 10.0


@pytest.mark.clause("IDX-4.1")
def test_a_mission_can_be_extended_on_the_way() -> None:
    """The transition that has begun goes on; with another next status it begins anew."""
    war = war_of_the_manual()
    war.order(0, [(16, 10)])
    war.change_until(1.0)
    assert war.due(0) == 1.5
    assert war.again(0, [(16, 11), (12, 10)]) == m.OK
    assert war.due(0) == 1.5
    assert war.orders(0) == [(16, 11), (12, 10)]
    assert war.again(0, [(16, 11, 1.25)]) == m.OK
    assert war.due(0) == 1.25 + 1.5
    assert war.again(0, [(17, 10)]) == m.OK
    assert war.due(0) == 1.0
    check(war)


@pytest.mark.clause("IDX-4.1")
def test_cancel() -> None:
    war = war_of_the_manual()
    war.order([0, 1], [(16, 10)])
    war.change_until(1.0)
    force = war.force(0)
    assert m.cancel_mission(war.state, 1, force, war.out) == m.NOT_YOURS
    assert m.cancel_mission(war.state, 0, force, war.out) == m.OK
    assert m.cancel_mission(war.state, 0, force, war.out) == m.NO_SUCH_FORCE
    assert m.cancel_mission(war.state, 0, -1, war.out) == m.NO_SUCH_FORCE
    assert war.force(1) == s.NONE
    check(war)
    war.change_until(10.0)
    assert war.status(0) == (17, 30, 16)


REFUSED: list[tuple[list[int], list[Order], int, int]] = [
    ([], [(16, 10)], 0, m.NO_UNITS),
    ([7], [(16, 10)], 0, m.NO_SUCH_UNIT),
    ([2], [(6, 10)], 0, m.NOT_YOURS),
    ([0, 0], [(16, 10)], 0, m.LISTED_TWICE),
    ([1, 0], [(16, 10)], 0, m.LISTED_TWICE),
    ([0], [], 0, m.NO_ORDERS),
    ([0], [(16, 10)] * 25, 0, m.TOO_MANY_ORDERS),
    ([0], [(16, 14)], 0, m.NO_SUCH_POSTURE),
    ([0], [(16, 10), (12, 50)], 0, m.NO_SUCH_POSTURE),
    ([0], [(16, -1)], 0, m.NO_SUCH_POSTURE),
    ([0], [(0, 10)], 0, m.NO_SUCH_CELL),
    ([0], [(29, 10)], 0, m.NO_SUCH_CELL),
    ([0], [(4, 10)], 0, m.NO_SUCH_CELL),
    ([0], [(16, 10, nan)], 0, m.BAD_START),
    ([0], [(16, 10, inf)], 0, m.BAD_START),
    ([0], [(17, 30)], 0, m.NEVER_COMPLETES),
    ([0], [(16, 10), (16, 40)], 0, m.NEVER_COMPLETES),
    ([0], [(17, -10), (16, 10)], 0, m.NEVER_COMPLETES),
    ([0], [(16, 10)], 1, m.WRONG_MODE),
    ([0, 1], [(16, 10)], 3, m.WRONG_MODE),
    ([0, 1], [(16, 10)], -1, m.WRONG_MODE),
    ([0, 1], [(16, 10)], 2, m.NO_CARRIER),
]


@pytest.mark.clause("IDX-4.1", "IDX-3", "IDX-3.2.3")
@pytest.mark.parametrize(("units", "orders", "mode", "expected"), REFUSED)
def test_refusals(units: list[int], orders: list[Order], mode: int, expected: int) -> None:
    war = war_of_the_manual()
    war.design.area.environment[4] = 0
    assert war.command(0, units, orders, mode) == expected
    assert war.state.heap[0] == 0
    assert (war.state.units.force == s.NONE).all()
    check(war)


@pytest.mark.clause("IDX-4.1", "IDX-3")
def test_refusals_that_depend_on_the_state() -> None:
    war = war_of_the_manual()
    war.order(0, [(16, 10)])
    assert war.command(0, [0], [(16, 10)]) == m.IN_A_FORCE
    war.change_until(3.0)
    assert war.command(0, [0, 1], [(16, 10)]) == m.DIFFERENT_STATUS
    war.order(1, [(17, -10)])
    war.change_until(3.0)
    assert war.status(1)[1] == s.GONE
    assert war.command(0, [1], [(17, 10)]) == m.DESTROYED_UNIT
    check(war)


@pytest.mark.clause("IDX-3.2.3", "IDX-4.1")
def test_a_first_change_that_would_never_come_is_refused_with_its_reason() -> None:
    war = war_of_the_manual()
    war.order(0, [(16, 30)])
    war.change_until(0.0)
    assert war.status(0) == (17, 30, 16)
    war.design.delays.rate[:] = 0.0
    assert war.command(0, [0], [(16, 10)]) == m.ENDLESS + w.NO_RATE
    assert war.force(0) == s.NONE
    war.design.delays.rate[:] = 10.0
    assert war.command(0, [0], [(16, 10)]) == m.OK
    war.design.delays.rate[:] = 0.0
    before, row = (war.due(0), war.orders(0)), war.state.forces.values(war.force(0))
    assert war.again(0, [(16, 11)]) == m.ENDLESS + w.NO_RATE
    assert war.again(0, [(12, 10)]) == m.OK
    assert war.again(0, [(16, 10)]) == m.ENDLESS + w.NO_RATE
    assert war.status(0) == (17, 30, 16)
    assert war.state.forces.next_objective[war.force(0)] == 17
    war.design.delays.rate[:] = 10.0
    assert war.again(0, [(16, 10)]) == m.OK
    assert (war.due(0), war.orders(0)) == before
    assert war.state.forces.values(war.force(0)) == row
    assert war.again(0, [(16, 10)] * 30) == m.TOO_MANY_ORDERS
    check(war)


@pytest.mark.clause("IDX-3.2.3")
def test_a_movement_that_will_never_end_is_foreseen() -> None:
    war = war_of_the_manual()
    war.order(0, [(16, 10), (3, 10)])
    assert m.foresee(war.ground, war.state, war.force(0)) == w.NOT_ADJACENT
    war.again(0, [(16, 10), (12, 10)])
    assert m.foresee(war.ground, war.state, war.force(0)) == w.NO_REASON
    war.order(1, [(3, 10)])
    war.change_until(0.0)
    assert war.status(1) == (17, 30, 3)
    assert war.due(1) == inf
    assert [args[2] for args in war.found(f.WaitsForever)] == [w.NOT_ADJACENT]
    assert np.isfinite(war.state.agenda[war.force(0), DUE])
