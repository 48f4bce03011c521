"""Special functions, AGR-28 to AGR-37. The attacks among them are in `combat`."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.combat import fly_home
from hexfront.systems.aggressor.rules.movement import enemy_in, lose_step
from hexfront.systems.aggressor.rules.observation import (
    BY_RECON,
    is_watched,
    make_contact,
    recognise,
    side_of,
    watch,
)
from hexfront.systems.aggressor.scenario.state import (
    ACTED,
    ACTION,
    ACTOR,
    AXIAL_Q,
    AXIAL_R,
    CONTACT_BASE,
    CONTACT_STEP,
    CONTACTING,
    CONTAMINATED,
    DUG,
    FORM,
    FULL_RANGE,
    FULL_STRENGTH,
    GROUPS,
    HEXES,
    HOLDER,
    HOME,
    NEIGHBOUR,
    NOBODY,
    OBSERVATION,
    OBSERVED,
    PHASE,
    PLACE,
    RANGE,
    RATED,
    REPLACED_AWAY,
    REPLACED_HOME,
    REPLACING,
    ROWS,
    SEEN,
    SPECIAL,
    STRENGTH,
    SUPPLYING,
    TARGET_HEX,
    TYPE,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Int,
)

# Kinds of events
PARTISANS_MET: Final = 17
SUPPLIED: Final = 18
RECONNOITRED: Final = 19
REPLACED: Final = 22
CLEANED: Final = 23

# Attributes restored, in events
NOTHING: Final = -1


@inline_kernel
def spend(state: AggressorState, unit: int) -> None:
    """The unit does nothing else this turn (AGR-28 to AGR-37)."""
    state.units[unit, SPECIAL] = 1
    state.units[unit, ACTED] = 1
    state.units[unit, DUG] = 0


@inline_kernel
def is_depleted(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether strength or range is below that of a fresh unit (AGR-29, AGR-36)."""
    units, kind = state.units, state.units[unit, TYPE]
    return bool(
        units[unit, STRENGTH] < ground.types[kind, FULL_STRENGTH]
        or units[unit, RANGE] < ground.types[kind, FULL_RANGE]
    )


