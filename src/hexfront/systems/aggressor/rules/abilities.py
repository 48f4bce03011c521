"""What a unit has left to do, judged by what its side knows (AGR-43, AGR-45)."""

from __future__ import annotations

from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.legality import (
    OK,
    attack_refusal,
    fresh_refusal,
    is_fresh,
    move_refusal,
    partisan_refusal,
    replacement_refusal,
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


@inline_kernel
def short_orders(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """A bit for each of the first eight orders of a unit: six directions, SEEK_PARTISANS, REPLACE.

    Most neighbours are empty, so only the others are looked at one by one.
    """
    can_move = move_refusal(ground, state, unit) == OK
    can_attack = attack_refusal(ground, state, unit) == OK
    able = fresh_refusal(state, unit) == OK
    if not (can_move or can_attack or able):
        return 0
    here, taken = state.units.place[unit], 0
    for direction in range(6):
        holder = state.hexes.holder[ground.hexes.neighbour[here, direction]]
        taken |= int(holder != NOBODY) << direction
    bits = ground.hexes.directions[here] & ~taken if can_move else 0
    if taken != 0:
        can_ask = able and is_depleted(ground, state, unit)
        for direction in range(6):
            if (taken >> direction) & 1 == 1:
                holder = state.hexes.holder[ground.hexes.neighbour[here, direction]]
                if side_of(ground, holder) == side_of(ground, unit):
                    legal = can_ask and state.units.kind[holder] == SUPPORT
                elif state.sightings.level[holder] > UNSEEN:
                    legal = can_attack
                else:
                    legal = can_move
                bits |= int(legal) << direction
    if able:
        bits |= int(partisan_refusal(ground, state, unit) == OK) << SEEK_PARTISANS
        bits |= int(replacement_refusal(ground, state, unit) == OK) << REPLACE
    return bits


@inline_kernel
def has_target(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether a fresh unit can aim its special function anywhere."""
    kind = state.units.kind[unit]
    if kind in (AIRBASE, MISSILE):
        return fresh_refusal(state, unit) == OK
    if kind == TECHNICAL:
        return ground.rules.decon == 1 and is_fresh(state, unit)
    return kind == ARTILLERY and fresh_refusal(state, unit) == OK


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
