"""Observation and what follows from it, AGR-14 to AGR-19, and what a side knows of sectors."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import clause_code, event
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.planes import has, watch, watch_nothing
from hexfront.systems.aggressor.scenario.state import (
    CARRIED,
    IDENTIFIED,
    NO_TYPE,
    NOBODY,
    OBSERVED,
    SECTORS,
    UNSEEN,
    AggressorGround,
    AggressorState,
)

_FIRST_SEEN: Final = clause_code("AGR-14")
_SEEN_AGAIN: Final = clause_code("AGR-16")
_MET: Final = clause_code("AGR-19")
_FROM_THE_AIR: Final = clause_code("AGR-30")
_UNDER_MISSILES: Final = clause_code("AGR-33")


@event("", word="seen", places="place", subjects="contact")
class ContactMade(NamedTuple):
    """An enemy is seen, or seen better."""

    contact: int
    place: int
    level: int
    type: int
    reason: int
    clause: int


@event("AGR-16", word="lost")
class ContactsLost(NamedTuple):
    """Contacts that nobody observes any more."""

    contacts: int


@event("AGR-48", word="sector")
class SectorKnown(NamedTuple):
    """Who holds a sector, as far as a side knows."""

    sector: int
    side: int
    sure: int


@event("AGR-48", "{side} takes the sector {sector}.", word="sector")
class SectorTaken(NamedTuple):
    """Who holds a sector, as the umpire and studies count it."""

    sector: int
    side: int


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
    return 1 if unit >= ground.rules.army else 0


@small_kernel
def distance(ground: AggressorGround, a: int, b: int) -> int:
    """Steps between two hexes."""
    dq = ground.hexes.axial_q[b] - ground.hexes.axial_q[a]
    dr = ground.hexes.axial_r[b] - ground.hexes.axial_r[a]
    return int(max(abs(dq), abs(dr), abs(dq + dr)))


@kernel
def make_contact(
    ground: AggressorGround, state: AggressorState, enemy: int, level: int, why: int, out: Int
) -> None:
    """An enemy comes in sight as a new contact (AGR-14, AGR-19)."""
    side = 1 - side_of(ground, enemy)
    place = state.units.place[enemy]
    state.game.contacts[side] += 1
    state.sightings.level[enemy] = level
    state.sightings.place[enemy] = place
    state.sightings.hits[enemy] = 0
    state.contact_number[enemy] = state.game.contacts[side]
    shown = recognise(state, enemy)
    watch(state, place, side)
    clause = _FIRST_SEEN
    if why == BY_RECON:
        clause = _FROM_THE_AIR
    elif why == BY_LAUNCH:
        clause = _UNDER_MISSILES
    elif why != BY_OBSERVATION:
        clause = _MET
    note(out, 1 << side, ContactMade(state.contact_number[enemy], place, level, shown, why, clause))


@inline_kernel
def recognise(state: AggressorState, enemy: int) -> int:
    """The type as the other side sees it: none in a contaminated hex (AGR-18)."""
    shown = NO_TYPE
    hidden = has(state.contaminated, state.units.place[enemy])
    if state.sightings.level[enemy] >= IDENTIFIED and not hidden:
        shown = state.units.kind[enemy]
    state.sightings.kind[enemy] = shown
    return shown


@inline_kernel
def shows_at_once(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether the enemy sees what happens to a unit: where nothing is hidden, or in his own turn.

    In its own side's turn his picture stands still (AGR-39).
    """
    return ground.rules.observation == 0 or state.game.active != side_of(ground, unit)


@inline_kernel
def lose_contact(state: AggressorState, off: int, enemy: int) -> None:
    """The other side knows nothing of the unit any more."""
    state.sightings.level[enemy] = UNSEEN
    state.sightings.place[enemy] = off
    state.sightings.kind[enemy] = NO_TYPE
    state.contact_number[enemy] = 0
    state.sightings.hits[enemy] = 0


