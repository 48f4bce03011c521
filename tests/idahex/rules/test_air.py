"""Air strikes, against the manual's text in plain Python."""

# ruff: noqa: N806 (the manual's own names)
from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import numpy as np
import pytest

from hexfront.core.events import Event, EventLog
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.amounts import amount
from tests.idahex.designs import as_printed, follows, make_design, unit
from tests.idahex.random_designs import make_engagement, random_design, random_war, used_scratch

pytestmark = pytest.mark.clause("IDX-6")


class Strike(NamedTuple):
    side: int
    cell: int
    role: int
    asprty: tuple[int, ...]
    ascomp: tuple[float, ...]


def targets_of(state: s.State, strike: Strike, engagement: int) -> tuple[list[int], int]:
    """V, and pc for interdiction."""
    units = state.units
    enemies = [k for k in range(len(units)) if units.side[k] != strike.side]
    klass = units.posture // 10
    if strike.role == air.CLOSE_SUPPORT:
        V = [k for k in enemies if units.engagement[k] == engagement != s.NONE]
        if V and not units.attacks[V[0]] and any(klass[k] == 1 for k in V):
            V = [k for k in V if klass[k] != 2]
        return V, 0
    here = [k for k in enemies if units.place[k] == strike.cell and klass[k] >= 1]
    for pc in strike.asprty:
        if any(klass[k] == pc for k in here):
            return [k for k in here if klass[k] == pc], pc
    return [], 0


def manual(design: d.Design, state: s.State, strike: Strike, engagement: int) -> None:
    """Section 6, weapon by weapon for each materiel of each unit; numbers count from 0."""
    a, side, v = design.air, strike.side, 1 - strike.side
    counts, nmat = design.forces.counts, int(design.forces.counts[1 - strike.side, d.NMAT])
    V, pc = targets_of(state, strike, engagement)
    if not V:
        return
    attacks = bool(engagement != s.NONE and state.engagements.attacker[engagement] == side)
    grdrs = [sum(state.stock[i, j] for i in V) for j in range(nmat)]
    env = state.maps[0, design.area.environment[strike.cell]]
    stdtgt = design.combat.standard[v]
    K = {}
    for iw in range(counts[side, d.NAGWEP]):
        agwep = sum(a.load[side, i, iw] * n for i, n in enumerate(strike.ascomp))
        if strike.role == air.INTERDICTION:
            aag = a.aim_behind[side, iw, :, pc - 1]
        else:
            aag = (a.aim_attack if attacks else a.aim_defence)[side, iw]
        drawn = [aag[j] * grdrs[j] / stdtgt[j] if stdtgt[j] > 0 else 0.0 for j in range(nmat)]
        for j in range(nmat):
            alpha = drawn[j] / sum(drawn) if sum(drawn) > 0 else 0.0
            for ibu in V:
                c = state.units.posture[ibu] // 10 - 1
                share = state.stock[ibu, j] / grdrs[j] if grdrs[j] > 0 else 0.0
                K[iw, j, ibu] = (
                    a.kill[side, iw, j]
                    * a.weapon_posture[side, iw, c]
                    * a.target_posture[v, j, c]
                    * a.weapon_in[side, iw, env]
                    * a.target_in[v, j, env]
                    * (alpha * share * agwep)
                )
    counted = counts[v, d.NGG] if strike.role == air.CLOSE_SUPPORT else 0
    destroyed = follows(design, "close-support")
    for (_, j, _), potential in K.items():
        if j < counted and not destroyed:
            state.close[engagement, v, j] += potential
    for ibu in V:
        for j in range(nmat):
            for iw in range(counts[side, d.NAGWEP]):
                L = min(K[iw, j, ibu], state.stock[ibu, j])
                state.stock[ibu, j] -= L
                if j < counted and destroyed:
                    state.close[engagement, v, j] += L
                state.totals[v, s.FROM_AIR, j] += L
                for k in range(counts[v, d.NPERS]):
                    men = min(a.crews[v, k, iw, j] * L, state.stock[ibu, nmat + k])
                    state.stock[ibu, nmat + k] -= men
                    state.totals[v, s.FROM_AIR, nmat + k] += men


def enter(design: d.Design, state: s.State, strike: Strike) -> int:
    return air.add_strike(
        design.area,
        design.forces,
        state,
        strike.side,
        strike.cell,
        strike.role,
        np.array(strike.asprty, dtype=np.int64),
        np.array(strike.ascomp),
    )


