"""Time: breaks, and the changes of status between them (IDX-2.3).

Frames are counted, and their ends found from the count, so that no error adds
up.  At the same time come, in this order: the end of a frame, which must not
assess what only begins then; changes of status, so that no player can call off
what combat has decided; the start of a cycle; the start of a period.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE, NOWHERE, first
from hexfront.systems.idahex.rules import clauses
from hexfront.systems.idahex.rules.air import assess_strikes
from hexfront.systems.idahex.rules.combat.engagements import assess, defeated, weak
from hexfront.systems.idahex.rules.combat.retreat import haven
from hexfront.systems.idahex.rules.maneuver.delays import (
    Ground,
    ground_in,
    movement_delay,
    withdrawal_delay,
)
from hexfront.systems.idahex.rules.maneuver.forces import (
    change_mission,
    condemn,
    condemn_force,
    constitute,
    front,
    is_condemned,
    leads,
    put_at,
    reschedule,
    tie,
)
from hexfront.systems.idahex.rules.maneuver.occupation import Diverted, divert, own
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.rules.maneuver.tactics import execute
from hexfront.systems.idahex.rules.records import forget_record, note_frame, note_time
from hexfront.systems.idahex.rules.supply.supplies import consume, has_run_out
from hexfront.systems.idahex.scenario.design import (
    CYCLE,
    FRAME,
    NACTYP,
    PERIOD,
    SIDES,
    T_END,
    T_INIT,
    Area,
    Design,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    COMMANDS,
    DEFENDERS,
    HOLD,
    MOVEMENT,
    NONE,
    OVER,
    STRIKES,
    Scratch,
    State,
    class_of,
)


@event("IDX-5.3", word="combat", places="place refuge")
class DefendersBeaten(NamedTuple):
    """The defenders of a cell are beaten by a side; refuge 0 is none."""

    place: int
    refuge: int
    side: int


@event("IDX-2.1", word="map")
class MapChanged(NamedTuple):
    """A type of ground counts as another."""

    cycle: int
    of: int
    basic: int
    then: int


@event(
    "IDX-2.3",
    "Changes of status around {unit} hang on each other and are put off.",
    word="stuck",
    subjects="unit",
)
class StatusJammed(NamedTuple):
    """Changes of status hang on each other."""

    force: int
    unit: int


@event("IDX-2.3", word="time")
class TimePassed(NamedTuple):
    """The war goes on."""

    frames: int


PATIENCE: Final = 400
"""Changes of status at one and the same time, for each task force there can be."""
LONG: Final = 1e9
"""A delay of no end (IDX-7)."""


@kernel
def begin(design: Design, state: State, out: Int) -> None:
    """The war begins with the start of a cycle and of a period, at tinit (IDX-2.3)."""
    start_cycle(design, state, out)


@kernel
def go_on(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """Both sides have given their commands: on to the next stop (IDX-2.3)."""
    state.game.ready = 0
    state.game.stopped = 0
    state.game.given[0] = state.game.given[1] = 0
    note(out, PUBLIC, TimePassed(state.game.frames))
    run(design, state, scratch, out)


@kernel
def run(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """From one stop for players to the next, or to the end of the war (IDX-2.3).

    Players are asked for air strikes at the start of a cycle, in phase
    `STRIKES`, and for commands at the start of a period, in phase `COMMANDS`.
    """
    game = state.game
    if game.phase == STRIKES and game.stopped == 0:
        assess_strikes(design, state, scratch, out)
        game.phase = COMMANDS
        return
    forget_record(scratch)
    clock = design.area.clock
    period, cycle = frames_in(design.area, PERIOD), frames_in(design.area, CYCLE)
    while game.stopped == 0 and game.phase != OVER:
        end = frame_end(design.area, game.frames + 1)
        if end > clock[T_END] + tie(ground_in(design)):
            change_until(design, state, scratch, clock[T_END], True, out)
            break
        change_until(design, state, scratch, end, False, out)
        game.frames += 1
        end_frame(design, state, scratch, out)
        change_until(design, state, scratch, end, True, out)
        if end >= clock[T_END] - tie(ground_in(design)):
            break
        if game.frames % cycle == 0:
            start_cycle(design, state, out)
            return
        if game.frames % period == 0:
            game.phase = COMMANDS
            return
    game.phase = OVER


@inline_kernel
def frames_in(area: Area, column: int) -> int:
    """How many frames a period or a cycle holds (IDX-2.3)."""
    return max(1, int(area.clock[column] / area.clock[FRAME] + 0.5))


@inline_kernel
def frame_end(area: Area, frames: int) -> float:
    """When so many frames have ended (IDX-2.3)."""
    return float(area.clock[T_INIT] + frames * area.clock[FRAME])


@outlined_kernel
def start_cycle(design: Design, state: State, out: Int) -> None:
    """The maps of the area of war may change; then air strikes, if there are aircraft.

    IDX-2.1, IDX-6.
    """
    cycle = state.game.frames // frames_in(design.area, CYCLE)
    changes = design.area.changes
    for row in range(changes.shape[0]):
        if changes[row, 0] == cycle:
            of, basic, then = changes[row, 1], changes[row, 2], changes[row, 3]
            state.maps[of, basic] = then
            note(out, PUBLIC, MapChanged(cycle, of, basic, then))
    state.game.phase = COMMANDS
    for side in range(SIDES):
        if design.forces.counts[side, NACTYP] > 0:
            state.game.phase = STRIKES


@outlined_kernel
def change_until(
    design: Design, state: State, scratch: Scratch, end: float, included: bool, out: Int
) -> None:
    """Carry out the changes of status that are due before a time, or then, too; go on to it."""
    count = 0
    while True:
        force = first(state.heap)
        if force == NOWHERE:
            break
        due = state.agenda[force, DUE]
        if due > end or (due == end and not included):
            break
        if due > state.game.time:
            state.game.time = due
            note_time(state, scratch, out)
            count = 0
        count += 1
        if count > PATIENCE * (1 + len(state.forces)):
            unit = state.forces.first[force]
            note(out, PUBLIC, StatusJammed(force, unit))
            put_at(state, force, state.game.time + tie(ground_in(design)))
            count = 0
            continue
        execute(design, state, scratch, out)
    state.game.time = end
    note_time(state, scratch, out)


@outlined_kernel
def end_frame(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """Engagements are assessed, then the consumption of supplies (IDX-2.3, IDX-5, IDX-7)."""
    ground = ground_in(design)
    state.game.time = frame_end(design.area, state.game.frames)
    for place in range(1, state.fighting.shape[0]):
        if state.fighting[place] != NONE:
            assess(design, state, scratch, state.fighting[place], out)
            note_frame(state, scratch, state.fighting[place])
    for place in range(1, state.fighting.shape[0]):
        if state.fighting[place] != NONE:
            eliminate_weak(design, state, state.fighting[place])
            if defeated(design, state, state.fighting[place]):
                beat(design, state, state.fighting[place], out)
    consume(design, state, scratch, out)
    for force in range(len(state.forces)):
        if state.forces.first[force] != NONE and has_run_out(design, state, force):
            strand(ground, state, force, out)


@inline_kernel
def eliminate_weak(design: Design, state: State, row: int) -> None:
    """Units of an engagement that are too weak get the mission of being destroyed (IDX-5.3)."""
    ground, age = ground_in(design), front(state)
    for head in (ATTACKERS, DEFENDERS):
        unit = state.engagements.heads[row, head]
        while unit != NONE:
            if weak(design, state, unit):
                condemn(ground, state, unit, age)
                age += 1
            unit = state.units.next_in_engagement[unit]


@outlined_kernel
def beat(design: Design, state: State, row: int, out: Int) -> None:
    """The defenders are defeated: they lose the cell, and retreat or are destroyed (IDX-5.3)."""
    ground, age = ground_in(design), front(state)
    place, attacker = state.engagements.cell[row], state.engagements.attacker[row]
    own(state, place, attacker, out)
    refuge, begun = haven(design, state, row), age
    unit = state.engagements.heads[row, DEFENDERS]
    while unit != NONE:
        force = state.units.force[unit]
        if force == NONE or not is_condemned(state, force):
            if refuge == 0:
                condemn(ground, state, unit, age)
                age += 1
            elif leads(state, unit) and retreat(ground, state, unit, refuge, age, out):
                age += 1
        unit = state.units.next_in_engagement[unit]
    if age > begun:
        note(out, PUBLIC, DefendersBeaten(place, refuge, attacker))


@outlined_kernel
def retreat(ground: Ground, state: State, unit: int, refuge: int, age: int, out: Int) -> bool:
    """A beaten unit, with its task force, moves out or is destroyed (IDX-5, IDX-5.3).

    Whether it gets an order: who disengages already keeps its own way.  Who
    could only wait without end, say for want of supplies, never moves out, and
    so is destroyed.
    """
    up, posture = ground.delays.up, state.units.posture[unit]
    holds, force = class_of(posture) == HOLD, state.units.force[unit]
    if not holds and force != NONE and state.agenda[force, DUE] < inf:
        return False
    force = constitute(state, unit)
    aim, leaving = refuge, up[posture]
    if not holds:
        aim, leaving = state.units.objective[unit], posture
    delay, _ = withdrawal_delay(ground, state, force, aim, up[leaving], True)
    if delay < inf:
        divert(ground, state, force, aim, up[up[up[leaving]]], age, out)
    else:
        condemn_force(ground, state, force, age)
    return True


@outlined_kernel
def strand(ground: Ground, state: State, force: int, out: Int) -> None:
    """A task force that ran out of supplies stays where it is, if it cannot move any more.

    IDX-7.
    """
    unit = state.forces.first[force]
    posture, place = state.units.posture[unit], state.units.place[unit]
    if class_of(posture) != MOVEMENT or state.forces.length[force] == 0:
        return
    delay, _ = movement_delay(ground, state, force, place, state.units.objective[unit], posture)
    if delay >= LONG:
        change_mission(state, force, place, STANDARD_HOLD)
        audience = 1 << state.forces.side[force]
        note(out, audience, Diverted(unit, place, STANDARD_HOLD, clauses.CONSUMPTION))
        reschedule(ground, state, force, out)
