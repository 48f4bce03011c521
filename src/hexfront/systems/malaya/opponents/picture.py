"""What an opponent knows of a game, as lists, and positions that it only imagines.

All is known to all (MAL-2).  A picture can be changed: units are put where they might go,
and what the rules' own kernels say of that is asked on the copy of the state behind it.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Final

import numpy as np

from hexfront.core.contract import View
from hexfront.jit import kernel
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.opponents.geography import Geography
from hexfront.systems.malaya.rules.combat import worth
from hexfront.systems.malaya.rules.movement import allowance, lift, settle
from hexfront.systems.malaya.rules.retreat import retreat_path
from hexfront.systems.malaya.rules.supply import read_supply, trace_supply
from hexfront.systems.malaya.scenario.state import (
    DIRECTIONS,
    EIGHTHS,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    flags,
)

Reach = dict[int, tuple[int, int]]
"""Hexes, with what it costs to come there, and the hex before."""
NO_PATH: Final = 99
"""Enemy zones on a retreat that there is not."""


@kernel
def trace(ground: MalayaGround, state: MalayaState, side: int) -> None:
    """Find how far each hex is from the net of supplies, on a state that is thrown away."""
    trace_supply(ground, state, side)


@kernel
def move_to(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> None:
    """Put a unit into another hex."""
    lift(ground, state, unit)
    settle(ground, state, unit, place)


class Picture:
    """The position of a side."""

    def __init__(self, geography: Geography, view: View, side: int) -> None:
        self.geography, self.side, self.enemy = geography, side, 1 - side
        self.ground = geography.ground
        self.state = state_of(geography.setting, view.facts)
        self.game = self.state.game
        self.units = self.state.units.lists()
        self.phase, self.turn = self.game.phase, self.game.turn
        rules = geography.rules
        self.stacking = rules.stacking
        seconds = range(rules.second, rules.units)
        self._members = (range(rules.second), seconds)
        self.own, self.foes = (self._on_map(s) for s in (side, 1 - side))
        self.read_hexes()

    def _on_map(self, side: int) -> list[int]:
        return [unit for unit in self._members[side] if self.units.status[unit] == ON_MAP]

    def members(self, side: int) -> range:
        """All units of a side, wherever they are."""
        return self._members[side]

    def read_hexes(self) -> None:
        """Take over what the state says of each hex."""
        count = self.geography.hexes + 1
        self.control: list[int] = flags(self.state.control, count).tolist()
        self.points, self.count, self.zone = ([[0] * count for _ in range(2)] for _ in range(3))
        for side in range(2):
            for unit in self._members[side]:
                if self.units.status[unit] != ON_MAP:
                    continue
                here = self.units.place[unit]
                self.points[side][here] += self.geography.units.stack[unit]
                self.count[side][here] += 1
                cost = self.geography.cost[self.geography.units.arm[unit]][here]
                for direction, there in enumerate(self.geography.around[here]):
                    self.zone[side][there] += cost[direction] > 0

    def place(self, unit: int) -> int:
        """The hex of a unit; the number of hexes for one that is not on the map."""
        return int(self.units.place[unit])

    def at(self, place: int, side: int) -> list[int]:
        """The units of a side in a hex."""
        units = self.own if side == self.side else self.foes
        return [unit for unit in units if self.units.place[unit] == place]

    def air(self, side: int) -> int:
        """Air points that a side has left."""
        return int(self.game.air_left[side])

    def put(self, unit: int, place: int) -> None:
        """Imagine a unit in another hex."""
        if self.units.place[unit] == place:
            return
        move_to(self.ground, self.state, unit, place)
        self.units.place[unit] = place
        self.units.status[unit] = ON_MAP
        self.read_hexes()

    def attack(self, unit: int) -> int:
        """The attack of a unit on level ground, in 512ths."""
        poor = EIGHTHS if self.units.supplied[unit] else self.geography.rules.unsupplied_attack
        return int(worth(self.ground, self.state, unit, self.ground.units.attack)) * poor * EIGHTHS

    def defence(self, unit: int) -> int:
        """The defence of a unit, in 512ths."""
        poor = EIGHTHS if self.units.supplied[unit] else self.geography.rules.unsupplied_defence
        return int(worth(self.ground, self.state, unit, self.ground.units.defence)) * poor * EIGHTHS

    def steps(self, units: list[int]) -> int:
        """Steps of units together."""
        return sum(self.units.steps[unit] for unit in units)

    def stack(self, units: list[int]) -> int:
        """Stacking points of units together."""
        return sum(self.geography.units.stack[unit] for unit in units)

    def left(self, unit: int) -> int:
        """Halves of points that a unit has left in this phase."""
        if self.units.stopped[unit]:
            return 0
        return int(allowance(self.ground, self.state, unit)) - self.units.spent[unit]

    def reach(self, unit: int, points: int, zone: Sequence[int] | None = None) -> Reach:
        """Where a unit can go with so many halves of points, by the rules of MAL-8 to MAL-10.

        Enemy zones may be given, where they will be others than now.
        """
        geography = self.geography
        side = 0 if unit < geography.rules.second else 1
        zone, foes = self.zone[1 - side] if zone is None else zone, self.count[1 - side]
        cost, around = geography.cost[geography.units.arm[unit]], geography.around
        start = self.units.place[unit]
        found: Reach = {start: (0, NOBODY)}
        waiting = [(0, start)]
        while waiting:
            total, here = heapq.heappop(waiting)
            if total > found[here][0] or (zone[here] and here != start):
                continue
            for direction in range(DIRECTIONS):
                there, price = around[here][direction], cost[here][direction]
                if not price or total + price > points or foes[there]:
                    continue
                if zone[here] and zone[there]:
                    continue
                if there not in found or total + price < found[there][0]:
                    found[there] = total + price, here
                    heapq.heappush(waiting, (total + price, there))
        return found

    def retreat(self, side: int, arm: int, points: int, place: int) -> int:
        """Enemy zones on the way of a group that must retreat from its hex; NO_PATH without one."""
        path = retreat_path(self.ground, self.state, side, arm, points, place, place)
        if path[0] == NOBODY:
            return NO_PATH
        return sum(1 for there in path if there != NOBODY and self.zone[1 - side][there])

    def supply(self, side: int) -> list[int]:
        """Halves of points from each hex to the net of a side; NOBODY where there is no way."""
        trace(self.ground, self.state, side)
        found = np.zeros(self.geography.hexes + 1, dtype=np.int64)
        read_supply(self.state, found)
        return found.tolist()


def path_of(reach: Reach, there: int) -> list[int]:
    """The hexes from the start to one that can be reached, both included."""
    path = [there]
    while reach[path[-1]][1] != NOBODY:
        path.append(reach[path[-1]][1])
    path.reverse()
    return path
