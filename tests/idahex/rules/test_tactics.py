"""The tactical situations of 3.3, one after another, in small wars without combat.

Cells 20 and 21 are neighbours, 28 is beside both, 22 and 29 only beside 21.
Red stands in the cells before 21, Blue owns and holds 21, if nothing else is
said.  Rows of units: Red 0, 1 …, then Blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import pytest

from hexfront.systems.idahex.rules.maneuver import contact, entries, forces, occupation, tactics
from hexfront.systems.idahex.rules.maneuver.forces import constitute, put_at, reconsider
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import engage, list_movers, open_engagement, vanish
from hexfront.systems.idahex.scenario.chains import stand as stand_in
from hexfront.systems.idahex.scenario.design import Design
from hexfront.systems.idahex.scenario.initial_state import Unit
from tests.idahex.designs import make_design, unit
from tests.idahex.wars import Order, War, check, make_war, set_next

EPS = 0.25 / 100


def war_of(
    red: Sequence[int | tuple[int, int]],
    blue: Sequence[int | tuple[int, int]],
    design: Design | None = None,
    owned: Sequence[int] = (),
) -> War:
    """Units in the given cells, or in (cell, posture)."""
    units: list[Unit] = []
    for side, places in enumerate((red, blue)):
        for where in places:
            place, posture = (where, 10) if isinstance(where, int) else where
            units.append(unit(len(units) + 1, side, place, posture))
    return make_war(design or make_design(npost=(3, 1, 2, 3)), units, owned)


def put(war: War, row: int, posture: int, objective: int, entry: float = 0.0) -> None:
    """Let an active unit have a status where it stands, as if it had come to it."""
    war.state.units.posture[row] = posture
    war.state.units.objective[row] = objective
    war.state.units.entry[row] = entry
    list_movers(war.state)


def fight(war: War, place: int, attackers: Sequence[int], defenders: Sequence[int]) -> None:
    """An engagement as if it had come about; the attackers' task forces wait."""
    row = open_engagement(war.state, place, int(war.state.units.side[attackers[0]]))
    for attacker in attackers:
        engage(war.state, row, attacker, 1)
    for defender in defenders:
        engage(war.state, row, defender, 0)


def assault(war: War, row: int, place: int, posture: int = 40) -> None:
    """Let a unit attack a cell, with the order to hold it in posture 10."""
    put(war, row, posture, place)
    assert war.order(row, [(place, 10)]) == 0


def settle(war: War, time: float | None = None) -> None:
    war.change_until(war.time if time is None else time)
    check(war)


# 3.3.1 ------------------------------------------------------------------------


def chase(design: Design, older: float) -> War:
    """Blue moves from 20 to 21, slowly; Red after it, fast, since t = 5."""
    war = war_of([20], [20, (21, 10)], design)
    war.state.owner[20] = 0
    put(war, 1, 30, 21, entry=0.0)
    war.order(1, [(21, 11)])
    war.state.game.time = 5.0
    put(war, 0, 30, 21, entry=older)
    war.order(0, [(21, 10)])
    return war


@pytest.mark.clause("IDX-3.3.1")
def test_a_pursuer_does_not_overtake() -> None:
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.rate[1] = 1.0
    war = chase(design, 5.0)
    assert (war.due(0), war.due(1)) == (6.5, 15.0)
    settle(war, 6.5)
    assert war.status(0) == (20, 30, 21)
    assert war.due(0) == 15.0 + EPS / 4
    settle(war, 15.0)
    assert war.status(1) == (21, 11, 21)
    settle(war, 15.1)
    assert war.engagement(21) == (0, [0], [1, 2])


@pytest.mark.clause("IDX-3.3.1")
def test_who_came_first_need_not_wait() -> None:
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.rate[1] = 1.0
    war = chase(design, 0.0)
    settle(war, 6.5)
    assert war.engagement(21) == (0, [0], [2])


