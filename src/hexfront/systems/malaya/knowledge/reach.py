"""Where units can go, by land and by rail: the search behind offers and overlays (MAL-8 to 12)."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hexfront.hex.search import new_search_scratch, path_to, search
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import OK, allowance, rail_refusal, side_of
from hexfront.systems.malaya.rules.planes import control_of, in_zone_of, stands
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    INFANTRY,
    NOBODY,
    ON_MAP,
    MalayaState,
    flags,
)


class Way(NamedTuple):
    """How a unit comes to a hex."""

    directions: tuple[int, ...]
    path: tuple[int, ...]
    """The hexes that it enters; the last one is where it ends."""
    cost: float
    """Movement points; of a train, hexes."""


class Reach:
    """Searches the ground of one scenario."""

    def __init__(self, setting: Setting) -> None:
        self._ground = ground = setting.ground
        self._count = ground.rules.hexes
        hexes = ground.hexes
        self._neighbours = np.ascontiguousarray(hexes.neighbour, dtype=np.int32)
        # The search adds a cost for the hex to one for the side; here all of it is the side's.
        self._sides = {
            INFANTRY: np.ascontiguousarray(hexes.march - 1),
            ARMOUR: np.ascontiguousarray(hexes.drive - 1),
        }
        self._scratch = new_search_scratch(self._count)

    def marches(self, state: MalayaState, unit: int) -> dict[int, Way]:
        """Every hex that a unit can march to with what is left of its move (MAL-8 to MAL-10)."""
        if state.units.stopped[unit] or state.units.status[unit] != ON_MAP:
            return {}
        left = int(allowance(self._ground, state, unit) - state.units.spent[unit])
        return self.within(state, unit, int(state.units.place[unit]), left)

    def within(self, state: MalayaState, unit: int, start: int, points: int) -> dict[int, Way]:
        """Every hex that a unit could march to from a hex with so many halves of points."""
        ground, scratch = self._ground, self._scratch
        enemy = 1 - side_of(ground, unit)
        enter = 1 - flags(state.standing[enemy], self._count + 1)
        zone = flags(state.zones[enemy], self._count + 1).astype(np.uint8)
        sides = self._sides[int(ground.units.arm[unit])]
        search(
            self._neighbours, enter, sides, zone, True, True, start, points, self._count, scratch
        )
        found = {}
        for there in scratch.reached[1 : int(scratch.size[0])].tolist():
            path = path_to(scratch, there)
            found[there] = Way(self._turns(path), tuple(path[1:]), int(scratch.cost[there]) / 2)
        return found

    def rides(self, state: MalayaState, unit: int) -> dict[int, Way]:
        """Every hex that a unit can go to by rail (MAL-12)."""
        ground = self._ground
        start = int(state.units.place[unit])
        if all(rail_refusal(ground, state, unit, d) != OK for d in range(DIRECTIONS)):
            return {}
        side = side_of(ground, unit)
        left = int(ground.rules.rail_hexes - state.units.railed[unit])
        before: dict[int, int] = {start: NOBODY}
        far = {start: 0}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            stopped = here != start and in_zone_of(state, here, 1 - side)
            if stopped or far[here] == left:
                continue
            for direction in range(DIRECTIONS):
                there = int(ground.hexes.neighbour[here, direction])
                if ground.hexes.rail[here, direction] == 0 or there in before:
                    continue
                if control_of(state, there) == side and not stands(state, there, 1 - side):
                    before[there], far[there] = here, far[here] + 1
                    waiting.append(there)
        return {there: self._ride(before, there) for there in before if there != start}

    def _ride(self, before: dict[int, int], there: int) -> Way:
        path = [there]
        while before[path[-1]] != NOBODY:
            path.append(before[path[-1]])
        path.reverse()
        return Way(self._turns(path), tuple(path[1:]), len(path) - 1)

    def _turns(self, path: list[int]) -> tuple[int, ...]:
        """The directions of the steps of a path."""
        return tuple(int(direction_to(self._ground, here, there)) for here, there in pairwise(path))
