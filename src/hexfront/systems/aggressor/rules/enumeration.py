"""Every order that a side may give now, by what it knows itself (AGR-43): templates.

Orders are found one after another, with ascending codes, and told to whoever collects them:
`choices` as a list of codes, `marks` as bits. Both put a `Collector` of their own in the place of
the first names below (`hexfront.jit.bind`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexfront.jit import bind, inline_kernel, kernel
from hexfront.systems.aggressor.rules.abilities import has_target, short_orders
from hexfront.systems.aggressor.rules.legality import (
    OK,
    changes_left,
    is_fresh,
    is_ready,
    may_act,
    set_up_refusal,
)
from hexfront.systems.aggressor.rules.observation import distance, side_of
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    PRESS_ON,
    RECALL,
    RISE,
    first_removal,
    first_unit_code,
    unit_codes,
)
from hexfront.systems.aggressor.rules.planes import has
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


class Collector(NamedTuple):
    """What takes orders down. Each of these gives how many have been found then."""

    add: Callable[..., Any]
    add_short: Callable[..., Any]
    add_run: Callable[..., Any]
    add_among: Callable[..., Any]


# --- What collects orders ---


def add(found: Any, count: int, code: int) -> int:
    """An order."""
    raise NotImplementedError


def add_short(found: Any, count: int, first: int, bits: int) -> int:
    """Of the first eight orders of a unit those whose bits are set."""
    raise NotImplementedError


def add_run(found: Any, count: int, first: int, size: int) -> int:
    """So many orders, one code after the other."""
    raise NotImplementedError


def add_among(found: Any, start: int, count: int, code: int) -> int:
    """An order that belongs somewhere among those found since there were `start`."""
    raise NotImplementedError


# --- How they are found ---


def find_orders(ground: AggressorGround, state: AggressorState, side: int, found: Any) -> int:
    """All orders of a side; gives their number."""
    phase = state.game.phase
    if phase == Phase.OVER or not may_act(state, side):
        return 0
    if phase == Phase.SET_UP:
        return find_set_up(ground, state, side, found)
    count = add(found, 0, DONE)
    if phase == Phase.PARTISANS:
        return add(found, count, RISE)
    if phase == Phase.PRESS:
        return add(found, count, PRESS_ON)
    army, hexes = ground.rules.army, ground.rules.hexes
    first, size = first_unit_code(hexes), unit_codes(hexes)
    for number in range(army):
        unit = side * army + number
        if state.units.place[unit] == hexes or state.units.frozen[unit] == 1:
            continue
        code = first + number * size
        bits = short_orders(ground, state, unit)
        if bits != 0:
            count = add_short(found, count, code, bits)
        if is_fresh(state, unit) and has_target(ground, state, unit):
            count = find_targets(ground, state, unit, found, count, code + FIRST_TARGET)
    return count


def find_targets(
    ground: AggressorGround, state: AggressorState, unit: int, found: Any, count: int, first: int
) -> int:
    """The hexes at which a unit can aim its special function; `first` is the code of the first."""
    kind, hexes = state.units.kind[unit], ground.rules.hexes
    if kind == AIRBASE:
        count = add_run(found, count, first, hexes)
        return find_seen(ground, state, unit, True, found, count, first + hexes)
    if kind == MISSILE:
        return find_launches(ground, state, unit, found, count, first)
    if kind == ARTILLERY:
        return find_seen(ground, state, unit, False, found, count, first)
    return find_cleanable(ground, state, unit, found, count, first)


def find_launches(
    ground: AggressorGround, state: AggressorState, unit: int, found: Any, count: int, first: int
) -> int:
    """Every hex that a launch can reach (AGR-33), column by column; not its own."""
    here, reach = state.units.place[unit], ground.rules.launch_reach
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        shift = row + (column + dq) // 2 - column // 2
        start = (column + dq) * rows
        begin = start + max(max(-reach, -reach - dq) + shift, 0)
        end = start + min(min(reach, reach - dq) + shift, rows - 1) + 1
        if dq == 0:
            count = add_run(found, count, first + begin, here - begin)
            begin = here + 1
        count = add_run(found, count, first + begin, end - begin)
    return count


def find_seen(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    anywhere: bool,
    found: Any,
    count: int,
    first: int,
) -> int:
    """The hexes of seen enemies, anywhere or in range (AGR-31, AGR-35)."""
    army, off, here = ground.rules.army, ground.rules.hexes, state.units.place[unit]
    foes, start = (1 - side_of(ground, unit)) * army, count
    for enemy in range(foes, foes + army):
        place = state.units.place[enemy]
        if state.sightings.level[enemy] == UNSEEN or place == off:
            continue
        if anywhere or distance(ground, here, place) <= state.units.range[unit]:
            count = add_among(found, start, count, first + place)
    return count


def find_cleanable(
    ground: AggressorGround, state: AggressorState, unit: int, found: Any, count: int, first: int
) -> int:
    """Contaminated hexes in the reach of a Technical unit (AGR-37)."""
    here, start = state.units.place[unit], count
    if has(state.contaminated, here):
        count = add(found, count, first + here)
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        if has(state.contaminated, there):
            count = add_among(found, start, count, first + there)
    return count


def find_set_up(ground: AggressorGround, state: AggressorState, side: int, found: Any) -> int:
    """The orders of a side that sets up (AGR-6, AGR-52)."""
    if is_ready(state, side):
        recalls = set_up_refusal(ground, state, side, RECALL) == OK
        return add(found, 0, RECALL) if recalls else 0
    hexes, home = ground.rules.hexes, ground.rules.home_first[side]
    beyond, count = home + ground.rules.home_hexes, 0
    if set_up_refusal(ground, state, side, DONE) == OK:
        count = add(found, 0, DONE)
    else:
        # Of each run of free hexes the orders of all types, which are so far apart in the list.
        free = ground.rules.home_hexes - state.game.alive[side]
        begin = home
        for place in range(home, beyond + 1):
            if place == beyond or state.hexes.holder[place] != NOBODY:
                for kind in range(TYPES):
                    first = FIRST_DEPLOY + kind * hexes + begin
                    add_run(found, count + kind * free, first, place - begin)
                count += place - begin
                begin = place + 1
        count += (TYPES - 1) * free
    if changes_left(ground, state, side) > 0:
        for place in range(home, beyond):
            if state.hexes.holder[place] != NOBODY:
                count = add(found, count, first_removal(hexes) + place)
    return count


Finder = Callable[[AggressorGround, AggressorState, int, Any], int]


def bind_finders(module: str, collector: Collector) -> tuple[Finder, Finder]:
    """`find_orders` and `find_set_up` for a collector, as kernels of its module."""
    names: dict[str, Any] = collector._asdict()
    for piece in (find_seen, find_launches, find_cleanable, find_targets):
        names[piece.__name__] = bind(piece, module, names, inline_kernel)
    set_up = names["find_set_up"] = bind(find_set_up, module, names, kernel)
    return bind(find_orders, module, names, kernel), set_up
