"""Observation and what follows from it, AGR-14 to AGR-19, and what a side knows of sectors."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import note
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.scenario.state import (
    ACTIVE,
    ARMY,
    AXIAL_Q,
    AXIAL_R,
    CARRIED,
    COLUMNS,
    CONTACT,
    CONTACTS,
    CONTAMINATED,
    CONTROL,
    DUG,
    FOUND,
    HEXES,
    HOLDER,
    IDENTIFIED,
    KNOWN,
    NO_TYPE,
    NOBODY,
    OBSERVATION,
    OBSERVED,
    PLACE,
    RANGE,
    ROUGH,
    ROWS,
    SECTOR,
    SECTORS,
    SEEN,
    SEEN_HITS,
    SEEN_PLACE,
    SEEN_TYPE,
    SURE,
    TYPE,
    UNSEEN,
    WATCHED,
    AggressorGround,
    AggressorState,
    Int,
)

# Kinds of events
CONTACT_MADE: Final = 6
CONTACT_LOST: Final = 7
SECTOR_KNOWN: Final = 27
SECTOR_CONTROL: Final = 32

# How a contact was made
BY_OBSERVATION: Final = 0
BY_BUMP: Final = 1
BY_RECON: Final = 2
BY_ZONE: Final = 3
KEPT: Final = 4
"""Not made now, but followed up (AGR-16)."""
BY_LAUNCH: Final = 5


@inline_kernel
def side_of(ground: AggressorGround, unit: int) -> int:
    """The side of a row."""
    return 1 if unit >= ground.rules[ARMY] else 0


@kernel
def distance(ground: AggressorGround, a: int, b: int) -> int:
    """Steps between two hexes."""
    dq = ground.hexes[b, AXIAL_Q] - ground.hexes[a, AXIAL_Q]
    dr = ground.hexes[b, AXIAL_R] - ground.hexes[a, AXIAL_R]
    return int(max(abs(dq), abs(dr), abs(dq + dr)))


@inline_kernel
def watch(state: AggressorState, place: int, side: int) -> None:
    """The side now knows who stands in a hex."""
    state.hexes[place, WATCHED] |= 1 << side


@inline_kernel
def is_watched(state: AggressorState, place: int, side: int) -> bool:
    """Whether the side knows who stands in a hex."""
    return (state.hexes[place, WATCHED] >> side) & 1 == 1


@kernel
def make_contact(
    ground: AggressorGround, state: AggressorState, enemy: int, level: int, why: int, out: Int
) -> None:
    """An enemy comes in sight as a new contact (AGR-14, AGR-19)."""
    side = 1 - side_of(ground, enemy)
    place = state.units[enemy, PLACE]
    state.game[CONTACTS + side] += 1
    state.units[enemy, SEEN] = level
    state.units[enemy, SEEN_PLACE] = place
    state.units[enemy, SEEN_HITS] = 0
    state.units[enemy, CONTACT] = state.game[CONTACTS + side]
    shown = recognise(state, enemy)
    watch(state, place, side)
    clause = 14
    if why == BY_RECON:
        clause = 30
    elif why == BY_LAUNCH:
        clause = 33
    elif why != BY_OBSERVATION:
        clause = 19
    note(
        out, CONTACT_MADE, clause, 1 << side, state.units[enemy, CONTACT], place, level, shown, why
    )


@inline_kernel
def recognise(state: AggressorState, enemy: int) -> int:
    """The type as the other side sees it: none in a contaminated hex (AGR-18)."""
    shown = NO_TYPE
    hidden = state.hexes[state.units[enemy, PLACE], CONTAMINATED] == 1
    if state.units[enemy, SEEN] >= IDENTIFIED and not hidden:
        shown = state.units[enemy, TYPE]
    state.units[enemy, SEEN_TYPE] = shown
    return shown


@inline_kernel
def shows_at_once(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether the enemy sees what happens to a unit: where nothing is hidden, or in his own turn.

    In its own side's turn his picture stands still (AGR-39).
    """
    return ground.rules[OBSERVATION] == 0 or state.game[ACTIVE] != side_of(ground, unit)


