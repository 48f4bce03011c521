"""What a machine commander finds once about a design, and the ways on its map."""

from __future__ import annotations

import heapq
from math import inf, isclose

import numpy as np
import pytest

from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.opponents.staff import headquarters as staff
from hexfront.systems.idahex.opponents.staff.assessment import assess
from hexfront.systems.idahex.opponents.staff.commands import write_down
from hexfront.systems.idahex.opponents.staff.headquarters import (
    BY_NEED,
    CARRIER,
    FIGHTER,
    FIRST_AMOUNT,
    FIRST_OF,
    FOES,
    FROM_HERE,
    HELPER,
    ROLES,
    WHO,
    Situation,
    make_staff,
    make_staff_workspace,
)
from hexfront.systems.idahex.opponents.staff.map import spread_from
from hexfront.systems.idahex.opponents.staff.plan import recall
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import DEPTH, RIM, Design
from hexfront.systems.idahex.scenario.orders import OrderBook
from hexfront.systems.idahex.scenario.setting import Setting


def setting() -> Setting:
    return IdahexRules(load_scenario(SYSTEM)).setting


def situation(state: s.State) -> Situation:
    return Situation(*(getattr(state, name) for name in Situation._fields))


def test_what_the_types_of_the_sample_are_for() -> None:
    """Divisions, tanks and artillery fight; anti-aircraft neither fights nor carries."""
    roles = make_staff(setting().design).role.tolist()
    assert roles == [FIGHTER, FIGHTER, FIGHTER, HELPER, CARRIER, FIGHTER, FIGHTER, CARRIER]


@pytest.mark.clause("IDX-5.3", "IDX-5.4.1")
def test_values_at_toe() -> None:
    """The value of what a type is planned to hold, and its share that has planned supplies."""
    design = setting().design
    found = make_staff(design)
    for kind, toe in enumerate(design.forces.toe):
        side = int(design.forces.side[kind])
        whole = sum(design.combat.value_defence[side, r] * toe[r] for r in range(len(toe)))
        share = 1.0
        for supply in range(2):
            wanted = sum(design.support.demand[side, r, supply] * toe[r] for r in range(len(toe)))
            if wanted > 0:
                share = min(share, toe[design.forces.counts[side, 2] + supply] / wanted)
        assert isclose(found.planned[kind], whole)
        assert isclose(found.defence[kind], whole * max(share, staff.STARVED))


@pytest.mark.clause("IDX-G55")
def test_what_a_barrier_leaves_of_an_attack() -> None:
    design = setting().design
    across = make_staff(design).across
    assert (across[:, 0] == 1.0).all()
    for kind, toe in enumerate(design.forces.toe):
        side = int(design.forces.side[kind])
        values = [design.combat.value_attack[side, w] * toe[w] for w in range(len(toe))]
        left = [values[w] * design.combat.across[side, w, 1] for w in range(4)]
        if sum(values) > 0:
            assert isclose(across[kind, 1], sum(left) / sum(values), rel_tol=1e-9)


@pytest.mark.clause("IDX-3.2.3")
def test_how_long_a_march_takes() -> None:
    """Red's fighters: the mean rate of its three types that fight."""
    design = setting().design
    found = make_staff(design)
    for route in range(1, 7):
        mean = sum(design.delays.rate[kind, 0, route] for kind in (0, 1, 2)) / 3
        assert isclose(found.march[0, FIGHTER, route], design.area.clock[DEPTH] / mean)
    assert np.isinf(found.march[0, FIGHTER, 0])
    assert isclose(found.crossing[0, FIGHTER, 1], (0.25 + 0.3 + 0.3) / 3)
    assert found.march.shape[1] == ROLES


