"""What a commander does with those who do not attack: reserves, withdrawals, the call-up."""

from __future__ import annotations

from math import inf, isinf
from typing import Final

from hexfront.jit import kernel, kernel_part
from hexfront.systems.idahex.delays import Ground
from hexfront.systems.idahex.design import RIM, Area, Design, Int
from hexfront.systems.idahex.sequencing import STANDARD_HOLD, class_of
from hexfront.systems.idahex.staff import (
    ABLE,
    ATTACK_AT,
    BREAK_OFF_AT,
    CARRIER,
    COMING,
    ENOUGH,
    FIGHTER,
    FOES,
    FOES_HOLD,
    IDLE,
    PRESENT,
    REACH,
    SECURITY,
    SENT,
    THREAT,
    TO_DEPOT,
    TO_GOAL,
    VALUE_DEFENCE,
    WITHDRAW_AT,
    Room,
    Staff,
)
from hexfront.systems.idahex.staff_attack import depart, is_home
from hexfront.systems.idahex.staff_map import is_safe, spread, way, way_to_goal
from hexfront.systems.idahex.staff_orders import recall, send, write_order
from hexfront.systems.idahex.state import (
    AIM,
    ATTACKER,
    ATTACKS,
    DUE,
    ENGAGEMENT,
    FEBA,
    FORCE,
    HOLD,
    INACTIVE,
    KIND,
    LENGTH,
    MOVEMENT,
    NONE,
    PLACE,
    POSTURE,
    RATIO,
    SIDE,
    WHERE,
    State,
)

LOST_LAND: Final = 0.0
ENEMY_LAND: Final = 0.15
"""How much farther than an enemy on own land one on his land seems, in time."""
EMPTY: Final = 0.1
"""And how much farther a cell without enemies."""
TOO_STRONG: Final = 0.6
"""And one that would need many times what is near."""
IN_NEED: Final = 0.0
"""How far comrades seem who are under attack and outnumbered."""
MARCH: Final = 5
"""Orders in a march."""
HALF: Final = 0.5
SLACK: Final = 1e-9


@kernel
def call_up(
    design: Design, ground: Ground, state: State, room: Room, side: int, words: Int, out: Int
) -> None:
    """Activate reinforcements, once there is fighting or land is lost (3.3.5)."""
    if not is_war(design, state, side):
        return
    for unit in range(state.units.shape[0]):
        sleeps = class_of(state.units[unit, POSTURE]) == INACTIVE
        if sleeps and state.units[unit, SIDE] == side and state.units[unit, FORCE] == NONE:
            place = state.units[unit, PLACE]
            if place > 0 and is_safe(state, room, side, place):
                write_order(room, 0, place, STANDARD_HOLD)
                send(ground, state, room, side, unit, 1, words, out)


@kernel
def is_war(design: Design, state: State, side: int) -> bool:
    """Whether anybody fights, or the enemy stands on land of the side."""
    for row in range(state.engagements.shape[0]):
        if state.engagements[row, WHERE] != 0:
            return True
    for cell in range(1, state.owner.shape[0]):
        if is_home(design, side, cell) and state.owner[cell] != side:
            return True
    return False


@kernel
def tidy(state: State, room: Room, side: int, words: Int, out: Int) -> None:
    """Cancel the missions of units that wait without end."""
    for unit in range(state.units.shape[0]):
        if room.flags[IDLE, unit] == 1 and state.units[unit, FORCE] != NONE:
            recall(state, side, unit, words, out)
    for unit in range(state.units.shape[0]):
        if room.flags[IDLE, unit] == 1 and state.units[unit, FORCE] != NONE:
            room.flags[IDLE, unit] = 0
            room.flags[ABLE, unit] = 0


