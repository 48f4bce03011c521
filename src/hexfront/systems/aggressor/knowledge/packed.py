"""The packed view: what a side may know (AGR-17), as a state in which all else is blotted out.

An allow-list, as `view` has it.  Contacts stand in the enemy's rows in the order of their
numbers, since his own order is his secret; of an enemy there is no more than a contact tells.
"""

from __future__ import annotations

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.planes import put
from hexfront.systems.aggressor.scenario.state import (
    NO_TYPE,
    NOBODY,
    SECTORS,
    SIDES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
    Setting,
    write_flags,
)


@inline_kernel
def is_open(phase: int) -> bool:
    """Whether everybody knows of a phase; all others look like the acting side's turn."""
    return phase in (Phase.SET_UP, Phase.BEGINNER, Phase.OVER)


@kernel
def pack_view(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> None:
    """Write what a side may know into a state of the same form, of which nothing is kept."""
    pack_game(state, side, packed)
    pack_hexes(ground, state, side, packed)
    pack_enemies(ground, state, side, packed)
    pack_own_units(ground, state, side, packed)
    pack_pending(ground, state, side, packed)


@inline_kernel
def pack_game(state: AggressorState, side: int, packed: AggressorState) -> None:
    """The course of the game, and what the side knows of sectors."""
    game, shown, other = state.game, packed.game, 1 - side
    shown.round, shown.active, shown.first = game.round, game.active, game.first
    shown.aggressor = game.aggressor
    shown.phase = game.phase
    if not is_open(game.phase) and game.active != side:
        shown.phase = Phase.ACTION
    shown.winner = game.winner if game.phase == Phase.OVER else NOBODY
    shown.reason = game.reason if game.phase == Phase.OVER else 0
    shown.ready = game.ready & (1 << side)
    shown.uprisings_due = 0
    for each in range(SIDES):
        shown.launched[each] = game.launched[each]
    shown.groups[side], shown.groups[other] = game.groups[side], 0
    shown.kills[side], shown.kills[other] = game.kills[side], 0
    shown.changes[side], shown.changes[other] = game.changes[side], 0
    shown.sure[side], shown.sure[other] = game.sure[side], 0
    for sector in range(SECTORS):
        shown.control[sector] = state.known[side, sector]
        packed.known[side, sector] = state.known[side, sector]
        packed.known[other, sector] = NOBODY


@inline_kernel
def pack_hexes(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> None:
    """Contamination and what is watched; nobody stands anywhere yet."""
    hexes = ground.rules.hexes
    for place in range(hexes + 1):
        packed.hexes.holder[place] = NOBODY
    for word in range(len(state.contaminated)):
        packed.contaminated[word] = state.contaminated[word]
        packed.uprising[word] = 0
        packed.watched[side, word] = state.watched[side, word]
        packed.watched[1 - side, word] = 0


@inline_kernel
def pack_enemies(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> None:
    """Contacts, by their numbers; the rows after them are those of units that do not exist."""
    army, off = ground.rules.army, ground.rules.hexes
    first = (1 - side) * army
    count = sort_contacts(ground, state, side, packed)
    last = 0
    for row in range(first, first + army):
        enemy = packed.sightings.found[row] if row < first + count else NOBODY
        blot_unit(packed, row, off)
        if enemy == NOBODY:
            continue
        place = state.sightings.place[enemy]
        packed.units.kind[row] = packed.sightings.kind[row] = state.sightings.kind[enemy]
        packed.units.place[row] = packed.units.start[row] = packed.sightings.place[row] = place
        packed.sightings.level[row] = state.sightings.level[enemy]
        packed.sightings.hits[row] = state.sightings.hits[enemy]
        last = state.contact_number[enemy]
        packed.contact_number[row] = last
        packed.hexes.holder[place] = row
    packed.game.contacts[side], packed.game.contacts[1 - side] = last, 0
    packed.game.alive[1 - side] = count


@inline_kernel
def sort_contacts(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> int:
    """Note for each of the enemy's rows which unit comes there; gives how many."""
    army = ground.rules.army
    first, count = (1 - side) * army, 0
    numbers, order = state.contact_number, packed.sightings.found
    for enemy in range(first, first + army):
        if numbers[enemy] > 0:
            slot = first + count
            while slot > first and numbers[order[slot - 1]] > numbers[enemy]:
                order[slot] = order[slot - 1]
                slot -= 1
            order[slot] = enemy
            count += 1
    return count


@inline_kernel
def blot_unit(packed: AggressorState, row: int, off: int) -> None:
    """Nothing is known of a unit, nor what the other side knows of it."""
    for column in range(packed.units.words.shape[1]):
        packed.units.words[row, column] = 0
    packed.units.kind[row] = NO_TYPE
    packed.units.place[row] = packed.units.start[row] = off
    blot_sighting(packed, row, off)


@inline_kernel
def blot_sighting(packed: AggressorState, row: int, off: int) -> None:
    """Nobody has seen a unit."""
    seen = packed.sightings
    seen.level[row], seen.place[row], seen.kind[row] = UNSEEN, off, NO_TYPE
    packed.contact_number[row] = seen.hits[row] = seen.found[row] = 0


@inline_kernel
def pack_own_units(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> None:
    """Own units as they are, where the side has them; not what the enemy knows of them.

    One that was forced back may stand where an enemy was last seen (AGR-27).
    """
    army, off = ground.rules.army, ground.rules.hexes
    alive = 0
    for unit in range(side * army, (side + 1) * army):
        for column in range(state.units.words.shape[1]):
            packed.units.words[unit, column] = state.units.words[unit, column]
        blot_sighting(packed, unit, off)
        if state.units.place[unit] != off:
            packed.hexes.holder[state.units.place[unit]] = unit
            alive += 1
    packed.game.alive[side] = alive


@inline_kernel
def pack_pending(
    ground: AggressorGround, state: AggressorState, side: int, packed: AggressorState
) -> None:
    """The side's own order that waits for chance or for its word."""
    game, shown, army = state.game, packed.game, ground.rules.army
    shown.actor = shown.target = NOBODY
    shown.target_hex = shown.form = shown.attempt = shown.pressable = 0
    if is_open(game.phase) or game.active != side or game.actor == NOBODY:
        return
    shown.actor, shown.target_hex, shown.form = game.actor, game.target_hex, game.form
    shown.attempt, shown.pressable = game.attempt, game.pressable
    target = game.target
    if target == NOBODY:
        return
    if target // army == side:
        shown.target = target
        return
    number = state.contact_number[target]
    for row in range((1 - side) * army, (2 - side) * army):
        if number > 0 and packed.contact_number[row] == number:
            shown.target = row


def unpack_facts(setting: Setting, facts: Json, side: int, packed: AggressorState) -> None:
    """Write the packed view of a side from the facts of its view (`view.known_facts`).

    The same as `pack_view` gives of any state that has this view.
    """
    ground, packed_start = setting.ground, setting.start.words
    army, off = ground.rules.army, ground.rules.hexes
    first, foes = side * army, (1 - side) * army
    packed.words[:] = packed_start
    game, hexes = packed.game, packed.hexes
    for name in ("round", "active", "first", "aggressor", "phase"):
        setattr(game, name, facts[name])
    game.winner, game.reason = facts.get("winner", NOBODY), facts.get("reason", 0)
    game.ready = facts["ready"] << side
    game.launched[:] = facts["launched"]
    game.groups[side], game.kills[side] = facts["groups"], facts["kills"]
    game.changes[side] = facts["changes"]
    known = [NOBODY if k["control"] is None else k["control"] for k in facts["sectors"]]
    game.control[:] = packed.known[side] = known
    packed.known[1 - side] = NOBODY
    game.sure[side] = sum(1 << number for number, k in enumerate(facts["sectors"]) if k["sure"])
    game.sure[1 - side] = 0
    for label in facts["contaminated"]:
        put(packed.contaminated, setting.index_of[label])
    watched = np.frombuffer(bytes.fromhex(facts["watched"]), dtype=np.uint8)
    write_flags(packed.watched[side], np.unpackbits(watched)[:off].astype(np.int64))
    rows = {}
    for row, (number, place, level, kind, hits) in enumerate(facts["contacts"], foes):
        packed.units.kind[row] = kind
        packed.units.place[row] = packed.units.start[row] = place
        packed.sightings.words[row] = (level, place, kind, hits, 0)
        packed.contact_number[row] = number
        hexes.holder[place], rows[number] = row, row
        game.contacts[side] = number
    game.alive[1 - side] = len(facts["contacts"])
    units = facts["units"][side]
    packed.units.words[first : first + army] = [list(unit.values()) for unit in units]
    for unit, row in enumerate(units, first):
        if row["place"] != off:
            hexes.holder[row["place"]] = unit
            game.alive[side] += 1
    pending = facts["pending"]
    if pending is not None:
        game.actor = first + pending["actor"]
        game.target_hex, game.form = pending["hex"], pending["form"]
        game.attempt, game.pressable = pending["attempt"], pending["pressable"]
        own = pending["own"]
        game.target = rows.get(pending["contact"], NOBODY) if own == NOBODY else first + own
