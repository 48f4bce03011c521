"""Which sectors a commander goes for, and who goes where."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from hexfront.systems.aggressor.opponents.belief import Belief
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.opponents.picture import Own, Picture
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    MISSILE,
    NOBODY,
    SECTORS,
    SUPPORT,
    TECHNICAL,
)

TO_TAKE: Final = 0.6
"""The effort of a sector that is not held, besides the enemies there."""
TO_ENTER: Final = 0.2
"""More for one where no own unit stands."""
TO_KEEP: Final = 0.25
"""The effort that an enemy means for a sector that is held."""
A_HEX: Final = 0.03
"""The effort of each hex that the nearest unit must go to a sector."""
CONSTANCY: Final = 0.3
"""What keeps a commander with the sectors that he has chosen."""
EMPTY: Final = 0.15
"""A sector where fewer enemies than this are to be expected counts as free of them."""
WAITING: Final = 6
"""Rounds for which a commander waits for the enemy to attack across the border first."""
WORN: Final = 2
"""Steps that a unit must have lost for a support unit to come to it."""
AWAY: Final = 3
"""A support unit keeps from who stands as near as this to an enemy."""
PATIENCE: Final = 30
"""Rounds after which also the weaker side would rather attack than let the game be drawn."""
STILL: Final = (AIRBASE, MISSILE)
"""Types that stay where they are."""
HELPERS: Final = (*STILL, SUPPORT)
"""Types that are not sent to sectors."""


@dataclass
class Plan:
    """What to go for."""

    wanted: tuple[int, ...] = ()
    aggressive: bool = False
    """Whether to attack across the border although nobody has done so (AGR-49)."""
    sector_of: dict[int, int] = field(default_factory=dict)
    """By unit: the sector where it is needed."""
    enemies: list[float] = field(default_factory=list)
    """By sector: enemies that are seen or to be expected there."""


class Planner:
    """Makes the plan of each turn."""

    def __init__(self, geography: Geography, belief: Belief, side: int) -> None:
        self._geography, self._belief, self._side = geography, belief, side
        self._needed = int(geography.ground.rules.sectors_to_win)
        self._decon = bool(geography.ground.rules.decon)

    def plan(self, picture: Picture, before: Plan) -> Plan:
        """Choose sectors, and share the units out."""
        enemies = [picture.seen[k] + self._belief.sector(k) for k in range(SECTORS)]
        plan = Plan(enemies=enemies)
        efforts = [self._effort(picture, enemies, k) for k in range(SECTORS)]
        for sector in before.wanted:
            efforts[sector] -= CONSTANCY
        plan.aggressive = self._aggression(picture)
        spread = picture.aggressor == self._side or (
            picture.aggressor == NOBODY and plan.aggressive
        )
        plan.wanted = self._cheapest(efforts, spread)
        plan.sector_of = self._share_out(picture, plan)
        return plan

    def _aggression(self, picture: Picture) -> bool:
        """Whether to attack across the border first, which asks for a sector in each column.

        It gains from it only where waiting for the enemy has not helped, where it
        does not win as it stands, and where it is not the weaker side.
        """
        if picture.aggressor != NOBODY:
            return True
        held = sum(control == self._side for control in picture.control)
        if picture.round <= WAITING or held >= self._needed:
            return False
        enemies = self._belief.unseen + len(picture.contacts)
        return len(picture.units) >= enemies or picture.round > PATIENCE

    def _effort(self, picture: Picture, enemies: list[float], sector: int) -> float:
        if picture.control[sector] == self._side:
            return TO_KEEP * enemies[sector]
        effort = TO_TAKE + enemies[sector]
        if not picture.presence[sector]:
            middle = self._geography.members[sector][len(self._geography.members[sector]) // 2]
            far = self._geography.distances(middle)
            nearest = min((int(far[unit.place]) for unit in picture.units), default=0)
            effort += TO_ENTER + A_HEX * nearest
        return effort

    def _cheapest(self, efforts: list[float], spread: bool) -> tuple[int, ...]:
        """The least effort that wins; an aggressor needs one in each column (AGR-50)."""
        choices = [
            chosen
            for chosen in combinations(range(SECTORS), min(self._needed, SECTORS))
            if not spread or len({sector % 3 for sector in chosen}) == 3
        ]
        return min(choices, key=lambda chosen: sum(efforts[sector] for sector in chosen))

    def _share_out(self, picture: Picture, plan: Plan) -> dict[int, int]:
        """Units go to sectors by need, the nearest first."""
        geography = self._geography
        still = [
            geography.sector[u.place] for u in picture.units if u.kind in HELPERS or not u.range
        ]
        movers = [u for u in picture.units if u.kind not in HELPERS and u.range]
        taking = [k for k in plan.wanted if picture.control[k] != self._side]
        guarded = [
            k
            for k in plan.wanted
            if picture.control[k] == self._side and k not in still and plan.enemies[k] > EMPTY
        ]
        room = dict.fromkeys(guarded, 1)
        rest = max(len(movers) - len(guarded), 0)
        goals = taking or [k for k in plan.wanted if plan.enemies[k] > EMPTY] or list(plan.wanted)
        total = sum(0.5 + plan.enemies[k] for k in goals)
        for sector in goals:
            share = rest * (0.5 + plan.enemies[sector]) / total
            room[sector] = room.get(sector, 0) + max(round(share), 1)
        found: dict[int, int] = {}
        for _, number, sector in sorted(
            (self._way_to(unit, sector), unit.number, sector) for unit in movers for sector in room
        ):
            if number not in found and room[sector]:
                found[number] = sector
                room[sector] -= 1
        fallback = goals[0]
        return {unit.number: found.get(unit.number, fallback) for unit in movers}

    def _way_to(self, unit: Own, sector: int) -> int:
        far = self._geography.distances(unit.place)
        return int(far[self._geography.members[sector]].min())

    def goal(self, picture: Picture, plan: Plan, unit: Own) -> int:
        """The hex that a unit heads for: an enemy in its sector, or where one may hide."""
        geography = self._geography
        far = geography.distances(unit.place)
        sector = plan.sector_of.get(unit.number)
        helped = self._helped(picture, unit)
        if helped:
            return min(helped, key=lambda place: (int(far[place]), place))
        if sector is None:
            return unit.place
        foes = [place for place in picture.foes if geography.sector[place] == sector]
        if foes:
            return min(foes, key=lambda place: (int(far[place]), place))
        members = geography.members[sector]
        if plan.enemies[sector] > EMPTY:
            density = self._belief.density[members] / (3.0 + far[members])
            if density.max() > 0:
                return int(members[int(density.argmax())])
        return min(members, key=lambda place: (int(far[place]), place))

    def _helped(self, picture: Picture, unit: Own) -> list[int]:
        """Hexes where a unit of a helping type is of use: the worn, and contamination."""
        if unit.kind == SUPPORT and unit.steps > 1:
            return [u.place for u in picture.units if self._awaits_supply(picture, u)]
        if unit.kind == TECHNICAL and self._decon:
            return sorted(picture.dirty)
        return []

    def _awaits_supply(self, picture: Picture, unit: Own) -> bool:
        """Whether it is armor that has lost much, away from the enemy."""
        types = self._geography.ground.types
        full = int(types.full_range[unit.kind] + types.full_strength[unit.kind])
        worn = unit.steps <= full - WORN
        far = self._geography.distances(unit.place)
        return unit.kind == ARMOR and worn and all(far[foe] > AWAY for foe in picture.foes)
