"""What a side may order now, and why not: judged by what the side itself knows."""

from __future__ import annotations

from typing import Final

from hexfront.jit import kernel, kernel_part
from hexfront.systems.aggressor.knowledge import distance, side_of
from hexfront.systems.aggressor.movement import allowance, may_move
from hexfront.systems.aggressor.orders import (
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
from hexfront.systems.aggressor.special import is_depleted
from hexfront.systems.aggressor.state import (
    ACTED,
    ACTION,
    ACTIVE,
    AGGRESSOR,
    AIRBASE,
    ALIVE,
    ARMY,
    ARTILLERY,
    ATTACKED,
    COLUMNS,
    CONTAMINATED,
    DECON,
    FROZEN,
    HALTED,
    HEXES,
    HOLDER,
    HOME,
    HOME_FIRST,
    HOME_HEXES,
    INFANTRY,
    LAUNCH_REACH,
    LAUNCHES,
    MISSILE,
    MOBILE,
    MOVED,
    NEIGHBOUR,
    NOBODY,
    OVER,
    PARTISANS,
    PHASE,
    PLACE,
    PRESS,
    RANGE,
    READY,
    ROWS,
    SEEN,
    SET_UP,
    SPECIAL,
    SUPPORT,
    TECHNICAL,
    TYPE,
    TYPES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Int,
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
MISSILES_GONE: Final = 36
NOBODY_IN_RANGE: Final = 37
OUT_OF_RANGE: Final = 38
NOTHING_TO_REPLACE: Final = 39


@kernel_part
def is_ready(state: AggressorState, side: int) -> bool:
    """Whether the side has set up (AGR-52)."""
    return (state.game[READY] >> side) & 1 == 1


@kernel_part
def may_act(state: AggressorState, side: int) -> bool:
    """Whether the game takes orders of the side now."""
    phase = state.game[PHASE]
    if phase == SET_UP:
        return True
    return phase in (ACTION, PARTISANS, PRESS) and state.game[ACTIVE] == side


@kernel_part
def is_fresh(state: AggressorState, unit: int) -> bool:
    """Whether the unit has done nothing this turn, as special functions demand (AGR-28)."""
    units = state.units
    return bool(units[unit, MOVED] + units[unit, ACTED] + units[unit, FROZEN] == 0)


@kernel_part
def is_contaminated(state: AggressorState, unit: int) -> bool:
    """Whether the unit stands in a contaminated hex."""
    return bool(state.hexes[state.units[unit, PLACE], CONTAMINATED] == 1)


@kernel_part
def fresh_refusal(state: AggressorState, unit: int) -> int:
    """Why a unit may not perform a special function at all, or OK (AGR-28 to AGR-36)."""
    if state.units[unit, FROZEN] == 1:
        return IS_FROZEN
    if not is_fresh(state, unit):
        return NOT_FRESH
    return FUNCTION_IN_CONTAMINATION if is_contaminated(state, unit) else OK


@kernel_part
def move_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not move on, or OK (AGR-9, AGR-11, AGR-12)."""
    units = state.units
    if units[unit, FROZEN] == 1:
        return IS_FROZEN
    if units[unit, SPECIAL] == 1:
        return HAS_SPECIAL
    if units[unit, HALTED] == 1:
        return HAS_HALTED
    if units[unit, RANGE] == 0:
        return OK if units[unit, MOVED] == 0 else TRIED
    return OK if allowance(ground, state, unit) >= 1 else NO_ALLOWANCE


@kernel_part
def attack_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not attack at all, or OK (AGR-20, AGR-27)."""
    units = state.units
    if units[unit, FROZEN] == 1:
        return IS_FROZEN
    if units[unit, SPECIAL] == 1:
        return HAS_SPECIAL
    if units[unit, ATTACKED] == 1:
        return HAS_ATTACKED
    if is_contaminated(state, unit):
        return IN_CONTAMINATION
    if ground.rules[MOBILE] == 1 and allowance(ground, state, unit) < 1:
        return NO_MOVEMENT_POINT
    return OK


@kernel_part
def direction_refusal(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int
) -> int:
    """Why a unit may not step, attack or ask for supply in a direction, or OK (AGR-44)."""
    there = ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction]
    if there == ground.rules[HEXES]:
        return OFF_MAP
    holder = state.hexes[there, HOLDER]
    if holder != NOBODY:
        if side_of(ground, holder) == side_of(ground, unit):
            if state.units[holder, TYPE] != SUPPORT:
                return OWN_UNIT_THERE
            refusal = fresh_refusal(state, unit)
            if refusal != OK:
                return refusal
            return OK if is_depleted(ground, state, unit) else NOT_DEPLETED
        if state.units[holder, SEEN] > UNSEEN:
            return attack_refusal(ground, state, unit)
    return move_refusal(ground, state, unit)


@kernel_part
def target_refusal(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, strike: bool
) -> int:
    """Why a unit may not aim its special function at a hex, or OK (AGR-30 to AGR-37)."""
    kind = state.units[unit, TYPE]
    if strike and kind != AIRBASE:
        return NO_STRIKE_TYPE
    if kind == TECHNICAL:
        return decon_refusal(ground, state, unit, place)
    if kind not in (AIRBASE, MISSILE, ARTILLERY):
        return NO_TARGET_TYPE
    refusal = fresh_refusal(state, unit)
    if refusal != OK or (kind == AIRBASE and not strike):
        return refusal
    here = state.units[unit, PLACE]
    if kind == MISSILE:
        if here == place:
            return OWN_HEX
        return OK if distance(ground, here, place) <= ground.rules[LAUNCH_REACH] else TOO_FAR
    if not sees_enemy(ground, state, side_of(ground, unit), place):
        return NOBODY_IN_RANGE if kind == ARTILLERY else NOBODY_SEEN
    if kind == ARTILLERY and distance(ground, here, place) > state.units[unit, RANGE]:
        return OUT_OF_RANGE
    return OK


@kernel_part
def decon_refusal(ground: AggressorGround, state: AggressorState, unit: int, place: int) -> int:
    """Why a Technical unit may not decontaminate a hex, or OK (AGR-37)."""
    if ground.rules[DECON] == 0:
        return MISSILES_GONE
    if state.units[unit, FROZEN] == 1:
        return IS_FROZEN
    if not is_fresh(state, unit):
        return NOT_FRESH
    if distance(ground, state.units[unit, PLACE], place) > 1:
        return NOT_BESIDE
    return OK if state.hexes[place, CONTAMINATED] == 1 else NOT_CONTAMINATED


@kernel_part
def sees_enemy(ground: AggressorGround, state: AggressorState, side: int, place: int) -> bool:
    """Whether the side sees an enemy in a hex."""
    holder = state.hexes[place, HOLDER]
    return (
        holder != NOBODY and side_of(ground, holder) != side and state.units[holder, SEEN] > UNSEEN
    )


@kernel_part
def partisan_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not contact partisans, or OK (AGR-28)."""
    refusal = fresh_refusal(state, unit)
    if refusal != OK:
        return refusal
    if state.game[AGGRESSOR] != NOBODY:
        return AGGRESSOR_KNOWN
    if ground.hexes[state.units[unit, PLACE], HOME] != 1 - side_of(ground, unit):
        return NOT_IN_ENEMY_HOME
    return OK


@kernel_part
def replacement_refusal(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Why a unit may not ask for a replacement, or OK (AGR-36)."""
    if state.units[unit, TYPE] not in (INFANTRY, SUPPORT):
        return NO_REPLACEMENT_TYPE
    refusal = fresh_refusal(state, unit)
    if refusal != OK:
        return refusal
    return OK if is_depleted(ground, state, unit) else NOTHING_TO_REPLACE


@kernel
def set_up_refusal(ground: AggressorGround, state: AggressorState, side: int, order: int) -> int:
    """Why a side may not give this order while it sets up, or OK (AGR-6, AGR-52)."""
    hexes, army = ground.rules[HEXES], ground.rules[ARMY]
    if is_ready(state, side):
        return OK if order == RECALL else IS_READY
    if order == DONE:
        return OK if state.game[ALIVE + side] == army else ARMY_INCOMPLETE
    if order == RECALL:
        return NOT_READY
    if order < FIRST_DEPLOY or order >= first_unit_code(hexes):
        return WRONG_PHASE
    place = (order - FIRST_DEPLOY) % hexes
    if ground.hexes[place, HOME] != side:
        return NOT_HOME
    taken = state.hexes[place, HOLDER] != NOBODY
    if order >= first_removal(hexes):
        return OK if taken else HEX_EMPTY
    if taken:
        return HEX_TAKEN
    return OK if state.game[ALIVE + side] < army else ARMY_FULL


@kernel
def order_refusal(ground: AggressorGround, state: AggressorState, side: int, order: int) -> int:
    """Why the side may not give this order now, or OK."""
    phase, hexes = state.game[PHASE], ground.rules[HEXES]
    if phase == OVER:
        return GAME_OVER
    if not may_act(state, side):
        return NOT_YOUR_TURN
    if phase == SET_UP:
        return set_up_refusal(ground, state, side, order)
    if order == DONE:
        return OK
    if phase == PARTISANS:
        return OK if order == RISE else WRONG_PHASE
    if phase == PRESS:
        return OK if order == PRESS_ON else WRONG_PHASE
    if order < first_unit_code(hexes):
        return WRONG_PHASE
    number = (order - first_unit_code(hexes)) // unit_codes(hexes)
    action = (order - first_unit_code(hexes)) % unit_codes(hexes)
    unit = side * ground.rules[ARMY] + number
    if state.units[unit, PLACE] == hexes:
        return GONE
    if action < SEEK_PARTISANS:
        return direction_refusal(ground, state, unit, action)
    if action == SEEK_PARTISANS:
        return partisan_refusal(ground, state, unit)
    if action == REPLACE:
        return replacement_refusal(ground, state, unit)
    target = action - FIRST_TARGET
    return target_refusal(ground, state, unit, target % hexes, target >= hexes)


@kernel_part
def directions_of(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Bit d: the unit may be ordered in direction d."""
    can_move = may_move(ground, state, unit)
    can_attack = attack_refusal(ground, state, unit) == OK
    can_ask = fresh_refusal(state, unit) == OK and is_depleted(ground, state, unit)
    if not (can_move or can_attack or can_ask):
        return 0
    bits, side, off = 0, side_of(ground, unit), ground.rules[HEXES]
    here = state.units[unit, PLACE]
    for direction in range(6):
        there = ground.hexes[here, NEIGHBOUR + direction]
        if there == off:
            continue
        holder = state.hexes[there, HOLDER]
        if holder == NOBODY:
            legal = can_move
        elif side_of(ground, holder) == side:
            legal = can_ask and state.units[holder, TYPE] == SUPPORT
        elif state.units[holder, SEEN] > UNSEEN:
            legal = can_attack
        else:
            legal = can_move
        bits |= int(legal) << direction
    return bits


@kernel_part
def has_target(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether a fresh unit can aim its special function anywhere."""
    kind = state.units[unit, TYPE]
    if kind in (AIRBASE, MISSILE):
        return fresh_refusal(state, unit) == OK
    if kind == TECHNICAL:
        return ground.rules[DECON] == 1 and is_fresh(state, unit)
    return kind == ARTILLERY and fresh_refusal(state, unit) == OK


@kernel_part
def has_choice(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether a unit has anything left to do (AGR-45)."""
    if state.units[unit, PLACE] == ground.rules[HEXES] or state.units[unit, FROZEN] == 1:
        return False
    if directions_of(ground, state, unit) != 0:
        return True
    if state.units[unit, MOVED] + state.units[unit, ACTED] > 0:
        return False
    if (
        partisan_refusal(ground, state, unit) == OK
        or replacement_refusal(ground, state, unit) == OK
    ):
        return True
    if not has_target(ground, state, unit):
        return False
    kind = state.units[unit, TYPE]
    if kind == AIRBASE:
        return True
    if kind == MISSILE:
        return bool(ground.hexes[state.units[unit, PLACE], LAUNCHES] > 0)
    if kind == TECHNICAL:
        return count_cleanable(ground, state, unit) > 0
    return count_fire(ground, state, unit) > 0


@kernel_part
def count_cleanable(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Contaminated hexes in the reach of a Technical unit (AGR-37)."""
    here = state.units[unit, PLACE]
    count = state.hexes[here, CONTAMINATED]
    for direction in range(6):
        count += state.hexes[ground.hexes[here, NEIGHBOUR + direction], CONTAMINATED]
    return int(count)


@kernel_part
def count_fire(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Seen enemies in the range of an artillery unit (AGR-35)."""
    army, off = ground.rules[ARMY], ground.rules[HEXES]
    foes, here = (1 - side_of(ground, unit)) * army, state.units[unit, PLACE]
    count = 0
    for enemy in range(foes, foes + army):
        place = state.units[enemy, PLACE]
        if state.units[enemy, SEEN] > UNSEEN and place != off:
            count += distance(ground, here, place) <= state.units[unit, RANGE]
    return count


@kernel
def anything_left(ground: AggressorGround, state: AggressorState, side: int) -> bool:
    """Whether any unit of the side can still be ordered (AGR-45)."""
    army = ground.rules[ARMY]
    for unit in range(side * army, (side + 1) * army):  # noqa: SIM110 (kernels have no generators)
        if has_choice(ground, state, unit):
            return True
    return False


@kernel
def list_choices(ground: AggressorGround, state: AggressorState, side: int, codes: Int) -> int:
    """Write every order the side may give now into `codes`, ascending; gives their number."""
    phase = state.game[PHASE]
    if phase == OVER or not may_act(state, side):
        return 0
    if phase == SET_UP:
        return list_set_up(ground, state, side, codes)
    codes[0] = DONE
    if phase == PARTISANS:
        codes[1] = RISE
        return 2
    if phase == PRESS:
        codes[1] = PRESS_ON
        return 2
    count, army, hexes = 1, ground.rules[ARMY], ground.rules[HEXES]
    for number in range(army):
        unit = side * army + number
        if state.units[unit, PLACE] == hexes or state.units[unit, FROZEN] == 1:
            continue
        first = first_unit_code(hexes) + number * unit_codes(hexes)
        bits = directions_of(ground, state, unit)
        for direction in range(6):
            if (bits >> direction) & 1 == 1:
                codes[count] = first + direction
                count += 1
        if is_fresh(state, unit):
            count = list_functions(ground, state, unit, first, codes, count)
    return count


@kernel_part
def list_functions(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    first: int,
    codes: Int,
    count: int,
) -> int:
    """Append the special functions of a fresh unit."""
    if partisan_refusal(ground, state, unit) == OK:
        codes[count] = first + SEEK_PARTISANS
        count += 1
    if replacement_refusal(ground, state, unit) == OK:
        codes[count] = first + REPLACE
        count += 1
    if not has_target(ground, state, unit):
        return count
    kind, first = state.units[unit, TYPE], first + FIRST_TARGET
    if kind == AIRBASE:
        for place in range(ground.rules[HEXES]):
            codes[count + place] = first + place
        count += ground.rules[HEXES]
        return list_seen(ground, state, unit, ground.rules[HEXES], True, codes, count, first)
    if kind == MISSILE:
        return list_launches(ground, state, unit, first, codes, count)
    if kind == ARTILLERY:
        return list_seen(ground, state, unit, 0, False, codes, count, first)
    for place in range(ground.rules[HEXES]):
        if decon_refusal(ground, state, unit, place) == OK:
            codes[count] = first + place
            count += 1
    return count


@kernel_part
def list_launches(
    ground: AggressorGround, state: AggressorState, unit: int, first: int, codes: Int, count: int
) -> int:
    """Append every hex that a launch can reach (AGR-33), column by column."""
    here, reach = state.units[unit, PLACE], ground.rules[LAUNCH_REACH]
    rows, columns = ground.rules[ROWS], ground.rules[COLUMNS]
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        shift = row + (column + dq) // 2 - column // 2
        low = max(max(-reach, -reach - dq) + shift, 0)
        high = min(min(reach, reach - dq) + shift, rows - 1)
        start = (column + dq) * rows
        for place in range(start + low, start + high + 1):
            codes[count] = first + place
            count += int(place != here)
    return count


@kernel_part
def list_seen(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    shift: int,
    anywhere: bool,
    codes: Int,
    count: int,
    first: int,
) -> int:
    """Append the hexes of seen enemies, anywhere or in range (AGR-31, AGR-35), ascending."""
    army, off, here = ground.rules[ARMY], ground.rules[HEXES], state.units[unit, PLACE]
    foes, start = (1 - side_of(ground, unit)) * army, count
    for enemy in range(foes, foes + army):
        place = state.units[enemy, PLACE]
        if state.units[enemy, SEEN] == UNSEEN or place == off:
            continue
        if not anywhere and distance(ground, here, place) > state.units[unit, RANGE]:
            continue
        slot = count
        while slot > start and codes[slot - 1] > first + shift + place:
            codes[slot] = codes[slot - 1]
            slot -= 1
        codes[slot] = first + shift + place
        count += 1
    return count


@kernel
def list_set_up(ground: AggressorGround, state: AggressorState, side: int, codes: Int) -> int:
    """Write the orders of a side that sets up (AGR-6, AGR-52)."""
    if is_ready(state, side):
        codes[0] = RECALL
        return 1
    count, hexes = 0, ground.rules[HEXES]
    if set_up_refusal(ground, state, side, DONE) == OK:
        codes[0] = DONE
        count = 1
    first = ground.rules[HOME_FIRST + side]
    if count == 0:
        for kind in range(TYPES):
            for place in range(first, first + ground.rules[HOME_HEXES]):
                if state.hexes[place, HOLDER] == NOBODY:
                    codes[count] = FIRST_DEPLOY + kind * hexes + place
                    count += 1
    for place in range(first, first + ground.rules[HOME_HEXES]):
        if state.hexes[place, HOLDER] != NOBODY:
            codes[count] = first_removal(hexes) + place
            count += 1
    return count