def dijkstra(design: Design, state: s.State, free: set[int], start: int) -> dict[int, float]:
    """The shortest ways through own cells without enemies, from the design alone."""
    red = (0, 1, 2)
    found: dict[int, float] = {}
    waiting = [(0.0, start)]
    while waiting:
        time, cell = heapq.heappop(waiting)
        if cell in found:
            continue
        found[cell] = time
        for rim in range(RIM):
            other = int(design.area.rim[cell, rim])
            route = int(design.area.route[cell, rim])
            barrier = int(design.area.barrier[cell, rim])
            if other and other in free and route and design.area.environment[other] > 0:
                rate = np.mean([design.delays.rate[kind, 0, route] for kind in red])
                if rate > 0:
                    more = design.area.clock[DEPTH] / rate
                    if barrier:
                        more += np.mean([design.delays.barrier[kind, 0, barrier] for kind in red])
                    if more < 5.0:
                        heapq.heappush(waiting, (float(time + more), other))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_ways_are_the_shortest(seed: int) -> None:
    here = setting()
    design, state, rng = here.design, here.start(), np.random.default_rng(seed)
    cells = len(design.area.rim)
    state.owner[1:] = rng.random(cells - 1) < 0.25
    room, found = make_staff_workspace(design, len(here.units)), make_staff(design)
    foes = rng.random(cells) < 0.1
    room.cells[FOES] = foes
    free = {cell for cell in range(1, cells) if state.owner[cell] == 0 and not foes[cell]}
    start = int(rng.choice(sorted(free)))
    spread_from(found, situation(state), room, 0, FIGHTER, start)
    expected = dijkstra(design, state, free, start)
    for cell in range(1, cells):
        assert isclose(room.fields[FROM_HERE, cell], expected.get(cell, inf), rel_tol=1e-12)
        if cell in expected and cell != start:
            before = int(room.before[cell])
            assert room.fields[FROM_HERE, before] < room.fields[FROM_HERE, cell]
            assert cell in design.area.rim[before]


@pytest.mark.clause("IDX-4")
def test_an_enemy_is_taken_to_be_as_worn_as_oneself() -> None:
    here = setting()
    state = here.start()
    red = state.units.side == 0
    found, room = make_staff(here.design), make_staff_workspace(here.design, len(here.units))
    assess(found, situation(state), room, 0)
    fresh, threat = float(room.health[0]), room.cells[staff.THREAT].copy()
    state.stock[red, :4] *= 0.5
    assess(found, situation(state), room, 0)
    assert isclose(room.health[0], fresh / 2, rel_tol=1e-9)
    assert np.allclose(room.cells[staff.THREAT], threat / 2)
    assert threat[38] > threat[27] > 0, "from 39 into 38 there is no canal"


# Commands in words

BOOK = OrderBook(9, (4, 9, 21, 50, 150), 60)


def words_for(kind: int, who: int, place: int, payload: list[int], **amounts: int) -> list[int]:
    row = np.zeros(FIRST_AMOUNT + 12, dtype=np.int64)
    count = len(payload) // 2 if kind == o.MISSION else len(payload)
    row[:4] = kind, who, place, count
    row[FIRST_OF : FIRST_OF + len(payload)] = payload
    row[FIRST_AMOUNT:] = BY_NEED
    for name, amount in amounts.items():
        row[FIRST_AMOUNT + int(name[1:])] = amount
    words = np.zeros(200, dtype=np.int64)
    write_down(words, row, 9, BOOK.first_cell - 1, np.array([7.0, 13.0]), 2)
    return [int(word) for word in words[1 : 1 + words[0]]]


@pytest.mark.clause("IDX-4.1", "IDX-4.2.1", "IDX-4.2.2", "IDX-6")
def test_commands_are_written_in_the_words_of_players() -> None:
    mission = understand(BOOK, words_for(o.MISSION, 2, 0, [16, 10, 17, 11])[:-1])
    assert (mission.units, [(d.place, d.posture) for d in mission.orders]) == (
        [2],
        [(16, 10), (17, 11)],
    )
    transfer = understand(BOOK, words_for(o.TRANSFER, 3, 12, [0, 1], r6=1203, r7=0)[:-1])
    assert (transfer.place, transfer.units, transfer.others) == (12, [3], [0, 1])
    assert transfer.amounts == [(6, "1203"), (7, "0")]
    delivery = understand(BOOK, words_for(o.DELIVERY, 3, 60, [0, 4])[:-1])
    assert (delivery.units, delivery.place, delivery.others) == ([3], 60, [0, 4])
    close = understand(BOOK, words_for(o.STRIKE, 1, 5, [])[:-1])
    assert (close.place, close.role, close.aircraft) == (5, o.CLOSE, ["7", "13"])
    behind = understand(BOOK, words_for(o.STRIKE, 0, 5, [])[:-1])
    assert (behind.role, behind.classes) == (o.BEHIND, [4, 3, 2, 1])
    assert understand(BOOK, words_for(o.CANCEL, 4, 0, [])[:-1]).units == [4]


def test_a_full_plan_loses_commands_and_nothing_else() -> None:
    here = setting()
    room = make_staff_workspace(here.design, len(here.units))
    assert len(room.plan) > 3 * len(here.units)
    for unit in range(2 * len(room.plan)):
        recall(room, unit)
    assert room.plan[0, 0] == len(room.plan) - 1
    assert room.plan[1, WHO] == 0
    assert room.plan[-1, WHO] == 2 * len(room.plan) - 1
