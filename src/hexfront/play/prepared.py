"""Orders that a side has prepared: they are given when its turn comes, all of them or none.

Each is a line as one would type it. All are tried on a copy before the first is given; where one is
not possible then, or chance would have to answer before the last, none is. Only the side knows.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from hexfront.core.contract import Kind, Refusal, Step
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.play.language import MatchLanguage
from hexfront.play.match import Match
from hexfront.play.storage.store import Store

GIVEN: Final = "The orders that you had prepared have been given."
REFUSED: Final = "None of the orders that you had prepared was given"


class _Outcome(Protocol):
    @property
    def refusal(self) -> Refusal | None:
        """Why orders were not given."""


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

    def give(self, side: int, orders: Sequence[int], key: str) -> _Outcome:
        """Carry orders out."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a side has prepared, and what became of it."""

    lines: tuple[str, ...]
    """Empty: nothing."""
    key: str
    """With which they are given, so that they are given once."""
    said: str = ""


class PreparedOrders:
    """Those of one match."""

    def __init__(self, store: Store, match_id: str) -> None:
        """Read what is kept. Errors: `NotSaved`."""
        self._store, self._match = store, match_id
        query = "SELECT side, lines, request_key, said FROM prepared_orders WHERE match_id = ?"
        self.of = {
            side: Prepared(tuple(parse_json(lines, "prepared orders")), key, said)
            for side, lines, key, said in store.read(query, (match_id,))
        }
        """By side."""

    def keep(self, side: int, lines: Sequence[str]) -> None:
        """Keep other orders for a side; none to forget them. Errors: `NotSaved`."""
        self._keep(side, Prepared(tuple(lines), secrets.token_urlsafe(12)))

    def _keep(self, side: int, now: Prepared) -> None:
        with self._store.fenced(self._match) as db:
            db.execute(
                "INSERT INTO prepared_orders VALUES (?, ?, ?, ?, ?) ON CONFLICT (match_id, side)"
                " DO UPDATE SET lines = excluded.lines, request_key = excluded.request_key,"
                " said = excluded.said",
                (self._match, side, write_json(list(now.lines)), now.key, now.said),
            )
        self.of[side] = now

    def due(self, live: _Live) -> int | None:
        """A side whose turn it is and that has prepared orders for it."""
        for side in live.waiting:
            found = self.of.get(side)
            if found is not None and found.lines and live.may_order(side) is None:
                return side
        return None

    def give(self, live: _Live, side: int) -> None:
        """Give what a side has prepared, whose turn it is. Errors: `NotSaved`."""
        now = self.of[side]
        try:
            # Where a kill has left them given and still kept, they are known.
            outcome = live.give(side, _orders_of(live, side, now.lines), now.key)
            said = GIVEN if outcome.refusal is None else f"{REFUSED}: {outcome.refusal.reason}"
        except InputError as error:
            said = f"{REFUSED}. {error}"
        self._keep(side, replace(now, lines=(), said=said))


def _orders_of(live: _Live, side: int, lines: Sequence[str]) -> list[int]:
    """The orders that all the lines mean, one after another. Errors: `InputError`."""
    rules, state, log = live.match.rules, live.match.state.copy(), EventLog()
    orders: list[int] = []
    for number, line in enumerate(lines, 1):
        place = f"line {number}"
        decision = rules.decision(state)
        if decision.kind != Kind.ORDERS or side not in decision.sides:
            raise InputError.at(place, line, "nothing: the turn is over, or chance comes before")
        for order in live.language.read(rules.view(state, side), line).orders:
            refusal = rules.refuse(state, side, order)
            if refusal is not None:
                raise InputError.at(place, line, f"another order: {refusal.reason}")
            log.clear()
            rules.apply(state, Step(side, order), log)
            orders.append(order)
    return orders
