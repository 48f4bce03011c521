"""A match: seats, legal orders, chance, the journal, and what each viewer was told."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from hexfront.core.agent import Agent
from hexfront.core.contract import (
    CHANCE,
    SPECTATOR,
    UMPIRE,
    Decision,
    Kind,
    LogEntry,
    Refusal,
    Result,
    Rules,
    Step,
    View,
)
from hexfront.core.dice import SECRET_BYTES, Dice, commitment, dice_of_match, draw_outcome
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.journal import Ending, Journal, replay
from hexfront.core.state import Digester
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from hexfront.core.table.log import log_views
from hexfront.play.revocation import Revocation, Taken


class Refused(HexfrontError):
    """An order that the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


ENDED = Refusal("", "The match is over.")


class _Scratch(threading.local):
    """A buffer for the events of one step: one a thread, since each match would keep 256 KiB."""

    def __init__(self) -> None:
        self.log = EventLog()


_scratch = _Scratch()


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry and the number of the step that led to it."""

    entry: LogEntry
    step: int


class Match:
    """One game being played. The state is changed here and nowhere else.

    The dice are keyed by a 256-bit secret and what the players' screens add to
    it; the journal is committed to the secret from the start, and reveals it
    once the game is over.
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
        self._dice: Dice | None = dice_of_match(self.secret)
        """None while players' shares are awaited: nothing is drawn before."""
        self.state = rules.start()
        self.journal = Journal(system.name, system.version, rules.scenario.document, list(seats))
        self.journal.commitment = commitment(self.secret, self.journal.head())
        self.bundles: list[int] = []
        """For each step the number of the first step of the request that it belongs to."""
        self.version = object()
        """Another one after each change: what was computed from this one holds as long as it."""
        viewers = (*range(len(rules.sides)), SPECTATOR, UMPIRE) if tell else ()
        self.logs: dict[int, list[LogLine]] = {viewer: [] for viewer in viewers}
        self.taken_back: dict[int, list[int]] = {viewer: [] for viewer in viewers}
        """By viewer, how many entries stood after each time that some were taken back."""
        self._revocation = Revocation(rules, self.state) if tell else None
        self._digester = Digester()
        self._log_view = log_views(rules)

    @classmethod
    def resume(
        cls,
        system: System,
        rules: Rules[Any],
        journal: Journal,
        secret: bytes,
        bundles: Sequence[int] = (),
        *,
        awaited: bool = False,
    ) -> Match:
        """A match as its journal left it; `bundles` as in the match, else each step alone.

        `awaited`: shares are still to come, and dice with them, by `add_shares`.
        Errors: `InputError` where the journal is not sound.
        """
        match = cls(system, rules, journal.seats, secret)
        if journal.commitment != commitment(secret, journal.head()):
            raise InputError.at("journal /commitment", journal.commitment, "that of the secret")
        match.bundles = list(bundles) or list(range(1, len(journal.steps) + 1))
        match._dice = None if awaited else dice_of_match(secret, journal.shares)
        match.state = replay(journal, rules, watch=match._note, dice=match._dice)
        match.journal = replace(
            journal, steps=list(journal.steps), digests=list(journal.digests), ranges=[]
        )
        return match

    def add_shares(self, shares: Sequence[str]) -> list[Step]:
        """What the players' screens add to the dice, all of them: now chance may answer."""
        self.journal.shares = list(shares)
        self._dice = dice_of_match(self.secret, shares)
        return self.settle()

    @property
    def waits_for_dice(self) -> bool:
        """Whether the game stands still until all players' shares have come."""
        return self._dice is None and self.decision.kind == Kind.CHANCE

    @property
    def decision(self) -> Decision:
        """What the game waits for; nothing where persons have ended it."""
        decision = self.rules.decision(self.state)
        return decision if self.ending is None else Decision(decision.time, Kind.OVER, ())

    @property
    def ending(self) -> Ending | None:
        """How persons ended the game, where its rules did not."""
        return self.journal.ending

    def end(self, ending: Ending) -> None:
        """End the game as persons want it; the secret of the dice is revealed."""
        self.version = object()
        self.journal.ending = ending
        self.journal.secret = self.secret.hex()

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        if self.ending is not None:
            return self.ending.result
        return self.rules.result(self.state)

    def seat(self, side: int) -> Seat:
        """What the side sees now."""
        return Seat(self.rules, side, self.state)

    def view(self, viewer: int) -> View:
        """What a viewer may know now."""
        view = self.rules.view(self.state, viewer)
        return view if self.ending is None else replace(view, kind=Kind.OVER, must_act=False)

    def _repr_html_(self) -> str:
        """What everybody may know; all of it once the game is over."""
        from hexfront.pictures import PositionPicture, result_html

        result = self.result
        view = self.view(SPECTATOR if result is None else UMPIRE)
        position = PositionPicture(self.rules.board(), view)._repr_html_()
        return position + (result_html(result, self.rules.sides) if result else "")

    def log_entries(self, viewer: int, first: int = 0) -> list[LogEntry]:
        """What a viewer was told, from number `first` on."""
        return [line.entry for line in self.logs[viewer][first:]]

    def order(self, side: int, order: int, bundle: int | None = None) -> list[Step]:
        """Give an order and let chance answer until somebody must act again.

        Orders with the same `bundle`, the number of the first step of a request,
        are taken back together.
        Returns the steps taken. Errors: `Refused`, and then nothing has changed.
        """
        if self.ending is not None:
            raise Refused(ENDED)
        refusal = self.rules.refuse(self.state, side, order)
        if refusal is not None:
            raise Refused(refusal)
        step = Step(side, order)
        self._carry_out(step, bundle)
        return [step, *self.settle()]

    def settle(self) -> list[Step]:
        """Let chance answer until a side must act; at the end of the game reveal the secret."""
        steps: list[Step] = []
        while (decision := self.decision).kind == Kind.CHANCE and self._dice is not None:
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

    def undoable(self, side: int) -> Refusal | None:
        """Why the side's last request cannot be taken back; None where it can."""
        if self.ending is not None:
            return ENDED
        if self._revocation is None:
            return Refusal("", "nothing is taken back in this match")
        return self._revocation.refusal(side)

    def undo(self, side: int) -> Taken:
        """Take back the side's last request, as far as nothing stands against it.

        What other sides did unseen since then stays. Errors: `Refused`.
        """
        refusal = self.undoable(side)
        if refusal is not None or self._revocation is None:
            raise Refused(refusal or Refusal("", "nothing to take back"))
        taken, kept, self.state = self._revocation.without(side)
        before = {viewer: list(lines) for viewer, lines in self.logs.items()}
        self._cut(taken.first)
        starts: dict[int, int] = {}
        for step, bundle in kept:
            # Requests are known by their first step, which has another number now.
            here = starts.setdefault(bundle, len(self.journal.steps) + 1)
            self._carry_out(step, here if bundle >= taken.first else bundle)
        for viewer, old in before.items():
            pairs = zip(old, self.logs[viewer], strict=False)
            same = sum(1 for _ in takewhile(lambda p: p[0].entry == p[1].entry, pairs))
            if same < len(old):
                self.taken_back[viewer].append(same)
        return taken

    def _cut(self, number: int) -> None:
        """Forget the steps from this number on."""
        self.version = object()
        del self.journal.steps[number - 1 :]
        del self.journal.digests[number - 1 :]
        del self.bundles[number - 1 :]
        for lines in self.logs.values():
            while lines and lines[-1].step >= number:
                lines.pop()

    def _carry_out(self, step: Step, bundle: int | None = None) -> None:
        self.version = object()
        log = _scratch.log
        log.clear()
        self.rules.apply(self.state, step, log)
        self.journal.steps.append(step)
        self.journal.digests.append(self._digester.digest(self.state))
        self.bundles.append(bundle or len(self.journal.steps))
        if self.logs:
            self._note(len(self.journal.steps), step, self.state, log.events())

    def _note(self, number: int, step: Step, state: Any, events: Sequence[Event]) -> None:
        """Note what each viewer is told of a step, and whether it can be taken back."""
        told: dict[int, list[Event]] = {}
        views: dict[int, View] = {}
        for event in events:
            written: list[LogLine] = []
            for viewer, lines in self.logs.items():
                known = self.rules.redact(event, viewer)
                if known is None:
                    continue
                if viewer not in views:
                    views[viewer] = self._log_view(state, viewer)
                    told[viewer] = []
                told[viewer].append(known)
                entry = self.rules.describe(known, views[viewer])
                # Most entries are the same for all who are told, and are kept once.
                line = next((one for one in written if one.entry == entry), None)
                if line is None:
                    line = LogLine(entry, number)
                    written.append(line)
                lines.append(line)
        if self._revocation is not None:
            self._revocation.note(number, step, self.bundles[number - 1], state, told)
