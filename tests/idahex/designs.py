"""Small game designs made by hand: neutral in all that a test does not name.

Every factor is 1, every delay 0, every allocation of fire even.  Change what
matters with `_replace`, or write into the arrays, which belong to the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hexfront.systems.idahex.deck.errata import NAMES, Name, switches
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.area import make_area
from hexfront.systems.idahex.scenario.initial_state import Unit

WEAPONS_ONLY = (1, 0, 0, 0, 0)
"""nggwep, ngawep, ntrpt, nss, npers: a single abstract weapon."""
NPOST = (2, 1, 1, 1)
MOVES = 2
"""Movement postures that arrays have room for: a march posture, and one by air."""


def make_design(
    *,
    cells: int = 60,
    rank1: int = 8,
    resources: Sequence[Sequence[int]] = (WEAPONS_ONLY, WEAPONS_ONLY),
    types: Sequence[tuple[int, Sequence[float]]] = ((0, (100.0,)), (1, (100.0,))),
    npost: Sequence[int] = NPOST,
    environments: int = 4,
    routes: int = 6,
    barriers: int = 2,
    frame: float = 0.25,
) -> d.Design:
    """A design; `types` gives for each unit type its side and its toe."""
    counts = make_counts(resources)
    r = int(counts[:, d.NRS].max())
    n = len(types)
    environment = np.ones(cells + 1, dtype=np.int64)
    area = make_area(rank1, environment)
    area = area._replace(clock=np.array([0.0, 1000.0, frame, 0.5, 1.0, 0.1, 15.0]))
    forces = d.Forces(
        counts=counts,
        npost=np.array([0, *npost], dtype=np.int64),
        side=np.array([side for side, _ in types], dtype=np.int64),
        may_hold=np.ones((n, r), dtype=np.int64),
        toe=np.array([[*toe, *[0.0] * (r - len(toe))] for _, toe in types]),
        size=np.full((n, 4), 30.0),
        vanish=np.zeros(n),
        transfer=np.array([11], dtype=np.int64),
    )
    return d.Design(
        area=area,
        forces=forces,
        delays=make_delays(counts, n, r, routes, barriers),
        combat=make_combat(counts, r, npost, environments, barriers, frame),
        support=make_support(counts, n, r),
        air=make_air(r, environments),
        printed=switches(()),
    )


def as_printed(design: d.Design, *names: str) -> d.Design:
    """The design with errata followed as the manual prints them; without names, with all."""
    return design._replace(printed=switches(names or NAMES))


def follows(design: d.Design, name: Name) -> bool:
    """Whether a design follows an erratum as printed."""
    return bool(design.printed[NAMES.index(name)])


def make_counts(resources: Sequence[Sequence[int]]) -> d.Int:
    """The columns of `Forces.counts`, without aircraft."""
    counts = np.zeros((2, d.COUNTS_WIDTH), dtype=np.int64)
    for side, (ground, air, transport, supplies, personnel) in enumerate(resources):
        counts[side, d.NGG] = ground
        counts[side, d.NWEP] = ground + air
        counts[side, d.NEQ] = ground + air + transport
        counts[side, d.NMAT] = ground + air + transport + supplies
        counts[side, d.NRS] = ground + air + transport + supplies + personnel
        counts[side, d.NSS] = supplies
        counts[side, d.NPERS] = personnel
        counts[side, d.NSP] = supplies + personnel
    return counts


def make_delays(counts: d.Int, types: int, r: int, routes: int, barriers: int) -> d.Delays:
    """No delay but that of distance: 10 a unit of time on every route, 100 by air."""
    up, down = np.zeros(d.POSTURES, dtype=np.int64), np.zeros(d.POSTURES, dtype=np.int64)
    for posture in range(10, 50):
        up[posture] = (20, 30, 40, 10)[posture // 10 - 1]
        down[posture] = -10 if posture < 20 else 40
    by_air = np.zeros(10, dtype=np.int64)
    by_air[1] = 1
    return d.Delays(
        up=up,
        down=down,
        within=np.zeros((5, 10, 10)),
        disengage=np.zeros((types, 2)),
        by_air=by_air,
        air_rate=np.full(types, 100.0),
        barrier=np.zeros((types, 10, barriers + 1)),
        rate=np.full((types, 10, routes + 1), 10.0),
        needs=np.zeros((2, r)),
        carries=np.zeros((2, r)),
        supplies=np.zeros((2, int(counts[:, d.NSS].max()), r)),
        unit_class=np.zeros(types, dtype=np.int64),
        load_class=np.zeros((2, r), dtype=np.int64),
        load_size=np.zeros((2, r, 3)),
        load_capacity=np.zeros((2, r)),
        fitness=np.ones((types, 7)),
        fitness_at=np.arange(7.0),
    )


def make_combat(
    counts: d.Int, r: int, npost: Sequence[int], environments: int, barriers: int, frame: float
) -> d.Combat:
    """A Lanchester square process at 0.1 a unit of time, not rescaled to any curve."""
    place = np.zeros(d.POSTURES, dtype=np.int64)
    for posture in range(20, 30):
        place[posture] = npost[0]
    ones: Any = np.ones
    defence, attack = npost[0] + npost[1], npost[3]
    e, b = environments + 1, barriers + 1
    for posture in range(10, 10 + npost[0]):
        place[posture] = posture - 10
    for posture in range(20, 20 + npost[1]):
        place[posture] = npost[0] + posture - 20
    for posture in range(40, 40 + npost[3]):
        place[posture] = posture - 40
    return d.Combat(
        place=place,
        standard=ones((2, r)),
        aim_attack=ones((2, r, r)),
        aim_defence=ones((2, r, r)),
        kill_attack=np.full((2, r, r), 0.1 * frame),
        kill_defence=np.full((2, r, r), 0.1 * frame),
        attack_weapon=ones((2, r, attack)),
        defence_weapon=ones((2, r, defence)),
        defence_target=ones((2, r, defence)),
        attack_target=ones((2, r, attack)),
        attack_weapon_in=ones((2, r, e)),
        defence_weapon_in=ones((2, r, e)),
        defence_target_in=ones((2, r, e)),
        attack_target_in=ones((2, r, e)),
        across=ones((2, r, b)),
        crews=np.zeros((2, int(counts[:, d.NPERS].max()), r, r)),
        zone=np.full(e, 1000.0),
        crossed=np.zeros(b),
        limit=np.array([0.99]),
        loss_attack=np.full((attack, 8), -1.0),
        loss_defence=np.full((defence, 8), -1.0),
        loss_at=np.arange(8.0),
        speed=np.zeros((2, attack, defence, 8)),
        speed_at=np.arange(8.0),
        density=ones((2, 8)),
        density_at=np.tile(np.arange(8.0), (2, 1)),
        prepared=ones((2, r, 7)),
        prepared_at=np.tile(np.arange(7.0) - 1.0, (2, 1)),
        haven=np.array([0, 1, 6], dtype=np.int64),
        value_attack=ones((2, r)),
        value_defence=ones((2, r)),
    )


def make_support(counts: d.Int, types: int, r: int) -> d.Support:
    """All equipment in protection group 1; no demand for support, no consumption."""
    personnel, supplies = int(counts[:, d.NPERS].max()), int(counts[:, d.NSS].max())
    support = int(counts[:, d.NSP].max())
    return d.Support(
        overhead=np.zeros((types, personnel)),
        demand=np.zeros((2, r, support)),
        share=np.ones((2, r, support, 7)),
        share_at=np.tile(np.arange(7.0), (2, 1)),
        group=np.ones((2, r), dtype=np.int64),
        protects=np.zeros((2, r, r)),
        idle=np.zeros((2, supplies, r, 3)),
        table=np.zeros((2, 31), dtype=np.int64),
        active=np.zeros((1, supplies, r)),
        resting=np.zeros((1, supplies, r)),
    )


def make_air(r: int, environments: int) -> d.Air:
    """One type of air-to-ground weapon a side that `Forces.counts` does not count yet."""
    e = environments + 1
    return d.Air(
        kill=np.full((2, 1, r), 0.1),
        weapon_posture=np.ones((2, 1, 4)),
        target_posture=np.ones((2, r, 4)),
        weapon_in=np.ones((2, 1, e)),
        target_in=np.ones((2, r, e)),
        crews=np.zeros((2, r, 1, r)),
        load=np.ones((2, 1, 1)),
        aim_attack=np.ones((2, 1, r)),
        aim_defence=np.ones((2, 1, r)),
        aim_behind=np.ones((2, 1, r, 4)),
    )


def unit(
    number: int, kind: int, place: int, posture: int = 10, stock: Sequence[float] = (100.0,)
) -> Unit:
    """A unit that entered its cell at 0."""
    return Unit(number, f"unit {number}", kind, place, posture, 0.0, tuple(stock))
