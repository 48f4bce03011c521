"""The opponent `greedy`: one unit after another goes where it is worth most now.

It fights each battle that promises more than it costs, heads for Singapore, or stands in
the way there, and plans nothing for the next turn.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, direct
from hexfront.core.dice import Dice
from hexfront.core.tables import fill, is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.agency import (
    Commanding,
    add_battle,
    begin_thinking,
    finish_battle,
    first_order,
    gather_beside,
    gather_landing,
    mark_units,
    planned_order,
)
from hexfront.systems.malaya.opponents.appraisal import (
    Prospect,
    imagine,
    is_battle,
    weigh_battle,
)
from hexfront.systems.malaya.opponents.assault import add_march, list_targets
from hexfront.systems.malaya.opponents.landings import sail_order
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import (
    FAR,
    cost_of_arm,
    find_reach,
    left_of,
    spread_field,
    write_chain,
)
from hexfront.systems.malaya.opponents.room import (
    GOAL_FIELD,
    MalayaMemory,
    MalayaRoom,
    Room,
    add_order,
    first_of,
    last_of,
    sort_up,
)
from hexfront.systems.malaya.rules.orders import (
    ADVANCE_WITH,
    DONE,
    FIRST_ENTRY,
    first_hex,
    unit_order,
)
from hexfront.systems.malaya.rules.planes import points_in, stands
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    Phase,
)

GROUND: Final = 1.5
"""Steps that a vacated hex is worth."""
PER_HALF: Final = 0.25
"""Steps that half a movement point toward the goal is worth."""
A_TURN: Final = 20
"""Halves of points within which an enemy is near."""
AHEAD: Final = 3
"""Hexes before the enemy's first unit where the way is barred."""
GARRISON: Final = 2
"""Stacking points that stay in what decides the game; all that fit where the enemy is close."""
CLOSE: Final = 40
"""Halves of points from which an enemy is close to it."""
MUST: Final = 100.0
"""What it is worth to fight a landing, which must attack."""


@kernel
def decide_greedy(
    ground: MalayaGround,
    lore: MalayaLore,
    room: Room,
    memory: MalayaMemory,
    packed: MalayaState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of `greedy`: one of so many codes, which ascend."""
    order = planned_order(memory, codes, count)
    if order != NOBODY:
        return order
    if begin_thinking(memory, room, packed):
        think(ground, lore, room.scratch, room.state, memory, side, codes, count)
    return first_order(ground, memory, packed, codes, count)


@outlined_kernel
def think(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
    codes: Int,
    count: int,
) -> None:
    """Plan a phase; neither options nor trains are taken."""
    phase = state.game.phase
    mark_units(ground, room.waiting, codes, count)
    if phase == Phase.COMBAT:
        if state.game.selected != NOBODY:
            finish_battle(ground, state, memory, codes, count)
            return
        if fight(ground, room, state, memory, side, codes, count):
            return
    elif phase == Phase.MOVEMENT:
        move(ground, lore, room, state, memory, side)
    elif phase == Phase.REINFORCEMENT:
        reinforce(ground, lore, room, state, memory, side, codes, count)
    elif phase == Phase.NAVAL and side == JAPAN:
        sail(ground, lore, room, state, memory, codes, count)
    elif phase == Phase.ADVANCE:
        advance(ground, room, state, memory, side)
    add_order(memory, DONE)


@outlined_kernel
def reinforce(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
    codes: Int,
    count: int,
) -> None:
    """Place every unit at the entry by land that is nearest to its goal and has room (MAL-14)."""
    for place in range(ground.rules.hexes):
        room.points[place] = points_in(ground, state, place, side)
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if room.waiting[unit] == 0:
            continue
        best, best_far, stack = NOBODY, 0, ground.units.stack[unit]
        for entry in range(ground.rules.entries):
            place = ground.entries.hex[entry]
            if ground.entries.side[entry] != side or place == ground.rules.hexes:
                continue
            if room.points[place] + stack > ground.rules.stacking:
                continue
            if not is_among(codes, count, unit_order(ground, unit, FIRST_ENTRY + entry)):
                continue
            far = lore.goal_far[INFANTRY, place]
            if best == NOBODY or far < best_far:
                best, best_far = entry, far
        if best != NOBODY:
            room.points[ground.entries.hex[best]] += stack
            add_order(memory, unit_order(ground, unit, FIRST_ENTRY + best))


@outlined_kernel
def sail(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    codes: Int,
    count: int,
) -> None:
    """Send Japan's units by sea to friendly ports, where that is nearer to the goal (MAL-13)."""
    far = lore.goal_far[INFANTRY]
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if room.waiting[unit] == 0:
            continue
        best, best_far = NOBODY, far[state.units.place[unit]]
        for port in range(ground.rules.ports):
            there = far[ground.ports.hex[port]]
            if there < best_far and is_among(codes, count, sail_order(ground, unit, port)):
                best, best_far = port, there
        if best != NOBODY:
            add_order(memory, sail_order(ground, unit, best))


# Movement


@outlined_kernel
def move(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
) -> None:
    """March the units nearest to their goal first (MAL-8)."""
    find_goal_fields(ground, lore, room, state, side)
    count = 0
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] == ON_MAP:
            room.keys[count] = room.fields[GOAL_FIELD, state.units.place[unit]]
            room.ties[count] = unit
            count += 1
    sort_up(room, count)
    for number in range(count):
        unit = room.ties[number]
        if side != JAPAN and is_guard(ground, lore, state, unit):
            continue
        zone, reach = state.zones[1 - side], room.reach[unit]
        left = left_of(ground, state, unit)
        find_reach(ground, room, state, unit, left, zone, reach)
        there = hex_to_guard(ground, lore, room, state, unit) if side != JAPAN else NOBODY
        if there == NOBODY:
            there = best_hex(ground, room, state, side, unit)
        if there != state.units.place[unit]:
            add_march(ground, room, memory, unit, there)
            imagine(ground, room, state, unit, there)


