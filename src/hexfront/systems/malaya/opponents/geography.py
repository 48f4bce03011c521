"""The ground of a scenario as lists, and the ways across it that the opponents reckon with."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import Final

from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import ARMOUR, INFANTRY, POINT

FAR: Final = 100_000
"""Farther than anything that can be reached, in halves of movement points."""


class Geography:
    """What never changes, as lists: quicker to read one by one than arrays."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.ground = setting, setting.ground
        hexes = self.ground.hexes.lists()
        self.hexes = self.ground.rules.hexes
        self.rules = self.ground.rules
        self.units = self.ground.units.lists()
        self.ports = self.ground.ports.lists()
        self.entries = self.ground.entries.lists()
        self.around: list[list[int]] = hexes.neighbour
        self.cost: dict[int, list[list[int]]] = {
            INFANTRY: hexes.march,
            ARMOUR: hexes.drive,
        }
        self.rail: list[list[int]] = hexes.rail
        self.river: list[list[int]] = hexes.river
        self.road: list[list[int]] = hexes.road
        self.die: list[int] = hexes.die
        self.covered = [covered == 1 for covered in hexes.covered]
        self.port_of: list[int] = hexes.port_of
        self.value = [value / POINT for value in hexes.value]
        self.axial: list[tuple[int, int]] = list(zip(hexes.axial_q, hexes.axial_r, strict=True))
        self.goals = tuple(place for place in range(self.hexes) if hexes.victory[place])
        """The hexes that decide the game (MAL-32)."""
        self.step_points = self.rules.step_points / POINT
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
        return max(
            0.5,
            (self.units.attack[unit] + self.units.defence[unit]) / 2 / self.units.full_steps[unit],
        )

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
