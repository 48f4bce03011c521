"""Who follows an enemy on the same way comes eps/4 after him, whatever hastens him (3.3.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hexfront.mechanics.agenda import RANK
from hexfront.systems.idahex.rules.maneuver import pursuit, tactics
from hexfront.systems.idahex.rules.maneuver.forces import AHEAD, put_at
from hexfront.systems.idahex.scenario import state as s
from tests.idahex.designs import make_design
from tests.idahex.rules.test_tactics import EPS, assault, put, war_of
from tests.idahex.wars import War, check

ENTER: Callable[..., Any] = tactics.enter

pytestmark = pytest.mark.clause("IDX-3.3.1")


def chase() -> War:
    """Blue moves from 20 to 21 since 0, and Red after it since 1."""
    war = war_of([20], [20, (21, 10)])
    war.state.owner[20] = 0
    put(war, 1, 30, 21, entry=0.0)
    put(war, 0, 30, 21, entry=1.0)
    war.order(1, [(21, 11)])
    war.order(0, [(21, 10)])
    return war


@pytest.mark.parametrize("later", [0.0, EPS / 16])
@pytest.mark.parametrize("first", [0, 1])
def test_the_later_one_waits_whichever_comes_first(first: int, later: float) -> None:
    war = chase()
    due = {1: 9.0, 0: 9.0 + later}
    for unit in (first, 1 - first):
        put_at(war.state, war.force(unit), due[unit])
    war.change_until(9.0 + EPS / 8)
    assert (war.status(1)[0], war.status(0)[0]) == (21, 20)
    assert war.due(0) == 9.0 + EPS / 4
    put_at(war.state, war.force(0), 9.0)  # whatever brings it forward
    assert war.due(0) == 9.0 + EPS / 4
    war.change_until(9.0 + EPS / 4)
    assert war.status(0) == (20, 40, 21)


@pytest.mark.clause("IDX-3.3.2")
def test_the_owner_of_the_cell_does_not_overtake_either() -> None:
    """Step 2 would put Blue, who arrives at virtually the same time, ahead of Red."""
    war = war_of([20], [20, (28, 10)], owned=[21])
    for unit, entry in ((0, 0.0), (1, 1.0)):
        put(war, unit, 40, 21, entry=entry)
        war.order(unit, [(21, 10)])
        put_at(war.state, war.force(unit), 9.0)
    war.change_until(9.0)
    assert war.status(0) == (21, 10, 21)
    assert war.status(1) == (20, 40, 21)


def test_the_bound_ends_with_the_way() -> None:
    """Another order leads elsewhere, at once."""
    war = chase()
    for unit in (0, 1):
        put_at(war.state, war.force(unit), 9.0)
    war.change_until(9.0)
    war.again(0, [(28, 30)])
    war.change_until(9.0)
    assert war.status(0) == (20, 30, 28)


@pytest.mark.clause("IDX-3.3.3")
def test_an_engagement_that_ends_sends_nobody_past_who_gets_away() -> None:
    """Blue enters movement, which ends the engagement; Red's disengagement then takes no time."""
    design = make_design(npost=(3, 1, 2, 3))
    design.delays.rate[1] = 1.0
    design.delays.disengage[:, 0] = 3.0
    war = war_of([20], [21], design)
    assault(war, 0, 21)
    war.change_until(0.1)
    war.order(1, [(22, 10, 0.3)])
    war.again(0, [(21, 10), (22, 10, 0.5)])
    war.change_until(3.31)
    assert war.state.units.entry[:2].tolist() == pytest.approx([3.3 + EPS / 4, 3.3])
    war.change_until(18.3)
    assert war.status(1) == (22, 10, 22)
    war.change_until(18.31)
    check(war)
    assert war.engagement(22) == (0, [0], [1])


def watch(patch: pytest.MonkeyPatch) -> list[float]:
    """Compare every change of status with those of the enemies who went the same way before.

    Those whom another rule puts ahead of all do not wait.
    """
    waits: list[float] = []
    behind: dict[tuple[int, tuple[int, ...]], float] = {}

    def status_of(state: s.State, force: int) -> tuple[int, ...]:
        return s.next_status_of(state, force)

    def enter(design: Any, state: s.State, scratch: Any, force: int, out: Any) -> None:
        now, row = float(state.game.time), int(state.forces.first[force])
        due = behind.pop((row, status_of(state, force)), None)
        if due is not None and state.agenda[force, RANK] != AHEAD:
            assert now >= due, f"{row} enters its status at {now}, not from {due} on"
            waits.append(now - due)
        for other in range(len(state.forces)):
            first = int(state.forces.first[other])
            if other != force and first != s.NONE and pursuit.follows(state, other, force):
                sides = state.forces.side[[force, other]]
                if sides[0] != sides[1]:
                    behind[first, status_of(state, other)] = now + EPS / 4
        ENTER(design, state, scratch, force, out)

    patch.setattr(tactics, "enter", enter)
    return waits


@pytest.mark.plain
def test_nobody_overtakes_in_random_wars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six units a side, of three speeds, that march between three cells at coarse times."""
    waits = []
    for seed in range(20):
        waits.append(watch(monkeypatch))
        random = np.random.default_rng(seed)
        design = make_design(npost=(3, 1, 2, 3))
        design.delays.rate[1] = random.choice([1.0, 5.0])
        design.delays.disengage[:, 0] = random.choice([0.0, 0.5])
        cells = (20, 21, 28)
        places = [[int(c) for c in random.choice(cells, 6)] for _ in range(2)]
        war = war_of(places[0], places[1], design)
        for unit in range(12):
            route = [int(c) for c in random.choice(cells, 3)]
            starts = sorted(float(t) for t in random.choice([0.0, 0.5, 1.0, 1.5], 3))
            war.order(unit, [(c, 10, t) for c, t in zip(route, starts, strict=True)])
        war.change_until(6.0)
    assert sum(map(len, waits)) > 20