@inline_kernel
def lose_contact(state: AggressorState, off: int, enemy: int) -> None:
    """The other side knows nothing of the unit any more."""
    state.units[enemy, SEEN] = UNSEEN
    state.units[enemy, SEEN_PLACE] = off
    state.units[enemy, SEEN_TYPE] = NO_TYPE
    state.units[enemy, CONTACT] = 0
    state.units[enemy, SEEN_HITS] = 0


@inline_kernel
def identifies(
    ground: AggressorGround, state: AggressorState, unit: int, enemy: int, far: int
) -> bool:
    """Whether an observer in range recognises the enemy's type (AGR-15)."""
    if state.hexes[state.units[unit, PLACE], CONTAMINATED] == 1:
        return False
    if state.units[unit, DUG] == 1:
        return True
    if state.units[enemy, DUG] == 0 and ground.hexes[state.units[enemy, PLACE], ROUGH] == 0:
        return True
    return bool(far <= (state.units[unit, RANGE] + 1) // 2)


@inline_kernel
def look_around(ground: AggressorGround, state: AggressorState, side: int, unit: int) -> None:
    """Watch every hex in the range of a unit, and find the enemies there (AGR-14, AGR-15)."""
    here, reach = state.units[unit, PLACE], state.units[unit, RANGE]
    rows, columns = ground.rules[ROWS], ground.rules[COLUMNS]
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        # Odd columns stand half a hex lower (AGR-1): from axial r back to rows.
        shift = row + (column + dq) // 2 - column // 2
        low = max(max(-reach, -reach - dq) + shift, 0)
        high = min(min(reach, reach - dq) + shift, rows - 1)
        first = (column + dq) * rows
        for there in range(first + low, first + high + 1):
            state.hexes[there, WATCHED] |= 1 << side
            holder = state.hexes[there, HOLDER]
            if holder != NOBODY and side_of(ground, holder) != side:
                far = distance(ground, here, there)
                level = IDENTIFIED if identifies(ground, state, unit, holder, far) else OBSERVED
                state.units[holder, FOUND] = max(state.units[holder, FOUND], level)


@kernel
def observe(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """The observation phase of a side (AGR-14 to AGR-16)."""
    army, off = ground.rules[ARMY], ground.rules[HEXES]
    if ground.rules[OBSERVATION] == 0:
        return
    for place in range(off):
        state.hexes[place, WATCHED] &= ~(1 << side)
    for unit in range(side * army, (side + 1) * army):
        if state.units[unit, PLACE] != off:
            look_around(ground, state, side, unit)
    known, lost = 0, 0
    for enemy in range((1 - side) * army, (2 - side) * army):
        had = state.units[enemy, CONTACT] != 0
        settle_contact(state, off, enemy)
        known += state.units[enemy, CONTACT] != 0
        lost += had and state.units[enemy, CONTACT] <= 0
    if lost > 0:
        note(out, CONTACT_LOST, 16, 1 << side, lost, 0, 0, 0, 0)
    if known > 0:
        tell_contacts(ground, state, side, out)


@inline_kernel
def settle_contact(state: AggressorState, off: int, enemy: int) -> None:
    """What an observation means for one enemy (AGR-16).

    A contact keeps its number only where an identification by observation was
    followed up.  A new one has the number NOBODY for now: numbers go by place,
    since rows stand in the order of the enemy's choice.
    """
    units = state.units
    was, found = units[enemy, SEEN], units[enemy, FOUND]
    units[enemy, FOUND] = 0
    if was == IDENTIFIED and units[enemy, PLACE] != off:
        units[enemy, SEEN] = IDENTIFIED if found == IDENTIFIED else CARRIED
        return
    lose_contact(state, off, enemy)
    if found != UNSEEN:
        units[enemy, SEEN] = found
        units[enemy, CONTACT] = NOBODY


@kernel
def tell_contacts(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Number new contacts, and tell where the others are now, hex by hex."""
    units = state.units
    for place in range(ground.rules[HEXES]):
        enemy = state.hexes[place, HOLDER]
        if enemy == NOBODY or side_of(ground, enemy) == side or units[enemy, CONTACT] == 0:
            continue
        level = units[enemy, SEEN]
        if units[enemy, CONTACT] == NOBODY:
            make_contact(ground, state, enemy, level, BY_OBSERVATION, out)
            continue
        units[enemy, SEEN_PLACE] = place
        shown = recognise(state, enemy)
        note(out, CONTACT_MADE, 16, 1 << side, units[enemy, CONTACT], place, level, shown, KEPT)


@kernel
def reveal_all(ground: AggressorGround, state: AggressorState) -> None:
    """Without observation every unit is known to both sides (AGR-14), numbered by place."""
    units = state.units
    for place in range(ground.rules[HEXES]):
        state.hexes[place, WATCHED] = 3
        unit = state.hexes[place, HOLDER]
        if unit != NOBODY:
            watcher = 1 - side_of(ground, unit)
            state.game[CONTACTS + watcher] += 1
            units[unit, SEEN] = IDENTIFIED
            units[unit, SEEN_PLACE] = place
            units[unit, SEEN_HITS] = 0
            units[unit, CONTACT] = state.game[CONTACTS + watcher]
            recognise(state, unit)


@inline_kernel
def presence(ground: AggressorGround, state: AggressorState, side: int, seen: bool) -> int:
    """Bit k: the side has a unit in sector k; with `seen`, one that its enemy sees there."""
    bits, army, off = 0, ground.rules[ARMY], ground.rules[HEXES]
    for unit in range(side * army, (side + 1) * army):
        if state.units[unit, PLACE] != off and (not seen or state.units[unit, SEEN] > UNSEEN):
            bits |= 1 << ground.hexes[state.units[unit, PLACE], SECTOR]
    return bits


@kernel
def judge_sectors(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """At the end of a turn the side that is alone in a sector controls it (AGR-48)."""
    west, east = presence(ground, state, 0, False), presence(ground, state, 1, False)
    game = state.game
    for sector in range(SECTORS):
        here = (west >> sector & 1) + 2 * (east >> sector & 1)
        if here in (1, 2) and game[CONTROL + sector] != here - 1:
            game[CONTROL + sector] = here - 1
            note(out, SECTOR_CONTROL, 48, 0, sector, here - 1, 0, 0, 0)


@kernel
def learn_sectors(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """What a side concludes at the end of a turn (AGR-48).

    The side that waits does so only when the turn has passed: a picture that
    moved before would tell it that partisans are being decided on (AGR-40).
    """
    if ground.rules[OBSERVATION] == 0:
        learn_all_sectors(state, side, out)
        return
    own = presence(ground, state, side, False)
    seen = presence(ground, state, 1 - side, True) if state.game[ACTIVE] == side else 0
    for sector in range(SECTORS):
        learn_sector(state, side, sector, own >> sector & 1, seen >> sector & 1, out)


@inline_kernel
def learn_all_sectors(state: AggressorState, side: int, out: Int) -> None:
    """Where nothing is hidden, every side knows who controls what."""
    for sector in range(SECTORS):
        tell_sector(state, side, sector, state.game[CONTROL + sector], 1, out)


@inline_kernel
def learn_sector(
    state: AggressorState, side: int, sector: int, own: int, seen: int, out: Int
) -> None:
    """What a side concludes from its own units there, and from enemies that it sees (AGR-48)."""
    known = state.game[KNOWN + SECTORS * side + sector]
    sure = state.game[SURE + side] >> sector & 1
    acting = state.game[ACTIVE] == side
    if own == 1 and seen == 1:
        return
    if own == 1:
        if known != side or sure == 0:
            # Alone there, unless an unseen enemy is there too; or, in the enemy's turn, as before.
            tell_sector(state, side, sector, side if acting else known, 0, out)
    elif seen == 1:
        tell_sector(state, side, sector, 1 - side, 1, out)
    elif known != 1 - side:
        tell_sector(state, side, sector, known, 0, out)


@inline_kernel
def tell_sector(
    state: AggressorState, side: int, sector: int, control: int, sure: int, out: Int
) -> None:
    """Write down what a side knows of a sector, and tell it where that is new."""
    place, bit = KNOWN + SECTORS * side + sector, 1 << sector
    was_sure = state.game[SURE + side] >> sector & 1
    if state.game[place] == control and was_sure == sure:
        return
    if state.game[place] != control:
        note(out, SECTOR_KNOWN, 48, 1 << side, sector, control, sure, 0, 0)
    state.game[place] = control
    if sure == 1:
        state.game[SURE + side] |= bit
    else:
        state.game[SURE + side] &= ~bit
