"""The ground of a scenario as lists, and the ways across it that the opponents reckon with."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import Final

from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    ATTACK,
    AXIAL_Q,
    AXIAL_R,
    COVERED,
    DEFENCE,
    DIE,
    DIRECTIONS,
    DRIVE,
    FULL_STEPS,
    HEXES,
    INFANTRY,
    MARCH,
    NEIGHBOUR,
    POINT,
    PORT_OF,
    RAIL,
    RIVER,
    ROAD,
    STEP_POINTS,
    VALUE,
    VICTORY,
)

FAR: Final = 100_000
"""Farther than anything that can be reached, in halves of movement points."""


class Geography:
    """What never changes, as lists: quicker to read one by one than arrays."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.ground = setting, setting.ground
        hexes = self.ground.hexes.tolist()
        self.hexes = int(self.ground.rules[HEXES])
        self.rules: list[int] = self.ground.rules.tolist()
        self.units: list[list[int]] = self.ground.units.tolist()
        self.ports: list[list[int]] = self.ground.ports.tolist()
        self.entries: list[list[int]] = self.ground.entries.tolist()
        self.around = [row[NEIGHBOUR : NEIGHBOUR + DIRECTIONS] for row in hexes]
        self.cost = {
            INFANTRY: [row[MARCH : MARCH + DIRECTIONS] for row in hexes],
            ARMOUR: [row[DRIVE : DRIVE + DIRECTIONS] for row in hexes],
        }
        self.rail = [row[RAIL : RAIL + DIRECTIONS] for row in hexes]
        self.river = [row[RIVER : RIVER + DIRECTIONS] for row in hexes]
        self.road = [row[ROAD : ROAD + DIRECTIONS] for row in hexes]
        self.die = [row[DIE] for row in hexes]
        self.covered = [row[COVERED] == 1 for row in hexes]
        self.port_of = [row[PORT_OF] for row in hexes]
        self.value = [row[VALUE] / POINT for row in hexes]
        self.axial = [(row[AXIAL_Q], row[AXIAL_R]) for row in hexes]
        self.goals = tuple(place for place in range(self.hexes) if hexes[place][VICTORY])
        """The hexes that decide the game (MAL-32)."""
        self.step_points = self.rules[STEP_POINTS] / POINT
        self._far: dict[tuple[tuple[int, ...], int], list[int]] = {}

    def distance(self, one: int, other: int) -> int:
        """Hexes between two hexes, whatever lies there."""
        q = self.axial[one][0] - self.axial[other][0]
        r = self.axial[one][1] - self.axial[other][1]
        return max(abs(q), abs(r), abs(q + r))

    def direction(self, here: int, there: int) -> int:
        """The direction of a hex that lies beside another."""
        return self.around[here].index(there)

    def step_worth(self, unit: int) -> float:
        """What a step of a unit is worth: the mean of its factors, shared by its steps."""
        facts = self.units[unit]
        return max(0.5, (facts[ATTACK] + facts[DEFENCE]) / 2 / facts[FULL_STEPS])

    def far(self, targets: Sequence[int], arm: int = INFANTRY) -> list[int]:
        """Halves of points from every hex to the nearest target, on an empty map."""
        key = tuple(targets), arm
        if key not in self._far:
            self._far[key] = self.far_past(targets, arm, {})
        return self._far[key]

    def far_past(self, targets: Iterable[int], arm: int, dear: dict[int, int]) -> list[int]:
        """The same, where some hexes cost so many halves more to enter."""
        cost, around = self.cost[arm], self.around
        found = [FAR] * (self.hexes + 1)
        waiting = [(0, place) for place in targets]
        for _, place in waiting:
            found[place] = 0
        heapq.heapify(waiting)
        while waiting:
            total, there = heapq.heappop(waiting)
            if total > found[there]:
                continue
            more = total + dear.get(there, 0)
            for direction, here in enumerate(around[there]):
                price = cost[here][direction - 3] if here != self.hexes else 0
                if price and more + price < found[here]:
                    found[here] = more + price
                    heapq.heappush(waiting, (more + price, here))
        return found

    def chain(self, here: int, far: Sequence[int]) -> list[int]:
        """The hexes on the cheapest way down a field of distances, from a hex on."""
        cost, found = self.cost[INFANTRY], [here]
        while far[here] > 0 and far[here] < FAR:
            here = min(
                (far[there] + cost[here][d], there)
                for d, there in enumerate(self.around[here])
                if cost[here][d] and far[there] < far[here]
            )[1]
            found.append(here)
        return found
