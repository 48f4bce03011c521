"""Where a commander attacks, with whom, and when he calls an attack off."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff import headquarters as hq
from hexfront.systems.idahex.opponents.staff.assessment import (
    add_reach,
    has_share,
    menace,
    reaching,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.map import LONGEST, way
from hexfront.systems.idahex.opponents.staff.plan import send_to
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario.area import is_active, side_towards
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    ATTACKERS,
    DEFENDERS,
    HOLD,
    NONE,
    class_of,
)

HANDFUL: Final = 0.1
"""Even units without value count as this share of the enemy's strongest one."""
HOME_LAND: Final = 1.0
PREY: Final = 2.0
"""What it is worth to catch enemies that attack elsewhere and left nobody behind."""
SHIELD: Final = 1.0
"""What it is worth to keep enemies from beside a depot."""
NEAR: Final = 2
"""Cells from which enemies could come to a depot."""
PRESSING: Final = 1.4
"""By so much less at most a superior army is content with."""
HALF: Final = 0.5
MOST: Final = 0.7
ANY_ONE: Final = 0.9
AMPLE: Final = 1.5
"""How many times what must go into a cell goes if it can."""
ALMOST: Final = 0.8
"""An attack that has come so far is not called off to guard the rear."""


@inline_kernel
def is_home(staff: Staff, side: int, cell: int) -> bool:
    """Whether a cell was the side's own when the war began."""
    return bool(staff.area.owner[cell] == side)


@inline_kernel
def resistance(now: Situation, room: StaffWorkspace, side: int, cell: int) -> float:
    """The defence value in a cell: of a battle that is under way as reported, else estimated."""
    row = now.fighting[cell]
    if (
        row != NONE
        and now.engagements.attacker[row] == side
        and now.figures.value[row, DEFENDERS] > 0
    ):
        return float(now.figures.value[row, DEFENDERS])
    return float(max(room.cells[hq.FOES_HOLD, cell], HANDFUL * room.health[hq.STRONGEST]))


