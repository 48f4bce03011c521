"""What a commander's units could do at one moment, each deed weighed in the same measure.

The measure is the worth of units (`gunnery`): what an attack takes from the
enemy, what a step that comes back gives, and what it means to stand somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from hexfront.systems.aggressor.knowledge.odds import Defender, Odds
from hexfront.systems.aggressor.knowledge.ways import Way
from hexfront.systems.aggressor.opponents.belief import Belief, Density
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.opponents.gunnery import Gunnery
from hexfront.systems.aggressor.opponents.picture import Contact, Own, Picture
from hexfront.systems.aggressor.opponents.plans import STILL, Plan, Planner
from hexfront.systems.aggressor.rules.orders import FIRST_TARGET, REPLACE, SEEK_PARTISANS
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    FIRE,
    INFANTRY,
    LAUNCH,
    MISSILE,
    NOBODY,
    STRIKE,
    SUPPORT,
    TECHNICAL,
)

LEAST_GAIN: Final = 0.008
"""An attack that is expected to do less is left out."""
PER_HEX: Final = 0.012
"""What it is worth to be a hex nearer to the goal."""
COVER: Final = 0.01
"""What rough terrain is worth to who ends there, besides the lesser danger."""
ENTERING: Final = 0.08
"""What it is worth to be the first in a sector that is wanted."""
HOLDING: Final = 0.25
"""What it costs to leave a sector that only this unit holds, where enemies are about."""
FEAR: Final = 0.5
"""How much of the danger counts: not every enemy comes that could."""
UNSEEN_FEAR: Final = 0.25
"""How much of an unseen enemy in the neighbourhood counts as one that attacks."""
NEIGHBOURHOOD: Final = 37
"""Hexes within three of one, itself included."""
IN_WANTED: Final = 1.4
"""How much more it is worth to hit enemies in a sector that is to be taken."""
INTRUDER: Final = 1.6
"""How much more it is worth to hit enemies in a sector that one holds."""
FIND: Final = 0.05
"""What it is worth to find an enemy, where there is somebody to attack it."""
MOST_FINDS: Final = 3.0
"""More enemies than this are too many to be attacked in one turn."""
MOBILITY: Final = 0.08
"""What it is worth to a unit without range to be able to move and see again."""
PARTISANS: Final = 0.1
"""What a group of partisans is worth."""
CLEANING: Final = 0.05
"""What it is worth to clean a hex."""
LEAST_LAUNCH: Final = 0.45
"""Missiles are fired once: they wait for a target that is worth this much."""
GIVEN: Final = 0.3
"""How much of its worth the step of a support unit counts: it is there to be given."""
REFIT: Final = 0.5
"""How much of the worth of a step it is worth to be where one can be had next turn."""
DIGGING: Final = 0.02
"""What it is worth for a unit to dig in at its goal."""


class Deed(NamedTuple):
    """What a unit could do: go somewhere, attack from there, or a function."""

    value: float
    unit: Own
    actions: tuple[int, ...]
    """Actions of the unit, one after another."""


class Tactics:
    """One moment, with what has been reckoned for it."""

    def __init__(
        self,
        geography: Geography,
        gunnery: Gunnery,
        odds: Odds,
        belief: Belief,
        planner: Planner,
        plan: Plan,
        picture: Picture,
    ) -> None:
        self.geography, self.gunnery, self.odds = geography, gunnery, odds
        self.belief, self.planner, self.plan, self.picture = belief, planner, plan, picture
        self.rules = geography.ground.rules
        self.threat = self._threats()
        self._blows: dict[tuple[int, int, int], float] = {}
        self._targets: dict[int, list[Defender]] = {}

    # Danger

    def _threats(self) -> Density:
        """By hex: enemies that could attack who stands there in their next turn."""
        geography, belief = self.geography, self.belief
        threat: Density = belief.density.copy()
        near = geography.ground.hexes.neighbour[: geography.hexes]
        for _ in range(3):
            threat = (threat + np.append(threat, 0.0)[near].sum(axis=1)) / 7
        threat *= NEIGHBOURHOOD * UNSEEN_FEAR
        for contact in self.picture.contacts:
            reach = belief.speed(contact) + 1
            threat += geography.distances(contact.place) <= reach
        return threat

    def danger(self, unit: Own, place: int) -> float:
        """The worth that a unit is expected to lose in a hex."""
        gunnery = self.gunnery
        now = gunnery.worth(unit.kind, unit.range, unit.strength)
        down = (unit.range - 1, unit.strength) if unit.range else (0, unit.strength - 1)
        step = now - gunnery.worth(unit.kind, *down)
        chance = 0.5 + 0.1 * (2 - unit.strength) - 0.1 * self.geography.rough[place]
        crowd = self.threat[place] / (1.0 + 0.25 * len(self.picture.units) ** 0.5)
        return float(FEAR * min(crowd, 3.0) * chance * step)

    # Standing

    def standing(self, unit: Own, place: int, goal: int) -> float:
        """What it is worth that the unit ends its turn in a hex."""
        geography, picture = self.geography, self.picture
        value = -PER_HEX * geography.distance(place, goal)
        value += COVER * geography.rough[place] - self.danger(unit, place)
        here, there = geography.sector[unit.place], geography.sector[place]
        if here != there:
            if picture.presence[here] == 1 and self._contested(here):
                value -= HOLDING
            if picture.presence[there] == 0 and there in self.plan.wanted:
                value += ENTERING
        if unit.kind != SUPPORT and self._supplies(place):
            value += REFIT * self.restored(unit)
        if place in picture.dirty and place != unit.place:
            value -= self.gunnery.worth(unit.kind, unit.range, unit.strength) / 3
        return value

    def _supplies(self, place: int) -> bool:
        """Whether a support unit with something to give stands beside a hex."""
        friends = self.picture.friends
        near = [friends[p] for p in self.geography.around[place] if p in friends]
        return any(friend.kind == SUPPORT and friend.steps > 1 for friend in near)

    def _contested(self, sector: int) -> bool:
        """Whether a sector may go to the enemy when the last unit leaves it."""
        return self.plan.enemies[sector] > 0.3

    # Attacks

    def worth_of(self, unit: Own, contact: Contact, form: int) -> float:
        """What an attack is worth: damage, by where the target stands, and what it declares."""
        key = (contact.number, form, unit.strength)
        value = self._blows.get(key)
        if value is None:
            targets = self._targets.get(contact.number)
            if targets is None:
                targets = self._targets[contact.number] = self.belief.targets(contact)
            covered = self.gunnery.covered(self.picture, contact.place)
            value = self.gunnery.blow(form, unit.strength, targets, covered).gain
            value = self._focus(contact) * value
            self._blows[key] = value
        return value

    def _focus(self, contact: Contact) -> float:
        sector = self.geography.sector[contact.place]
        if self.picture.control[sector] == self.picture.side:
            return INTRUDER
        return IN_WANTED if sector in self.plan.wanted else 1.0

    def declares(self, place: int) -> bool:
        """Whether an attack there would make the side the aggressor against its plan (AGR-49)."""
        return (
            self.picture.aggressor == NOBODY
            and not self.plan.aggressive
            and self.geography.home[place] == 1 - self.picture.side
        )

    def melee(self, unit: Own) -> Deed | None:
        """The best attack of a unit on the ground, from where it stands or can go."""
        picture, geography = self.picture, self.geography
        if unit.attacked or unit.special or unit.frozen:
            return None
        walker = unit.walker
        steps = 0 if walker.halted else max(unit.range - unit.moved, 0)
        far = geography.distances(unit.place)
        if not any(far[place] <= steps + 1 for place in picture.foes):
            return None
        ways = {unit.place: Way((), (), unit.moved, unit.range, walker.halted)}
        if unit.kind not in STILL:
            ways = geography.ways(walker, picture.obstacles)
        goal = self.planner.goal(picture, self.plan, unit)
        stay, unseen = self.standing(unit, unit.place, goal), self._unseen(unit)
        best: Deed | None = None
        for place, way in ways.items():
            if place in picture.dirty or not self._may_attack(place, way):
                continue
            for there in geography.around[place]:
                contact = picture.foes.get(there)
                if contact is None or self.declares(there):
                    continue
                form = self.gunnery.form(unit, place, way.moved, there, unseen)
                gain = self.worth_of(unit, contact, form)
                if gain < LEAST_GAIN:
                    continue
                value = gain + self.standing(unit, place, goal) - stay
                if best is None or value > best.value:
                    toward = geography.toward[place].index(there)
                    best = Deed(value, unit, (*way.directions, toward))
        return best

    def _may_attack(self, place: int, way: Way) -> bool:
        """With mobile attacks a movement point must be left (AGR-27)."""
        return not self.rules.mobile or self.geography.allowance(place, way.range, way.moved) >= 1

    def _unseen(self, unit: Own) -> bool:
        """Whether no enemy in sight could see the unit (AGR-24)."""
        return not any(
            self.geography.distance(unit.place, other.place) <= self.belief.speed(other)
            for other in self.picture.contacts
        )

    def shots(self, unit: Own, actions: list[int]) -> Iterator[Deed]:
        """Strikes, indirect fire and launches at what is seen."""
        if unit.kind not in (AIRBASE, ARTILLERY, MISSILE):
            return
        hexes = self.geography.hexes
        for action in actions:
            if action < FIRST_TARGET or (unit.kind == AIRBASE and action < FIRST_TARGET + hexes):
                continue
            place = (action - FIRST_TARGET) % hexes
            contact = self.picture.foes.get(place)
            if contact is None or self.declares(place):
                continue
            form = {AIRBASE: STRIKE, MISSILE: LAUNCH}.get(unit.kind, FIRE)
            value = self.worth_of(unit, contact, form)
            if form == STRIKE:
                value -= self.flight_cost(unit, place, strike=True)
            elif form == LAUNCH and value < LEAST_LAUNCH:
                continue
            yield Deed(value, unit, (action,))

    def flight_cost(self, unit: Own, place: int, *, strike: bool) -> float:
        """What air defence is expected to take from an airbase (AGR-32)."""
        far = self.geography.distance(unit.place, place)
        return self._air_loss(unit, far, strike=strike)

    def _air_loss(self, unit: Own, far: int, *, strike: bool) -> float:
        chance = self.odds.air_loss(far, unit.strength, strike)
        now = self.gunnery.worth(AIRBASE, unit.range, unit.strength)
        return chance * (now - self.gunnery.worth(AIRBASE, unit.range, unit.strength - 1))

    def reconnaissance(self, unit: Own) -> Deed | None:
        """The flight that is likely to find most for what it may cost (AGR-30)."""
        flights = self.geography.flights(unit.place)
        if not len(flights.places):
            return None
        there = self.belief.density[flights.places]
        found = np.cumsum(there)
        found = found - (found - there)[flights.first]
        values = FIND * np.minimum(found, MOST_FINDS) - self._flight_costs(unit)[flights.far]
        best = int(values.argmax())
        return Deed(float(values[best]), unit, (FIRST_TARGET + int(flights.places[best]),))

    def _flight_costs(self, unit: Own) -> Density:
        """What a reconnaissance flight is expected to cost, by distance."""
        far = range(self.geography.rows + self.geography.columns)
        return np.array([self._air_loss(unit, distance, strike=False) for distance in far])

    # Other deeds

    def functions(self, unit: Own, actions: list[int]) -> Iterator[Deed]:
        """Supply, replacement, partisans, decontamination."""
        for action in actions:
            value = 0.0
            if action < SEEK_PARTISANS:
                there = self.geography.toward[unit.place][action]
                support = self.picture.friends.get(there)
                if support is not None and support.kind == SUPPORT:
                    value = self.restored(unit) - GIVEN * self._spent(support)
            elif action == SEEK_PARTISANS:
                rated = int(self.geography.ground.types.rated[unit.kind])
                percent = self.rules.contact_base - self.rules.contact_step * rated
                value = PARTISANS * max(percent, 0) / 100
            elif action == REPLACE and unit.kind in (INFANTRY, SUPPORT):
                home = self.geography.home[unit.place] == self.picture.side
                percent = self.rules.replaced_home if home else self.rules.replaced_away
                value = self.restored(unit) * percent / 100
            elif unit.kind == TECHNICAL and action >= FIRST_TARGET:
                value = CLEANING * self._dirt(action - FIRST_TARGET)
            if value > 0:
                yield Deed(value, unit, (action,))

    def restored(self, unit: Own) -> float:
        """What a step that comes back is worth: strength first, then range (AGR-29, AGR-36)."""
        full = self.gunnery.full(unit.kind)
        if not self.gunnery.depleted(unit):
            return 0.0
        up = (unit.range, unit.strength + 1)
        if unit.strength >= full[1]:
            up = (unit.range + 1, unit.strength)
        gain = self.gunnery.worth(unit.kind, *up)
        gain -= self.gunnery.worth(unit.kind, unit.range, unit.strength)
        return gain + MOBILITY * (unit.range == 0 and up[0] == 1)

    def _spent(self, support: Own) -> float:
        """What the step of the support unit was worth."""
        down = (support.range - 1, support.strength)
        if not support.range:
            down = (0, support.strength - 1)
        now = self.gunnery.worth(SUPPORT, support.range, support.strength)
        return now - self.gunnery.worth(SUPPORT, *down)

    def _dirt(self, place: int) -> int:
        """Own units that a contaminated hex troubles."""
        friends = self.picture.friends
        return 1 + 3 * (place in friends) + sum(p in friends for p in self.geography.around[place])

    def moves(self, unit: Own) -> Deed | None:
        """The best hex to go to without an attack; None where it is best to stay."""
        if unit.kind in STILL or unit.special or unit.frozen:
            return None
        picture, geography = self.picture, self.geography
        goal = self.planner.goal(picture, self.plan, unit)
        if unit.range == 0:
            return self._stir(unit, goal)
        ways = geography.ways(unit.walker, picture.obstacles)
        stay = self.standing(unit, unit.place, goal) + DIGGING * (unit.fresh and unit.place == goal)
        best: Deed | None = None
        for place, way in ways.items():
            if way.directions:
                value = self.standing(unit, place, goal) - stay
                if value > 0 and (best is None or value > best.value):
                    best = Deed(value, unit, way.directions)
        return best

    def _stir(self, unit: Own, goal: int) -> Deed | None:
        """The try of a unit without range to come a hex nearer to its goal (AGR-11)."""
        if not unit.fresh:
            return None
        best: Deed | None = None
        stay = self.standing(unit, unit.place, goal)
        for direction, there in enumerate(self.geography.toward[unit.place]):
            if there != self.geography.hexes and there not in self.picture.obstacles.taken:
                value = (self.standing(unit, there, goal) - stay) / 2
                if value > 0 and (best is None or value > best.value):
                    best = Deed(value, unit, (direction,))
        return best
