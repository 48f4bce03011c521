"""What a commander believes of enemies that are not seen, from views alone.

How many there are follows from the size of armies and the enemies known to be
dead.  Where they are is a density over the hexes: it starts where armies are
set up, spreads as units may march, is nought where the side looks, and gathers
where a contact was lost.  What was learned of a contact is kept, and passed on
to the contact under which the same unit most likely comes back.
"""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.opponents.gunnery import is_covered
from hexfront.systems.aggressor.opponents.scene import (
    KEPT_TURNS,
    Files,
    Scene,
    first_foe,
    turn_time,
)
from hexfront.systems.aggressor.opponents.sums import sum_members, sum_places
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.planes import is_watched
from hexfront.systems.aggressor.scenario.state import AIRBASE, ARMOR, NO_TYPE, NOBODY, SECTORS

MARCHING: Final = 0.4
"""The share of unseen enemies that leave their hex in a pass of the spreading."""
STAYING: Final = 1 - MARCHING
TO_EACH: Final = MARCHING / 6
"""The share that goes to each of the hexes around."""
PASSES: Final = 2
"""Hexes that the density spreads in a turn of the enemy."""
MOST_TURNS: Final = 12
"""Turns of spreading after which a belief that starts late knows nothing any more."""
FIRST_TURN: Final = 2
"""The time of the first turn of a game."""
DOUBT: Final = 4.0
"""How much likelier an enemy hides in a sector that should be won and is not."""
REACH_A_TURN: Final = 3
"""Hexes that a lost unit may have gone in each turn since."""
SETTLED: Final = 0.6
FRESHLY_COME: Final = 0.15
"""The chance that a contact is dug in: one that stood there a turn ago, and another."""


@outlined_kernel
def update_belief(s: Scene) -> None:
    """Take a view in."""
    mind, time = s.memory.mind, turn_time(s)
    if time != mind.believed:
        pass_turns(s, time)
    follow(s, time)
    mind.unseen = max(s.ground.rules.army - s.packed.game.kills[s.side] - s.desk.pad.contacts, 0)
    density, hexes = s.memory.density, s.ground.rules.hexes
    for place in range(hexes):
        if is_watched(s.packed, place, s.side) or s.packed.hexes.holder[place] != NOBODY:
            density[place] = 0.0
    total = sum_places(s, density, hexes)
    if total > 0:
        share = mind.unseen / total
        for place in range(hexes):
            density[place] *= share
    mind.believed = time


# Where they are


@inline_kernel
def pass_turns(s: Scene, time: int) -> None:
    """The enemy has moved since."""
    mind, files, lost = s.memory.mind, s.memory.files, s.memory.lost
    kept = 0
    for row in range(mind.lost):
        if time - lost.time[row] <= 2 * KEPT_TURNS:
            copy_file(lost, kept, lost, row)
            kept += 1
    for row in range(mind.files):
        if contact_of(s, files.number[row]) == NOBODY:
            s.memory.density[files.place[row]] += 1.0
            if time - files.time[row] <= 2 * KEPT_TURNS:
                copy_file(lost, kept, files, row)
                kept += 1
    mind.lost = kept
    drop_files(s)
    missed = (time - max(mind.believed, FIRST_TURN)) // 2
    for _ in range(min(max(missed, 0), MOST_TURNS) * PASSES):
        spread(s)
    doubt(s)


@outlined_kernel
def spread(s: Scene) -> None:
    """Some go to the hexes around theirs."""
    density, before, hexes = s.memory.density, s.desk.around, s.ground.rules.hexes
    for place in range(hexes):
        before[place] = density[place]
    before[hexes] = 0.0
    for place in range(hexes):
        around = 0.0
        for direction in range(6):
            around += before[s.ground.hexes.neighbour[place, direction]]
        density[place] = STAYING * before[place] + TO_EACH * around


@inline_kernel
def doubt(s: Scene) -> None:
    """The game goes on although enough sectors seem won: somebody hides in one (AGR-50)."""
    game, held, columns = s.packed.game, 0, 0
    for sector in range(SECTORS):
        if game.control[sector] == s.side:
            held += 1
            columns |= 1 << (sector % 3)
    if held < s.ground.rules.sectors_to_win or (game.aggressor == s.side and columns != 7):
        return
    for sector in range(SECTORS):
        if game.control[sector] == s.side and (game.sure[s.side] >> sector) & 1 == 0:
            for member in range(s.lore.sizes[sector]):
                place = s.lore.members[sector, member]
                s.memory.density[place] = s.memory.density[place] * DOUBT + 0.01


