"""What all opponents of IDAHEX do alike: think at every stop, then give commands word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex.rules import IdahexRules

Command = Sequence[int]
"""The codes of its words, with the "end"."""


class Speaker:
    """An opponent: thinks once at every stop, and says "go" when it has given its commands.

    A command that the rules refuse is dropped.
    """

    def __init__(self, rules: IdahexRules, side: int, dice: Dice) -> None:
        self.rules, self.setting, self.side, self.dice = rules, rules.setting, side, dice
        self._stop: tuple[int, int] | None = None
        self._commands: list[list[int]] = []

    def think(self, facts: dict[str, Any]) -> Sequence[Command]:
        """The commands for now, from what the side knows."""
        raise NotImplementedError

    def decide(self, position: Position) -> int:
        """The next word."""
        facts, choices = position.view.facts, position.choices
        stop = int(facts["frames"]), int(facts["phase"])
        if stop != self._stop:
            self._stop = stop
            self._commands = [list(command) for command in self.think(dict(facts))]
            if o.ABANDON in choices:
                return o.ABANDON
        while self._commands:
            word = self._commands[0].pop(0)
            if not self._commands[0]:
                del self._commands[0]
            if word in choices:
                return word
            if word != o.END:
                del self._commands[0]
            if o.ABANDON in choices:
                return o.ABANDON
        return o.GO if o.GO in choices else choices[0]
