"""Plans of attacks: which hexes, by whom, from where, and who cuts the way back.

While a side moves, enemy zones stay as they are, so that every unit can go where it
could go from the start; units compete only for room in the hexes beside a target.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import (
    Prospect,
    attack_from,
    defence_in,
    imagine,
    is_battle,
    modifier_of,
    way_back,
    weigh_battle,
)
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.paths import (
    cost_of_arm,
    cost_to,
    find_reach,
    hex_before,
    left_of,
)
from hexfront.systems.malaya.opponents.room import (
    MalayaMemory,
    MalayaRoom,
    add_order,
    first_of,
    last_of,
    sort_up,
)
from hexfront.systems.malaya.opponents.values import least_value, value_of
from hexfront.systems.malaya.rules.combat import direction_to, odds_column
from hexfront.systems.malaya.rules.movement import distance, side_of
from hexfront.systems.malaya.rules.orders import unit_order
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.scenario.state import (
    DIRECTIONS,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

PER_AIR: Final = 0.15
"""What an air point is worth, in points of a factor; less does not repay it."""
WORST: Final = 3
"""Zones on a retreat, beyond which it makes no difference."""
NEAR: Final = 2
"""Hexes from a target within which a unit may cut the way back."""
PLANNED_AIR: Final = 2
"""Air points with which a battle is planned, at most."""
_UNIT_BITS: Final = 8
_HEX_BITS: Final = 16


# Places and tasks


@kernel
def begin_plan(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, side: int
) -> None:
    """Forget all tasks: no unit takes part yet."""
    now, far = room.now, 1 << 40
    now.placed = now.planned = now.stays = 0
    now.version += 1
    for unit in range(ground.rules.units):
        room.takes_part[unit] = room.stuck[unit] = 0
        room.placed[unit] = room.onward[unit] = NOBODY
        if side_of(ground, unit) == side and state.units.status[unit] == ON_MAP:
            far = min(far, lore.goal_far[0, state.units.place[unit]])
    now.foremost = far if far < 1 << 40 else 0
    fill(room.space, ground.rules.stacking)


@kernel
def add_units(ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int) -> None:
    """Let all units of a side take part; one that cannot leave its hex keeps its room there."""
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] != ON_MAP:
            continue
        left = left_of(ground, state, unit)
        zone, reach = state.zones[1 - side], room.reach[unit]
        found = find_reach(ground, room, state, unit, left, zone, reach)
        room.takes_part[unit] = 1
        room.start[unit] = state.units.place[unit]
        if found == 1:
            room.stuck[unit] = 1
            room.space[state.units.place[unit]] -= ground.units.stack[unit]


@inline_kernel
def is_free(room: MalayaRoom, unit: int) -> bool:
    """Whether a unit can still be given a task."""
    return room.takes_part[unit] == 1 and room.placed[unit] == NOBODY


@inline_kernel
def reaches(room: MalayaRoom, unit: int, place: int) -> bool:
    """Whether a unit that takes part can go to a hex."""
    return room.reach[unit, place] != NOBODY


@outlined_kernel
def give_place(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, unit: int, place: int
) -> None:
    """Give a unit its place for this turn."""
    room.placed[unit] = place
    room.placed_order[room.now.placed] = unit
    room.now.placed += 1
    if room.stuck[unit] == 0:
        room.space[place] -= ground.units.stack[unit]
    imagine(ground, room, state, unit, place)


@inline_kernel
def fits(ground: MalayaGround, room: MalayaRoom, state: MalayaState, unit: int, place: int) -> bool:
    """Whether a hex has room for a unit."""
    if room.stuck[unit] == 1:
        return place == state.units.place[unit]
    return ground.units.stack[unit] <= room.space[place]


@outlined_kernel
def add_march(
    ground: MalayaGround, room: MalayaRoom, memory: MalayaMemory, unit: int, there: int
) -> None:
    """Add the orders that bring a unit to a hex that it can reach."""
    reach, steps, here = room.reach[unit], 0, there
    while here != NOBODY:
        room.path[steps] = here
        steps += 1
        here = hex_before(reach, here)
    for step in range(steps - 1, 0, -1):
        direction = direction_to(ground, room.path[step], room.path[step - 1])
        add_order(memory, unit_order(ground, unit, direction))


@kernel
def add_marches(ground: MalayaGround, room: MalayaRoom, memory: MalayaMemory) -> None:
    """Add the orders that bring all units to their places."""
    for number in range(room.now.placed):
        unit = room.placed_order[number]
        if room.placed[unit] != room.start[unit]:
            add_march(ground, room, memory, unit, room.placed[unit])


# Battles


@kernel
def list_targets(ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int) -> None:
    """List the hexes where enemies are, the lowest first."""
    room.now.targets = 0
    for place in range(ground.rules.hexes):
        if stands(state, place, 1 - side):
            room.targets[room.now.targets] = place
            room.now.targets += 1


@kernel
def plan_battles(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, side: int
) -> None:
    """Plan the best battle first, then the best with those who are left."""
    list_targets(ground, room, state, side)
    while True:
        found = weigh_targets(ground, lore, room, state, side)
        if found == NOBODY:
            return
        battle = room.now.planned
        target = room.planned[battle]
        for number in range(room.planned_size[battle]):
            unit = room.planned_force[battle, number]
            give_place(ground, room, state, unit, room.planned_from[battle, number])
        room.now.planned += 1
        if room.now.stays == 0:
            cut_off(ground, lore, room, state, side, battle)
        left = 0
        for number in range(room.now.targets):
            if room.targets[number] != target:
                room.targets[left] = room.targets[number]
                left += 1
        room.now.targets = left


@outlined_kernel
def weigh_targets(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, state: MalayaState, side: int
) -> int:
    """Write the best battle behind those that are planned; NOBODY where none is worth it.

    Targets that nobody can attack are dropped.
    """
    best, best_value, left = NOBODY, 0.0, 0
    for number in range(room.now.targets):
        target = room.targets[number]
        if not concentrate(ground, room, state, side, target):
            continue
        room.targets[left] = target
        left += 1
        prospect = weigh_force(ground, room, state, side, target)
        count = room.now.force
        value = value_of(
            ground, lore, room, state, room.force, room.force_from, count, target, prospect
        )
        if best == NOBODY or value > best_value:
            best, best_value = target, value
            battle = room.now.planned
            room.planned[battle] = target
            room.planned_size[battle] = count
            room.planned_vacated[battle] = prospect[0]
            for each in range(count):
                room.planned_force[battle, each] = room.force[each]
                room.planned_from[battle, each] = room.force_from[each]
    room.now.targets = left
    return best if best != NOBODY and best_value >= least_value(side) else NOBODY


@inline_kernel
def weigh_force(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> Prospect:
    """What the force promises, with the air points that are planned for a battle."""
    air = min(PLANNED_AIR, ground.rules.most_air, state.game.air_left[side])
    count = room.now.force
    return weigh_battle(ground, room, state, room.force, room.force_from, count, target, air)


@outlined_kernel
def concentrate(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> bool:
    """Gather all who can attack a hex, less those whom that does not need.

    False where nobody can, or the table has no column for it.
    """
    gather(ground, room, state, side, target)
    if room.now.force == 0:
        return False
    if not is_battle(weigh_force(ground, room, state, side, target)):
        return False
    spare(ground, room, state, side, target)
    return True


@outlined_kernel
def gather(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> None:
    """Gather the strongest first, each where its blow is hardest and there is room."""
    count = 0
    for direction in range(DIRECTIONS):
        here = ground.hexes.neighbour[target, direction]
        if here != ground.rules.hexes:
            room.spare[here] = room.space[here]
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if not is_free(room, unit):
            continue
        for direction in range(DIRECTIONS):
            here = ground.hexes.neighbour[target, direction]
            if here == ground.rules.hexes or not reaches(room, unit, here):
                continue
            arm, back = ground.units.arm[unit], (direction + 3) % DIRECTIONS
            if cost_of_arm(ground, arm, here, back) == 0:
                continue
            blow = attack_from(ground, state, unit, here, target)
            room.keys[count] = -(blow / max(1, ground.units.stack[unit]))
            tie = cost_to(room.reach[unit], here) << _HEX_BITS | here
            room.ties[count] = tie << _UNIT_BITS | unit
            count += 1
    sort_up(room, count)
    take_strongest(ground, room, state, count)


@inline_kernel
def take_strongest(ground: MalayaGround, room: MalayaRoom, state: MalayaState, count: int) -> None:
    """Let those who stand first on the sorted list attack, as far as there is room."""
    size = 0
    for number in range(count):
        unit = room.ties[number] & ((1 << _UNIT_BITS) - 1)
        here = room.ties[number] >> _UNIT_BITS & ((1 << _HEX_BITS) - 1)
        known = False
        for other in range(size):
            known = known or room.force[other] == unit
        if known or not fits(ground, room, state, unit, here):
            continue
        stack = ground.units.stack[unit] if room.stuck[unit] == 0 else 0
        if room.spare[here] >= stack:
            room.spare[here] -= stack
            room.force[size] = unit
            room.force_from[size] = here
            size += 1
    room.now.force = size


@outlined_kernel
def spare(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> None:
    """Leave those out who change neither the column nor the die."""
    defence = defence_in(ground, state, 1 - side, target)
    units, origins = room.force, room.force_from
    column = column_of(ground, state, units, origins, room.now.force, target, defence)
    die = modifier_of(ground, units, origins, room.now.force, target)
    number = room.now.force - 1
    while number >= 0:
        left = 0
        for other in range(room.now.force):
            if other != number:
                room.fewer[left] = units[other]
                room.fewer_from[left] = origins[other]
                left += 1
        if left > 0:
            fewer = column_of(ground, state, room.fewer, room.fewer_from, left, target, defence)
            modifier = modifier_of(ground, room.fewer, room.fewer_from, left, target)
            if fewer >= column and modifier >= die:
                for other in range(left):
                    units[other] = room.fewer[other]
                    origins[other] = room.fewer_from[other]
                room.now.force = left
        number -= 1


@inline_kernel
def column_of(
    ground: MalayaGround,
    state: MalayaState,
    units: Int,
    origins: Int,
    count: int,
    target: int,
    defence: int,
) -> int:
    """The column of the results table for attackers against a defence."""
    attack = 0
    for number in range(count):
        attack += attack_from(ground, state, units[number], origins[number], target)
    return odds_column(ground, attack, defence)


@outlined_kernel
def cut_off(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
    battle: int,
) -> None:
    """Send a unit where its zone makes the retreat of the enemy dearest."""
    target, enemy = room.planned[battle], 1 - side
    before = min(way_back(ground, room, state, enemy, target), WORST)
    best_unit, best_place, best_gain = NOBODY, NOBODY, 0.0
    for place in range(ground.rules.hexes):
        if distance(ground, place, target) > NEAR:
            continue
        unit = cheapest_to(ground, lore, room, state, side, place)
        if unit == NOBODY:
            continue
        start = state.units.place[unit]
        imagine(ground, room, state, unit, place)
        zones = way_back(ground, room, state, enemy, target)
        imagine(ground, room, state, unit, start)
        gain = min(zones, WORST) - before - lore.step_worth[unit] / 16
        if gain > 0 and (best_unit == NOBODY or gain > best_gain):
            best_unit, best_place, best_gain = unit, place, gain
    if best_unit == NOBODY:
        return
    give_place(ground, room, state, best_unit, best_place)
    room.planned_vacated[battle] = weigh_battle(
        ground,
        room,
        state,
        room.planned_force[battle],
        room.planned_from[battle],
        room.planned_size[battle],
        target,
        PLANNED_AIR,
    )[0]


@inline_kernel
def cheapest_to(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
    place: int,
) -> int:
    """The least valuable free unit that can go to a hex; NOBODY without one."""
    found = NOBODY
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if not is_free(room, unit) or not reaches(room, unit, place):
            continue
        if not fits(ground, room, state, unit, place):
            continue
        if found == NOBODY or lore.step_worth[unit] <= lore.step_worth[found]:
            found = unit
    return found


@kernel
def share_air(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    side: int,
) -> None:
    """Share air points among planned battles: one after the other goes where it changes most."""
    for battle in range(room.now.planned):
        room.shares[battle] = 0
        room.hopes[battle] = hope(ground, lore, room, state, battle, 0)
        room.higher[battle] = hope(ground, lore, room, state, battle, 1)
    for _ in range(state.game.air_left[side]):
        best, best_gain = NOBODY, 0.0
        for battle in range(room.now.planned):
            if room.shares[battle] >= ground.rules.most_air:
                continue
            gain = room.higher[battle] - room.hopes[battle]
            if best == NOBODY or gain > best_gain:
                best, best_gain = battle, gain
        if best == NOBODY or best_gain < PER_AIR:
            return
        room.shares[best] += 1
        room.hopes[best] = room.higher[best]
        room.higher[best] = hope(ground, lore, room, state, best, room.shares[best] + 1)


@outlined_kernel
def hope(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    battle: int,
    air: int,
) -> float:
    """What a planned battle promises with so many air points."""
    force, origins = room.planned_force[battle], room.planned_from[battle]
    count, target = room.planned_size[battle], room.planned[battle]
    prospect = weigh_battle(ground, room, state, force, origins, count, target, air)
    return value_of(ground, lore, room, state, force, origins, count, target, prospect)