@kernel
def stop_marches(ground: Ground, state: State, room: Room, side: int, words: Int, out: Int) -> None:
    """Let columns halt before they run into enemies, and units that wait on the way without end."""
    for unit in range(state.units.shape[0]):
        force = state.units[unit, FORCE]
        if (
            state.units[unit, SIDE] != side
            or force == NONE
            or state.units[unit, ENGAGEMENT] != NONE
        ):
            continue
        place, posture = state.units[unit, PLACE], class_of(state.units[unit, POSTURE])
        blocked = int(posture > HOLD and isinf(state.agenda[force, DUE]))
        if blocked == 0 and (state.forces[force, LENGTH] < 2 or posture > MOVEMENT):
            continue
        for row in range(state.forces[force, LENGTH]):
            aim = state.missions[force, row, AIM]
            if not is_safe(state, room, side, aim):
                blocked = 1
        if blocked == 1 and is_safe(state, room, side, place):
            write_order(room, 0, place, STANDARD_HOLD)
            send(ground, state, room, side, unit, 1, words, out)


@kernel
def find_goals(design: Design, staff: Staff, state: State, room: Room, side: int) -> None:
    """How far it is from each cell to where help is needed, or something can be won."""
    goal = room.fields[TO_GOAL]
    goal[0] = inf
    for cell in range(1, goal.shape[0]):
        goal[cell] = inf
        if design.area.environment[cell] > 0:
            if room.cells[FOES, cell] > 0.0 or state.owner[cell] != side:
                goal[cell] = distance_to_prize(design, staff, state, room, side, cell)
            if is_in_need(state, room, side, cell):
                goal[cell] = IN_NEED
    spread(design.area, staff, state, room, side, FIGHTER, TO_GOAL)


@kernel
def distance_to_prize(
    design: Design, staff: Staff, state: State, room: Room, side: int, cell: int
) -> float:
    """How far a cell of the enemy, or one where he stands, seems from beside it."""
    cells, doctrine = room.cells, staff.doctrine[side]
    against, sent = cells[FOES_HOLD, cell], cells[SENT, cell]
    base = LOST_LAND if is_home(design, side, cell) else ENEMY_LAND
    if cells[FOES, cell] == 0.0:
        return base + EMPTY if cells[COMING, cell] == 0.0 else inf
    if against > 0.0:
        if sent > doctrine[ENOUGH] * against:
            return inf
        near = (cells[REACH, cell] + sent) / (doctrine[ATTACK_AT] * against)
        base += TOO_STRONG * max(1.0 - near, 0.0)
    return base


@kernel
def is_in_need(state: State, room: Room, side: int, cell: int) -> bool:
    """Whether the own defenders of a cell are outnumbered, in spite of the help that is coming."""
    row = state.fighting[cell]
    if row == NONE or state.engagements[row, ATTACKER] == side:
        return False
    here, more = room.cells[PRESENT, cell], room.cells[COMING, cell]
    return bool(state.figures[row, RATIO] * here > here + more)


@kernel
def find_depots(design: Design, staff: Staff, state: State, room: Room, side: int) -> None:
    """How far it is from each cell to the nearest of the side's carriers."""
    field = room.fields[TO_DEPOT]
    for cell in range(field.shape[0]):
        field[cell] = inf
    for unit in range(state.units.shape[0]):
        if state.units[unit, SIDE] == side and class_of(state.units[unit, POSTURE]) == HOLD:
            place = state.units[unit, PLACE]
            carries = staff.role[state.units[unit, KIND]] == CARRIER
            if carries and state.owner[place] == side:
                field[place] = 0.0
    spread(design.area, staff, state, room, side, FIGHTER, TO_DEPOT)


