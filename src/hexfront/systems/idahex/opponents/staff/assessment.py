"""What a commander makes of the situation: who is where, and how strong (IDX-4, IDX-5.4.2).

Of enemy units it reads what both sides know: place, posture, objective, the
engagement and the role in it, and the type.  What they hold is taken to be
their planned strength, worn as the own army is.
"""

from __future__ import annotations

from math import inf, isinf
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.opponents.staff import headquarters as hq
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.map import barrier_at
from hexfront.systems.idahex.scenario.area import steps_between
from hexfront.systems.idahex.scenario.design import (
    NEQ,
    NMAT,
    NPERS,
    NRS,
    NSS,
    RIM,
    Int,
)
from hexfront.systems.idahex.scenario.state import HOLD, NONE, class_of

MOST_WORN: Final = 0.2
LEAST_WORN: Final = 1.1
"""Limits for what the enemy is thought to have of his planned strength."""

A_LITTLE: Final = 0.12
"""The share of planned supplies with which a unit may still march, or attack if no more come."""
RESERVE: Final = 1.2
"""How many times what its weapons need a unit is given of supplies."""
A_DEPOT: Final = 3.0
"""A carrier with so many times the supplies that it can move is a depot."""


@outlined_kernel
def assess(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """Fill the room's maps and lists of units."""
    cells = room.cells
    for row in range(cells.shape[0]):
        for cell in range(cells.shape[1]):
            cells[row, cell] = 0.0
    assess_own(staff, now, room, side)
    for unit in range(len(now.units)):
        if now.units.posture[unit] >= HOLD * 10:
            if now.units.side[unit] == side:
                add_own(staff, now, room, unit)
            else:
                add_foe(staff, now, room, unit)
    weigh_armies(staff, now, room, side)
    for cell in range(1, cells.shape[1]):
        if cells[hq.DEPOTS, cell] > 0.0:
            weigh_depot(staff, now, room, side, cell)
    for unit in range(len(now.units)):
        if room.flags[hq.ABLE, unit] == 1:
            add_reach(staff, now, room, unit, 1.0)


@outlined_kernel
def weigh_armies(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """What the own army could attack with, by what the enemy's could defend itself with."""
    own, enemy = 0.0, 0.0
    for unit in range(len(now.units)):
        if now.units.posture[unit] >= HOLD * 10:
            if now.units.side[unit] == side:
                own += room.units[hq.VALUE_ATTACK, unit]
            else:
                enemy += staff.defence[now.units.kind[unit]] * room.health[hq.WORN]
    room.health[hq.BALANCE] = own / enemy if enemy > 0.0 else inf


@outlined_kernel
def weigh_depot(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> None:
    """How weak the supplies of a depot make those who would fight beside it (IDX-5.4.1).

    In battle all units of a cell share their people, and supplies come first:
    a large depot leaves nobody to man the weapons.
    """
    counts, share = staff.counts, 0.0
    for person in range(counts[side, NPERS]):
        people, needed = 0.0, 0.0
        unit = now.standing[cell, side]
        while unit != NONE:
            people += now.stock[unit, counts[side, NMAT] + person]
            people -= staff.overhead[now.units.kind[unit], person]
            for item in range(counts[side, NSS]):
                held = now.stock[unit, counts[side, NEQ] + item]
                needed += staff.hands[side, item, person] * held
            unit = now.units.next_in_cell[unit]
        share = max(share, 1.0 if needed >= people else needed / people)
    room.cells[hq.BURDEN, cell] = share
    room.cells[hq.SECURITY, cell] *= 1.0 - share
    room.cells[hq.PRESENT, cell] *= 1.0 - share


@outlined_kernel
def assess_own(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """The values of the own units, and how worn the army is."""
    left, planned = 0.0, 0.0
    for unit in range(len(now.units)):
        attack, defence = 0.0, 0.0
        room.flags[hq.IDLE, unit] = 0
        room.flags[hq.ABLE, unit] = 0
        room.flags[hq.FIT, unit] = 0
        if now.units.side[unit] == side and now.units.posture[unit] >= HOLD * 10:
            for resource in range(staff.counts[side, NRS]):
                amount = now.stock[unit, resource]
                attack += staff.value_attack[side, resource] * amount
                defence += staff.value_defence[side, resource] * amount
            left += defence
            planned += staff.planned[now.units.kind[unit]]
            share = fed(staff, now, side, unit)
            attack *= share
            defence *= share
        room.units[hq.VALUE_ATTACK, unit] = attack
        room.units[hq.VALUE_DEFENCE, unit] = defence
    worn = left / planned if planned > 0.0 else 1.0
    room.health[hq.WORN] = min(max(worn, MOST_WORN), LEAST_WORN)
    room.health[hq.STRONGEST] = 0.0
    room.health[hq.STORES] = stores(staff, now, side)


@outlined_kernel
def stores(staff: Staff, now: Situation, side: int) -> float:
    """What carriers of a side have of the supplies of which they have least."""
    least = inf
    for supply in range(staff.counts[side, NSS]):
        total = 0.0
        for unit in range(len(now.units)):
            active = now.units.side[unit] == side and now.units.posture[unit] >= HOLD * 10
            if active and staff.role[now.units.kind[unit]] == hq.CARRIER:
                total += now.stock[unit, staff.counts[side, NEQ] + supply]
        least = min(least, total)
    return least


@inline_kernel
def demand_of(staff: Staff, now: Situation, unit: int, supply: int) -> float:
    """What all weapons of an own unit need of a type of supplies to take part (IDX-5.4.1)."""
    side, wanted = now.units.side[unit], 0.0
    for resource in range(staff.counts[side, NRS]):
        wanted += staff.demand[side, resource, supply] * now.stock[unit, resource]
    return wanted


@inline_kernel
def fill_of(staff: Staff, now: Situation, unit: int, supply: int) -> float:
    """What an own unit should have of a type of supplies: as planned, or more if it needs it."""
    planned = staff.toe[now.units.kind[unit], staff.counts[now.units.side[unit], NEQ] + supply]
    return float(max(planned, RESERVE * demand_of(staff, now, unit, supply)))


@inline_kernel
def fed(staff: Staff, now: Situation, side: int, unit: int) -> float:
    """The share of its weapons that an own unit's supplies suffice for, about (IDX-5.4.1)."""
    share = 1.0
    for supply in range(staff.counts[side, NSS]):
        wanted = demand_of(staff, now, unit, supply)
        held = now.stock[unit, staff.counts[side, NEQ] + supply]
        if held < share * wanted:
            share = held / wanted
    return max(share, hq.STARVED)


@outlined_kernel
def add_own(staff: Staff, now: Situation, room: StaffWorkspace, unit: int) -> None:
    """Count an active unit of the own side in."""
    cells, defence = room.cells, room.units[hq.VALUE_DEFENCE, unit]
    place, objective = now.units.place[unit], now.units.objective[unit]
    cells[hq.PRESENT, place] += defence
    if staff.role[now.units.kind[unit]] == hq.CARRIER and is_depot(staff, now, unit):
        cells[hq.DEPOTS, place] += 1.0
    if now.units.engagement[unit] != NONE:
        cells[hq.BATTLE, place] += 1.0
    if class_of(now.units.posture[unit]) == HOLD:
        cells[hq.SECURITY, place] += defence
        if room.spared[unit] == 0 and is_idle(now, unit):
            room.flags[hq.IDLE, unit] = 1
            if staff.role[now.units.kind[unit]] == hq.FIGHTER:
                least = room.doctrine[hq.LEAST_SUPPLIES]
                if room.health[hq.STORES] <= 0.0:
                    least = A_LITTLE
                room.flags[hq.ABLE, unit] = int(is_ready(staff, now, room, unit, A_LITTLE))
                room.flags[hq.FIT, unit] = int(is_ready(staff, now, room, unit, least))
        if now.units.force[unit] != NONE:
            objective = now.missions.aim[now.units.force[unit], 0]
    if objective != place:
        cells[hq.COMING, objective] += defence
        cells[hq.SENT, objective] += reaching(staff, now, room, unit, objective)


@inline_kernel
def is_idle(now: Situation, unit: int) -> bool:
    """Whether an own unit in a hold posture can be given something to do."""
    if now.units.engagement[unit] != NONE:
        return False
    force = now.units.force[unit]
    return bool(force == NONE or isinf(now.agenda[force, DUE]))


@inline_kernel
def has_share(staff: Staff, now: Situation, unit: int, share: float) -> bool:
    """Whether an own unit has so large a share of its planned supplies of each type."""
    side, kind = now.units.side[unit], now.units.kind[unit]
    for supply in range(staff.counts[side, NSS]):
        resource = staff.counts[side, NEQ] + supply
        if now.stock[unit, resource] < share * staff.toe[kind, resource]:
            return False
    return True


@inline_kernel
def is_ready(staff: Staff, now: Situation, room: StaffWorkspace, unit: int, share: float) -> bool:
    """Whether a fighter has enough strength, and so large a share of its planned supplies."""
    kind = now.units.kind[unit]
    least = room.doctrine[hq.LEAST_STRENGTH] * staff.defence[kind]
    if room.units[hq.VALUE_DEFENCE, unit] < least:
        return False
    return has_share(staff, now, unit, share)


@inline_kernel
def reaching(staff: Staff, now: Situation, room: StaffWorkspace, unit: int, cell: int) -> float:
    """What an own unit is worth when it attacks a cell from where it stands."""
    place, kind = now.units.place[unit], now.units.kind[unit]
    value = room.units[hq.VALUE_ATTACK, unit]
    for rim in range(RIM):
        if staff.area.rim[place, rim] == cell:
            value *= staff.across[kind, barrier_at(staff.area, now.maps, place, rim)]
    return float(value)


@outlined_kernel
def add_foe(staff: Staff, now: Situation, room: StaffWorkspace, unit: int) -> None:
    """Count an active unit of the enemy in."""
    cells, kind = room.cells, now.units.kind[unit]
    place, objective = now.units.place[unit], now.units.objective[unit]
    cells[hq.FOES, place] += 1.0
    defence = staff.defence[kind] * room.health[hq.WORN]
    holds = class_of(now.units.posture[unit]) == HOLD
    cells[hq.FOES_HOLD if holds else hq.FOES_OUT, place] += defence
    if now.units.engagement[unit] != NONE and now.units.attacks[unit] == 1:
        return
    attack = staff.attack[kind] * room.health[hq.WORN]
    room.health[hq.STRONGEST] = max(room.health[hq.STRONGEST], attack)
    for rim in range(RIM):
        cell = staff.area.rim[place, rim]
        if cell > 0 and (holds or cell == objective):
            barrier = barrier_at(staff.area, now.maps, place, rim)
            cells[hq.THREAT, cell] += attack * staff.across[kind, barrier]


@inline_kernel
def add_reach(staff: Staff, now: Situation, room: StaffWorkspace, unit: int, sign: float) -> None:
    """Count an own unit in (1) or out (-1) where it could attack."""
    place, kind = now.units.place[unit], now.units.kind[unit]
    attack, defence = room.units[hq.VALUE_ATTACK, unit], room.units[hq.VALUE_DEFENCE, unit]
    for rim in range(RIM):
        cell = staff.area.rim[place, rim]
        if cell > 0 and staff.area.route[place, rim] > 0:
            barrier = barrier_at(staff.area, now.maps, place, rim)
            if room.flags[hq.FIT, unit] == 1:
                room.cells[hq.REACH, cell] += sign * attack * staff.across[kind, barrier]
            room.cells[hq.REACH_DEFENCE, cell] += sign * defence


@outlined_kernel
def menace(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int, but: int, range_: int
) -> float:
    """The attack value of free enemies within so many cells of one, but those in a cell."""
    total = 0.0
    for unit in range(len(now.units)):
        if now.units.side[unit] != side and now.units.posture[unit] >= HOLD * 10:
            place = now.units.place[unit]
            attacks = now.units.engagement[unit] != NONE and now.units.attacks[unit] == 1
            if place != but and not attacks and steps_between(staff.area, place, cell) <= range_:
                total += staff.attack[now.units.kind[unit]] * room.health[hq.WORN]
    return total


@inline_kernel
def list_units(now: Situation, side: int, place: int, found: Int) -> int:
    """The active units of a side in a cell, in order; how many."""
    count = 0
    unit = now.standing[place, side]
    while unit != NONE and count < found.shape[0]:
        found[count] = unit
        count += 1
        unit = now.units.next_in_cell[unit]
    return count


@outlined_kernel
def capacity(staff: Staff, now: Situation, unit: int) -> tuple[float, float]:
    """How much supplies a unit can move, and how much it has, as demand for transport.

    IDX-3.2.3.1.
    """
    side = now.units.side[unit]
    first = staff.counts[side, NEQ]
    after = first + staff.counts[side, NSS]
    room, load = 0.0, 0.0
    for resource in range(staff.counts[side, NRS]):
        amount = now.stock[unit, resource]
        room += staff.carries[side, resource] * amount
        if first <= resource < after:
            load += staff.needs[side, resource] * amount
        else:
            room -= staff.needs[side, resource] * amount
    return room, load


@inline_kernel
def is_depot(staff: Staff, now: Situation, unit: int) -> bool:
    """Whether a carrier has much more than it can move."""
    room, load = capacity(staff, now, unit)
    return bool(load > A_DEPOT * max(room, 1.0))
