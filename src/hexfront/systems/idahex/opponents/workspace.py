"""Where an opponent in kernels thinks, one thread at a time, and the face of one at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.by_reference import by_reference
from hexfront.core.agent import Position
from hexfront.core.dice import Dice
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.opponents.staff.commands import (
    CommandWorkspace,
    make_command_workspace,
)
from hexfront.systems.idahex.opponents.staff.headquarters import (
    Doctrine,
    Staff,
    StaffWorkspace,
    make_staff,
    make_staff_workspace,
)
from hexfront.systems.idahex.opponents.word_queue import (
    MOST_WORDS,
    THINKS,
    new_memory,
    skip_words,
    words_left,
)
from hexfront.systems.idahex.scenario.design import Float
from hexfront.systems.idahex.scenario.setting import Setting


@by_reference
class Workspace(NamedTuple):
    """Room to work in; nothing in it outlives a decision."""

    room: StaffWorkspace
    desk: CommandWorkspace
    words: Int
    """How many words of commands, and these."""
    foes: Float
    """[cell]: the planned value on defence of the enemies there."""
    present: Int
    """[cell]: how many they are."""
    hostile: Int
    """Cells with enemies; how many in the last place."""
    first: Int
    """[cell]: the first idle unit there."""
    following: Int
    """[unit]: the next one in its cell."""


def make_lore(setting: Setting, others: Sequence[Doctrine] = ()) -> Staff:
    """What opponents know of a war and never changes; `others`: manners of commanders."""
    return make_staff(setting.design, others=others)


def make_workspace(setting: Setting) -> Workspace:
    """Room for one thread."""
    units, cells = len(setting.units), len(setting.design.area.rim)
    return Workspace(
        room=make_staff_workspace(setting.design, units),
        desk=make_command_workspace(setting.design, units),
        words=np.zeros(1 + MOST_WORDS, dtype=np.int64),
        foes=np.zeros(cells),
        present=np.zeros(cells, dtype=np.int64),
        hostile=np.zeros(cells + 1, dtype=np.int64),
        first=np.zeros(cells, dtype=np.int64),
        following=np.zeros(units, dtype=np.int64),
    )


class KernelAgent:
    """An opponent that decides in a kernel, from its view and the choices alone."""

    _decide: ClassVar[Any]
    """The kernel, as `direct` has it."""

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        self._rules, self._side, self._dice = rules, side, dice
        setting = rules.setting
        self._memory, self._quarters = new_memory(setting), make_workspace(setting)
        self._lore: Final = make_lore(setting)
        self._known = setting.start()
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)

    def decide(self, position: Position) -> int:
        """The next word."""
        choices = position.choices
        if self._memory.progress.stage == THINKS:
            self._known = reconstruct(self._rules.setting, dict(position.view.facts))
        self._codes[: len(choices)] = choices
        theatre, workspace, memory = self._rules.theatre, self._quarters, self._memory
        room = (theatre, self._lore, workspace, memory, self._known)
        return int(self._decide(*room, self._side, self._dice, self._codes, len(choices)))

    def queued(self) -> Sequence[int]:
        """The words that it means to say next, and "go" after them."""
        return words_left(self._memory)

    def give_queued(self, count: int) -> None:
        """So many of them are said."""
        skip_words(self._memory, count)
