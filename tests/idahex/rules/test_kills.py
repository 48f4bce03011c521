"""Kill matrices and potential losses: front, depth, preparation, barriers, aim (5.1.1)."""

from __future__ import annotations

from math import inf, sqrt

import pytest

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import Unit
from tests.idahex.designs import make_design, unit
from tests.idahex.fights import PLACE, duel, engagement, fight

ATTACK = 0.025
"""Kills of a weapon of the plain design in a frame."""


@pytest.mark.clause("IDX-5.1.1")
@pytest.mark.parametrize(
    ("cells", "front"),
    [
        ((18,), 15 * sqrt(sqrt(3) / 2)),
        ((18, 18), 15 * sqrt(sqrt(3) / 2)),
        ((18, 27), 2 * 15 / sqrt(3)),
        ((18, 27, 11, 18), 3 * 15 / sqrt(3)),
        ((18, PLACE), inf),
        ((PLACE,), inf),
        # By air, from farther away
        ((40,), 15 * sqrt(sqrt(3) / 2)),
        ((40, 41, 40, 18), 3 * 15 / sqrt(3)),
    ],
)
def test_front_and_depth_of_the_defence(cells: tuple[int, ...], front: float) -> None:
    design = make_design()
    attackers = [unit(n, 0, cell, 40) for n, cell in enumerate(cells)]
    state = engagement(design, d.RED, [*attackers, unit(8, 1, PLACE), unit(9, 1, PLACE)])
    fight(design, state)
    assert state.figures.front_length[0] == pytest.approx(front)
    assert state.figures.defence_area[0] == pytest.approx(60.0)
    assert state.figures.defence_depth[0] == pytest.approx(60.0 / front)
    design.forces.size[:] = 1e6
    fight(design, state)
    assert state.figures.defence_depth[0] == (0.0 if front == inf else 15.0)


@pytest.mark.clause("IDX-5.1.1")
@pytest.mark.parametrize(
    ("factor", "feba", "posture", "expected"),
    [
        (0.5, 0.0, 10, 0.5),
        (0.5, 0.13, 10, 0.5),
        (0.5, 0.15, 10, 1.0),
        (0.5, 0.0, 20, 1.0),
        (1.0, 0.0, 10, 1.0),
        (1.5, 0.0, 10, 1.5),
        (1.5, 0.9, 10, 1.5),
        (1.5, 0.9, 20, 1.0),
    ],
)
def test_preparation_helps_within_its_depth_and_harms_everywhere(
    factor: float, feba: float, posture: int, expected: float
) -> None:
    design = make_design()
    design.combat.prepared[1] = factor
    state = duel(design, posture=posture)
    state.figures.feba[0] = feba
    fight(design, state)
    # 30 of area on a front of 13.96: a depth of 2.149, or .1433 of 15.
    assert state.figures.defence_depth[0] / 15 == pytest.approx(0.1433, abs=1e-4)
    assert state.kills[0, 0, 0, 0] == pytest.approx(ATTACK * expected)
    assert state.kills[0, 1, 0, 0] == pytest.approx(ATTACK)


