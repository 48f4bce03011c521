"""The machine commander: what a side is told to do in a period, from what the side knows.

`command` is one kernel, which gives all commands of a stop: to the war itself where two
commanders play together (`study.team`), and to what one side knows in `decide_commander`, which
then says them word by word.
"""

from __future__ import annotations

from hexfront.blocks import direct
from hexfront.core.dice import Dice
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.air import strike_once
from hexfront.systems.idahex.opponents.staff.assessment import assess
from hexfront.systems.idahex.opponents.staff.attack import attack, reconsider_attacks
from hexfront.systems.idahex.opponents.staff.commands import CommandWorkspace, give
from hexfront.systems.idahex.opponents.staff.headquarters import (
    PLAIN,
    USUAL,
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.reserve import (
    break_off,
    call_up,
    find_depots,
    find_goals,
    move_reserves,
    stop_marches,
    tidy,
)
from hexfront.systems.idahex.opponents.staff.supply import supply
from hexfront.systems.idahex.opponents.word_queue import THINKS, WarMemory, remember, say_next
from hexfront.systems.idahex.opponents.workspace import KernelAgent, Workspace
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario.design import Design, Int
from hexfront.systems.idahex.scenario.state import COMMANDS, STRIKES, Scratch, State


@kernel
def command(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: StaffWorkspace,
    work: CommandWorkspace,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all commands of a side for now: air strikes, or everything else (4, 6).

    They are carried out, and noted in `words` as codes of `orders`.  Nothing is
    read of the enemy but what the side's view tells (IDX-4).
    """
    take_manner(staff, room, side, USUAL)
    command_so(design, staff, state, scratch, room, work, side, words, out)


@inline_kernel
def take_manner(staff: Staff, room: StaffWorkspace, side: int, manner: int) -> None:
    """Command by a doctrine, with no more taste for one cell than for another, and all units."""
    for column in range(len(room.doctrine)):
        room.doctrine[column] = staff.doctrines[manner, side, column]
    for cell in range(len(room.taste)):
        room.taste[cell] = PLAIN
    for unit in range(len(room.spared)):
        room.spared[unit] = 0


@outlined_kernel
def command_so(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: StaffWorkspace,
    work: CommandWorkspace,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all commands of a side for now, in the manner that `room` says."""
    now = Situation(
        state.units,
        state.stock,
        state.forces,
        state.missions,
        state.agenda,
        state.owner,
        state.standing,
        state.fighting,
        state.maps,
        state.engagements,
        state.figures,
    )
    room.plan[0, 0] = 0
    if state.game.phase == STRIKES:
        plan_strikes(staff, now, room, side)
    elif state.game.phase == COMMANDS:
        plan_period(staff, now, room, side)
    give(design, state, scratch, work, room.plan, staff.sorties[side], side, words, out)


@inline_kernel
def plan_strikes(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """Air strikes, at the start of a cycle."""
    assess(staff, now, room, side)
    strike_once(staff, now, room, side)


@outlined_kernel
def plan_period(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """All other commands, at the start of a period."""
    assess(staff, now, room, side)
    tidy(now, room)
    call_up(staff, now, room, side)
    stop_marches(now, room, side)
    reconsider_attacks(staff, now, room, side)
    attack(staff, now, room, side)
    find_goals(staff, now, room, side)
    find_depots(staff, now, room, side)
    break_off(staff, now, room, side)
    move_reserves(staff, now, room, side)
    supply(staff, now, room, side)


@kernel
def decide_commander(
    theatre: Theatre,
    staff: Staff,
    workspace: Workspace,
    memory: WarMemory,
    packed: State,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """One of the first `count` of `codes`, from a packed view alone; no die is used.

    The packed view is changed: all commands of the stop are tried in it.
    """
    if memory.progress.stage == THINKS:
        workspace.words[0] = 0
        command(
            theatre.design,
            staff,
            packed,
            theatre.scratch,
            workspace.room,
            workspace.desk,
            side,
            workspace.words,
            theatre.unheard,
        )
        remember(memory, workspace.words)
    return say_next(memory, codes, count)


class CommanderAgent(KernelAgent):
    """Masses for attacks, keeps a reserve, flies and supplies, by what it knows of the enemy."""

    _decide = direct(decide_commander)
