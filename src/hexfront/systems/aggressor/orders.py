"""Orders as integers, and as JSON that a person can read.

Four orders concern no unit; then come six types by n hexes to deploy, n hexes
to clear again, and 8 + 2n codes for each of the side's own units: six
directions, partisan contact, replacement, a special function at each hex, and
a strike at each hex.  Both sides use the same codes.  The codes name own units
and hexes, never an enemy.
"""

from __future__ import annotations

from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.strictjson import Json
from hexfront.hex.coordinates import FLAT_TOP_NAMES
from hexfront.jit import kernel, kernel_part
from hexfront.systems.aggressor.scenario_model import TYPE_NAMES
from hexfront.systems.aggressor.state import TYPES, Setting

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


@kernel_part
def first_removal(hexes: int) -> int:
    """The code that clears the first hex."""
    return FIRST_DEPLOY + TYPES * hexes


@kernel_part
def first_unit_code(hexes: int) -> int:
    """The first code of the first unit."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes


@kernel_part
def unit_codes(hexes: int) -> int:
    """How many codes a unit has."""
    return FIRST_TARGET + 2 * hexes


@kernel
def unit_code(hexes: int, unit: int, action: int) -> int:
    """The order code of an action of the side's own unit 0 … m−1."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes + unit * (FIRST_TARGET + 2 * hexes) + action


def count_actions(hexes: int, army: int) -> int:
    """How many order codes a game has."""
    return FIRST_DEPLOY + (TYPES + 1) * hexes + army * (FIRST_TARGET + 2 * hexes)


_PLAIN: Final = {"done": DONE, "partisans": RISE, "press": PRESS_ON, "recall": RECALL}
_KEYS: Final = {
    **{verb: set[str]() for verb in _PLAIN},
    "deploy": {"type", "hex"},
    "remove": {"hex"},
    "step": {"unit", "to"},
    "contact": {"unit"},
    "replace": {"unit"},
    "function": {"unit", "hex"},
    "strike": {"unit", "hex"},
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
        if not isinstance(document, dict):
            raise InputError.at("order", document, "an object")
        verb = document.get("do")
        if not isinstance(verb, str) or verb not in _KEYS:
            raise InputError.at("order /do", verb, f"one of: {', '.join(_KEYS)}")
        if set(document) != _KEYS[verb] | {"do"}:
            expected = f"the keys {sorted(_KEYS[verb] | {'do'})}"
            raise InputError.at("order", sorted(map(str, document)), expected)
        if verb in _PLAIN:
            return _PLAIN[verb]
        if verb == "deploy":
            kind = document["type"]
            if kind not in TYPE_NAMES:
                raise InputError.at("order /type", kind, f"one of: {', '.join(TYPE_NAMES)}")
            return FIRST_DEPLOY + TYPE_NAMES.index(kind) * self.hexes + self._place(document)
        if verb == "remove":
            return FIRST_DEPLOY + TYPES * self.hexes + self._place(document)
        return int(unit_code(self.hexes, self._unit(document), self._action(verb, document)))

    def _action(self, verb: str, document: dict[str, Json]) -> int:
        if verb == "step":
            if document["to"] not in FLAT_TOP_NAMES:
                expected = f"one of: {', '.join(FLAT_TOP_NAMES)}"
                raise InputError.at("order /to", document["to"], expected)
            return FLAT_TOP_NAMES.index(document["to"])
        if verb == "contact":
            return SEEK_PARTISANS
        if verb == "replace":
            return REPLACE
        return FIRST_TARGET + self.hexes * (verb == "strike") + self._place(document)

    def _place(self, document: dict[str, Json]) -> int:
        label = document["hex"]
        place = self._index.get(label) if isinstance(label, str) else None
        if place is None:
            expected = f"a hex of the map, {self._labels[0]} to {self._labels[-1]} (AGR-1)"
            raise InputError.at("order /hex", label, expected)
        return place

    def _unit(self, document: dict[str, Json]) -> int:
        value = document["unit"]
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self._army:
            raise InputError.at("order /unit", value, f"a whole number from 1 to {self._army}")
        return value - 1
