"""Plans of Japan's moves by sea: where its ships bring units nearer, and where they can land."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hexfront.systems.malaya.opponents.appraisal import AT_SEA, NO_BATTLE, Appraisal
from hexfront.systems.malaya.opponents.geography import FAR, Geography
from hexfront.systems.malaya.opponents.picture import Picture
from hexfront.systems.malaya.rules.naval import harbour
from hexfront.systems.malaya.scenario.state import ABROAD, EAST, INFANTRY, JAPAN, NOBODY

LEAST_CHANCE: Final = 0.5
"""Of taking a port, below which nobody lands."""
WORTH_A_VOYAGE: Final = 24
"""Halves of points nearer to the goal that make up for half a move lost at sea."""
WITHOUT_SUPPLY: Final = 40
"""Halves of points that a port is farther which is no source of supply."""
STRONG: Final = 2.5
"""Times the landing's defence that the enemies near a port may have."""
COUNTER: Final = 24
"""Halves of points within which an enemy comes against a landing."""


class Voyage(NamedTuple):
    """A unit that is to go to a port."""

    unit: int
    port: int
    lands: bool


class Landings:
    """Judges ports on a picture of Japan."""

    def __init__(self, geography: Geography, appraisal: Appraisal, picture: Picture) -> None:
        self._geography, self._appraisal, self._picture = geography, appraisal, picture
        self._far = geography.far(geography.goals)
        sources = geography.ground.sources
        self._sources = set(sources.hex[sources.side == JAPAN].tolist())

    def far(self, port: int) -> int:
        """How far a port is from the goal, with what the lack of supplies there costs."""
        place = self._geography.ports.hex[port]
        return self._far[place] + (0 if place in self._sources else WITHOUT_SUPPLY)

    def friendly(self, port: int) -> bool:
        """Whether a port on the map is Japan's."""
        place = self._geography.ports.hex[port]
        picture = self._picture
        return picture.control[place] == JAPAN and not picture.count[1 - JAPAN][place]

    def holds(self, port: int, force: Sequence[int]) -> bool:
        """Whether a landing can be expected to stay where it lands."""
        geography, picture = self._geography, self._picture
        place = geography.ports.hex[port]
        far = geography.far((place,))
        defence = sum(picture.defence(unit) for unit in force)
        threat = sum(
            picture.attack(unit) for unit in picture.foes if far[picture.place(unit)] <= COUNTER
        )
        return threat <= STRONG * defence

    def assault(self, port: int, force: Sequence[int]) -> float:
        """The chance that a landing takes a port; 0 where it is not wanted."""
        geography, picture = self._geography, self._picture
        place = geography.ports.hex[port]
        if not force or not self.holds(port, force):
            return 0.0
        if not picture.count[1 - JAPAN][place]:
            return 1.0
        air = min(geography.rules.most_air, picture.air(JAPAN))
        landing = [(unit, AT_SEA) for unit in force]
        prospect = self._appraisal.battle(picture, landing, place, air)
        if prospect == NO_BATTLE or prospect.vacated < LEAST_CHANCE:
            return 0.0
        return prospect.vacated

    def by_strength(self, units: Sequence[int]) -> list[int]:
        """Infantry that fills one hex, the strongest first."""
        geography, points, chosen = self._geography, 0, []
        for unit in sorted(units, key=lambda u: (-geography.units.attack[u], u)):
            stack = geography.units.stack[unit]
            if geography.units.arm[unit] == INFANTRY and points + stack <= self._picture.stacking:
                points += stack
                chosen.append(unit)
        return chosen

    def worth_shipping(self, units: Sequence[int]) -> bool:
        """Whether units do better in the ports off the map than on the roads of the north."""
        entries = self._geography.ground.entries
        places = entries.hex[entries.side == JAPAN].tolist()
        by_land = min((self._far[place] for place in places), default=FAR)
        force = self.by_strength(units)
        ports = self._geography.ports
        for port, (owner, sea) in enumerate(zip(ports.owner, ports.sea, strict=True)):
            if owner != NOBODY or sea != EAST:
                continue
            if self.far(port) + WORTH_A_VOYAGE > by_land:
                continue
            if self.friendly(port) or self.assault(port, force) > 0:
                return True
        return False

    def afloat(self, ports: dict[int, set[tuple[int, bool]]]) -> list[Voyage]:
        """Voyages, of units with the ports that each may go to, and whether it lands there."""
        picture, voyages = self._picture, list[Voyage]()
        waiting = set(ports)
        for port in sorted({port for each in ports.values() for port, _ in each}, key=self.far):
            sails = [u for u in waiting if (port, False) in ports[u] and self._gains(u, port)]
            lands = [u for u in waiting if (port, True) in ports[u] and self._gains(u, port)]
            place = self._geography.ports.hex[port]
            if sails:
                room = picture.stacking - picture.points[JAPAN][place]
                for unit in sorted(sails, key=lambda u: (not self._is_abroad(u), u)):
                    stack = self._geography.units.stack[unit]
                    if stack <= room:
                        room -= stack
                        voyages.append(Voyage(unit, port, lands=False))
                        waiting.discard(unit)
                continue
            force = self.by_strength(lands)
            if self.assault(port, force) > 0:
                # Where nobody defends, the first to land makes the port friendly.
                empty = not picture.count[1 - JAPAN][place]
                for number, unit in enumerate(force):
                    voyages.append(Voyage(unit, port, lands=not empty or number == 0))
                    waiting.discard(unit)
        return voyages

    def _is_abroad(self, unit: int) -> bool:
        return self._picture.units.status[unit] == ABROAD

    def _gains(self, unit: int, port: int) -> bool:
        """Whether a unit does well to go to a port."""
        if self._is_abroad(unit):
            return True
        if harbour(self._picture.ground, self._picture.state, unit) == NOBODY:
            return False
        return self.far(port) + WORTH_A_VOYAGE < self._far[self._picture.place(unit)]