@pytest.mark.clause("IDX-3.3.1")
@pytest.mark.parametrize("what", ["objective", "posture", "endless", "next"])
def test_no_pursuit(what: str) -> None:
    """Another way, another posture class, or an enemy that never goes on."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.rate[1] = 1.0
    war = war_of([20], [20], design)
    design.delays.within[3:] = 9.0
    put(war, 1, 40 if what == "posture" else 30, 13 if what == "objective" else 21)
    wanted = {"posture": 41, "next": 31}.get(what, 10)
    assert war.order(1, [(int(war.state.units.objective[1]), wanted)]) == 0
    if what == "endless":
        design.delays.rate[1] = 0.0
        reconsider(war.ground, war.state, war.force(1))
        assert war.due(1) == inf
    put(war, 0, 30, 21, entry=5.0)
    war.order(0, [(21, 40)])
    war.change_until(1.5)
    assert war.status(0) == (20, 40, 21)


# 3.3.2 ------------------------------------------------------------------------


@pytest.mark.clause("IDX-3.3.2")
@pytest.mark.parametrize("posture", [20, 30, 40])
def test_step_1_forces_that_go_for_each_others_cell(posture: int) -> None:
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.up[40] = 12
    war = war_of([20], [21], design)
    put(war, 1, posture, 20)
    war.order(1, [(20, 10, 3.0), (21, 10, 9.0)])
    assault(war, 0, 21)
    settle(war)
    assert war.history(1) == [(21, 40, 21), (21, 12, 21)]
    assert war.engagement(21) == (0, [0], [1])
    assert war.status(0) == (20, 40, 21)
    assert war.due(0) == inf
    assert [what[:3] for what in war.found(occupation.Diverted)] == [(1, 21, 12)]
    assert war.orders(1) == [(21, 10)]  # the order after the changed one stays


@pytest.mark.clause("IDX-3.3.2")
def test_step_1_takes_units_without_task_force_too() -> None:
    war = war_of([20], [21])
    put(war, 1, 30, 20)
    assault(war, 0, 21)
    settle(war)
    assert war.status(1) == (21, 10, 21)
    assert war.engagement(21) == (0, [0], [1])


@pytest.mark.clause("IDX-3.3.2")
@pytest.mark.parametrize(("late", "holds"), [(0.5, True), (2.0, False)])
@pytest.mark.parametrize("posture", [30, 40])
def test_step_2_the_owner_wins_virtual_ties(late: float, holds: bool, posture: int) -> None:
    war = war_of([20], [22], owned=[21])
    put(war, 1, posture, 21)
    war.design.delays.rate[:] = 1e9
    war.order(1, [(21, 10, late * EPS)])
    assault(war, 0, 21)
    settle(war)
    assert war.engagement(21) == ((0, [0], [1]) if holds else None)
    assert war.status(0)[0] == (20 if holds else 21)
    assert war.state.owner[21] == (1 if holds else 0)


@pytest.mark.clause("IDX-3.3.2")
def test_step_2_only_for_cells_of_the_enemy() -> None:
    war = war_of([20], [22])
    put(war, 1, 40, 21)
    war.order(1, [(21, 10, 0.5 * EPS)])
    assault(war, 0, 21)
    settle(war)
    assert war.status(0) == (21, 10, 21)
    settle(war, EPS)
    assert war.engagement(21) == (1, [1], [0])


@pytest.mark.clause("IDX-3.3.2", "IDX-5")
def test_step_3_an_empty_cell_is_occupied() -> None:
    war = war_of([20, 20], [29], owned=[21])
    put(war, 0, 40, 21)
    put(war, 1, 40, 21)
    war.order([0, 1], [(21, 10)])
    settle(war)
    assert war.status(0) == war.status(1) == (21, 10, 21)
    assert war.state.owner[21] == 0
    assert war.found(tactics.CellEntered) == [(0, 21, 20)]
    assert war.found(occupation.CellOwned) == [(21, 0)]


@pytest.mark.clause("IDX-3.3.2")
@pytest.mark.parametrize("slow", [0.5 * EPS, 2 * EPS])
@pytest.mark.parametrize("ordered", ["alone", "waits", "leaves"])
def test_step_3_case_1_transfers_are_broken_off(slow: float, ordered: str) -> None:
    """Two units in the transfer posture, of which one may have a mission of its own."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.within[1, 1, 0] = slow
    design.delays.within[1, 1, 2] = slow
    war = war_of([20], [(21, 11), (21, 11)], design)
    if ordered == "waits":
        war.order(1, [(21, 12, 8.0)])
    elif ordered == "leaves":
        war.order(1, [(22, 10, 8.0)])
    assault(war, 0, 21)
    settle(war)
    assert war.engagement(21) == (0, [0], [2] if ordered == "leaves" else [1, 2])
    posture = {"alone": 10, "waits": 12, "leaves": 30}[ordered]
    if slow > EPS:
        assert war.status(2) == (21, 11, 21)
        assert war.status(1)[1] == (30 if ordered == "leaves" else 11)
        settle(war, slow)
    assert war.status(2) == (21, 10, 21)
    assert war.status(1)[1] == posture
    assert war.engagement(21) is not None


