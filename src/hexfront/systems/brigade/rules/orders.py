"""Orders as integers, and as JSON that a person can read.

Code 0 says "done", 1 takes a submitted plan back; then come 32 codes a unit:
six directions, 24 attacks (direction, place in the stack, advance or not),
withdraw, advance.  The codes name places and counters, never what an enemy
counter carries.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.order_words import GivenOrder
from hexfront.jit import small_kernel

DONE: Final = 0
RECALL: Final = 1
FIRST_UNIT_CODE: Final = 2
UNIT_CODES: Final = 32
FIRST_ATTACK: Final = 6
WITHDRAW: Final = 30
ADVANCE_INTO: Final = 31

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")


class Attack(NamedTuple):
    """The parts of an attack order."""

    direction: int
    level: int
    """Which unit of the stack, lowest number first."""
    advance: int


@small_kernel
def unit_code(unit: int, action: int) -> int:
    """The order code of a unit's action 0 … 31."""
    return FIRST_UNIT_CODE + unit * UNIT_CODES + action


@small_kernel
def attack_action(direction: int, level: int, advance: int) -> int:
    """The action of an attack."""
    return FIRST_ATTACK + direction * 4 + level * 2 + advance


def count_actions(units: int) -> int:
    """How many order codes a game with so many units has."""
    return FIRST_UNIT_CODE + units * UNIT_CODES


def write_order(order: int) -> Json:
    """An order code as JSON."""
    if order < FIRST_UNIT_CODE:
        return {"do": "recall" if order == RECALL else "done"}
    unit, action = divmod(order - FIRST_UNIT_CODE, UNIT_CODES)
    document: dict[str, Json] = {"unit": unit + 1}
    if action < FIRST_ATTACK:
        return document | {"do": "move", "to": DIRECTIONS[action]}
    if action == WITHDRAW:
        return document | {"do": "withdraw"}
    if action == ADVANCE_INTO:
        return document | {"do": "advance"}
    direction, rest = divmod(action - FIRST_ATTACK, 4)
    level, advance = divmod(rest, 2)
    return document | {
        "do": "attack",
        "to": DIRECTIONS[direction],
        "place": level + 1,
        "advance": bool(advance),
    }


_KEYS: Final = {
    "done": (),
    "recall": (),
    "move": ("unit", "to"),
    "withdraw": ("unit",),
    "advance": ("unit",),
    "attack": ("unit", "to", "place", "advance"),
}


def read_order(document: Json, units: int) -> int:
    """The code of an order in JSON. Errors: `InputError` naming the key."""
    order = GivenOrder(document, _KEYS)
    if order.verb == "done":
        return DONE
    if order.verb == "recall":
        return RECALL
    unit = order.whole("unit", 1, units) - 1
    if order.verb == "withdraw":
        return int(unit_code(unit, WITHDRAW))
    if order.verb == "advance":
        return int(unit_code(unit, ADVANCE_INTO))
    direction = order.index("to", DIRECTIONS)
    if order.verb == "move":
        return int(unit_code(unit, direction))
    advance, level = order.flag("advance"), order.whole("place", 1, 2) - 1
    return int(unit_code(unit, attack_action(direction, level, int(advance))))
