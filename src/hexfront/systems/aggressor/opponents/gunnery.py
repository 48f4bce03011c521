"""What opponents expect of an attack: exact odds, weighed by what the target is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hexfront.systems.aggressor.knowledge.determinization import worn
from hexfront.systems.aggressor.knowledge.odds import Chance, Defender, attack_chance
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.opponents.picture import Own, Picture
from hexfront.systems.aggressor.rules.combat import faces_that_hit
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    AMBUSH,
    ARMOR,
    ARTILLERY,
    ASSAULT,
    ATTACK,
    INFANTRY,
    LAUNCH,
    MISSILE,
    NO_TYPE,
    SUPPORT,
    TECHNICAL,
    TYPES,
)

WORTH: Final = {
    AIRBASE: 1.2,
    MISSILE: 1.4,
    ARTILLERY: 0.9,
    ARMOR: 1.0,
    INFANTRY: 0.7,
    SUPPORT: 0.4,
    TECHNICAL: 0.3,
}
"""What a fresh unit is worth, an armored one being 1."""
ALIVE: Final = 0.3
"""The part of its worth that a unit keeps to its last step: it holds its hex and its sector."""
OF_STRENGTH: Final = 0.2
"""The part that goes with strength; the rest goes with range, for who has none is blind."""


class Blow(NamedTuple):
    """What is to be expected of an attack."""

    hit: float
    kill: float
    gain: float
    """The worth of what the target loses."""


class Gunnery:
    """Weighs attacks on one map."""

    def __init__(self, geography: Geography) -> None:
        self.geography = geography
        self._ground = geography.ground
        types = geography.ground.types
        self._ranges: list[int] = types.full_range.tolist()
        self._strengths: list[int] = types.full_strength.tolist()
        self._mobile = bool(geography.ground.rules.mobile)
        self._fog = bool(geography.ground.rules.observation)
        self._die = int(geography.ground.rules.die)
        self._direct = int(geography.ground.rules.direct) / 100
        self.missiles = int(geography.ground.rules.launch_strength)

    def worth(self, kind: int, reach: int, strength: int) -> float:
        """What a unit is worth with what it has left."""
        if strength <= 0:
            return 0.0
        by_strength = strength / self._strengths[kind]
        by_range = reach / self._ranges[kind] if self._ranges[kind] else by_strength
        share = ALIVE + OF_STRENGTH * by_strength + (1 - ALIVE - OF_STRENGTH) * by_range
        return WORTH[kind] * share

    def form(self, unit: Own, place: int, moved: int, target: int, unseen: bool) -> int:
        """The form of an attack from a hex, after so many hexes moved (AGR-23, AGR-24, AGR-27)."""
        geography = self.geography
        if self._mobile:
            if moved and geography.distance(unit.start, target) > 1:
                return ASSAULT
        elif geography.distance(unit.start, place) > 1:
            return ASSAULT
        return AMBUSH if unseen and not moved and self._fog else ATTACK

    def covered(self, picture: Picture, place: int) -> bool:
        """Whether the hex protects who stands there (AGR-21)."""
        return bool(self.geography.rough[place]) or place in picture.dirty

    def suppose(self, kind: int, hits: int, dug_in: float = 0.5) -> list[Defender]:
        """What a contact may be: any type is as likely as any other; dug in by this chance."""
        kinds = range(TYPES) if kind == NO_TYPE else (kind,)
        return [
            Defender(each, *worn(*self.full(each), hits), dug, share / len(kinds))
            for each in kinds
            for dug, share in ((0, 1 - dug_in), (1, dug_in))
        ]

    def blow(self, form: int, strength: int, targets: Sequence[Defender], covered: bool) -> Blow:
        """What an attack does to a target of which this much is known."""
        hit = kill = gain = 0.0
        if form == LAUNCH:
            strength = self.missiles
        for target in targets:
            chance = attack_chance(self._ground, form, strength, target, covered)
            hit += target.weight * chance.hit
            kill += target.weight * chance.kill
            gain += target.weight * self._loss(form, strength, target, covered, chance)
        return Blow(hit, kill, gain)

    def _loss(
        self, form: int, strength: int, target: Defender, covered: bool, chance: Chance
    ) -> float:
        """The worth that one supposed target loses on average."""
        kind, reach, left = target.kind, target.range, target.strength
        now = self.worth(kind, reach, left)
        if form == LAUNCH:
            return chance.hit * now
        down = (reach - 1, left) if reach else (0, left - 1)
        after = self.worth(kind, *down)
        if form == AMBUSH:
            once = faces_that_hit(self._ground, strength, left, covered, target.dug) / self._die
            # Two attempts; the second counts for as much as the first.
            return 2 * once * (now - after)
        if form == ASSAULT and reach:
            direct = self.worth(kind, reach, left - 1)
            return chance.hit * (now - self._direct * direct - (1 - self._direct) * after)
        return chance.hit * (now - after)

    def full(self, kind: int) -> tuple[int, int]:
        """Range and strength of a fresh unit of a type."""
        return self._ranges[kind], self._strengths[kind]

    def depleted(self, unit: Own) -> int:
        """Steps that the unit has lost."""
        full = self.full(unit.kind)
        return full[0] - unit.range + full[1] - unit.strength
