"""The opponent `greedy`: heads for the towns it needs and fights where the exact odds pay.

It sees what a person in its seat sees: it plans on a state imagined from its
view, with the same kernels that carry the rules.  In plotted play it makes one
plan for each choice of towns and tries them against a few imagined turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import Final, NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.core.contract import CHANCE, Position
from hexfront.core.dice import SECRET_BYTES, Dice, dice_from_secret, draw
from hexfront.core.events import NO_LOG
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.reach import Reach
from hexfront.systems.brigade.opponents.appraisal import NEAR_TOWN, Appraisal
from hexfront.systems.brigade.rules.actors import chance_faces
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_UNIT_CODE,
    UNIT_CODES,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeState, Phase
from hexfront.systems.brigade.table.offers import route_codes

LEAST_GAIN: Final = 0.25
FULL_COLUMN: Final = 4
"""Attackers that make the best column of the results table."""
MOST_ATTACKERS: Final = 6
SWEEPS: Final = 3
"""How often each unit chooses its place again."""
PLANS: Final = 4
"""Plans that are tried at most."""
ZEALS: Final = (1.0, 3.0, 0.3)
"""How eager to fight the plans are that are tried."""
TRIALS: Final = 12
"""Imagined turns that each plan is tried on."""

Ends = dict[int, tuple[int, list[int]]]
"""Where a unit may end: cost and path by hex."""


class Battle(NamedTuple):
    """An attack that could be ordered."""

    gain: float
    target: int
    attackers: tuple[int, ...]


class GreedyAgent:
    """Plans each of its turns at once: moves unit by unit, then battles by expected gain."""

    def __init__(self, rules: BrigadeRules, side: int, dice: Dice) -> None:
        self._rules = rules
        self._ground = rules.ground
        self._side = side
        self._dice = dice
        self._orders: list[int] = []
        self._reach = Reach(rules.setting)
        self._plotted = bool(rules.ground.rules.plotted)
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)
        self._measure = Appraisal(rules.ground, side)

    def decide(self, position: Position) -> int:
        """The next order of its plan; a new plan where the old one is used up or overtaken."""
        choices = position.choices
        if not self._orders or self._orders[0] not in choices:
            state = self._rules.determinize(position.view, self._dice)
            self._orders = self._plan(state, choices)
        order = self._orders.pop(0)
        return order if order in choices else choices[0]

    def _plan(self, state: BrigadeState, choices: Sequence[int]) -> list[int]:
        self._measure.begin(state)
        phase = Phase(state.game.phase)
        if phase == Phase.PLAN:
            return self._best_plan(state)
        if phase == Phase.MOVE:
            return [*self._moves(state, self._easiest(state)), DONE]
        if phase == Phase.COMBAT:
            return self._one_battle(state)
        if phase == Phase.RETREAT:
            return [min(choices, key=lambda code: self._retreat_cost(state, code))]
        return [self._choose_advance(state, choices)]

    # Plans

    def _best_plan(self, state: BrigadeState) -> list[int]:
        """One plan for each promising choice of towns; the one that fares best in trials."""
        ranked = self._easiest(state)
        needed = min(self._measure.needed, len(ranked))
        trials = [bytes(self._random_bytes()) for _ in range(TRIALS)]
        values: dict[tuple[int, ...], float] = {}
        for towns in islice(combinations(ranked, needed), PLANS):
            others = [town for town in ranked if town not in towns]
            for zeal in ZEALS:
                self._measure.zeal = zeal
                trial = state.copy()
                moves = self._moves(trial, [*towns, *others])
                orders: tuple[int, ...] = (*moves, *self._battles(trial), DONE)
                if orders not in values:
                    values[orders] = self._try_plan(trial, trials)
        self._measure.zeal = 1.0
        best = max(values, key=lambda plan: values[plan])
        return list(best)

    def _random_bytes(self) -> list[int]:
        return [int(draw(self._dice, 256)) for _ in range(SECRET_BYTES)]

    def _try_plan(self, planned: BrigadeState, trials: Sequence[bytes]) -> float:
        """How its side stands on average after the turn, against an enemy of random orders.

        Every plan is tried with the same dice, so that luck does not choose among them.
        """
        total = 0.0
        for secret in trials:
            dice = dice_from_secret(secret)
            state = planned.copy()
            self._order_at_random(state, dice)
            apply_step(self._ground, state, self._side, DONE, NO_LOG)
            apply_step(self._ground, state, 1 - self._side, DONE, NO_LOG)
            while faces := int(chance_faces(self._ground, state)):
                apply_step(self._ground, state, CHANCE, int(draw(dice, faces)), NO_LOG)
            total += self._measure.standing(state)
        return total / len(trials)

    def _order_at_random(self, state: BrigadeState, dice: Dice) -> None:
        """A random plan of the enemy, ready to be submitted."""
        side = 1 - self._side
        while True:
            count = int(list_choices(self._ground, state, side, self._codes))
            code = int(self._codes[int(draw(dice, count))])
            if code == DONE:
                return
            apply_step(self._ground, state, side, code, NO_LOG)

    def _easiest(self, state: BrigadeState) -> list[int]:
        """All towns, those first that its side holds or could take most easily."""
        places = list(self._measure.places(state).values())
        enemies = list(self._measure.enemies(state).values())

        def effort(town: int) -> tuple[float, int]:
            distance = self._measure.distance[town]
            guards = sum(
                3 + 3 * (place == town) for place in enemies if distance[place] <= NEAR_TOWN - 1
            )
            return sum(sorted(distance[place] for place in places)[:2]) + guards, town

        return sorted(self._measure.towns, key=effort)

    # Moves

    def _moves(self, state: BrigadeState, ranked: list[int]) -> list[int]:
        """Orders to move, and the moves made on the state."""
        free = [
            unit
            for unit in self._measure.places(state)
            if not state.units.steps[unit] and state.units.target[unit] == NOBODY
        ]
        goals = self._goals(state, ranked)
        free.sort(key=lambda u: (self._measure.distance[goals[u]][state.units.planned[u]], u))
        reach = {unit: self._ends(state, unit) for unit in free}
        crowds = self._crowds(state, reach)
        places = self._measure.places(state)
        for sweep in range(SWEEPS):
            for unit in free:
                hopes = crowds if sweep == 0 else None
                others = {u: place for u, place in places.items() if u != unit}
                values = self._enemy_values(state, unit, others, hopes)
                places[unit] = self._best_place(goals[unit], reach[unit], others, values)
        return self._march(state, free, places)

    def _ends(self, state: BrigadeState, unit: int) -> Ends:
        here = int(state.units.planned[unit])
        return {here: (0, [here]), **self._reach.paths(state, unit)}

    def _goals(self, state: BrigadeState, ranked: list[int]) -> dict[int, int]:
        """A town for each unit: those that are needed, shared out by distance."""
        measure = self._measure
        places = measure.places(state)
        enemies = measure.enemies(state).values()
        secure = [
            town
            for town in ranked
            if town in places.values()
            and all(measure.distance[town][place] > NEAR_TOWN for place in enemies)
        ]
        safe = sum(town in secure for town in ranked[: measure.needed])
        spare = len(places) >= 3 * (measure.needed + 1)
        wanted = ranked[: measure.needed + max(spare, safe)]
        # A town that nobody threatens needs one unit; the others share the rest.
        unsafe = [town for town in wanted if town not in secure] or wanted
        share = -(-(len(places) - len(wanted) + len(unsafe)) // len(unsafe))
        room = {town: share if town in unsafe else 1 for town in wanted}
        goals: dict[int, int] = {}
        for _, unit, town in sorted(
            (measure.distance[town][place], unit, town)
            for unit, place in places.items()
            for town in wanted
        ):
            if unit not in goals and room[town]:
                goals[unit] = town
                room[town] -= 1
        return {unit: goals.get(unit, unsafe[0]) for unit in places}

    def _crowds(self, state: BrigadeState, reach: dict[int, Ends]) -> dict[int, int]:
        """How many of its units could stand next to each enemy."""
        return {
            enemy: sum(
                not set(self._measure.around[place]).isdisjoint(ends) for ends in reach.values()
            )
            for enemy, place in self._measure.enemies(state).items()
        }

    def _enemy_values(
        self,
        state: BrigadeState,
        unit: int,
        others: dict[int, int],
        hopes: dict[int, int] | None,
    ) -> dict[int, float]:
        """What it gains by standing next to each enemy: its part in the battle there.

        At first in the hope that all will come who can, later with those who do.
        """
        measure = self._measure
        values: dict[int, float] = {}
        for enemy, place in measure.enemies(state).items():
            if hopes is not None:
                crowd = max(1, min(hopes[enemy], FULL_COLUMN))
                gain = max(0.0, measure.gain(state, [unit] * crowd, enemy, others)) / crowd
            else:
                partners = [u for u, there in others.items() if there in measure.around[place]]
                gain = max(0.0, measure.gain(state, [*partners, unit], enemy, others))
                gain -= max(0.0, measure.gain(state, partners, enemy, others))
            values[place] = max(0.0, gain)
        return values

    def _best_place(
        self, goal: int, ends: Ends, others: dict[int, int], values: dict[int, float]
    ) -> int:
        """The hex where the unit is worth most, the others standing where they will."""
        stack = self._ground.rules.stack
        taken = list(others.values())
        open_ends = [place for place in ends if taken.count(place) < stack] or list(ends)
        return max(
            open_ends,
            key=lambda place: (self._measure.worth(goal, place, values), -ends[place][0], -place),
        )

    def _march(self, state: BrigadeState, free: list[int], places: dict[int, int]) -> list[int]:
        """Orders that bring units to their places, those first whose way is clear."""
        orders: list[int] = []
        waiting = [unit for unit in free if places[unit] != state.units.planned[unit]]
        moved = True
        while moved:
            moved = False
            for unit in list(waiting):
                ends = self._ends(state, unit)
                if places[unit] in ends:
                    for code in route_codes(self._rules.setting, unit, ends[places[unit]][1]):
                        apply_step(self._ground, state, self._side, code, NO_LOG)
                        orders.append(code)
                    waiting.remove(unit)
                    moved = True
        return orders

    # Battles

    def _possible(self, state: BrigadeState) -> list[Battle]:
        """Battles that pay, best first: with or without the units that hold towns."""
        found = []
        measure = self._measure
        places = measure.places(state)
        for enemy, place in measure.enemies(state).items():
            if not self._plotted and state.units.fought[enemy]:
                continue
            near = [u for u in places if self._may_attack(state, u, place)]
            free = [u for u in near if places[u] not in measure.distance]
            for attackers in (near[:MOST_ATTACKERS], free[:MOST_ATTACKERS]):
                gain = measure.gain(state, attackers, enemy, places)
                if gain > LEAST_GAIN:
                    found.append(Battle(gain, enemy, tuple(attackers)))
        return sorted(found, key=lambda battle: (-battle.gain, battle.target))

    def _may_attack(self, state: BrigadeState, unit: int, place: int) -> bool:
        return (
            (self._plotted or not state.units.fought[unit])
            and state.units.target[unit] == NOBODY
            and int(state.units.planned[unit]) in self._measure.around[place]
        )

    def _battles(self, state: BrigadeState) -> list[int]:
        """Plotted attacks, best battle first; each unit fights once."""
        orders: list[int] = []
        while True:
            taken = {int(state.units.target[u]) for u in self._measure.own}
            battles = [battle for battle in self._possible(state) if battle.target not in taken]
            if not battles:
                return orders
            orders += self._attack_orders(state, battles[0])

    def _attack_orders(self, state: BrigadeState, battle: Battle) -> list[int]:
        """The order codes of a battle, given to the state as well."""
        place = int(state.units.place[battle.target])
        level = state.hexes.holder[place].tolist().index(battle.target)
        advancer = self._advancer(state, battle.attackers, place) if self._plotted else NOBODY
        codes = []
        for unit in battle.attackers:
            direction = self._measure.around[int(state.units.planned[unit])].index(place)
            code = int(unit_code(unit, attack_action(direction, level, int(unit == advancer))))
            apply_step(self._ground, state, self._side, code, NO_LOG)
            codes.append(code)
        return codes

    def _advancer(self, state: BrigadeState, attackers: Sequence[int], place: int) -> int:
        """Who takes the vacated hex: nobody who holds a town, and only toward a town."""
        measure = self._measure
        places = measure.places(state)
        movers = [unit for unit in attackers if places[unit] not in measure.distance]
        if not movers:
            return NOBODY
        nearest = min(measure.towns, key=lambda town: measure.distance[town][place])
        unit = max(movers, key=lambda u: measure.distance[nearest][places[u]])
        closer = measure.distance[nearest][place] <= measure.distance[nearest][places[unit]]
        return unit if closer else NOBODY

    def _one_battle(self, state: BrigadeState) -> list[int]:
        """Play by turns: the best battle that is left, or the end of the combat."""
        battles = self._possible(state) if state.game.defender == NOBODY else []
        return [*self._attack_orders(state, battles[0]), DONE] if battles else [DONE]

    # After a battle

    def _retreat_cost(self, state: BrigadeState, code: int) -> tuple[int, int]:
        unit, direction = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
        there = self._measure.around[int(state.units.place[unit])][direction]
        return min(distance[there] for distance in self._measure.distance.values()), code

    def _choose_advance(self, state: BrigadeState, choices: Sequence[int]) -> int:
        units = [
            (code - FIRST_UNIT_CODE) // UNIT_CODES
            for code in choices
            if code >= FIRST_UNIT_CODE and (code - FIRST_UNIT_CODE) % UNIT_CODES == ADVANCE_INTO
        ]
        unit = self._advancer(state, units, state.game.battle_hex)
        return DONE if unit == NOBODY else int(unit_code(unit, ADVANCE_INTO))
