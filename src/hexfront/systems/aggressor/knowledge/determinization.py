"""States that look to a viewer like his own: what is hidden is drawn at random.

An unidentified enemy is any type, each as likely; it is fresh but for the hits
that the viewer has seen on it; whether it is dug in is a coin.  Enemies out of
sight stand anywhere but where the viewer knows who stands.  The odds that are
shown before an attack (`odds`) are exact for the same assumptions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import copy_block
from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import Dice, draw
from hexfront.core.documents.strictjson import Json
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.aggressor.knowledge.packed import blot_sighting, blot_unit
from hexfront.systems.aggressor.rules.observation import reveal_all
from hexfront.systems.aggressor.rules.planes import is_watched, put
from hexfront.systems.aggressor.scenario.state import (
    NO_TYPE,
    NOBODY,
    TYPES,
    AggressorGround,
    AggressorState,
    Phase,
    Setting,
    write_flags,
)

TRIES: Final = 8
"""How often a hex is drawn for a hidden unit before the free hexes are listed."""


@inline_kernel
def worn(full: int, strength: int, hits: int) -> tuple[int, int]:
    """Range and strength after hits: range goes first, and one point of strength stays (AGR-22).

    >>> worn(2, 2, 1), worn(2, 2, 3), worn(2, 2, 9)
    ((1, 2), (0, 1), (0, 1))
    """
    left = max(full - hits, 0)
    return left, max(strength - max(hits - full, 0), 1)


def determinize(setting: Setting, facts: Json, viewer: int, dice: Dice) -> AggressorState:
    """A state that has this view."""
    imagined = _Imagined(setting, facts, viewer, dice)
    for side in range(2):
        if facts["units"][side] is not None:
            imagined.put_own(side)
    for side in range(2):
        if facts["units"][side] is None:
            imagined.put_hidden(side)
    imagined.finish()
    return imagined.state


@kernel
def determinize_packed(
    ground: AggressorGround, packed: AggressorState, side: int, dice: Dice, state: AggressorState
) -> None:
    """Write a state that has the packed view of a side, drawn by the same law, for searches."""
    copy_block(state, packed)
    army, off = ground.rules.army, ground.rules.hexes
    first = (1 - side) * army
    hidden = state.game.phase in (Phase.SET_UP, Phase.OVER)
    for unit in range(side * army, (side + 1) * army):
        if packed.units.place[unit] != off and not hidden and draw(dice, 2) == 1:
            see_anew(state, unit, side)
    for row in range(first, first + army):
        if packed.units.place[row] != off:
            state.hexes.holder[packed.units.place[row]] = NOBODY
        blot_unit(state, row, off)
        # Rows that are free yet.
        state.sightings.found[row] = row
    state.game.alive[1 - side] = 0
    if state.game.phase == Phase.SET_UP:
        draw_set_up(ground, state, side, dice)
    else:
        draw_army(ground, packed, state, side, dice)
        if state.game.phase != Phase.OVER and ground.rules.observation == 0:
            reveal_drawn(ground, packed, state, side)
    for row in range(first, first + army):
        state.sightings.found[row] = 0


@inline_kernel
def see_anew(state: AggressorState, unit: int, side: int) -> None:
    """The enemy sees a unit, and not what it is."""
    state.game.contacts[1 - side] += 1
    seen = state.sightings
    seen.level[unit], seen.place[unit], seen.kind[unit] = 1, state.units.place[unit], NO_TYPE
    state.contact_number[unit] = state.game.contacts[1 - side]


@outlined_kernel
def draw_army(
    ground: AggressorGround, packed: AggressorState, state: AggressorState, side: int, dice: Dice
) -> None:
    """Contacts where they are seen, and the rest of the army somewhere."""
    army, off = ground.rules.army, ground.rules.hexes
    first, contacts = (1 - side) * army, packed.game.alive[1 - side]
    alive = max(army - packed.game.kills[side], contacts)
    target = state.game.target
    for number in range(alive):
        slot = first + number + draw(dice, army - number)
        unit = state.sightings.found[slot]
        state.sightings.found[slot] = state.sightings.found[first + number]
        if number < contacts:
            row = first + number
            create_unit(
                ground, state, unit, packed.sightings.kind[row], packed.sightings.hits[row], dice
            )
            stand_somewhere(ground, state, side, unit, packed.sightings.place[row], dice)
            seen, known = state.sightings, packed.sightings
            seen.level[unit], seen.place[unit] = known.level[row], known.place[row]
            seen.kind[unit], seen.hits[unit] = known.kind[row], known.hits[row]
            state.contact_number[unit] = packed.contact_number[row]
            if target == row:
                state.game.target = unit
        else:
            create_unit(ground, state, unit, NO_TYPE, 0, dice)
            stand_somewhere(ground, state, side, unit, off, dice)


@outlined_kernel
def draw_set_up(ground: AggressorGround, state: AggressorState, side: int, dice: Dice) -> None:
    """An army that is being set up, as `_put_some` has it (AGR-52, AGR-53)."""
    rules, other = ground.rules, 1 - side
    is_given = (rules.given >> other) & 1 == 1
    count = rules.army if is_given else draw(dice, rules.army + 1)
    for number in range(count):
        unit = other * rules.army + number
        create_unit(ground, state, unit, NO_TYPE, 0, dice)
        state.units.dug[unit] = 0
        place = rules.home_first[other] + draw(dice, rules.home_hexes)
        while state.hexes.holder[place] != NOBODY:
            place = rules.home_first[other] + draw(dice, rules.home_hexes)
        put_unit(state, other, unit, place)
    alone = (state.game.ready | rules.given) == 0
    if is_given or (alone and count == rules.army and draw(dice, 2) == 1):
        state.game.ready |= 1 << other


@outlined_kernel
def create_unit(
    ground: AggressorGround, state: AggressorState, unit: int, kind: int, hits: int, dice: Dice
) -> None:
    """A unit with the hits that were seen; of any type where that is not known."""
    kinds = TYPES + state.game.launched[int(unit >= ground.rules.army)]
    drawn = draw(dice, kinds) if kind == NO_TYPE else kind
    left, strength = worn(ground.types.full_range[drawn], ground.types.full_strength[drawn], hits)
    state.units.kind[unit] = drawn
    state.units.range[unit] = left
    state.units.strength[unit] = strength
    state.units.dug[unit] = draw(dice, 2)


@inline_kernel
def put_unit(state: AggressorState, side: int, unit: int, place: int) -> None:
    """A unit stands in a hex."""
    state.units.place[unit] = state.units.start[unit] = place
    state.hexes.holder[place] = unit
    state.game.alive[side] += 1


@outlined_kernel
def stand_somewhere(
    ground: AggressorGround, state: AggressorState, side: int, unit: int, place: int, dice: Dice
) -> None:
    """Put an enemy into a hex; where that is none, or taken, into one out of sight."""
    if place == ground.rules.hexes or state.hexes.holder[place] != NOBODY:
        place = draw_hideout(ground, state, side, dice)
    if place != NOBODY:
        put_unit(state, 1 - side, unit, place)


@inline_kernel
def draw_hideout(ground: AggressorGround, state: AggressorState, side: int, dice: Dice) -> int:
    """A free hex that the side does not watch; any free hex where it watches all."""
    hexes = ground.rules.hexes
    for _ in range(TRIES):
        place = draw(dice, hexes)
        if state.hexes.holder[place] == NOBODY and not is_watched(state, place, side):
            return place
    for least in range(2):
        free = 0
        for place in range(hexes):
            free += is_hideout(state, place, side, least)
        if free > 0:
            number = draw(dice, free)
            for place in range(hexes):
                if is_hideout(state, place, side, least):
                    if number == 0:
                        return place
                    number -= 1
    return NOBODY


@inline_kernel
def is_hideout(state: AggressorState, place: int, side: int, least: int) -> bool:
    """Whether a hex is free, and out of sight or that does not matter."""
    free = state.hexes.holder[place] == NOBODY
    return free and (least == 1 or not is_watched(state, place, side))


@outlined_kernel
def reveal_drawn(
    ground: AggressorGround, packed: AggressorState, state: AggressorState, side: int
) -> None:
    """Without observation both sides know all (AGR-14); contacts keep what was told of them."""
    army, contacts = ground.rules.army, state.game.contacts[side]
    first = (1 - side) * army
    for unit in range(first, first + army):
        state.sightings.found[unit] = NOBODY
        for row in range(first, first + army):
            number = packed.contact_number[row]
            if number > 0 and number == state.contact_number[unit]:
                state.sightings.found[unit] = row
    reveal_all(ground, state)
    state.game.contacts[side] = contacts
    for unit in range(first, first + army):
        row = state.sightings.found[unit]
        if row == NOBODY:
            blot_sighting(state, unit, ground.rules.hexes)
        else:
            for column in range(packed.sightings.words.shape[1]):
                state.sightings.words[unit, column] = packed.sightings.words[row, column]


class _Imagined:
    """A state in the making."""

    def __init__(self, setting: Setting, facts: Json, viewer: int, dice: Dice) -> None:
        self.setting, self.facts, self.viewer, self.dice = setting, facts, viewer, dice
        self.ground = setting.ground
        self.army = setting.ground.rules.army
        self.off = setting.ground.rules.hexes
        self.state = setting.start.copy()
        self._game()

    def _draw(self, faces: int) -> int:
        return int(draw(self.dice, faces))

    def _game(self) -> None:
        game, facts, viewer = self.state.game, self.facts, self.viewer
        game.phase, game.round = facts["phase"], facts["round"]
        game.active, game.first = facts["active"], facts["first"]
        game.aggressor = facts["aggressor"]
        game.launched[:] = facts["launched"]
        game.winner, game.reason = facts.get("winner", NOBODY), facts.get("reason", 0)
        for label in facts["contaminated"]:
            put(self.state.contaminated, self.setting.index_of[label])
        self.watched = np.zeros(self.off, dtype=np.int64)
        if viewer < 0:
            return
        game.ready = facts["ready"] << viewer
        game.changes[viewer] = facts["changes"]
        game.groups[viewer], game.kills[viewer] = facts["groups"], facts["kills"]
        game.contacts[viewer] = max((c[0] for c in facts["contacts"]), default=0)
        for sector, known in enumerate(facts["sectors"]):
            control = NOBODY if known["control"] is None else known["control"]
            self.state.known[viewer, sector] = game.control[sector] = control
        game.sure[viewer] = sum(1 << k for k, s in enumerate(facts["sectors"]) if s["sure"])
        packed = np.frombuffer(bytes.fromhex(facts["watched"]), dtype=np.uint8)
        self.watched = np.unpackbits(packed)[: self.off].astype(np.int64)
        write_flags(self.state.watched[viewer], self.watched)

    def put_own(self, side: int) -> None:
        """The side's own units, as they are; what the enemy knows of them is anybody's guess."""
        for unit, row in enumerate(self.facts["units"][side], side * self.army):
            self.state.units.write(unit, row)
            if row["place"] != self.off:
                self.state.hexes.holder[row["place"]] = unit
                self.state.game.alive[side] += 1
                if self.facts["phase"] not in (Phase.SET_UP, Phase.OVER) and self._draw(2):
                    seen = self.state.sightings
                    seen.level[unit], seen.place[unit], seen.kind[unit] = 1, row["place"], NO_TYPE
                    self.state.contact_number[unit] = self._next_contact(1 - side)

    def _next_contact(self, side: int) -> int:
        self.state.game.contacts[side] += 1
        return int(self.state.game.contacts[side])

    def put_hidden(self, side: int) -> None:
        """Contacts where they are seen, and the rest of the army somewhere."""
        contacts = self.facts["contacts"]
        if self.facts["phase"] == Phase.SET_UP:
            self._put_some(side)
            return
        rows = list(range(side * self.army, (side + 1) * self.army))
        alive = max(self.army - self.facts.get("kills", 0), len(contacts))
        for number, place, level, kind, hits in contacts:
            unit = rows.pop(self._draw(len(rows)))
            self._create(unit, kind, hits)
            self._place(unit, place)
            seen = self.state.sightings
            seen.level[unit], seen.place[unit], seen.kind[unit] = level, place, kind
            self.state.contact_number[unit], seen.hits[unit] = number, hits
        for _ in range(alive - len(contacts)):
            unit = rows.pop(self._draw(len(rows)))
            self._create(unit, NO_TYPE, 0)
            place = self._hideout()
            if place != NOBODY:
                self._place(unit, place)

    def _put_some(self, side: int) -> None:
        """An army that is being set up: any number of units; perhaps ready (AGR-52).

        Never both sides: when the second is ready, the set-up is over.  An army that the
        scenario gives is ready from the beginning (AGR-53).
        """
        rules, game = self.ground.rules, self.state.game
        given = rules.given
        is_given = given >> side & 1 == 1
        count = self.army if is_given else self._draw(self.army + 1)
        first, home = int(rules.home_first[side]), rules.home_hexes
        free = [first + number for number in range(home)]
        for unit in range(side * self.army, side * self.army + count):
            self._create(unit, NO_TYPE, 0)
            self.state.units.dug[unit] = 0
            self._place(unit, free.pop(self._draw(len(free))))
        alone = (game.ready | given) == 0
        if is_given or (alone and count == self.army and self._draw(2)):
            game.ready |= 1 << side

    def _create(self, unit: int, kind: int, hits: int) -> None:
        units, types = self.state.units, self.ground.types
        kinds = TYPES + int(self.state.game.launched[int(unit >= self.army)])
        drawn = self._draw(kinds) if kind == NO_TYPE else kind
        full = int(types.full_range[drawn]), int(types.full_strength[drawn])
        units.kind[unit] = drawn
        units.range[unit], units.strength[unit] = worn(*full, hits)
        units.dug[unit] = self._draw(2)

    def _place(self, unit: int, place: int) -> None:
        """Put a unit into a hex; where an own unit stands meanwhile, somewhere else."""
        if self.state.hexes.holder[place] != NOBODY:
            place = self._hideout()
            if place == NOBODY:
                return
        self.state.units.place[unit] = self.state.units.start[unit] = place
        self.state.hexes.holder[place] = unit
        self.state.game.alive[int(unit >= self.army)] += 1

    def _hideout(self) -> int:
        """A free hex that the viewer does not watch; any free hex where he watches all."""
        holders, watched = self.state.hexes.holder[: self.off], self.watched
        for _ in range(TRIES):
            place = self._draw(self.off)
            if holders[place] == NOBODY and watched[place] == 0:
                return place
        hidden = np.flatnonzero((holders == NOBODY) & (watched == 0))
        free = hidden if len(hidden) else np.flatnonzero(holders == NOBODY)
        return int(free[self._draw(len(free))]) if len(free) else NOBODY

    def finish(self) -> None:
        """The order that waits, and everything where nothing is hidden."""
        state, pending = self.state, self.facts["pending"]
        opened = self.facts["phase"] not in (Phase.SET_UP, Phase.OVER)
        if opened and self.ground.rules.observation == 0 and self.viewer != SPECTATOR:
            self._reveal()
        if pending is None:
            return
        first, foes = self.viewer * self.army, (1 - self.viewer) * self.army
        game = state.game
        game.actor = first + pending["actor"]
        game.target_hex, game.form = pending["hex"], pending["form"]
        game.attempt, game.pressable = pending["attempt"], pending["pressable"]
        if pending["own"] != NOBODY:
            game.target = first + pending["own"]
        elif pending["contact"]:
            numbers = state.contact_number[foes : foes + self.army]
            game.target = foes + int(np.flatnonzero(numbers == pending["contact"])[0])

    def _reveal(self) -> None:
        """Without observation both sides know all (AGR-14); contacts keep what was told of them."""
        first = (1 - self.viewer) * self.army
        foes = slice(first, first + self.army)
        known_words = self.state.sightings.words[foes].copy()
        known_numbers = self.state.contact_number[foes].copy()
        numbers = self.state.game.contacts.copy()
        reveal_all(self.ground, self.state)
        self.state.sightings.words[foes] = known_words
        self.state.contact_number[foes] = known_numbers
        self.state.game.contacts[self.viewer] = numbers[self.viewer]
