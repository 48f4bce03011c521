"""Tables 3.1 and 3.2 of the manual, and orders that nothing can carry out."""

from __future__ import annotations

from itertools import product

import pytest

from hexfront.systems.idahex.rules.maneuver import sequencing as q
from hexfront.systems.idahex.scenario.design import Delays
from tests.idahex.designs import make_design

UP = {10: 20, 11: 20, 12: 20, 13: 20, 20: 30, 30: 40, 31: 41, 40: 10, 41: 11, 42: 13}
DOWN = {10: -10, 11: -10, 12: -10, 13: -10, 20: 42, 30: 42, 31: 42, 40: 42, 41: 42, 42: 42}
Status = tuple[int, int, int]


def delays_of(up: dict[int, int], down: dict[int, int]) -> Delays:
    """The maps of postures; the rest does not matter here."""
    delays = make_design().delays
    for posture, then in up.items():
        delays.up[posture] = then
    for posture, then in down.items():
        delays.down[posture] = then
    return delays


def strange_maps() -> tuple[dict[int, int], dict[int, int]]:
    """Maps that tell every posture from every other, since table 3.1 names them."""
    up = {p: (20, 30, 40, 10)[p // 10 - 1] + (p * 3 + 1) % 10 for p in range(10, 50)}
    down = {p: -10 if p < 20 else 40 + (p * 7 + 2) % 10 for p in range(10, 50)}
    return up, down


# location, posture, objective; desired posture, objective; next location, posture, objective.
# The next posture: a number, or the map that it is read from at the present one.
TABLE_1: list[tuple[int, int, int, int, int, int, int | str, int, int]] = [
    (17, 10, 17, 10, 13, 17, "up", 2, 13),
    (17, 20, 13, 10, 13, 17, "up", 3, 13),
    (17, 30, 13, 10, 13, 17, "up", 4, 13),
    (17, 40, 13, 10, 13, 13, "up", 1, 13),
    (17, 12, 17, 10, 13, 17, "up", 2, 13),
    (17, 11, 17, 15, 17, 17, 15, 1, 17),
    (17, 10, 17, 22, 13, 17, "up", 2, 13),
    (17, 15, 17, 22, 13, 17, "up", 2, 13),
    (17, 32, 16, 41, 16, 17, "up", 4, 16),
    (17, 32, 16, 10, 16, 17, "up", 4, 16),
    (6, 12, 6, 10, 6, 6, 10, 1, 6),
    (6, 12, 6, 31, 9, 6, "up", 2, 9),
    (6, 31, 9, 40, 9, 6, "up", 4, 9),
    (6, 43, 9, 40, 9, 6, 40, 4, 9),
    (6, 40, 9, 10, 9, 9, "up", 1, 9),
    (6, 40, 9, 10, 6, 6, "down", 4, 6),
    (6, 42, 9, 11, 6, 6, "down", 4, 6),
    (6, 31, 9, 10, 6, 6, "down", 4, 6),
    (6, 23, 9, 14, 6, 6, "down", 4, 6),
    (6, 44, 6, 10, 6, 6, "up", 1, 6),
    (6, 44, 6, 11, 6, 6, "up", 1, 6),
]


@pytest.mark.clause("IDX-3.1")
@pytest.mark.parametrize("row", TABLE_1)
def test_table_3_1(row: tuple[int, int, int, int, int, int, int | str, int, int]) -> None:
    place, posture, objective, wanted, aim, there, then, group, toward = row
    up, down = strange_maps()
    expected = {"up": up, "down": down}[then][posture] if isinstance(then, str) else then
    found = q.next_status(delays_of(up, down), place, posture, objective, aim, wanted)
    assert found == (there, expected, toward)
    assert found[1] // 10 == group


TABLE_2: list[tuple[Status, tuple[int, int], list[Status]]] = [
    ((6, 10, 6), (9, 10), [(6, 20, 9), (6, 30, 9), (6, 40, 9), (9, 10, 9)]),
    ((6, 11, 6), (9, 31), [(6, 20, 9), (6, 30, 9), (6, 31, 9)]),
    ((6, 31, 9), (9, 10), [(6, 41, 9), (9, 11, 9), (9, 10, 9)]),
    ((6, 31, 9), (9, 40), [(6, 41, 9), (6, 40, 9)]),
    ((6, 0, 6), (6, 10), [(6, 10, 6)]),
    ((6, 40, 9), (6, 10), [(6, 42, 6), (6, 13, 6), (6, 10, 6)]),
]


def statuses(delays: Delays, status: Status, aim: int, wanted: int) -> list[Status]:
    """The sequence of statuses until an order is complete."""
    found: list[Status] = []
    while not q.is_complete(*status, aim, wanted):
        status = q.next_status(delays, *status, aim, wanted)
        found.append(status)
        assert len(found) < 20
    return found


@pytest.mark.clause("IDX-3.1")
@pytest.mark.parametrize(("status", "order", "expected"), TABLE_2)
def test_table_3_2(status: Status, order: tuple[int, int], expected: list[Status]) -> None:
    delays = delays_of(UP, DOWN)
    assert statuses(delays, status, *order) == expected
    assert q.outcome(delays, *status, *order)[3]


@pytest.mark.clause("IDX-3.1")
def test_the_simple_maps() -> None:
    """The sequences in the text with the maps as IDAHEX sets them at first."""
    delays = make_design().delays
    assert statuses(delays, (6, 10, 6), 9, 11) == [
        *((6, 20, 9), (6, 30, 9), (6, 40, 9), (9, 10, 9), (9, 11, 9))
    ]
    assert statuses(delays, (6, 40, 9), 6, 10) == [(6, 40, 6), (6, 10, 6)]


@pytest.mark.clause("IDX-3.1", "IDX-4.1")
def test_the_inactive_and_the_destroyed() -> None:
    delays = delays_of(UP, DOWN)
    assert statuses(delays, (6, 0, 6), 8, 0) == [(8, 0, 8)]
    assert statuses(delays, (6, 3, 6), 9, 12) == [
        *((6, 10, 6), (6, 20, 9), (6, 30, 9), (6, 40, 9), (9, 10, 9), (9, 12, 9))
    ]
    assert statuses(delays, (6, 31, 9), 9, -10) == [(6, -10, 6)]
    assert statuses(delays, (6, 11, 6), 8, 2) == [(6, 2, 6), (8, 2, 8)]
    assert not q.outcome(delays, 6, -10, 6, 6, 10)[3]
    assert not q.outcome(delays, 6, -10, 6, 6, 0)[3]
    assert q.is_complete(6, -10, 6, 9, -10)


@pytest.mark.clause("IDX-3.1")
@pytest.mark.parametrize(
    ("status", "order"),
    [
        ((6, 10, 6), (6, 30)),
        ((6, 10, 6), (6, 40)),
        ((6, 40, 9), (9, 30)),
        ((6, 30, 9), (9, 20)),
        ((6, 40, 9), (6, 42)),
    ],
)
def test_orders_that_nothing_can_carry_out(status: Status, order: tuple[int, int]) -> None:
    assert not q.outcome(delays_of(UP, DOWN), *status, *order)[3]


def by_the_figures(up: dict[int, int], down: dict[int, int], row: tuple[int, ...]) -> Status:
    """The seven cases one after another, in the manual's names."""
    pl, pp, po, dp, do = row
    ppc, dpc = pp // 10, dp // 10
    if dp == -10 or dpc == 0:
        nl = do if ppc <= 0 else pl
        return nl, dp, nl
    if ppc == 0:
        return pl, 10, pl
    if ppc == 1 and do == pl:
        return pl, dp if dpc == 1 else pp, pl
    if ppc == 1:
        return pl, up[pp], do
    if po == pl:
        return pl, up[pp], pl
    if do != po:
        return pl, down[pp], pl
    if dpc == ppc and dp != pp:
        return pl, dp, po
    return (po if ppc == 4 else pl), up[pp], po


@pytest.mark.clause("IDX-3.1")
def test_every_status_and_order() -> None:
    """All that can be: what completes stays complete, and every change is of a lawful kind."""
    up, down = strange_maps()
    delays = delays_of(up, down)
    postures = [0, 9, 10, 13, 20, 24, 30, 37, 40, 45, 49]
    for pp, po, dp, do in product(postures, (6, 9), [-10, *postures], (6, 9, 10)):
        if pp < 20 and po != 6:
            continue
        row = (6, pp, po, dp, do)
        found = q.next_status(delays, 6, pp, po, do, dp)
        assert found == by_the_figures(up, down, row), row
        if found[0] != 6 and pp >= 10:
            assert (pp // 10, found[1] // 10) == (4, 1)
        assert found[1] >= 20 or found[2] == found[0]


@pytest.mark.clause("IDX-2.2.1")
def test_postures_that_a_design_has() -> None:
    forces = make_design().forces
    expected = {-10, *range(10), 10, 11, 20, 30, 40}
    assert {p for p in range(-30, 80) if q.is_posture(forces, p)} == expected