@pytest.mark.clause("IDX-3.3.2")
def test_step_3_in_case_1_another_hold_posture_comes_first() -> None:
    war = war_of([20], [(21, 11), (21, 12)])
    assault(war, 0, 21)
    settle(war)
    assert war.engagement(21) == (0, [0], [1, 2])
    assert war.status(1) == (21, 11, 21)


@pytest.mark.clause("IDX-3.3.2")
@pytest.mark.parametrize("opposed", [True, False])
@pytest.mark.parametrize("posture", [20, 30, 40])
def test_step_3_case_2_who_leaves_for_the_enemys_cell_turns_back(
    opposed: bool, posture: int
) -> None:
    red = [20, 29] if opposed else [20, 36]
    war = war_of(red, [21])
    blue = 2
    war.design.delays.rate[:] = 1.0
    war.state.game.time = 50.0
    put(war, blue, posture, 29)
    if posture == 40:
        fight(war, 29, [blue], [1] if opposed else [])
    if posture == 40 and not opposed:
        return
    war.order(blue, [(29, 10, 60.0)])
    assault(war, 0, 21)
    settle(war)
    if opposed:
        assert war.status(blue) == (21, 10, 21)
        assert war.engagement(21) == (0, [0], [blue])
        assert war.engagement(29) is None
    else:
        assert war.status(0) == (21, 10, 21)
        assert war.status(blue)[0] == 21
        assert war.status(blue)[1] == posture


@pytest.mark.clause("IDX-3.3.2")
def test_step_3_in_case_2_who_would_turn_back_later_does_so_now() -> None:
    war = war_of([20, 29], [21])
    put(war, 2, 30, 29)
    war.order(2, [(21, 10, 9.0)])
    assault(war, 0, 21)
    settle(war)
    assert war.engagement(21) == (0, [0], [2])


@pytest.mark.clause("IDX-3.3.2", "IDX-5")
def test_step_4_an_engagement_begins() -> None:
    """Defenders are those who hold or disengage; others are not drawn in."""
    war = war_of([20], [21, 21, 21])
    put(war, 2, 20, 22)
    put(war, 3, 30, 22, entry=-9.0)
    war.design.delays.disengage[:] = 7.0
    war.order(2, [(22, 10, 2.0)])
    assault(war, 0, 21)
    settle(war)
    assert war.engagement(21) == (0, [0], [1, 2])
    assert war.due(0) == inf
    assert war.due(2) == 2.0 + 7.0  # it is engaged now, and others hold
    assert war.found(contact.EngagementBegun) == [(21, 0)]
    assert war.state.figures.feba[0] == 0.0


@pytest.mark.clause("IDX-3.3.2", "IDX-5")
def test_step_4_others_join_the_engagement() -> None:
    war = war_of([20, 28, 20], [21])
    for row in (0, 1):
        assault(war, row, 21)
        settle(war)
    assert war.engagement(21) == (0, [0, 1], [3])
    put(war, 2, 40, 21)
    assert war.engagement(21) == (0, [0, 1], [3])  # an attack posture alone begins nothing
    war.order(2, [(21, 11)])
    settle(war)
    assert war.engagement(21) == (0, [0, 1, 2], [3])
    assert len(war.found(contact.EngagementBegun)) == 1


@pytest.mark.clause("IDX-5")
def test_units_that_come_to_hold_beside_the_defenders_join_them() -> None:
    war = war_of([20], [21, 22, (21, 0)])
    assault(war, 0, 21)
    settle(war)
    assault(war, 2, 21)
    war.order(3, [(21, 10)])
    settle(war)
    assert war.status(2) == (21, 10, 21)
    assert war.engagement(21) == (0, [0], [1, 2, 3])


