"""What a side may order now, listed by what the side itself knows (AGR-43, AGR-45)."""

from __future__ import annotations

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.legality import (
    OK,
    attack_refusal,
    changes_left,
    decon_refusal,
    fresh_refusal,
    is_fresh,
    is_ready,
    may_act,
    move_refusal,
    partisan_refusal,
    replacement_refusal,
    set_up_refusal,
)
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
    MISSILE,
    NOBODY,
    SUPPORT,
    TECHNICAL,
    TYPES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)


@inline_kernel
def directions_of(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Bit d: the unit may be ordered in direction d."""
    can_move = move_refusal(ground, state, unit) == OK
    can_attack = attack_refusal(ground, state, unit) == OK
    can_ask = fresh_refusal(state, unit) == OK and is_depleted(ground, state, unit)
    if not (can_move or can_attack or can_ask):
        return 0
    bits, side, off = 0, side_of(ground, unit), ground.rules.hexes
    here = state.units.place[unit]
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        if there == off:
            continue
        holder = state.hexes.holder[there]
        if holder == NOBODY:
            legal = can_move
        elif side_of(ground, holder) == side:
            legal = can_ask and state.units.kind[holder] == SUPPORT
        elif state.sightings.level[holder] > UNSEEN:
            legal = can_attack
        else:
            legal = can_move
        bits |= int(legal) << direction
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
    if directions_of(ground, state, unit) != 0:
        return True
    if state.units.moved[unit] + state.units.acted[unit] > 0:
        return False
    if (
        partisan_refusal(ground, state, unit) == OK
        or replacement_refusal(ground, state, unit) == OK
    ):
        return True
    if not has_target(ground, state, unit):
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


@kernel
def list_choices(ground: AggressorGround, state: AggressorState, side: int, codes: Int) -> int:
    """Write every order the side may give now into `codes`, ascending; gives their number."""
    phase = state.game.phase
    if phase == Phase.OVER or not may_act(state, side):
        return 0
    if phase == Phase.SET_UP:
        return list_set_up(ground, state, side, codes)
    codes[0] = DONE
    if phase == Phase.PARTISANS:
        codes[1] = RISE
        return 2
    if phase == Phase.PRESS:
        codes[1] = PRESS_ON
        return 2
    count, army, hexes = 1, ground.rules.army, ground.rules.hexes
    for number in range(army):
        unit = side * army + number
        if state.units.place[unit] == hexes or state.units.frozen[unit] == 1:
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


@inline_kernel
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
    kind, first = state.units.kind[unit], first + FIRST_TARGET
    if kind == AIRBASE:
        for place in range(ground.rules.hexes):
            codes[count + place] = first + place
        count += ground.rules.hexes
        return list_seen(ground, state, unit, ground.rules.hexes, True, codes, count, first)
    if kind == MISSILE:
        return list_launches(ground, state, unit, first, codes, count)
    if kind == ARTILLERY:
        return list_seen(ground, state, unit, 0, False, codes, count, first)
    for place in range(ground.rules.hexes):
        if decon_refusal(ground, state, unit, place) == OK:
            codes[count] = first + place
            count += 1
    return count


@inline_kernel
def list_launches(
    ground: AggressorGround, state: AggressorState, unit: int, first: int, codes: Int, count: int
) -> int:
    """Append every hex that a launch can reach (AGR-33), column by column."""
    here, reach = state.units.place[unit], ground.rules.launch_reach
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
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


@inline_kernel
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
    army, off, here = ground.rules.army, ground.rules.hexes, state.units.place[unit]
    foes, start = (1 - side_of(ground, unit)) * army, count
    for enemy in range(foes, foes + army):
        place = state.units.place[enemy]
        if state.sightings.level[enemy] == UNSEEN or place == off:
            continue
        if not anywhere and distance(ground, here, place) > state.units.range[unit]:
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
        return int(set_up_refusal(ground, state, side, RECALL) == OK)
    count, hexes = 0, ground.rules.hexes
    if set_up_refusal(ground, state, side, DONE) == OK:
        codes[0] = DONE
        count = 1
    first = ground.rules.home_first[side]
    if count == 0:
        for kind in range(TYPES):
            for place in range(first, first + ground.rules.home_hexes):
                if state.hexes.holder[place] == NOBODY:
                    codes[count] = FIRST_DEPLOY + kind * hexes + place
                    count += 1
    for place in range(first, first + ground.rules.home_hexes):
        if state.hexes.holder[place] != NOBODY and changes_left(ground, state, side) > 0:
            codes[count] = first_removal(hexes) + place
            count += 1
    return count
