"""The opponent `commander`: plans a player-turn as a whole.

As Japan it concentrates for good odds, cuts the enemy's way back, goes round what holds it
up, turns back for no distant prize, lands where a coast is open, and takes Penang for its
ships.  As the Commonwealth it bars the roads with what it can spare, holds where the ground
helps, and keeps Singapore.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, direct
from hexfront.core.dice import Dice
from hexfront.core.tables import fill, is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.agency import (
    Commanding,
    action_of,
    add_battle,
    begin_thinking,
    finish_battle,
    first_order,
    gather_beside,
    gather_landing,
    mark_units,
    planned_order,
    unit_of,
)
from hexfront.systems.malaya.opponents.appraisal import is_battle, weigh_battle
from hexfront.systems.malaya.opponents.assault import (
    add_marches,
    add_units,
    begin_plan,
    list_targets,
    plan_battles,
    share_air,
)
from hexfront.systems.malaya.opponents.delay import keep_ride, plan_delay, plan_train
from hexfront.systems.malaya.opponents.landings import is_worth_shipping, plan_voyages
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.marches import find_onward, send_on
from hexfront.systems.malaya.opponents.paths import FAR, find_rides
from hexfront.systems.malaya.opponents.room import (
    MalayaMemory,
    MalayaRoom,
    Room,
    add_order,
    first_of,
    last_of,
)
from hexfront.systems.malaya.opponents.threats import find_threats
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.rules.orders import (
    ADVANCE_WITH,
    CALL,
    DONE,
    FIRST_ENTRY,
    FIRST_OPTION,
    first_hex,
    unit_order,
)
from hexfront.systems.malaya.rules.planes import points_in
from hexfront.systems.malaya.scenario.state import (
    INFANTRY,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    Phase,
)

LEAST_BARGAIN: Final = 3.0
"""Factors that an optional unit must bring for each victory point."""


@kernel
def decide_commander(
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
    """The order of `commander`: one of so many codes, which ascend."""
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
    """Plan a phase."""
    phase = state.game.phase
    mark_units(ground, room.waiting, codes, count)
    if phase == Phase.COMBAT:
        if state.game.selected != NOBODY:
            finish_battle(ground, state, memory, codes, count)
            return
        if fight(ground, lore, room, state, memory, side, codes, count):
            return
    elif phase == Phase.MOVEMENT:
        move(ground, lore, room, state, memory, side)
    elif phase == Phase.OPTIONS:
        take_options(ground, memory, side, codes, count)
    elif phase == Phase.REINFORCEMENT:
        reinforce(ground, lore, room, state, memory, side, codes, count)
    elif phase == Phase.NAVAL and side == JAPAN:
        plan_voyages(ground, lore, room, state, memory, codes, count)
    elif phase == Phase.RAIL:
        ride(ground, lore, room, state, memory, side)
    elif phase == Phase.ADVANCE:
        advance(ground, lore, room, state, memory, side)
    add_order(memory, DONE)


@inline_kernel
def take_options(
    ground: MalayaGround, memory: MalayaMemory, side: int, codes: Int, count: int
) -> None:
    """Take all options of Japan; late trains do not win back their points for the defender."""
    for number in range(count):
        order = codes[number]
        if side == JAPAN and FIRST_OPTION <= order < first_hex(ground):
            add_order(memory, order)


# Reinforcements


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
    """Call whoever is worth it, and place everybody where they are nearest to use."""
    for number in range(count):
        if action_of(ground, codes[number]) == CALL:
            unit = unit_of(ground, codes[number])
            room.waiting[unit] = 0
            if is_bargain(ground, unit):
                add_order(memory, codes[number])
    fill(room.points, 0)
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] == ON_MAP:
            room.points[state.units.place[unit]] += ground.units.stack[unit]
    ships = side == JAPAN and is_worth_shipping(ground, lore, room, state)
    for number in range(ground.rules.units):
        unit = lore.by_attack[number]
        if side_of(ground, unit) != side or room.waiting[unit] == 0:
            continue
        entry = entry_for(ground, lore, room, side, unit, codes, count, ships)
        if entry != NOBODY:
            room.points[ground.entries.hex[entry]] += ground.units.stack[unit]
            add_order(memory, unit_order(ground, unit, FIRST_ENTRY + entry))


@inline_kernel
def is_bargain(ground: MalayaGround, unit: int) -> bool:
    """Whether an optional unit is worth its victory points."""
    factors = ground.units.attack[unit] + ground.units.defence[unit]
    return factors >= LEAST_BARGAIN * ground.units.price[unit]


@outlined_kernel
def entry_for(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    side: int,
    unit: int,
    codes: Int,
    count: int,
    ships: bool,
) -> int:
    """The entry for a unit; NOBODY to wait."""
    arm, stack = ground.units.arm[unit], ground.units.stack[unit]
    best, best_far = NOBODY, FAR
    for entry in range(ground.rules.entries):
        if ground.entries.side[entry] != side:
            continue
        if not is_among(codes, count, unit_order(ground, unit, FIRST_ENTRY + entry)):
            continue
        place = ground.entries.hex[entry]
        if ground.entries.port[entry] != NOBODY:
            if ships and arm == INFANTRY:
                return entry
            continue
        far, full = lore.goal_far[arm, place], room.points[place] + stack > ground.rules.stacking
        if far < best_far and not full:
            best, best_far = entry, far
    return best


# Trains


@outlined_kernel
def ride(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
) -> None:
    """Send the unit that a train brings nearest to where it is wanted (MAL-12)."""
    if side == JAPAN:
        unit = unit_to_entrain(ground, lore, room, state)
    else:
        unit = plan_train(ground, lore, room, state)
    if unit == NOBODY:
        return
    for step in range(room.now.path - 1):
        direction = direction_to(ground, room.path[step], room.path[step + 1])
        add_order(memory, unit_order(ground, unit, direction))


@outlined_kernel
def unit_to_entrain(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState
) -> int:
    """Japan's unit that a train brings nearest to the goal, with its way in PATH, or NOBODY."""
    best, best_gain = NOBODY, 0
    for unit in range(first_of(ground, JAPAN), last_of(ground, JAPAN)):
        if room.waiting[unit] == 0:
            continue
        far, stack = lore.goal_far[ground.units.arm[unit]], ground.units.stack[unit]
        count = find_rides(ground, room, state, unit)
        for number in range(1, count):
            there = room.queue[number]
            gain = far[state.units.place[unit]] - far[there]
            full = points_in(ground, state, there, JAPAN) + stack > ground.rules.stacking
            if gain > best_gain and not full:
                best, best_gain = unit, gain
                keep_ride(room, there)
    return best


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
    """Plan battles first, then whoever has no part in them."""
    begin_plan(ground, lore, room, state, side)
    if side == JAPAN:
        add_units(ground, room, state, side)
        find_threats(ground, lore, room, state, side)
        find_onward(ground, lore, room, state)
        plan_battles(ground, lore, room, state, side)
        send_on(ground, lore, room, state)
    else:
        plan_delay(ground, lore, room, state)
    add_marches(ground, room, memory)