@pytest.mark.clause("IDX-3.3.2")
def test_step_4_who_has_lost_its_own_cell_is_lost() -> None:
    war = war_of([20], [21])
    war.state.owner[20] = 1
    assault(war, 0, 21)
    war.again(0, [(21, 10), (22, 10)])
    settle(war)
    assert war.status(0) == (20, -10, 20)
    assert war.force(0) == s.NONE
    assert war.engagement(21) is None
    assert war.state.stock[0].tolist() == [0.0]
    assert war.state.totals[0, s.ELIMINATION].tolist() == [100.0]
    assert war.found(tactics.Eliminated) == [(0, 20)]


@pytest.mark.clause("IDX-3.3.2", "IDX-5")
def test_step_4_relief_turns_the_engagement_round() -> None:
    """Red has occupied 21, where Blue still disengages; Blue attacks it from 22."""
    war = war_of([21, 28], [21, 22])
    war.state.owner[21] = 0
    put(war, 2, 20, 29)
    put(war, 1, 40, 21)
    fight(war, 21, [0, 1], [2])
    war.design.delays.disengage[:] = 1.0
    war.order(1, [(21, 10)])
    war.order(2, [(29, 10)])
    assert war.due(2) > 1.0
    assault(war, 3, 21)
    settle(war)
    assert war.engagement(21) == (1, [3], [0, 1])
    assert war.status(1) == (21, 10, 21)  # its comrades hold the cell already
    assert war.status(2) == (21, 30, 29)  # nobody keeps it any more


