"""Which orders can be taken back: up to the last answer of chance or thing learnt.

Steps are kept since the last point before which nothing can be taken back, with the state
there.  To take an order back, that state is copied and the other steps are
carried out again; so no system has to know how to undo.  Why a side may not
follows from what this side has been told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.contract import CHANCE, Decision, Kind, Refusal, Rules, Step
from hexfront.core.errors import SystemBroken
from hexfront.core.events import Event, EventLog

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
    bars: Refusal | None
    """Why its owner cannot take it back."""
    stands: Mapping[int, Refusal]
    """Why other sides, those that were told of it, can take nothing back that came before it."""


class Revocation:
    """What the sides of one match may take back."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self._rules = rules
        self._sides = frozenset(range(len(rules.sides)))
        self._anchor = state.copy()
        self._number = 0
        self._past: list[_Past] = []
        self._reason: dict[int, Refusal] = {}

    def note(
        self,
        number: int,
        step: Step,
        bundle: int,
        state: Any,
        told: Mapping[int, Sequence[Event]],
    ) -> None:
        """Note a step that was carried out; `told`: by viewer what he may know, if anything."""
        owner = step.actor
        if owner == CHANCE:
            owner = self._past[-1].owner if self._past else CHANCE
        # Most orders of a plan are told to nobody, and there are many.
        others = sorted((told.keys() & self._sides) - {owner}) if told else []
        decision = self._rules.decision(state)
        bars = self._bar(step, owner, bool(others), state, decision, told.get(owner, ()))
        stands = {side: self._stand(step, side, decision, told[side]) for side in others}
        self._past.append(_Past(step, bundle, owner, bars, stands))
        if bars is None and owner in self._sides:
            return  # The owner may take it back, so something can be.
        if all(self.refusal(side) is not None for side in self._sides):
            self._settle(number, state)

    def _bar(
        self,
        step: Step,
        owner: int,
        shared: bool,
        state: Any,
        decision: Decision,
        told: Sequence[Event],
    ) -> Refusal | None:
        if step.actor == CHANCE:
            return CHANCE_ANSWERED
        if (taught := self._taught(owner, told)) is not None:
            return taught
        if decision.kind == Kind.CHANCE:
            return CHANCE_ANSWERED
        if decision.kind == Kind.OVER:
            return OVER
        if shared and set(decision.sides) - {owner}:
            return SEEN if owner in decision.sides else ENDED
        # The side to move has choices by contract; asking for them would cost more.
        goes_on = owner in decision.sides or bool(self._rules.choices(state, owner))
        return None if goes_on else ENDED

    def _stand(self, step: Step, side: int, decision: Decision, told: Sequence[Event]) -> Refusal:
        if step.actor == CHANCE:
            return CHANCE_ANSWERED
        return self._taught(side, told) or (OVER if decision.kind == Kind.OVER else OTHERS)

    def _taught(self, side: int, told: Sequence[Event]) -> Refusal | None:
        """What the system says against taking back, by what the side has been told."""
        bars = (self._rules.irrevocable(event, side) for event in told)
        return next((bar for bar in bars if bar is not None), None)

    def _settle(self, number: int, state: Any) -> None:
        """No order before this step can be taken back."""
        self._reason = {side: self.refusal(side) or NOTHING for side in self._sides}
        self._anchor = state.copy()
        self._number = number
        self._past.clear()

    def refusal(self, side: int) -> Refusal | None:
        """Why the last request of a side cannot be taken back; None where it can."""
        last = self._last(side)
        if last is None:
            return self._reason.get(side, NOTHING)
        if (bars := self._past[last].bars) is not None:
            return bars
        later = (past.stands.get(side) for past in self._past[last + 1 :])
        return next((stands for stands in later if stands is not None), None)

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
        state = self._anchor.copy()
        for past in self._past[:first]:
            log.clear()
            self._rules.apply(state, past.step, log)
        trial = state.copy()
        for step, _ in kept:
            if step.actor != CHANCE and self._rules.refuse(trial, step.actor, step.order):
                raise SystemBroken("an unseen order depends on another side's")
            log.clear()
            self._rules.apply(trial, step, log)
        return state
