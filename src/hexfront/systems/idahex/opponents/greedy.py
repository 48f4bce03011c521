"""The opponent `greedy`: attacks beside it where the ratio is good, marches at the nearest enemy.

It looks at one unit after another, takes every enemy for as strong as planned,
and knows neither supplies nor aircraft.
"""

from __future__ import annotations

from typing import Any, Final

from hexfront.core.dice import Dice
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.opponents.agency import WarAgent
from hexfront.systems.idahex.opponents.staff.headquarters import FIGHTER, make_staff
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import steps_between
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.table.offers import STANDARD_HOLD

GOOD: Final = 1.2
"""The ratio of planned values from which it attacks."""


class GreedyAgent(WarAgent):
    """Attacks what stands beside it where the ratio is good, and marches at the nearest enemy."""

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        self._staff = make_staff(self.setting.design)
        self._area = self.setting.design.area

    def think(self, facts: dict[str, Any]) -> list[list[int]]:
        """A step for each idle fighter: into a cell that can be taken, else towards the enemy."""
        if facts["phase"] == s.STRIKES:
            return []
        own = facts["own"][str(self.side)]
        enemies = self._enemies(facts, set(own["rows"]))
        idle: dict[int, list[int]] = {}
        for row, leader in zip(own["rows"], own["leader"], strict=True):
            place, posture, _, engagement, _ = facts["units"][row]
            kind = self.setting.units[row].kind
            waits = posture // 10 in (s.HOLD, s.INACTIVE) and posture >= 0
            fights = self._staff.role[kind] == FIGHTER
            if waits and fights and leader == s.NONE and engagement == s.NONE:
                idle.setdefault(place, []).append(row)
        return [
            [
                o.MISSION,
                self._book.unit(row),
                self._book.cell(goal),
                o.POSTURE + STANDARD_HOLD,
                o.END,
            ]
            for place, rows in sorted(idle.items())
            for row, goal in self._steps(facts, enemies, place, rows)
        ]

    @property
    def _book(self) -> o.OrderBook:
        return self.rules.book

    def _enemies(self, facts: dict[str, Any], own: set[int]) -> dict[int, float]:
        """By cell, the planned value on defence of the enemies there."""
        found: dict[int, float] = {}
        for row, (place, posture, *_) in enumerate(facts["units"]):
            if row not in own and posture >= STANDARD_HOLD:
                value = float(self._staff.defence[self.setting.units[row].kind])
                found[place] = found.get(place, 0.0) + value
        return found

    def _steps(
        self, facts: dict[str, Any], enemies: dict[int, float], place: int, rows: list[int]
    ) -> list[tuple[int, int]]:
        """Where each of the units in a cell goes, if anywhere."""
        sleepers = [row for row in rows if facts["units"][row][1] < STANDARD_HOLD]
        if sleepers:
            return [(row, place) for row in sleepers]
        around = [int(self._area.rim[place, side]) for side in range(RIM)]
        around = [cell for cell in around if cell and self._area.environment[cell] > 0]
        strength = sum(float(self._staff.attack[self.setting.units[row].kind]) for row in rows)
        beaten = [c for c in around if c in enemies and strength >= GOOD * enemies[c]]
        if beaten:
            goal = min(beaten, key=lambda cell: (enemies[cell], cell))
            return [(row, goal) for row in rows]
        if any(cell in enemies for cell in around):
            return []
        free = [cell for cell in around if facts["owner"][cell] != self.side]
        if free:
            return [(rows[0], free[0])]
        goal = min(around, key=lambda cell: (self._far(facts, enemies, cell), cell), default=place)
        if self._far(facts, enemies, goal) >= self._far(facts, enemies, place):
            return []
        return [(row, goal) for row in rows[1:] or rows]

    def _far(self, facts: dict[str, Any], enemies: dict[int, float], cell: int) -> int:
        """How many cells it is to the nearest enemy."""
        return min((steps_between(self._area, cell, other) for other in enemies), default=0)
