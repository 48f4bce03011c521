"""Why a side may not give an order, judged by what the side itself knows (AGR-44)."""

from __future__ import annotations

from typing import Final

from hexfront.core.table.changes import MOST_CHANGES
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.movement import allowance
from hexfront.systems.aggressor.rules.observation import distance, side_of
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    PRESS_ON,
    RECALL,
    REPLACE,
    RISE,
    SEEK_PARTISANS,
    first_removal,
    first_unit_code,
    unit_codes,
)
from hexfront.systems.aggressor.rules.special import is_depleted
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    INFANTRY,
    MISSILE,
    NOBODY,
    SUPPORT,
    TECHNICAL,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)

OK: Final = 0
UNKNOWN_ORDER: Final = 1
NOT_YOUR_TURN: Final = 2
GAME_OVER: Final = 3
WRONG_PHASE: Final = 4
GONE: Final = 5
OFF_MAP: Final = 6
OWN_UNIT_THERE: Final = 7
HAS_HALTED: Final = 8
IS_FROZEN: Final = 9
HAS_SPECIAL: Final = 10
NO_ALLOWANCE: Final = 11
TRIED: Final = 12
HAS_ATTACKED: Final = 13
IN_CONTAMINATION: Final = 14
NO_MOVEMENT_POINT: Final = 15
NOT_DEPLETED: Final = 16
NOT_FRESH: Final = 17
AGGRESSOR_KNOWN: Final = 18
NOT_IN_ENEMY_HOME: Final = 19
NO_REPLACEMENT_TYPE: Final = 20
NO_TARGET_TYPE: Final = 21
NO_STRIKE_TYPE: Final = 22
NOBODY_SEEN: Final = 23
TOO_FAR: Final = 24
OWN_HEX: Final = 25
FUNCTION_IN_CONTAMINATION: Final = 26
NOT_BESIDE: Final = 27
NOT_CONTAMINATED: Final = 28
NOT_HOME: Final = 29
ARMY_FULL: Final = 30
ARMY_INCOMPLETE: Final = 31
HEX_TAKEN: Final = 32
HEX_EMPTY: Final = 33
IS_READY: Final = 34
NOT_READY: Final = 35
ARMY_GIVEN: Final = 40
MISSILES_GONE: Final = 36
NOBODY_IN_RANGE: Final = 37
OUT_OF_RANGE: Final = 38
NOTHING_TO_REPLACE: Final = 39
TOO_MANY_CHANGES: Final = 41


@inline_kernel
def is_ready(state: AggressorState, side: int) -> bool:
    """Whether the side has set up (AGR-52)."""
    return (state.game.ready >> side) & 1 == 1


@inline_kernel
def may_act(state: AggressorState, side: int) -> bool:
    """Whether the game takes orders of the side now."""
    phase = state.game.phase
    if phase == Phase.SET_UP:
        return True
    return phase in (Phase.ACTION, Phase.PARTISANS, Phase.PRESS) and state.game.active == side


@inline_kernel
def is_fresh(state: AggressorState, unit: int) -> bool:
    """Whether the unit has done nothing this turn, as special functions demand (AGR-28)."""
    units = state.units
    return bool(units.moved[unit] + units.acted[unit] + units.frozen[unit] == 0)


@inline_kernel
def is_contaminated(state: AggressorState, unit: int) -> bool:
    """Whether the unit stands in a contaminated hex."""
    return bool(state.hexes.contaminated[state.units.place[unit]] == 1)


@inline_kernel
def fresh_refusal(state: AggressorState, unit: int) -> int:
    """Why a unit may not perform a special function at all, or OK (AGR-28 to AGR-36)."""
    if state.units.frozen[unit] == 1:
        return IS_FROZEN
    if not is_fresh(state, unit):
        return NOT_FRESH
    return FUNCTION_IN_CONTAMINATION if is_contaminated(state, unit) else OK


@inline_kernel
def move_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not move on, or OK (AGR-9, AGR-11, AGR-12)."""
    units = state.units
    if units.frozen[unit] == 1:
        return IS_FROZEN
    if units.special[unit] == 1:
        return HAS_SPECIAL
    if units.halted[unit] == 1:
        return HAS_HALTED
    if units.range[unit] == 0:
        return OK if units.moved[unit] == 0 else TRIED
    return OK if allowance(ground, state, unit) >= 1 else NO_ALLOWANCE


@inline_kernel
def attack_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not attack at all, or OK (AGR-20, AGR-27)."""
    units = state.units
    if units.frozen[unit] == 1:
        return IS_FROZEN
    if units.special[unit] == 1:
        return HAS_SPECIAL
    if units.attacked[unit] == 1:
        return HAS_ATTACKED
    if is_contaminated(state, unit):
        return IN_CONTAMINATION
    if ground.rules.mobile == 1 and allowance(ground, state, unit) < 1:
        return NO_MOVEMENT_POINT
    return OK


@inline_kernel
def direction_refusal(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int
) -> int:
    """Why a unit may not step, attack or ask for supply in a direction, or OK (AGR-44)."""
    there = ground.hexes.neighbour[state.units.place[unit], direction]
    if there == ground.rules.hexes:
        return OFF_MAP
    holder = state.hexes.holder[there]
    if holder != NOBODY:
        if side_of(ground, holder) == side_of(ground, unit):
            if state.units.kind[holder] != SUPPORT:
                return OWN_UNIT_THERE
            refusal = fresh_refusal(state, unit)
            if refusal != OK:
                return refusal
            return OK if is_depleted(ground, state, unit) else NOT_DEPLETED
        if state.sightings.level[holder] > UNSEEN:
            return attack_refusal(ground, state, unit)
    return move_refusal(ground, state, unit)


