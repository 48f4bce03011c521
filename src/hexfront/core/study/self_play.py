"""A game that machine opponents play by themselves: for measurements, benchmarks and tests.

A match between people has a journal and entries besides (`hexfront.play.match`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexfront.core.agent import Agent
from hexfront.core.contract import CHANCE, Kind, Rules, Step, View
from hexfront.core.dice import Dice, draw_outcome
from hexfront.core.events import EventLog


@dataclass(frozen=True)
class Seat:
    """What the player of one side sees, person or machine; satisfies `Position`."""

    rules: Rules[Any]
    side: int
    _state: Any

    @cached_property
    def view(self) -> View:
        """The side's view."""
        return self.rules.view(self._state, self.side)

    @cached_property
    def choices(self) -> Sequence[int]:
        """The side's legal orders."""
        return self.rules.choices(self._state, self.side)


def play_on(
    rules: Rules[Any], state: Any, agents: Sequence[Agent], dice: Dice
) -> Iterator[tuple[Step, EventLog]]:
    """Play a game to its end, each side by its agent and chance by the dice.

    Gives every step and its events, which stand until the next one, once the
    state has been changed by it.  Errors: `ValueError` for an order that is no choice.
    """
    log = EventLog()
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = min(decision.sides)
            seat = Seat(rules, side, state)
            step = Step(side, int(agents[side].decide(seat)))
            if step.order not in seat.choices:
                raise ValueError(f"order {step.order} of side {side} is none of its choices")
        log.clear()
        rules.apply(state, step, log)
        yield step, log