@inline_kernel
def believed_in(s: Scene, sector: int) -> float:
    """How many unseen enemies to expect in a sector."""
    return sum_members(s, s.memory.density, sector)


# What they are


@inline_kernel
def contact_of(s: Scene, number: int) -> int:
    """Where a contact with a number stands among the contacts of now, or NOBODY."""
    first = first_foe(s)
    for contact in range(s.desk.pad.contacts):
        if s.packed.contact_number[first + contact] == number:
            return contact
    return NOBODY


@inline_kernel
def file_of(s: Scene, number: int) -> int:
    """The file of a contact, or NOBODY."""
    for row in range(s.memory.mind.files):
        if s.memory.files.number[row] == number:
            return row
    return NOBODY


@inline_kernel
def copy_file(target: Files, to: int, source: Files, row: int) -> None:
    """Write what a row has into another."""
    target.number[to], target.place[to] = source.number[row], source.place[row]
    target.kind[to], target.hits[to] = source.kind[row], source.hits[row]
    target.time[to], target.since[to] = source.time[row], source.since[row]
    target.earlier[to] = source.earlier[row]


@inline_kernel
def drop_files(s: Scene) -> None:
    """Away with the files of contacts that are not there any more."""
    kept = 0
    for row in range(s.memory.mind.files):
        if contact_of(s, s.memory.files.number[row]) != NOBODY:
            copy_file(s.memory.files, kept, s.memory.files, row)
            kept += 1
    s.memory.mind.files = kept


@inline_kernel
def follow(s: Scene, time: int) -> None:
    """Keep the files of contacts; a new one may be an old acquaintance.

    A contact that vanishes within a turn is dead.
    """
    drop_files(s)
    files, first = s.memory.files, first_foe(s)
    for contact in range(s.desk.pad.contacts):
        seen = first + contact
        row = file_of(s, s.packed.contact_number[seen])
        if row == NOBODY:
            row = open_file(s, seen, time)
        place, kind = s.packed.units.place[seen], s.packed.units.kind[seen]
        if files.place[row] != place:
            files.place[row], files.since[row] = place, time
        if kind != NO_TYPE:
            files.kind[row] = kind
        files.hits[row] = files.earlier[row] + s.packed.sightings.hits[seen]
        files.time[row] = time


@inline_kernel
def open_file(s: Scene, seen: int, time: int) -> int:
    """A new file, with what is known of the lost unit that it most likely is."""
    files, lost, mind = s.memory.files, s.memory.lost, s.memory.mind
    place, kind = s.packed.units.place[seen], s.packed.units.kind[seen]
    best, nearest = NOBODY, 0
    for old in range(mind.lost):
        far = distance(s.ground, lost.place[old], place)
        speed = 0 if lost.kind[old] == AIRBASE else REACH_A_TURN
        if far > speed * max((time - lost.time[old]) // 2, 1):
            continue
        if kind != NO_TYPE and lost.kind[old] != NO_TYPE and kind != lost.kind[old]:
            continue
        if best == NOBODY or far < nearest:
            best, nearest = old, far
    row = mind.files
    mind.files = row + 1
    files.number[row], files.place[row] = s.packed.contact_number[seen], place
    files.kind[row], files.since[row], files.earlier[row] = kind, time, 0
    if best == NOBODY:
        return row
    # Only from the same hex, or for a type told again, is it likely enough the same unit.
    if nearest == 0 or kind != NO_TYPE:
        files.kind[row], files.earlier[row] = lost.kind[best], lost.hits[best]
    if nearest == 0:
        files.since[row] = lost.since[best]
    for after in range(best + 1, mind.lost):
        copy_file(lost, after - 1, lost, after)
    mind.lost -= 1
    return row


@outlined_kernel
def judge_contacts(s: Scene) -> None:
    """What each contact may be, what it has left and how far it may go."""
    files, foes, first = s.memory.files, s.desk.foes, first_foe(s)
    for contact in range(s.desk.pad.contacts):
        seen = first + contact
        row, kind = file_of(s, s.packed.contact_number[seen]), s.packed.units.kind[seen]
        if kind == NO_TYPE:
            kind = files.kind[row]
        full = s.ground.types.full_range[ARMOR if kind == NO_TYPE else kind]
        foes.kind[contact], foes.hits[contact] = kind, files.hits[row]
        foes.speed[contact] = max(full - files.hits[row], 0)
        foes.covered[contact] = int(is_covered(s, s.packed.units.place[seen]))
        foes.dug[contact] = SETTLED if files.since[row] < files.time[row] else FRESHLY_COME
