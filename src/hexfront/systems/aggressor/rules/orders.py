"""Orders as integers, and as JSON that a person can read.

Four orders concern no unit; then come six types by n hexes to deploy, n hexes
to clear again, and 8 + 2n codes for each of the side's own units: six
directions, partisan contact, replacement, a special function at each hex, and
a strike at each hex.  Both sides use the same codes.  The codes name own units
and hexes, never an enemy.
"""

from __future__ import annotations

from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.order_words import GivenOrder
from hexfront.hex.coordinates import FLAT_TOP_NAMES
from hexfront.jit import inline_kernel, small_kernel
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import TYPES, Setting

DONE: Final = 0
"""End the turn; ready; no partisans; do not press."""
RISE: Final = 1
"""Spend a partisan group (AGR-40)."""
PRESS_ON: Final = 2
"""Force the defender back and follow (AGR-27)."""
RECALL: Final = 3
"""Not ready after all (AGR-52)."""
FIRST_DEPLOY: Final = 8

# Actions of a unit
SEEK_PARTISANS: Final = 6
REPLACE: Final = 7
FIRST_TARGET: Final = 8


@inline_kernel
def first_removal(hexes: int) -> int:
    """The code that clears the first hex."""
    return FIRST_DEPLOY + TYPES * hexes


@inline_kernel
def first_unit_code(hexes: int) -> int:
    """The first code of the first unit."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes


@inline_kernel
def unit_codes(hexes: int) -> int:
    """How many codes a unit has."""
    return FIRST_TARGET + 2 * hexes


@small_kernel
def unit_code(hexes: int, unit: int, action: int) -> int:
    """The order code of an action of the side's own unit 0 … m−1."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes + unit * (FIRST_TARGET + 2 * hexes) + action


def count_actions(hexes: int, army: int) -> int:
    """How many order codes a game has."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes + army * (FIRST_TARGET + 2 * hexes)


_PLAIN: Final = {"done": DONE, "partisans": RISE, "press": PRESS_ON, "recall": RECALL}
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(_PLAIN, ()),
    "deploy": ("type", "hex"),
    "remove": ("hex",),
    "step": ("unit", "to"),
    "contact": ("unit",),
    "replace": ("unit",),
    "function": ("unit", "hex"),
    "strike": ("unit", "hex"),
}


class OrderBook:
    """Writes and reads the orders of one scenario."""

    def __init__(self, setting: Setting, army: int) -> None:
        self._labels = setting.labels
        self._index = setting.index_of
        self._army = army
        self.hexes = len(setting.labels)

    def write(self, order: int) -> Json:
        """An order code as JSON."""
        hexes = self.hexes
        for verb, code in _PLAIN.items():
            if order == code:
                return {"do": verb}
        number = order - FIRST_DEPLOY
        if number < 0:
            return {"do": "nothing"}
        if number < TYPES * hexes:
            kind, place = divmod(number, hexes)
            return {"do": "deploy", "type": TYPE_NAMES[kind], "hex": self._labels[place]}
        number -= TYPES * hexes
        if number < hexes:
            return {"do": "remove", "hex": self._labels[number]}
        unit, action = divmod(number - hexes, FIRST_TARGET + 2 * hexes)
        document: dict[str, Json] = {"unit": unit + 1}
        if action < SEEK_PARTISANS:
            return document | {"do": "step", "to": FLAT_TOP_NAMES[action]}
        if action < FIRST_TARGET:
            return document | {"do": "contact" if action == SEEK_PARTISANS else "replace"}
        strike, place = divmod(action - FIRST_TARGET, hexes)
        return document | {"do": "strike" if strike else "function", "hex": self._labels[place]}

    def read(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError` naming the key."""
        order = GivenOrder(document, _KEYS)
        if order.verb in _PLAIN:
            return _PLAIN[order.verb]
        if order.verb == "deploy":
            kind = order.index("type", TYPE_NAMES)
            return FIRST_DEPLOY + kind * self.hexes + self._place(order)
        if order.verb == "remove":
            return FIRST_DEPLOY + TYPES * self.hexes + self._place(order)
        unit = order.whole("unit", 1, self._army) - 1
        return int(unit_code(self.hexes, unit, self._action(order)))

    def _action(self, order: GivenOrder) -> int:
        if order.verb == "step":
            return order.index("to", FLAT_TOP_NAMES)
        if order.verb == "contact":
            return SEEK_PARTISANS
        if order.verb == "replace":
            return REPLACE
        return FIRST_TARGET + self.hexes * (order.verb == "strike") + self._place(order)

    def _place(self, order: GivenOrder) -> int:
        expected = f"a hex of the map, {self._labels[0]} to {self._labels[-1]} (AGR-1)"
        return order.index("hex", self._index, expected)
