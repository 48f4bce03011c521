"""Engagements made by hand or at random, for the tests of combat."""

from __future__ import annotations

from random import Random

import numpy as np

from hexfront.core.events import NO_LOG
from hexfront.systems.idahex.rules.combat.engagements import assess
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import engage, open_engagement
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war
from tests.idahex.designs import unit
from tests.idahex.rules.test_involvement import FULL, random_design

PLACE = 19
"""Where the fighting is; its rim is 11, 12, 18, 20, 26, 27 (nrank1 = 8)."""


def engagement(design: d.Design, attacker: int, units: list[Unit]) -> s.State:
    """A war in which all units of a side attack those of the other in `PLACE`, in row 0."""
    state = open_war(design, units)
    row = open_engagement(state, PLACE, attacker)
    for place, each in enumerate(units):
        side = int(design.forces.side[each.kind])
        engage(state, row, place, 1 if side == attacker else 0)
    return state


def duel(design: d.Design, red: float = 100.0, blue: float = 100.0, posture: int = 10) -> s.State:
    """One Red unit attacks one Blue unit of a single weapon each."""
    return engagement(
        design,
        d.RED,
        [unit(1, 0, 18, 40, (red,)), unit(2, 1, PLACE, posture, (blue,))],
    )


def fight(design: d.Design, state: s.State, frames: int = 1) -> None:
    """So many frames of the engagement in row 0; time passes."""
    scratch = make_scratch(design, len(state.units))
    for _ in range(frames):
        state.game.time += design.area.clock[d.FRAME]
        assess(design, state, scratch, 0, NO_LOG)


def random_war(seed: int) -> tuple[d.Design, s.State]:
    """A design with random data and an engagement with some of everything in it."""
    random = Random(seed)
    resources = random.choice(
        ((FULL, FULL), (FULL, (2, 0, 1, 1, 2)), ((1, 0, 0, 0, 0), (2, 1, 0, 0, 0)))
    )
    design = random_design(random, resources)
    shake(random, design)
    attacker = random.randrange(2)
    rim = [int(c) for c in design.area.rim[PLACE]]
    cells = random.sample(rim, random.randint(1, 3))
    if random.random() < 0.2:
        cells.append(PLACE)
    units = []
    for number in range(random.randint(2, 7)):
        side = random.randrange(2) if number > 1 else number
        kind = random.choice([k for k, of in enumerate(design.forces.side) if of == side])
        place = random.choice(cells) if side == attacker else PLACE
        posture = random.choice((10, 11, 20))
        if side == attacker and place != PLACE:
            posture = random.choice((40, 41))
        counts = design.forces.counts[side]
        width, neq = int(counts[d.NRS]), int(counts[d.NEQ])
        stock = tuple(
            random.uniform(0, 200) * (1 if i < neq else 5) * (random.random() < 0.9)
            for i in range(width)
        )
        units.append((side, Unit(number, "", kind, place, posture, random.uniform(-3, 3), stock)))
    units.sort(key=lambda pair: pair[0])
    state = engagement(design, attacker, [each for _, each in units])
    state.game.time = random.uniform(0, 2)
    state.figures.feba[0] = random.choice((0.0, random.random()))
    state.close[0] = [[random.choice((0.0, 9.0)) for _ in row] for row in state.close[0]]
    for row, (side, _) in enumerate(units):
        if random.random() < 0.1:
            state.units.force[row] = side
            state.forces.mode[side] = 1
    return design, state


def shake(random: Random, design: d.Design) -> None:
    """Random numbers for all that combat reads."""
    combat, area = design.combat, design.area

    def some(shape: tuple[int, ...], low: float = 0.2, high: float = 1.8) -> d.Float:
        size = int(np.prod(shape))
        return np.array([random.uniform(low, high) for _ in range(size)]).reshape(shape)

    for name in (
        *("aim_attack", "aim_defence", "attack_weapon", "defence_weapon", "defence_target"),
        *("attack_target", "attack_weapon_in", "defence_weapon_in", "defence_target_in"),
        *("attack_target_in", "across", "crews", "prepared"),
    ):
        field = getattr(combat, name)
        field[:] = some(field.shape)
    for name in ("kill_attack", "kill_defence"):
        field = getattr(combat, name)
        field[:] = some(field.shape, 0.0, 0.2)
        if random.random() < 0.3:
            field[random.randrange(2), random.randrange(field.shape[1])] = 0.0
    combat.zone[:] = some(combat.zone.shape, 0.0, 10.0)
    combat.crossed[:] = some(combat.crossed.shape, 0.0, 15.0)
    steps = np.array([0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 50.0])
    combat.loss_at[:] = combat.speed_at[:] = combat.density_at[:] = steps
    combat.density_at[:] *= 0.2
    combat.density[:] = some(combat.density.shape, 0.3, 1.2)
    combat.loss_attack[:] = some(combat.loss_attack.shape, -0.3, 0.9)
    combat.loss_defence[:] = some(combat.loss_defence.shape, -0.3, 0.9)
    combat.speed[:] = some(combat.speed.shape, -20.0, 20.0)
    combat.place[41] = combat.place[40]
    combat.value_defence[:] = some(combat.value_defence.shape)
    area.barrier[:] = [[random.choice((0, 0, 1, 2)) for _ in row] for row in area.barrier]
    area.environment[PLACE] = random.randint(1, 4)
    design.delays.unit_class[:] = [random.choice((0, 1)) for _ in design.delays.unit_class]
