"""What places and battles are worth to `greedy`."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel, small_kernel
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.room import GreedyWork
from hexfront.systems.brigade.rules.combat import battle_column
from hexfront.systems.brigade.rules.hexes import friends_at, holder_at
from hexfront.systems.brigade.rules.turn import winning_side
from hexfront.systems.brigade.scenario.state import (
    ATTACKER_ELIMINATED,
    ATTACKER_RETREATS,
    DEFENDER_ELIMINATED,
    DEFENDER_RETREATS,
    EXCHANGE,
    NOBODY,
    BrigadeGround,
    BrigadeState,
)

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
FAR: Final = 1 << 40
"""More than any way costs."""


@inline_kernel
def take_stance(ground: BrigadeGround, work: GreedyWork, state: BrigadeState) -> None:
    """Take note of the turn."""
    work.stance.urgency = LAST_TURN if state.game.turn == ground.rules.turns else 1.0
    work.stance.zeal = 1.0


@inline_kernel
def two_nearest(
    ground: BrigadeGround, lore: GreedyLore, state: BrigadeState, side: int, town: int
) -> int:
    """Movement points to a town of its two nearest units, by their plans, in sum."""
    nearest, second = FAR, FAR
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.place[unit] != ground.rules.off_map:
            way = lore.distance[town, state.units.planned[unit]]
            if way < nearest:
                nearest, second = way, nearest
            elif way < second:
                second = way
    if second == FAR:
        return 0 if nearest == FAR else nearest
    return nearest + second


@small_kernel
def gain(
    ground: BrigadeGround,
    lore: GreedyLore,
    work: GreedyWork,
    state: BrigadeState,
    target: int,
    attackers: int,
    strength: int,
    townsmen: int,
    trapped: bool,
) -> float:
    """Expected gain of a battle, from its exact odds (BRG-23).

    The attackers by number, strength in sum, and how many of them stand in towns;
    `trapped`: the defender has no hex to retreat to.
    """
    place = state.units.place[target]
    defence = ground.companies.strength[state.units.company[target]]
    column, modifier = battle_column(ground, attackers, strength, defence)
    urgency, zeal = work.stance.urgency, work.stance.zeal
    freed = TOWN_FREED * urgency if ground.hexes.town[place] == 1 else 0.0
    kill = zeal * (KILL + (THREAT if lore.hexes.near_town[place] == 1 else 0.0))
    push = kill if trapped else zeal * PUSH
    town = ON_TOWN * urgency * townsmen
    return (
        lore.odds[place, modifier, column - 1, DEFENDER_ELIMINATED] * (kill + freed)
        + lore.odds[place, modifier, column - 1, DEFENDER_RETREATS] * (push + freed)
        + lore.odds[place, modifier, column - 1, EXCHANGE] * freed
        - lore.odds[place, modifier, column - 1, ATTACKER_RETREATS] * (PUSHED * attackers + town)
        - lore.odds[place, modifier, column - 1, ATTACKER_ELIMINATED] * (KILL * attackers + town)
    )


@inline_kernel
def is_trapped(ground: BrigadeGround, work: GreedyWork, state: BrigadeState, place: int) -> bool:
    """Whether a defender would have no hex to retreat to, its own units as in `work` (BRG-25)."""
    for direction in range(6):
        there = ground.hexes.neighbour[place, direction]
        if (
            there != ground.rules.off_map
            and ground.hexes.haven[there] == 1
            and holder_at(state, there, 0) == NOBODY
            and work.hexes.own[there] == 0
            and work.hexes.beside[there] == 0
        ):
            return False
    return True


@outlined_kernel
def standing(
    ground: BrigadeGround, lore: GreedyLore, work: GreedyWork, state: BrigadeState, side: int
) -> float:
    """How well its side stands: towns, losses, and the way to the towns that it needs."""
    off = ground.rules.off_map
    lost, killed, left = 0, 0, 0
    for unit in range(ground.rules.first_unit[2]):
        own = ground.rules.first_unit[side] <= unit < ground.rules.first_unit[side + 1]
        if state.units.place[unit] == off:
            lost += own
            killed += not own
        else:
            left += own
    held, ways = 0, 0
    for town in range(len(lore.towns.place)):
        if stands_at(ground, state, side, lore.towns.place[town]):
            held += 1
        else:
            work.towns.way[ways] = two_nearest(ground, lore, state, side, town)
            ways += 1
    needed = lore.needs.towns[side]
    missing = needed - held
    value = KILL * (killed - lost)
    value += ON_TOWN * work.stance.urgency * (min(held, needed) + 0.3 * max(0, -missing))
    if work.stance.urgency > 1.0 and winning_side(ground, state) == side:
        value += VICTORY * (work.stance.urgency - 1.0)
    if missing > 0 and left > 0:
        value -= DISTANCE / 2 * shortest(work, ways, missing)
    return value


@inline_kernel
def stands_at(ground: BrigadeGround, state: BrigadeState, side: int, place: int) -> bool:
    """Whether a unit of the side stands in a hex by its plan."""
    return friends_at(state, place, side) > 0


@inline_kernel
def shortest(work: GreedyWork, ways: int, count: int) -> int:
    """The sum of the shortest of the first `ways` ways to towns; sorts them."""
    for number in range(1, ways):
        way = work.towns.way[number]
        slot = number
        while slot > 0 and work.towns.way[slot - 1] > way:
            work.towns.way[slot] = work.towns.way[slot - 1]
            slot -= 1
        work.towns.way[slot] = way
    total = 0
    for number in range(min(count, ways)):
        total += work.towns.way[number]
    return total
