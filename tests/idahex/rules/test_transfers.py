"""Transfers, against the manual's text in plain Python."""

# ruff: noqa: N803, N806 (the manual's own names)
from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from hexfront.core.events import Event, EventLog
from hexfront.systems.idahex.rules.supply import allotment, transfers
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import NRS, Design
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.amounts import sampled
from tests.idahex.designs import as_printed, follows, make_design, unit
from tests.idahex.random_designs import random_design, random_war, used_scratch
from tests.idahex.rules.test_sharing import bisect

pytestmark = pytest.mark.clause("IDX-4.2.1")


# The manual's text, slowly


def manual_step(
    design: Design,
    state: s.State,
    stock: dict[int, float],
    G: list[int],
    T: list[int],
    irs: int,
    amt: float,
) -> None:
    """Allocate amt among the takers, then assess the givers; `stock` by unit."""
    iars, toe = holds(design, state, irs), plans(design, state, irs)
    T1 = [k for k in T if iars[k]]
    T2 = [k for k in T1 if toe[k] > 0]
    if not T1:
        return
    if T2:
        q = bisect([toe[k] - stock[k] for k in T2], [toe[k] ** 2 for k in T2], [1e9] * len(T2), amt)
    else:
        q = bisect([-stock[k] for k in T1], [1.0] * len(T1), [1e9] * len(T1), amt)
    for k, more in zip(T2 or T1, q, strict=True):
        stock[k] += more
    G1 = [k for k in G if toe[k] == 0]
    Q = sum(stock[k] for k in G1)
    for k in G1:
        if Q > 0:
            stock[k] -= min(amt / Q, 1) * stock[k]
    if amt > Q:
        rest = [k for k in G if toe[k] > 0]
        have = [stock[k] for k in rest]
        wish = [stock[k] - toe[k] for k in rest]
        left = min(amt, sum(have)) if follows(design, "givers") else amt - Q
        for k, less in zip(
            rest, bisect(wish, [toe[k] ** 2 for k in rest], have, left), strict=True
        ):
            stock[k] -= less


def manual_pool(
    design: Design, state: s.State, stock: dict[int, float], T: list[int], irs: int
) -> None:
    iars, toe = holds(design, state, irs), plans(design, state, irs)
    T1 = [k for k in T if iars[k]]
    T2 = [k for k in T1 if toe[k] > 0]
    total = sum(stock[k] for k in T)
    for k in T:
        if T2:
            stock[k] = total * toe[k] / sum(toe[j] for j in T2) if k in T2 else 0.0
        elif T1:
            stock[k] = total / len(T1) if k in T1 else 0.0


