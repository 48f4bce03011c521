"""What a unit has left to do, judged by what its side knows (AGR-43, AGR-45)."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.legality import (
    can_attack,
    can_move,
    can_perform,
    is_fresh,
    is_replaceable,
)
from hexfront.systems.aggressor.rules.observation import distance, side_of
from hexfront.systems.aggressor.rules.orders import REPLACE, SEEK_PARTISANS
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.rules.special import is_depleted
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    MISSILE,
    NOBODY,
    SUPPORT,
    TECHNICAL,
    UNSEEN,
    AggressorGround,
    AggressorState,
)

TARGETERS: Final = 1 << AIRBASE | 1 << MISSILE | 1 << ARTILLERY
"""A bit for each type that can aim a special function, but for Technical units (AGR-30)."""


@inline_kernel
def short_orders(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """A bit for each of the first eight orders of a unit: six directions, SEEK_PARTISANS, REPLACE.

    As every unit is asked at every step, nothing is skipped that costs less than a wrong guess
    of a processor: conditions are numbers, and few of them branches.
    """
    units, holders, army = state.units, state.hexes.holder, ground.rules.army
    here, side, kind = units.place[unit], side_of(ground, unit), units.kind[unit]
    moves, able = can_move(ground, state, unit), can_perform(state, unit)
    attacks = can_attack(ground, state, unit)
    if moves | able | attacks == 0:
        return 0
    taken, east = 0, 0
    for direction in range(6):
        holder = holders[ground.hexes.neighbour[here, direction]]
        taken |= int(holder != NOBODY) << direction
        east |= int(holder >= army) << direction
    foes = taken & (east ^ -side)
    own = taken ^ foes
    bits = moves * (ground.hexes.directions[here] & ~taken)
    if foes != 0:
        for direction in range(6):
            if (foes >> direction) & 1 == 1:
                enemy = holders[ground.hexes.neighbour[here, direction]]
                seen = state.sightings.level[enemy] > UNSEEN
                bits |= (attacks if seen else moves) << direction
    restorable = able & is_depleted(ground, state, unit)
    if restorable == 1 and own != 0:
        for direction in range(6):
            if (own >> direction) & 1 == 1:
                friend = holders[ground.hexes.neighbour[here, direction]]
                bits |= int(units.kind[friend] == SUPPORT) << direction
    meets = int(state.game.aggressor == NOBODY) & int(ground.hexes.home[here] == 1 - side)
    bits |= (able & meets) << SEEK_PARTISANS
    return bits | (restorable & is_replaceable(kind)) << REPLACE


@inline_kernel
def has_target(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether a fresh unit can aim its special function anywhere."""
    kind = state.units.kind[unit]
    aims = can_perform(state, unit) & (TARGETERS >> kind)
    return bool(aims | (ground.rules.decon & int(kind == TECHNICAL)) & 1 == 1)


@inline_kernel
def has_choice(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether a unit has anything left to do (AGR-45)."""
    if state.units.place[unit] == ground.rules.hexes or state.units.frozen[unit] == 1:
        return False
    if short_orders(ground, state, unit) != 0:
        return True
    if not is_fresh(state, unit) or not has_target(ground, state, unit):
        return False
    kind = state.units.kind[unit]
    if kind == AIRBASE:
        return True
    if kind == MISSILE:
        return bool(ground.hexes.launches[state.units.place[unit]] > 0)
    if kind == TECHNICAL:
        return count_cleanable(ground, state, unit) > 0
    return count_fire(ground, state, unit) > 0


@inline_kernel
def count_cleanable(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Contaminated hexes in the reach of a Technical unit (AGR-37)."""
    here = state.units.place[unit]
    count = int(has(state.contaminated, here))
    for direction in range(6):
        count += int(has(state.contaminated, ground.hexes.neighbour[here, direction]))
    return count


@inline_kernel
def count_fire(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Seen enemies in the range of an artillery unit (AGR-35)."""
    army, off = ground.rules.army, ground.rules.hexes
    foes, here = (1 - side_of(ground, unit)) * army, state.units.place[unit]
    count = 0
    for enemy in range(foes, foes + army):
        place = state.units.place[enemy]
        if state.sightings.level[enemy] > UNSEEN and place != off:
            count += distance(ground, here, place) <= state.units.range[unit]
    return count


@kernel
def anything_left(ground: AggressorGround, state: AggressorState, side: int) -> bool:
    """Whether any unit of the side can still be ordered (AGR-45)."""
    army = ground.rules.army
    for unit in range(side * army, (side + 1) * army):  # noqa: SIM110 (kernels have no generators)
        if has_choice(ground, state, unit):
            return True
    return False
