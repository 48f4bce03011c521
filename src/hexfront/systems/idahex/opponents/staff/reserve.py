"""What a commander does with those who do not attack: reserves, withdrawals, the call-up."""

from __future__ import annotations

from math import inf, isinf
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.opponents.staff import headquarters as hq
from hexfront.systems.idahex.opponents.staff.assessment import has_share, menace
from hexfront.systems.idahex.opponents.staff.attack import (
    HANDFUL,
    NEAR,
    depart,
    is_bold,
    is_home,
    is_worth_having,
    shields,
    wanted_ratio,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.map import is_safe, spread, way, way_to_goal
from hexfront.systems.idahex.opponents.staff.plan import recall, send, send_to, write_order
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario.design import RIM, Float
from hexfront.systems.idahex.scenario.state import AIM, HOLD, INACTIVE, MOVEMENT, NONE, class_of

LOST_LAND: Final = 0.0
ENEMY_LAND: Final = 0.15
"""How much farther than an enemy on own land one on his land seems, in time."""
EMPTY: Final = 0.1
"""And how much farther a cell without enemies."""
TOO_STRONG: Final = 0.6
"""And one that would need many times what is near."""
LIKING: Final = 0.3
"""And one that a commander has no taste for."""
IN_NEED: Final = 0.0
"""How far comrades seem who are under attack and outnumbered."""
MARCH: Final = 5
"""Orders in a march."""
HALF: Final = 0.5
ALIKE: Final = 0.8
STUBBORN: Final = 2.0
"""How many times the threat those bear who stand between the enemy and a depot."""
SLACK: Final = 1e-9


@inline_kernel
def call_up(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """Activate reinforcements, once there is fighting or land is lost (IDX-3.3.5)."""
    if not is_war(staff, now, side):
        return
    for unit in range(len(now.units)):
        sleeps = class_of(now.units.posture[unit]) == INACTIVE
        if sleeps and now.units.side[unit] == side and now.units.force[unit] == NONE:
            place = now.units.place[unit]
            if place > 0 and is_safe(now, room, side, place):
                send_to(room, unit, place, STANDARD_HOLD)


@inline_kernel
def is_war(staff: Staff, now: Situation, side: int) -> bool:
    """Whether anybody fights, or the enemy stands on land of the side."""
    for row in range(len(now.engagements)):
        if now.engagements.cell[row] != 0:
            return True
    for cell in range(1, now.owner.shape[0]):
        if is_home(staff, side, cell) and now.owner[cell] != side:
            return True
    return False


@inline_kernel
def tidy(now: Situation, room: StaffWorkspace) -> None:
    """Cancel the missions of units that wait without end."""
    for unit in range(len(now.units)):
        if room.flags[hq.IDLE, unit] == 1 and now.units.force[unit] != NONE:
            recall(room, unit)


@outlined_kernel
def stop_marches(now: Situation, room: StaffWorkspace, side: int) -> None:
    """Let columns halt before they run into enemies, and units that wait on the way without end."""
    for unit in range(len(now.units)):
        force = now.units.force[unit]
        if now.units.side[unit] != side or force == NONE or now.units.engagement[unit] != NONE:
            continue
        place, posture = now.units.place[unit], class_of(now.units.posture[unit])
        blocked = int(posture > HOLD and isinf(now.agenda[force, DUE]))
        if blocked == 0 and (now.forces.length[force] < 2 or posture > MOVEMENT):
            continue
        for row in range(now.forces.length[force]):
            aim = now.missions.aim[force, row]
            if not is_safe(now, room, side, aim):
                blocked = 1
        if blocked == 1 and is_safe(now, room, side, place):
            send_to(room, unit, place, STANDARD_HOLD)


@outlined_kernel
def find_goals(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """How far it is from each cell to where help is needed, or something can be won."""
    goal = room.fields[hq.TO_GOAL]
    goal[0] = inf
    for cell in range(1, goal.shape[0]):
        goal[cell] = inf
        if staff.area.environment[cell] > 0:
            if room.cells[hq.FOES, cell] > 0.0 or now.owner[cell] != side:
                goal[cell] = distance_to_prize(staff, now, room, side, cell)
            if is_in_need(staff, now, room, side, cell):
                goal[cell] = IN_NEED
    spread(staff, now, room, side, hq.FIGHTER, hq.TO_GOAL)


@outlined_kernel
def distance_to_prize(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int
) -> float:
    """How far a cell of the enemy, or one where he stands, seems from beside it."""
    cells, doctrine = room.cells, room.doctrine
    against = max(cells[hq.FOES_HOLD, cell], HANDFUL * room.health[hq.STRONGEST])
    sent = cells[hq.SENT, cell] + cells[hq.PRESENT, cell]
    base = LOST_LAND if is_home(staff, side, cell) else ENEMY_LAND
    base += LIKING * (hq.PLAIN - room.taste[cell])
    if not is_worth_having(staff, room, side, cell):
        return inf
    if cells[hq.FOES, cell] == 0.0:
        return base + EMPTY if cells[hq.COMING, cell] == 0.0 else inf
    if against > 0.0:
        if sent > doctrine[hq.ENOUGH] * against:
            return inf
        near = (cells[hq.REACH, cell] + sent) / (wanted_ratio(staff, room, side) * against)
        base += TOO_STRONG * max(1.0 - near, 0.0)
    return base


@inline_kernel
def is_in_need(staff: Staff, now: Situation, room: StaffWorkspace, side: int, cell: int) -> bool:
    """Whether the defenders of a cell, or a depot, are too weak, in spite of the help to come."""
    row, cells = now.fighting[cell], room.cells
    guards = shields(staff, room, cell) and is_safe(now, room, side, cell)
    if cells[hq.DEPOTS, cell] > 0.0 or guards:
        danger = menace(staff, now, room, side, cell, cell, NEAR)
        if danger > cells[hq.PRESENT, cell] + cells[hq.COMING, cell]:
            return True
    if not is_bold(staff, room, side) and 0.0 < cells[hq.PRESENT, cell] < cells[hq.THREAT, cell]:
        return bool(cells[hq.PRESENT, cell] + cells[hq.COMING, cell] < cells[hq.THREAT, cell])
    if row == NONE or now.engagements.attacker[row] == side:
        return False
    here, more = room.cells[hq.PRESENT, cell], room.cells[hq.COMING, cell]
    return bool(here > 0.0 and now.figures.ratio[row] * here > here + more)


@inline_kernel
def find_depots(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """How far it is from each cell to the nearest depot of the side."""
    field = room.fields[hq.TO_DEPOT]
    for cell in range(field.shape[0]):
        field[cell] = inf
        if room.cells[hq.DEPOTS, cell] > 0.0 and now.owner[cell] == side:
            field[cell] = 0.0
    spread(staff, now, room, side, hq.FIGHTER, hq.TO_DEPOT)


@outlined_kernel
def move_reserves(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
) -> None:
    """Idle units withdraw where they are outnumbered, or march where they are needed."""
    cells, doctrine = room.cells, room.doctrine
    hunts = is_raided(staff, now, side) and not is_hunting(staff, now, side)
    for unit in range(len(now.units)):
        if room.flags[hq.IDLE, unit] == 0:
            continue
        role, place = staff.role[now.units.kind[unit]], now.units.place[unit]
        threat = cells[hq.THREAT, place]
        there = cells[hq.SECURITY, place] + cells[hq.COMING, place]
        limit = doctrine[hq.WITHDRAW_AT] * (STUBBORN if shields(staff, room, place) else 1.0)
        if role != hq.CARRIER and threat > limit * there:
            withdraw(staff, now, room, side, unit)
        elif role == hq.FIGHTER and is_hungry(staff, now, room, side, unit):
            march(staff, now, room, side, unit, hq.TO_DEPOT)
        elif role == hq.FIGHTER:
            free = is_free(staff, now, room, side, unit)
            if free or (hunts and is_spare(now, room, unit)):
                moved = march(staff, now, room, side, unit, hq.TO_GOAL)
                if moved:
                    hunts = hunts and free
                    find_goals(staff, now, room, side)


@inline_kernel
def is_raided(staff: Staff, now: Situation, side: int) -> bool:
    """Whether the enemy has taken land of the side."""
    for cell in range(1, now.owner.shape[0]):
        if is_home(staff, side, cell) and now.owner[cell] != side:
            return True
    return False


@inline_kernel
def is_hunting(staff: Staff, now: Situation, side: int) -> bool:
    """Whether a fighter is on the march."""
    for unit in range(len(now.units)):
        if now.units.side[unit] == side and now.units.force[unit] != NONE:
            fights = staff.role[now.units.kind[unit]] == hq.FIGHTER
            if fights and now.units.engagement[unit] == NONE:
                return True
    return False


@inline_kernel
def is_spare(now: Situation, room: StaffWorkspace, unit: int) -> bool:
    """Whether another unit as strong stays in a unit's place when it goes after raiders."""
    place = now.units.place[unit]
    stay = room.cells[hq.SECURITY, place] + room.cells[hq.COMING, place]
    return bool(stay >= (1.0 + ALIKE) * room.units[hq.VALUE_DEFENCE, unit])


@inline_kernel
def is_hungry(staff: Staff, now: Situation, room: StaffWorkspace, side: int, unit: int) -> bool:
    """Whether a unit had better go to a depot for supplies, and can."""
    if room.fields[hq.TO_DEPOT, now.units.place[unit]] == inf:
        return False
    return not has_share(staff, now, unit, room.doctrine[hq.REST_AT])


@inline_kernel
def is_free(staff: Staff, now: Situation, room: StaffWorkspace, side: int, unit: int) -> bool:
    """Whether those who stay are strong enough for a place that a unit leaves."""
    place = now.units.place[unit]
    stay = room.cells[hq.SECURITY, place] + room.cells[hq.COMING, place]
    stay -= room.units[hq.VALUE_DEFENCE, unit]
    if room.cells[hq.DEPOTS, place] > 0.0 or shields(staff, room, place):
        return bool(stay >= menace(staff, now, room, side, place, place, NEAR))
    return bool(stay >= room.cells[hq.THREAT, place])


@outlined_kernel
def withdraw(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
) -> None:
    """March to the safe cell beside that is least threatened; of equal ones, towards depots."""
    place = now.units.place[unit]
    best, least, nearest = 0, room.cells[hq.THREAT, place], inf
    for rim in range(RIM):
        cell = staff.area.rim[place, rim]
        marches = way(staff, now.maps, side, hq.FIGHTER, place, rim) < inf
        if marches and is_safe(now, room, side, cell):
            threat, far = room.cells[hq.THREAT, cell], room.fields[hq.TO_DEPOT, cell]
            if threat < least or (threat == least and far < nearest):
                best, least, nearest = int(cell), threat, far
    if best == 0:
        return
    send_to(room, unit, best, STANDARD_HOLD)
    depart(staff, now, room, unit, best)


@outlined_kernel
def march(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
    unit: int,
    field: int,
) -> bool:
    """March down a field of distances; of that of goals, up to the front."""
    defence = room.units[hq.VALUE_DEFENCE, unit]
    place, length = now.units.place[unit], 0
    while length < MARCH:
        place = next_cell(staff, now, room, side, place, room.fields[field])
        if place == 0 or not may_enter(staff, room, side, place, defence):
            break
        write_order(room, length, place, STANDARD_HOLD)
        length += 1
        if room.cells[hq.THREAT, place] > 0.0:
            break
    if length == 0:
        return False
    last = room.orders[length - 1, AIM]
    send(room, unit, length)
    depart(staff, now, room, unit, last)
    return True


@inline_kernel
def may_enter(staff: Staff, room: StaffWorkspace, side: int, cell: int, defence: float) -> bool:
    """Whether a unit would not be outnumbered in a cell."""
    there = room.cells[hq.PRESENT, cell] + room.cells[hq.COMING, cell] + defence
    limit = HALF * (1.0 + room.doctrine[hq.WITHDRAW_AT])
    return bool(room.cells[hq.THREAT, cell] <= limit * there)


@outlined_kernel
def next_cell(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, place: int, times: Float
) -> int:
    """The next cell on the shortest way to a goal; 0 at the front, and where there is no way."""
    best, least = 0, inf
    for rim in range(RIM):
        cell = staff.area.rim[place, rim]
        if cell > 0 and times[cell] < inf:
            time = way_to_goal(staff, now, room, side, hq.FIGHTER, cell, RIM - 1 - rim)
            if time + times[cell] < least:
                best, least = int(cell), time + times[cell]
    if best == 0 or least > times[place] + SLACK:
        return 0
    return best if is_safe(now, room, side, best) else 0


@outlined_kernel
def break_off(
    staff: Staff,
    now: Situation,
    room: StaffWorkspace,
    side: int,
) -> None:
    """Defenders who are losing a cell leave it before they are beaten, and all who run out.

    Who cannot shoot any more loses everything (IDX-5.1.3).
    """
    for unit in range(len(now.units)):
        row = now.units.engagement[unit]
        if now.units.side[unit] != side or row == NONE:
            continue
        if class_of(now.units.posture[unit]) != HOLD or now.units.force[unit] != NONE:
            continue
        losing = now.figures.ratio[row] > room.doctrine[hq.BREAK_OFF_AT]
        losing = losing and now.figures.feba[row] > HALF
        least = room.doctrine[hq.REST_AT]
        if now.units.attacks[unit] == 0:
            least *= HALF
        losing = losing or not has_share(staff, now, unit, least)
        if losing:
            withdraw(staff, now, room, side, unit)
