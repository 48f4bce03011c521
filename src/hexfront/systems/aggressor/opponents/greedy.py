"""The opponent `greedy`: fights where the exact odds pay, and heads for what it needs.

It looks one step ahead, at one unit after another, and forgets what it does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.dice import Dice, draw
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.ways import Way
from hexfront.systems.aggressor.opponents.agency import Commanding
from hexfront.systems.aggressor.opponents.picture import Contact, Own, Picture
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_TARGET,
    REPLACE,
    SEEK_PARTISANS,
)
from hexfront.systems.aggressor.scenario.armies import Army, arranged_army
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    ARTILLERY,
    FIRE,
    INFANTRY,
    LAUNCH,
    MISSILE,
    SECTORS,
    STRIKE,
    TECHNICAL,
)

LEAST_GAIN: Final = 0.01
"""An attack that is expected to do less is not worth giving away that one is there."""
LEAST_LAUNCH: Final = 0.5
"""Missiles are fired once: they wait for a target that is worth this much."""
RESTORED: Final = 0.06
"""What a step that comes back is worth."""
CONTACT_WORTH: Final = 0.1
"""What a group of partisans is worth."""
PER_HEX: Final = 0.01
"""What it is worth to be a hex nearer to the goal."""
COVER: Final = 0.01
"""What it is worth to stand in rough terrain."""
NEAR: Final = 8
"""Enemies farther off than this are nobody's goal."""
NO_TARGET: Final = -1
MARCHING: Final = (ARMOR, INFANTRY, ARTILLERY, TECHNICAL)


class Option(NamedTuple):
    """Something that a unit could do where it stands."""

    gain: float
    unit: Own
    action: int


class Spot(NamedTuple):
    """A hex where a unit could end its move."""

    worth: float
    nearness: int
    place: int
    target: int
    """The enemy to attack from there, or `NO_TARGET`."""