@pytest.mark.clause("IDX-3.3.2", "IDX-2.3")
@pytest.mark.parametrize(("entry", "caught"), [(4.95, True), (4.89, False)])
@pytest.mark.parametrize("ordered", [True, False])
def test_step_5_who_has_just_left_must_fight(entry: float, caught: bool, ordered: bool) -> None:
    """delta is 0.1; the rest of the way back goes through pmapup, three times."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.disengage[:] = (3.0, 2.0)
    war = war_of([20], [21], design)
    war.state.game.time = 5.0
    put(war, 1, 30, 22, entry)
    if ordered:
        war.order(1, [(22, 10)])
    assault(war, 0, 21)
    settle(war)
    assert war.status(0) == (21, 10, 21)
    assert war.state.owner[21] == 0
    if caught:
        assert war.status(1) == (21, 20, 22)
        assert war.engagement(21) == (0, [0], [1])
        assert war.state.units.entry[1] == 5.0
        if ordered:
            assert war.due(1) == pytest.approx(5.0 + 3.0 + 2.0 * 1.5)
    else:
        assert war.status(1) == (21, 30, 22)
        assert war.engagement(21) is None


@pytest.mark.clause("IDX-3.3.2")
def test_step_5_who_disengages_is_engaged_and_who_attacks_elsewhere_is_lost() -> None:
    war = war_of([20, 29], [21, 21, 21])
    put(war, 2, 20, 22)
    put(war, 3, 40, 29)
    put(war, 4, 40, 22)
    fight(war, 29, [3], [1])
    war.order(2, [(22, 10, 3.0)])
    war.state.owner[29] = 1  # lest the attackers be called back (step 3)
    war.state.units.side[1] = 0
    assault(war, 0, 21)
    settle(war)
    assert war.status(0) == (21, 10, 21)
    assert war.engagement(21) == (0, [0], [2])
    assert war.status(3) == (21, -10, 21)
    assert war.status(4) == (21, 40, 22)
    assert war.engagement(29) is None
    assert war.state.units.engagement[1] == s.NONE


# 3.3.3 and step 6 --------------------------------------------------------------


@pytest.mark.clause("IDX-3.3.2", "IDX-3.3.3", "IDX-5")
def test_when_the_last_holder_leaves_the_attackers_enter() -> None:
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.disengage[:] = (0.5, 0.2)
    war = war_of([20, 28], [21, 21], design)
    for row in (0, 1):
        assault(war, row, 21)
    settle(war)
    war.order(2, [(22, 10)])
    settle(war)
    assert war.status(0) == (20, 40, 21)
    assert war.due(2) == 0.5  # another unit holds
    settle(war, 0.25)
    war.order(3, [(29, 10)])
    settle(war)
    assert war.status(0) == war.status(1) == (21, 10, 21)
    assert war.state.owner[21] == 0
    assert war.engagement(21) == (0, [0, 1], [2, 3])
    # The first delay is found anew, from when it began; pursuit is possible now.
    assert war.due(2) == pytest.approx(0.5 + 0.2 * 1.5)
    assert war.due(3) == pytest.approx(0.25 + 0.5 + 0.2 * 1.5)
    settle(war, 0.9)
    assert war.engagement(21) == (0, [0, 1], [3])
    settle(war, 1.1)
    assert war.engagement(21) is None


@pytest.mark.clause("IDX-3.3.2")
def test_step_6_not_while_the_enemy_holds() -> None:
    """An engaged attacker that comes to the front for nothing goes on waiting."""
    war = war_of([20], [21])
    assault(war, 0, 21)
    settle(war)
    put_at(war.state, war.force(0), war.time)
    settle(war)
    assert war.status(0) == (20, 40, 21)
    assert war.due(0) == inf


@pytest.mark.clause("IDX-3.3.3")
@pytest.mark.parametrize("how", [20, 0, -10])
def test_in_whatever_way_it_disappears(how: int) -> None:
    war = war_of([20], [21])
    war.design.delays.disengage[:] = 1.0
    assault(war, 0, 21)
    settle(war)
    war.order(1, [(21 if how <= 0 else 22, how if how <= 0 else 10)])
    settle(war)
    assert war.status(1)[1] == how
    assert war.status(0) == (21, 10, 21)


@pytest.mark.clause("IDX-3.3.3")
def test_orders_to_attack_on_are_discarded() -> None:
    """One that ends in an attack posture; the next one leads into the cell."""
    war = war_of([20, 28], [21])
    war.design.delays.disengage[:] = 1.0
    war.design.delays.within[4] = 9.0
    first: list[Order] = [(21, 41, 5.0), (21, 42), (21, 12)]
    second: list[Order] = [(21, 41)]
    for row, orders in ((0, first), (1, second)):
        assault(war, row, 21)
        settle(war)
        war.again(row, orders)
    war.order(2, [(22, 10)])
    settle(war)
    assert war.history(0)[-2:] == [(21, 10, 21), (21, 12, 21)]
    assert war.status(1) == (28, 40, 21)
    assert war.force(1) == s.NONE
    assert [args[1:4] for args in war.found(forces.OrderDropped)] == [
        (0, 21, 41),
        (0, 21, 42),
        (1, 21, 41),
    ]


# 3.3.4 ------------------------------------------------------------------------


def counterattack(red: float, blue: float) -> War:
    """Two Red units attack 21 from 20 and 28; a Blue one of two leaves 21 for 20."""
    war = war_of([20, 20, 28], [21, 21])
    war.state.stock[:, 0] = (red, red, 100.0, blue, 100.0)
    war.design.combat.value_attack[:] = ((2.0,), (3.0,))
    war.design.combat.value_defence[:] = ((5.0,), (7.0,))
    for row in (0, 2):
        assault(war, row, 21)
    settle(war)
    put(war, 1, 40, 21)
    engage(war.state, int(war.state.fighting[21]), 1, 1)
    war.order(3, [(20, 10)])
    war.change_until(war.time)
    return war


# Red: f1·g1 = (2·2x)(5·2x) = 40x²; Blue: f0·g0 = 3y·7y = 21y².
@pytest.mark.clause("IDX-3.3.4")
def test_a_stronger_counterattack_stops_the_attack() -> None:
    war = counterattack(10.0, 14.0)  # 4000 < 4116
    check(war)
    assert war.status(3) == (21, 30, 20)
    assert war.status(0) == war.status(1) == (20, 10, 20)
    assert war.engagement(21) == (0, [2], [4])
    assert war.found(tactics.Counterattacked) == [(3, 21, 20, 1)]


@pytest.mark.clause("IDX-3.3.4")
@pytest.mark.parametrize("red", [10.0, 100.0])
def test_a_weaker_one_stays(red: float) -> None:
    war = counterattack(red, 13.8)  # 4000 > 3999.24
    check(war)
    assert war.status(3) == (21, 10, 21)
    assert war.engagement(21) == (0, [0, 1, 2], [3, 4])
    assert war.force(3) == s.NONE
    assert war.found(tactics.Counterattacked) == [(3, 21, 20, 0)]


@pytest.mark.clause("IDX-3.3.4")
def test_without_values_nobody_is_stronger() -> None:
    war = counterattack(0.0, 0.0)
    assert war.found(tactics.Counterattacked) == [(3, 21, 20, 0)]
    assert war.status(3) == (21, 10, 21)


@pytest.mark.clause("IDX-3.3.4")
def test_a_way_without_attackers_is_free() -> None:
    war = war_of([20], [21, 21])
    war.design.combat.value_attack[1] = 0.0
    assault(war, 0, 21)
    settle(war)
    war.order(1, [(28, 10)])
    settle(war)
    assert war.status(1)[1:] == (30, 28)
    assert not war.found(tactics.Counterattacked)


# 3.3.5 ------------------------------------------------------------------------


@pytest.mark.clause("IDX-3.3.5")
@pytest.mark.parametrize("why", ["owner", "enemy", "neither"])
def test_activation(why: str) -> None:
    war = war_of([(21, 3), 20], [22])
    war.state.owner[21] = 1 if why == "owner" else 0
    if why == "enemy":
        vanish(war.state, 2)
        war.state.units.place[2] = 21
        stand_in(war.state, 2)
        put(war, 2, 30, 22)
    war.order(0, [(21, 10)])
    settle(war)
    if why == "neither":
        assert war.status(0) == (21, 10, 21)
        return
    assert war.status(0) == (21, 3, 21)
    assert war.due(0) == inf
    assert war.found(tactics.ActivationRefused) == [(0, 21)]


@pytest.mark.clause("IDX-3.2.8", "IDX-4.1")
def test_the_designer_is_told_of_units_that_become_inactive_or_change_place_so() -> None:
    war = war_of([20], [22])
    war.order(0, [(28, 4)])
    settle(war)
    assert war.history(0) == [(20, 4, 20), (28, 4, 28)]
    told = [
        (type(e.what), e.audience)
        for e in war.events()
        if isinstance(e.what, tactics.Relocated | tactics.Deactivated)
    ]
    assert told == [(tactics.Deactivated, 0), (tactics.Relocated, 0)]


# 3.3.6 ------------------------------------------------------------------------


def entry_by_the_text(
    ppc: int, npc: int, t: float, tentry: float, abort: bool, threat: bool, away: float
) -> float:
    """tentry as the section says it, with the abort judged first."""
    if abort:
        if not threat or ppc == 2:
            return max(t, tentry)
        if ppc == 3:
            return max(t + (t - tentry), t)
        return t + away
    if npc == ppc:
        return tentry
    if npc in (2, 3, -1, 0):
        return t
    return max(t, tentry)


@pytest.mark.clause("IDX-3.3.6", "IDX-2.2.1")
@pytest.mark.parametrize("threat", ["none", "behind", "soon", "ahead", "hold", "elsewhere"])
@pytest.mark.parametrize("tentry", [2.0, 4.0, 7.0])
def test_virtual_time_of_entry(threat: str, tentry: float) -> None:
    """All transitions at t = 5, with an enemy that threatens cell 20, or does not.

    Who comes to 20 from 21, which is the unit's own objective, is no threat.
    """
    enemy = {"none": (28, 10, 28), "behind": (12, 30, 20), "ahead": (21, 40, 20)}
    enemy |= {"hold": (12, 10, 12), "elsewhere": (12, 20, 13), "soon": (12, 20, 20)}
    steps = [(10, 20, 21), (20, 30, 21), (30, 40, 21), (40, 10, 21), (10, 11, 20), (30, 31, 21)]
    steps += [(20, 40, 20), (30, 40, 20), (40, 42, 20), (40, 41, 21), (10, -10, 20), (10, 0, 20)]
    for posture, then, toward in steps:
        place, attitude, aim = enemy[threat]
        war = war_of([20], [place])
        put(war, 1, attitude, aim)
        war.state.game.time = 5.0
        put(war, 0, posture, 20 if posture == 10 else 21, tentry)
        force = constitute(war.state, 0)
        set_next(war.state, force, 20, then, toward)
        entries.set_entries(war.ground, war.state, force)
        abort = posture >= 20 and then >= 40 and toward == 20
        expected = entry_by_the_text(
            posture // 10, then // 10, 5.0, tentry, abort, threat in ("behind", "soon"), 1.5
        )
        assert war.state.units.entry[0] == expected, (posture, then, toward)


@pytest.mark.clause("IDX-3.3.6")
def test_the_penalty_lasts_until_the_unit_holds() -> None:
    war = war_of([20], [12])
    put(war, 1, 30, 20)
    war.state.game.time = 5.0
    put(war, 0, 30, 21, entry=1.0)
    war.order(0, [(20, 10)])
    settle(war)
    assert war.status(0) == (20, 10, 20)
    assert war.state.units.entry[0] == 9.0


# 3.3.7 ------------------------------------------------------------------------


@pytest.mark.clause("IDX-3.3.7", "IDX-5")
def test_when_the_attack_is_broken_off_the_defenders_go_at_once() -> None:
    war = war_of([20], [21, 21])
    war.design.delays.disengage[:] = 4.0
    assault(war, 0, 21)
    settle(war)
    war.order(1, [(22, 10)])
    settle(war, 1.0)
    assert war.due(1) == 4.0
    assert war.again(0, [(20, 11)]) == 0
    settle(war)
    assert war.status(0) == (20, 11, 20)
    assert war.status(1) == (21, 30, 22)
    assert war.engagement(21) is None
    assert war.found(contact.EngagementEnded) == [(21, 0)]


@pytest.mark.clause("IDX-3.3.7")
def test_nobody_is_put_off_by_the_end() -> None:
    """A change that is due sooner stays: min {t0, t1}."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.within[1, 0, 1] = 2.0
    war = war_of([20], [21], design)
    assault(war, 0, 21)
    settle(war)
    war.order(1, [(21, 11)])
    settle(war, 1.5)
    assert war.again(0, [(20, 11)]) == 0
    settle(war)
    assert war.engagement(21) is None
    assert war.due(1) == 2.0


