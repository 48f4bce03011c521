"""What a commander believes of enemies that are not seen, from views alone.

How many there are follows from the size of armies and the enemies known to be
dead.  Where they are is a density over the hexes: it starts where armies are
set up, spreads as units may march, is nought where the side looks, and gathers
where a contact was lost.  What was learned of a contact is kept, and passed on
to the contact under which the same unit most likely comes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.systems.aggressor.knowledge.odds import Defender
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.opponents.gunnery import Gunnery
from hexfront.systems.aggressor.opponents.picture import Contact, Picture
from hexfront.systems.aggressor.scenario.state import AIRBASE, ARMOR, NO_TYPE, SECTORS

Density = NDArray[np.float64]

MARCHING: Final = 0.4
"""The share of unseen enemies that leave their hex in a pass of the spreading."""
PASSES: Final = 2
"""Hexes that the density spreads in a turn of the enemy."""
MOST_TURNS: Final = 12
"""Turns of spreading after which a belief that starts late knows nothing any more."""
FORWARD: Final = 2.0
"""How much likelier an enemy is set up at the border than at his far edge."""
DOUBT: Final = 4.0
"""How much likelier an enemy hides in a sector that should be won and is not."""
KEPT_TURNS: Final = 4
"""How long what was known of a lost contact may be passed on."""
REACH_A_TURN: Final = 3
"""Hexes that a lost unit may have gone in each turn since."""
SETTLED: Final = 0.6
FRESHLY_COME: Final = 0.15
"""The chance that a contact is dug in: one that stood there a turn ago, and another."""


@dataclass
class Dossier:
    """What is known of one enemy."""

    place: int
    kind: int
    hits: int
    """All hits that it is known to have taken, also as an earlier contact."""
    time: int
    """When it was last seen."""
    since: int
    """Since when it stands in its hex."""
    earlier: int = 0
    """Of its hits: those before its contact of now."""


class Belief:
    """Follows the enemy through a game."""

    def __init__(self, geography: Geography, gunnery: Gunnery, side: int, army: int) -> None:
        self._geography, self._gunnery = geography, gunnery
        self._side, self._army = side, army
        self._near = geography.ground.hexes.neighbour[: geography.hexes]
        self._needed = int(geography.ground.rules.sectors_to_win)
        self.density: Density = self._set_up()
        """By hex: how many unseen enemies to expect there."""
        self.unseen = army
        """How many enemies are on the map and not seen."""
        self._time = -1
        self._files: dict[int, Dossier] = {}
        self._lost: list[Dossier] = []

    def _set_up(self) -> Density:
        geography = self._geography
        column = np.arange(geography.hexes) // geography.rows
        border = geography.columns // 2
        depth = abs(column - border) / border
        homes = geography.homes == 1 - self._side
        density: Density = np.where(homes, 1 + (FORWARD - 1) * (1 - depth), 0.0)
        return density * (self._army / density.sum())

    def update(self, picture: Picture) -> None:
        """Take a view in."""
        if picture.time != self._time:
            self._pass_turns(picture)
        self._follow(picture)
        self.unseen = max(self._army - picture.kills - len(picture.contacts), 0)
        density = self.density
        density[picture.watched == 1] = 0.0
        density[[*picture.friends, *picture.foes]] = 0.0
        total = density.sum()
        if total > 0:
            density *= self.unseen / total
        self._time = picture.time

    # Where they are

    def _pass_turns(self, picture: Picture) -> None:
        """The enemy has moved since."""
        missed = (picture.time - max(self._time, 2)) // 2
        now = {contact.number for contact in picture.contacts}
        for number in [number for number in self._files if number not in now]:
            file = self._files.pop(number)
            self.density[file.place] += 1.0
            self._lost.append(file)
        self._lost = [f for f in self._lost if picture.time - f.time <= 2 * KEPT_TURNS]
        for _ in range(min(max(missed, 0), MOST_TURNS) * PASSES):
            self._spread()
        self._doubt(picture)

    def _spread(self) -> None:
        around = np.append(self.density, 0.0)[self._near].sum(axis=1)
        self.density = (1 - MARCHING) * self.density + MARCHING / 6 * around

    def _doubt(self, picture: Picture) -> None:
        """The game goes on although enough sectors seem won: somebody hides in one (AGR-50)."""
        held = [k for k in range(SECTORS) if picture.control[k] == self._side]
        if len(held) < self._needed:
            return
        if picture.aggressor == self._side and len({k % 3 for k in held}) < 3:
            return
        for sector in held:
            if not picture.sure[sector]:
                members = self._geography.members[sector]
                self.density[members] = self.density[members] * DOUBT + 0.01

    def sector(self, sector: int) -> float:
        """How many unseen enemies to expect in a sector."""
        return float(self.density[self._geography.members[sector]].sum())

    # What they are

    def _follow(self, picture: Picture) -> None:
        """Keep the files of contacts; a new one may be an old acquaintance."""
        now = {contact.number for contact in picture.contacts}
        for number in [number for number in self._files if number not in now]:
            self._files.pop(number)  # Dead, or it would not vanish within a turn.
        for contact in picture.contacts:
            file = self._files.get(contact.number)
            if file is None:
                file = self._open(contact, picture.time)
                self._files[contact.number] = file
            if file.place != contact.place:
                file.place, file.since = contact.place, picture.time
            if contact.kind != NO_TYPE:
                file.kind = contact.kind
            file.hits = file.earlier + contact.hits
            file.time = picture.time

    def _open(self, contact: Contact, time: int) -> Dossier:
        """A new file, with what is known of the lost unit that it most likely is."""
        best, nearest = None, 0
        for old in self._lost:
            far = self._geography.distance(old.place, contact.place)
            speed = 0 if old.kind == AIRBASE else REACH_A_TURN
            if far > speed * max((time - old.time) // 2, 1):
                continue
            if NO_TYPE not in (contact.kind, old.kind) and contact.kind != old.kind:
                continue
            if best is None or far < nearest:
                best, nearest = old, far
        if best is None:
            return Dossier(contact.place, contact.kind, contact.hits, time, time)
        self._lost.remove(best)
        since = best.since if nearest == 0 else time
        # Only from the same hex, or for a type told again, is it likely enough the same unit.
        alike = nearest == 0 or contact.kind != NO_TYPE
        kind = best.kind if alike else contact.kind
        earlier = best.hits if alike else 0
        return Dossier(contact.place, kind, earlier + contact.hits, time, since, earlier)

    def kind(self, contact: Contact) -> int:
        """The type of a contact, as far as it was ever told."""
        file = self._files.get(contact.number)
        return contact.kind if file is None or contact.kind != NO_TYPE else file.kind

    def hits(self, contact: Contact) -> int:
        """Hits that the unit has taken."""
        file = self._files.get(contact.number)
        return contact.hits if file is None else file.hits

    def targets(self, contact: Contact) -> list[Defender]:
        """What the contact may be, and how likely."""
        file = self._files.get(contact.number)
        stood = file is not None and file.since < file.time
        dug = SETTLED if stood else FRESHLY_COME
        return self._gunnery.suppose(self.kind(contact), self.hits(contact), dug)

    def speed(self, contact: Contact) -> int:
        """Hexes that a contact may go in a turn."""
        kind = self.kind(contact)
        full = self._gunnery.full(ARMOR if kind == NO_TYPE else kind)[0]
        return max(full - self.hits(contact), 0)