@outlined_kernel
def promise_of(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> float:
    """How good it would be to send those in reach into a cell; 0 for not at all."""
    cells, doctrine = room.cells, room.doctrine
    if cells[hq.REACH_DEFENCE, cell] <= 0.0 or not is_active(staff.area, cell):
        return 0.0
    bonus = HOME_LAND if is_home(staff, side, cell) else 0.0
    if shields(staff, room, cell):
        bonus += SHIELD
    if cells[hq.FOES, cell] > 0.0:
        against = resistance(now, room, side, cell)
        sent = cells[hq.SENT, cell] + cells[hq.PRESENT, cell]
        if cells[hq.REACH, cell] + sent < wanted_ratio(staff, room, side) * against:
            return 0.0
        if sent >= doctrine[hq.ENOUGH] * against:
            return 0.0
        ratio = (cells[hq.REACH, cell] + sent) / against if against > 0.0 else doctrine[hq.ENOUGH]
        if cells[hq.FOES_HOLD, cell] <= 0.0 and cells[hq.FOES_OUT, cell] > 0.0:
            bonus += PREY
        return 1.0 + min(ratio, doctrine[hq.ENOUGH]) + bonus
    if now.owner[cell] == side or not is_worth_having(staff, room, side, cell):
        return 0.0
    secured, needed = cells[hq.COMING, cell], cover_for(staff, room, side, cell)
    if secured > needed or cells[hq.REACH_DEFENCE, cell] + secured < needed:
        return 0.0
    return 1.0 + bonus + (0.5 if cells[hq.THREAT, cell] > 0.0 else 0.0)


@inline_kernel
def wanted_ratio(staff: Staff, room: StaffWorkspace, side: int) -> float:
    """The ratio from which an attack is begun: a superior army presses on, and dares more."""
    superior = min(max(room.health[hq.BALANCE], 1.0), PRESSING)
    return float(room.doctrine[hq.ATTACK_AT] / superior)


@inline_kernel
def is_bold(staff: Staff, room: StaffWorkspace, side: int) -> bool:
    """Whether a side is strong enough to want the enemy's land."""
    return bool(room.health[hq.BALANCE] >= room.doctrine[hq.BOLD_AT])


@inline_kernel
def is_worth_having(staff: Staff, room: StaffWorkspace, side: int, cell: int) -> bool:
    """Whether an empty cell of the enemy's is to be taken: a weak army only shields its depots."""
    home = is_home(staff, side, cell)
    return bool(home or is_bold(staff, room, side) or shields(staff, room, cell))


@inline_kernel
def shields(staff: Staff, room: StaffWorkspace, cell: int) -> bool:
    """Whether a cell lies beside an own depot where most people would serve supplies."""
    most = 0.0
    for rim in range(RIM):
        most = max(most, room.cells[hq.BURDEN, staff.area.rim[cell, rim]])
    return bool(most > HALF)


@inline_kernel
def cover_for(staff: Staff, room: StaffWorkspace, side: int, cell: int) -> float:
    """The defence value that must go into an empty cell of the enemy's.

    Against those who could come from beside it, and on his land at least
    against any one of his units, which may come from farther away.
    """
    threat = room.cells[hq.THREAT, cell]
    if not is_home(staff, side, cell):
        threat = max(threat, ANY_ONE * room.health[hq.STRONGEST])
    return float(room.doctrine[hq.HOLD_FAST] * threat)


@outlined_kernel
def attack(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
) -> None:
    """Send idle fighters into enemy cells, the most promising first."""
    for _ in range(len(now.units)):
        best, most = 0, 0.0
        for cell in range(1, room.cells.shape[1]):
            if room.cells[hq.REACH_DEFENCE, cell] > 0.0:
                promise = room.taste[cell] * promise_of(staff, now, room, side, cell)
                if promise > most:
                    best, most = cell, promise
        if best == 0:
            return
        if not assault(staff, now, room, side, best):
            room.cells[hq.REACH, best] = 0.0
            room.cells[hq.REACH_DEFENCE, best] = 0.0


@outlined_kernel
def assault(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    cell: int,
) -> bool:
    """Send fighters into a cell, strongest first, until they are enough; whether anybody goes.

    All of them or none where the rest would be too weak.
    """
    if not suffices(staff, now, room, side, cell):
        return False
    any_ = False
    while True:
        unit = strongest_for(staff, now, room, side, cell)
        if unit == NONE:
            break
        send_to(room, unit, cell, STANDARD_HOLD)
        room.flags[hq.ABLE, unit] = 0
        add_reach(staff, now, room, unit, -1.0)
        any_ = True
        depart(staff, now, room, unit, cell)
        if is_enough(staff, now, room, side, cell):
            break
    return any_


@inline_kernel
def is_enough(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> bool:
    """Whether those who are sent into a cell need no more help."""
    doctrine, cells = room.doctrine, room.cells
    if cells[hq.FOES, cell] > 0.0:
        against = resistance(now, room, side, cell)
        sent = cells[hq.SENT, cell] + cells[hq.PRESENT, cell]
        return bool(sent > doctrine[hq.ENOUGH] * against)
    return bool(cells[hq.COMING, cell] > AMPLE * cover_for(staff, room, side, cell))


@outlined_kernel
def suffices(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> bool:
    """Whether those who may really leave are strong enough for a cell."""
    cells = room.cells
    strength = cells[hq.SENT, cell] + cells[hq.PRESENT, cell]
    defence = cells[hq.COMING, cell]
    for rim in range(RIM):
        place = staff.area.rim[cell, rim]
        if place > 0 and cells[hq.PRESENT, place] > 0.0:
            more, cover = strength_from(staff, now, room, side, place, cell)
            strength += more
            defence += cover
    if cells[hq.FOES, cell] > 0.0:
        against = resistance(now, room, side, cell)
        return bool(strength > 0.0 and strength >= wanted_ratio(staff, room, side) * against)
    return bool(defence > 0.0 and defence >= cover_for(staff, room, side, cell))


@outlined_kernel
def strength_from(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, place: int, cell: int
) -> tuple[float, float]:
    """Attack and defence value that may leave one cell for another, the guard left behind."""
    attack_value, defence_value, leaving = 0.0, 0.0, 0.0
    must = guard_of(staff, now, room, side, place, cell)
    least, weakest = 0.0, NONE
    for unit in range(len(now.units)):
        if may_enter_against(room, unit, cell) and now.units.place[unit] == place:
            value = room.units[hq.VALUE_DEFENCE, unit]
            attack_value += reaching(staff, now, room, unit, cell)
            defence_value += value
            leaving += value
            if weakest == NONE or value < least:
                least, weakest = value, unit
    stay = room.cells[hq.SECURITY, place] + room.cells[hq.COMING, place] - leaving
    if weakest != NONE and stay < must:
        attack_value -= reaching(staff, now, room, weakest, cell)
        defence_value -= least
    return attack_value, defence_value


@inline_kernel
def may_enter_against(room: StaffWorkspace, unit: int, cell: int) -> bool:
    """Whether a unit can be sent into a cell: to fight, if enemies are there."""
    if room.cells[hq.FOES, cell] > 0.0:
        return bool(room.flags[hq.ABLE, unit] == 1 and room.flags[hq.FIT, unit] == 1)
    return bool(room.flags[hq.ABLE, unit] == 1)


@outlined_kernel
def guard_of(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, place: int, cell: int
) -> float:
    """How much must stay in a place while units go from there to a cell.

    Who attacks from a cell where nobody holds is lost if an enemy comes there
    (IDX-3.3.2), so that somebody stays where one could.
    """
    least = room.doctrine[hq.GUARD] * room.cells[hq.THREAT, place]
    if room.cells[hq.DEPOTS, place] > 0.0:
        return max(least, HALF * menace(staff, now, room, side, place, cell, NEAR))
    if room.cells[hq.FOES, cell] > 0.0:
        if menace(staff, now, room, side, place, cell, 1) <= 0.0:
            return 0.0
        return 1.0
    return least


@outlined_kernel
def strongest_for(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> int:
    """The fighter with most value that may leave its place for a cell; NONE if there is none."""
    best, most = NONE, 0.0
    for unit in range(len(now.units)):
        if may_enter_against(room, unit, cell):
            place = now.units.place[unit]
            rim = side_towards(staff.area, place, cell)
            if rim >= 0:
                value = reaching(staff, now, room, unit, cell)
                if value > most and may_go(staff, now, room, side, unit, cell, rim):
                    best, most = unit, value
    return best


@outlined_kernel
def may_go(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
    cell: int,
    rim: int,
) -> bool:
    """Whether a fighter can march to a cell, and leaves enough behind."""
    place = now.units.place[unit]
    if way(staff, now.maps, side, hq.FIGHTER, place, rim) >= LONGEST:
        return False
    there = room.cells[hq.SECURITY, place] + room.cells[hq.COMING, place]
    stay = there - room.units[hq.VALUE_DEFENCE, unit]
    return bool(stay + 0.001 >= guard_of(staff, now, room, side, place, cell))


@inline_kernel
def depart(staff: Staff, now: Situation, room: StaffWorkspace, unit: int, cell: int) -> None:
    """Count a unit as gone from its place and coming to another."""
    place, defence = now.units.place[unit], room.units[hq.VALUE_DEFENCE, unit]
    room.flags[hq.IDLE, unit] = 0
    room.cells[hq.SECURITY, place] -= defence
    room.cells[hq.COMING, cell] += defence
    room.cells[hq.SENT, cell] += reaching(staff, now, room, unit, cell)


# What is under way


@outlined_kernel
def reconsider_attacks(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
) -> None:
    """Call off attacks that go badly, and those that bare a threatened rear."""
    for unit in range(len(now.units)):
        if now.units.side[unit] != side or now.units.force[unit] == NONE:
            continue
        posture = class_of(now.units.posture[unit])
        place, goal = now.units.place[unit], now.units.objective[unit]
        if posture <= HOLD or goal == place or wants(now, unit, place):
            continue
        if is_bad(staff, now, room, side, unit, posture, place, goal):
            send_to(room, unit, place, STANDARD_HOLD)
            defence = room.units[hq.VALUE_DEFENCE, unit]
            room.cells[hq.SECURITY, place] += defence
            room.cells[hq.COMING, goal] -= defence
            room.cells[hq.SENT, goal] -= reaching(staff, now, room, unit, goal)


@inline_kernel
def wants(now: Situation, unit: int, place: int) -> bool:
    """Whether the active order of a unit's task force is for a place."""
    return bool(now.missions.aim[now.units.force[unit], 0] == place)


@outlined_kernel
def is_bad(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
    posture: int,
    place: int,
    goal: int,
) -> bool:
    """Whether an own unit on its way to another cell had better turn back."""
    cells, row = room.cells, now.units.engagement[unit]
    give_up = room.doctrine[hq.GIVE_UP_AT]
    if row == NONE or now.units.attacks[unit] == 0:
        if cells[hq.FOES, goal] == 0.0:
            return False
        against = cells[hq.FOES_HOLD, goal]
        return bool(cells[hq.SENT, goal] + cells[hq.REACH, goal] < give_up * against)
    if not has_share(staff, now, unit, MOST * room.doctrine[hq.REST_AT]):
        return True
    if now.figures.feba[row] > ALMOST:
        return False
    secured = cells[hq.SECURITY, place] + cells[hq.COMING, place]
    bare = posture == ATTACK and secured <= 0.0 and cells[hq.THREAT, place] > 0.0
    if bare and menace(staff, now, room, side, place, goal, 1) > 0.0:
        return True
    if (
        now.figures.value[row, ATTACKERS] + now.figures.value[row, DEFENDERS] <= 0.0
        and now.figures.front_length[row] <= 0.0
    ):
        return False
    if now.figures.ratio[row] >= give_up:
        return False
    against = resistance(now, room, side, goal)
    return bool(
        cells[hq.SENT, goal] + cells[hq.REACH, goal] < wanted_ratio(staff, room, side) * against
    )
