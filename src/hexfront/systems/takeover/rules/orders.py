"""Orders as integers, and as JSON that a person can read.

Done and buy come first; then for each of the goods and each territory a purchase; then the
attacks: without a card, or with each kind of card, from each territory against each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.order_words import GivenOrder
from hexfront.jit import inline_kernel
from hexfront.systems.takeover.scenario.state import GOODS, NOBODY, TakeoverRing

DONE: Final = 0
BUY: Final = 1
FIRST_PURCHASE: Final = 2

GOODS_WORDS: Final = ("r-unit", "ns-unit", "level", "agent")


class Attack(NamedTuple):
    """The parts of an attack."""

    origin: int
    target: int
    card: int
    """A kind of card, or NOBODY."""


@inline_kernel
def purchase_order(ring: TakeoverRing, good: int, territory: int) -> int:
    """The order that buys something for a territory (TKO-16)."""
    return FIRST_PURCHASE + good * ring.rules.territories + territory


@inline_kernel
def first_attack(ring: TakeoverRing) -> int:
    """The first order that declares an attack."""
    return FIRST_PURCHASE + GOODS * ring.rules.territories


@inline_kernel
def attack_order(ring: TakeoverRing, origin: int, target: int, card: int) -> int:
    """The order that declares an attack, with a card or without (TKO-2)."""
    count = ring.rules.territories
    return first_attack(ring) + ((card + 1) * count + origin) * count + target


@inline_kernel
def purchase_parts(ring: TakeoverRing, order: int) -> tuple[int, int]:
    """Good and territory of an order that buys something (TKO-16)."""
    count, number = ring.rules.territories, order - FIRST_PURCHASE
    return number // count, number % count


@inline_kernel
def attack_parts(ring: TakeoverRing, order: int) -> tuple[int, int, int]:
    """From where an order attacks, which territory, and with which card or NOBODY (TKO-2)."""
    count, number = ring.rules.territories, order - first_attack(ring)
    return number // count % count, number % count, number // count // count - 1


def count_actions(ring: TakeoverRing) -> int:
    """How many order codes a game has."""
    count, cards = ring.rules.territories, ring.rules.cards
    return FIRST_PURCHASE + GOODS * count + (cards + 1) * count * count


_KEYS: Final = {
    "done": (),
    "buy": (),
    "add": ("what", "to"),
    "attack": ("territory", "from", "card?"),
}


class OrderWords:
    """Writes and reads the orders of one scenario."""

    cards: Sequence[str]
    """The names of the kinds of cards."""

    def __init__(self, territories: Sequence[str], cards: Sequence[str]) -> None:
        self._territories, self.cards = territories, cards
        self._count = len(territories)
        self._first_attack = FIRST_PURCHASE + GOODS * self._count

    def attack(self, order: int) -> Attack | None:
        """The parts of an order that declares an attack; None for another order."""
        if order < self._first_attack:
            return None
        rest, target = divmod(order - self._first_attack, self._count)
        card, origin = divmod(rest, self._count)
        return Attack(origin, target, card - 1)

    def purchase(self, order: int) -> tuple[int, int]:
        """Good and territory of an order that buys something for a territory."""
        return divmod(order - FIRST_PURCHASE, self._count)

    def write(self, order: int) -> Json:
        """An order code as JSON."""
        if order < FIRST_PURCHASE:
            return {"do": "buy" if order == BUY else "done"}
        attack = self.attack(order)
        if attack is None:
            good, territory = self.purchase(order)
            return {"do": "add", "what": GOODS_WORDS[good], "to": self._territories[territory]}
        document: dict[str, Json] = {
            "do": "attack",
            "territory": self._territories[attack.target],
            "from": self._territories[attack.origin],
        }
        return document if attack.card == NOBODY else {**document, "card": self.cards[attack.card]}

    def read(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError` naming the key."""
        order = GivenOrder(document, _KEYS)
        if order.verb in ("done", "buy"):
            return BUY if order.verb == "buy" else DONE
        if order.verb == "add":
            good, territory = order.index("what", GOODS_WORDS), order.index("to", self._territories)
            return FIRST_PURCHASE + good * self._count + territory
        card = order.index("card", self.cards) if "card" in order else NOBODY
        origin = order.index("from", self._territories)
        target = order.index("territory", self._territories)
        return self._first_attack + ((card + 1) * self._count + origin) * self._count + target
