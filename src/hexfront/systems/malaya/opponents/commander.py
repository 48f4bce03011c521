"""The opponent `commander`: plans a player-turn as a whole.

As Japan it concentrates for good odds, cuts the enemy's way back, goes round what holds it
up, lands where a coast is open, and takes Penang for its ships.  As the Commonwealth it
bars the roads with what it can spare, holds where the ground helps, and keeps Singapore.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.dice import Dice
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.opponents.agency import Commanding
from hexfront.systems.malaya.opponents.appraisal import AT_SEA, NO_BATTLE, Force, Prospect
from hexfront.systems.malaya.opponents.assault import Assaults, Battle, Values, share_air
from hexfront.systems.malaya.opponents.delay import Delay
from hexfront.systems.malaya.opponents.geography import FAR
from hexfront.systems.malaya.opponents.landings import Landings
from hexfront.systems.malaya.opponents.marches import Marches
from hexfront.systems.malaya.opponents.picture import Picture
from hexfront.systems.malaya.rules.orders import ADVANCE_WITH, CALL
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, INFANTRY, JAPAN, NOBODY

FRONT: Final = 28
"""Halves of points behind the foremost unit within which ground counts as the front."""
LEAST_BARGAIN: Final = 3.0
"""Factors that an optional unit must bring for each victory point."""
LIKELY: Final = 0.5
"""The chance to take a hex from which the way through it counts as open."""
A_TURN: Final = 28
"""Halves of points from which a unit is sent to take the shipping."""


class CommanderAgent(Commanding):
    """Plans a turn as a whole: where to mass, what to go round, which roads to bar, where to land.

    Every plan is made anew from the view.
    """

    def __init__(self, rules: MalayaRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        self._delay = Delay(self.geography, self.appraisal)

    def options(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """All of Japan's; trains that run late do not win back their points for the defender."""
        return self.take_all(choices) if self.side == JAPAN else []

    # Reinforcements

    def reinforce(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Call whoever is worth it, and place everybody where they are nearest to use."""
        calls = [code for code in choices if self.action(code) == CALL and self._pays(code)]
        boxed = [u for u in self.units_in(choices) if self.order(u, CALL) not in choices]
        points = list(picture.points[self.side])
        ships = self.side == JAPAN and self._ships(picture, boxed)
        orders = []
        for unit in sorted(boxed, key=lambda u: (-self.geography.units.attack[u], u)):
            entry = self._entry(picture, unit, points, choices, ships=ships)
            if entry != NOBODY:
                points[self.geography.entries.hex[entry]] += self._stack(unit)
                orders.append(self.enter(unit, entry))
        return calls + orders

    def _pays(self, call: int) -> bool:
        """Whether an optional unit is worth its victory points."""
        return (
            self.geography.units.attack[self.units_in([call])[0]]
            + self.geography.units.defence[self.units_in([call])[0]]
            >= LEAST_BARGAIN * self.geography.units.price[self.units_in([call])[0]]
        )

    def _ships(self, picture: Picture, boxed: Sequence[int]) -> bool:
        landings = Landings(self.geography, self.appraisal, picture)
        return landings.worth_shipping(boxed)

    def _entry(
        self, picture: Picture, unit: int, points: list[int], choices: Sequence[int], *, ships: bool
    ) -> int:
        """The entry for a unit; NOBODY to wait."""
        far = self.geography.far(self.geography.goals, self.geography.units.arm[unit])
        found = []
        entries = self.geography.entries
        for entry, (side, place, port) in enumerate(
            zip(entries.side, entries.hex, entries.port, strict=True)
        ):
            if side != self.side or self.enter(unit, entry) not in choices:
                continue
            if port != NOBODY:
                if ships and self.geography.units.arm[unit] == INFANTRY:
                    return entry
            else:
                room = points[place] + self._stack(unit) <= picture.stacking
                if room and far[place] < FAR:
                    found.append((far[place], entry))
        return min(found)[1] if found else NOBODY

    def _stack(self, unit: int) -> int:
        return self.geography.units.stack[unit]

    # Ships and trains

    def sail(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Japan goes where it comes nearer, or lands; the others stay where they fight."""
        if self.side == COMMONWEALTH:
            return []
        landings = Landings(self.geography, self.appraisal, picture)
        count = len(self.geography.ground.ports)
        ports: dict[int, set[tuple[int, bool]]] = {}
        for unit in self.units_in(choices):
            for port in range(count):
                for lands in (False, True):
                    # Whoever lands where nobody is opens the port for the others.
                    if self.by_sea(unit, port, lands=lands) in choices:
                        ports.setdefault(unit, set()).add((port, lands))
        voyages = landings.afloat(ports)
        return [self.by_sea(v.unit, v.port, lands=v.lands) for v in voyages]

    def ride(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """The unit that a train brings nearest to where it is wanted."""
        if self.side == COMMONWEALTH:
            return self._delay.ride(self, picture, self.units_in(choices))
        goals = self.geography.goals
        best: tuple[int, int, list[int]] | None = None
        for unit in self.units_in(choices):
            far = self.geography.far(goals, self.geography.units.arm[unit])
            for path in self.trains(picture, unit):
                there = path[-1]
                fits = picture.points[self.side][there] + self._stack(unit) <= picture.stacking
                gain = far[path[0]] - far[there]
                if fits and gain > 0 and (best is None or (gain, -unit) > best[:2]):
                    best = gain, -unit, path
        return self.along(-best[1], best[2]) if best is not None else []

    # Movement

    def move(self, picture: Picture) -> list[int]:
        """Battles first, then whoever has no part in them."""
        assaults = Assaults(self.geography, self.appraisal, picture, self._values(picture))
        if self.side == COMMONWEALTH:
            self._delay.plan(picture, assaults)
        else:
            assaults.add(picture.own)
            planned = assaults.plan()
            self._send_on(
                picture, assaults, [a.target for a in planned if a.prospect.vacated > LIKELY]
            )
        start = {
            unit: min(reach, key=lambda p: reach[p][0]) for unit, reach in assaults.reach.items()
        }
        orders = []
        for unit, there in assaults.placed.items():
            if there != start[unit]:
                orders += self.march(unit, assaults.reach[unit], there)
        return orders

    def _values(self, picture: Picture) -> Values:
        """What a battle is worth to the side."""
        if self.side == COMMONWEALTH:
            return Values(1.0, 1.3, lambda place: 0.5 + self.geography.value[place], 1.5)
        far = self.geography.far(self.geography.goals)
        foremost = min((far[picture.place(unit)] for unit in picture.own), default=0)

        def ground(place: int) -> float:
            if place in self.geography.goals:
                return 40.0
            front = max(0.0, 1 - max(0, far[place] - foremost) / FRONT)
            return 2.5 + 3 * front + 2 * self.geography.value[place]

        return Values(1.0, 0.7, ground, 0.8)

    def _send_on(self, picture: Picture, assaults: Assaults, cleared: Sequence[int]) -> None:
        """Who has no battle goes on toward Singapore, one toward Penang."""
        goals = self.geography.goals
        marches = Marches(self.geography, picture, assaults, cleared)
        free = assaults.free()
        prize = self.geography.rules.shipping_hex
        if prize < self.geography.hexes and picture.control[prize] != JAPAN and free:
            way = self.geography.far((prize,))
            able = [u for u in free if self.geography.units.arm[u] == INFANTRY]
            near = sorted((way[picture.place(u)], u) for u in able)
            if near and near[0][0] <= A_TURN:
                marches.toward(near[0][1], (prize,))
        far = self.geography.far(goals)
        for unit in sorted(assaults.free(), key=lambda u: (far[picture.place(u)], u)):
            marches.toward(unit, goals)

    # Combat

    def fight(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """The best battle that is left."""
        battles = self._battles(picture, choices)
        if not battles:
            return []
        most = self.geography.rules.most_air
        shares = share_air(self.appraisal, picture, battles, picture.air(self.side), most)
        first = battles[0]
        joining = [unit for unit, here in first.force if here != AT_SEA]
        return self.battle(first.target, joining, shares[0])

    def _battles(self, picture: Picture, choices: Sequence[int]) -> list[Battle]:
        """What is worth fighting; first those who land, since they must (MAL-18)."""
        assaults = Assaults(self.geography, self.appraisal, picture, self._values(picture))
        forces: list[tuple[int, Force]] = []
        for target in sorted({picture.place(unit) for unit in picture.foes}):
            landing = self.landing(picture, target)
            if not landing or self._first_hex + target not in choices:
                continue
            together = [*landing, *self.beside(picture, target)]
            if self.appraisal.battle(picture, together, target, 0) != NO_BATTLE:
                forces.append((target, together))
        taken = {unit for _, force in forces for unit, _ in force}
        for unit in picture.own:
            if not picture.units.fought[unit] and unit not in taken:
                assaults.reach[unit] = {picture.place(unit): (0, NOBODY)}
        done = {target for target, _ in forces}
        forces += [(a.target, a.force) for a in assaults.plan() if a.target not in done]

        def worth_of(target: int, force: Force) -> Battle:
            def worth(prospect: Prospect) -> float:
                return assaults.value(force, target, prospect)

            return Battle(target, force, worth)

        return [
            worth_of(target, force)
            for target, force in forces
            if self._first_hex + target in choices
        ]

    def advance(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Japan goes on with the strongest; the others stay where they stand."""
        far = self.geography.far(self.geography.goals)
        target = picture.game.selected
        orders, points = [], 0
        for unit in sorted(
            self.units_in(choices), key=lambda u: (-self.geography.units.attack[u], u)
        ):
            here = picture.place(unit)
            at_sea = here == self.geography.hexes
            nearer = (
                at_sea or far[target] <= far[here] or target == self.geography.rules.shipping_hex
            )
            wanted = nearer if self.side == JAPAN else self._delay.advances(picture, unit, target)
            if wanted and points + self._stack(unit) <= picture.stacking:
                points += self._stack(unit)
                orders.append(self.order(unit, ADVANCE_WITH))
        return orders