class GreedyAgent(Commanding):
    """Takes the best attack there is; then lets every unit move; then ends its turn."""

    def __init__(self, rules: AggressorRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        self._mobile = bool(rules.ground.rules.mobile)
        self._time = -1
        self._gone: set[int] = set()
        """Units that have had their chance to move this turn."""

    def army(self) -> Army:
        """One of the suggested armies, any."""
        mixes = self.rules.scenario.suggestions
        mix = mixes[int(draw(self.dice, len(mixes)))]
        return arranged_army(self.ground, self.side, mix.units, self.dice)

    def rise(self, picture: Picture) -> bool:
        """At once."""
        return True

    def press(self, picture: Picture) -> bool:
        """Always."""
        return True

    def think(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Reconnaissance where nobody is seen; else the best deed; else the next unit's move."""
        if picture.time != self._time:
            self._time, self._gone = picture.time, set()
        actions = self.actions(picture, choices)
        if not picture.contacts:
            for base in picture.airbases:
                return [self._reconnaissance(picture, base)]
        best = max(self._deeds(picture, actions), default=None)
        if best is not None and best.gain >= LEAST_GAIN:
            return [self.code(best.unit, best.action)]
        for unit in picture.units:
            if unit.number not in self._gone:
                self._gone.add(unit.number)
                if orders := self._move(picture, unit):
                    return orders
        return [DONE]

    # Deeds on the spot

    def _deeds(self, picture: Picture, actions: dict[int, list[int]]) -> Iterator[Option]:
        for unit in picture.units:
            for action in actions.get(unit.number, ()):
                gain = self._gain(picture, unit, action)
                if gain > 0:
                    yield Option(gain, unit, action)

    def _gain(self, picture: Picture, unit: Own, action: int) -> float:
        hexes = self.geography.hexes
        if action < SEEK_PARTISANS:
            there = self.geography.toward[unit.place][action]
            if there in picture.foes:
                return self._attack(picture, unit, unit.place, unit.moved, picture.foes[there])
            return RESTORED if there in picture.friends else 0.0
        if action == SEEK_PARTISANS:
            rated = int(self.ground.types.rated[unit.kind])
            return CONTACT_WORTH * max(5 - rated, 0) / 10
        if action == REPLACE:
            return RESTORED / 2
        place = (action - FIRST_TARGET) % hexes
        contact = picture.foes.get(place)
        if unit.kind == TECHNICAL:
            return RESTORED
        if contact is None or (unit.kind == AIRBASE and action < FIRST_TARGET + hexes):
            return 0.0
        form = {AIRBASE: STRIKE, MISSILE: LAUNCH}.get(unit.kind, FIRE)
        gain = self._blow(picture, form, unit, contact)
        return gain if unit.kind != MISSILE or gain >= LEAST_LAUNCH else 0.0

    def _attack(
        self, picture: Picture, unit: Own, place: int, moved: int, contact: Contact
    ) -> float:
        form = self.gunnery.form(unit, place, moved, contact.place, unseen=False)
        return self._blow(picture, form, unit, contact)

    def _blow(self, picture: Picture, form: int, unit: Own, contact: Contact) -> float:
        targets = self.gunnery.suppose(contact.kind, contact.hits)
        covered = self.gunnery.covered(picture, contact.place)
        return self.gunnery.blow(form, unit.strength, targets, covered).gain

    # Reconnaissance

    def _reconnaissance(self, picture: Picture, base: Own) -> int:
        """Over any hex of the enemy's home."""
        away = [p for p in range(self.geography.hexes) if self.geography.home[p] == 1 - self.side]
        target = away[int(draw(self.dice, len(away)))]
        return self.code(base, FIRST_TARGET + target)

    # Moves

    def _move(self, picture: Picture, unit: Own) -> list[int]:
        """Orders that bring a unit to its best hex, and the attack from there."""
        if unit.kind not in MARCHING or unit.special or unit.frozen or self._holds(picture, unit):
            return []
        far = self.geography.distances(self._goal(picture, unit))
        ways = self.geography.ways(unit.walker, picture.obstacles)
        spots = [
            self._spot(picture, unit, place, way, int(far[place]))
            for place, way in ways.items()
            if place not in picture.dirty or place == unit.place
        ]
        best = max(spots, default=None)
        if best is None:
            return []
        if unit.range == 0 and best.target == NO_TARGET:
            return self._stir(picture, unit, far)
        actions = list(ways[best.place].directions)
        if best.target != NO_TARGET:
            actions.append(self.geography.toward[best.place].index(best.target))
        return [self.code(unit, action) for action in actions]

    def _stir(self, picture: Picture, unit: Own, far: Int) -> list[int]:
        """The try of a unit without range to come a hex nearer to its goal (AGR-11)."""
        if not unit.fresh:
            return []
        near = [
            (int(far[there]), direction)
            for direction, there in enumerate(self.geography.toward[unit.place])
            if there != self.geography.hexes and there not in picture.obstacles.taken
        ]
        return [self.code(unit, min(near)[1])] if near and min(near)[0] < far[unit.place] else []

    def _holds(self, picture: Picture, unit: Own) -> bool:
        """Whether it alone keeps a sector."""
        sector = self.geography.sector[unit.place]
        return picture.presence[sector] == 1 and picture.control[sector] == self.side

    def _spot(self, picture: Picture, unit: Own, place: int, way: Way, far: int) -> Spot:
        """What it is worth to end in a hex, and whom to attack from there."""
        worth = -PER_HEX * far + COVER * self.geography.rough[place]
        gain, target = 0.0, NO_TARGET
        spent = self._mobile and self.geography.allowance(place, way.range, way.moved) < 1
        if not unit.attacked and not spent and place not in picture.dirty:
            for there in self.geography.around[place]:
                if there in picture.foes:
                    hope = self._attack(picture, unit, place, way.moved, picture.foes[there])
                    if hope > gain:
                        gain, target = hope, there
        if gain < LEAST_GAIN:
            gain, target = 0.0, NO_TARGET
        return Spot(worth + gain, -way.moved, place, target)

    def _goal(self, picture: Picture, unit: Own) -> int:
        """The nearest enemy in sight; else the nearest hex to search of a sector that it lacks."""
        far = self.geography.distances(unit.place)
        near = [(int(far[c.place]), c.place) for c in picture.contacts if far[c.place] <= NEAR]
        if near:
            return min(near)[1]
        watched = picture.watched
        wanted = [
            place
            for sector in range(SECTORS)
            if picture.control[sector] != self.side
            for place in self.geography.members[sector]
            if not watched[place]
        ]
        return min(wanted, key=lambda place: (int(far[place]), place), default=unit.place)
