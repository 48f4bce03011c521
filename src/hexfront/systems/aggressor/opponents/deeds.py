"""Deeds as opponents compare them: a unit, its actions one after another, and a value."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.tables import lower_bound
from hexfront.jit import inline_kernel
from hexfront.systems.aggressor.knowledge.ways import DIRTY, FOE, TAKEN, find_ways
from hexfront.systems.aggressor.opponents.scene import (
    Scene,
    first_foe,
    first_own,
    foe_in,
    is_there,
)
from hexfront.systems.aggressor.rules.legality import is_fresh
from hexfront.systems.aggressor.rules.orders import FIRST_TARGET, first_unit_code, unit_codes
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    FIRE,
    LAUNCH,
    MISSILE,
    NOBODY,
    SECTORS,
    STRIKE,
)

NOTHING: Final = -1.0e9
"""The value of no deed."""


@inline_kernel
def look(s: Scene) -> None:
    """Count who is there, and note what is in the way (AGR-10, AGR-12)."""
    pad, sectors = s.desk.pad, s.desk.sectors
    pad.units = pad.contacts = 0
    for sector in range(SECTORS):
        sectors.presence[sector] = sectors.seen[sector] = 0
    for number in range(s.ground.rules.army):
        if is_there(s, number):
            s.desk.order[pad.units] = number
            pad.units += 1
            sectors.presence[
                s.ground.hexes.sector[s.packed.units.place[first_own(s) + number]]
            ] += 1
        if s.packed.contact_number[first_foe(s) + number] > 0:
            pad.contacts += 1
            sectors.seen[s.ground.hexes.sector[s.packed.units.place[first_foe(s) + number]]] += 1


@inline_kernel
def mark_bars(s: Scene) -> None:
    """Note what is in the way of own units."""
    for place in range(s.ground.rules.hexes):
        bars = DIRTY * int(has(s.packed.contaminated, place))
        if s.packed.hexes.holder[place] != NOBODY:
            bars |= TAKEN
            if foe_in(s, place) != NOBODY:
                bars |= FOE
        s.trails.spots.bars[place] = bars


@inline_kernel
def search_ways(s: Scene, unit: int, stays: bool) -> int:
    """Find where a unit can go; its one try without range is no way (AGR-11).

    Gives how many hexes there are; one that `stays` gets nowhere.
    """
    return find_ways(
        s.ground,
        s.trails,
        s.packed.units.place[unit],
        s.packed.units.range[unit],
        s.packed.units.moved[unit],
        stays or is_still(s, unit),
    )


@inline_kernel
def is_still(s: Scene, unit: int) -> bool:
    """Whether a unit can make no sure step any more."""
    units = s.packed.units
    stopped = units.halted[unit] + units.special[unit] + units.frozen[unit] > 0
    return stopped or units.range[unit] == 0


@inline_kernel
def set_way(s: Scene, node: int) -> int:
    """Make the steps of a way the actions of the deed; gives how many."""
    nodes, length, step = s.trails.nodes, 0, node
    while nodes.before[step] != NOBODY:
        length += 1
        step = nodes.before[step]
    step = node
    for at in range(length - 1, -1, -1):
        s.desk.actions[at] = nodes.direction[step]
        step = nodes.before[step]
    s.desk.pad.actions = length
    return length


@inline_kernel
def set_action(s: Scene, action: int) -> None:
    """Make the deed one action."""
    s.desk.actions[0] = action
    s.desk.pad.actions = 1


@inline_kernel
def add_action(s: Scene, action: int) -> None:
    """One action more."""
    s.desk.actions[s.desk.pad.actions] = action
    s.desk.pad.actions += 1


@inline_kernel
def clear_best(s: Scene) -> None:
    """No deed has been compared."""
    s.desk.pad.best, s.desk.pad.best_unit = NOTHING, NOBODY


@inline_kernel
def compare(s: Scene, number: int, value: float) -> None:
    """Keep the deed of a unit if it is worth more than the best so far."""
    pad = s.desk.pad
    if value > pad.best:
        pad.best, pad.best_unit, pad.best_actions = value, number, pad.actions
        for at in range(pad.actions):
            s.desk.best_actions[at] = s.desk.actions[at]


@inline_kernel
def order_best(s: Scene) -> None:
    """Make the best deed the orders to come."""
    mind, pad = s.memory.mind, s.desk.pad
    mind.at, mind.end = 0, pad.best_actions
    for at in range(pad.best_actions):
        s.memory.orders[at] = first_code(s, pad.best_unit) + s.desk.best_actions[at]


@inline_kernel
def order_one(s: Scene, order: int) -> None:
    """Make one order all that is to come."""
    s.memory.mind.at, s.memory.mind.end = 0, 1
    s.memory.orders[0] = order


@inline_kernel
def first_code(s: Scene, number: int) -> int:
    """The first order code of a unit."""
    hexes = s.ground.rules.hexes
    return first_unit_code(hexes) + number * unit_codes(hexes)


@inline_kernel
def find_actions(s: Scene, number: int, codes: Int, count: int) -> None:
    """Where the orders of a unit begin and end among the legal ones."""
    first, hexes = first_code(s, number), s.ground.rules.hexes
    s.desk.own.low[number] = lower_bound(codes, count, first)
    s.desk.own.high[number] = lower_bound(codes, count, first + unit_codes(hexes))


@inline_kernel
def first_shot(s: Scene, number: int, codes: Int) -> int:
    """Where among the legal orders the attacks of a unit on hexes from afar begin.

    Not those flights that only look: they may go anywhere (AGR-30).
    """
    first = first_code(s, number) + FIRST_TARGET
    if s.packed.units.kind[first_own(s) + number] == AIRBASE:
        first += s.ground.rules.hexes
    return max(lower_bound(codes, s.desk.own.high[number], first), s.desk.own.low[number])


@inline_kernel
def target_of(s: Scene, action: int) -> int:
    """The hex that an action aims at."""
    return (action - FIRST_TARGET) % s.ground.rules.hexes


@inline_kernel
def shot_of(kind: int) -> int:
    """The form of attack from afar of a type of unit."""
    if kind == AIRBASE:
        return STRIKE
    return LAUNCH if kind == MISSILE else FIRE


@inline_kernel
def can_fly(s: Scene, number: int) -> bool:
    """Whether a unit is an airbase that can fly a mission."""
    unit = first_own(s) + number
    return (
        is_there(s, number)
        and s.packed.units.kind[unit] == AIRBASE
        and is_fresh(s.packed, unit)
        and not has(s.packed.contaminated, s.packed.units.place[unit])
    )
