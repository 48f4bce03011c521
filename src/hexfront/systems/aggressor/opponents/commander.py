"""The opponent `commander`: plans for sectors, on a belief over enemies that it does not see.

Each turn it flies reconnaissance, chooses the sectors that it can win most
easily, and gives orders in the sequence of what they promise: first attacks of
all kinds by what they are expected to take, then moves, replacements, supplies.
It looks again after everything that it learns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexfront.core.dice import Dice, draw
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.odds import Odds
from hexfront.systems.aggressor.opponents.agency import Commanding
from hexfront.systems.aggressor.opponents.belief import Belief
from hexfront.systems.aggressor.opponents.picture import Own, Picture
from hexfront.systems.aggressor.opponents.plans import Plan, Planner
from hexfront.systems.aggressor.opponents.tactics import Deed, Tactics
from hexfront.systems.aggressor.rules.orders import DONE
from hexfront.systems.aggressor.scenario.armies import Army, arranged_army
from hexfront.systems.aggressor.scenario.loader import scaled
from hexfront.systems.aggressor.scenario.model import Suggestion, TypeName
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    ARTILLERY,
    INFANTRY,
    MISSILE,
    SUPPORT,
)

LEAST_VALUE: Final = 0.004
"""Less is not worth an order."""
AT_ONCE: Final = 24
"""Units whose attacks are compared with each other; more would take too long."""
FLIERS: Final = 3
"""Airbases whose flights are compared with each other."""
MIXES: Final[tuple[dict[TypeName, int], ...]] = (
    {"airbase": 1, "missile": 1, "armor": 15, "support": 1},
    {"airbase": 1, "artillery": 1, "armor": 15, "infantry": 1},
    {"airbase": 2, "armor": 16},
)
"""Armies to choose from: armor decides; the others see, restore and reach far."""
POSTS: Final = {
    ARMOR: 0.15,
    INFANTRY: 0.3,
    ARTILLERY: 0.3,
    MISSILE: 0.35,
    SUPPORT: 0.4,
    AIRBASE: 0.5,
}
"""How far behind the border a type is set up: missiles and flights shall reach over it."""


class CommanderAgent(Commanding):
    """Scouts, guesses at what it does not see, and plans for the sectors that it can win.

    Belief and plan can be made anew from any view.
    """

    def __init__(self, rules: AggressorRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        self._odds = Odds(rules.ground)
        self._belief = Belief(self.geography, self.gunnery, side, rules.army)
        self._planner = Planner(self.geography, self._belief, side)
        self._plan = Plan()
        self._time = -1
        self._settled: set[int] = set()
        """Units that have had their last order of the turn."""
        self._passed: set[int] = set()
        """Units of a large army that have nothing to attack this turn."""

    def army(self) -> Army:
        """One of its mixes, any."""
        units = MIXES[int(draw(self.dice, len(MIXES)))]
        mix = scaled(Suggestion(name="own", title="Own", units=units), self.rules.army)
        return arranged_army(self.ground, self.side, mix.units, self.dice, POSTS)

    def notice(self, picture: Picture) -> None:
        """Update the belief; at the beginning of a turn, also the plan."""
        self._belief.update(picture)
        if picture.time != self._time:
            self._time = picture.time
            self._settled.clear()
            self._passed.clear()
            self._plan = self._planner.plan(picture, self._plan)

    def rise(self, picture: Picture) -> bool:
        """At once: an enemy who is pinned down now cannot strike back."""
        return True

    def press(self, picture: Picture) -> bool:
        """Always: the enemy loses ground, and his cover."""
        return True

    def think(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """The best attack or flight; where there is none, what is best for the next unit."""
        tactics = Tactics(
            self.geography, self.gunnery, self._odds, self._belief, self._planner, self._plan,
            picture,
        )  # fmt: skip
        actions = self.actions(picture, choices)
        units = sorted(picture.units, key=self._turn_of)
        if (best := self._best_attack(tactics, units, actions)) is not None:
            return self._orders_of(best)
        for unit in units:
            if unit.number not in self._settled:
                self._settled.add(unit.number)
                deed = self._best_of(tactics, unit, actions.get(unit.number, []))
                if deed is not None and deed.value >= LEAST_VALUE:
                    return self._orders_of(deed)
        return [DONE]

    def _turn_of(self, unit: Own) -> tuple[int, int]:
        """Those move first that stand nearest to the enemy's home."""
        column = unit.place // self.geography.rows
        return (column if self.side else -column), unit.number

    def _orders_of(self, deed: Deed) -> list[int]:
        return [self.code(deed.unit, action) for action in deed.actions]

    def _best_attack(
        self, tactics: Tactics, units: list[Own], actions: dict[int, list[int]]
    ) -> Deed | None:
        """The best attack or flight; in a large army, of those who come first."""
        able = [u for u in units if u.number in actions and u.number not in self._passed]
        while able:
            considered, able = able[:AT_ONCE], able[AT_ONCE:]
            deeds = self._attacks(tactics, considered, actions)
            best = max(deeds, key=lambda deed: deed.value, default=None)
            if best is not None and best.value >= LEAST_VALUE:
                return best
            if able:
                self._passed.update(unit.number for unit in considered)
        return None

    def _attacks(
        self, tactics: Tactics, units: list[Own], actions: dict[int, list[int]]
    ) -> Iterator[Deed]:
        """Every attack that is worth something, and flights that may find targets for more."""
        for unit in units:
            yield from tactics.shots(unit, actions[unit.number])
            if (deed := tactics.melee(unit)) is not None:
                yield deed
        fliers = [unit for unit in tactics.picture.airbases if unit in units]
        for unit in fliers[:FLIERS]:
            if (deed := tactics.reconnaissance(unit)) is not None:
                yield deed

    def _best_of(self, tactics: Tactics, unit: Own, actions: list[int]) -> Deed | None:
        deeds = list(tactics.functions(unit, actions))
        if (move := tactics.moves(unit)) is not None:
            deeds.append(move)
        return max(deeds, key=lambda deed: deed.value, default=None)
