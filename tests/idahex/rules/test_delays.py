"""The delays of 3.2 against a second version, on random designs, and at their limits."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

from hexfront.systems.idahex.rules.maneuver import delays as w
from hexfront.systems.idahex.rules.maneuver.forces import form
from hexfront.systems.idahex.rules.maneuver.sequencing import plan
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import engage, open_engagement, remove_member
from hexfront.systems.idahex.scenario.design import Design
from hexfront.systems.idahex.scenario.initial_state import Unit, open_war
from tests.idahex.delay_oracle import Wait
from tests.idahex.designs import as_printed, make_design, unit

RESOURCES = (2, 0, 1, 2, 1)
"""Two weapons, transport, two types of supplies, personnel."""
HERE = 20


def random_design(random: np.random.Generator) -> Design:
    """Everything that 3.2 reads is random, with many zeros and ones."""
    types = tuple((side, tuple(random.uniform(0, 9, 6))) for side in (0, 0, 0, 1, 1))
    design = make_design(resources=(RESOURCES, RESOURCES), types=types, npost=(2, 2, 2, 2))
    area, delays = design.area, design.delays
    area.route[:] = random.integers(1, 7, area.route.shape)
    area.barrier[:] = random.integers(0, 3, area.barrier.shape)
    for array in (delays.within, delays.disengage, delays.barrier):
        array[:] = random.uniform(0, 2, array.shape)
    delays.rate[:] = random.uniform(1, 30, delays.rate.shape)
    delays.rate[random.random(delays.rate.shape) < 0.04] = 0.0
    delays.air_rate[:] = random.choice([0.0, 80.0, 150.0], 5, p=[0.1, 0.4, 0.5])
    delays.needs[:] = random.choice([0.0, 1.0, 2.0], delays.needs.shape)
    delays.carries[:] = random.choice([0.0, 1.0, 3.0], delays.carries.shape)
    delays.supplies[:] = random.choice([0.0, 0.04, 0.08], delays.supplies.shape)
    delays.unit_class[:] = random.integers(1, 3, 5)
    delays.load_class[:] = random.integers(0, 3, delays.load_class.shape)
    delays.load_size[:] = random.uniform(0, 1, delays.load_size.shape)
    delays.load_capacity[:] = random.uniform(0.5, 4, delays.load_capacity.shape)
    delays.fitness[:] = random.uniform(0.2, 1.4, delays.fitness.shape)
    delays.fitness[random.random(5) < 0.4, 0] = -1.0
    delays.fitness_at[:] = np.concatenate([[0.0], np.sort(random.uniform(0, 3, 6))])
    return design


def random_war(random: np.random.Generator, design: Design) -> tuple[s.State, list[int], int]:
    """Up to three Red units in one status, one task force of them, and its transport mode."""
    count = int(random.integers(1, 4))
    state = open_war(design, [stocked(random, row) for row in range(count)])
    for map_of in range(3):
        state.maps[map_of, 1:3] = random.permutation([1, 2])
    mode = int(random.integers(0, 3)) if count > 1 else 0
    rows = list(range(count))
    form(state, np.array(rows), count, mode)
    return state, rows, mode


def stocked(random: np.random.Generator, row: int) -> Unit:
    kind, amounts = int(random.integers(0, 3)), random.uniform(0, 9, 6)
    amounts[random.random(6) < 0.2] = 0.0
    return unit(row + 1, kind, HERE, stock=tuple(map(float, amounts)))


def put(state: s.State, rows: list[int], posture: int, objective: int) -> None:
    """Give the units a status at their place."""
    for row in rows:
        state.units.posture[row] = posture
        state.units.objective[row] = objective


def aim(design: Design, state: s.State, place: int, posture: int) -> tuple[float, int]:
    """The delay toward the next status under an order."""
    state.missions.aim[0, 0], state.missions.wanted[0, 0] = place, posture
    state.forces.length[0] = 1
    plan(design.delays, state, 0)
    return w.wait(w.ground_of(design), state, 0)


def objective_of(random: np.random.Generator, design: Design) -> int:
    """Mostly a neighbour, now and then a cell far away, inactive, or outside."""
    near = [int(c) for c in design.area.rim[HERE] if design.area.environment[c] > 0]
    return int(random.choice([*near, *near, 42, 8, 0, 61]))


@pytest.mark.clause("IDX-3.2.3", "IDX-3.2.3.1", "IDX-3.2.3.2", "IDX-3.2.4", "IDX-5.4")
@pytest.mark.clause("IDX-3.2.4.1", "IDX-3.2.4.2")
@pytest.mark.parametrize("printed", [False, True])
def test_movement_like_the_second_version(printed: bool) -> None:
    finite = 0
    for seed in range(400):
        random = np.random.default_rng(seed)
        design = random_design(random)
        design = as_printed(design) if printed else design
        state, rows, mode = random_war(random, design)
        posture, objective = int(random.integers(30, 32)), objective_of(random, design)
        put(state, rows, posture, objective)
        found, reason = aim(design, state, objective, 10)
        expected = Wait(design, state, rows, mode, HERE, objective).movement(posture)
        assert found == pytest.approx(expected), seed
        assert (found == inf) == (reason != w.NO_REASON), seed
        finite += found < inf
    assert 100 < finite < 350


@pytest.mark.clause("IDX-3.2.5", "IDX-3.2.5.1", "IDX-3.2.5.2")
@pytest.mark.parametrize("printed", [False, True])
def test_disengagement_like_the_second_version(printed: bool) -> None:
    finite, free = 0, 0
    for seed in range(400):
        random = np.random.default_rng(seed)
        design = random_design(random)
        design = as_printed(design) if printed else design
        state, rows, mode = random_war(random, design)
        secured, engaged = bool(random.random() < 0.2), bool(random.random() < 0.9)
        objective = objective_of(random, design)
        design.delays.up[20] = np_ = int(random.choice([30, 30, 31]))
        keepers = [*rows]
        if secured and len(rows) > 1:
            keepers = rows[:-1]
            remove_member(state, rows[-1])
            if len(keepers) == 1:
                state.forces.mode[0] = mode = 0
        put(state, keepers, 20, objective)
        if engaged:
            fight = open_engagement(state, HERE, 1)
            for row in rows:
                engage(state, fight, row, 0)
        found, reason = aim(design, state, objective, 10)
        expected = Wait(design, state, keepers, mode, HERE, objective).disengagement(
            np_, engaged=engaged, secured=keepers != rows
        )
        assert found == pytest.approx(expected), seed
        assert (found == inf) == (reason != w.NO_REASON), seed
        finite += 0 < found < inf
        free += found == 0
    assert finite > 80
    assert free > 20


def lone(stock: tuple[float, ...] = (100.0,), **more: object) -> tuple[Design, s.State]:
    """A design where all is even, and one task force of a single Red unit."""
    design = make_design(**more)  # type: ignore[arg-type]
    state = open_war(design, [unit(1, 0, HERE, stock=stock), unit(5, 1, 42)])
    form(state, np.array([0]), 1, 0)
    return design, state


@pytest.mark.clause("IDX-3.2.1")
def test_within_a_class() -> None:
    design, state = lone(npost=(3, 1, 1, 1))
    design.delays.within[1] = np.arange(100.0).reshape(10, 10)
    put(state, [0], 11, HERE)
    assert aim(design, state, HERE, 12) == (12.0, w.NO_REASON)
    assert aim(design, state, HERE, 10) == (10.0, w.NO_REASON)
    assert aim(design, state, HERE, 11) == (0.0, w.NO_REASON)  # j = k, whatever the data say
    put(state, [0], 40, 21)
    design.delays.within[4, 0, 1] = 3.0
    assert aim(design, state, 21, 41) == (3.0, w.NO_REASON)


@pytest.mark.clause("IDX-3.2", "IDX-3.2.2", "IDX-3.2.6", "IDX-3.2.7", "IDX-3.2.8")
def test_changes_that_take_no_time() -> None:
    design, state = lone()
    design.delays.within[:] = 9.0
    for posture, objective, place, wanted in [
        (10, HERE, 21, 10),  # 3.2.2: hold to disengagement
        (40, 21, 21, 10),  # 3.2.6: an attack on a cell without enemies
        (0, HERE, HERE, 10),  # 3.2.7, case 1: activation
        (20, 21, HERE, 10),  # case 2: the abort
        (30, 21, HERE, 10),
        (40, 21, HERE, 10),
        (40, HERE, HERE, 10),  # case 3
        (30, 21, HERE, -10),  # 3.2.8
        (10, HERE, HERE, 4),
        (3, HERE, 21, 5),
    ]:
        put(state, [0], posture, objective)
        assert aim(design, state, place, wanted) == (0.0, w.NO_REASON)
    put(state, [0], -10, HERE)
    assert aim(design, state, HERE, 10) == (inf, w.DEAD)


@pytest.mark.clause("IDX-3.2.6")
def test_an_attack_waits_for_combat() -> None:
    design = make_design()
    state = open_war(design, [unit(1, 0, HERE), unit(5, 1, 21)])
    form(state, np.array([0]), 1, 0)
    put(state, [0], 40, 21)
    assert aim(design, state, 21, 10) == (0.0, w.NO_REASON)  # it has yet to begin
    fight = open_engagement(state, 21, 0)
    engage(state, fight, 0, 1)
    engage(state, fight, 1, 0)
    assert aim(design, state, 21, 10) == (inf, w.COMBAT)
    state.units.posture[1] = 20
    assert aim(design, state, 21, 10) == (0.0, w.NO_REASON)


@pytest.mark.clause("IDX-3.2.3")
def test_reasons_why_a_march_never_ends() -> None:
    design, state = lone((100.0, 5.0, 3.0), resources=((1, 0, 0, 2, 0), (1, 0, 0, 0, 0)))
    put(state, [0], 30, 42)
    assert aim(design, state, 42, 10) == (inf, w.NOT_ADJACENT)
    put(state, [0], 30, 8)
    assert aim(design, state, 8, 10) == (inf, w.NOT_ACTIVE)
    put(state, [0], 30, 21)
    assert aim(design, state, 21, 10) == (1.5, w.NO_REASON)
    design.delays.supplies[0, 1, 0] = 0.03
    assert aim(design, state, 21, 10)[1] == w.NO_REASON  # just enough: 3 of 3
    design.delays.supplies[0, 1, 0] = 0.04
    assert aim(design, state, 21, 10) == (inf, w.NO_SUPPLIES + 1)
    design.delays.supplies[:] = 0.0
    design.delays.rate[0, 0, :] = 0.0
    assert aim(design, state, 21, 10) == (inf, w.NO_RATE)


@pytest.mark.clause("IDX-3.2.4")
def test_by_air() -> None:
    design, state = lone(npost=(2, 1, 2, 1))
    put(state, [0], 31, 42)
    found, reason = aim(design, state, 42, 10)
    # Cells 20 and 42 lie three ranks apart (2.1).
    assert found == pytest.approx(15 * sqrt(7) / 100)  # three ranks to the right, one cell up
    assert reason == w.NO_REASON
    design.delays.air_rate[0] = 0.0
    assert aim(design, state, 42, 10) == (inf, w.NOT_AIRMOBILE)
    design.delays.air_rate[0] = 1.0
    put(state, [0], 31, 53)
    assert aim(design, state, 53, 10) == (inf, w.NOT_ACTIVE)
    fight = open_engagement(state, HERE, 1)
    engage(state, fight, 0, 0)
    put(state, [0], 20, 21)
    design.delays.up[20] = 31
    assert aim(design, state, 21, 10) == (inf, w.ENGAGED)


@pytest.mark.clause("IDX-3.2.3.2")
def test_a_stack_without_carriers_or_room() -> None:
    design = make_design(types=((0, (100.0,)), (0, (100.0,)), (1, (100.0,))))
    state = open_war(design, [unit(1, 0, HERE), unit(2, 1, HERE), unit(5, 2, 42)])
    form(state, np.array([0, 1]), 2, 1)
    put(state, [0, 1], 30, 21)
    assert aim(design, state, 21, 10) == (inf, w.NO_CARRIERS)
    design.delays.unit_class[0] = 1
    assert aim(design, state, 21, 10) == (1.5, w.NO_REASON)  # 0/0 counts as 0
    design.delays.load_size[0, 0, 1] = 1.0
    assert aim(design, state, 21, 10) == (inf, w.OVERLOADED)
    design.delays.load_class[0, 0] = 1
    design.delays.load_capacity[0, 0] = 1.0
    design.delays.carries[0, 0] = 1.0
    design.delays.needs[0, 0] = 1.0
    design.delays.fitness[0, 0] = -1.0
    # All room is taken by passengers: nothing is left to move the carriers themselves.
    assert aim(design, state, 21, 10) == (inf, w.NO_RATE)
    design.delays.load_capacity[0, 0] = 4.0
    # A quarter is taken: TR = 3/4, and the rate is TR/(2 - TR) = 3/5 of 10.
    assert aim(design, state, 21, 10)[0] == pytest.approx(2.5)
