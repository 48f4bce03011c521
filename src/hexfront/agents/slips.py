"""An agent made weaker: some of its orders are any legal ones."""

from __future__ import annotations

from typing import Any, Final

from hexfront.core.contract import Agent, AgentFactory, Position, Rules
from hexfront.core.dice import Dice, draw

_PARTS: Final = 1 << 20


class SlippingAgent:
    """Plays as another agent, but for a part of its orders, which are any legal ones."""

    def __init__(self, agent: Agent, dice: Dice, slips: float) -> None:
        self._agent, self._dice = agent, dice
        self._slips = round(slips * _PARTS)

    def decide(self, position: Position) -> int:
        """The agent's order, or any."""
        # Asked in any case, so that it remembers what it has seen.
        order, choices = self._agent.decide(position), position.choices
        if draw(self._dice, _PARTS) < self._slips:
            return int(choices[int(draw(self._dice, len(choices)))])
        return int(order)


def slipping(factory: AgentFactory, slips: float) -> AgentFactory:
    """What makes an agent that slips so often, from 0 to 1."""

    def make(rules: Rules[Any], side: int, dice: Dice) -> Agent:
        return SlippingAgent(factory(rules, side, dice), dice, slips)

    return make
