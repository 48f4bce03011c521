"""Which orders can be taken back: up to the last answer of chance or thing learnt.

Steps are kept since the last point that nobody can go behind, with the state
there.  To take an order back, that state is copied and the other steps are
carried out again; so no system has to know how to undo.  Whether a side may
take its order back depends only on what it has heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.contract import CHANCE, Kind, Refusal, Rules, Step
from hexfront.core.errors import SystemBroken
from hexfront.core.events import Event, EventLog
from hexfront.core.state import copy_state

NOTHING: Final = Refusal("", "there is nothing to take back")
CHANCE_ANSWERED: Final = Refusal("", "chance has decided what came of it")
OVER: Final = Refusal("", "the game is over")
SEEN: Final = Refusal("", "the others, who may act now, have seen it")
ENDED: Final = Refusal("", "with it your turn has passed to others")
OTHERS: Final = Refusal("", "another side has acted since")


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken back."""

    first: int
    """The number of the first step that was taken back."""
    orders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Past:
    """A step since the anchor."""

    step: Step
    bundle: int
    owner: int
    """The side whose order it is, or whose order chance answered; `CHANCE` before any."""
    heard: frozenset[int]
    """The viewers that heard of it."""
    bars: Refusal | None
    """Why its owner cannot take it back."""


class Revocation:
    """What the sides of one match may take back."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self._rules = rules
        self._sides = frozenset(range(len(rules.sides)))
        self._anchor = copy_state(state)
        self._number = 0
        self._past: list[_Past] = []
        self._reason: dict[int, Refusal] = {}

    def note(
        self,
        number: int,
        step: Step,
        bundle: int,
        state: Any,
        events: Sequence[Event],
        heard: set[int],
    ) -> None:
        """Note a step that was carried out; `heard` are the viewers that heard of it."""
        owner = step.actor
        if owner == CHANCE:
            owner = self._past[-1].owner if self._past else CHANCE
        shared = bool((heard & self._sides) - {owner})
        bars = self._bar(step, owner, shared, state, events)
        self._past.append(_Past(step, bundle, owner, frozenset(heard), bars))
        if bars is not None and heard >= self._sides:
            self._settle(number, state)

    def _bar(
        self, step: Step, owner: int, shared: bool, state: Any, events: Sequence[Event]
    ) -> Refusal | None:
        if step.actor == CHANCE:
            return CHANCE_ANSWERED
        for event in events:
            bar = self._rules.irrevocable(event, owner)
            if bar is not None:
                return bar
        decision = self._rules.decision(state)
        if decision.kind == Kind.CHANCE:
            return CHANCE_ANSWERED
        if decision.kind == Kind.OVER:
            return OVER
        if shared and set(decision.sides) - {owner}:
            return SEEN if owner in decision.sides else ENDED
        # The side to move has choices by contract; asking for them would cost more.
        goes_on = owner in decision.sides or bool(self._rules.choices(state, owner))
        return None if goes_on else ENDED

    def _settle(self, number: int, state: Any) -> None:
        """Nobody can go behind this step."""
        self._reason = {side: self.refusal(side) or OTHERS for side in self._sides}
        self._anchor = copy_state(state)
        self._number = number
        self._past.clear()

    def refusal(self, side: int) -> Refusal | None:
        """Why the last request of a side cannot be taken back; None where it can."""
        last = self._last(side)
        if last is None:
            return self._reason.get(side, NOTHING)
        if (bars := self._past[last].bars) is not None:
            return bars
        for past in self._past[last + 1 :]:
            if side in past.heard:
                return OTHERS if past.bars in (None, ENDED, SEEN) else past.bars
        return None

    def _last(self, side: int) -> int | None:
        places = range(len(self._past) - 1, -1, -1)
        return next((i for i in places if self._past[i].owner == side), None)

    def without(self, side: int) -> tuple[Taken, list[tuple[Step, int]], Any]:
        """What is taken back, the steps to carry out again after it, and the state before those.

        To be asked only where `refusal` says None.
        """
        last = self._last(side)
        assert last is not None  # noqa: S101  (see above)
        bundle = self._past[last].bundle
        gone = []
        for i in range(last, -1, -1):
            past = self._past[i]
            if past.owner == side and (past.bundle != bundle or past.bars is not None):
                break
            if past.owner == side:
                gone.append(i)
        first = gone[-1]
        kept = [
            (past.step, past.bundle)
            for i, past in enumerate(self._past[first:], first)
            if i not in gone
        ]
        state = self._again(first, kept)
        orders = tuple(self._past[i].step.order for i in reversed(gone))
        del self._past[first:]
        return Taken(self._number + first + 1, orders), kept, state

    def _again(self, first: int, kept: Sequence[tuple[Step, int]]) -> Any:
        """The state before a step of the past; tries the steps that shall follow it."""
        log = EventLog()
        state = copy_state(self._anchor)
        for past in self._past[:first]:
            log.clear()
            self._rules.apply(state, past.step, log)
        trial = copy_state(state)
        for step, _ in kept:
            if step.actor != CHANCE and self._rules.refuse(trial, step.actor, step.order):
                raise SystemBroken("an unseen order depends on another side's")
            log.clear()
            self._rules.apply(trial, step, log)
        return state
