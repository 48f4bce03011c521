"""Wars of any size, made by rule from a seed: for measurements, and to try tools on.

Two armies with the same kinds of resources face each other across the middle
of the area of war.  The numbers resemble those of the manual's sample; none of
them says anything about an army.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np

from hexfront.systems.idahex.deck.errata import switches
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.area import SUCCESSORS, make_area
from hexfront.systems.idahex.scenario.initial_state import Unit
from hexfront.systems.idahex.scenario.weapon_values import standard_values

Int = d.Int
Float = d.Float

RESOURCES: Final = (
    *("small arms", "anti-tank", "tanks", "artillery", "trucks", "ammunition", "fuel", "people"),
)
GROUND: Final = 4
SUPPLIES: Final = 2
PEOPLE: Final = 1
EQUIPMENT: Final = 5
MATERIEL: Final = 7
ALL: Final = 8
ENVIRONMENTS: Final = 4
ROUTES: Final = 5
BARRIERS: Final = 2
MOVES: Final = 2
"""Movement postures: on the ground, and by air, of which no type is capable."""
HOLDS: Final = 2
DEFENCE: Final = 3
"""Postures in which units defend: two in which they hold, and disengagement."""
FRAME: Final = 0.25

TOE: Final = np.array(
    [
        [500.0, 110.0, 190.0, 90.0, 1200.0, 360.0, 600.0, 10000.0],
        [200.0, 50.0, 300.0, 95.0, 1100.0, 400.0, 700.0, 7000.0],
        [10.0, 0.0, 0.0, 0.0, 2500.0, 3000.0, 4000.0, 750.0],
    ]
)
"""By type of unit (rifle division, tank division, column of supplies) and resource."""
KILLS: Final = np.array(
    [
        [0.090, 0.075, 0.0045, 0.045, 0.45, 0.30, 0.30],
        [0.075, 0.090, 0.240, 0.075, 0.45, 0.15, 0.15],
        [0.300, 0.270, 0.180, 0.225, 1.35, 0.60, 0.60],
        [0.450, 0.300, 0.060, 0.375, 2.25, 1.20, 1.20],
    ]
)
"""Kills a day by weapon and target, if all fire goes to that target."""
AIM: Final = np.array(
    [
        [0.785, 0.200, 0.001, 0.001, 0.011, 0.001, 0.001],
        [0.240, 0.040, 0.700, 0.010, 0.008, 0.001, 0.001],
        [0.210, 0.150, 0.550, 0.040, 0.040, 0.005, 0.005],
        [0.600, 0.100, 0.150, 0.045, 0.075, 0.015, 0.015],
    ]
)
DEMAND: Final = np.array(
    [
        [0.12, 0.05, 11.0],
        [0.30, 0.02, 4.0],
        [0.35, 0.56, 4.0],
        [1.20, 0.10, 5.0],
        [0.0, 0.05, 1.0],
        [0.0, 0.0, 0.1],
        [0.0, 0.0, 0.1],
        [0.0, 0.0, 0.0],
    ]
)
"""Support that a unit-quantity of a resource needs in combat: ammunition, fuel, people."""
SHARE: Final = np.array([0.0, 0.30, 0.60, 0.80, 1.0, 1.0, 1.0])
"""Which fraction takes part at these ratios of support to demand."""
SHARE_AT: Final = np.array([0.0, 0.25, 0.50, 0.75, 1.0, 2.0, 9.0])


def generate(units: int, cells: int, seed: int) -> tuple[d.Design, list[Unit]]:
    """A war of so many units on about so many cells; equal arguments give equal wars.

    Half of the units are Red.  Both armies stand along the border, in as many
    ranks as they need.
    """
    rng = np.random.default_rng(seed)
    area = _area(cells, rng)
    forces = _forces()
    design = d.Design(area, forces, _delays(), _combat(), _support(), _air(), switches(()))
    return standard_values(design), _army(design, units, rng)


def front(area: d.Area) -> tuple[int, int]:
    """The ranks of cells on both sides of the border: the last of Red's, the first of Blue's."""
    middle = int(area.at[1:, 0].max()) // 2
    return middle, middle + 1


def _area(cells: int, rng: np.random.Generator) -> d.Area:
    rank1 = max(3, round(sqrt(cells)))
    environment: Int = rng.integers(1, ENVIRONMENTS + 1, cells + 1)
    area = make_area(rank1, environment)
    area.clock[:] = (0.0, 1000.0, FRAME, 0.5, 1.0, 0.1, 15.0)
    for side in SUCCESSORS:
        there = area.rim[:, side]
        route = rng.choice(np.arange(1, ROUTES + 1), cells + 1) * (there > 0)
        barrier = rng.choice([0, 1, 2], cells + 1, p=[0.8, 0.15, 0.05]) * (there > 0)
        area.route[:, side], area.barrier[:, side] = route, barrier
        area.route[there, d.RIM - 1 - side] = route
        area.barrier[there, d.RIM - 1 - side] = barrier
    area.route[0], area.barrier[0] = 0, 0
    area.owner[1:] = area.at[1:, 0] > front(area)[0]
    return area


def _army(design: d.Design, units: int, rng: np.random.Generator) -> list[Unit]:
    """Units one to three a cell, from the border backwards; every eighth brings supplies."""
    army: list[Unit] = []
    ranks = design.area.at[1:, 0]
    active = np.flatnonzero(design.area.environment[1:] > 0) + 1
    for side in range(d.SIDES):
        depth = np.abs(ranks[active - 1] - front(design.area)[side])
        own = active[design.area.owner[active] == side]
        own = own[np.argsort(depth[design.area.owner[active] == side], kind="stable")]
        places = np.repeat(own, rng.integers(1, 4, len(own)))
        count = units // 2 + (units % 2 if side == d.RED else 0)
        for number in range(count):
            kind = 3 * side + (2 if number % 8 == 7 else int(rng.integers(0, 2)))
            stock = design.forces.toe[kind] * rng.uniform(0.8, 1.0, ALL)
            place = int(places[number % len(places)])
            row = len(army) + 1
            army.append(Unit(row, f"unit {row}", kind, place, 10, 0.0, tuple(stock.tolist())))
    return army


def _forces() -> d.Forces:
    counts: Int = np.zeros((d.SIDES, d.COUNTS_WIDTH), dtype=np.int64)
    counts[:, [d.NGG, d.NWEP, d.NEQ]] = GROUND, GROUND, EQUIPMENT
    counts[:, [d.NMAT, d.NRS]] = MATERIEL, ALL
    counts[:, [d.NSS, d.NPERS, d.NSP]] = SUPPLIES, PEOPLE, SUPPLIES + PEOPLE
    counts[:, [d.NACTYP, d.NAGWEP]] = 1
    types = 2 * len(TOE)
    return d.Forces(
        counts=counts,
        npost=np.array([0, HOLDS, 1, MOVES, 1], dtype=np.int64),
        side=np.arange(types, dtype=np.int64) // len(TOE),
        may_hold=np.ones((types, ALL), dtype=np.int64),
        toe=np.tile(TOE, (2, 1)),
        size=np.tile([40.0, 40.0, 80.0, 40.0], (types, 1)),
        vanish=np.full(types, 0.05),
        transfer=np.array([11], dtype=np.int64),
    )


def _delays() -> d.Delays:
    types = 2 * len(TOE)
    up, down = np.zeros(d.POSTURES, dtype=np.int64), np.zeros(d.POSTURES, dtype=np.int64)
    for posture in range(10, d.POSTURES):
        up[posture] = (20, 30, 40, 10)[posture // 10 - 1]
        down[posture] = -10 if posture < 20 else 40
    rate = np.zeros((types, 10, ROUTES + 1))
    rate[:, 0, 1:] = (250.0, 220.0, 148.0, 75.0, 40.0)
    within = np.zeros((5, 10, 10))
    within[1, 0, 1] = 1 / 6
    return d.Delays(
        up=up,
        down=down,
        within=within,
        disengage=np.tile([0.1, 0.5], (types, 1)),
        by_air=np.eye(10, dtype=np.int64)[1],
        air_rate=np.zeros(types),
        barrier=np.tile([0.0, 0.25, 0.5], (types, 10, 1)),
        rate=rate,
        needs=np.tile([0.0, 0.001, 0.0, 0.0, 0.0, 1.0, 1.0, 0.09], (2, 1)),
        carries=np.tile([0.9, 0.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.001], (2, 1)),
        supplies=np.full((2, SUPPLIES, ALL), 1e-4) * [[[0.0]], [[1.0]]],
        unit_class=np.zeros(types, dtype=np.int64),
        load_class=np.zeros((2, ALL), dtype=np.int64),
        load_size=np.zeros((2, ALL, 2)),
        load_capacity=np.zeros((2, ALL)),
        fitness=np.tile([0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0], (types, 1)),
        fitness_at=np.array([0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0]),
    )


def _combat() -> d.Combat:
    place = np.zeros(d.POSTURES, dtype=np.int64)
    place[11], place[20:30] = 1, 2
    weapons, targets = (2, ALL, ENVIRONMENTS + 1), (2, ALL, ENVIRONMENTS + 1)
    kills, aim = np.zeros((2, ALL, ALL)), np.zeros((2, ALL, ALL))
    kills[:, :GROUND, :MATERIEL], aim[:, :GROUND, :MATERIEL] = KILLS * FRAME, AIM
    crews = np.zeros((2, PEOPLE, ALL, ALL))
    crews[:, 0, :GROUND, :EQUIPMENT] = (7.0, 3.5, 3.0, 4.5, 2.0)
    loss_defence = [
        [0.04, 0.11, 0.16, 0.23, 0.28, 0.35, 0.50, 0.80],
        [0.16, 0.22, 0.32, 0.46, 0.54, 0.65, 0.80, 0.98],
        [0.05, 0.06, 0.09, 0.12, 0.14, 0.17, 0.20, 0.25],
    ]
    speed = np.array([-20.0, 0.0, 0.4, 2.3, 4.6, 6.0, 8.0, 10.0])
    return d.Combat(
        place=place,
        standard=np.tile(TOE[0], (2, 1)),
        aim_attack=aim,
        aim_defence=aim.copy(),
        kill_attack=kills * 0.7,
        kill_defence=kills,
        attack_weapon=np.ones((2, ALL, 1)),
        defence_weapon=np.ones((2, ALL, DEFENCE)) * (1.0, 0.5, 0.7),
        defence_target=np.ones((2, ALL, DEFENCE)) * (1.0, 1.2, 0.9),
        attack_target=np.ones((2, ALL, 1)),
        attack_weapon_in=np.ones(weapons) * (1.0, 1.0, 1.0, 0.85, 0.8),
        defence_weapon_in=np.ones(weapons) * (1.0, 1.0, 0.95, 0.8, 0.85),
        defence_target_in=np.ones(targets) * (1.0, 1.0, 0.95, 0.7, 0.6),
        attack_target_in=np.ones(targets) * (1.0, 1.0, 1.05, 1.1, 1.1),
        across=np.ones((2, ALL, BARRIERS + 1)) * (1.0, 0.5, 0.3),
        crews=crews,
        zone=np.array([0.0, 5.0, 5.0, 3.0, 2.0]),
        crossed=np.array([0.0, 1.0, 1.5]),
        limit=np.array([0.99]),
        loss_attack=np.array([[1.0, 0.24, 0.15, 0.10, 0.08, 0.05, 0.04, 0.001]]),
        loss_defence=np.array(loss_defence),
        loss_at=np.array([0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 50.0]),
        speed=np.tile(speed, (2, 1, DEFENCE, 1)),
        speed_at=np.array([0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 50.0]),
        density=np.tile([0.6, 0.8, 1.0, 1.0, 1.0, 0.9, 0.8, 0.5], (2, 1)),
        density_at=np.tile([0.0, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 4.0], (2, 1)),
        prepared=np.tile([1.5, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75], (2, ALL, 1)),
        prepared_at=np.tile([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0, 4.0], (2, 1)),
        haven=np.array([1, 1, 6], dtype=np.int64),
        value_attack=np.zeros((2, ALL)),
        value_defence=np.zeros((2, ALL)),
    )


def _support() -> d.Support:
    support = SUPPLIES + PEOPLE
    protects = np.zeros((2, ALL, ALL))
    protects[:, 1:EQUIPMENT, 0] = (2.0, 2.0, 2.0, 20.0)
    idle = np.zeros((2, SUPPLIES, ALL, 3))
    idle[:, 0, 4] = (0.001, 0.002, 0.002)
    idle[:, 1, 4] = (0.01, 0.03, 0.035)
    table = np.full((2, 31), -1, dtype=np.int64)
    table[:, [0, 1, 10, 21]] = 0
    active = np.zeros((1, SUPPLIES, ALL))
    active[0, 0, :GROUND] = (0.05, 0.1, 0.1, 0.5)
    active[0, 1, :EQUIPMENT] = (0.02, 0.01, 0.2, 0.03, 0.02)
    return d.Support(
        overhead=np.tile([[375.0], [295.0], [50.0]], (2, 1)),
        demand=np.tile(DEMAND, (2, 1, 1)),
        share=np.tile(SHARE, (2, ALL, support, 1)),
        share_at=np.tile(SHARE_AT, (2, 1)),
        group=np.tile([1, 2, 2, 3, 4, 0, 0, 0], (2, 1)).astype(np.int64),
        protects=protects,
        idle=idle,
        table=table,
        active=active,
        resting=active * 0.1,
    )


def _air() -> d.Air:
    """One type of aircraft with one type of weapon a side."""
    environments = ENVIRONMENTS + 1
    aim = np.zeros((2, 1, ALL))
    aim[:, 0, :MATERIEL] = (0.2, 0.1, 0.3, 0.2, 0.1, 0.05, 0.05)
    crews = np.zeros((2, PEOPLE, 1, ALL))
    crews[:, 0, 0, :EQUIPMENT] = 3.0
    return d.Air(
        kill=np.full((2, 1, ALL), 0.5),
        weapon_posture=np.ones((2, 1, 4)) * (0.8, 1.0, 1.2, 1.0),
        target_posture=np.ones((2, ALL, 4)),
        weapon_in=np.ones((2, 1, environments)),
        target_in=np.ones((2, ALL, environments)) * (1.0, 1.0, 0.9, 0.6, 0.5),
        crews=crews,
        load=np.full((2, 1, 1), 4.0),
        aim_attack=aim,
        aim_defence=aim.copy(),
        aim_behind=np.repeat(aim[..., np.newaxis], 4, axis=3),
    )