@inline_kernel
def target_refusal(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, strike: bool
) -> int:
    """Why a unit may not aim its special function at a hex, or OK (AGR-30 to AGR-37)."""
    kind = state.units.kind[unit]
    if strike and kind != AIRBASE:
        return NO_STRIKE_TYPE
    if kind == TECHNICAL:
        return decon_refusal(ground, state, unit, place)
    if kind not in (AIRBASE, MISSILE, ARTILLERY):
        return NO_TARGET_TYPE
    refusal = fresh_refusal(state, unit)
    if refusal != OK or (kind == AIRBASE and not strike):
        return refusal
    here = state.units.place[unit]
    if kind == MISSILE:
        if here == place:
            return OWN_HEX
        return OK if distance(ground, here, place) <= ground.rules.launch_reach else TOO_FAR
    if not sees_enemy(ground, state, side_of(ground, unit), place):
        return NOBODY_IN_RANGE if kind == ARTILLERY else NOBODY_SEEN
    if kind == ARTILLERY and distance(ground, here, place) > state.units.range[unit]:
        return OUT_OF_RANGE
    return OK


@inline_kernel
def decon_refusal(ground: AggressorGround, state: AggressorState, unit: int, place: int) -> int:
    """Why a Technical unit may not decontaminate a hex, or OK (AGR-37)."""
    if ground.rules.decon == 0:
        return MISSILES_GONE
    if state.units.frozen[unit] == 1:
        return IS_FROZEN
    if not is_fresh(state, unit):
        return NOT_FRESH
    if distance(ground, state.units.place[unit], place) > 1:
        return NOT_BESIDE
    return OK if state.hexes.contaminated[place] == 1 else NOT_CONTAMINATED


@inline_kernel
def sees_enemy(ground: AggressorGround, state: AggressorState, side: int, place: int) -> bool:
    """Whether the side sees an enemy in a hex."""
    holder = state.hexes.holder[place]
    return (
        holder != NOBODY
        and side_of(ground, holder) != side
        and state.sightings.level[holder] > UNSEEN
    )


@inline_kernel
def partisan_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not contact partisans, or OK (AGR-28)."""
    refusal = fresh_refusal(state, unit)
    if refusal != OK:
        return refusal
    if state.game.aggressor != NOBODY:
        return AGGRESSOR_KNOWN
    if ground.hexes.home[state.units.place[unit]] != 1 - side_of(ground, unit):
        return NOT_IN_ENEMY_HOME
    return OK


@inline_kernel
def replacement_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not ask for a replacement, or OK (AGR-36)."""
    if state.units.kind[unit] not in (INFANTRY, SUPPORT):
        return NO_REPLACEMENT_TYPE
    refusal = fresh_refusal(state, unit)
    if refusal != OK:
        return refusal
    return OK if is_depleted(ground, state, unit) else NOTHING_TO_REPLACE


@inline_kernel
def changes_left(ground: AggressorGround, state: AggressorState, side: int) -> int:
    """How often the side may still take something back in its set-up (AGR-52).

    Counted for each unit of an army, since whole armies are placed anew at one click.
    """
    return MOST_CHANGES * ground.rules.army - state.game.changes[side]


@small_kernel
def set_up_refusal(ground: AggressorGround, state: AggressorState, side: int, order: int) -> int:
    """Why a side may not give this order while it sets up, or OK (AGR-6, AGR-52)."""
    hexes, army = ground.rules.hexes, ground.rules.army
    if is_ready(state, side):
        if (ground.rules.given >> side) & 1 == 1:
            return ARMY_GIVEN
        if order != RECALL:
            return IS_READY
        return OK if changes_left(ground, state, side) > 0 else TOO_MANY_CHANGES
    if order == DONE:
        return OK if state.game.alive[side] == army else ARMY_INCOMPLETE
    if order == RECALL:
        return NOT_READY
    if order < FIRST_DEPLOY or order >= first_unit_code(hexes):
        return WRONG_PHASE
    place = (order - FIRST_DEPLOY) % hexes
    if ground.hexes.home[place] != side:
        return NOT_HOME
    taken = state.hexes.holder[place] != NOBODY
    if order >= first_removal(hexes):
        if not taken:
            return HEX_EMPTY
        return OK if changes_left(ground, state, side) > 0 else TOO_MANY_CHANGES
    if taken:
        return HEX_TAKEN
    return OK if state.game.alive[side] < army else ARMY_FULL


@kernel
def order_refusal(ground: AggressorGround, state: AggressorState, side: int, order: int) -> int:
    """Why the side may not give this order now, or OK."""
    phase, hexes = state.game.phase, ground.rules.hexes
    if phase == Phase.OVER:
        return GAME_OVER
    if not may_act(state, side):
        return NOT_YOUR_TURN
    if phase == Phase.SET_UP:
        return set_up_refusal(ground, state, side, order)
    if order == DONE:
        return OK
    if phase == Phase.PARTISANS:
        return OK if order == RISE else WRONG_PHASE
    if phase == Phase.PRESS:
        return OK if order == PRESS_ON else WRONG_PHASE
    if order < first_unit_code(hexes):
        return WRONG_PHASE
    number = (order - first_unit_code(hexes)) // unit_codes(hexes)
    action = (order - first_unit_code(hexes)) % unit_codes(hexes)
    unit = side * ground.rules.army + number
    if state.units.place[unit] == hexes:
        return GONE
    if action < SEEK_PARTISANS:
        return direction_refusal(ground, state, unit, action)
    if action == SEEK_PARTISANS:
        return partisan_refusal(ground, state, unit)
    if action == REPLACE:
        return replacement_refusal(ground, state, unit)
    target = action - FIRST_TARGET
    return target_refusal(ground, state, unit, target % hexes, target >= hexes)
