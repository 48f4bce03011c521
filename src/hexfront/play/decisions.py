"""The turns of a match: when each side had to order, and what it knew then."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.core.contract import Kind
from hexfront.core.events import EventLog
from hexfront.play.match import Match


class Turn(NamedTuple):
    """A side's first decision at a time of the game."""

    side: int
    number: int
    """From 1: how many times of the match there have been at which somebody had to order."""
    time: int
    """In the system's own ticks."""
    step: int
    """How many steps had been taken then."""


def turns_of(match: Match, most: int) -> list[Turn]:
    """The turns of all sides in their order; of each at most so many, evenly over the match."""
    rules, log = match.rules, EventLog()
    state, turn, last = rules.start(), 0, -1
    found: list[list[Turn]] = [[] for _ in rules.sides]
    for number in range(len(match.journal.steps) + 1):
        decision = rules.decision(state)
        if decision.kind == Kind.ORDERS:
            turn += decision.time > last
            last = decision.time
            for side in decision.sides:
                if not found[side] or found[side][-1].time < decision.time:
                    found[side].append(Turn(side, turn, decision.time, number))
        if number < len(match.journal.steps):
            log.clear()
            rules.apply(state, match.journal.steps[number], log)
    turns = [turn for own in found for turn in _evenly(own, most)]
    return sorted(turns, key=lambda turn: (turn.time, turn.side))


def _evenly(turns: list[Turn], most: int) -> list[Turn]:
    if len(turns) <= most:
        return turns
    return [turns[number * (len(turns) - 1) // (most - 1)] for number in range(most)]