def assess(design: d.Design, state: s.State) -> list[Event]:
    log = EventLog()
    air.assess_strikes(design, state, used_scratch(design, state), log.rows)
    return log.events()


def random_strikes(rng: np.random.Generator, count: int) -> list[Strike]:
    return [
        Strike(
            side,
            int(rng.choice([9, 10, 12])),
            int(rng.integers(0, 2)),
            tuple(int(c) for c in rng.permutation([1, 2, 3, 4])),
            tuple(float(n) for n in rng.choice([0.0, 1.0, 3.5, 40.0], (2, 1)[side])),
        )
        for side in (int(rng.integers(0, 2)) for _ in range(count))
    ]


@pytest.mark.parametrize("seed", range(amount(30, 80)))
@pytest.mark.parametrize("printed", [False, True])
def test_strikes_follow_the_manual(seed: int, printed: bool) -> None:
    rng = np.random.default_rng(seed)
    design = random_design(rng)
    design = as_printed(design) if printed else design
    state = random_war(design, rng, 7, 7)
    state.maps[0] = rng.integers(1, 5, state.maps.shape[1])
    attacking = [list(range(7)), list(range(7, 14))][seed % 2]
    active = [k for k in range(14) if state.units.posture[k] >= 10]
    attackers = [k for k in active if k in attacking and rng.random() < 0.7]
    defenders = [k for k in active if k not in attacking and rng.random() < 0.7]
    engagement = s.NONE
    if attackers and defenders:
        engagement = make_engagement(state, 9, attackers, defenders)
        state.close[:] = 99.0
    strikes = random_strikes(rng, 5)
    for strike in strikes:
        assert enter(design, state, strike) == air.OK
    expected = deepcopy(state)
    expected.close[:] = 0.0
    for strike in strikes:
        where = engagement if strike.cell == 9 else s.NONE
        manual(design, expected, strike, where)
    assess(design, state)
    assert state.stock == pytest.approx(expected.stock, rel=1e-9, abs=1e-9)
    assert state.close == pytest.approx(expected.close, rel=1e-9, abs=1e-9)
    assert state.totals == pytest.approx(expected.totals, rel=1e-9, abs=1e-9)
    assert (state.stock >= 0.0).all()
    assert not state.strikes.words.any()
    assert not state.sorties.any()


def test_the_order_in_which_players_type_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    design = random_design(rng)
    state = random_war(design, rng, 7, 7)
    strikes = random_strikes(rng, 8)
    other = deepcopy(state)
    for strike in strikes:
        enter(design, state, strike)
    for strike in sorted(strikes, key=lambda strike: -strike.side):
        enter(design, other, strike)
    assert assess(design, state) == assess(design, other)
    assert (state.stock == other.stock).all()


def simple(*postures: int) -> tuple[d.Design, s.State]:
    """A Red unit in cell 9, Blue ones in 10 in these postures; one plane kills .1 at best."""
    design = make_design()
    design.forces.counts[:, [d.NACTYP, d.NAGWEP]] = 1
    blues = [unit(2 + i, 1, 10, posture) for i, posture in enumerate(postures)]
    return design, open_war(design, [unit(1, 0, 9, 40), *blues])


def strike(
    cell: int = 10,
    role: int = air.INTERDICTION,
    asprty: Sequence[int] = (1, 2, 3, 4),
    aircraft: float = 100.0,
    side: int = 0,
) -> Strike:
    return Strike(side, cell, role, tuple(asprty), (aircraft,))


def test_interdiction_takes_the_first_class_that_is_there() -> None:
    design, state = simple(10, 11, 30, 5)
    enter(design, state, strike(asprty=(4, 1, 2, 3)))
    events = assess(design, state)
    assert state.stock[:, 0] == pytest.approx([100.0, 95.0, 95.0, 100.0, 100.0])
    assert [(type(e.what), e.audience, e.what[:3]) for e in events] == [
        (air.AirStrike, 1, (10, 0, 1)),
        (air.UnitStruck, 2, (1, 10)),
        (air.UnitStruck, 2, (2, 10)),
        (air.LostToAir, 2, (10, 0, 10000)),
    ]


def test_interdiction_of_nobody_is_told() -> None:
    design, state = simple(5)
    enter(design, state, strike())
    assert [(type(e.what), e.audience) for e in assess(design, state)] == [(air.NoTarget, 1)]


def test_close_support_without_an_engagement_is_told() -> None:
    design, state = simple(10)
    enter(design, state, strike(role=air.CLOSE_SUPPORT))
    assert [(type(e.what), e.audience, e.what[0]) for e in assess(design, state)] == [
        (air.NothingToSupport, 1, 10)
    ]
    assert state.stock.min() == 100.0