@outlined_kernel
def find_goal_fields(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, side: int
) -> None:
    """Find the ways to what decides the game; for who defends it, to the way of the first enemy."""
    goal = hex_to_bar(ground, lore, room, state) if side != JAPAN else NOBODY
    for arm in range(INFANTRY, ARMOUR + 1):
        field = room.fields[GOAL_FIELD + arm]
        fill(field, FAR)
        if goal != NOBODY:
            field[goal] = 0
        else:
            for number in range(lore.counts.goals):
                field[lore.goals[number]] = 0
        spread_field(ground, room, arm, room.free_of_cost, field)


@inline_kernel
def hex_to_bar(ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState) -> int:
    """The hex where the way of Japan's first unit is barred; NOBODY where there is none."""
    far, first = lore.goal_far[INFANTRY], NOBODY
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if state.units.status[unit] != ON_MAP:
            continue
        place = state.units.place[unit]
        if first == NOBODY or far[place] < far[first]:
            first = place
    if first == NOBODY:
        return NOBODY
    length = write_chain(ground, first, far, room.chain, AHEAD + 1)
    return room.chain[length - 1]


@inline_kernel
def is_guard(ground: MalayaGround, lore: MalayaLore, state: MalayaState, unit: int) -> bool:
    """Whether a unit stays: as the garrison of what decides the game, or of a port out of reach."""
    place = state.units.place[unit]
    if ground.hexes.victory[place] == 1:
        left = points_in(ground, state, place, 1 - JAPAN) - ground.units.stack[unit]
        if left < garrison_of(ground, lore, state):
            return True
    port = ground.hexes.port_of[place]
    return port != NOBODY and nearest_foe(ground, state, lore.port_far[port]) > A_TURN


@inline_kernel
def garrison_of(ground: MalayaGround, lore: MalayaLore, state: MalayaState) -> int:
    """Stacking points that guard a hex that decides the game."""
    close = nearest_foe(ground, state, lore.goal_far[INFANTRY]) <= CLOSE
    return ground.rules.stacking if close else GARRISON


@inline_kernel
def nearest_foe(ground: MalayaGround, state: MalayaState, far: Int) -> int:
    """How far Japan's nearest unit is, by a field of distances."""
    least = FAR
    for foe in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if state.units.status[foe] == ON_MAP:
            least = min(least, far[state.units.place[foe]])
    return least


