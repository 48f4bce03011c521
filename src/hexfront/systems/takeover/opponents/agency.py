"""The face of the opponents: what stays the same in a game, and the call of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hexfront.blocks import Int
from hexfront.core.agent import Position
from hexfront.core.contract import View
from hexfront.core.dice import Dice
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.opponents.lore import make_lore
from hexfront.systems.takeover.opponents.room import make_room, new_memory


class MachinePlayer:
    """An opponent: decides from its view and the choices alone."""

    _decide: Callable[..., int]
    """Its kernel."""

    def __init__(self, rules: TakeoverRules, side: int, dice: Dice) -> None:
        self.side = side
        self._dice, self._setting = dice, rules.setting
        self._lore, self._room = make_lore(rules.setting), make_room(rules.setting)
        self._memory = new_memory(rules.setting, side)
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)

    def decide(self, position: Position) -> int:
        """The next order."""
        view: View = position.view
        facts: Any = view.facts
        count = len(position.choices)
        self._codes[:count] = position.choices
        order = self._decide(
            self._setting.ring,
            self._lore,
            self._room,
            self._memory,
            visible_state(self._setting, facts),
            self.side,
            self._dice,
            self._codes,
            count,
        )
        return int(order)