# Combat


@outlined_kernel
def fight(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
    codes: Int,
    count: int,
) -> bool:
    """Plan the best battle that is left; False where none is worth it."""
    begin_plan(ground, lore, room, state, side)
    plan_landings(ground, lore, room, state, side, codes, count)
    landings = room.now.planned
    stay_in_place(ground, room, state, side)
    find_threats(ground, lore, room, state, side)
    plan_battles(ground, lore, room, state, side)
    keep_legal(ground, room, landings, codes, count)
    if room.now.planned == 0:
        return False
    share_air(ground, lore, room, state, side)
    add_battle(
        ground,
        memory,
        room.planned[0],
        room.planned_force[0],
        room.planned_from[0],
        room.planned_size[0],
        room.shares[0],
    )
    return True


@outlined_kernel
def plan_landings(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
    codes: Int,
    count: int,
) -> None:
    """Plan the battles of those who land, since they must attack (MAL-18), with all beside."""
    list_targets(ground, room, state, side)
    for number in range(room.now.targets):
        target = room.targets[number]
        room.now.force = 0
        gather_landing(ground, room, state, side, target)
        if room.now.force == 0 or not is_among(codes, count, first_hex(ground) + target):
            continue
        gather_beside(ground, room, state, side, target)
        size = room.now.force
        prospect = weigh_battle(ground, room, state, room.force, room.force_from, size, target, 0)
        if not is_battle(prospect):
            continue
        battle = room.now.planned
        room.planned[battle] = target
        room.planned_size[battle] = size
        for each in range(size):
            room.planned_force[battle, each] = room.force[each]
            room.planned_from[battle, each] = room.force_from[each]
        room.now.planned += 1


