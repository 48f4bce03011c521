"""Where units can go: the search behind offers and overlays (BRG-12 to BRG-20)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hexfront.blocks import Int, direct
from hexfront.hex.search import new_search_scratch, path_to, search
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.hexes import first_holders, zones_of
from hexfront.systems.brigade.rules.movement import may_end
from hexfront.systems.brigade.rules.orders import FIRST_ATTACK, FIRST_UNIT_CODE, UNIT_CODES
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeState, Setting

Ends = Mapping[int, tuple[int, list[int]]]
"""For each hex in which a unit may end: cost and path, the start included."""


class Reach:
    """Where a unit can go with what is left of its move."""

    _list = direct(list_choices)
    _may_end = direct(may_end)

    def __init__(self, setting: Setting) -> None:
        self._ground = ground = setting.ground
        self._neighbours = np.ascontiguousarray(ground.hexes.neighbour, dtype=np.int32)
        self._scratch = new_search_scratch(ground.rules.off_map)
        self._codes: Int = np.zeros(
            FIRST_UNIT_CODE + UNIT_CODES * len(setting.companies), dtype=np.int64
        )

    def choices(self, state: BrigadeState, side: int) -> list[int]:
        """The orders of a side."""
        count = self._list(self._ground, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def ends(self, state: BrigadeState, unit: int) -> Ends:
        """Every hex in which the unit may end, the single hex of BRG-20 among them."""
        found = self.paths(state, unit)
        here = int(state.units.planned[unit])
        for code in self.choices(state, self._side(unit)):
            owner, action = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
            if code >= FIRST_UNIT_CODE and owner == unit and action < FIRST_ATTACK:
                there = int(self._ground.hexes.neighbour[here, action])
                if there not in found and self._may_end(self._ground, state, unit, there):
                    found[there] = (int(state.units.points[unit]), [here, there])
        return found

    def _side(self, unit: int) -> int:
        return int(unit >= self._ground.rules.first_unit[1])

    def paths(self, state: BrigadeState, unit: int) -> dict[int, tuple[int, list[int]]]:
        """Every hex in which the unit may end with the points it has left."""
        ground, scratch = self._ground, self._scratch
        first, side = int(ground.rules.first_unit[1]), self._side(unit)
        holder = first_holders(state)
        enemy = (holder != NOBODY) & ((holder >= first) != bool(side))
        cost = np.where(enemy, 0, ground.hexes.cost)
        zone = (zones_of(state, 1 - side) > 0).astype(np.uint8)
        here, points = int(state.units.planned[unit]), int(state.units.points[unit])
        off = ground.rules.off_map
        search(self._neighbours, cost, None, zone, True, True, here, points, off, scratch)
        reached = scratch.reached[1 : int(scratch.size[0])].tolist()
        return {
            there: (int(scratch.cost[there]), path_to(scratch, there))
            for there in reached
            if self._may_end(ground, state, unit, there)
        }
