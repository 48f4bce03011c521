"""Time: breaks in their order, and random wars that must stay whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from hexfront.core.state import digest
from hexfront.systems.idahex.rules import clock
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.maneuver.contact import EngagementBegun
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import list_movers
from hexfront.systems.idahex.scenario.design import (
    CYCLE,
    FRAME,
    NACTYP,
    PERIOD,
    T_END,
    T_INIT,
    Design,
)
from tests.idahex.designs import make_design, unit
from tests.idahex.wars import Order, War, check, make_war

POSTURES = (10, 10, 10, 11, 11, 20, 30, 31, 40, 41, 0, -10)
WEIGHTS = np.array([20, 20, 20, 8, 8, 2, 4, 4, 4, 4, 1, 0.3])


def random_design(random: np.random.Generator) -> Design:
    """A small map, weapons and fuel, transport classes, air movement, zones of control."""
    resources = (1, 0, 1, 1, 0)
    types = tuple((side, (100.0, 20.0, 50.0)) for side in (0, 0, 1, 1))
    design = make_design(
        cells=31, rank1=5, resources=(resources, resources), types=types, npost=(2, 1, 2, 2)
    )
    delays, combat = design.delays, design.combat
    delays.rate[:] = random.uniform(5, 120, delays.rate.shape)
    delays.air_rate[:] = (0.0, 300.0, 0.0, 300.0)
    delays.disengage[:] = random.choice([0.0, 0.02, 0.3], delays.disengage.shape)
    delays.within[1:] = random.choice([0.0, 0.001, 0.2], delays.within[1:].shape)
    delays.unit_class[:] = (1, 2, 1, 2)
    delays.up[20] = 30 + int(random.integers(0, 2))
    delays.supplies[:] = 0.01
    design.support.idle[:] = random.choice([0.0, 0.001, 0.02])
    design.support.active[:] = design.support.resting[:] = 0.002
    combat.speed[:] = random.uniform(-5, 60, combat.speed.shape)
    combat.kill_attack[:] = combat.kill_defence[:] = random.choice([0.01, 0.1])
    combat.haven[0] = int(random.integers(0, 2))
    design.forces.vanish[:] = random.choice([0.0, 0.3, 0.7])
    design.area.clock[T_END] = 12.0
    return design


def random_war(seed: int) -> tuple[War, np.random.Generator]:
    """Units of two sides, mixed up on the map, some not yet active."""
    random = np.random.default_rng(seed)
    design = random_design(random)
    active = np.flatnonzero(design.area.environment > 0)
    units = []
    home = {int(cell): int(random.integers(0, 2)) for cell in active}
    for row in range(16):
        side = row // 8
        cells = [cell for cell, owner in home.items() if owner == side] or list(home)
        posture = int(random.choice([10, 11, 0], p=[0.7, 0.2, 0.1]))
        stock = (float(random.uniform(20, 120)), 20.0, float(random.uniform(0, 60)))
        kind = side * 2 + int(random.integers(0, 2))
        units.append(unit(row + 1, kind, int(random.choice(cells)), posture, stock))
    return make_war(design, units, [cell for cell, owner in home.items() if owner == 1]), random


def random_commands(war: War, random: np.random.Generator) -> int:
    """Missions for some units, for task forces of several, other orders, and none."""
    done = 0
    for _ in range(int(random.integers(1, 10))):
        first = int(random.integers(len(war.state.units)))
        place = int(war.state.units.place[first])
        orders = random_orders(war, random, place)
        if war.force(first) != s.NONE:
            if random.random() < 0.1:
                side = int(war.state.units.side[first])
                missions.cancel_mission(war.state, side, war.force(first), war.out)
            elif random.random() < 0.5:
                done += war.again(first, orders) == missions.OK
            continue
        rows = [first]
        for other in range(first + 1, len(war.state.units)):
            same = war.status(other) == war.status(first) and war.force(other) == s.NONE
            if same and war.state.units.side[other] == war.state.units.side[first]:
                rows.append(other)
        mode = int(random.integers(0, 3)) if len(rows) > 1 and random.random() < 0.3 else 0
        done += war.order(rows, orders, mode) == missions.OK
    return done


def random_orders(war: War, random: np.random.Generator, place: int) -> Sequence[Order]:
    orders: list[Order] = []
    for _ in range(int(random.integers(1, 4))):
        near = [int(c) for c in war.design.area.rim[place] if c] + [place]
        if random.random() < 0.1:
            near = list(range(1, 32))
        place = int(random.choice(near))
        start = war.time + float(random.choice([0.0, 0.0, 0.0, 0.4, 0.25]))
        orders.append((place, int(random.choice(POSTURES, p=WEIGHTS / WEIGHTS.sum())), start))
    return orders


def play(seed: int, checked: bool) -> tuple[War, int, int]:
    """A whole random war; how many missions were given, and how many engagements there were."""
    war, random = random_war(seed)
    given, fights, before = 0, 0, -1.0
    while war.state.game.phase != s.OVER:
        given += random_commands(war, random)
        war.log.clear()
        clock.run(war.design, war.state, war.scratch, war.out)
        assert not war.found(clock.StatusJammed)
        fights += len(war.found(EngagementBegun))
        if checked:
            check(war)
            assert war.time > before
            before = war.time
    return war, given, fights


@pytest.mark.clause("IDX-2.3", "IDX-3", "IDX-3.3", "IDX-5")
@pytest.mark.parametrize("seed", range(12))
def test_random_wars_stay_whole(seed: int) -> None:
    war, given, fights = play(seed, True)
    assert war.time == 12.0
    assert given > 20
    assert fights > 0


@pytest.mark.clause("IDX-2.3")
@pytest.mark.parametrize("seed", [3, 5])
def test_the_same_war_twice(seed: int) -> None:
    assert digest(play(seed, False)[0].state) == digest(play(seed, False)[0].state)


def quiet(frame: float = 0.25, **changes: float) -> War:
    """One unit a side, far apart, and nothing to do."""
    design = make_design(cells=28, rank1=4, frame=frame)
    war = make_war(design, [unit(1, 0, 1), unit(2, 1, 17)])
    for name, value in changes.items():
        design.area.clock[CLOCK[name]] = value
    return war


CLOCK = {"start": T_INIT, "end": T_END, "frame": FRAME, "period": PERIOD, "cycle": CYCLE}


@pytest.mark.clause("IDX-2.3", "IDX-G2")
def test_stops_for_commands() -> None:
    war = quiet(end=1.75)
    assert war.state.game.phase == s.COMMANDS
    stops = [0.0]
    while war.state.game.phase != s.OVER:
        clock.run(war.design, war.state, war.scratch, war.out)
        stops.append(war.time)
    assert stops == [0.0, 0.5, 1.0, 1.5, 1.75]
    assert war.state.game.frames == 7
    before = digest(war.state)
    clock.run(war.design, war.state, war.scratch, war.out)
    assert digest(war.state) == before


@pytest.mark.clause("IDX-2.3", "IDX-6")
def test_stops_for_air_strikes() -> None:
    war = quiet(end=2.0)
    war.design.forces.counts[1, NACTYP] = 1
    clock.begin(war.design, war.state, war.out)
    stops = [(war.time, int(war.state.game.phase))]
    while war.state.game.phase != s.OVER:
        clock.run(war.design, war.state, war.scratch, war.out)
        stops.append((war.time, int(war.state.game.phase)))
    assert stops == [
        *((0.0, s.STRIKES), (0.0, s.COMMANDS), (0.5, s.COMMANDS)),
        *((1.0, s.STRIKES), (1.0, s.COMMANDS), (1.5, s.COMMANDS), (2.0, s.OVER)),
    ]


@pytest.mark.clause("IDX-2.3")
def test_a_player_stops_the_war() -> None:
    war = quiet()
    war.run(0.5)
    war.state.game.stopped = 1
    clock.run(war.design, war.state, war.scratch, war.out)
    assert war.state.game.phase == s.OVER
    assert war.time == 0.5


@pytest.mark.clause("IDX-2.3")
def test_frames_are_counted_and_not_added_up() -> None:
    war = quiet(frame=0.1, period=0.3, cycle=0.9, end=90.0)
    war.state.game.time = 0.0
    for period in range(1, 301):
        clock.run(war.design, war.state, war.scratch, war.out)
        assert war.time == 3 * period * 0.1
    assert war.state.game.phase == s.OVER


@pytest.mark.clause("IDX-2.3")
def test_the_end_need_not_be_the_end_of_a_frame() -> None:
    war = quiet(end=0.6)
    war.order(0, [(1, 10, 0.55), (1, 11, 0.6), (2, 10, 0.7)])
    war.run(99.0)
    assert war.time == 0.6
    assert war.state.game.frames == 2
    assert war.status(0) == (1, 11, 1)


@pytest.mark.clause("IDX-2.1", "IDX-2.3")
def test_maps_change_at_the_start_of_their_cycle() -> None:
    changes = np.array([[0, 1, 2, 3], [2, 0, 1, 4], [2, 2, 1, 2], [3, 0, 1, 1]])
    design = make_design(cells=28, rank1=4)
    design = design._replace(area=design.area._replace(changes=changes))
    war = make_war(design, [unit(1, 0, 1), unit(2, 1, 17)])
    assert war.state.maps[1, :4].tolist() == [0, 1, 3, 3]
    war.run(1.5)
    assert war.state.maps[0, 1] == 1
    war.run(2.0)
    assert (war.state.maps[0, 1], war.state.maps[2, 1]) == (4, 2)
    war.run(3.0)
    assert (war.state.maps[0, 1], war.state.maps[2, 1]) == (1, 2)
    assert len(war.found(clock.MapChanged)) == 4


def battle(speed: float = 0.0) -> War:
    """Red attacks 21 from 20; the feba moves so fast."""
    design = make_design()
    design.combat.speed[:] = speed
    war = make_war(design, [unit(1, 0, 20), unit(2, 0, 28), unit(3, 1, 21), unit(4, 1, 21)])
    war.state.units.posture[:2] = 40
    war.state.units.objective[:2] = 21
    list_movers(war.state)
    return war


@pytest.mark.clause("IDX-2.3", "IDX-5")
def test_a_frame_does_not_assess_what_begins_when_it_ends() -> None:
    war = battle()
    war.order(0, [(21, 10, 0.25)])
    war.order(1, [(21, 10, 0.26)])
    war.design.area.clock[PERIOD] = 0.25
    war.run(0.25)
    assert war.engagement(21) == (0, [0], [2, 3])
    assert war.state.stock[2, 0] == 100.0
    war.run(0.5)
    assert war.state.stock[2, 0] < 100.0
    assert war.engagement(21) == (0, [0, 1], [2, 3])


@pytest.mark.clause("IDX-5.3", "IDX-5")
def test_the_weak_are_eliminated_alone() -> None:
    """One of a task force of two; the other stays in it and holds the cell."""
    war = battle()
    war.design.forces.vanish[1] = 0.5
    war.state.stock[2, 0] = 40.0
    war.order([2, 3], [(21, 10, 50.0)])
    war.order(0, [(21, 10)])
    war.run(0.5)
    check(war)
    assert war.status(2) == (21, -10, 21)
    assert war.status(3) == (21, 10, 21)
    assert war.orders(3) == [(21, 10)]
    assert war.force(2) == s.NONE
    assert war.state.totals[1, s.ELIMINATION, 0] > 0.0
    assert war.engagement(21) == (0, [0], [3])


@pytest.mark.clause("IDX-5", "IDX-5.3", "IDX-3.3.3")
def test_the_defeated_retreat_and_the_attackers_enter() -> None:
    war = battle(speed=61.0)
    war.design.delays.disengage[:, 0] = 0.1
    war.order(0, [(21, 10)])
    war.order(1, [(21, 10)])
    war.order(2, [(21, 10, 9.0), (14, 10, 9.0)])
    war.design.area.clock[PERIOD] = 0.25
    war.run(0.25)
    assert war.state.owner[21] == 0
    assert war.found(clock.DefendersBeaten) == [(21, 14, 0)]
    check(war)
    assert war.status(0) == war.status(1) == (21, 10, 21)
    assert war.status(2) == war.status(3) == (21, 20, 14)
    assert war.engagement(21) == (0, [0, 1], [2, 3])
    assert war.orders(2) == [(14, 10), (14, 10)]
    war.run(2.5)
    assert war.status(2) == war.status(3) == (14, 10, 14)
    assert len(war.found(clock.DefendersBeaten)) == 1
    check(war)


@pytest.mark.clause("IDX-5.3")
def test_defenders_are_beaten_also_by_attackers_who_are_lost_in_the_same_frame() -> None:
    war = battle(speed=61.0)
    war.design.forces.vanish[0] = 2.0
    war.order(0, [(21, 10)])
    war.order(1, [(21, 10)])
    war.run(0.5)
    assert war.status(0)[1] == war.status(1)[1] == -10
    assert war.found(clock.DefendersBeaten) == [(21, 14, 0)]
    assert war.state.owner[21] == 0


@pytest.mark.clause("IDX-5.3")
def test_who_disengages_already_keeps_its_own_way() -> None:
    """It is told once that they are beaten, though they stay for several frames."""
    war = battle(speed=61.0)
    war.design.delays.disengage[:, 0] = 0.95
    war.order(2, [(22, 10, 0.1)])
    war.order(0, [(21, 10)])
    war.run(1.0)
    check(war)
    assert war.status(2) == (21, 20, 22)
    assert war.status(3) == (21, 20, 29)
    assert war.engagement(21) == (0, [0], [2, 3])
    assert war.found(clock.DefendersBeaten) == [(21, 29, 0)]


@pytest.mark.clause("IDX-5.3")
def test_without_a_way_out_the_defeated_are_eliminated() -> None:
    war = battle(speed=61.0)
    for cell in (13, 14, 22, 29):
        war.design.area.environment[cell] = 0
    war.order(0, [(21, 10)])
    war.order(1, [(21, 10)])
    war.run(0.5)
    check(war)
    assert war.status(2) == war.status(3) == (21, -10, 21)
    assert war.status(0) == war.status(1) == (21, 10, 21)
    assert war.engagement(21) is None
    assert war.found(clock.DefendersBeaten) == [(21, 0, 0)]


def hungry_battle(feeds: bool) -> War:
    """Red beats two Blue units in 21 that need supplies to move; only one of them has some."""
    types = ((0, (100.0,)), (1, (100.0, 10.0)))
    design = make_design(resources=((1, 0, 0, 0, 0), (1, 0, 0, 1, 0)), types=types)
    design.combat.speed[:] = 61.0
    design.delays.supplies[1, 0, 0] = 0.02
    design.delays.disengage[:, 0] = 0.6
    starved, fed = (100.0, 0.0), (100.0, 10.0)
    units = [unit(1, 0, 20), unit(2, 1, 21, stock=starved), unit(3, 1, 21, stock=fed)]
    war = make_war(design, units)
    war.state.units.posture[0] = 40
    war.state.units.objective[0] = 21
    list_movers(war.state)
    if feeds:
        war.order([1, 2], [(21, 10, 50.0)])
    war.order(0, [(21, 10)])
    return war


@pytest.mark.clause("IDX-5", "IDX-5.3", "IDX-3.2.5")
def test_beaten_units_that_can_never_leave_are_destroyed() -> None:
    """Its delay would have no end: it does not move out, so that it is destroyed at once."""
    war = hungry_battle(feeds=False)
    war.run(0.5)
    check(war)
    assert war.status(1) == (21, -10, 21)
    assert war.status(2) == (21, 20, war.found(clock.DefendersBeaten)[0][1])
    assert war.engagement(21) == (0, [0], [2])
    war.run(3.0)
    assert war.status(2)[1] == 10, "with supplies it gets away"
    assert war.engagement(21) is None
    assert war.status(0) == (21, 10, 21)


@pytest.mark.clause("IDX-5.3", "IDX-3.2.5.2")
def test_a_beaten_task_force_shares_its_supplies_to_get_away() -> None:
    war = hungry_battle(feeds=True)
    war.run(3.0)
    check(war)
    assert war.status(1)[:2] == war.status(2)[:2] != (21, -10)
    assert war.status(1)[1] == 10


@pytest.mark.clause("IDX-5.3")
def test_beaten_units_that_disengage_without_an_order_go_on() -> None:
    """Its mission was cancelled; the cell that it disengages toward is still where it goes."""
    war = battle(speed=61.0)
    war.design.delays.disengage[:, 0] = 0.6
    war.order(0, [(21, 10)])
    war.order(2, [(22, 10, 0.05)])
    war.change_until(0.1)
    assert war.status(2)[1] == 20
    missions.cancel_mission(war.state, 1, war.force(2), war.out)
    war.run(3.0)
    check(war)
    assert war.status(2) == (22, 10, 22)


@pytest.mark.clause("IDX-5.3", "IDX-2.3")
def test_no_command_saves_whom_combat_has_condemned() -> None:
    """What the end of a frame decides is done before a player can give commands."""
    war = battle(speed=61.0)
    war.design.area.clock[PERIOD] = 0.25
    war.order(0, [(21, 10)])
    war.order(1, [(21, 10)])
    clock.run(war.design, war.state, war.scratch, war.out)
    assert war.time == 0.25
    assert war.state.game.phase == s.COMMANDS
    assert war.status(0) == (21, 10, 21)
    assert war.status(2)[1] in (20, 30)


@pytest.mark.clause("IDX-7")
@pytest.mark.parametrize(("stock", "arrives"), [(1.0, False), (9.0, True)])
def test_who_runs_out_of_supplies_on_the_way_stays(stock: float, arrives: bool) -> None:
    types = ((0, (100.0, 9.0)), (1, (100.0,)))
    design = make_design(resources=((1, 0, 0, 1, 0), (1, 0, 0, 0, 0)), types=types)
    design.support.idle[0, 0, 0, 2] = 0.02
    design.delays.supplies[0, 0, 0] = 0.001
    war = make_war(design, [unit(1, 0, 20, stock=(100.0, stock)), unit(2, 1, 42)])
    war.order(0, [(21, 10), (28, 10)])
    war.run(10.0)
    check(war)
    if arrives:
        assert war.status(0) == (28, 10, 28)
    else:
        assert war.history(0)[-3:] == [(20, 30, 21), (20, 40, 20), (20, 10, 20)]
        assert war.force(0) == s.NONE