@outlined_kernel
def stay_in_place(ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int) -> None:
    """Let those who have not fought, and are in no planned battle, attack from where they stand."""
    room.now.stays = 1
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] != ON_MAP or state.units.fought[unit] == 1:
            continue
        if is_planned(room, unit):
            continue
        fill(room.reach[unit], NOBODY)
        room.reach[unit, state.units.place[unit]] = 0
        room.takes_part[unit] = room.stuck[unit] = 1


@inline_kernel
def is_planned(room: MalayaRoom, unit: int) -> bool:
    """Whether a unit is in a planned battle."""
    found = False
    for battle in range(room.now.planned):
        for number in range(room.planned_size[battle]):
            found = found or room.planned_force[battle, number] == unit
    return found


@outlined_kernel
def keep_legal(
    ground: MalayaGround, room: MalayaRoom, landings: int, codes: Int, count: int
) -> None:
    """Drop planned battles against hexes that are planned already or cannot be attacked now."""
    kept = 0
    for battle in range(room.now.planned):
        target = room.planned[battle]
        again = False
        for other in range(min(battle, landings)):
            again = again or (battle >= landings and room.planned[other] == target)
        if again or not is_among(codes, count, first_hex(ground) + target):
            continue
        room.planned[kept] = target
        room.planned_size[kept] = room.planned_size[battle]
        for number in range(room.planned_size[battle]):
            room.planned_force[kept, number] = room.planned_force[battle, number]
            room.planned_from[kept, number] = room.planned_from[battle, number]
        kept += 1
    room.now.planned = kept


@outlined_kernel
def advance(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    memory: MalayaMemory,
    side: int,
) -> None:
    """Let Japan go on with the strongest; the others only where that frees what counts (MAL-29)."""
    target, points = state.game.selected, 0
    for number in range(ground.rules.units):
        unit = lore.by_attack[number]
        if side_of(ground, unit) != side or room.waiting[unit] == 0:
            continue
        if not is_advance_wanted(ground, lore, state, side, unit, target):
            continue
        if points + ground.units.stack[unit] <= ground.rules.stacking:
            points += ground.units.stack[unit]
            add_order(memory, unit_order(ground, unit, ADVANCE_WITH))


@inline_kernel
def is_advance_wanted(
    ground: MalayaGround, lore: MalayaLore, state: MalayaState, side: int, unit: int, target: int
) -> bool:
    """Whether a unit does well to follow into a hex."""
    if side != JAPAN:
        return lore.value[target] > 0 or ground.hexes.victory[target] == 1
    far, here = lore.goal_far[INFANTRY], state.units.place[unit]
    if here == ground.rules.hexes or target == ground.rules.shipping_hex:
        return True
    return far[target] <= far[here]


class CommanderAgent(Commanding):
    """Plans a turn as a whole: where to mass, what to go round, which roads to bar, where to land.

    Every plan is made anew from the view.
    """

    _decide = direct(decide_commander)
