"""A stored match in memory: orders are committed before anybody is shown what they did.

Everything here blocks and is not safe for two threads at once.  Machines think
elsewhere: the caller asks whose turn it is and brings the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any
from weakref import proxy

from hexfront.core.contract import (
    SPECTATOR,
    UMPIRE,
    Kind,
    Offer,
    Refusal,
    Rules,
    View,
)
from hexfront.core.dice import dice_of_match
from hexfront.core.dice import share_hash as hash_of_share
from hexfront.core.errors import Forbidden, InputError
from hexfront.core.journal import Journal, common_steps
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.play import endings, outcomes
from hexfront.play.endings import Agreements, EndingWay, Loss
from hexfront.play.history import History
from hexfront.play.language import MatchLanguage
from hexfront.play.match import ENDED, Match, Refused
from hexfront.play.outcomes import Asked, InTransaction, Outcome, Undone, nothing
from hexfront.play.prepared import PreparedOrders
from hexfront.play.shared import shared_scenario
from hexfront.play.storage.families import awaited, is_left
from hexfront.play.storage.records import MatchRecord
from hexfront.play.storage.store import REFUSED, Store
from hexfront.play.time_series import TimeSeries
from hexfront.play.timing import Timing, Turns
from hexfront.play.told import lines_of, told_of


class LiveMatch:
    """One match, never ahead of what is on disk.

    A request with a key that is known changes nothing. Where a method raises
    `NotSaved`, this object is ahead of the disk and must be thrown away.
    """

    def __init__(self, store: Store, record: MatchRecord, timing: Timing | None = None) -> None:
        """Resume a stored match by replay; `timing`: its clocks.

        Errors: `InputError`, `NotSaved`.
        """
        self._store = store
        self.timing = timing
        self._joined = False
        system = find_system(record.system)
        self.shared = shared_scenario(system, record.scenario, f"match {record.id}: scenario")
        self.record = record = replace(record, scenario=self.shared.document)
        rules = system.rules(self.shared.scenario)
        journal = record.journal()
        self.agreements = endings.read_agreements(store, record.id)
        """What persons have said about the end of the match."""
        journal.ending, journal.withdrawn = self.agreements.ending, self.agreements.withdrawn
        self.agreed: Callable[[LiveMatch, Any, Agreements], None] = lambda *_: None
        """Is told, in its transaction, of a change of them, with what they were before, and of the
        end by the rules."""
        self._is_over = record.over
        self.locked: Refusal | None = None
        """Why it can only be read: the rules have changed since, and give another match."""
        try:
            self.match = Match.resume(
                system,
                rules,
                journal,
                record.secret,
                record.bundles,
                awaited=bool(self.record.awaited),
            )
        except InputError:
            if record.rules_version == system.version:
                raise
            self._open_locked(system, rules, journal)
            return
        before = self.end
        if timing is not None:
            timing.begin(self.match.decision.time)
        self.match.settle()
        if not self._store.knows_log(record.id):
            self._store.append(
                record.id,
                before[0],
                [],
                [],
                [],
                last=before[1],
                log=told_of(self.match.logs, 0, before[0]),
            )
        self._commit(before)

    def _open_locked(self, system: System, rules: Rules[Any], journal: Journal) -> None:
        """Show the match as far as the rules of today give it, and tell all that was told."""
        record = self.record
        self.locked = Refusal(
            "",
            f"The rules have changed since this match was played (version {record.rules_version},"
            f" now {system.version}). It can be read to its end, and begun anew from where both"
            " agree last.",
        )
        dice = None if self.record.awaited else dice_of_match(record.secret, journal.shares)
        common = common_steps(journal, rules, dice)
        journal = replace(journal, steps=journal.steps[:common], digests=journal.digests[:common])
        self.match = Match.resume(
            system, rules, journal, record.secret, record.bundles[:common], awaited=True
        )
        for log in self.match.logs.values():
            log.clear()
        for told in self._store.log(record.id):
            for viewer in told.viewers:
                self.match.logs[viewer] += lines_of(told)

    @property
    def closed(self) -> Refusal | None:
        """Why nobody may act here now, machine or not; None where the match goes on."""
        if self.locked is not None:
            return self.locked
        if self.match.ending is not None:
            return ENDED
        if self.match.waits_for_dice:
            return outcomes.WAITS_FOR_DICE
        if awaited(self._store, self.record.id):
            return outcomes.NOT_FOLLOWED
        return outcomes.LEFT if is_left(self._store, self.record.id) else None

    def promise_share(self, side: int, share_hash: str) -> None:
        """Note the hash of what the screen of a side will add to the dice."""
        self._store.promise_share(self.record.id, side, share_hash)
        self._reseat()
        if self.match.waits_for_dice:
            self._commit(self.end, always=True)  # It waits for others now.

    def add_share(self, side: int, share: str) -> None:
        """Take what the screen of a side adds to the dice; the last one lets chance begin.

        A share with a promise waits until all have promised, and must keep it; one
        without counts as its own.  Errors: `InputError`, `NotSaved`.
        """
        seat = self.record.side_seats[side]
        if seat.share is not None:
            return
        if seat.share_hash and seat.share_hash != hash_of_share(share):
            raise InputError.at("share", share, f"that of the hash {seat.share_hash}")
        if seat.share_hash and any(
            not s.share_hash for s in self.record.side_seats if s.share is None
        ):
            raise InputError.at("share", "<too early>", "first the hashes of all shares")
        self._store.add_share(self.record.id, side, share)
        self._reseat()
        before = self.end
        if not self.record.awaited:
            self.match.add_shares([seat.share or "" for seat in self.record.side_seats])
        self._commit(before, always=True)

    def _reseat(self) -> None:
        seats = tuple(self._store.seats(self.record.id))
        self.record = replace(self.record, seats=seats)

    @property
    def end(self) -> tuple[int, str]:
        """Number and digest of the last step: as they were only where the match is as it was."""
        journal = self.match.journal
        return len(journal.steps), journal.digests[-1] if journal.digests else ""

    @property
    def has_umpire(self) -> bool:
        """Whether somebody may see everything before the end; all are told so."""
        return any(seat.side == UMPIRE for seat in self.record.seats)

    @cached_property
    def prepared(self) -> PreparedOrders:
        """Orders that sides have prepared for their next turn."""
        return PreparedOrders(self._store, self.record.id)

    @cached_property
    def history(self) -> History:
        """The match as it was."""
        return History(self.match)

    @cached_property
    def time_series(self) -> TimeSeries:
        """What there was to follow over time."""
        return TimeSeries(self.match)

    @cached_property
    def language(self) -> MatchLanguage:
        """What can be typed here, and what it means."""
        me = proxy(self)  # not a circle: a match that is let go of is out of memory at once
        return MatchLanguage(self.match, lambda view: me.offers(view))  # noqa: PLW0108  (as said)

    def offers(self, view: View) -> Sequence[Offer]:
        """The orders open to the viewer of a view; none after the end."""
        if view.viewer < 0 or view.kind == Kind.OVER or view.viewer in self.agreements.machines:
            return ()
        return self.match.rules.offers(view)

    def may_order(self, side: int) -> Refusal | None:
        """Why the person on a side cannot give orders now, whoever must act; None where he can."""
        return self.closed or self._out_of_time(side)

    def give(
        self, side: int, orders: Sequence[int], key: str, also: InTransaction = nothing
    ) -> Outcome:
        """Carry a person's orders out one after another, up to the first that is refused.

        Those before it stand, as a march that was stopped. `also` is done in their transaction.
        """
        known = self.known(side, key)
        return known or self._judged(side, key, self._give(side, orders, key, also))

    def known(self, side: int, key: str) -> Outcome | None:
        """What became of a request that has come before; None of a new one."""
        accepted = self._store.accepted(self.record.id, side, key)
        if accepted == REFUSED:
            return Outcome(0, outcomes.REFUSED_BEFORE)
        return None if accepted is None else Outcome(accepted)

    def _judged(self, side: int, key: str, outcome: Outcome) -> Outcome:
        """An outcome, remembered where nothing was carried out: a late copy must not be either."""
        if outcome.refusal is not None and not outcome.accepted:
            self._store.refuse(self.record.id, side, key)
        return outcome

    def _give(self, side: int, orders: Sequence[int], key: str, also: InTransaction) -> Outcome:
        if (refusal := self.may_order(side)) is not None:
            return Outcome(0, refusal, len(orders))
        before = self.end
        accepted = 0
        for order in orders:
            refusal = self._try(side, order, before[0] + 1)
            if refusal is not None:
                break
            accepted += 1
        if accepted:
            self._commit(before, (side, key, accepted), also=also)
        return Outcome(accepted, refusal, len(orders))

    def typed(self, side: int, text: str, key: str) -> Outcome:
        """Carry out an order in words. Errors: also `InputError` for words without a meaning."""
        if (known := self.known(side, key)) is not None:
            return known
        try:
            offer = self.language.read(self.match.view(side), text)
        except Forbidden as forbidden:
            refusal = Refusal(forbidden.clause, forbidden.reason)
            return self._judged(side, key, Outcome(0, refusal))
        except InputError:
            # Tomorrow the same words may mean an order.
            self._store.refuse(self.record.id, side, key)
            raise
        return self.give(side, offer.orders, key)

    def _try(self, side: int, order: int, bundle: int | None) -> Refusal | None:
        if not 0 <= order < self.match.rules.actions:
            expected = f"0 to {self.match.rules.actions - 1}"
            return Refusal("", "There is no such order.", str(order)[:20], expected)
        try:
            self.match.order(side, order, bundle)
        except Refused as refused:
            return refused.refusal
        return None

    def undo(self, side: int, key: str) -> Undone:
        """Take back the last request of a side; of the ones before only what it may."""
        if (known := self.known(side, key)) is not None:
            return Undone(refusal=known.refusal)
        length, last = self.end
        refusal = self.may_order(side)
        if refusal is None:
            try:
                taken = self.match.undo(side)
            except Refused as refused:
                refusal = refused.refusal
        if refusal is not None:
            self._store.refuse(self.record.id, side, key)
            return Undone(refusal=refusal)
        journal, keep = self.match.journal, taken.first - 1
        self._store.rewrite(
            self.record.id,
            keep,
            journal.steps[keep:],
            journal.digests[keep:],
            self.match.bundles[keep:],
            length=length,
            last=last,
            request=(side, key, len(taken.orders)),
            must_act=self.waiting,
            log=told_of(self.match.logs, keep),
            also=self._kept_time(side, undone=True),
        )
        return Undone(taken.orders)

    @property
    def _machines(self) -> frozenset[int]:
        """The sides that machines play, also for who has resigned."""
        own = (seat.side for seat in self.record.side_seats if seat.kind == "machine")
        return frozenset((*own, *self.agreements.machines))

    @property
    def persons(self) -> list[int]:
        """The sides that persons still play."""
        return sorted(set(self.record.persons) - set(self.agreements.machines))

    @property
    def waiting(self) -> tuple[int, ...]:
        """The sides that must act, but for those whose persons have resigned."""
        machines = self.agreements.machines
        return tuple(side for side in self.match.decision.sides if side not in machines)

    def agent_of(self, side: int) -> str:
        """The machine that plays a side."""
        return self.agreements.machines.get(side) or self.record.side_seats[side].agent

    def machine_to_move(self) -> int | None:
        """The machine that must act now; None while a person must, so that it cannot be seen
        whether a machine has made its mind up.
        """
        decision = self.match.decision
        if decision.kind != Kind.ORDERS or not self._machines.issuperset(decision.sides):
            return None
        if self.closed is not None:
            return None
        return decision.sides[0]

    def move_machine(self, side: int, orders: Sequence[int]) -> int:
        """Carry a machine's order out, and those that it has queued after it.

        These up to the first that is not legal, or until it is not for the machine to act alone.
        Returns how many were carried out. Errors: `Refused` of the first, `NotSaved`.
        """
        before = self.end
        machines = self._machines
        self.match.order(side, orders[0])
        count = 1
        for order in orders[1:]:
            waiting = self.match.decision.sides
            if side not in waiting or not machines.issuperset(waiting):
                break
            if self._try(side, order, None) is not None:
                break
            count += 1
        self._commit(before)
        return count

    def give_standing(self, side: int, order: int) -> Refusal | None:
        """Carry out an order that a person lets stand; why not, where it is not accepted."""
        before = self.end
        refusal = self.may_order(side) or self._try(side, order, before[0] + 1)
        self._commit(before)
        return refusal

    @contextmanager
    def together(self) -> Iterator[None]:
        """Commit at once, at the end, what is done meanwhile without a key. Errors: `NotSaved`."""
        before, self._joined = self.end, True
        try:
            yield
        finally:
            self._joined = False
        self._commit(before)

    def end_for(self, side: int, way: EndingWay, substitute: str, key: str = "") -> Refusal | None:
        """Resign a side, or have its person agree to an end; why not, where that cannot be.

        `substitute`: the machine that plays on for who resigns while others play. `key`: that of
        his request. Errors: `NotSaved`.
        """
        if side not in self.persons:
            return self._over or endings.RESIGNED
        return self._agree(
            lambda now: endings.agree(now, self.match, self.persons, side, way, substitute),
            (side, key, 0) if key else None,
        )

    def lose(
        self, sides: Sequence[int], way: Loss, substitute: str, request: Asked = None
    ) -> Refusal | None:
        """Take sides out of the match that have lost on time, or stayed away, the first first.

        `substitute` as in `end_for`; `request`: what has asked for it. Errors: `NotSaved`.
        """

        def out(now: Agreements) -> None:
            for side in sides:
                persons = set(self.record.persons) - set(now.machines)
                if side in persons and now.ending is None:
                    endings.lose(now, self.match, persons, side, way, substitute)

        return self._agree(out, request)

    def call_off(self, side: int, request: Asked = None) -> Refusal | None:
        """End the match without a result since a side has stayed away. Errors: `NotSaved`."""
        return self._agree(lambda now: endings.call_off(now, self.match, side), request)

    @property
    def _over(self) -> Refusal | None:
        """Why persons cannot end the match any more."""
        closed = None if self.match.waits_for_dice else self.closed
        return closed or (None if self.match.result is None else ENDED)

    def _agree(
        self, change: Callable[[Agreements], Refusal | None], request: Asked = None
    ) -> Refusal | None:
        """Change what has been said about the end, and keep it; why not, where that cannot be."""
        if (over := self._over) is not None:
            return over
        now = replace(self.agreements, draw=set(self.agreements.draw))
        now.abandon, now.withdrawn = set(now.abandon), list(now.withdrawn)
        refusal = change(now)
        if refusal is not None:
            return refusal
        before, earlier, self.agreements = self.end, self.agreements, now
        self.match.journal.withdrawn = now.withdrawn
        if now.ending is not None:
            self.match.end(now.ending)
        self._commit(before, request, always=True, earlier=earlier)
        return None

    def keep_time(self, side: int, key: str) -> None:
        """Keep what a request of a side has done with the clocks. Errors: `NotSaved`."""
        self._commit(self.end, (side, key, 0), always=True)

    def _out_of_time(self, side: int) -> Refusal | None:
        """Why the person on a side gives no orders now, in a match that goes on."""
        if side in self.agreements.machines:
            return endings.RESIGNED
        return None if self.timing is None else self.timing.refusal(side)

    def _kept_time(self, side: int = -1, *, undone: bool = False) -> InTransaction:
        """Let the clocks follow; what keeps that in the transaction of what has happened."""
        if self.timing is None:
            return nothing
        # Before the dice, whose page has still to come.
        waiting = self.record.awaited if self.match.waits_for_dice else self.waiting
        return self.timing.follow(Turns(waiting, self.match.decision.time, side, undone))

    def note_hint(self, side: int) -> None:
        """Note that the person on a side has asked what a machine would do. Errors: `NotSaved`."""
        self._store.note_hint(self.record.id, side)
        self._reseat()

    def may_see(self, viewer: int, seats: Sequence[int]) -> bool:
        """Whether a holder of some seats may look from here: after the end, from everywhere."""
        sides = range(len(self.match.rules.sides))
        if self.match.result is not None and (viewer in sides or viewer in (UMPIRE, SPECTATOR)):
            return True
        return viewer in seats

    def _commit(
        self,
        before: tuple[int, str],
        request: Asked = None,
        *,
        always: bool = False,
        earlier: Agreements | None = None,
        also: InTransaction = nothing,
    ) -> None:
        """Store what follows an earlier end, and whose turn it is; nothing within `together`.

        `earlier`: what persons had agreed to before, where they have changed that. `also` is done
        in the same transaction.
        """
        if self._joined:
            return
        if self.end == before and request is None and self.record.turns_known and not always:
            return
        journal, (length, last) = self.match.journal, before
        result = self.match.result
        waiting = self.record.awaited if self.match.waits_for_dice else self.match.decision.sides
        # Who has said something about the end has not ended a turn.
        keep_time = self._kept_time(request[0] if request and earlier is None else -1)
        ends = result is not None and not self._is_over

        def besides(db: Any) -> None:
            also(db)
            keep_time(db)
            if earlier is not None:
                endings.write_agreements(db, self.record.id, self.agreements)
            if earlier is not None or ends:
                self.agreed(self, db, earlier or self.agreements)

        self._store.append(
            self.record.id,
            length,
            journal.steps[length:],
            journal.digests[length:],
            self.match.bundles[length:],
            last=last,
            request=request,
            must_act=[side for side in waiting if side not in self.agreements.machines],
            result=None if result is None else asdict(result),
            log=told_of(self.match.logs, length),
            also=besides,
        )
        self._is_over = result is not None
