"""Why a side may not give an order, judged by what the side itself knows (AGR-44)."""

from __future__ import annotations

from typing import Final

from hexfront.core.refusals import refusal
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
from hexfront.systems.aggressor.rules.planes import has
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
UNKNOWN_ORDER: Final = refusal(1, "AGR-44", "there is no such order")
NOT_YOUR_TURN: Final = refusal(2, "AGR-41", "it is not this side's time to give orders")
GAME_OVER: Final = refusal(3, "AGR-50", "the game is over")
WRONG_PHASE: Final = refusal(4, "AGR-41", "that order does not belong to this phase")
GONE: Final = refusal(5, "AGR-22", "the unit is not on the map")
OFF_MAP: Final = refusal(6, "AGR-1", "there is no hex in that direction")
OWN_UNIT_THERE: Final = refusal(7, "AGR-3", "a unit of your own stands there")
HAS_HALTED: Final = refusal(8, "AGR-12", "an enemy zone of control has ended the unit's movement")
IS_FROZEN: Final = refusal(9, "AGR-40", "partisans keep the unit busy this turn")
HAS_SPECIAL: Final = refusal(10, "AGR-28", "the unit has performed a special function this turn")
NO_ALLOWANCE: Final = refusal(11, "AGR-9", "the unit's range allows no further hex this turn")
TRIED: Final = refusal(12, "AGR-11", "a unit without range moves one hex a turn, and has tried")
HAS_ATTACKED: Final = refusal(13, "AGR-20", "the unit has attacked this turn")
IN_CONTAMINATION: Final = refusal(14, "AGR-20", "a unit in a contaminated hex does not attack")
NO_MOVEMENT_POINT: Final = refusal(15, "AGR-27", "a mobile attack needs a movement point left")
NOT_DEPLETED: Final = refusal(16, "AGR-29", "the unit has lost nothing that could be restored")
NOT_FRESH: Final = refusal(
    17, "AGR-28", "a special function needs a unit that has done nothing else this turn"
)
AGGRESSOR_KNOWN: Final = refusal(
    18, "AGR-28", "the aggressor is declared, so no partisans can be met"
)
NOT_IN_ENEMY_HOME: Final = refusal(
    19, "AGR-28", "partisans are contacted by a unit that starts its turn in enemy territory"
)
NO_REPLACEMENT_TYPE: Final = refusal(20, "AGR-36", "only infantry and support get replacements")
NO_TARGET_TYPE: Final = refusal(
    21, "AGR-30", "this type of unit has no special function with a target"
)
NO_STRIKE_TYPE: Final = refusal(22, "AGR-31", "only an airbase flies strikes")
NOBODY_SEEN: Final = refusal(23, "AGR-31", "no enemy is seen in that hex")
TOO_FAR: Final = refusal(24, "AGR-33", "the hex is out of the missiles' reach")
OWN_HEX: Final = refusal(25, "AGR-33", "a unit does not launch at its own hex")
FUNCTION_IN_CONTAMINATION: Final = refusal(
    26, "AGR-28", "a unit in a contaminated hex performs no special function"
)
NOT_BESIDE: Final = refusal(
    27, "AGR-37", "only the own or a neighbouring hex can be decontaminated"
)
NOT_CONTAMINATED: Final = refusal(28, "AGR-37", "the hex is not contaminated")
NOT_HOME: Final = refusal(29, "AGR-52", "units are placed in their home territory")
ARMY_FULL: Final = refusal(30, "AGR-6", "the army has its full number of units")
ARMY_INCOMPLETE: Final = refusal(31, "AGR-6", "the army has not its full number of units yet")
HEX_TAKEN: Final = refusal(32, "AGR-3", "a unit stands there already")
HEX_EMPTY: Final = refusal(33, "AGR-3", "no unit of yours stands there")
IS_READY: Final = refusal(34, "AGR-52", "the set-up is finished: take that back first")
NOT_READY: Final = refusal(35, "AGR-52", "the set-up is not finished")
ARMY_GIVEN: Final = refusal(40, "AGR-53", "the scenario gives this side its army")
MISSILES_GONE: Final = refusal(36, "AGR-33", "the missiles have been launched")
NOBODY_IN_RANGE: Final = refusal(37, "AGR-35", "no enemy is seen in that hex")
OUT_OF_RANGE: Final = refusal(38, "AGR-35", "the hex is out of the unit's range")
NOTHING_TO_REPLACE: Final = refusal(
    39, "AGR-36", "the unit has lost nothing that could be replaced"
)
TOO_MANY_CHANGES: Final = refusal(
    41,
    "AGR-52",
    f"the side has taken units back {MOST_CHANGES} times as often as it has units: "
    "complete the army and be ready",
)


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
    return has(state.contaminated, state.units.place[unit])


@inline_kernel
def can_perform(state: AggressorState, unit: int) -> int:
    """1 where the unit may perform a special function, else 0 (AGR-28 to AGR-36)."""
    return int(is_fresh(state, unit)) & int(not is_contaminated(state, unit))


@inline_kernel
def can_move(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """1 where the unit may move on, else 0 (AGR-9, AGR-11, AGR-12)."""
    units = state.units
    moved, stopped = units.moved[unit], units.frozen[unit] | units.special[unit]
    further = int(allowance(ground, state, unit) >= 1)
    tries = int(units.range[unit] == 0) & int(moved == 0)
    return (further | tries) & int(stopped | units.halted[unit] == 0)


@inline_kernel
def can_attack(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """1 where the unit may attack, else 0 (AGR-20, AGR-27)."""
    units = state.units
    spent = units.frozen[unit] | units.special[unit] | units.attacked[unit]
    able = int(spent == 0) & int(not is_contaminated(state, unit))
    stuck = ground.rules.mobile & int(allowance(ground, state, unit) < 1)
    return able & int(stuck == 0)


@inline_kernel
def is_replaceable(kind: int) -> int:
    """1 for a type that gets replacements, else 0 (AGR-36)."""
    return int(kind == INFANTRY) | int(kind == SUPPORT)


@inline_kernel
def fresh_refusal(state: AggressorState, unit: int) -> int:
    """Why a unit may not perform a special function at all, or OK (AGR-28 to AGR-36)."""
    if can_perform(state, unit) == 1:
        return OK
    if state.units.frozen[unit] == 1:
        return IS_FROZEN
    return FUNCTION_IN_CONTAMINATION if is_fresh(state, unit) else NOT_FRESH


@inline_kernel
def move_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not move on, or OK (AGR-9, AGR-11, AGR-12)."""
    units = state.units
    if can_move(ground, state, unit) == 1:
        return OK
    if units.frozen[unit] == 1:
        return IS_FROZEN
    if units.special[unit] == 1:
        return HAS_SPECIAL
    if units.halted[unit] == 1:
        return HAS_HALTED
    return TRIED if units.range[unit] == 0 else NO_ALLOWANCE


@inline_kernel
def attack_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not attack at all, or OK (AGR-20, AGR-27)."""
    units = state.units
    if can_attack(ground, state, unit) == 1:
        return OK
    if units.frozen[unit] == 1:
        return IS_FROZEN
    if units.special[unit] == 1:
        return HAS_SPECIAL
    if units.attacked[unit] == 1:
        return HAS_ATTACKED
    return IN_CONTAMINATION if is_contaminated(state, unit) else NO_MOVEMENT_POINT


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
    return OK if has(state.contaminated, place) else NOT_CONTAMINATED


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
    if is_replaceable(state.units.kind[unit]) == 0:
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
