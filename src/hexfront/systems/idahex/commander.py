"""The machine commander: what a side is told to do in a period, from what the side knows.

`command` is one kernel, for wars in batches; `CommanderAgent` plays with it
against people, through the same words as they.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.core.events import NO_LOG
from hexfront.jit import kernel
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex.delays import ground_of
from hexfront.systems.idahex.design import Design, Int
from hexfront.systems.idahex.imagination import reconstruct
from hexfront.systems.idahex.staff import Room, Staff, make_room, make_staff
from hexfront.systems.idahex.staff_air import strike_once
from hexfront.systems.idahex.staff_attack import attack, reconsider_attacks
from hexfront.systems.idahex.staff_reserve import (
    break_off,
    call_up,
    find_depots,
    find_goals,
    move_reserves,
    stop_marches,
    tidy,
)
from hexfront.systems.idahex.staff_supply import supply
from hexfront.systems.idahex.staff_survey import survey
from hexfront.systems.idahex.state import COMMANDS, PHASE, STRIKES, Scratch, State

if TYPE_CHECKING:
    from hexfront.systems.idahex.rules import IdahexRules

MOST_WORDS = 20_000
"""Room for the words of one period."""


@kernel
def command(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all commands of a side for now: air strikes, or everything else (4, 6).

    They are carried out, and noted in `words` as codes of `orders`.  Nothing is
    read of the enemy but what the side's view tells (IDX-4).
    """
    if state.game[PHASE] == STRIKES:
        survey(design, staff, state, room, side)
        strike_once(design, staff, state, room, side, words)
    elif state.game[PHASE] == COMMANDS:
        ground = ground_of(design)
        survey(design, staff, state, room, side)
        tidy(state, room, side, words, out)
        call_up(design, ground, state, room, side, words, out)
        stop_marches(ground, state, room, side, words, out)
        reconsider_attacks(design, ground, staff, state, room, side, words, out)
        attack(design, ground, staff, state, room, side, words, out)
        find_goals(design, staff, state, room, side)
        find_depots(design, staff, state, room, side)
        break_off(design, ground, staff, state, room, side, words, out)
        move_reserves(design, ground, staff, state, room, side, words, out)
        supply(design, ground, staff, state, scratch, room, side, words, out)


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


class CommanderAgent:
    """Gives the commands of the kernel one word at a time; thinks anew at every stop."""

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        self._setting, self._side = rules.setting, side
        design = self._setting.design
        self._staff, self._room = make_staff(design), make_room(design, len(self._setting.units))
        self._known: tuple[int, int] | None = None
        self._words: list[int] = []

    def decide(self, position: Position) -> int:
        """The next word."""
        facts, choices = position.view.facts, position.choices
        stop = int(facts["frames"]), int(facts["phase"])
        if stop != self._known:
            self._known = stop
            self._words = self._think(dict(facts))
            if o.ABANDON in choices:
                return o.ABANDON
        while self._words:
            word = self._words.pop(0)
            if word in choices:
                return word
            self._drop_command(word)
            if o.ABANDON in choices:
                return o.ABANDON
        return o.GO if o.GO in choices else choices[0]

    def _drop_command(self, word: int) -> None:
        """Forget the rest of a command that is refused."""
        while word != o.END and self._words:
            word = self._words.pop(0)

    def _think(self, facts: dict[str, object]) -> list[int]:
        """All words for this stop."""
        state = reconstruct(self._setting, facts)
        words = np.zeros(MOST_WORDS, dtype=np.int64)
        scratch = self._setting.scratch
        design, staff, room = self._setting.design, self._staff, self._room
        command(design, staff, state, scratch, room, self._side, words, NO_LOG)
        return [word for words_ in words_of(words) for word in words_]
