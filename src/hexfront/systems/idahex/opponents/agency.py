"""Players in Python who think at every stop, then give commands word by word: scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.core.agent import Position
from hexfront.core.dice import Dice
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.scenario import orders as o

Command = Sequence[int]
"""The codes of its words, with the "end"."""


class WarAgent:
    """An opponent: thinks once at every stop, and says "go" when it has given its commands.

    A command that the rules refuse is dropped.
    """

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        self.rules, self.setting, self.side, self.dice = rules, rules.setting, side, dice
        self._thought = False
        """Whether it has thought since the war went on."""
        self._commands: list[list[int]] = []
        self._at = 0

    def think(self, facts: dict[str, Any]) -> Sequence[Command]:
        """The commands for now, from what the side knows."""
        raise NotImplementedError

    def refused(self, command: int, word: int, position: Position) -> None:
        """The rules refuse a word of a command, counted from 0 at this stop: it is dropped."""

    def decide(self, position: Position) -> int:
        """The next word."""
        choices = position.choices
        if not self._thought:
            self._thought = True
            facts = dict(position.view.facts)
            self._commands = [list(command) for command in self.think(facts)]
            self._at = 0
            if o.ABANDON in choices:
                return o.ABANDON
        while self._commands:
            word = self._commands[0].pop(0)
            if word in choices:
                if not self._commands[0]:
                    self._next()
                return word
            self.refused(self._at, word, position)
            self._next()
            if o.ABANDON in choices:
                return o.ABANDON
        if o.GO not in choices:
            return choices[0]
        self._thought = False
        return o.GO

    def _next(self) -> None:
        del self._commands[0]
        self._at += 1
