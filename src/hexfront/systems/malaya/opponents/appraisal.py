"""What a battle promises, before it is fought: expected losses and the chance to take the hex.

The odds, the modifiers and the defender's air points are those of MAL-19 to MAL-23.  Who
of a stack loses a step is averaged, and retreats cost what the way of the whole stack costs.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.room import MalayaRoom, first_of, last_of
from hexfront.systems.malaya.rules.combat import direction_to, odds_column, worth
from hexfront.systems.malaya.rules.movement import lift, settle, side_of
from hexfront.systems.malaya.rules.retreat import in_zone, retreat_path
from hexfront.systems.malaya.scenario.model import FACES, MAX_AIR
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    EIGHTHS,
    INFANTRY,
    NOBODY,
    MalayaGround,
    MalayaState,
)

AT_SEA: Final = -1
"""Where an attacker comes from who lands."""
NO_PATH: Final = 99
"""Enemy zones on a retreat that there is not."""

Prospect = tuple[float, float, float, float]
"""What is to be expected of a battle: the chance that the defender leaves the hex, steps of the
attacker that are lost, steps of the defender, and the chance that the attackers retreat."""


@inline_kernel
def is_battle(prospect: Prospect) -> bool:
    """Whether the table has a column for a battle, so that anything can come of it."""
    some = prospect[0] != 0.0 or prospect[1] != 0.0
    return some or prospect[2] != 0.0 or prospect[3] != 0.0


@outlined_kernel
def imagine(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, unit: int, place: int
) -> None:
    """Put a unit into another hex of the imagined position."""
    if state.units.place[unit] == place:
        return
    lift(ground, state, unit)
    settle(ground, state, unit, place)
    room.now.version += 1


@inline_kernel
def attack_on_land(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """The attack of a unit on level ground, in 512ths."""
    poor = EIGHTHS if state.units.supplied[unit] != 0 else ground.rules.unsupplied_attack
    return worth(ground, state, unit, ground.units.attack) * poor * EIGHTHS


@inline_kernel
def defence_value(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """The defence of a unit, in 512ths."""
    poor = EIGHTHS if state.units.supplied[unit] != 0 else ground.rules.unsupplied_defence
    return worth(ground, state, unit, ground.units.defence) * poor * EIGHTHS


@inline_kernel
def comes_across(ground: MalayaGround, here: int, target: int) -> bool:
    """Whether a river parts two hexes that lie beside each other."""
    return ground.hexes.river[here, direction_to(ground, here, target)] == 1


@outlined_kernel
def attack_from(ground: MalayaGround, state: MalayaState, unit: int, here: int, target: int) -> int:
    """What a unit attacks a hex with from another, in 512ths (MAL-21)."""
    value = attack_on_land(ground, state, unit)
    if here != AT_SEA and comes_across(ground, here, target):
        value = value * ground.rules.river_factor // EIGHTHS
    return value


@inline_kernel
def drives_from(ground: MalayaGround, unit: int, here: int, target: int) -> bool:
    """Whether armour attacks along a road, into open terrain (MAL-23)."""
    if ground.units.arm[unit] != ARMOUR or here == AT_SEA or ground.hexes.covered[target] == 1:
        return False
    return ground.hexes.road[here, direction_to(ground, here, target)] == 1


@outlined_kernel
def modifier_of(ground: MalayaGround, units: Int, origins: Int, count: int, target: int) -> int:
    """What ground, river, landing and armour add to the die of an attack (MAL-23)."""
    landing, dry, drives = False, False, False
    for number in range(count):
        unit, here = units[number], origins[number]
        if here == AT_SEA:
            landing = True
        elif not comes_across(ground, here, target):
            dry = True
        if drives_from(ground, unit, here, target):
            drives = True
    total = ground.hexes.die[target]
    if landing:
        total += ground.rules.landing_die
    elif not dry:
        total += ground.rules.river_die
    if drives:
        total += ground.rules.armour_die
    return total


@outlined_kernel
def defence_in(ground: MalayaGround, state: MalayaState, side: int, place: int) -> int:
    """The defence of all units of a side in a hex, in 512ths."""
    defence = 0
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.place[unit] == place:
            defence += defence_value(ground, state, unit)
    return defence


@outlined_kernel
def way_back(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> int:
    """Enemy zones on the retreat of all units of a side in a hex; NO_PATH where it is cut off."""
    if room.back_version[target] == room.now.version:
        return room.back[target]
    worst = 0
    for arm in range(INFANTRY, ARMOUR + 1):
        points, count = 0, 0
        for unit in range(first_of(ground, side), last_of(ground, side)):
            if state.units.place[unit] == target and ground.units.arm[unit] == arm:
                points += ground.units.stack[unit]
                count += 1
        if count > 0:
            worst = max(worst, zones_behind(ground, state, side, arm, points, target))
    room.back[target] = worst
    room.back_version[target] = room.now.version
    return worst


@inline_kernel
def zones_behind(
    ground: MalayaGround, state: MalayaState, side: int, arm: int, points: int, place: int
) -> int:
    """Enemy zones on the way of a group that must retreat from its hex; NO_PATH without one."""
    path = retreat_path(ground, state, side, arm, points, place, place)
    if path[0] == NOBODY:
        return NO_PATH
    zones = in_zone(state, side, path[0]) + in_zone(state, side, path[1])
    if path[2] != NOBODY:
        zones += in_zone(state, side, path[2])
    return zones


@kernel
def weigh_battle(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    units: Int,
    origins: Int,
    count: int,
    target: int,
    air: int,
) -> Prospect:
    """What an attack of units on a hex with so many air points promises."""
    side = side_of(ground, units[0])
    enemy = 1 - side
    attack, steps, lands = 0, 0, False
    for number in range(count):
        unit, here = units[number], origins[number]
        attack += attack_from(ground, state, unit, here, target)
        steps += state.units.steps[unit]
        lands = lands or here == AT_SEA
    defenders = 0
    for unit in range(first_of(ground, enemy), last_of(ground, enemy)):
        if state.units.place[unit] == target:
            defenders += state.units.steps[unit]
    return expect(
        ground,
        attack,
        defence_in(ground, state, enemy, target),
        modifier_of(ground, units, origins, count, target),
        air,
        min(ground.rules.most_air, state.game.air_left[enemy]),
        steps,
        defenders,
        way_back(ground, room, state, enemy, target),
        count if lands else 0,
        ground.hexes.covered[target] == 1,
    )


@kernel
def expect(
    ground: MalayaGround,
    attack: int,
    defence: int,
    modifier: int,
    air: int,
    defence_air: int,
    attackers: int,
    defenders: int,
    zones: int,
    landing: int,
    covered: bool,
) -> Prospect:
    """What two strengths promise; steps of both sides bound their losses."""
    column = odds_column(ground, attack, defence)
    if column == NOBODY:
        return 0.0, 0.0, 0.0, 0.0
    most = ground.rules.air_die
    less = ground.rules.covered_less if covered else 0
    total = 0
    for wished in range(MAX_AIR + 1):
        total += ground.commitment[column, wished]
    total *= FACES
    vacated, lost, taken, thrown_back = 0.0, 0.0, 0.0, 0.0
    for wished in range(MAX_AIR + 1):
        weight = ground.commitment[column, wished]
        if weight == 0:
            continue
        committed = max(0, min(defence_air, wished - less))
        net = max(-most, min(most, air - committed))
        for face in range(1, FACES + 1):
            row = max(1, min(FACES, face + modifier + net)) - 1
            entry = row * ground.rules.results + column
            result = result_of(ground, entry, attackers, defenders, zones, landing)
            vacated += result[0] * weight / total
            lost += result[1] * weight / total
            taken += result[2] * weight / total
            thrown_back += result[3] * weight / total
    return vacated, lost, taken, thrown_back


@inline_kernel
def result_of(
    ground: MalayaGround, entry: int, attackers: int, defenders: int, zones: int, landing: int
) -> tuple[int, int, int, int]:
    """What an entry of the table comes to (MAL-23 to MAL-30)."""
    lost = ground.results.attacker_steps[entry]
    taken = ground.results.defender_steps[entry]
    vacated = taken >= defenders
    if not vacated and ground.results.defender_falls_back[entry] == 1:
        if zones == NO_PATH:
            taken += ground.rules.blocked_loss
            vacated = taken >= defenders
        else:
            taken += zones * ground.rules.zone_loss
            vacated = True
    back = ground.results.attacker_falls_back[entry]
    if landing > 0 and (not vacated or back == 1):
        lost += landing * ground.rules.landing_loss
    return 1 if vacated else 0, min(lost, attackers), min(taken, defenders), back
