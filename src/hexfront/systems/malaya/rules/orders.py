"""Orders as integers, and as JSON that a person can read.

First come the orders of no unit: done, cancel, roll, the air points of a battle, the
options, the hexes that can be attacked.  Then a block for each unit: six directions,
attack, advance, call, go back, the entries of reinforcements, and for each port to sail
and to land.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.order_words import GivenOrder
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.malaya.scenario.model import MAX_AIR
from hexfront.systems.malaya.scenario.state import DIRECTIONS, MalayaGround

DONE: Final = 0
CANCEL: Final = 1
ROLL: Final = 2
FIRST_AIR: Final = 3
"""Plus the number of air points."""
FIRST_OPTION: Final = FIRST_AIR + MAX_AIR + 1

# Actions of a unit; 0 … 5 are directions
ATTACK_WITH: Final = 6
ADVANCE_WITH: Final = 7
CALL: Final = 8
GO_BACK: Final = 9
FIRST_ENTRY: Final = 10

DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")


@inline_kernel
def first_hex(ground: MalayaGround) -> int:
    """The order that attacks hex 0."""
    return FIRST_OPTION + ground.rules.options


@inline_kernel
def first_unit(ground: MalayaGround) -> int:
    """The first order of unit 0."""
    return FIRST_OPTION + ground.rules.options + ground.rules.hexes


@inline_kernel
def block(ground: MalayaGround) -> int:
    """How many orders a unit has."""
    return FIRST_ENTRY + ground.rules.entries + 2 * ground.rules.ports


@kernel
def unit_order(ground: MalayaGround, unit: int, action: int) -> int:
    """The order code of a unit's action."""
    return (
        FIRST_OPTION
        + ground.rules.options
        + ground.rules.hexes
        + unit * (FIRST_ENTRY + ground.rules.entries + 2 * ground.rules.ports)
        + action
    )


def count_actions(ground: MalayaGround) -> int:
    """How many order codes a game has."""
    return int(unit_order(ground, ground.rules.units, 0))


@dataclass(frozen=True)
class Words:
    """What orders are called in a scenario."""

    options: Sequence[str]
    hexes: Sequence[str]
    units: Sequence[str]
    entries: Sequence[str]
    ports: Sequence[str]


_PLAIN: Final = ("done", "cancel", "roll")
_UNIT_VERBS: Final = ("join", "advance", "call", "back")
_LISTS: Final[dict[str, Callable[[Words], Sequence[str]]]] = {
    "take": lambda words: words.options,
    "attack": lambda words: words.hexes,
    "enter": lambda words: words.entries,
    "sail": lambda words: words.ports,
    "land": lambda words: words.ports,
    "move": lambda words: DIRECTION_NAMES,
}
_KEYS: Final = {
    "done": (),
    "cancel": (),
    "roll": (),
    "air": ("points",),
    "take": ("option",),
    "attack": ("hex",),
    "move": ("unit", "to"),
    "join": ("unit",),
    "advance": ("unit",),
    "call": ("unit",),
    "back": ("unit",),
    "enter": ("unit", "at"),
    "sail": ("unit", "port"),
    "land": ("unit", "port"),
}


class OrderWords:
    """Writes and reads the orders of one scenario."""

    def __init__(self, ground: MalayaGround, words: Words) -> None:
        self._words = words
        self._first_hex = FIRST_OPTION + len(words.options)
        self._first_unit = self._first_hex + len(words.hexes)
        self._first_sail = FIRST_ENTRY + len(words.entries)
        self._first_land = self._first_sail + len(words.ports)
        self._block = self._first_land + len(words.ports)

    def write(self, order: int) -> Json:
        """An order code as JSON."""
        words = self._words
        if order < FIRST_AIR:
            return {"do": _PLAIN[order]}
        if order < FIRST_OPTION:
            return {"do": "air", "points": order - FIRST_AIR}
        if order < self._first_hex:
            return {"do": "take", "option": words.options[order - FIRST_OPTION]}
        if order < self._first_unit:
            return {"do": "attack", "hex": words.hexes[order - self._first_hex]}
        unit, action = divmod(order - self._first_unit, self._block)
        return {"unit": words.units[unit], **self._write_action(action)}

    def _write_action(self, action: int) -> dict[str, Json]:
        words = self._words
        if action < DIRECTIONS:
            return {"do": "move", "to": DIRECTION_NAMES[action]}
        if action < FIRST_ENTRY:
            return {"do": _UNIT_VERBS[action - ATTACK_WITH]}
        if action < self._first_sail:
            return {"do": "enter", "at": words.entries[action - FIRST_ENTRY]}
        if action < self._first_land:
            return {"do": "sail", "port": words.ports[action - self._first_sail]}
        return {"do": "land", "port": words.ports[action - self._first_land]}

    def read(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError` naming the key."""
        order = GivenOrder(document, _KEYS)
        verb, keys = order.verb, _KEYS[order.verb]
        if verb in _PLAIN:
            return _PLAIN.index(verb)
        if verb == "air":
            return FIRST_AIR + order.whole("points", 0, MAX_AIR)
        last = keys[-1]
        if last == "unit":
            action = ATTACK_WITH + _UNIT_VERBS.index(verb)
        else:
            action = self._place(verb) + order.index(last, _LISTS[verb](self._words))
        if "unit" not in keys:
            return action
        return self._first_unit + order.index("unit", self._words.units) * self._block + action

    def _place(self, verb: str) -> int:
        first = {
            "take": FIRST_OPTION,
            "attack": self._first_hex,
            "move": 0,
            "enter": FIRST_ENTRY,
            "sail": self._first_sail,
            "land": self._first_land,
        }
        return first[verb]
