"""An agent made weaker: some of its orders are any legal ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from hexfront.core.agent import Agent, AgentFactory, Position, QueueingAgent
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice, draw

_PARTS: Final = 1 << 20


class SlippingAgent:
    """Plays as another agent, but for a part of its orders, which are any legal ones."""

    def __init__(self, agent: Agent, dice: Dice, slips: float) -> None:
        self._agent, self._dice = agent, dice
        self._slips = round(slips * _PARTS)
        self._drawn: deque[bool] = deque()
        """Whether its next orders are slips, as far as that is drawn; True at most last."""

    def decide(self, position: Position) -> int:
        """The agent's order, or any."""
        # Asked in any case, so that it remembers what it has seen.
        order, choices = self._agent.decide(position), position.choices
        if self._drawn.popleft() if self._drawn else self._draw():
            return int(choices[int(draw(self._dice, len(choices)))])
        return int(order)

    def queued(self) -> Sequence[int]:
        """What the agent has queued, up to the next slip."""
        orders = self._agent.queued() if isinstance(self._agent, QueueingAgent) else ()
        while len(self._drawn) < len(orders) and not (self._drawn and self._drawn[-1]):
            self._drawn.append(self._draw())
        sound = len(self._drawn) - (1 if self._drawn and self._drawn[-1] else 0)
        return orders[:sound]

    def give_queued(self, count: int) -> None:
        """So many of these have been given."""
        for _ in range(count):
            self._drawn.popleft()
        if isinstance(self._agent, QueueingAgent):
            self._agent.give_queued(count)

    def _draw(self) -> bool:
        return int(draw(self._dice, _PARTS)) < self._slips


def slipping(factory: AgentFactory, slips: float) -> AgentFactory:
    """What makes an agent that slips so often, from 0 to 1."""

    def make(rules: Rules[Any], side: int, dice: Dice) -> Agent:
        return SlippingAgent(factory(rules, side, dice), dice, slips)

    return make
