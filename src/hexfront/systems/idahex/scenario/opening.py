"""The state in which a war opens (IDX-2.2.1, IDX-2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

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
    Float,
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
    state.time[0] = design.area.clock[T_INIT]
    for row, unit in enumerate(units):
        side = design.forces.side[unit.kind]
        state.units[row, s.PLACE] = unit.place
        state.units[row, s.POSTURE] = unit.posture
        state.units[row, s.OBJECTIVE] = unit.place
        state.units[row, s.ATTACKS] = 0
        state.units[row, s.KIND] = unit.kind
        state.units[row, s.SIDE] = side
        state.units[row, s.NUMBER] = unit.number
        state.entry[row] = unit.entry
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

    def ints(*shape: int, value: int = 0) -> Int:
        return np.full(shape, value, dtype=np.int64)

    def floats(*shape: int) -> Float:
        return np.zeros(shape, dtype=np.float64)

    units_of = ints(units, s.UNIT_WIDTH, value=s.NONE)
    forces = ints(units, s.FORCE_WIDTH)
    forces[:, s.FIRST] = s.NONE
    fighting = ints(fights, s.ENGAGEMENT_WIDTH, value=s.NONE)
    fighting[:, s.WHERE] = 0
    orders = max(units, s.MIN_DELIVERIES)
    deliveries = ints(orders, s.DELIVERY_WIDTH)
    deliveries[:, s.CARRIER] = s.NONE
    agenda = floats(units, s.AGENDA_WIDTH)
    agenda[:, s.DUE] = np.inf
    heap = ints(1 + 2 * units, value=s.NONE)
    heap[0] = 0
    return s.State(
        game=ints(s.GAME_WIDTH),
        time=floats(1),
        units=units_of,
        entry=floats(units),
        stock=floats(units, resources),
        forces=forces,
        missions=ints(units, s.MAX_ORDERS, s.ORDER_WIDTH),
        starts=floats(units, s.MAX_ORDERS),
        agenda=agenda,
        heap=heap,
        owner=design.area.owner.copy(),
        standing=ints(cells, SIDES, value=s.NONE),
        coming=ints(cells, SIDES, value=s.NONE),
        fighting=ints(cells, value=s.NONE),
        maps=np.tile(np.arange(types, dtype=np.int64), (3, 1)),
        engagements=fighting,
        figures=floats(fights, s.FIGURES_WIDTH),
        kills=floats(fights, SIDES, weapons, weapons),
        values=floats(fights, SIDES, resources),
        close=floats(fights, SIDES, weapons),
        lost=floats(units, resources),
        held=floats(units, resources),
        shares=floats(units, 1 + resources),
        totals=floats(SIDES, s.CAUSES, resources),
        deliveries=deliveries,
        sizes=floats(orders),
        strikes=ints(s.MAX_STRIKES, s.STRIKE_WIDTH),
        sorties=floats(s.MAX_STRIKES, aircraft),
        drafts=ints(SIDES, 1 + s.MAX_DRAFT),
    )


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
