"""What a side may order now, as bits: just what `choices.list_choices` lists (AGR-43).

An airbase or missiles can aim at hundreds of hexes, which are set by whole words.
"""

from __future__ import annotations

from hexfront.core.batch.masks import Bits, put, put_run, take
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.choices import directions_of, has_target
from hexfront.systems.aggressor.rules.legality import (
    OK,
    changes_left,
    is_fresh,
    is_ready,
    may_act,
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
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    MISSILE,
    NOBODY,
    TYPES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)


@kernel
def mark_choices(ground: AggressorGround, state: AggressorState, side: int, legal: Bits) -> int:
    """Set the bit of every order the side may give now, where none is set; gives their number."""
    phase = state.game.phase
    if phase == Phase.OVER or not may_act(state, side):
        return 0
    if phase == Phase.SET_UP:
        return mark_set_up(ground, state, side, legal)
    put(legal, DONE)
    if phase == Phase.PARTISANS:
        put(legal, RISE)
        return 2
    if phase == Phase.PRESS:
        put(legal, PRESS_ON)
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
                put(legal, first + direction)
                count += 1
        if is_fresh(state, unit):
            count += mark_functions(ground, state, unit, first, legal)
    return count


@inline_kernel
def mark_functions(
    ground: AggressorGround, state: AggressorState, unit: int, first: int, legal: Bits
) -> int:
    """The special functions of a fresh unit; gives their number."""
    count, hexes = 0, ground.rules.hexes
    if partisan_refusal(ground, state, unit) == OK:
        put(legal, first + SEEK_PARTISANS)
        count += 1
    if replacement_refusal(ground, state, unit) == OK:
        put(legal, first + REPLACE)
        count += 1
    if not has_target(ground, state, unit):
        return count
    kind, first = state.units.kind[unit], first + FIRST_TARGET
    if kind == AIRBASE:
        put_run(legal, first, hexes)
        return count + hexes + mark_seen(ground, state, unit, first + hexes, True, legal)
    if kind == MISSILE:
        return count + mark_launches(ground, state, unit, first, legal)
    if kind == ARTILLERY:
        return count + mark_seen(ground, state, unit, first, False, legal)
    return count + mark_cleanable(ground, state, unit, first, legal)


@inline_kernel
def mark_launches(
    ground: AggressorGround, state: AggressorState, unit: int, first: int, legal: Bits
) -> int:
    """Every hex that a launch can reach (AGR-33), a run a column."""
    here, reach = state.units.place[unit], ground.rules.launch_reach
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        shift = row + (column + dq) // 2 - column // 2
        low = max(max(-reach, -reach - dq) + shift, 0)
        high = min(min(reach, reach - dq) + shift, rows - 1)
        put_run(legal, first + (column + dq) * rows + low, high + 1 - low)
    take(legal, first + here)
    return int(ground.hexes.launches[here])


@inline_kernel
def mark_seen(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    first: int,
    anywhere: bool,
    legal: Bits,
) -> int:
    """The hexes of seen enemies, anywhere or in range (AGR-31, AGR-35)."""
    army, off, here = ground.rules.army, ground.rules.hexes, state.units.place[unit]
    foes, count = (1 - side_of(ground, unit)) * army, 0
    for enemy in range(foes, foes + army):
        place = state.units.place[enemy]
        if state.sightings.level[enemy] == UNSEEN or place == off:
            continue
        if anywhere or distance(ground, here, place) <= state.units.range[unit]:
            put(legal, first + place)
            count += 1
    return count


@inline_kernel
def mark_cleanable(
    ground: AggressorGround, state: AggressorState, unit: int, first: int, legal: Bits
) -> int:
    """Contaminated hexes in the reach of a Technical unit (AGR-37)."""
    here, count = state.units.place[unit], 0
    if state.hexes.contaminated[here] == 1:
        put(legal, first + here)
        count += 1
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        if state.hexes.contaminated[there] == 1:
            put(legal, first + there)
            count += 1
    return count


@inline_kernel
def mark_set_up(ground: AggressorGround, state: AggressorState, side: int, legal: Bits) -> int:
    """The orders of a side that sets up (AGR-6, AGR-52); gives their number."""
    if is_ready(state, side):
        if set_up_refusal(ground, state, side, RECALL) != OK:
            return 0
        put(legal, RECALL)
        return 1
    hexes, home, size = ground.rules.hexes, ground.rules.home_first[side], ground.rules.home_hexes
    complete = set_up_refusal(ground, state, side, DONE) == OK
    removes = changes_left(ground, state, side) > 0
    count = 1 if complete else TYPES * size
    if complete:
        put(legal, DONE)
    else:
        for kind in range(TYPES):
            put_run(legal, FIRST_DEPLOY + kind * hexes + home, size)
    for place in range(home, home + size):
        if state.hexes.holder[place] == NOBODY:
            continue
        if not complete:
            for kind in range(TYPES):
                take(legal, FIRST_DEPLOY + kind * hexes + place)
            count -= TYPES
        if removes:
            put(legal, first_removal(hexes) + place)
            count += 1
    return count
