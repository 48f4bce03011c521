"""Delivery orders, against the manual's text in plain Python."""

# ruff: noqa: N806 (the manual's own names)
from __future__ import annotations

import numpy as np
import pytest

from hexfront.core.events import Event, EventLog
from hexfront.systems.idahex.rules.supply import transfers
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import stand
from hexfront.systems.idahex.scenario.design import Design
from tests.amounts import amount
from tests.idahex.random_designs import make_force, random_design, random_war, used_scratch
from tests.idahex.rules.test_transfers import manual, three

pytestmark = pytest.mark.clause("IDX-4.2.2")


def deliver(design: Design, state: s.State, force: int) -> list[Event]:
    log = EventLog()
    transfers.deliver(design, state, used_scratch(design, state), force, log.rows)
    return log.events()


def order(
    design: Design,
    state: s.State,
    force: int,
    place: int = 9,
    size: float = 1.0,
    *recipients: int,
    side: int = 0,
) -> int:
    named = np.array(recipients, dtype=np.int64)
    return transfers.add_delivery(design.area, state, side, force, place, size, named, len(named))


@pytest.mark.parametrize("seed", range(amount(30, 80)))
def test_deliveries_follow_the_manual(seed: int) -> None:
    rng = np.random.default_rng(1000 + seed)
    design = random_design(rng)
    state = random_war(design, rng, 7, 2)
    state.units.posture[:2], state.units.place[:2] = 11, 9
    state.standing[:] = s.NONE
    for row in range(9):
        if state.units.posture[row] >= 10:
            stand(state, row)
    make_force(state, 3, [0, 1])
    size = float(rng.choice([0.0, 0.3, 1.0]))
    R = sorted(rng.choice(7, int(rng.integers(0, 4)), replace=False).tolist())
    if rng.random() < 0.8:
        assert order(design, state, 3, 9, size, *R[::-1]) == transfers.OK
    else:
        size, R = 1.0, []
    here = [k for k in range(7) if state.units.place[k] == 9 and state.units.posture[k] >= 10]
    T = [k for k in here if (k in R if R else state.units.posture[k] != 11)]
    expected = manual(design, state, [0, 1], T, {}, size) if T else state.stock.copy()
    before = state.stock.copy()
    kinds = [type(event.what) for event in deliver(design, state, 3)]
    assert kinds[0] == (transfers.Delivered if T else transfers.NobodyTakes)
    assert state.stock == pytest.approx(expected, abs=1e-6)
    assert state.stock.sum(axis=0) == pytest.approx(before.sum(axis=0), rel=1e-9)
    assert (state.deliveries.carrier == s.NONE).all()


def test_the_order_for_the_cell_is_executed_and_no_other() -> None:
    design, state = three(30.0, 0.0, 0.0)
    make_force(state, 0, [0])
    make_force(state, 1, [1])
    assert order(design, state, 0, 10, 0.1) == transfers.OK
    assert order(design, state, 1, 9, 0.2) == transfers.OK
    assert order(design, state, 0, 9, 0.5, 2) == transfers.OK
    assert order(design, state, 0, 9, 1.0) == transfers.OK
    deliver(design, state, 0)
    assert state.stock[:3, 0].tolist() == [20.0, 0.0, 10.0]
    assert state.deliveries.carrier[:5].tolist() == [0, 1, 0, s.NONE, s.NONE]
    assert state.deliveries.size[:4].tolist() == [0.1, 0.2, 1.0, 0.0]
    deliver(design, state, 0)
    assert state.stock[:3, 0].tolist() == [10.0, 10.0, 10.0]
    assert state.deliveries.carrier[:5].tolist() == [0, 1, s.NONE, s.NONE, s.NONE]


def test_an_order_without_takers_is_gone_all_the_same() -> None:
    design, state = three(30.0, 0.0)
    make_force(state, 0, [0])
    state.units.place[1] = 9
    order(design, state, 0, 9, 1.0, 0)
    state.standing[9, 0] = s.NONE
    events = deliver(design, state, 0)
    assert [(type(e.what), e.audience, e.what[:3]) for e in events] == [
        (transfers.NobodyTakes, 1, (9, 0, 0))
    ]
    assert state.deliveries.carrier[0] == s.NONE


