"""The opponent `greedy`: heads for the towns it needs and fights where the exact odds pay.

It sees what a person in its seat sees: it plans on a state imagined from its
view, with the same kernels that carry the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.core.events import NO_LOG
from hexfront.hex.search import UNLIMITED, new_search_scratch, search
from hexfront.systems.brigade.odds import battle_distribution
from hexfront.systems.brigade.offers import Reach, route_codes
from hexfront.systems.brigade.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_UNIT_CODE,
    UNIT_CODES,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.rules import BrigadeRules
from hexfront.systems.brigade.state import (
    BATTLE_HEX,
    COMPANY,
    COST,
    DEFENDER,
    FIRST,
    FOUGHT,
    HOLDER,
    MAX_STACK,
    NEIGHBOUR,
    NOBODY,
    OBJECTIVE_SIDE,
    OBJECTIVE_TOWNS,
    OFF,
    PHASE,
    PLACE,
    PLANNED,
    PLOTTED,
    STEPS,
    STRENGTH,
    TARGET,
    TOWN,
    BrigadeState,
    Phase,
)
from hexfront.systems.brigade.turn import apply_step

# What things are worth to it, in units of one movement point nearer to a town.
ON_TOWN: Final = 14.0
DISTANCE: Final = 2.0
KILL: Final = 6.0
PUSH: Final = 2.0
TOWN_FREED: Final = 9.0
PUSHED: Final = 1.0
LEAST_GAIN: Final = 0.25


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
        ground = rules.ground
        first = ground.rules[FIRST : FIRST + 3].tolist()
        self._own = range(first[side], first[side + 1])
        self._enemy = range(first[1 - side], first[2 - side])
        self._off = int(ground.rules[OFF])
        self._table: list[list[int]] = ground.hexes[:, NEIGHBOUR : NEIGHBOUR + 6].tolist()
        self._strength: list[int] = ground.companies[:, STRENGTH].tolist()
        self._towns = np.flatnonzero(ground.hexes[:, TOWN]).tolist()
        self._distance = {town: self._distances(town) for town in self._towns}
        needed = int(ground.rules[OBJECTIVE_TOWNS])
        attacks = int(ground.rules[OBJECTIVE_SIDE]) == side
        self._needed = needed if attacks else len(self._towns) - needed + 1

    def decide(self, position: Position) -> int:
        """The next order of its plan; a new plan where the old one is used up or overtaken."""
        choices = position.choices
        if not self._orders or self._orders[0] not in choices:
            state = self._rules.imagine(position.view, self._dice)
            self._orders = self._plan(state, choices)
        order = self._orders.pop(0)
        return order if order in choices else choices[0]

    def _plan(self, state: BrigadeState, choices: Sequence[int]) -> list[int]:
        phase = Phase(int(state.game[PHASE]))
        if phase == Phase.PLAN:
            return [*self._moves(state), *self._battles(state), DONE]
        if phase == Phase.MOVE:
            return [*self._moves(state), DONE]
        if phase == Phase.COMBAT:
            return self._one_battle(state)
        if phase == Phase.RETREAT:
            return [min(choices, key=lambda code: self._retreat_cost(state, code))]
        return [self._choose_advance(state, choices)]

    def _distances(self, town: int) -> list[int]:
        """Movement points between a town and every hex, units and zones aside."""
        ground = self._ground
        scratch = new_search_scratch(self._off)
        neighbours = np.ascontiguousarray(ground.hexes[:, NEIGHBOUR : NEIGHBOUR + 6], np.int32)
        cost = np.ascontiguousarray(ground.hexes[:, COST])
        zone = np.zeros(self._off + 1, np.uint8)
        search(neighbours, cost, None, zone, False, False, town, UNLIMITED, self._off, scratch)
        far = 4 * self._off
        reached = set(scratch.reached[: int(scratch.size[0])].tolist())
        return [
            int(scratch.cost[place]) if place in reached else far for place in range(self._off + 1)
        ]

    # Moves

    def _moves(self, state: BrigadeState) -> list[int]:
        """Orders to move, and the moves made on the state."""
        orders: list[int] = []
        goals = self._goals(state)
        waiting = sorted(goals, key=lambda unit: self._far(goals[unit], state, unit))
        for unit in waiting:
            if state.units[unit, STEPS] or state.units[unit, TARGET] != NOBODY:
                continue
            here = int(state.units[unit, PLANNED])
            paths = {here: (0, [here]), **self._reach.paths(state, unit)}
            values = self._enemy_values(state, unit)
            best = max(
                paths,
                key=lambda place: (
                    self._worth(goals[unit], place, values),
                    -paths[place][0],
                    -place,
                ),
            )
            for code in route_codes(self._rules.setting, unit, paths[best][1]):
                apply_step(self._ground, state, self._side, code, NO_LOG)
                orders.append(code)
        return orders

    def _far(self, town: int, state: BrigadeState, unit: int) -> tuple[int, int]:
        return self._distance[town][state.units[unit, PLANNED]], unit

    def _goals(self, state: BrigadeState) -> dict[int, int]:
        """A town for each unit: the easiest that are needed, shared out by distance."""
        alive = [u for u in self._own if state.units[u, PLACE] != self._off]
        enemies = [int(state.units[u, PLACE]) for u in self._enemy]

        def effort(town: int) -> float:
            near = sorted(self._distance[town][state.units[u, PLANNED]] for u in alive)
            guard = sum(3 for place in enemies if self._distance[town][place] <= 3)
            return sum(near[:2]) + guard

        wanted = sorted(self._towns, key=lambda town: (effort(town), town))
        spare = len(alive) >= 3 * (self._needed + 1)
        wanted = wanted[: self._needed + spare]
        share = -(-len(alive) // max(1, len(wanted)))
        pairs = sorted(
            (self._distance[town][state.units[u, PLANNED]], u, town)
            for u in alive
            for town in wanted
        )
        goals: dict[int, int] = {}
        for _, unit, town in pairs:
            if unit not in goals and list(goals.values()).count(town) < share:
                goals[unit] = town
        return goals

    def _enemy_values(self, state: BrigadeState, unit: int) -> dict[int, float]:
        """What it gains by standing next to each enemy: the battle that becomes possible."""
        values: dict[int, float] = {}
        for enemy in self._enemy:
            place = int(state.units[enemy, PLACE])
            if place == self._off:
                continue
            partners = [
                u
                for u in self._own
                if u != unit and self._next_to(state, u, place)
            ]
            before = max(0.0, self._gain(state, partners, enemy))
            gain = max(0.0, self._gain(state, [*partners, unit], enemy))
            values[place] = max(0.0, gain - before)
        return values

    def _worth(self, town: int, place: int, values: dict[int, float]) -> float:
        worth = -DISTANCE * self._distance[town][place]
        if place in self._distance:
            worth += ON_TOWN
        return worth + sum(values.get(there, 0.0) for there in self._table[place])

    # Battles

    def _gain(self, state: BrigadeState, attackers: Sequence[int], target: int) -> float:
        """Expected gain of a battle, from its exact odds (BRG-23)."""
        if not attackers:
            return 0.0
        place = int(state.units[target, PLACE])
        ours = tuple(sorted(self._strength[int(state.units[u, COMPANY])] for u in attackers))
        theirs = self._strength[int(state.units[target, COMPANY])]
        odds = self._chances(ours, theirs, place)
        freed = TOWN_FREED if place in self._distance else 0.0
        exposed = sum(int(state.units[u, PLANNED]) in self._distance for u in attackers)
        count = len(attackers)
        return (
            odds.get("DE", 0.0) * (KILL + freed)
            + odds.get("DR", 0.0) * (PUSH + freed)
            + odds.get("EX", 0.0) * freed
            - odds.get("AR", 0.0) * (PUSHED * count + ON_TOWN * exposed)
            - odds.get("AE", 0.0) * (KILL * count + ON_TOWN * exposed)
        )

    def _chances(self, ours: tuple[int, ...], theirs: int, place: int) -> dict[str, float]:
        return _cached_chances(self._rules, ours, theirs, place)

    def _possible(self, state: BrigadeState) -> list[Battle]:
        """The best battle against each enemy, with or without the units that hold towns."""
        found = []
        for enemy in self._enemy:
            place = int(state.units[enemy, PLACE])
            if place == self._off or not self._may_be_attacked(state, enemy):
                continue
            near = [u for u in self._own if self._may_attack(state, u, place)]
            free = [u for u in near if int(state.units[u, PLANNED]) not in self._distance]
            for attackers in (near, free):
                if attackers:
                    gain = self._gain(state, attackers[:6], enemy)
                    found.append(Battle(gain, enemy, tuple(attackers[:6])))
        return sorted(found, key=lambda battle: (-battle.gain, battle.target))

    def _may_be_attacked(self, state: BrigadeState, enemy: int) -> bool:
        return bool(self._ground.rules[PLOTTED]) or state.units[enemy, FOUGHT] == 0

    def _may_attack(self, state: BrigadeState, unit: int, place: int) -> bool:
        fought = state.units[unit, FOUGHT] == 1 and self._ground.rules[PLOTTED] == 0
        return (
            not fought
            and state.units[unit, TARGET] == NOBODY
            and self._next_to(state, unit, place)
        )

    def _next_to(self, state: BrigadeState, unit: int, place: int) -> bool:
        """Whether a unit will stand next to a hex."""
        here = int(state.units[unit, PLANNED])
        return here != self._off and here in self._table[place]

    def _battles(self, state: BrigadeState) -> list[int]:
        """Plotted attacks, best battle first; each unit fights once."""
        orders: list[int] = []
        while True:
            battles = [battle for battle in self._possible(state) if battle.gain > LEAST_GAIN]
            taken = {int(state.units[u, TARGET]) for u in self._own}
            battles = [battle for battle in battles if battle.target not in taken]
            if not battles:
                return orders
            orders += self._attack_orders(state, battles[0])

    def _attack_orders(self, state: BrigadeState, battle: Battle) -> list[int]:
        """The order codes of a battle, given to the state as well."""
        place = int(state.units[battle.target, PLACE])
        holders = state.hexes[place, HOLDER : HOLDER + MAX_STACK].tolist()
        level = holders.index(battle.target)
        advancer = self._advancer(state, battle, place)
        codes = []
        for unit in battle.attackers:
            direction = self._table[int(state.units[unit, PLANNED])].index(place)
            advance = int(unit == advancer and self._ground.rules[PLOTTED] == 1)
            code = int(unit_code(unit, attack_action(direction, level, advance)))
            apply_step(self._ground, state, self._side, code, NO_LOG)
            codes.append(code)
        return codes

    def _advancer(self, state: BrigadeState, battle: Battle, place: int) -> int:
        """Who takes the vacated hex: nobody who holds a town, and only toward a town."""
        movers = [u for u in battle.attackers if int(state.units[u, PLANNED]) not in self._distance]
        if not movers:
            return NOBODY
        nearest = min(self._towns, key=lambda town: self._distance[town][place])
        unit = max(movers, key=lambda u: self._distance[nearest][state.units[u, PLANNED]])
        here = int(state.units[unit, PLANNED])
        closer = self._distance[nearest][place] <= self._distance[nearest][here]
        return unit if closer else NOBODY

    def _one_battle(self, state: BrigadeState) -> list[int]:
        """Play by turns: the best battle that is left, or the end of the combat."""
        if state.game[DEFENDER] != NOBODY:
            return [DONE]
        battles = [battle for battle in self._possible(state) if battle.gain > LEAST_GAIN]
        if not battles:
            return [DONE]
        return [*self._attack_orders(state, battles[0]), DONE]

    # After a battle

    def _retreat_cost(self, state: BrigadeState, code: int) -> tuple[int, int]:
        unit, direction = divmod(code - FIRST_UNIT_CODE, UNIT_CODES)
        there = self._table[int(state.units[unit, PLACE])][direction]
        return min(self._distance[town][there] for town in self._towns), code

    def _choose_advance(self, state: BrigadeState, choices: Sequence[int]) -> int:
        place = int(state.game[BATTLE_HEX])
        units = [
            (code - FIRST_UNIT_CODE) // UNIT_CODES
            for code in choices
            if code >= FIRST_UNIT_CODE and (code - FIRST_UNIT_CODE) % UNIT_CODES == ADVANCE_INTO
        ]
        unit = self._advancer(state, Battle(0.0, NOBODY, tuple(units)), place)
        return DONE if unit == NOBODY else int(unit_code(unit, ADVANCE_INTO))


@lru_cache(maxsize=65536)
def _cached_chances(
    rules: BrigadeRules, ours: tuple[int, ...], theirs: int, place: int
) -> dict[str, float]:
    results, _ = battle_distribution(rules.ground, ours, [theirs], place)
    return {code: float(chance) for code, chance in results.items()}
