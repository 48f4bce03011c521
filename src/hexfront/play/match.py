"""A match: seats, legal orders, chance, the journal, and what each viewer was told."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexfront.core.contract import (
    CHANCE,
    SPECTATOR,
    UMPIRE,
    Agent,
    Decision,
    Kind,
    Refusal,
    Result,
    Rules,
    Step,
    System,
    Telling,
    View,
)
from hexfront.core.dice import SECRET_BYTES, commitment, dice_from_secret
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.journal import Journal, draw_outcome, replay
from hexfront.core.state import digest


class Refused(HexfrontError):
    """An order that the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


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


class Match:
    """One game being played. The state is changed here and nowhere else.

    The dice are keyed by a 256-bit secret; its hash stands in the journal from
    the start, the secret itself once the game is over.
    """

    def __init__(
        self,
        system: System,
        rules: Rules[Any],
        seats: Sequence[str] = (),
        secret: bytes | None = None,
        *,
        tell: bool = True,
    ) -> None:
        self.system = system
        self.rules = rules
        self.secret = secret or secrets.token_bytes(SECRET_BYTES)
        self._dice = dice_from_secret(self.secret)
        self.state = rules.start()
        self.journal = Journal(
            system.name,
            system.version,
            rules.scenario.document,
            list(seats),
            commitment(self.secret),
        )
        viewers = (*range(len(rules.sides)), SPECTATOR, UMPIRE) if tell else ()
        self.tellings: dict[int, list[Telling]] = {viewer: [] for viewer in viewers}
        self._log = EventLog()

    @classmethod
    def resume(cls, system: System, rules: Rules[Any], journal: Journal, secret: bytes) -> Match:
        """A match as its journal left it. Errors: `InputError` where the journal is not sound."""
        match = cls(system, rules, journal.seats, secret)
        if match.journal.commitment != journal.commitment:
            raise InputError.at("journal /commitment", journal.commitment, "that of the secret")
        match.state = replay(
            journal,
            rules,
            watch=lambda _number, _step, state, events: match._tell(state, events),
            dice=match._dice,
        )
        match.journal.steps = list(journal.steps)
        match.journal.digests = list(journal.digests)
        return match

    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        return self.rules.decision(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.rules.result(self.state)

    def seat(self, side: int) -> Seat:
        """What the side sees now."""
        return Seat(self.rules, side, self.state)

    def view(self, viewer: int) -> View:
        """What a viewer may know now."""
        return self.rules.view(self.state, viewer)

    def order(self, side: int, order: int) -> list[Step]:
        """Give an order and let chance answer until somebody must act again.

        Returns the steps taken. Errors: `Refused`, and then nothing has changed.
        """
        refusal = self.rules.refuse(self.state, side, order)
        if refusal is not None:
            raise Refused(refusal)
        step = Step(side, order)
        self._carry_out(step)
        return [step, *self.settle()]

    def settle(self) -> list[Step]:
        """Let chance answer until a side must act; at the end of the game reveal the secret."""
        steps = []
        while (decision := self.decision).kind == Kind.CHANCE:
            outcome = draw_outcome(self.rules.chances(self.state).weights, self._dice)
            step = Step(CHANCE, outcome)
            self._carry_out(step)
            steps.append(step)
        if decision.kind == Kind.OVER:
            self.journal.secret = self.secret.hex()
        return steps

    def ask(self, agent: Agent, side: int) -> list[Step]:
        """Let a machine opponent give one order."""
        return self.order(side, agent.decide(self.seat(side)))

    def _carry_out(self, step: Step) -> None:
        self._log.clear()
        self.rules.apply(self.state, step, self._log)
        self.journal.steps.append(step)
        self.journal.digests.append(digest(self.state))
        if self.tellings:
            self._tell(self.state, self._log.events())

    def _tell(self, state: Any, events: Sequence[Event]) -> None:
        """Note what each viewer hears of the events that led to a state."""
        if not events:
            return
        for viewer, told in self.tellings.items():
            view = self.rules.view(state, viewer)
            for event in events:
                known = self.rules.redact(event, viewer)
                if known is not None:
                    told.append(self.rules.tell(known, view))
