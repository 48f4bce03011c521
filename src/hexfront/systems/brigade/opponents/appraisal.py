"""What places and battles are worth to the opponent `greedy`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from hexfront.hex.search import UNLIMITED, new_search_scratch, search
from hexfront.systems.brigade.knowledge.odds import battle_distribution
from hexfront.systems.brigade.rules.turn import winning_side
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

# In units of half a movement point nearer to a town
ON_TOWN: Final = 14.0
DISTANCE: Final = 2.0
KILL: Final = 6.0
PUSH: Final = 2.0
TOWN_FREED: Final = 9.0
PUSHED: Final = 1.0
THREAT: Final = 3.0
"""What an enemy near a town is worth beside."""
LAST_TURN: Final = 3.0
"""How much more towns are worth in the last turn."""
VICTORY: Final = 30.0
"""To stand as the winner, times the urgency that the last turn adds."""
NEAR_TOWN: Final = 4
"""Movement points within which an enemy threatens a town."""

Places = Mapping[int, int]
"""Where units stand, or will: hex by unit."""


class Appraisal:
    """The measures of one side of one scenario."""

    def __init__(self, ground: BrigadeGround, side: int) -> None:
        self.ground = ground
        self.side = side
        first = ground.rules.first_unit.tolist()
        self.own = range(first[side], first[side + 1])
        self.enemy = range(first[1 - side], first[2 - side])
        self.off = ground.rules.off_map
        self.around: list[list[int]] = ground.hexes.neighbour.tolist()
        self.towns: list[int] = np.flatnonzero(ground.hexes.town).tolist()
        self.distance = {town: self._distances(town) for town in self.towns}
        needed = ground.rules.objective_towns
        attacks = ground.rules.objective_side == side
        self.needed = needed if attacks else len(self.towns) - needed + 1
        self.urgency = 1.0
        self.zeal = 1.0
        self._strength: list[int] = ground.companies.strength.tolist()
        self._known_chances: dict[tuple[tuple[int, ...], int, int], dict[str, float]] = {}
        self._haven: list[int] = ground.hexes.haven.tolist()

    def begin(self, state: BrigadeState) -> None:
        """Take note of the turn."""
        last = state.game.turn == self.ground.rules.turns
        self.urgency = LAST_TURN if last else 1.0

    def _distances(self, town: int) -> list[int]:
        """Movement points between a town and every hex, units and zones aside."""
        scratch = new_search_scratch(self.off)
        neighbours = np.ascontiguousarray(self.ground.hexes.neighbour, dtype=np.int32)
        cost = np.ascontiguousarray(self.ground.hexes.cost)
        zone = np.zeros(self.off + 1, np.uint8)
        search(neighbours, cost, None, zone, False, False, town, UNLIMITED, self.off, scratch)
        reached = set(scratch.reached[: int(scratch.size[0])].tolist())
        far = 4 * self.off
        return [
            int(scratch.cost[place]) if place in reached else far for place in range(self.off + 1)
        ]

    def places(self, state: BrigadeState) -> dict[int, int]:
        """Where its units will stand by the plan so far."""
        return {
            unit: int(state.units.planned[unit])
            for unit in self.own
            if state.units.place[unit] != self.off
        }

    def enemies(self, state: BrigadeState) -> dict[int, int]:
        """Where the enemies stand."""
        return {
            unit: int(state.units.place[unit])
            for unit in self.enemy
            if state.units.place[unit] != self.off
        }

    def worth(self, goal: int, place: int, values: Mapping[int, float]) -> float:
        """A hex for a unit that heads for a town; `values` are those of enemies by hex."""
        worth = -DISTANCE * self.distance[goal][place]
        if place in self.distance:
            worth += ON_TOWN * self.urgency
        return worth + max(values.get(there, 0.0) for there in self.around[place])

    def gain(
        self, state: BrigadeState, attackers: Sequence[int], target: int, places: Places
    ) -> float:
        """Expected gain of a battle, from its exact odds (BRG-23)."""
        if not attackers:
            return 0.0
        place = int(state.units.place[target])
        ours = tuple(sorted(self._strength[int(state.units.company[u])] for u in attackers))
        theirs = self._strength[int(state.units.company[target])]
        odds = self._chances(ours, theirs, place)
        freed = TOWN_FREED * self.urgency if place in self.distance else 0.0
        near = min(self.distance[town][place] for town in self.towns) <= NEAR_TOWN
        kill = self.zeal * (KILL + (THREAT if near else 0.0))
        push = kill if self._trapped(state, place, places) else self.zeal * PUSH
        count = len(attackers)
        town = ON_TOWN * self.urgency * sum(places.get(u) in self.distance for u in attackers)
        return (
            odds.get("DE", 0.0) * (kill + freed)
            + odds.get("DR", 0.0) * (push + freed)
            + odds.get("EX", 0.0) * freed
            - odds.get("AR", 0.0) * (PUSHED * count + town)
            - odds.get("AE", 0.0) * (KILL * count + town)
        )

    def _chances(self, ours: tuple[int, ...], theirs: int, place: int) -> dict[str, float]:
        key = (ours, theirs, place)
        if key not in self._known_chances:
            results, _ = battle_distribution(self.ground, ours, [theirs], place)
            self._known_chances[key] = {code: float(share) for code, share in results.items()}
        return self._known_chances[key]

    def _trapped(self, state: BrigadeState, place: int, places: Places) -> bool:
        """Whether a defender would have no hex to retreat to (BRG-25)."""
        own = set(places.values())
        return not any(
            there != self.off
            and self._haven[there]
            and state.hexes.holder[there, 0] == NOBODY
            and there not in own
            and own.isdisjoint(self.around[there])
            for there in self.around[place]
        )

    def standing(self, state: BrigadeState) -> float:
        """How well its side stands: towns, losses, and the way to the towns that it needs."""
        places = self.places(state)
        held = [town for town in self.towns if town in places.values()]
        missing = self.needed - len(held)
        kills = len(self.enemy) - len(self.enemies(state))
        losses = len(self.own) - len(places)
        value = KILL * (kills - losses)
        value += ON_TOWN * self.urgency * (min(len(held), self.needed) + 0.3 * max(0, -missing))
        if int(winning_side(self.ground, state)) == self.side:
            value += VICTORY * (self.urgency - 1.0)
        if missing > 0 and places:
            ways = sorted(
                sum(sorted(self.distance[town][place] for place in places.values())[:2])
                for town in self.towns
                if town not in held
            )
            value -= DISTANCE / 2 * sum(ways[:missing])
        return value
