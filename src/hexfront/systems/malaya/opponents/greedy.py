"""The opponent `greedy`: one unit after another goes where it is worth most now.

It fights each battle that promises more than it costs, heads for Singapore, or stands in
the way there, and plans nothing for the next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.systems.malaya.opponents.agency import Commanding
from hexfront.systems.malaya.opponents.appraisal import NO_BATTLE, Prospect
from hexfront.systems.malaya.opponents.geography import FAR
from hexfront.systems.malaya.opponents.picture import Picture, Reach
from hexfront.systems.malaya.rules.orders import ADVANCE_WITH
from hexfront.systems.malaya.scenario.state import JAPAN, NOBODY

GROUND: Final = 1.5
"""Steps that a vacated hex is worth."""
PER_HALF: Final = 0.25
"""Steps that half a movement point toward the goal is worth."""
A_TURN: Final = 20
"""Halves of points within which an enemy is near."""
AHEAD: Final = 3
"""Hexes before the enemy's first unit where the way is barred."""


class GreedyAgent(Commanding):
    """Moves each unit where it is worth most now and fights what pays; plans for no later phase."""

    def options(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """None: they cost points."""
        return []

    def reinforce(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Every unit at the entry by land that is nearest to its goal and has room."""
        orders = []
        points = list(picture.points[self.side])
        far = self.geography.far(self.geography.goals)
        for unit in self.units_in(choices):
            stack = self.geography.units.stack[unit]
            room = [
                (far[place], entry)
                for entry, place in enumerate(self.geography.entries.hex)
                if self.geography.entries.side[entry] == self.side
                and place < self.geography.hexes
                and points[place] + stack <= picture.stacking
                and self.enter(unit, entry) in choices
            ]
            if room:
                entry = min(room)[1]
                points[self.geography.entries.hex[entry]] += stack
                orders.append(self.enter(unit, entry))
        return orders

    def sail(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """The first unit that comes nearer to the goal by sea, to a port that is friendly."""
        far = self.geography.far(self.geography.goals)
        for unit in self.units_in(choices):
            here = far[picture.place(unit)] if self.side == JAPAN else -1
            ports = [
                (far[place], port)
                for port, place in enumerate(self.geography.ports.hex)
                if self.by_sea(unit, port, lands=False) in choices
            ]
            if ports and min(ports)[0] < here:
                port = min(ports)[1]
                return [self.by_sea(unit, port, lands=False), *self._again(picture, unit, choices)]
        return []

    def _again(self, picture: Picture, unit: int, choices: Sequence[int]) -> list[int]:
        """What the other units do at sea."""
        others = [c for c in choices if c >= self._first and self.units_in([c]) != [unit]]
        return self.sail(picture, others) if others else []

    def move(self, picture: Picture) -> list[int]:
        """The units nearest to their goal first."""
        goals = self._goals(picture)
        far = self.geography.far(goals)
        orders = []
        for unit in sorted(picture.own, key=lambda unit: (far[picture.place(unit)], unit)):
            if self._guards(picture, unit):
                continue
            reach = picture.reach(unit, picture.left(unit))
            own = self.geography.far(goals, self.geography.units.arm[unit])
            there = self._best_hex(picture, unit, reach, own)
            if there != picture.place(unit):
                orders += self.march(unit, reach, there)
                picture.put(unit, there)
        return orders

    def _guards(self, picture: Picture, unit: int) -> bool:
        """Whether a unit stays where it is: in a port without enemies near, or as the last one."""
        if self.side == JAPAN:
            return False
        place = picture.place(unit)
        if place in self.geography.goals and picture.count[self.side][place] == 1:
            return True
        near = self.geography.far((place,))
        first = min((near[picture.place(foe)] for foe in picture.foes), default=FAR)
        return self.geography.port_of[place] != NOBODY and first > A_TURN

    def _goals(self, picture: Picture) -> tuple[int, ...]:
        """What decides the game; for who defends it, the way of the enemy's first unit there."""
        goals = self.geography.goals
        if self.side == JAPAN or not picture.foes:
            return goals
        far = self.geography.far(goals)
        first = min(picture.foes, key=lambda unit: (far[picture.place(unit)], unit))
        chain = self.geography.chain(picture.place(first), far)
        return (chain[min(AHEAD, len(chain) - 1)],)

    def _best_hex(self, picture: Picture, unit: int, reach: Reach, far: Sequence[int]) -> int:
        """Where an attack or the goal is nearest."""
        stack, start = self.geography.units.stack[unit], picture.place(unit)

        def worth(there: int) -> float:
            value = -PER_HALF * far[there]
            for target in self.geography.around[there]:
                if picture.count[picture.enemy][target] and self._may(unit, there, target):
                    gain = self._gain(self._attack(picture, unit, there, target))
                    # Who only defends does not run into the enemy without a good attack.
                    value += gain if gain > 0 or self.side == JAPAN else -1.0
            return value

        room = [
            there
            for there in reach
            if there == start or picture.points[self.side][there] + stack <= picture.stacking
        ]
        return max(room, key=lambda there: (worth(there), -there))

    def _may(self, unit: int, here: int, target: int) -> bool:
        arm = self.geography.units.arm[unit]
        return self.geography.cost[arm][here][self.geography.direction(here, target)] > 0

    def _attack(self, picture: Picture, unit: int, here: int, target: int) -> Prospect:
        """The attack of all who stand beside a hex, and one more."""
        force = [f for f in self.beside(picture, target) if f[0] != unit]
        return self.appraisal.battle(picture, [*force, (unit, here)], target, 1)

    def _gain(self, prospect: Prospect) -> float:
        return prospect.taken - prospect.lost + GROUND * prospect.vacated - prospect.thrown_back

    def ride(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """No unit: trains need a plan."""
        return []

    def fight(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """The battle that promises most, with everybody who can join it."""
        air = min(self.geography.rules.most_air, picture.air(self.side))
        battles = []
        for target in sorted({picture.place(unit) for unit in picture.foes}):
            if self._first_hex + target not in choices:
                continue
            force, landing = self.beside(picture, target), self.landing(picture, target)
            if force or landing:
                prospect = self.appraisal.battle(picture, [*force, *landing], target, air)
                must = 100.0 if landing and prospect != NO_BATTLE else 0.0
                battles.append((self._gain(prospect) + must, -target, force))
        if not battles or max(battles)[0] <= 0:
            return []
        _, target, force = max(battles)
        return self.battle(-target, [unit for unit, _ in force], air)

    def advance(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """As many as may."""
        going = self.advancing(picture)
        orders, points = [], picture.stack(going)
        for unit in self.units_in(choices):
            stack = self.geography.units.stack[unit]
            if unit not in going and points + stack <= picture.stacking:
                points += stack
                orders.append(self.order(unit, ADVANCE_WITH))
        return orders
