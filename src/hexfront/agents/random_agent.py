"""The opponent that takes any legal order with equal chance."""

from __future__ import annotations

from typing import Any

from hexfront.core.agent import Position
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice, draw


class RandomAgent:
    """Takes any legal order, each as likely as the others."""

    def __init__(self, rules: Rules[Any], side: int, dice: Dice) -> None:
        self._dice = dice

    def decide(self, position: Position) -> int:
        """One of the choices, each as likely as the others."""
        choices = position.choices
        return int(choices[int(draw(self._dice, len(choices)))])
