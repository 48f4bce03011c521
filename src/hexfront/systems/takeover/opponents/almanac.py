"""What opponents know of a ring before the first throw: where pawns come, and what fights promise.

All of it follows from the scenario; nothing here depends on the course of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from hexfront.systems.takeover.knowledge.forecast import odds_of
from hexfront.systems.takeover.knowledge.odds import Pool
from hexfront.systems.takeover.rules.pools import AGGRESSOR, DEFENDER, FACES
from hexfront.systems.takeover.rules.strength import Strength, dice_of
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting

FADING: Final = 0.9
"""What a visit counts for against one a turn earlier: until then much may change."""

Rows = list[list[float]]


class Almanac:
    """The ring in plain numbers, faster to read one by one than arrays."""

    def __init__(self, setting: Setting) -> None:
        ring = setting.ring
        self.setting, self.ring = setting, ring
        self.rules = ring.rules
        self.count, self.players = ring.rules.territories, ring.rules.players
        self.group: list[int] = ring.titles.group.tolist()
        self.quadrant: list[int] = ring.titles.quadrant.tolist()
        self.price: list[int] = ring.titles.price.tolist()
        self.income: list[int] = ring.titles.income.tolist()
        self.goods_price: list[int] = ring.rules.price.tolist()
        self.most: list[int] = ring.rules.most.tolist()
        self.at: list[int] = ring.spaces.territory.tolist()
        """The territory of each space, or NOBODY."""
        self.groups = _gathered(self.group)
        self.quadrants = _gathered(self.quadrant)
        self.mean_price = max(1.0, sum(self.price) / self.count)
        self.chances: dict[tuple[Any, Any], float] = {}
        """By what stands on two territories, as a ledger has it."""
        self._chances: dict[tuple[int, int], float] = {}
        self._dice: dict[tuple[int, Strength, Strength], int] = {}
        self._foresee()

    def _foresee(self) -> None:
        """How often pawns pass the Administration and come to territories, for every lead."""
        spaces, rounds = self.rules.spaces, self.rules.rounds
        step, paid = np.zeros((spaces, spaces)), np.zeros(spaces)
        offices = self.ring.spaces.kind == s.ADMINISTRATION
        for space in range(spaces):
            for first in range(1, FACES + 1):
                for second in range(1, FACES + 1):
                    way = (space + 1 + np.arange(first + second)) % spaces
                    step[space, way[-1]] += 1 / FACES**2
                    paid[space] += offices[way].sum() / FACES**2
        lands = np.zeros((spaces, self.count))
        for space, territory in enumerate(self.at):
            if territory != s.NOBODY:
                lands[space, territory] = 1.0
        self.next_visit: Rows = (step @ lands).tolist()
        """The chance that the next throw leads from a space to a territory."""
        passes, visits = np.zeros(spaces), np.zeros((spaces, self.count))
        self.passes: Rows = [passes.tolist()]
        """By turns left and space: how often the Administration pays on average."""
        self.visits: list[Rows] = [visits.tolist()]
        """By turns left, space and territory: visits, later ones counting for less."""
        for _ in range(rounds):
            passes = paid + step @ passes
            visits = step @ (lands + FADING * visits)
            self.passes.append(passes.tolist())
            self.visits.append(visits.tolist())

    def dice(self, side: int, own: Strength, other: Strength) -> int:
        """Six-sided dice of a side (TKO-4 to TKO-7)."""
        key = side, own, other
        found = self._dice.get(key)
        if found is None:
            found = self._dice[key] = int(dice_of(self.ring.rules, *key))
        return found

    def chance(self, own: Strength, other: Strength) -> float:
        """The aggressor's exact chance to win a takeover (TKO-17)."""
        dice = self.dice(AGGRESSOR, own, other), self.dice(DEFENDER, other, own)
        found = self._chances.get(dice)
        if found is None:
            polygons = self.rules.polygon.tolist()
            both = Pool(polygons[0], dice[0]), Pool(polygons[1], dice[1])
            found = self._chances[dice] = float(odds_of(self.ring, both).engagement_win)
        return found


def _gathered(kinds: Sequence[int]) -> list[list[int]]:
    """The territories of each kind."""
    return [
        [territory for territory, kind in enumerate(kinds) if kind == wanted]
        for wanted in range(max(kinds) + 1)
    ]