@pytest.mark.clause("IDX-3.3.7", "IDX-5")
def test_an_attacker_that_occupied_stays_engaged_until_it_moves() -> None:
    war = war_of([20], [21])
    war.design.delays.disengage[:, 0] = (1.0, 9.0)
    assault(war, 0, 21)
    settle(war)
    war.order(1, [(22, 10)])
    settle(war)
    assert war.engagement(21) == (0, [0], [1])
    war.order(0, [(28, 10)])
    settle(war, 0.5)
    assert war.status(0) == (21, 20, 28)
    assert war.engagement(21) == (0, [0], [1])
    settle(war, 1.0)
    assert war.status(0) == (21, 30, 28)
    assert war.engagement(21) is None
    assert war.status(1) == (21, 30, 22)


# 4.2.2 ------------------------------------------------------------------------


@pytest.mark.clause("IDX-4.2.2")
@pytest.mark.parametrize(
    ("orders", "delivers"),
    [
        ([(20, 11)], False),  # the mission is accomplished
        ([(20, 11), (28, 10, 9.0)], False),  # a start time is to come
        ([(20, 11), (28, 10)], True),
        ([(20, 11), (28, 10, 1.0)], True),  # that time has come
        ([(20, 12, 9.0)], False),  # it does not enter the transfer posture
    ],
)
def test_when_a_task_force_delivers(orders: list[Order], delivers: bool) -> None:
    war = war_of([20, 20], [22])
    war.state.stock[:, 0] = (150.0, 80.0, 100.0)
    war.state.game.time = 2.0
    war.order(0, orders)
    settle(war)
    assert war.state.stock[:, 0].tolist() == ([130.0, 100.0, 100.0] if delivers else [150, 80, 100])


@pytest.mark.clause("IDX-4.2.2")
def test_a_delivery_on_the_way_to_another_posture() -> None:
    """It enters the transfer posture from an attack, though its order is not complete then."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.up[40] = 11
    war = war_of([20, 21], [29], design)
    war.state.stock[:, 0] = (150.0, 80.0, 100.0)
    put(war, 0, 40, 21)
    war.order(0, [(21, 10)])
    settle(war)
    assert war.status(0) == (21, 10, 21)
    assert war.state.stock[:2, 0].tolist() == [130.0, 100.0]


@pytest.mark.clause("IDX-3.3")
def test_attackers_come_last_at_the_same_time() -> None:
    """Blue disengages before Red, who was placed first, tries to enter; then Red is let in."""
    war = war_of([20], [21])
    assault(war, 0, 21)
    war.order(1, [(22, 10)])
    settle(war)
    assert [(args[0], args[2]) for args in war.found(occupation.StatusChanged)] == [
        *((1, 20), (0, 10), (1, 30))
    ]
