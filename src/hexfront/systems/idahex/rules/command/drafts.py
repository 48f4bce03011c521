"""Unfinished commands for people: what the kernels of `sentences` and `grammar` find, in lists.

A draft is made of words that `Grammar.next_words` allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexfront.blocks import Int, direct
from hexfront.systems.idahex.rules.command.grammar import (
    CLASSES,
    EXPECTED,
    ONLY_GO,
    find_next,
)
from hexfront.systems.idahex.rules.command.sentences import (
    DIGITS,
    FRACTION,
    NOTHING,
    POINTED,
    UNSAID,
    WHOLE,
    Sentence,
    read_words,
)
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.state import MAX_DRAFT

BASE_COMMANDS: Final = 200
COMMANDS_A_UNIT: Final = 20
"""So many commands, and so many more for each unit of a side, are given at one stop (IDX-2.3).

More than people need. But no machine shall give missions and cancel them for ever.
"""
_IN_OFFERS: Final = (
    *(o.GO, o.STRIKE, o.MISSION, o.CANCEL, o.TRANSFER, o.DELIVERY, o.RECALL, o.STOP),
    *(o.POINT, o.SIZE, o.TO, o.WITH, o.CLOSE, o.BEHIND, o.STACKED, o.END, o.AT),
)
"""Words in the order in which they are offered."""


def most_commands(units: int) -> int:
    """Commands that a side of so many units gives at one stop (IDX-2.3)."""
    return BASE_COMMANDS + COMMANDS_A_UNIT * units


@dataclass
class Desired:
    """An order of a mission (IDX-3.1)."""

    place: int
    posture: int | None = None
    start: str = ""
    """As typed; empty for at once."""


class Command:
    """What a draft says so far."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        """As the kernels have it."""
        said = sentence.said
        self.word = said.word
        """The command, one of `orders.COMMANDS`; -1 for none."""
        self.place = said.place
        self.of_strike = said.of_strike == 1
        """Whether an air strike is to be cancelled."""
        self.role = said.role
        """`orders.CLOSE` or `orders.BEHIND`."""
        self.last = "" if said.last == NOTHING else o.KINDS[said.last]
        """The kind of the last word: what a number belongs to, or what was named."""
        self.word_before = said.word_before
        """The last word that is none of number, unit, cell."""

    @cached_property
    def units(self) -> list[int]:
        """Rows: of the task force, or the givers."""
        return _first(self.sentence.units, self.sentence.said.units)

    @cached_property
    def others(self) -> list[int]:
        """Rows: takers, or recipients."""
        return _first(self.sentence.others, self.sentence.said.others)

    @cached_property
    def classes(self) -> list[int]:
        """Posture classes, by priority."""
        return _first(self.sentence.classes, self.sentence.said.classes)

    @cached_property
    def orders(self) -> list[Desired]:
        """Of a mission."""
        count, sentence = self.sentence.said.orders, self.sentence
        places, postures = _first(sentence.places, count), _first(sentence.postures, count)
        return [
            Desired(place, None if posture == UNSAID else posture, _text(start))
            for place, posture, start in zip(places, postures, sentence.starts[:count], strict=True)
        ]

    @cached_property
    def amounts(self) -> list[tuple[int, str]]:
        """Types of resources, from 0, and how much."""
        count, sentence = self.sentence.said.amounts, self.sentence
        listed = zip(_first(sentence.resources, count), sentence.amounts[:count], strict=True)
        return [(resource, _text(amount)) for resource, amount in listed]

    @cached_property
    def aircraft(self) -> list[str]:
        """Of each type in turn."""
        return [_text(number) for number in self.sentence.aircraft[: self.sentence.said.aircraft]]

    @cached_property
    def mode(self) -> str:
        """The transport mode; empty where the task force is not stacked."""
        return _text(self.sentence.mode)

    @cached_property
    def size(self) -> str:
        """Of a delivery; empty for all."""
        return _text(self.sentence.size)


def _first(rows: Int, count: int) -> list[int]:
    listed: list[int] = rows[:count].tolist()
    return listed


def _text(number: Int) -> str:
    """A number as it was typed."""
    parts: list[int] = number.tolist()
    whole, fraction = parts[WHOLE], parts[FRACTION]
    figures = f"{parts[DIGITS]:0{whole + fraction}d}" if whole + fraction else ""
    return figures[:whole] + ("." if parts[POINTED] else "") + figures[whole:]


@dataclass(frozen=True)
class Next:
    """The words that may come next."""

    words: tuple[int, ...] = ()
    digits: bool = False
    classes: tuple[int, ...] = ()
    postures: bool = False
    resources: tuple[int, ...] = ()
    units: bool = False
    cells: bool = False
    expected: str = ""
    """In words, for a refusal."""


_EMPTY: Final = Sentence.new(word=MAX_DRAFT)


class _Kernels:
    """Called without asking for types each time."""

    read = direct(read_words)
    find = direct(find_next)


_KERNELS: Final = _Kernels()


def understand(book: o.OrderBook, codes: Sequence[int]) -> Command:
    """What a draft says. It must have been made of words that `next_words` allows."""
    count = len(codes)
    sentence = _EMPTY.copy() if count <= MAX_DRAFT else Sentence.new(word=count)
    sentence.draft[:count] = codes
    _KERNELS.read(sentence, count, book.first_unit, book.first_cell)
    return Command(sentence)


class Grammar:
    """The grammar for one side: it knows how many types of resources, aircraft and units."""

    def __init__(self, resources: int, aircraft: int, units: int) -> None:
        self._resources, self._aircraft = resources, aircraft
        self.most = most_commands(units)
        """Commands that the side gives at one stop (IDX-2.3)."""

    def next_words(self, command: Command, length: int, striking: bool, given: int) -> Next:
        """What may come after a draft of so many words; "abandon" may always come.

        `striking`: whether the war waits for air strikes, and for nothing else (IDX-6).
        `given`: how many commands were given at this stop, or dropped.
        """
        sentence, counts = command.sentence, (self._resources, self._aircraft, self.most)
        _KERNELS.find(sentence, *counts, length, bool(striking), given)
        ways = sentence.next
        named = {resource for resource, _ in command.amounts} if ways.resources else ()
        expected = EXPECTED[ways.expected]
        return Next(
            words=tuple(word for word in _IN_OFFERS if ways.bits >> word & 1),
            digits=ways.digits == 1,
            classes=tuple(c for c in range(1, CLASSES + 1) if c not in command.classes)
            if ways.classes
            else (),
            postures=ways.postures == 1,
            resources=tuple(r for r in range(self._resources) if r not in named)
            if ways.resources
            else (),
            units=ways.units == 1,
            cells=ways.cells == 1,
            expected=expected.format(most=self.most) if ways.expected == ONLY_GO else expected,
        )
