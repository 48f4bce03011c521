"""The opponent `greedy`: attacks beside it where the ratio is good, marches at the nearest enemy.

It looks at one unit after another, takes every enemy for as strong as planned,
and knows neither supplies nor aircraft.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, direct
from hexfront.core.dice import Dice
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.commands import say
from hexfront.systems.idahex.opponents.staff.headquarters import FIGHTER, Staff
from hexfront.systems.idahex.opponents.word_queue import THINKS, WarMemory, remember, say_next
from hexfront.systems.idahex.opponents.workspace import KernelAgent, Workspace
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.rules.words import first_unit_of
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.area import is_active, steps_between
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.scenario.state import COMMANDS, HOLD, INACTIVE, NONE, State, class_of

GOOD: Final = 1.2
"""The ratio of planned values from which it attacks."""


@kernel
def decide_greedy(
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
    """One of the first `count` of `codes`, from a packed view alone; no die is used."""
    if memory.progress.stage == THINKS:
        workspace.words[0] = 0
        if packed.game.phase == COMMANDS:
            think(staff, workspace, packed, side)
        remember(memory, workspace.words)
    return say_next(memory, codes, count)


@outlined_kernel
def think(staff: Staff, workspace: Workspace, state: State, side: int) -> None:
    """A step for each idle fighter: into a cell that can be taken, else towards the enemy."""
    find_enemies(staff, workspace, state, side)
    fill(workspace.first, NONE)
    for unit in range(len(state.units) - 1, -1, -1):
        if is_idle(staff, state, unit, side):
            place = state.units.place[unit]
            workspace.following[unit] = workspace.first[place]
            workspace.first[place] = unit
    for place in range(len(workspace.first)):
        if workspace.first[place] != NONE:
            step(staff, workspace, state, side, place)


@inline_kernel
def find_enemies(staff: Staff, workspace: Workspace, state: State, side: int) -> None:
    """By cell, the planned value on defence of the enemies there."""
    fill(workspace.present, 0)
    found = 0
    for unit in range(len(state.units)):
        if state.units.side[unit] != side and class_of(state.units.posture[unit]) >= HOLD:
            place = state.units.place[unit]
            if workspace.present[place] == 0:
                workspace.foes[place] = 0.0
                workspace.hostile[found] = place
                found += 1
            workspace.present[place] += 1
            workspace.foes[place] += staff.defence[state.units.kind[unit]]
    workspace.hostile[len(workspace.hostile) - 1] = found


@inline_kernel
def is_idle(staff: Staff, state: State, unit: int, side: int) -> bool:
    """Whether an own fighter waits without a mission."""
    units = state.units
    group = class_of(units.posture[unit])
    return bool(
        units.side[unit] == side
        and INACTIVE <= group <= HOLD
        and staff.role[units.kind[unit]] == FIGHTER
        and units.force[unit] == NONE
        and units.engagement[unit] == NONE
    )


@outlined_kernel
def step(staff: Staff, workspace: Workspace, state: State, side: int, place: int) -> None:
    """Where each of the idle units in a cell goes, if anywhere."""
    strength, sleepers, first = 0.0, 0, workspace.first[place]
    unit = first
    while unit != NONE:
        strength += staff.attack[state.units.kind[unit]]
        if state.units.posture[unit] < STANDARD_HOLD:
            sleepers += 1
            send(workspace, state, unit, place)
        unit = workspace.following[unit]
    if sleepers > 0:
        return
    goal, beside = find_beaten(staff, workspace, place, strength)
    if goal != NONE:
        send_all(workspace, state, first, goal)
        return
    if beside:
        return
    for edge in range(RIM):
        cell = staff.area.rim[place, edge]
        if is_active(staff.area, cell) and state.owner[cell] != side:
            send(workspace, state, first, cell)
            return
    goal = nearest_to_enemy(staff, workspace, place)
    if far(staff, workspace, goal) < far(staff, workspace, place):
        others = workspace.following[first]
        send_all(workspace, state, first if others == NONE else others, goal)


@inline_kernel
def find_beaten(
    staff: Staff, workspace: Workspace, place: int, strength: float
) -> tuple[int, bool]:
    """The weakest enemy beside a cell that can be attacked, NONE for none; whether one is there."""
    goal, beside = NONE, False
    for edge in range(RIM):
        cell = staff.area.rim[place, edge]
        if is_active(staff.area, cell) and workspace.present[cell] > 0:
            beside = True
            weaker = goal == NONE or workspace.foes[cell] < workspace.foes[goal]
            alike = goal != NONE and workspace.foes[cell] == workspace.foes[goal] and cell < goal
            if strength >= GOOD * workspace.foes[cell] and (weaker or alike):
                goal = cell
    return goal, beside


@inline_kernel
def nearest_to_enemy(staff: Staff, workspace: Workspace, place: int) -> int:
    """The cell beside one from which it is the least way to an enemy; the cell itself for none."""
    goal, least = NONE, 0
    for edge in range(RIM):
        cell = staff.area.rim[place, edge]
        if is_active(staff.area, cell):
            way = far(staff, workspace, cell)
            if goal == NONE or way < least or (way == least and cell < goal):
                goal, least = cell, way
    return place if goal == NONE else goal


@outlined_kernel
def far(staff: Staff, workspace: Workspace, cell: int) -> int:
    """How many cells it is to the nearest enemy; 0 where there is none."""
    least = -1
    for number in range(workspace.hostile[len(workspace.hostile) - 1]):
        way = steps_between(staff.area, cell, workspace.hostile[number])
        if least < 0 or way < least:
            least = way
    return max(least, 0)


@inline_kernel
def send_all(workspace: Workspace, state: State, first: int, cell: int) -> None:
    """Give idle units of a cell, from one on, a mission."""
    unit = first
    while unit != NONE:
        send(workspace, state, unit, cell)
        unit = workspace.following[unit]


@outlined_kernel
def send(workspace: Workspace, state: State, unit: int, cell: int) -> None:
    """Tell a unit to hold a cell (IDX-4.1)."""
    first, words = first_unit_of(state), workspace.words
    say(words, o.MISSION)
    say(words, first + unit)
    say(words, first + len(state.units) + cell - 1)
    say(words, o.POSTURE + STANDARD_HOLD)
    say(words, o.END)


class GreedyAgent(KernelAgent):
    """Attacks what stands beside it where the ratio is good, and marches at the nearest enemy."""

    _decide = direct(decide_greedy)