@kernel
def move_reserves(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Idle units withdraw where they are outnumbered, or march where they are needed."""
    cells, doctrine = room.cells, staff.doctrine[side]
    for unit in range(state.units.shape[0]):
        if room.flags[IDLE, unit] == 0:
            continue
        role, place = staff.role[state.units[unit, KIND]], state.units[unit, PLACE]
        threat, defence = cells[THREAT, place], room.units[VALUE_DEFENCE, unit]
        there = cells[SECURITY, place] + cells[COMING, place]
        if role != CARRIER and threat > doctrine[WITHDRAW_AT] * there:
            withdraw(design, ground, staff, state, room, side, unit, words, out)
        elif (
            role == FIGHTER
            and there - defence >= threat
            and march(design, ground, staff, state, room, side, unit, words, out)
        ):
            find_goals(design, staff, state, room, side)


@kernel
def withdraw(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    unit: int,
    words: Int,
    out: Int,
) -> bool:
    """March to the safe cell beside that is least threatened; of equal ones, towards depots."""
    place = state.units[unit, PLACE]
    best, least, nearest = 0, room.cells[THREAT, place], inf
    for rim in range(RIM):
        cell = design.area.rim[place, rim]
        marches = way(design.area, staff, state.maps, side, FIGHTER, place, rim) < inf
        if marches and is_safe(state, room, side, cell):
            threat, far = room.cells[THREAT, cell], room.fields[TO_DEPOT, cell]
            if threat < least or (threat == least and far < nearest):
                best, least, nearest = int(cell), threat, far
    if best == 0:
        return False
    write_order(room, 0, best, STANDARD_HOLD)
    if not send(ground, state, room, side, unit, 1, words, out):
        return False
    depart(design, staff, state, room, unit, best)
    return True


@kernel
def march(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    unit: int,
    words: Int,
    out: Int,
) -> bool:
    """March down the field of goals, up to the front."""
    defence = room.units[VALUE_DEFENCE, unit]
    place, length = state.units[unit, PLACE], 0
    while length < MARCH:
        place = next_cell(design.area, staff, state, room, side, place)
        if place == 0 or not may_enter(staff, room, side, place, defence):
            break
        write_order(room, length, place, STANDARD_HOLD)
        length += 1
        if room.cells[THREAT, place] > 0.0:
            break
    if length == 0:
        return False
    last = room.orders[length - 1, AIM]
    if not send(ground, state, room, side, unit, length, words, out):
        return False
    depart(design, staff, state, room, unit, last)
    return True


@kernel_part
def may_enter(staff: Staff, room: Room, side: int, cell: int, defence: float) -> bool:
    """Whether a unit would not be outnumbered in a cell."""
    there = room.cells[PRESENT, cell] + room.cells[COMING, cell] + defence
    limit = HALF * (1.0 + staff.doctrine[side, WITHDRAW_AT])
    return bool(room.cells[THREAT, cell] <= limit * there)


@kernel
def next_cell(area: Area, staff: Staff, state: State, room: Room, side: int, place: int) -> int:
    """The next cell on the shortest way to a goal; 0 at the front, and where there is no way."""
    best, least = 0, inf
    for rim in range(RIM):
        cell = area.rim[place, rim]
        if cell > 0 and room.fields[TO_GOAL, cell] < inf:
            time = way_to_goal(area, staff, state, room, side, FIGHTER, cell, RIM - 1 - rim)
            if time + room.fields[TO_GOAL, cell] < least:
                best, least = int(cell), time + room.fields[TO_GOAL, cell]
    if best == 0 or least > room.fields[TO_GOAL, place] + SLACK:
        return 0
    return best if is_safe(state, room, side, best) else 0


@kernel
def break_off(
    design: Design,
    ground: Ground,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Defenders who are losing a cell leave it before they are beaten."""
    for unit in range(state.units.shape[0]):
        row = state.units[unit, ENGAGEMENT]
        if state.units[unit, SIDE] != side or row == NONE or state.units[unit, ATTACKS] == 1:
            continue
        if class_of(state.units[unit, POSTURE]) != HOLD or state.units[unit, FORCE] != NONE:
            continue
        losing = state.figures[row, RATIO] > staff.doctrine[side, BREAK_OFF_AT]
        if losing and state.figures[row, FEBA] > HALF:
            withdraw(design, ground, staff, state, room, side, unit, words, out)
