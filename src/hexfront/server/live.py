"""A stored match in memory: persons' and machines' orders, committed before they are shown.

Everything here blocks and is not safe for two threads at once; `Table` calls
it in a thread, under the lock of the match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hexfront.agents import make_agent
from hexfront.core.contract import SPECTATOR, UMPIRE, Agent, Kind, Refusal
from hexfront.core.dice import Dice, commitment, dice_from_secret
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.journal import Journal
from hexfront.core.registry import find_system
from hexfront.core.rulebook import load_rulebook
from hexfront.core.strictjson import Json
from hexfront.play.match import Match, Refused
from hexfront.play.store import MatchRecord, SeatRecord, Store
from hexfront.server.messages import plain, plain_view, write_frame

MAX_MACHINE_ORDERS = 10_000
"""In a row, without a person's order between; an opponent that never ends is stopped."""


class MachineFailed(HexfrontError):
    """A machine opponent that cannot go on."""


@dataclass(frozen=True)
class Outcome:
    """What became of a frame of orders."""

    accepted: int
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Picture:
    """What one viewer is shown: view, offers and result, and the count of tellings so far."""

    body: dict[str, Json]
    told: int

    @cached_property
    def text(self) -> str:
        """For comparison with what was sent before."""
        return write_frame(self.body)


class LiveMatch:
    """One match, never ahead of what is on disk."""

    def __init__(self, store: Store, record: MatchRecord) -> None:
        """Resume a stored match by replay. Errors: `InputError`, `NotSaved`."""
        self._store = store
        self.record = record
        system = find_system(record.system)
        if record.rules_version != system.version:
            raise InputError.at(
                f"match {record.id}: rules version", record.rules_version, system.version
            )
        scenario = system.load(record.scenario, None, f"match {record.id}: scenario")
        rules = system.rules(scenario)
        journal = Journal(
            system.name,
            system.version,
            scenario.document,
            record.seat_names,
            commitment(record.secret),
            steps=list(record.steps),
            digests=list(record.digests),
        )
        self.match = Match.resume(system, rules, journal, record.secret)
        self._agents: dict[int, Agent] = {
            seat.side: make_agent(
                system, seat.agent, rules, seat.side, self._agent_dice(record.secret, seat.side)
            )
            for seat in record.seats
            if seat.kind == "machine"
        }
        self._machine_orders = 0
        self._settle()

    @staticmethod
    def _agent_dice(secret: bytes, side: int) -> Dice:
        # Dice of the agent's own: the match's would tell it what chance will answer.
        return dice_from_secret(hashlib.sha256(b"hexfront:agent" + secret).digest(), side)

    def _settle(self) -> None:
        before = len(self.match.journal.steps)
        self.match.settle()
        self._commit(before)

    def _commit(self, before: int, request: tuple[int, str, int] | None = None) -> None:
        journal = self.match.journal
        if len(journal.steps) == before and request is None:
            return
        self._store.append(
            self.record.id,
            before,
            journal.steps[before:],
            journal.digests[before:],
            request=request,
            over=self.match.result is not None,
        )

    def give(self, side: int, orders: Sequence[int], key: str) -> Outcome:
        """Carry a person's orders out one after another, up to the first that is refused.

        Those before it stand, as a march that was stopped. A key that is known
        changes nothing. Errors: `NotSaved`, and then this object is ahead of
        the disk and must be thrown away.
        """
        known = self._store.accepted(self.record.id, side, key)
        if known is not None:
            return Outcome(known)
        before = len(self.match.journal.steps)
        accepted, refusal = 0, None
        for order in orders:
            refusal = self._try(side, order)
            if refusal is not None:
                break
            accepted += 1
        if accepted:
            self._machine_orders = 0
            self._commit(before, (side, key, accepted))
        return Outcome(accepted, refusal)

    def _try(self, side: int, order: int) -> Refusal | None:
        if not 0 <= order < self.match.rules.actions:
            expected = f"0 to {self.match.rules.actions - 1}"
            return Refusal("", "There is no such order.", str(order)[:20], expected)
        try:
            self.match.order(side, order)
        except Refused as refused:
            return refused.refusal
        return None

    def machine_to_move(self) -> int | None:
        """The machine that must act now; None while a person must, so that it cannot be seen
        whether a machine has made its mind up.
        """
        decision = self.match.decision
        if decision.kind != Kind.ORDERS or not all(s in self._agents for s in decision.sides):
            return None
        return decision.sides[0]

    def move_machine(self, side: int) -> None:
        """Let a machine give one order. Errors: `MachineFailed`, `NotSaved`."""
        self._machine_orders += 1
        name = next(seat.agent for seat in self.record.seats if seat.side == side)
        if self._machine_orders > MAX_MACHINE_ORDERS:
            raise MachineFailed(f"opponent {name}: gave {MAX_MACHINE_ORDERS} orders and no end")
        before = len(self.match.journal.steps)
        try:
            self.match.ask(self._agents[side], side)
        except Refused as refused:
            raise MachineFailed(f"opponent {name}: an order was refused ({refused})") from None
        except Exception as error:
            raise MachineFailed(f"opponent {name} failed: {type(error).__name__}") from error
        self._commit(before)

    def picture(self, viewer: int) -> Picture:
        """What a viewer is shown now."""
        match = self.match
        view = match.view(viewer)
        result = match.result
        offers = match.rules.offers(view) if viewer >= 0 and result is None else ()
        body = {"view": plain_view(view), "offers": plain(offers), "result": plain(result)}
        return Picture(body, len(match.tellings[viewer]))

    def tellings(self, viewer: int, first: int) -> list[Json]:
        """What a viewer was told from number `first` on."""
        told = self.match.tellings[viewer][first:]
        return [{"number": first + i, **plain(telling)} for i, telling in enumerate(told)]

    def waiting(self, sides: Sequence[int]) -> list[int]:
        """Those of some sides that must act, by their own views."""
        return [side for side in sides if self.match.view(side).must_act]

    def may_see(self, viewer: int, seats: Sequence[int]) -> bool:
        """Whether a holder of some seats may look from here: after the end, as the umpire too."""
        return viewer in seats or (viewer == UMPIRE and self.match.result is not None)

    def board(self) -> dict[str, Json]:
        """What all may know and never changes."""
        match = self.match
        document = match.rules.scenario.document
        description = document.get("description", "") if isinstance(document, dict) else ""
        book = load_rulebook(match.system.folder)
        return {
            "type": "board",
            "match": self.record.id,
            "system": {"name": match.system.name, "title": match.system.title},
            "title": match.rules.scenario.title,
            "description": description if isinstance(description, str) else "",
            "sides": [
                {"name": name, "kind": seat.kind, "agent": seat.agent}
                for name, seat in zip(match.rules.sides, self._side_seats(), strict=True)
            ],
            "commitment": match.journal.commitment,
            "board": plain(match.rules.board()),
            "rulebook": {"title": book.title, "clauses": plain(book.clauses)},
        }

    def _side_seats(self) -> list[SeatRecord]:
        return [seat for seat in self.record.seats if seat.side != SPECTATOR]

    def journal_file(self) -> str:
        """The journal with the secret of the dice. Errors: `InputError` before the end."""
        if self.match.result is None:
            raise InputError.at("journal", "<a match in progress>", "a match that is over")
        return "".join(line + "\n" for line in self.match.journal.lines(self.match.rules))
