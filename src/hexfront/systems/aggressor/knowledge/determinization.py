"""States that look to a viewer like his own: what is hidden is drawn at random.

An unidentified enemy is any type, each as likely; it is fresh but for the hits
that the viewer has seen on it; whether it is dug in is a coin.  Enemies out of
sight stand anywhere but where the viewer knows who stands.  The odds that are
shown before an attack (`odds`) are exact for the same assumptions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import Dice, draw
from hexfront.core.state import copy_state
from hexfront.core.strictjson import Json
from hexfront.systems.aggressor.rules.observation import reveal_all
from hexfront.systems.aggressor.scenario.state import (
    ACTIVE,
    ACTOR,
    AGGRESSOR,
    ALIVE,
    ARMY,
    ATTEMPT,
    CHANGES,
    CONTACT,
    CONTACTS,
    CONTAMINATED,
    CONTROL,
    DUG,
    FIRST,
    FORM,
    FULL_RANGE,
    FULL_STRENGTH,
    GIVEN,
    GROUPS,
    HEXES,
    HOLDER,
    HOME_FIRST,
    HOME_HEXES,
    KILLS,
    KNOWN,
    LAUNCHED,
    NO_TYPE,
    NOBODY,
    OBSERVATION,
    OVER,
    OWN_COLUMNS,
    PHASE,
    PLACE,
    PRESSABLE,
    RANGE,
    READY,
    REASON,
    ROUND,
    SECTORS,
    SEEN,
    SEEN_HITS,
    SEEN_TYPE,
    SET_UP,
    START,
    STRENGTH,
    SURE,
    TARGET,
    TARGET_HEX,
    TYPE,
    TYPES,
    WATCHED,
    WINNER,
    AggressorState,
    Setting,
)

TRIES: Final = 8
"""How often a hex is drawn for a hidden unit before the free hexes are listed."""


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


class _Imagined:
    """A state in the making."""

    def __init__(self, setting: Setting, facts: Json, viewer: int, dice: Dice) -> None:
        self.setting, self.facts, self.viewer, self.dice = setting, facts, viewer, dice
        self.ground = setting.ground
        self.army = int(setting.ground.rules[ARMY])
        self.off = int(setting.ground.rules[HEXES])
        self.state = copy_state(setting.start)
        self._game()

    def _draw(self, faces: int) -> int:
        return int(draw(self.dice, faces))

    def _game(self) -> None:
        game, facts, viewer = self.state.game, self.facts, self.viewer
        game[PHASE], game[ROUND] = facts["phase"], facts["round"]
        game[ACTIVE], game[FIRST] = facts["active"], facts["first"]
        game[AGGRESSOR] = facts["aggressor"]
        game[LAUNCHED : LAUNCHED + 2] = facts["launched"]
        game[WINNER], game[REASON] = facts.get("winner", NOBODY), facts.get("reason", 0)
        for label in facts["contaminated"]:
            self.state.hexes[self.setting.index_of[label], CONTAMINATED] = 1
        if viewer < 0:
            return
        game[READY] = facts["ready"] << viewer
        game[CHANGES + viewer] = facts["changes"]
        game[GROUPS + viewer], game[KILLS + viewer] = facts["groups"], facts["kills"]
        game[CONTACTS + viewer] = max((c[0] for c in facts["contacts"]), default=0)
        for sector, known in enumerate(facts["sectors"]):
            control = NOBODY if known["control"] is None else known["control"]
            game[KNOWN + SECTORS * viewer + sector] = game[CONTROL + sector] = control
        game[SURE + viewer] = sum(1 << k for k, s in enumerate(facts["sectors"]) if s["sure"])
        packed = np.frombuffer(bytes.fromhex(facts["watched"]), dtype=np.uint8)
        self.watched = np.unpackbits(packed)[: self.off].astype(np.int64)
        self.state.hexes[: self.off, WATCHED] = self.watched << viewer

    def put_own(self, side: int) -> None:
        """The side's own units, as they are; what the enemy knows of them is anybody's guess."""
        for unit, row in enumerate(self.facts["units"][side], side * self.army):
            self.state.units[unit, :OWN_COLUMNS] = row
            if row[PLACE] != self.off:
                self.state.hexes[row[PLACE], HOLDER] = unit
                self.state.game[ALIVE + side] += 1
                if self.facts["phase"] not in (SET_UP, OVER) and self._draw(2):
                    self.state.units[unit, SEEN : SEEN_TYPE + 1] = 1, row[PLACE], NO_TYPE
                    self.state.units[unit, CONTACT] = self._next_contact(1 - side)

    def _next_contact(self, side: int) -> int:
        self.state.game[CONTACTS + side] += 1
        return int(self.state.game[CONTACTS + side])

    def put_hidden(self, side: int) -> None:
        """Contacts where they are seen, and the rest of the army somewhere."""
        contacts = self.facts["contacts"]
        if self.facts["phase"] == SET_UP:
            self._put_some(side)
            return
        rows = list(range(side * self.army, (side + 1) * self.army))
        alive = max(self.army - self.facts.get("kills", 0), len(contacts))
        for number, place, level, kind, hits in contacts:
            unit = rows.pop(self._draw(len(rows)))
            self._create(unit, kind, hits)
            self._place(unit, place)
            knowledge = (level, place, kind, number, hits)
            self.state.units[unit, SEEN : SEEN_HITS + 1] = knowledge
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
        given = int(rules[GIVEN])
        is_given = given >> side & 1 == 1
        count = self.army if is_given else self._draw(self.army + 1)
        first, home = int(rules[HOME_FIRST + side]), int(rules[HOME_HEXES])
        free = [first + number for number in range(home)]
        for unit in range(side * self.army, side * self.army + count):
            self._create(unit, NO_TYPE, 0)
            self.state.units[unit, DUG] = 0
            self._place(unit, free.pop(self._draw(len(free))))
        alone = (game[READY] | given) == 0
        if is_given or (alone and count == self.army and self._draw(2)):
            game[READY] |= 1 << side

    def _create(self, unit: int, kind: int, hits: int) -> None:
        row = self.state.units[unit]
        kinds = TYPES + int(self.state.game[LAUNCHED + int(unit >= self.army)])
        row[TYPE] = self._draw(kinds) if kind == NO_TYPE else kind
        full = self.ground.types[row[TYPE]]
        row[RANGE], row[STRENGTH] = worn(int(full[FULL_RANGE]), int(full[FULL_STRENGTH]), hits)
        row[DUG] = self._draw(2)

    def _place(self, unit: int, place: int) -> None:
        """Put a unit into a hex; where an own unit stands meanwhile, somewhere else."""
        row = self.state.units[unit]
        if self.state.hexes[place, HOLDER] != NOBODY:
            place = self._hideout()
            if place == NOBODY:
                return
        row[PLACE] = row[START] = place
        self.state.hexes[place, HOLDER] = unit
        self.state.game[ALIVE + int(unit >= self.army)] += 1

    def _hideout(self) -> int:
        """A free hex that the viewer does not watch; any free hex where he watches all."""
        holders, watched = self.state.hexes[: self.off, HOLDER], self.state.hexes[:, WATCHED]
        for _ in range(TRIES):
            place = self._draw(self.off)
            if holders[place] == NOBODY and watched[place] == 0:
                return place
        hidden = np.flatnonzero((holders == NOBODY) & (watched[: self.off] == 0))
        free = hidden if len(hidden) else np.flatnonzero(holders == NOBODY)
        return int(free[self._draw(len(free))]) if len(free) else NOBODY

    def finish(self) -> None:
        """The order that waits, and everything where nothing is hidden."""
        state, pending = self.state, self.facts["pending"]
        opened = self.facts["phase"] not in (SET_UP, OVER)
        if opened and self.ground.rules[OBSERVATION] == 0 and self.viewer != SPECTATOR:
            self._reveal()
        if pending is None:
            return
        first, foes = self.viewer * self.army, (1 - self.viewer) * self.army
        game = state.game
        game[ACTOR] = first + pending["actor"]
        game[TARGET_HEX], game[FORM] = pending["hex"], pending["form"]
        game[ATTEMPT], game[PRESSABLE] = pending["attempt"], pending["pressable"]
        if pending["own"] != NOBODY:
            game[TARGET] = first + pending["own"]
        elif pending["contact"]:
            numbers = state.units[foes : foes + self.army, CONTACT]
            game[TARGET] = foes + int(np.flatnonzero(numbers == pending["contact"])[0])

    def _reveal(self) -> None:
        """Without observation both sides know all (AGR-14); contacts keep what was told of them."""
        first = (1 - self.viewer) * self.army
        knowledge = slice(SEEN, SEEN_HITS + 1)
        told = self.state.units[first : first + self.army, knowledge].copy()
        numbers = self.state.game[CONTACTS : CONTACTS + 2].copy()
        reveal_all(self.ground, self.state)
        self.state.units[first : first + self.army, knowledge] = told
        self.state.game[CONTACTS + self.viewer] = numbers[self.viewer]
