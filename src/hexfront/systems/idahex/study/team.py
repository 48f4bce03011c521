"""Whole wars with machine commanders on both sides, fought with few returns to Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexfront.core.contract import Step
from hexfront.core.dice import Dice
from hexfront.core.events import EventLog
from hexfront.jit import kernel
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.opponents.commander import command
from hexfront.systems.idahex.opponents.staff.commands import (
    CommandWorkspace,
    make_command_workspace,
    say,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Staff,
    StaffWorkspace,
    make_staff,
    make_staff_workspace,
)
from hexfront.systems.idahex.opponents.word_queue import MOST_WORDS
from hexfront.systems.idahex.rules.clock import go_on
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import SIDES, Design, Int
from hexfront.systems.idahex.scenario.state import OVER, Scratch, State


@kernel
def fight_on(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: StaffWorkspace,
    work: CommandWorkspace,
    words: Int,
    out: Int,
) -> None:
    """The commands of both sides, carried out, and the war up to the next stop.

    The war must have begun (`clock.begin`), or been stopped at a break.  With
    room in `words` the commands are noted there, of each side up to and with "go".
    """
    words[0] = 0
    for side in range(SIDES):
        command(design, staff, state, scratch, room, work, side, words, out)
        say(words, o.GO)
    go_on(design, state, scratch, out)


@kernel
def fight(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: StaffWorkspace,
    work: CommandWorkspace,
    until: float,
    words: Int,
    out: Int,
) -> int:
    """Fight on until a time, or the end of the war; how many times commands were given.

    As `fight_on`, again and again; `words` are those of the last stop.
    """
    stops = 0
    while state.game.phase != OVER and state.game.time < until:
        fight_on(design, staff, state, scratch, room, work, words, out)
        stops += 1
    return stops


class CommanderTeam:
    """Commanders of both sides, who work on the state itself: it tells them no more than a view."""

    def __init__(self, rules: IdahexRules) -> None:
        self._setting = setting = rules.setting
        units = len(setting.units)
        self._staff, self._room = (
            make_staff(setting.design),
            make_staff_workspace(setting.design, units),
        )
        self._desk = make_command_workspace(setting.design, units)
        self._words: Int = np.zeros(SIDES * MOST_WORDS, dtype=np.int64)

    def play_on(self, state: State, out: EventLog) -> list[Step]:
        """The commands of both sides, carried out, and the war up to the next stop."""
        setting, words, steps, side = self._setting, self._words, list[Step](), 0
        parts = (setting.design, self._staff, state, setting.scratch, self._room, self._desk)
        fight_on(*parts, words, out.rows)
        for code in words[1 : 1 + int(words[0])].tolist():
            steps.append(Step(side, code))
            side += code == o.GO
        return steps


def team(rules: IdahexRules, seats: Sequence[str], dice: Sequence[Dice]) -> CommanderTeam | None:
    """Commanders on both sides play together; they need no dice."""
    return CommanderTeam(rules) if all(name == "commander" for name in seats) else None
