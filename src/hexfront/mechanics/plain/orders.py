"""The order table: what can be ordered, from which codes, JSON, typed words and offers follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexfront.core.contract import Look, Offer
from hexfront.core.documents.strictjson import Json
from hexfront.core.table.order_words import GivenOrder


class Order(NamedTuple):
    """An order: what is to be done, with which counter, and where."""

    kind: str
    subject: int = 0
    """The number of a counter among those of its kind of order."""
    place: int = 0
    """The number of a place among those of its kind of order."""


@dataclass(frozen=True, slots=True)
class OrderKind:
    """Orders of one kind: one for each subject and place."""

    kind: str
    """The word that one types, and the `kind` of its offers."""
    clause: str
    """That allows it."""
    caption: str
    """What the order does, with `{subject}` and `{place}`."""
    places: Sequence[str] = ("",)
    subjects: Sequence[str] = ("",)
    look: Look = "other"
    sign: str = ""
    """What is drawn at its places (docs: `board`)."""


class OrderTable:
    """All orders of a game, numbered in the order of their kinds, subjects and places.

    >>> table = OrderTable(OrderKind("sail", "ABC-1", "Sail to {place}", ("A", "B")))
    >>> len(table), table.order(1), table.write(1)
    (2, Order(kind='sail', subject=0, place=1), {'do': 'sail', 'place': 'B'})
    """

    def __init__(self, *kinds: OrderKind) -> None:
        self.kinds = {kind.kind: kind for kind in kinds}
        self._orders = [
            Order(kind.kind, subject, place)
            for kind in kinds
            for subject in range(len(kind.subjects))
            for place in range(len(kind.places))
        ]
        self._codes = {order: code for code, order in enumerate(self._orders)}
        if len({self._words(code) for code in self._codes.values()}) < len(self._orders):
            raise ValueError("two orders of the table are the same")

    def __len__(self) -> int:
        return len(self._orders)

    def order(self, code: int) -> Order:
        """The order with a code, 0 … len − 1."""
        return self._orders[code]

    def code(self, order: Order) -> int:
        """The code of an order. Errors: KeyError."""
        return self._codes[order]

    def write(self, code: int) -> Json:
        """An order as JSON: `do`, and `subject` and `place` where orders of its kind have them."""
        kind, subject, place = self._words(code)
        parts = {"do": kind, "subject": subject, "place": place}
        return {name: word for name, word in parts.items() if word}

    def read(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        given = GivenOrder(document, {name: self._keys(kind) for name, kind in self.kinds.items()})
        kind = self.kinds[given.verb]
        subject, place = (
            given.index(key, words) if key in given else 0
            for key, words in (("subject", kind.subjects), ("place", kind.places))
        )
        return self._codes[Order(kind.kind, subject, place)]

    def _words(self, code: int) -> tuple[str, str, str]:
        """The kind, the id of the counter and the label of the place; empty for none."""
        order = self._orders[code]
        kind = self.kinds[order.kind]
        return kind.kind, kind.subjects[order.subject], kind.places[order.place]

    @staticmethod
    def _keys(kind: OrderKind) -> list[str]:
        lists = {"subject": kind.subjects, "place": kind.places}
        return [key for key, words in lists.items() if tuple(words) != ("",)]

    def offer(self, code: int) -> Offer:
        """How the order is offered on the screen."""
        kind, subject, place = self._words(code)
        row = self.kinds[kind]
        caption = row.caption.format(subject=subject, place=place)
        return Offer((code,), kind, caption, row.clause, subject=subject, place=place)
