"""The machine commander: what a side is told to do in a period, from what the side knows.

`command` is one kernel, for wars in batches (`batch`); `CommanderAgent` plays with it
against people, through the same words as they.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hexfront.core.dice import Dice
from hexfront.core.events import NO_LOG
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.opponents.agency import WarAgent
from hexfront.systems.idahex.opponents.staff.air import strike_once
from hexfront.systems.idahex.opponents.staff.assessment import assess
from hexfront.systems.idahex.opponents.staff.attack import attack, reconsider_attacks
from hexfront.systems.idahex.opponents.staff.commands import Workspace, give, make_workspace
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Room,
    Situation,
    Staff,
    make_room,
    make_staff,
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
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import Design, Int
from hexfront.systems.idahex.scenario.state import COMMANDS, STRIKES, Scratch, State

MOST_WORDS: Final = 20_000
"""Room for the words of one period."""


@kernel
def command(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    work: Workspace,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all commands of a side for now: air strikes, or everything else (4, 6).

    They are carried out, and noted in `words` as codes of `orders`.  Nothing is
    read of the enemy but what the side's view tells (IDX-4).
    """
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
def plan_strikes(staff: Staff, now: Situation, room: Room, side: int) -> None:
    """Air strikes, at the start of a cycle."""
    assess(staff, now, room, side)
    strike_once(staff, now, room, side)


@outlined_kernel
def plan_period(staff: Staff, now: Situation, room: Room, side: int) -> None:
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


def words_of(words: Int) -> list[list[int]]:
    """The commands that a kernel noted: of each its words, the last of them "end"."""
    commands: list[list[int]] = []
    begun: list[int] = []
    for code in words[1 : 1 + int(words[0])].tolist():
        begun.append(code)
        if code == o.END:
            commands.append(begun)
            begun = []
    return commands


class CommanderAgent(WarAgent):
    """Masses for attacks, keeps a reserve, flies and supplies, by what it knows of the enemy.

    The kernel's commands, found on a state that is put together from the view.
    """

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        design = self.setting.design
        units = len(self.setting.units)
        self._staff, self._room = make_staff(design), make_room(design, units)
        self._desk = make_workspace(design, units)

    def think(self, facts: dict[str, Any]) -> list[list[int]]:
        """All commands for this stop."""
        state = reconstruct(self.setting, facts)
        words = np.zeros(MOST_WORDS, dtype=np.int64)
        room, work, scratch = self._room, self._desk, self.setting.scratch
        design, staff, side = self.setting.design, self._staff, self.side
        command(design, staff, state, scratch, room, work, side, words, NO_LOG)
        return words_of(words)
