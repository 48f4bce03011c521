"""Cards of 80 columns and the fixed fields in them, read and written as FORTRAN does (9.1).

A field is a range of columns.  It keeps its text, so that what nobody changes
is written back as it stood; its value is what FORTRAN would make of the text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

INTEGER: Final = "i"
REAL: Final = "f"
LOGICAL: Final = "l"
TEXT: Final = "a"
PAIR: Final = "p"
"""A name in two parts of five letters with a column between them that is not read (group 20)."""

Value = int | float | bool | str

_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(?:[EDed]([+-]?[0-9]+)|([+-][0-9]+))?")
_LOGICAL = re.compile(r"\.?([TFtf]).*", re.DOTALL)
_FORMAT = re.compile(r"([0-9]*)([iflapx])([0-9]*)(?:\.0)?")


class Slot(NamedTuple):
    """A field of a format."""

    kind: str
    first: int
    """Columns are counted from 1."""
    last: int

    @property
    def columns(self) -> str:
        """The columns as a person names them."""
        return f"columns {self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Card:
    """A line of a file."""

    number: int
    """Counted from 1."""
    text: str
    end: str
    """The line's ending: empty for a last line without one."""

    def field(self, slot: Slot) -> str:
        """The text of a field, with blanks where the card is too short."""
        width = slot.last - slot.first + 1
        return self.text[slot.first - 1 : slot.last].ljust(width)


def split_cards(text: str) -> list[Card]:
    """The cards of a file; what follows the last line's ending is a card only if not empty."""
    cards: list[Card] = []
    start = 0
    while start < len(text):
        found = text.find("\n", start)
        stop = len(text) if found < 0 else found + 1
        line = text[start:stop]
        body = line.removesuffix("\n").removesuffix("\r")
        cards.append(Card(len(cards) + 1, body, line[len(body) :]))
        start = stop
    return cards


def join_cards(cards: Sequence[Card]) -> str:
    """The file that the cards came from."""
    return "".join(card.text + card.end for card in cards)


@lru_cache
def make_format(text: str) -> tuple[Slot, ...]:
    """The fields of a format such as `3i10,f10.0` or `10x,7f10.0`; `x` skips columns."""
    slots, column = [], 1
    for part in text.split(","):
        found = _FORMAT.fullmatch(part)
        if found is None:
            raise ValueError(f"no format: {part}")
        count, kind, width = found[1], found[2], found[3]
        if kind == "x":
            column += int(count)
            continue
        for _ in range(int(count or 1)):
            slots.append(Slot(kind, column, column + int(width) - 1))
            column += int(width)
    return tuple(slots)


def parse_field(kind: str, text: str) -> Value:
    """The value of a field. Errors: `ValueError`, whose text says what was expected."""
    if kind in (TEXT, PAIR):
        return parse_name(kind, text)
    word = text.strip(" ")
    if kind == LOGICAL:
        return _parse_logical(word)
    return _parse_integer(word) if kind == INTEGER else _parse_real(word)


def parse_name(kind: str, text: str) -> str:
    """A name without the blanks around it; that of a resource without its sixth column."""
    return (text[:5].ljust(5) + " " + text[6:11] if kind == PAIR else text).strip(" ")


def _parse_logical(word: str) -> bool:
    if not word:
        return False
    found = _LOGICAL.fullmatch(word)
    if found is None:
        raise ValueError("T or F")
    return found[1] in "Tt"


def _parse_integer(word: str) -> int:
    if not word:
        return 0
    if _WHOLE.fullmatch(word) is None:
        raise ValueError("a whole number without a decimal point")
    return int(word)


def _parse_real(word: str) -> float:
    if not word:
        return 0.0
    found = _NUMBER.fullmatch(word)
    if found is None:
        raise ValueError("a number")
    exponent = found[2] or found[3]
    value = float(f"{found[1]}e{exponent}" if exponent else found[1])
    if not math.isfinite(value):
        raise ValueError("a number that is not beyond all bounds")
    return value


def is_adrift(slot: Slot, text: str) -> bool:
    """Whether blanks follow a number without a decimal point: old compilers read them as zeros."""
    word = text.strip(" ")
    return slot.kind in (INTEGER, REAL) and bool(word) and text[-1] == " " and "." not in word


def write_field(slot: Slot, value: Value) -> str:
    """The text of a value, as wide as its field: numbers to the right, names to the left.

    Errors: `ValueError`, whose text says what was expected.
    """
    width = slot.last - slot.first + 1
    if slot.kind in (TEXT, PAIR):
        return _write_name(slot.kind, str(value), width)
    if slot.kind == LOGICAL:
        text = "T" if value else "F"
    elif slot.kind == INTEGER:
        text = str(value)
    elif math.isfinite(float(value)):
        text = shortest(float(value), width)
    else:
        raise ValueError("a number that is not beyond all bounds")
    if len(text) > width:
        raise ValueError(f"a number that can be written in {width} columns")
    return text.rjust(width)


def _write_name(kind: str, name: str, width: int) -> str:
    if "\n" in name or "\r" in name:
        raise ValueError("a name on one line")
    if kind == PAIR and name[5:6] not in ("", " "):
        raise ValueError("a name whose sixth letter is a blank, since that column is not read")
    if len(name) > width:
        raise ValueError(f"a name of at most {width} letters")
    if parse_name(kind, name) != name:
        raise ValueError("a name without blanks around it")
    return name.ljust(width)


def shortest(value: float, width: int) -> str:
    """The shortest text that reads back to the same number, without exponent where it fits.

    Too long a text means that there is none of that width.
    """
    whole = int(value)
    if value == whole and len(str(whole)) <= width:
        return str(whole)
    plain, short = _plain(value), _with_exponent(value)
    return plain if len(plain) <= width else short


def _plain(value: float) -> str:
    """A number in decimals, without the zero before the point."""
    text = format(Decimal(repr(value)), "f")
    return re.sub(r"^(-?)0\.", r"\1.", text)


def _with_exponent(value: float) -> str:
    """A number as digits and a power of ten."""
    for places in range(17):
        text = f"{value:.{places}E}"
        if float(text) == value:
            digits, power = text.split("E")
            return f"{digits}E{int(power)}"
    return repr(value)
