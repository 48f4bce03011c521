"""Designs of random numbers, where no factor is neutral and sides differ."""

from __future__ import annotations

import numpy as np

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import add_member, engage, open_engagement
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war
from tests.idahex.designs import make_design

RED_TYPES = (2, 1, 1, 2, 1)
BLUE_TYPES = (3, 0, 1, 1, 2)
AIRCRAFT = ((2, 3), (1, 2))
"""By side: types of aircraft, and of air-to-ground weapons."""


def random_design(rng: np.random.Generator) -> d.Design:
    """Two sides with resources of all categories, four types of units each."""
    types = [(side, ()) for side in (0, 1) for _ in range(4)]
    design = make_design(resources=(RED_TYPES, BLUE_TYPES), types=types)
    counts, forces = design.forces.counts, design.forces
    for side, (aircraft, weapons) in enumerate(AIRCRAFT):
        counts[side, d.NACTYP], counts[side, d.NAGWEP] = aircraft, weapons
    held = rng.random(forces.may_hold.shape) < 0.8
    for kind, side in enumerate(forces.side):
        held[kind, counts[side, d.NRS] :] = False
    forces.may_hold[:] = held
    forces.toe[:] = held * rng.choice([0.0, 5.0, 20.0, 100.0], forces.toe.shape)
    r = forces.toe.shape[1]
    support = design.support._replace(
        idle=rng.random(design.support.idle.shape) * 0.2,
        table=np.full((2, 31), -1, dtype=np.int64),
        active=rng.random((3, *design.support.active.shape[1:])) * 0.5,
        resting=rng.random((3, *design.support.active.shape[1:])) * 0.3,
        demand=rng.random(design.support.demand.shape) * 0.3,
        overhead=rng.random(design.support.overhead.shape) * 5,
    )
    support.table[:, [0, 1, 10, 21]] = rng.integers(0, 3, (2, 4))
    weapons, aircraft = 3, 2
    air = d.Air(
        kill=rng.random((2, weapons, r)),
        weapon_posture=rng.random((2, weapons, 4)) * 2,
        target_posture=rng.random((2, r, 4)) * 2,
        weapon_in=rng.random((2, weapons, 5)) * 2,
        target_in=rng.random((2, r, 5)) * 2,
        crews=rng.random((2, 2, weapons, r)),
        load=rng.random((2, aircraft, weapons)) * 4,
        aim_attack=rng.random((2, weapons, r)),
        aim_defence=rng.random((2, weapons, r)),
        aim_behind=rng.random((2, weapons, r, 4)),
    )
    combat = design.combat._replace(standard=rng.choice([0.0, 3.0, 50.0], (2, r)))
    design.area.environment[1:] *= rng.integers(1, 5, len(design.area.environment) - 1)
    return design._replace(support=support, air=air, combat=combat)


def random_stock(design: d.Design, kind: int, rng: np.random.Generator) -> tuple[float, ...]:
    """What a unit of a type holds: often nothing, often more than is planned."""
    held = design.forces.may_hold[kind] * rng.choice(
        [0.0, 1.0, 3.0, 30.0], design.forces.toe[kind].shape
    )
    return tuple(held * rng.random(held.shape) * rng.choice([1.0, 10.0]))


def random_war(design: d.Design, rng: np.random.Generator, red: int, blue: int) -> s.State:
    """Units of both sides at random in cells 9 and 10, in random postures, no task forces."""
    units = []
    for row in range(red + blue):
        side = int(row >= red)
        kind = int(rng.integers(0, 4)) + 4 * side
        posture = int(rng.choice([0, 10, 11, 11, 20, 30, 40]))
        stock = random_stock(design, kind, rng)
        units.append(Unit(row + 1, f"u{row}", kind, int(rng.choice([9, 10])), posture, 0.0, stock))
    return open_war(design, units)


def make_force(state: s.State, row: int, members: list[int], mode: int = 0) -> None:
    """Put units into a task force."""
    for unit in members:
        add_member(state, row, unit)
    state.forces.mode[row] = mode
    state.forces.side[row] = state.units.side[members[0]]


def make_engagement(state: s.State, place: int, attackers: list[int], defenders: list[int]) -> int:
    """Let units of two sides fight for a cell, wherever they stand."""
    row = open_engagement(state, place, int(state.units.side[attackers[0]]))
    for unit in attackers:
        engage(state, row, unit, 1)
    for unit in defenders:
        engage(state, row, unit, 0)
    return row


def used_scratch(design: d.Design, state: s.State) -> s.Scratch:
    """Room to work in that is not clean: no kernel may rely on what it finds there."""
    scratch = make_scratch(design, len(state.units))
    for part in scratch:
        part.fill(7)
    return scratch
