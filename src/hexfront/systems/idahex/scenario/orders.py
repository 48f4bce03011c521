"""Order codes: the words that commands are made of (4).

A command, such as a mission, holds lists and numbers, so it cannot be one code
out of a short list.  It is given word by word: "mission", a unit, a cell, a
posture, "end".  The words of an unfinished command are the side's draft, which
is part of the state and seen by nobody else.  So whatever a player can type is
legal steps, which can be listed, masked, journalled and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.systems.idahex.scenario.state import GONE

GO: Final = 0
"""The side has no more commands in this period (IDX-2.3)."""
END: Final = 1
"""The command is complete and is carried out."""
ABANDON: Final = 2
"""The draft is dropped."""
MISSION: Final = 3
CANCEL: Final = 4
"""Cancels a mission, or, with "strike" behind it, an air strike."""
TRANSFER: Final = 5
DELIVERY: Final = 6
RECALL: Final = 7
"""Cancels a delivery order (IDX-4.2.2)."""
STRIKE: Final = 8
STOP: Final = 9
"""Ends the war where both sides give it in the same period (IDX-2.3)."""
AT: Final = 10
"""A start time follows (IDX-3.1)."""
STACKED: Final = 11
"""A transport mode follows (IDX-3.2.3)."""
TO: Final = 12
"""The takers, or recipients, follow (IDX-4.2)."""
SIZE: Final = 13
"""A delivery size follows (IDX-4.2.2)."""
CLOSE: Final = 14
"""Close air support (IDX-6)."""
BEHIND: Final = 15
"""Interdiction (IDX-6)."""
POINT: Final = 16
"""The decimal point of a number."""
WITH: Final = 17
"""A number of aircraft follows, of each type in turn (IDX-6)."""
DIGIT: Final = 18
"""And the next nine codes."""
CLASS: Final = 28
"""Posture class 1, and the next three codes the others (IDX-6)."""
POSTURE: Final = 32
"""Posture 0, and the next codes up to 49; then the posture of the destroyed."""
POSTURES: Final = 50
"""So many codes behind `POSTURE` is that of the destroyed."""
FIRST_RESOURCE: Final = POSTURE + POSTURES + 1

WORDS: Final = (
    *("go", "end", "abandon", "mission", "cancel", "transfer", "delivery", "recall", "strike"),
    *("stop", "at", "stacked", "takers", "size", "cas", "interdict", "point", "with"),
)
COMMANDS: Final = (MISSION, CANCEL, TRANSFER, DELIVERY, RECALL, STRIKE, STOP)
KINDS: Final = ("word", "digit", "class", "posture", "resource", "unit", "cell")
"""What a code may be, in the order of the codes."""


def is_of_strikes(codes: Sequence[int]) -> bool:
    """Whether a command is one for the start of a cycle: an air strike, or its cancelling."""
    return codes[0] == STRIKE or tuple(codes[:2]) == (CANCEL, STRIKE)


class OrderBook:
    """The codes of one war: they depend on how many resources, units and cells there are."""

    def __init__(self, resources: int, numbers: tuple[int, ...], cells: int) -> None:
        """`numbers`: the numbers of the units, ascending; a unit's row is its place there."""
        self.resources, self.numbers, self.cells = resources, numbers, cells
        self.first_unit = FIRST_RESOURCE + resources
        self.first_cell = self.first_unit + len(numbers)
        """The code of cell 1."""
        self.actions = self.first_cell + cells
        self._rows = {number: row for row, number in enumerate(numbers)}

    def resource(self, number: int) -> int:
        """The code of a type of resource, counted from 0."""
        return FIRST_RESOURCE + number

    def unit(self, row: int) -> int:
        """The code of a unit by its row."""
        return self.first_unit + row

    def cell(self, number: int) -> int:
        """The code of a cell by its number."""
        return self.first_cell + number - 1

    def number(self, value: float) -> list[int]:
        """The codes of a number that is not negative, digit by digit."""
        text = f"{value:.9f}".rstrip("0").rstrip(".")
        return [POINT if mark == "." else DIGIT + int(mark) for mark in text]

    def kind_of(self, code: int) -> tuple[str, int]:
        """What a code is, and which: a unit by its row, a cell by its number."""
        firsts = (0, DIGIT, CLASS, POSTURE, FIRST_RESOURCE, self.first_unit, self.first_cell)
        which = max(i for i, first in enumerate(firsts) if code >= first)
        value = code - firsts[which]
        if which == KINDS.index("posture") and value == POSTURES:
            value = GONE
        more = {"class": 1, "cell": 1}.get(KINDS[which], 0)
        return KINDS[which], value + more

    def write(self, code: int) -> Json:
        """A code as JSON: a word, or what it names and its number as players know it."""
        kind, value = self.kind_of(code)
        if kind == "word":
            return {"word": WORDS[value]}
        return {kind: self.numbers[value] if kind == "unit" else value + (kind == "resource")}

    def read(self, document: Json) -> int:
        """The code of such an object. Errors: `InputError`."""
        if not isinstance(document, dict) or len(document) != 1:
            raise InputError.at("order", document, f"an object with one of: {', '.join(KINDS)}")
        kind, value = next(iter(document.items()))
        if kind == "word":
            if not isinstance(value, str) or value not in WORDS:
                raise InputError.at("order: /word", value, f"one of: {', '.join(WORDS)}")
            return WORDS.index(value)
        codes = self._codes(str(kind))
        if not codes:
            raise InputError.at("order", kind, f"one of: {', '.join(KINDS)}")
        if type(value) is not int or value not in codes:
            raise InputError.at(f"order: /{kind}", value, f"a number of a {kind} of this war")
        return codes[value]

    def _codes(self, kind: str) -> dict[int, int]:
        """The codes of a kind by the numbers that players know."""
        if kind == "digit":
            return {value: DIGIT + value for value in range(10)}
        if kind == "class":
            return {value: CLASS + value - 1 for value in range(1, 5)}
        if kind == "posture":
            return {value: POSTURE + value for value in range(POSTURES)} | {
                GONE: POSTURE + POSTURES
            }
        if kind == "resource":
            return {value + 1: self.resource(value) for value in range(self.resources)}
        if kind == "unit":
            return {number: self.unit(row) for number, row in self._rows.items()}
        if kind == "cell":
            return {value: self.cell(value) for value in range(1, self.cells + 1)}
        return {}