@inline_kernel
def identifies(
    ground: AggressorGround, state: AggressorState, unit: int, enemy: int, far: int
) -> bool:
    """Whether an observer in range recognises the enemy's type (AGR-15)."""
    if has(state.contaminated, state.units.place[unit]):
        return False
    if state.units.dug[unit] == 1:
        return True
    if state.units.dug[enemy] == 0 and ground.hexes.rough[state.units.place[enemy]] == 0:
        return True
    return bool(far <= (state.units.range[unit] + 1) // 2)


@inline_kernel
def look_around(ground: AggressorGround, state: AggressorState, side: int, unit: int) -> None:
    """Watch every hex in the range of a unit, and find the enemies there (AGR-14, AGR-15)."""
    here, reach = state.units.place[unit], state.units.range[unit]
    rows, columns = ground.rules.map_rows, ground.rules.map_columns
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        # Odd columns stand half a hex lower (AGR-1): from axial r back to rows.
        shift = row + (column + dq) // 2 - column // 2
        low = max(max(-reach, -reach - dq) + shift, 0)
        high = min(min(reach, reach - dq) + shift, rows - 1)
        first = (column + dq) * rows
        for there in range(first + low, first + high + 1):
            watch(state, there, side)
            holder = state.hexes.holder[there]
            if holder != NOBODY and side_of(ground, holder) != side:
                far = distance(ground, here, there)
                level = IDENTIFIED if identifies(ground, state, unit, holder, far) else OBSERVED
                state.sightings.found[holder] = max(state.sightings.found[holder], level)


@kernel
def observe(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """The observation phase of a side (AGR-14 to AGR-16)."""
    army, off = ground.rules.army, ground.rules.hexes
    if ground.rules.observation == 0:
        return
    watch_nothing(state, side)
    for unit in range(side * army, (side + 1) * army):
        if state.units.place[unit] != off:
            look_around(ground, state, side, unit)
    known, lost = 0, 0
    for enemy in range((1 - side) * army, (2 - side) * army):
        had = state.contact_number[enemy] != 0
        settle_contact(state, off, enemy)
        known += state.contact_number[enemy] != 0
        lost += had and state.contact_number[enemy] <= 0
    if lost > 0:
        note(out, 1 << side, ContactsLost(lost))
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
    was, found = state.sightings.level[enemy], state.sightings.found[enemy]
    state.sightings.found[enemy] = 0
    if was == IDENTIFIED and units.place[enemy] != off:
        state.sightings.level[enemy] = IDENTIFIED if found == IDENTIFIED else CARRIED
        return
    lose_contact(state, off, enemy)
    if found != UNSEEN:
        state.sightings.level[enemy] = found
        state.contact_number[enemy] = NOBODY


@kernel
def tell_contacts(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Number new contacts, and tell where the others are now, hex by hex."""
    for place in range(ground.rules.hexes):
        enemy = state.hexes.holder[place]
        if enemy == NOBODY or side_of(ground, enemy) == side or state.contact_number[enemy] == 0:
            continue
        level = state.sightings.level[enemy]
        if state.contact_number[enemy] == NOBODY:
            make_contact(ground, state, enemy, level, BY_OBSERVATION, out)
            continue
        state.sightings.place[enemy] = place
        shown = recognise(state, enemy)
        note(
            out,
            1 << side,
            ContactMade(state.contact_number[enemy], place, level, shown, KEPT, _SEEN_AGAIN),
        )


@kernel
def reveal_all(ground: AggressorGround, state: AggressorState) -> None:
    """Without observation every unit is known to both sides (AGR-14), numbered by place."""
    for place in range(ground.rules.hexes):
        watch(state, place, 0)
        watch(state, place, 1)
        unit = state.hexes.holder[place]
        if unit != NOBODY:
            watcher = 1 - side_of(ground, unit)
            state.game.contacts[watcher] += 1
            state.sightings.level[unit] = IDENTIFIED
            state.sightings.place[unit] = place
            state.sightings.hits[unit] = 0
            state.contact_number[unit] = state.game.contacts[watcher]
            recognise(state, unit)


@inline_kernel
def presence(ground: AggressorGround, state: AggressorState, side: int, seen: bool) -> int:
    """Bit k: the side has a unit in sector k; with `seen`, one that its enemy sees there."""
    bits, army, off = 0, ground.rules.army, ground.rules.hexes
    for unit in range(side * army, (side + 1) * army):
        if state.units.place[unit] != off and (not seen or state.sightings.level[unit] > UNSEEN):
            bits |= 1 << ground.hexes.sector[state.units.place[unit]]
    return bits


@kernel
def judge_sectors(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """At the end of a turn the side that is alone in a sector controls it (AGR-48)."""
    west, east = presence(ground, state, 0, False), presence(ground, state, 1, False)
    game = state.game
    for sector in range(SECTORS):
        here = (west >> sector & 1) + 2 * (east >> sector & 1)
        if here in (1, 2) and game.control[sector] != here - 1:
            game.control[sector] = here - 1
            note(out, 0, SectorTaken(sector, here - 1))


@kernel
def learn_sectors(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """What a side concludes at the end of a turn (AGR-48).

    The side that waits does so only when the turn has passed: a picture that
    moved before would tell it that partisans are being decided on (AGR-40).
    """
    if ground.rules.observation == 0:
        learn_all_sectors(state, side, out)
        return
    own = presence(ground, state, side, False)
    seen = presence(ground, state, 1 - side, True) if state.game.active == side else 0
    for sector in range(SECTORS):
        learn_sector(state, side, sector, own >> sector & 1, seen >> sector & 1, out)


@inline_kernel
def learn_all_sectors(state: AggressorState, side: int, out: Int) -> None:
    """Where nothing is hidden, every side knows who controls what."""
    for sector in range(SECTORS):
        tell_sector(state, side, sector, state.game.control[sector], 1, out)


@inline_kernel
def learn_sector(
    state: AggressorState, side: int, sector: int, own: int, seen: int, out: Int
) -> None:
    """What a side concludes from its own units there, and from enemies that it sees (AGR-48)."""
    known = state.known[side, sector]
    sure = state.game.sure[side] >> sector & 1
    acting = state.game.active == side
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
    bit = 1 << sector
    was_sure = state.game.sure[side] >> sector & 1
    if state.known[side, sector] == control and was_sure == sure:
        return
    if state.known[side, sector] != control:
        note(out, 1 << side, SectorKnown(sector, control, sure))
    state.known[side, sector] = control
    if sure == 1:
        state.game.sure[side] |= bit
    else:
        state.game.sure[side] &= ~bit
