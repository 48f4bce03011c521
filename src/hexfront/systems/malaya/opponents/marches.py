"""Plans of marches without a battle: toward the goal, past what the battles will clear."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hexfront.systems.malaya.opponents.assault import Assaults
from hexfront.systems.malaya.opponents.geography import FAR, Geography
from hexfront.systems.malaya.opponents.picture import Picture

ENEMY_HEX: Final = 30
"""Halves of points by which a hex that enemies hold is farther."""
ENEMY_ZONE: Final = 8
"""The same for their zones."""


class Marches:
    """Sends units without a task on."""

    def __init__(
        self,
        geography: Geography,
        picture: Picture,
        assaults: Assaults,
        cleared: Collection[int] = (),
    ) -> None:
        self._geography, self._picture, self._assaults = geography, picture, assaults
        self._dear: dict[int, int] = {}
        for unit in picture.foes:
            place = picture.place(unit)
            # Who is about to be driven away holds nobody up next turn.
            if place not in cleared:
                self._dear[place] = ENEMY_HEX
                for there in geography.around[place]:
                    self._dear.setdefault(there, ENEMY_ZONE)
        self._fields: dict[tuple[tuple[int, ...], int], list[int]] = {}

    def far(self, goals: tuple[int, ...], arm: int) -> list[int]:
        """Halves of points to a goal, round the enemy where that is nearer."""
        key = goals, arm
        if key not in self._fields:
            self._fields[key] = self._geography.far_past(goals, arm, self._dear)
        return self._fields[key]

    def toward(self, unit: int, goals: tuple[int, ...]) -> None:
        """The hex with room where a unit is nearest to a goal; it is settled there."""
        assaults, picture = self._assaults, self._picture
        far = self.far(goals, self._geography.units.arm[unit])
        start = picture.place(unit)
        zone = picture.zone[picture.enemy]
        room = [p for p in assaults.reach[unit] if assaults.fits(unit, p)]

        def worth(there: int) -> tuple[int, int, int]:
            # Beside an enemy without an attack is worth it only if that is nearer by much.
            held = ENEMY_ZONE if zone[there] and there != start else 0
            return min(far[there], FAR) + held, assaults.reach[unit][there][0], there

        assaults.settle(unit, min(room, key=worth, default=start))