@pytest.mark.clause("IDX-5.1.1")
@pytest.mark.parametrize("entry", [-4.0, 0.0, 0.6])
def test_preparation_counts_from_the_virtual_time_of_entry(entry: float) -> None:
    design = make_design()
    design.combat.prepared[1, 0] = [1.5, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
    state = duel(design)
    state.units.entry[1] = entry
    fight(design, state)
    h = 0.25 - entry
    expected = 1.0 - h / 10 if h >= 0 else 1.0 + 0.5 * -h
    assert state.kills[0, 0, 0, 0] == pytest.approx(ATTACK * expected)


@pytest.mark.clause("IDX-5.1.1")
@pytest.mark.parametrize(("feba", "factor"), [(0.0, 0.3), (0.2, 0.3), (0.21, 1.0)])
def test_a_barrier_hampers_attackers_until_it_is_crossed(feba: float, factor: float) -> None:
    design = make_design()
    design.area.barrier[18, 4] = 2
    assert design.area.rim[18, 4] != PLACE
    design.area.barrier[18, list(design.area.rim[18]).index(PLACE)] = 1
    design.combat.across[0, 0] = [7.0, 0.9, 0.3]
    design.combat.crossed[2] = 3.0
    state = duel(design)
    state.maps[2, 1] = 2
    state.figures.feba[0] = feba
    fight(design, state)
    assert state.kills[0, 0, 0, 0] == pytest.approx(ATTACK * factor)
    assert state.kills[0, 1, 0, 0] == pytest.approx(ATTACK)


@pytest.mark.clause("IDX-5.1.1")
def test_no_barrier_hampers_those_who_come_by_air_from_afar() -> None:
    design = make_design()
    design.area.barrier[:] = 1
    design.combat.across[:] = 0.5
    for place, factor in ((18, 0.5), (40, 1.0)):
        state = engagement(design, d.RED, [unit(1, 0, place, 40), unit(2, 1, PLACE)])
        fight(design, state)
        assert state.kills[0, 0, 0, 0] == pytest.approx(ATTACK * factor)


@pytest.mark.clause("IDX-5.1.1")
def test_an_attacker_in_the_cell_crosses_nothing_and_counts_as_attacking() -> None:
    design = make_design(npost=(2, 1, 1, 2))
    design.combat.across[:] = 0.5
    design.combat.attack_weapon[0, 0] = [3.0, 5.0]
    for place, posture, factor in ((PLACE, 10, 3.0), (18, 40, 3.0), (18, 41, 5.0)):
        state = engagement(design, d.RED, [unit(1, 0, place, posture), unit(2, 1, PLACE, 11)])
        fight(design, state)
        assert state.kills[0, 0, 0, 0] == pytest.approx(ATTACK * factor)


@pytest.mark.clause("IDX-5.1.1")
def test_the_environment_is_that_of_the_engagement_as_mapped() -> None:
    design = make_design()
    design.area.environment[PLACE] = 3
    design.combat.attack_weapon_in[0, 0, 2] = 2.0
    design.combat.defence_target_in[1, 0, 2] = 3.0
    design.combat.defence_weapon_in[1, 0, 2] = 5.0
    design.combat.attack_target_in[0, 0, 2] = 7.0
    state = duel(design)
    state.maps[0, 3] = 2
    fight(design, state)
    assert state.kills[0, :, 0, 0] == pytest.approx([6 * ATTACK, 35 * ATTACK])


def two_weapons() -> d.Design:
    """Two types of weapons a side, aimed at and killing unequally."""
    return make_design(resources=((2, 0, 0, 0, 0),) * 2, types=((0, (1.0, 1.0)), (1, (1.0, 1.0))))


def pair(design: d.Design, red: tuple[float, float], blue: tuple[float, float]) -> s.State:
    units: list[Unit] = [unit(1, 0, 18, 40, red), unit(2, 1, PLACE, 10, blue)]
    return engagement(design, d.RED, units)


@pytest.mark.clause("IDX-5.1.1")
def test_fire_follows_what_is_there_beside_a_standard_force() -> None:
    design = two_weapons()
    design.combat.aim_attack[0, 0, :2] = [0.75, 0.25]
    design.combat.standard[1] = [10.0, 30.0]
    state = pair(design, (5.0, 0.0), (10.0, 30.0))
    fight(design, state)
    assert state.kills[0, 0, 0] == pytest.approx([0.75 * ATTACK, 0.25 * ATTACK])
    state = pair(design, (5.0, 0.0), (10.0, 90.0))
    fight(design, state)
    assert state.kills[0, 0, 0] == pytest.approx([0.5 * ATTACK, 0.5 * ATTACK])
    state = pair(design, (5.0, 0.0), (10.0, 0.0))
    fight(design, state)
    assert state.kills[0, 0, 0] == pytest.approx([ATTACK, 0.0])
    # Weapons that are not there kill nothing.
    assert state.kills[0, 0, 1].tolist() == [0.0, 0.0]


@pytest.mark.clause("IDX-5.1.1")
def test_what_no_standard_force_has_draws_no_fire() -> None:
    design = two_weapons()
    design.combat.standard[1, 1] = 0.0
    state = pair(design, (5.0, 5.0), (10.0, 10.0))
    fight(design, state)
    assert state.kills[0, 0, :2, 1].tolist() == [0.0, 0.0]
    assert state.lost[1, 1] == 0.0 < state.lost[1, 0]


@pytest.mark.clause("IDX-5.1.1")
def test_people_are_lost_with_materiel_and_draw_no_fire() -> None:
    design = make_design(resources=((1, 0, 1, 0, 1),) * 2, types=((0, (1.0,)), (1, (1.0,))))
    design.support.demand[:, 0, 0] = 1.0
    design.support.share[:] = [0.0, *[1.0] * 6]
    design.combat.crews[1, 0, 0, :2] = [3.0, 7.0]
    state = engagement(
        design,
        d.RED,
        [unit(1, 0, 18, 40, (40.0, 0.0, 40.0)), unit(2, 1, PLACE, 10, (10.0, 30.0, 90.0))],
    )
    fight(design, state)
    # A quarter of 40 weapons' fire goes to the weapons, the rest to transport.
    assert state.lost[1] == pytest.approx([0.25, 0.75, 3 * 0.25 + 7 * 0.75])
    assert state.lost[0, 2] == 0.0


@pytest.mark.clause("IDX-5.1.1")
def test_how_a_force_is_divided_among_units_makes_no_difference() -> None:
    design = two_weapons()
    design.combat.kill_attack[0, :2, :2] = [[0.1, 0.2], [0.3, 0.05]]
    one = pair(design, (30.0, 20.0), (40.0, 10.0))
    fight(design, one)
    many = engagement(
        design,
        d.RED,
        [
            unit(1, 0, 18, 40, (10.0, 20.0)),
            unit(2, 0, 18, 40, (20.0, 0.0)),
            unit(3, 1, PLACE, 10, (15.0, 4.0)),
            unit(4, 1, PLACE, 10, (25.0, 6.0)),
        ],
    )
    fight(design, many)
    assert many.kills[0] == pytest.approx(one.kills[0])
    assert many.lost[:2].sum(axis=0) == pytest.approx(one.lost[0])
    assert many.lost[2:].sum(axis=0) == pytest.approx(one.lost[1])
