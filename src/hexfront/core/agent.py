"""Who plays a side without a person: what such an agent sees, and how it says what it orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from hexfront.core.contract import Rules, Step, View
from hexfront.core.dice import Dice
from hexfront.core.events import EventLog


class Position(Protocol):
    """What an agent sees: the same as a person in its seat."""

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the game."""

    @property
    def side(self) -> int:
        """The side to play."""

    @property
    def view(self) -> View:
        """What the side may know."""

    @property
    def choices(self) -> Sequence[int]:
        """What the side may order."""


class Agent(Protocol):
    """A machine opponent."""

    def decide(self, position: Position) -> int:
        """One of `position.choices`."""


@runtime_checkable
class QueueingAgent(Protocol):
    """An agent that thinks of several orders at once, and then gives them one after another.

    Whoever asks it may give what it has queued without asking again, and need show it no view
    meanwhile; the game is the same. An `Agent` besides.
    """

    def queued(self) -> Sequence[int]:
        """What it will order next, each as long as those before it were given and it is legal.

        They may be fewer than it means to give; empty where it must look first.
        """

    def give_queued(self, count: int) -> None:
        """So many of them have been given, the first ones."""


AgentFactory = Callable[[Any, int, Dice], Agent]
"""Rules, the side to play, and dice of the agent's own (never the match's)."""


class Team(Protocol):
    """The machine opponents of all sides of one game, who play it faster than one by one.

    The game is the same: every step, event and state is as if each agent had
    been asked for its orders, from the start on.
    """

    def play_on(self, state: Any, out: EventLog) -> Sequence[Step]:
        """Let all sides that must act give their orders, and carry them out; the steps.

        At a decision of the game before which no order of it was given; changes
        the state up to the next such one, or the end.
        """


TeamFactory = Callable[[Any, Sequence[str], Sequence[Dice]], Team | None]
"""Rules, the agents of all sides by name, and the dice of each; None for agents that are none."""