@inline_kernel
def restore_step(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Strength +1 if it is below its maximum, else range; gives which (AGR-29, AGR-36)."""
    units, kind = state.units, state.units[unit, TYPE]
    if units[unit, STRENGTH] < ground.types[kind, FULL_STRENGTH]:
        units[unit, STRENGTH] += 1
        return 1
    units[unit, RANGE] += 1
    return 0


@kernel
def contact_chance(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Percent for a unit to contact partisans (AGR-28)."""
    rated = ground.types[state.units[unit, TYPE], RATED]
    return int(max(ground.rules[CONTACT_BASE] - ground.rules[CONTACT_STEP] * rated, 0))


@kernel
def replacement_chance(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Percent for a replacement to come (AGR-36)."""
    at_home = ground.hexes[state.units[unit, PLACE], HOME] == side_of(ground, unit)
    return int(ground.rules[REPLACED_HOME] if at_home else ground.rules[REPLACED_AWAY])


@kernel
def seek_partisans(ground: AggressorGround, state: AggressorState, unit: int, out: Int) -> None:
    """Partisan contact: chance answers where it can (AGR-28)."""
    spend(state, unit)
    state.game[ACTOR] = unit
    state.game[PHASE] = CONTACTING
    chance = contact_chance(ground, state, unit)
    if chance in (0, 100):
        meet_partisans(ground, state, chance == 100, out)


@kernel
def meet_partisans(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The outcome of a partisan contact (AGR-28)."""
    unit = state.game[ACTOR]
    side = side_of(ground, unit)
    state.game[GROUPS + side] += int(success)
    groups = state.game[GROUPS + side]
    note(out, PARTISANS_MET, 28, 1 << side, unit, int(success), groups, 0, 0)
    state.game[ACTOR] = NOBODY
    state.game[PHASE] = ACTION


@kernel
def seek_replacement(ground: AggressorGround, state: AggressorState, unit: int, out: Int) -> None:
    """Replacement: chance answers where it can (AGR-36)."""
    spend(state, unit)
    state.game[ACTOR] = unit
    state.game[PHASE] = REPLACING
    chance = replacement_chance(ground, state, unit)
    if chance in (0, 100):
        replace(ground, state, chance == 100, out)


@kernel
def replace(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The outcome of a replacement (AGR-36)."""
    unit = state.game[ACTOR]
    restored = restore_step(ground, state, unit) if success else NOTHING
    side = side_of(ground, unit)
    note(out, REPLACED, 36, 1 << side, unit, int(success), restored, 0, 0)
    state.game[ACTOR] = NOBODY
    state.game[PHASE] = ACTION


@kernel
def request_supply(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """The Support unit loses a step, the asker gains one (AGR-29)."""
    place = ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction]
    support = state.hexes[place, HOLDER]
    spend(state, unit)
    restored = restore_step(ground, state, unit)
    note(out, SUPPLIED, 29, 1 << side_of(ground, unit), unit, support, restored, 0, 0)
    lose_step(ground, state, support, SUPPLYING, False, out)


@kernel
def reconnoitre(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int
) -> None:
    """Every unseen enemy on the straight line to the target becomes a contact (AGR-30)."""
    spend(state, unit)
    state.game[ACTOR] = unit
    state.game[TARGET_HEX] = place
    state.game[FORM] = NOBODY
    here = state.units[unit, PLACE]
    dq = ground.hexes[place, AXIAL_Q] - ground.hexes[here, AXIAL_Q]
    dr = ground.hexes[place, AXIAL_R] - ground.hexes[here, AXIAL_R]
    length = max(abs(dq), abs(dr), abs(dq + dr))
    found = 0
    for i in range(length + 1):
        found += look_at_sample(ground, state, unit, dq, dr, length, i, out)
    note(out, RECONNOITRED, 30, 1 << side_of(ground, unit), unit, place, found, 0, 0)
    fly_home(ground, state, out)


@inline_kernel
def look_at_sample(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    dq: int,
    dr: int,
    length: int,
    i: int,
    out: Int,
) -> int:
    """Look at the hex under sample i of a line, or at both where it falls on a side.

    As in `hexfront.hex.coordinates`: one cube coordinate is exact, another is
    rounded, and a fraction of one half is the middle of a side.
    """
    here, found = state.units[unit, PLACE], 0
    span = max(length, 1)
    along = dr if abs(dq) == length else dq
    low = (2 * along * i + span - 1) // (2 * span)
    high = (2 * along * i + span) // (2 * span)
    for k in range(low, high + 1):
        if abs(dq) == length:
            q, r = dq * i // span, k
        elif abs(dr) == length:
            q, r = k, dr * i // span
        else:
            q, r = k, (dq + dr) * i // span - k
        column = ground.hexes[here, AXIAL_Q] + q
        row = ground.hexes[here, AXIAL_R] + r + column // 2
        found += look_at(ground, state, side_of(ground, unit), column, row, out)
    return found


@inline_kernel
def look_at(
    ground: AggressorGround, state: AggressorState, side: int, column: int, row: int, out: Int
) -> int:
    """See who stands in a hex, if it is on the map; gives 1 for a new contact."""
    rows = ground.rules[ROWS]
    place = column * rows + row
    if row < 0 or row >= rows or place < 0 or place >= ground.rules[HEXES]:
        return 0
    if not is_watched(state, place, side):
        watch(state, place, side)
        enemy = enemy_in(ground, state, place, side)
        if enemy != NOBODY and state.units[enemy, SEEN] == UNSEEN:
            make_contact(ground, state, enemy, OBSERVED, BY_RECON, out)
            return 1
    return 0


@kernel
def clean(ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int) -> None:
    """A Technical unit removes contamination (AGR-37)."""
    spend(state, unit)
    state.hexes[place, CONTAMINATED] = 0
    holder = state.hexes[place, HOLDER]
    if holder != NOBODY and ground.rules[OBSERVATION] == 0:
        recognise(state, holder)
    note(out, CLEANED, 37, PUBLIC, place, 0, 0, 0, 0)
