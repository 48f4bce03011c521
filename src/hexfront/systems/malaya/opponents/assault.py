"""Plans of attacks: which hexes, by whom, from where, and who cuts the way back.

While a side moves, enemy zones stay as they are, so that every unit can go where it
could go from the start; units compete only for room in the hexes beside a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfront.systems.malaya.opponents.appraisal import NO_BATTLE, Appraisal, Force, Prospect
from hexfront.systems.malaya.opponents.geography import Geography
from hexfront.systems.malaya.opponents.picture import Picture, Reach
from hexfront.systems.malaya.scenario.state import NOBODY

PER_AIR: Final = 0.15
"""What an air point is worth, in points of a factor; less does not repay it."""
WORST: Final = 3
"""Zones on a retreat, beyond which it makes no difference."""
NEAR: Final = 2
"""Hexes from a target within which a unit may cut the way back."""


class Values(NamedTuple):
    """What matters to who attacks."""

    enemy: float
    """Worth of enemy factors that are eliminated."""
    own: float
    """Worth of own factors that are lost."""
    ground: Callable[[int], float]
    """Worth of taking a hex."""
    least: float
    """What a battle must promise."""


@dataclass(slots=True)
class Assault:
    """A battle that is planned."""

    target: int
    force: list[tuple[int, int]]
    """Attackers and the hexes from which they attack."""
    prospect: Prospect
    value: float


class Assaults:
    """Plans the battles of a movement phase on a picture, which it changes."""

    def __init__(
        self, geography: Geography, appraisal: Appraisal, picture: Picture, values: Values
    ) -> None:
        self._geography, self._appraisal = geography, appraisal
        self._picture, self._values = picture, values
        self.reach: dict[int, Reach] = {}
        self.placed: dict[int, int] = {}
        """Where units that have a task are to stand."""
        self._room: dict[int, int] = {}

    def add(self, units: Iterable[int]) -> None:
        """Units that can move; one that cannot leave its hex keeps its room there."""
        for unit in units:
            reach = self._picture.reach(unit, self._picture.left(unit))
            self.reach[unit] = reach
            if len(reach) == 1:
                self._take_room(unit, self._picture.place(unit))

    def _take_room(self, unit: int, place: int) -> None:
        stack = self._geography.units.stack[unit]
        self._room[place] = self.room(place) - stack

    def room(self, place: int) -> int:
        """Stacking points that are free in a hex, as planned."""
        return self._room.get(place, self._picture.stacking)

    def settle(self, unit: int, place: int) -> None:
        """Give a unit its place for this turn."""
        self.placed[unit] = place
        if len(self.reach[unit]) > 1:
            self._take_room(unit, place)
        self._picture.put(unit, place)

    def fits(self, unit: int, place: int) -> bool:
        """Whether a hex has room for a unit."""
        if len(self.reach[unit]) == 1:
            return place == self._picture.place(unit)
        return self._geography.units.stack[unit] <= self.room(place)

    def free(self) -> list[int]:
        """Units without a task."""
        return [unit for unit in self.reach if unit not in self.placed]

    def plan(self) -> list[Assault]:
        """The best battle first, then the best with those who are left."""
        planned: list[Assault] = []
        targets = sorted({self._picture.place(unit) for unit in self._picture.foes})
        while True:
            found = [a for t in targets if (a := self._concentrate(t)) is not None]
            best = max(found, key=lambda a: (a.value, -a.target), default=None)
            if best is None or best.value < self._values.least:
                return planned
            for unit, place in best.force:
                self.settle(unit, place)
            planned.append(best)
            self._cut_off(best)
            targets = [a.target for a in found if a.target != best.target]

    def _concentrate(self, target: int) -> Assault | None:
        """The attack with all who can come, less those whom it does not need."""
        force = self._gather(target)
        if not force:
            return None
        air = min(self._geography.rules.most_air, self._picture.air(self._picture.side))
        prospect = self._appraisal.battle(self._picture, force, target, min(air, 2))
        if prospect == NO_BATTLE:
            return None
        force = self._spare(force, target)
        prospect = self._appraisal.battle(self._picture, force, target, min(air, 2))
        return Assault(target, force, prospect, self.value(force, target, prospect))

    def _gather(self, target: int) -> list[tuple[int, int]]:
        """The strongest first, each where its blow is hardest and there is room."""
        geography = self._geography
        room: dict[int, int] = {}
        blows = []
        for unit in self.free():
            reach, arm = self.reach[unit], geography.units.arm[unit]
            for direction, here in enumerate(geography.around[target]):
                if here in reach and geography.cost[arm][here][direction - 3]:
                    blow = self._appraisal.attack(self._picture, unit, here, target)
                    each = blow / max(1, geography.units.stack[unit])
                    blows.append((-each, reach[here][0], here, unit))
        force: dict[int, int] = {}
        for _, _, here, unit in sorted(blows):
            if unit in force or not self.fits(unit, here):
                continue
            stack = geography.units.stack[unit] if len(self.reach[unit]) > 1 else 0
            if room.get(here, self.room(here)) >= stack:
                room[here] = room.get(here, self.room(here)) - stack
                force[unit] = here
        return list(force.items())

    def _spare(self, force: list[tuple[int, int]], target: int) -> list[tuple[int, int]]:
        """Without those who change neither the column nor the die."""
        appraisal, picture = self._appraisal, self._picture
        defence = sum(picture.defence(u) for u in picture.at(target, picture.enemy))

        def judged(some: Force) -> tuple[int, int]:
            attack = sum(appraisal.attack(picture, u, here, target) for u, here in some)
            column = appraisal.column(attack, defence)
            return column, appraisal.modifier(some, target) if some else NOBODY

        kept, best = list(force), judged(force)
        for blow in reversed(force):
            fewer = [other for other in kept if other != blow]
            if fewer and all(a >= b for a, b in zip(judged(fewer), best, strict=True)):
                kept = fewer
        return kept

    def value(self, force: Force, target: int, prospect: Prospect) -> float:
        """What a battle promises, in points of factors."""
        geography, picture, values = self._geography, self._picture, self._values
        own = self._mean([unit for unit, _ in force])
        enemy = self._mean(picture.at(target, 1 - self._side_of(force)))
        ground = values.ground(target)
        gain = values.enemy * enemy * prospect.taken + ground * prospect.vacated
        gain += geography.step_points * (prospect.taken - prospect.lost)
        return gain - values.own * own * (prospect.lost + prospect.thrown_back / 2)

    def _side_of(self, force: Force) -> int:
        return 0 if force[0][0] < self._geography.rules.second else 1

    def _mean(self, units: list[int]) -> float:
        """What a step of units is worth on average."""
        steps = sum(self._geography.units.full_steps[unit] for unit in units)
        worth = self._geography.step_worth
        total = sum(worth(unit) * self._geography.units.full_steps[unit] for unit in units)
        return total / max(1, steps)

    def _cut_off(self, assault: Assault) -> None:
        """Send a unit where its zone makes the retreat of the enemy dearest."""
        geography, picture = self._geography, self._picture
        defenders = picture.at(assault.target, picture.enemy)
        before = self._appraisal.way_back(picture, defenders, assault.target)
        best: tuple[float, int, int] | None = None
        for place, unit in self._cheapest_near(assault.target).items():
            start = picture.place(unit)
            picture.put(unit, place)
            zones = self._appraisal.way_back(picture, defenders, assault.target)
            picture.put(unit, start)
            gain = min(zones, WORST) - min(before, WORST) - geography.step_worth(unit) / 16
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, unit, place
        if best is not None:
            self.settle(best[1], best[2])
            prospect = self._appraisal.battle(picture, assault.force, assault.target, 2)
            assault.prospect = prospect

    def _cheapest_near(self, target: int) -> dict[int, int]:
        """For each hex near a target the least valuable unit that can go there and is free."""
        geography, found = self._geography, {}
        for unit in sorted(self.free(), key=lambda u: (-geography.step_worth(u), u)):
            for place in self.reach[unit]:
                if geography.distance(place, target) <= NEAR and self.fits(unit, place):
                    found[place] = unit
        return dict(sorted(found.items()))


class Battle(NamedTuple):
    """A battle that can be fought at once."""

    target: int
    force: Force
    worth: Callable[[Prospect], float]


def share_air(
    appraisal: Appraisal, picture: Picture, battles: Sequence[Battle], points: int, most: int
) -> list[int]:
    """Air points for each battle: one after the other goes where it changes most."""
    shares = [0] * len(battles)

    def hope(number: int, air: int) -> float:
        target, force, worth = battles[number]
        return worth(appraisal.battle(picture, force, target, air))

    hopes = [hope(number, 0) for number in range(len(battles))]
    for _ in range(points):
        gains = [
            (hope(number, shares[number] + 1) - hopes[number], -number)
            for number in range(len(battles))
            if shares[number] < most
        ]
        if not gains or max(gains)[0] < PER_AIR:
            break
        number = -max(gains)[1]
        shares[number] += 1
        hopes[number] = hope(number, shares[number])
    return shares
