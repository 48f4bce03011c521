"""Orders that a side has prepared: they are given when its turn comes.

Each is a line as one would type it. They are tried on a copy first: where one is not possible then,
none is given. What could not be taken back, since dice fall or something hidden is revealed, is
tried no further: what came before is given, and then the rest is tried. So nobody learns more by
trying than by giving an order and taking it back. Cases (`hexfront.play.cases`) are chosen by the
side's own log alone. Only the side knows of all this.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

from hexfront.core.contract import Kind, Refusal, Step, View
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.play.cases import Plan, read_plan
from hexfront.play.language import MatchLanguage
from hexfront.play.match import Match
from hexfront.play.storage.store import Store

GIVEN: Final = "The orders that you had prepared have been given."
NONE_GIVEN: Final = "None of the orders that you had prepared was given"
NOT_ALL_GIVEN: Final = "Not all of the orders that you had prepared were given"
NO_CASE: Final = "None of the cases that you had prepared for holds: nothing was ordered."


class _Outcome(Protocol):
    @property
    def accepted(self) -> int:
        """How many orders were given."""

    @property
    def refusal(self) -> Refusal | None:
        """Why the next was not."""


class _Live(Protocol):
    """What is asked of a live match."""

    match: Match

    @property
    def waiting(self) -> tuple[int, ...]:
        """The sides whose persons must act."""

    def may_order(self, side: int) -> Refusal | None:
        """Why the person on a side cannot give orders now."""

    @property
    def language(self) -> MatchLanguage:
        """What can be typed there."""

    def give(
        self, side: int, orders: Sequence[int], key: str, also: Callable[[Any], None] = ...
    ) -> _Outcome:
        """Carry orders out; `also` is done in their transaction."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a side has prepared, and what became of it."""

    lines: tuple[str, ...]
    """Empty: nothing."""
    said: str = ""


class PreparedOrders:
    """Those of one match."""

    def __init__(self, store: Store, match_id: str) -> None:
        """Read what is kept. Errors: `NotSaved`."""
        self._store, self._match = store, match_id
        query = "SELECT side, lines, said FROM prepared_orders WHERE match_id = ?"
        self.of = {
            side: Prepared(tuple(parse_json(lines, "prepared orders")), said)
            for side, lines, said in store.read(query, (match_id,))
        }
        """By side."""

    def keep(self, side: int, lines: Sequence[str]) -> tuple[str, ...]:
        """Keep other orders for a side; none to forget them. What is kept.

        Errors: `InputError`, `NotSaved`.
        """
        kept = tuple(line.rstrip() for line in lines if line.strip())
        read_plan(kept)
        self._keep(side, Prepared(kept))
        return kept

    def _keep(self, side: int, now: Prepared) -> None:
        with self._store.fenced(self._match) as db:
            self._write(db, side, now)
        self.of[side] = now

    def _write(self, db: Any, side: int, now: Prepared) -> None:
        db.execute(
            "INSERT INTO prepared_orders (match_id, side, lines, said) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (match_id, side) DO UPDATE SET lines = excluded.lines,"
            " said = excluded.said",
            (self._match, side, write_json(list(now.lines)), now.said),
        )

    def due(self, live: _Live) -> int | None:
        """A side whose turn it is and that has prepared something for it.

        Cases wait until the side has been told something since its last order.
        """
        for side in live.waiting:
            found = self.of.get(side)
            if found is None or not found.lines or live.may_order(side) is not None:
                continue
            if read_plan(found.lines).orders or _told(live.match, side):
                return side
        return None

    def give(self, live: _Live, side: int) -> None:
        """Give what a side has prepared, whose turn it is. Errors: `NotSaved`."""
        plan, about = read_plan(self.of[side].lines), ""
        if not plan.orders:
            case = plan.fitting(_told(live.match, side))
            if case is None:
                self._keep(side, Prepared((), NO_CASE))
                return
            plan, about = case.plan, f"The case “{case.line}” holds. "
        given, before = 0, len(live.match.journal.steps)
        try:
            while given < len(plan.orders):
                given += self._give(live, side, plan, given, about)
        except InputError as error:
            refused = NONE_GIVEN if len(live.match.journal.steps) == before else NOT_ALL_GIVEN
            self._keep(side, Prepared((), f"{about}{refused}. {error}"))

    def _give(self, live: _Live, side: int, plan: Plan, first: int, about: str) -> int:
        """Give lines from one on, as far as they can be judged now; how many.

        Errors: `InputError` where none can be given, `NotSaved`.
        """
        part = _judged(live, side, plan.orders[first:], first)
        left = plan.orders[first + part.lines :]
        said = "" if left else about + GIVEN
        now = Prepared((*left, *plan.rest), said)
        key = secrets.token_urlsafe(12)
        outcome = live.give(side, part.orders, key, lambda db: self._write(db, side, now))
        if outcome.accepted:
            self.of[side] = now
        if outcome.refusal is not None:
            line = plan.orders[first + part.lines - 1]
            expected = f"another order: {outcome.refusal.reason}"
            raise InputError.at(f"line {first + part.lines}", line, expected)
        return part.lines


def _told(match: Match, side: int) -> list[str]:
    """What a side was told since its last order: texts of log entries."""
    steps = match.journal.steps
    last = max((n for n, step in enumerate(steps, 1) if step.actor == side), default=0)
    return [line.entry.text for line in match.logs[side] if line.step > last]


class _Part(NamedTuple):
    """The orders that some lines mean."""

    orders: list[int]
    lines: int


def _judged(live: _Live, side: int, lines: Sequence[str], first: int) -> _Part:
    """The orders of lines, up to the first after which the side may know more than before.

    `first`: how many lines came before. Errors: `InputError` where one cannot be given.
    """
    rules, state, log = live.match.rules, live.match.state.copy(), EventLog()
    orders: list[int] = []
    for number, line in enumerate(lines, 1):
        place = f"line {first + number}"
        decision = rules.decision(state)
        if decision.kind != Kind.ORDERS or side not in decision.sides:
            raise InputError.at(place, line, "nothing: it is not your turn any more")
        meant = _meant(live, rules.view(state, side), line, place)
        for at, order in enumerate(meant):
            refusal = rules.refuse(state, side, order)
            if refusal is not None:
                raise InputError.at(place, line, f"another order: {refusal.reason}")
            log.clear()
            rules.apply(state, Step(side, order), log)
            orders.append(order)
            told = [rules.redact(event, side) for event in log.events()]
            taught = any(event and rules.irrevocable(event, side) for event in told)
            if taught or rules.decision(state).kind == Kind.CHANCE:
                return _Part([*orders, *meant[at + 1 :]], number)
    return _Part(orders, len(lines))


def _meant(live: _Live, view: View, line: str, place: str) -> list[int]:
    """The orders of one line. Errors: `InputError`, at a place."""
    try:
        return list(live.language.read(view, line).orders)
    except InputError as error:
        found = [replace(problem, place=f"{place}: {problem.place}") for problem in error.problems]
        raise InputError(found) from None
