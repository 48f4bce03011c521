"""What a side may know of a game, as opponents use it: a view in words of the rules."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.core.contract import View
from hexfront.core.documents.strictjson import Json
from hexfront.systems.aggressor.knowledge.ways import Obstacles, Walker
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.scenario.state import AIRBASE, NOBODY, SECTORS


class Own(NamedTuple):
    """A unit of one's own; the fields after its number are the columns of `state.units`."""

    number: int
    kind: int
    place: int
    range: int
    strength: int
    moved: int
    start: int
    attacked: int
    special: int
    acted: int
    halted: int
    frozen: int
    dug: int
    entered: int

    @property
    def fresh(self) -> bool:
        """Whether it has done nothing this turn, as special functions demand (AGR-28)."""
        return not (self.moved or self.acted or self.frozen)

    @property
    def walker(self) -> Walker:
        """What its movement depends on; the one try without range is no way (AGR-11)."""
        still = bool(self.halted or self.special or self.frozen or not self.range)
        return Walker(self.place, self.range, self.moved, still)

    @property
    def steps(self) -> int:
        """Hits that eliminate it."""
        return self.range + self.strength


class Contact(NamedTuple):
    """An enemy that is seen."""

    number: int
    place: int
    level: int
    kind: int
    hits: int


class Picture:
    """One moment of a game as a side knows it."""

    def __init__(self, geography: Geography, view: View) -> None:
        facts = view.facts
        self.side = view.viewer
        self.time = view.time
        self.phase: int = facts["phase"]
        self.round: int = facts["round"]
        self.aggressor: int = facts["aggressor"]
        self.first: int = facts["first"]
        self.groups: int = facts["groups"]
        self.kills: int = facts["kills"]
        self.units = _units(geography, facts["units"][view.viewer])
        """Own units on the map."""
        self.contacts = [Contact(*row) for row in facts["contacts"]]
        self.foes = {contact.place: contact for contact in self.contacts}
        self.friends = {unit.place: unit for unit in self.units}
        self.dirty = {geography.index_of[label] for label in facts["contaminated"]}
        self.obstacles = Obstacles({*self.friends, *self.foes}, self.foes, self.dirty)
        self.control = [NOBODY if s["control"] is None else s["control"] for s in facts["sectors"]]
        self.sure = [bool(s["sure"]) for s in facts["sectors"]]
        self._watched: str = facts["watched"]
        self._hexes = geography.hexes
        self.presence = [0] * SECTORS
        """Own units in each sector."""
        self.seen = [0] * SECTORS
        """Seen enemies in each sector."""
        for unit in self.units:
            self.presence[geography.sector[unit.place]] += 1
        for contact in self.contacts:
            self.seen[geography.sector[contact.place]] += 1

    @property
    def watched(self) -> Int:
        """By hex: 1 where the side knows who stands there."""
        packed = np.frombuffer(bytes.fromhex(self._watched), dtype=np.uint8)
        bits: Int = np.unpackbits(packed)[: self._hexes].astype(np.int64)
        return bits

    def of_kind(self, kind: int) -> list[Own]:
        """Own units of a type."""
        return [unit for unit in self.units if unit.kind == kind]

    @property
    def airbases(self) -> list[Own]:
        """Own airbases that can fly a mission."""
        return [u for u in self.of_kind(AIRBASE) if u.fresh and u.place not in self.dirty]


def _units(geography: Geography, rows: Json) -> list[Own]:
    return [
        Own(number, **row) for number, row in enumerate(rows) if row["place"] != geography.hexes
    ]
