"""What a battle promises, before it is fought: expected losses and the chance to take the hex.

The odds, the modifiers and the defender's air points are those of MAL-19 to MAL-23.  Who
of a stack loses a step is averaged, and retreats cost what the way of the whole stack costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from hexfront.systems.malaya.opponents.geography import Geography
from hexfront.systems.malaya.opponents.picture import NO_PATH, Picture
from hexfront.systems.malaya.scenario.model import FACES
from hexfront.systems.malaya.scenario.state import ARMOUR, EIGHTHS, INFANTRY, NOBODY

AT_SEA: Final = -1
"""Where an attacker comes from who lands."""

Force = Sequence[tuple[int, int]]
"""Attackers, each with the hex from which it attacks, or AT_SEA."""


class Prospect(NamedTuple):
    """What is to be expected of a battle."""

    vacated: float
    """The chance that the defender leaves the hex."""
    lost: float
    """Steps of the attacker."""
    taken: float
    """Steps of the defender."""
    thrown_back: float
    """The chance that the attackers retreat."""


NO_BATTLE: Final = Prospect(0.0, 0.0, 0.0, 0.0)


class Appraisal:
    """Judges battles on the ground of a scenario."""

    def __init__(self, geography: Geography) -> None:
        self._geography = geography
        ground = geography.ground
        rules = geography.rules
        self.columns = rules.results
        self._odds: list[list[int]] = ground.odds.tolist()
        self._results: list[list[int]] = ground.results.words.tolist()
        self._commitment: list[list[int]] = ground.commitment.tolist()
        self._table = cache(self._expect)

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew where it is unpickled: what was looked up can be again."""
        return type(self), (self._geography,)

    def column(self, attack: int, defence: int) -> int:
        """The column of the results table; NOBODY where the attack is too weak (MAL-23)."""
        found = NOBODY
        for column, (ours, theirs) in enumerate(self._odds):
            if defence == 0 or attack * theirs >= defence * ours:
                found = column
        return found if attack > 0 else NOBODY

    def attack(self, picture: Picture, unit: int, here: int, target: int) -> int:
        """What a unit attacks a hex with from another, in 512ths (MAL-21)."""
        value = picture.attack(unit)
        if here != AT_SEA and self._across(here, target):
            value = value * self._geography.rules.river_factor // EIGHTHS
        return value

    def _across(self, here: int, target: int) -> bool:
        direction = self._geography.direction(here, target)
        return self._geography.river[here][direction] == 1

    def modifier(self, force: Force, target: int) -> int:
        """What ground, river, landing and armour add to the die (MAL-23)."""
        geography, rules = self._geography, self._geography.rules
        total = geography.die[target]
        if any(here == AT_SEA for _, here in force):
            total += rules.landing_die
        elif all(self._across(here, target) for _, here in force):
            total += rules.river_die
        if any(self._drives(unit, here, target) for unit, here in force):
            total += rules.armour_die
        return total

    def _drives(self, unit: int, here: int, target: int) -> bool:
        geography = self._geography
        if geography.units.arm[unit] != ARMOUR or here == AT_SEA or geography.covered[target]:
            return False
        return geography.road[here][geography.direction(here, target)] == 1

    def battle(self, picture: Picture, force: Force, target: int, air: int) -> Prospect:
        """What an attack on a hex with so many air points promises."""
        side = 0 if force[0][0] in picture.members(0) else 1
        attack = sum(self.attack(picture, unit, here, target) for unit, here in force)
        defenders = picture.at(target, 1 - side)
        defence = sum(picture.defence(unit) for unit in defenders)
        zones = self.way_back(picture, defenders, target)
        lands = any(here == AT_SEA for _, here in force)
        return self.expect(
            attack,
            defence,
            self.modifier(force, target),
            air,
            min(self._geography.rules.most_air, picture.air(1 - side)),
            picture.steps([unit for unit, _ in force]),
            picture.steps(defenders),
            zones,
            len(force) if lands else 0,
            self._geography.covered[target],
        )

    def way_back(self, picture: Picture, defenders: Iterable[int], target: int) -> int:
        """Enemy zones on the retreat of a stack; NO_PATH where it is cut off."""
        geography, worst = self._geography, 0
        for arm in (INFANTRY, ARMOUR):
            group = [unit for unit in defenders if geography.units.arm[unit] == arm]
            if group:
                side = 0 if group[0] in picture.members(0) else 1
                points = picture.stack(group)
                worst = max(worst, picture.retreat(side, arm, points, target))
        return worst

    def expect(
        self,
        attack: int,
        defence: int,
        modifier: int,
        air: int,
        defence_air: int,
        attackers: int,
        defenders: int,
        zones: int,
        landing: int,
        covered: bool,
    ) -> Prospect:
        """What two strengths promise; steps of both sides bound their losses."""
        column = self.column(attack, defence)
        if column == NOBODY:
            return NO_BATTLE
        return self._table(
            column, modifier, air, defence_air, attackers, defenders, zones, landing, covered
        )

    def _expect(
        self,
        column: int,
        modifier: int,
        air: int,
        defence_air: int,
        attackers: int,
        defenders: int,
        zones: int,
        landing: int,
        covered: bool,
    ) -> Prospect:
        rules = self._geography.rules
        most, less = rules.air_die, rules.covered_less if covered else 0
        weights = self._commitment[column]
        total = sum(weights) * FACES
        sums = [0.0, 0.0, 0.0, 0.0]
        for wished, weight in enumerate(weights):
            committed = max(0, min(defence_air, wished - less))
            net = max(-most, min(most, air - committed))
            for face in range(1, FACES + 1) if weight else ():
                row = max(1, min(FACES, face + modifier + net)) - 1
                entry = self._results[row * self.columns + column]
                result = self._result(entry, attackers, defenders, zones, landing)
                for place, number in enumerate(result):
                    sums[place] += number * weight / total
        return Prospect(*sums)

    def _result(
        self, entry: list[int], attackers: int, defenders: int, zones: int, landing: int
    ) -> Prospect:
        """What an entry of the table comes to (MAL-23 to MAL-30)."""
        rules = self._geography.rules
        lost, taken, attackers_fall_back, defenders_fall_back = entry
        vacated = taken >= defenders
        if not vacated and defenders_fall_back:
            if zones == NO_PATH:
                taken += rules.blocked_loss
                vacated = taken >= defenders
            else:
                taken += zones * rules.zone_loss
                vacated = True
        back = attackers_fall_back
        if landing and (not vacated or back):
            lost += landing * rules.landing_loss
        return Prospect(float(vacated), min(lost, attackers), min(taken, defenders), float(back))