def test_a_task_force_that_delivers_to_itself_pools() -> None:
    design, state = three(30.0, 0.0)
    state.units.posture[1] = 11
    make_force(state, 0, [0, 1])
    order(design, state, 0, 9, 0.0, 1, 0)
    deliver(design, state, 0)
    assert state.stock[:2, 0].tolist() == [15.0, 15.0]


def test_refusals_of_orders() -> None:
    design, state = three(1.0, 1.0)
    make_force(state, 0, [0])
    make_force(state, 1, [2])
    assert order(design, state, -1) == transfers.NO_SUCH_FORCE
    assert order(design, state, 2) == transfers.NO_SUCH_FORCE
    assert order(design, state, 99) == transfers.NO_SUCH_FORCE
    assert order(design, state, 1) == transfers.NOT_YOURS
    assert order(design, state, 0, 8) == transfers.BAD_DESTINATION
    assert order(design, state, 0, 61) == transfers.BAD_DESTINATION
    assert order(design, state, 0, 0) == transfers.BAD_DESTINATION
    assert order(design, state, 0, 9, 1.01) == transfers.BAD_SIZE
    assert order(design, state, 0, 9, -0.01) == transfers.BAD_SIZE
    assert order(design, state, 0, 9, float("nan")) == transfers.BAD_SIZE
    assert order(design, state, 0, 9, 1.0, 2) == transfers.NOT_YOURS
    assert order(design, state, 0, 9, 1.0, 4) == transfers.NO_SUCH_UNIT
    assert order(design, state, 0, 9, 1.0, *[1] * 33) == transfers.TOO_MANY
    assert (state.deliveries.carrier == s.NONE).all()
    assert order(design, state, 0, 9, 1.0, *[1] * 32) == transfers.OK


def test_each_side_has_its_half_of_the_table() -> None:
    design, state = three(1.0, 1.0)
    make_force(state, 0, [0])
    make_force(state, 1, [2])
    rows = len(state.deliveries)
    assert [order(design, state, 0) for _ in range(rows // 2)] == [transfers.OK] * (rows // 2)
    assert order(design, state, 0) == transfers.TABLE_FULL
    assert order(design, state, 1, side=1) == transfers.OK
    assert state.deliveries.carrier[rows // 2] == 1
    assert transfers.cancel_delivery(state, 0, 3) == transfers.OK
    assert state.deliveries.carrier.tolist().count(0) == rows // 2 - 1
    assert state.deliveries.carrier[rows // 2 - 1 : rows // 2 + 2].tolist() == [-1, 1, -1]


def test_orders_are_taken_back() -> None:
    design, state = three(1.0, 1.0)
    empty, named = state.deliveries.words.copy(), state.recipients.copy()
    make_force(state, 0, [0])
    make_force(state, 1, [2])
    order(design, state, 0, 9, 0.5, 1)
    half = len(state.deliveries) // 2
    order(design, state, 1, 9, 0.5, side=1)
    assert transfers.cancel_delivery(state, 1, 0) == transfers.NO_SUCH_DELIVERY
    assert transfers.cancel_delivery(state, 0, half) == transfers.NO_SUCH_DELIVERY
    assert transfers.cancel_delivery(state, 0, 1) == transfers.NO_SUCH_DELIVERY
    assert transfers.cancel_delivery(state, 0, -1) == transfers.NO_SUCH_DELIVERY
    assert transfers.cancel_delivery(state, 1, 2 * half) == transfers.NO_SUCH_DELIVERY
    assert transfers.cancel_delivery(state, 0, 0) == transfers.OK
    assert transfers.cancel_delivery(state, 1, half) == transfers.OK
    assert (state.deliveries.words == empty).all()
    assert (state.recipients == named).all()


def test_orders_of_a_task_force_that_is_no_more_are_forgotten() -> None:
    design, state = three(1.0, 1.0)
    make_force(state, 0, [0])
    make_force(state, 1, [1])
    make_force(state, 2, [2])
    for force in (0, 0, 1, 0):
        order(design, state, force, 9, 0.5, 1 - min(force, 1))
    order(design, state, 2, side=1)
    transfers.drop_deliveries(state, 0)
    half = len(state.deliveries) // 2
    assert state.deliveries.carrier[[0, 1, half]].tolist() == [1, s.NONE, 2]
    assert (state.deliveries.named[0], state.recipients[0, 0]) == (1, 0)
    transfers.drop_deliveries(state, 2)
    assert state.deliveries.carrier[[0, 1, half]].tolist() == [1, s.NONE, s.NONE]