def test_close_support_spares_defenders_who_leave_while_others_hold() -> None:
    design, state = simple(10, 20)
    make_engagement(state, 10, [0], [1, 2])
    enter(design, state, strike(role=air.CLOSE_SUPPORT))
    assess(design, state)
    assert state.stock[:, 0] == pytest.approx([100.0, 90.0, 100.0])
    state.units.posture[1] = 20
    enter(design, state, strike(role=air.CLOSE_SUPPORT, aircraft=190.0))
    assess(design, state)
    assert state.stock[:, 0] == pytest.approx([100.0, 81.0, 90.0])


def test_close_support_of_defenders_strikes_attackers_in_disengagement_too() -> None:
    design, state = simple(10)
    make_engagement(state, 10, [0], [1])
    state.units.posture[0] = 20
    enter(design, state, strike(role=air.CLOSE_SUPPORT, side=1))
    assess(design, state)
    assert state.stock[:, 0] == pytest.approx([90.0, 100.0])


def test_strikes_add_up_in_a_cycle_and_are_forgotten_in_the_next() -> None:
    """What could be destroyed counts, though the second strike finds less to destroy."""
    design, state = simple(10)
    row = make_engagement(state, 10, [0], [1])
    for _ in range(2):
        enter(design, state, strike(role=air.CLOSE_SUPPORT, aircraft=600.0))
    assess(design, state)
    assert state.close[row, 1, 0] == pytest.approx(120.0)
    assert state.close[row, 0, 0] == 0.0
    assert state.stock[1, 0] == 0.0
    assert state.totals[1, s.FROM_AIR, 0] == pytest.approx(100.0)
    assess(design, state)
    assert state.close[row, 1, 0] == 0.0


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (strike(cell=0), air.BAD_CELL),
        (strike(cell=8), air.BAD_CELL),
        (strike(cell=61), air.BAD_CELL),
        (strike(cell=-1), air.BAD_CELL),
        (strike(role=2), air.BAD_ROLE),
        (strike(role=-1), air.BAD_ROLE),
        (strike(asprty=(1, 2, 3, 3)), air.BAD_PRIORITY),
        (strike(asprty=(0, 1, 2, 3)), air.BAD_PRIORITY),
        (strike(asprty=(1, 2, 3, 5)), air.BAD_PRIORITY),
        (strike(aircraft=-1.0), air.BAD_AIRCRAFT),
        (strike(aircraft=float("nan")), air.BAD_AIRCRAFT),
        (strike(aircraft=float("inf")), air.BAD_AIRCRAFT),
        (strike(role=air.CLOSE_SUPPORT, asprty=(0, 0, 0, 0)), air.OK),
        (strike(asprty=(4, 3, 2, 1)), air.OK),
    ],
)
def test_refusals(wrong: Strike, code: int) -> None:
    design, state = simple(10)
    assert enter(design, state, wrong) == code
    assert state.strikes.target.any() == (code == air.OK)


def test_each_side_has_its_half_of_the_table() -> None:
    design, state = simple(10)
    half = s.MAX_STRIKES // 2
    assert [enter(design, state, strike()) for _ in range(half)] == [air.OK] * half
    assert enter(design, state, strike()) == air.TABLE_FULL
    assert enter(design, state, strike(side=1)) == air.OK
    assess(design, state)
    assert enter(design, state, strike()) == air.OK


def test_strikes_are_taken_back_and_the_others_keep_their_order() -> None:
    design, state = simple(10)
    for planes in (1.0, 2.0, 3.0):
        enter(design, state, strike(aircraft=planes))
    enter(design, state, strike(side=1, aircraft=9.0))
    half = s.MAX_STRIKES // 2
    assert air.cancel_strike(state, 1, 0) == air.NO_SUCH_STRIKE
    assert air.cancel_strike(state, 0, half) == air.NO_SUCH_STRIKE
    assert air.cancel_strike(state, 0, 3) == air.NO_SUCH_STRIKE
    assert air.cancel_strike(state, 0, -1) == air.NO_SUCH_STRIKE
    assert air.cancel_strike(state, 0, 1) == air.OK
    assert state.sorties[:4, 0].tolist() == [1.0, 3.0, 0.0, 0.0]
    assert state.strikes.target[:4].tolist() == [10, 10, 0, 0]
    assert state.sorties[half, 0] == 9.0