def manual(
    design: Design,
    state: s.State,
    G: list[int],
    T: list[int],
    declared: Mapping[int, float],
    size: float = 1.0,
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """All stocks after a transfer."""
    after = state.stock.copy()
    side = state.units.side[G[0]]
    for irs in range(design.forces.counts[side, NRS]):
        stock = {k: float(state.stock[k, irs]) for k in G + T}
        toe = plans(design, state, irs)
        if G == T:
            manual_pool(design, state, stock, T, irs)
        else:
            if irs in declared:
                amt = min(declared[irs], sum(stock[k] for k in G))
            else:
                demand = sum(max(toe[k] - stock[k], 0) for k in T)
                supply = size * sum(max(stock[k] - toe[k], 0) for k in G)
                amt = min(demand, supply)
            manual_step(design, state, stock, G, T, irs, amt)
        for k, amount in stock.items():
            after[k, irs] = amount
    return after


def holds(design: Design, state: s.State, irs: int) -> list[bool]:
    return [bool(design.forces.may_hold[kind, irs]) for kind in state.units.kind]


def plans(design: Design, state: s.State, irs: int) -> list[float]:
    return [float(design.forces.toe[kind, irs]) for kind in state.units.kind]


# Commands, as the kernels want them


def transfer(
    design: Design,
    state: s.State,
    place: int,
    side: int,
    givers: list[int],
    takers: list[int],
    declared: Mapping[int, float] | None = None,
) -> tuple[int, list[Event]]:
    resources = state.stock.shape[1]
    amounts, known = np.full(resources, np.nan), np.zeros(resources, dtype=np.int64)
    for irs, amount in (declared or {}).items():
        amounts[irs], known[irs] = amount, 1
    log = EventLog()
    code = transfers.transfer(
        design,
        state,
        used_scratch(design, state),
        place,
        side,
        np.array(givers, dtype=np.int64),
        len(givers),
        np.array(takers, dtype=np.int64),
        len(takers),
        amounts,
        known,
        log.rows,
    )
    return code, log.events()


def three(*stocks: float) -> tuple[Design, s.State]:
    """Red units in cell 9: the first in the transfer posture; two Blue ones in 9 and 10."""
    design = make_design(types=[(0, (10.0,)), (1, (10.0,))])
    reds = [unit(i + 1, 0, 9, 11 if i == 0 else 10, (a,)) for i, a in enumerate(stocks)]
    blues = [unit(90, 1, 9, 11, (5.0,)), unit(91, 1, 10, 10, (5.0,))]
    return design, open_war(design, [*reds, *blues])


# The transfer command


@pytest.mark.parametrize("seed", sampled(range(120), 3))
@pytest.mark.parametrize("printed", [False, True])
def test_transfers_follow_the_manual(seed: int, printed: bool) -> None:
    rng = np.random.default_rng(seed)
    design = random_design(rng)
    design = as_printed(design) if printed else design
    state = random_war(design, rng, 6, 2)
    state.units.place[:6] = 9
    state.units.posture[:6] = 11
    G = sorted(rng.choice(6, int(rng.integers(1, 5)), replace=False).tolist())
    T = (
        G
        if rng.random() < 0.2
        else sorted(rng.choice(6, int(rng.integers(1, 6)), replace=False).tolist())
    )
    declared = {
        irs: float(rng.choice([0.0, 2.0, 50.0, 1e4])) for irs in range(7) if rng.random() < 0.5
    }
    before = state.stock.copy()
    expected = manual(design, state, G, T, declared)
    code, _ = transfer(design, state, 9, 0, G, T, declared)
    assert code == transfers.OK
    assert state.stock == pytest.approx(expected, abs=1e-6)
    assert (state.stock >= 0).all()
    if printed:
        assert (state.stock.sum(axis=0) <= before.sum(axis=0) * (1 + 1e-9)).all()
    else:
        assert state.stock.sum(axis=0) == pytest.approx(before.sum(axis=0), rel=1e-9)
    assert (state.stock[design.forces.may_hold[state.units.kind] == 0] == 0).all()
    untouched = [k for k in range(8) if k not in G + T]
    assert (state.stock[untouched] == before[untouched]).all()


def test_the_example_of_the_errata() -> None:
    design = make_design(types=[(0, (10.0,)), (0, (20.0,)), (0, (0.0,)), (1, (1.0,))])
    units = [unit(1, 2, 9, 11, (10.0,)), unit(2, 0, 9, 10, (1.0,)), unit(3, 1, 9, 30, (2.0,))]
    state = open_war(design, units)
    assert transfer(design, state, 9, 0, [0], [1, 2])[0] == transfers.OK
    assert state.stock[:, 0] == pytest.approx([0.0, 6.6, 6.4])


def test_without_a_declared_amount_only_surplus_goes_and_only_to_need() -> None:
    design, state = three(18.0, 3.0, 30.0)
    transfer(design, state, 9, 0, [0], [1, 2])
    assert state.stock[:3, 0] == pytest.approx([11.0, 10.0, 30.0])
    design, state = three(12.0, 3.0, 30.0)
    _, events = transfer(design, state, 9, 0, [0], [1, 2])
    assert state.stock[:3, 0] == pytest.approx([10.0, 5.0, 30.0])
    assert [(type(e.what), e.audience, e.what[:5]) for e in events] == [
        (allotment.Transferred, 1, (9, 0, 0, 2000, 1))
    ]


def test_a_declared_amount_ends_at_what_there_is() -> None:
    design, state = three(18.0, 3.0)
    transfer(design, state, 9, 0, [0], [1], {0: 100.0})
    assert state.stock[:2, 0].tolist() == [0.0, 21.0]


def test_a_unit_that_gives_and_takes_is_assessed_on_its_larger_stock() -> None:
    """10 go to unit 0 and come from both, to equal ratios of 1.1."""
    design, state = three(12.0, 20.0)
    state.units.posture[:2] = 11
    transfer(design, state, 9, 0, [0, 1], [0], {0: 10.0})
    assert state.stock[:2, 0] == pytest.approx([16.0, 16.0])


def test_pooling_ignores_amounts() -> None:
    design, state = three(18.0, 3.0)
    state.units.posture[:2] = 11
    _, events = transfer(design, state, 9, 0, [0, 1], [0, 1], {0: 1.0})
    assert state.stock[:2, 0] == pytest.approx([10.5, 10.5])
    assert [(type(e.what), e.what[:3]) for e in events] == [(allotment.Pooled, (9, 0, 2))]


def test_default_lists() -> None:
    design, state = three(1.0, 1.0, 1.0, 1.0, 1.0)
    state.units.posture[2], state.units.posture[3] = 0, 43
    state.units.place[4] = 10

    def present(side: int, give: bool) -> list[int]:
        rows = np.zeros(len(state.units), dtype=np.int64)
        count = transfers.list_present(design.forces, state, 9, side, give, rows)
        return [int(row) for row in rows[:count]]

    assert present(0, True) == [0]
    assert present(0, False) == [1, 3]
    assert present(1, True) == [5]
    assert present(1, False) == []


@pytest.mark.clause("IDX-4.2", "IDX-4.2.1")
@pytest.mark.parametrize(
    ("givers", "takers", "declared", "code"),
    [
        ([], [1], {}, transfers.NO_GIVERS),
        ([0], [], {}, transfers.NO_TAKERS),
        ([0], [99], {}, transfers.NO_SUCH_UNIT),
        ([-1], [1], {}, transfers.NO_SUCH_UNIT),
        ([0], [4, 1], {}, transfers.NO_SUCH_UNIT),
        ([0], [1, 1], {}, transfers.NO_SUCH_UNIT),
        ([5], [1], {}, transfers.NOT_YOURS),
        ([0], [5], {}, transfers.NOT_YOURS),
        ([0], [2], {}, transfers.NOT_THERE),
        ([0], [3], {}, transfers.NOT_ACTIVE),
        ([1], [0], {}, transfers.NOT_IN_TRANSFER_POSTURE),
        ([0], [1], {0: -1.0}, transfers.BAD_AMOUNT),
        ([0], [1], {0: float("nan")}, transfers.BAD_AMOUNT),
        ([0], [1], {0: float("inf")}, transfers.BAD_AMOUNT),
        ([0], [1, 4], {}, transfers.OK),
    ],
)
def test_refusals(
    givers: list[int], takers: list[int], declared: dict[int, float], code: int
) -> None:
    design, state = three(18.0, 3.0, 3.0, 3.0, 3.0)
    state.units.place[2] = 10
    state.units.posture[3] = 5
    before = state.stock.copy()
    assert transfer(design, state, 9, 0, givers, takers, declared)[0] == code
    assert (code == transfers.OK) == bool((state.stock != before).any())
