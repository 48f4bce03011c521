"""The state in which a war opens (IDX-2.2.1, IDX-2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import list_movers, stand
from hexfront.systems.idahex.scenario.design import (
    FRAME,
    NACTYP,
    NGG,
    NRS,
    PERIOD,
    POSTURES,
    SIDES,
    T_INIT,
    Design,
    Int,
)
from hexfront.systems.idahex.scenario.state import LOSSES_OF, MOMENT_WIDTH

MOMENTS: Final = 4096
"""As many as a log has room for events: no two moments have the same number before them."""


class Unit(NamedTuple):
    """A battle unit at the start (group 25)."""

    number: int
    name: str
    kind: int
    """butype, counted from 0."""
    place: int
    posture: int
    entry: float
    """tentry: when it entered the cell where it stands."""
    stock: tuple[float, ...]
    """[resources]: by the types of its side."""


def open_war(design: Design, units: Sequence[Unit]) -> s.State:
    """A war at tinit: all units without missions, no engagement, the agenda empty.

    `units` stand in the order of their numbers, Red before Blue.
    """
    state = _blank(design, len(units))
    state.game.time = design.area.clock[T_INIT]
    for row, unit in enumerate(units):
        side = design.forces.side[unit.kind]
        state.units.place[row] = unit.place
        state.units.posture[row] = unit.posture
        state.units.objective[row] = unit.place
        state.units.attacks[row] = 0
        state.units.kind[row] = unit.kind
        state.units.side[row] = side
        state.units.number[row] = unit.number
        state.units.entry[row] = unit.entry
        state.stock[row, : len(unit.stock)] = unit.stock
    for row, unit in enumerate(units):
        if unit.posture >= 10:
            stand(state, row)
    list_movers(state)
    return state


def _blank(design: Design, units: int) -> s.State:
    """Arrays of the right shapes. There are never more task forces than units."""
    cells = len(design.area.rim)
    resources = int(design.forces.counts[:, NRS].max())
    weapons = int(design.forces.counts[:, NGG].max())
    aircraft = max(1, int(design.forces.counts[:, NACTYP].max()))
    fights = min(units, cells)
    types = 1 + max(int(design.area.environment.max()), int(design.area.route.max()))
    types = max(types, 1 + int(design.area.barrier.max()), 1 + _largest(design.area.changes))

    state = s.State.new(
        unit=units,
        force=units,
        heap=1 + 2 * units,
        resource=resources,
        cell=cells,
        type=types,
        engagement=fights,
        weapon=weapons,
        share=1 + resources,
        delivery=max(units, s.MIN_DELIVERIES),
        strike=s.MAX_STRIKES,
        aircraft=aircraft,
    )
    state.units.words[:] = s.NONE
    state.units.entry[:] = 0.0
    state.forces.first[:] = s.NONE
    state.engagements.words[:] = s.NONE
    state.engagements.cell[:] = 0
    state.deliveries.carrier[:] = s.NONE
    state.agenda[:, DUE] = np.inf
    state.heap[1:] = s.NONE
    state.owner[:] = design.area.owner
    state.standing[:] = state.coming[:] = state.fighting[:] = s.NONE
    state.maps[:] = np.arange(types)
    return state


def _largest(changes: Int) -> int:
    return int(changes[:, 2:].max()) if len(changes) else 0


def make_scratch(design: Design, units: int) -> s.Scratch:
    """Room for kernels that work on a war of so many units."""
    resources = int(design.forces.counts[:, NRS].max())
    clock = design.area.clock
    # A run is never longer than a period.
    fights, frames = max(1, units // 2), max(1, round(clock[PERIOD] / clock[FRAME]))
    return s.Scratch(
        involved=np.zeros((units, resources)),
        effective=np.zeros((units, resources)),
        potential=np.zeros((units, resources)),
        by_unit=np.zeros((4, units)),
        vectors=np.zeros((32, resources)),
        matrices=np.zeros((4, resources, resources)),
        postures=np.zeros(POSTURES),
        rows=np.zeros((3, max(units, len(design.area.rim)) + 1), dtype=np.int64),
        fought=np.zeros((1 + fights * frames, LOSSES_OF + SIDES * resources)),
        moments=np.zeros((1 + MOMENTS, MOMENT_WIDTH)),
    )