@outlined_kernel
def hex_to_guard(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, unit: int
) -> int:
    """A hex in reach that decides the game and whose garrison is too small; NOBODY for none."""
    wanted, stack = garrison_of(ground, lore, state), ground.units.stack[unit]
    for number in range(lore.counts.goals):
        goal = lore.goals[number]
        missing = wanted - points_in(ground, state, goal, 1 - JAPAN)
        if room.reach[unit, goal] != NOBODY and stack <= missing:
            return goal
    return NOBODY


@outlined_kernel
def best_hex(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, unit: int
) -> int:
    """The hex with room where an attack or the goal is nearest."""
    start, stack = state.units.place[unit], ground.units.stack[unit]
    field = room.fields[GOAL_FIELD + ground.units.arm[unit]]
    best, best_worth = start, 0.0
    known = False
    for there in range(ground.rules.hexes):
        if room.reach[unit, there] == NOBODY:
            continue
        if there != start and points_in(ground, state, there, side) + stack > ground.rules.stacking:
            continue
        worth = worth_of_hex(ground, room, state, side, unit, there, field[there])
        if not known or worth > best_worth:
            known, best, best_worth = True, there, worth
    return best


@inline_kernel
def worth_of_hex(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
    unit: int,
    there: int,
    far: int,
) -> float:
    """What it is worth that a unit goes to a hex.

    Who only defends does not run into the enemy without a good attack.
    """
    value = -PER_HALF * far
    for direction in range(DIRECTIONS):
        target = ground.hexes.neighbour[there, direction]
        if not stands(state, target, 1 - side):
            continue
        if cost_of_arm(ground, ground.units.arm[unit], there, direction) == 0:
            continue
        gain = gain_of(weigh_with(ground, room, state, side, unit, there, target))
        value += gain if gain > 0 or side == JAPAN else -1.0
    return value


@outlined_kernel
def weigh_with(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
    unit: int,
    here: int,
    target: int,
) -> Prospect:
    """What the attack of all who stand beside a hex promises, and of one more."""
    room.now.force = 0
    gather_beside(ground, room, state, side, target)
    left = 0
    for number in range(room.now.force):
        if room.force[number] != unit:
            room.force[left] = room.force[number]
            room.force_from[left] = room.force_from[number]
            left += 1
    room.force[left] = unit
    room.force_from[left] = here
    return weigh_battle(ground, room, state, room.force, room.force_from, left + 1, target, 1)


@inline_kernel
def gain_of(prospect: Prospect) -> float:
    """What a battle promises, in steps."""
    vacated, lost, taken, thrown_back = prospect
    return taken - lost + GROUND * vacated - thrown_back


# Combat


@outlined_kernel
def fight(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
    codes: Int,
    count: int,
) -> bool:
    """Plan the battle that promises most, with everybody who can join it; False for none."""
    air = min(ground.rules.most_air, state.game.air_left[side])
    list_targets(ground, room, state, side)
    best, best_value, best_size = NOBODY, 0.0, 0
    for number in range(room.now.targets):
        target = room.targets[number]
        if not is_among(codes, count, first_hex(ground) + target):
            continue
        room.now.force = 0
        gather_beside(ground, room, state, side, target)
        by_land = room.now.force
        gather_landing(ground, room, state, side, target)
        size = room.now.force
        if size == 0:
            continue
        prospect = weigh_battle(ground, room, state, room.force, room.force_from, size, target, air)
        must = MUST if size > by_land and is_battle(prospect) else 0.0
        value = gain_of(prospect) + must
        if best == NOBODY or value > best_value:
            best, best_value, best_size = target, value, by_land
            for each in range(by_land):
                room.best[each] = room.force[each]
                room.best_from[each] = room.force_from[each]
    if best == NOBODY or best_value <= 0:
        return False
    add_battle(ground, memory, best, room.best, room.best_from, best_size, air)
    return True


@outlined_kernel
def advance(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, memory: MalayaMemory, side: int
) -> None:
    """Let as many advance as may (MAL-29)."""
    points = 0
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.advances[unit] == 1:
            points += ground.units.stack[unit]
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if room.waiting[unit] == 0 or state.units.advances[unit] == 1:
            continue
        if points + ground.units.stack[unit] <= ground.rules.stacking:
            points += ground.units.stack[unit]
            add_order(memory, unit_order(ground, unit, ADVANCE_WITH))


class GreedyAgent(Commanding):
    """Moves each unit where it is worth most now and fights what pays; plans for no later phase."""

    _decide = direct(decide_greedy)
