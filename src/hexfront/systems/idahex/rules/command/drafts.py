"""The grammar of commands: what a draft means so far, and which words may come next (4).

    mission  UNIT… [stacked N] (CELL POSTURE [at T])…            (IDX-4.1)
    cancel   UNIT                                                (IDX-4.1)
    cancel   strike CELL                                             (IDX-6)
    transfer CELL [UNIT…] [takers UNIT…] (RESOURCE AMOUNT)…          (IDX-4.2.1)
    delivery UNIT CELL [size X] [takers UNIT…]                       (IDX-4.2.2)
    recall   UNIT CELL                                           (IDX-4.2.2)
    strike   CELL cas | interdict CLASS×4  (with N)…             (IDX-6)
    stop                                                         (IDX-2.3)

Each ends with "end".  A unit stands for its task force where one is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.state import MAX_DRAFT, MAX_ORDERS, MAX_RECIPIENTS

BASE_COMMANDS: Final = 200
COMMANDS_A_UNIT: Final = 20
"""So many commands, and so many more for each unit of a side, are given at one stop (IDX-2.3).

More than people need. But no machine shall give missions and cancel them for ever.
"""
INTEGER_DIGITS: Final = 9
DECIMALS: Final = 6


@dataclass
class Desired:
    """An order of a mission (IDX-3.1)."""

    place: int
    posture: int | None = None
    start: str = ""
    """As typed; empty for at once."""


@dataclass
class Command:
    """What a draft says so far."""

    word: int = -1
    """The command, one of `orders.COMMANDS`; -1 for none."""
    units: list[int] = field(default_factory=list)
    """Rows: of the task force, or the givers."""
    others: list[int] = field(default_factory=list)
    """Rows: takers, or recipients."""
    place: int = 0
    mode: str = ""
    size: str = ""
    orders: list[Desired] = field(default_factory=list)
    amounts: list[tuple[int, str]] = field(default_factory=list)
    """Types of resources, from 0, and how much."""
    of_strike: bool = False
    """Whether an air strike is to be cancelled."""
    role: int = -1
    """`orders.CLOSE` or `orders.BEHIND`."""
    classes: list[int] = field(default_factory=list)
    aircraft: list[str] = field(default_factory=list)
    last: str = ""
    """The kind of the last word: what a number belongs to, or what was named."""
    word_before: int = -1
    """The last word that is none of number, unit, cell."""


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


def understand(book: o.OrderBook, codes: Sequence[int]) -> Command:
    """What a draft says. It must have been made of words that `next_words` allows."""
    command = Command()
    for code in codes:
        kind, value = book.kind_of(code)
        _READERS[kind](command, value)
        command.last = kind
        if kind == "word" and value != o.POINT:
            command.word_before = value
    return command


def _word(command: Command, value: int) -> None:
    if command.word < 0:
        command.word = value
    elif value == o.POINT:
        _digits(command, ".")
    elif value == o.STRIKE:
        command.of_strike = True
    elif value in (o.CLOSE, o.BEHIND):
        command.role = value
    elif value == o.WITH:
        command.aircraft.append("")


def _digits(command: Command, mark: str) -> None:
    """One more digit, or the point, of the number that is being written."""
    if command.word == o.TRANSFER:
        resource, text = command.amounts[-1]
        command.amounts[-1] = resource, text + mark
    elif command.word == o.STRIKE:
        command.aircraft[-1] += mark
    elif command.word_before == o.AT:
        command.orders[-1].start += mark
    elif command.word_before == o.STACKED:
        command.mode += mark
    else:
        command.size += mark


def _unit(command: Command, row: int) -> None:
    (command.others if command.word_before == o.TO else command.units).append(row)


def _cell(command: Command, number: int) -> None:
    if command.word == o.MISSION:
        command.orders.append(Desired(number))
        command.word_before = o.MISSION
    else:
        command.place = number


def _posture(command: Command, posture: int) -> None:
    command.orders[-1].posture = posture


def _resource(command: Command, number: int) -> None:
    command.amounts.append((number, ""))


_READERS: Final[dict[str, Callable[[Command, int], None]]] = {
    "word": _word,
    "digit": lambda command, value: _digits(command, str(value)),
    "class": lambda command, value: command.classes.append(value),
    "posture": _posture,
    "resource": _resource,
    "unit": _unit,
    "cell": _cell,
}


class Grammar:
    """The grammar for one side: it knows how many types of resources, aircraft and units."""

    def __init__(self, resources: int, aircraft: int, units: int) -> None:
        self._resources, self._aircraft = resources, aircraft
        self.most = BASE_COMMANDS + COMMANDS_A_UNIT * units
        """Commands that the side gives at one stop (IDX-2.3)."""

    def next_words(self, command: Command, length: int, striking: bool, given: int) -> Next:
        """What may come after a draft of so many words; "abandon" may always come.

        `striking`: whether the war waits for air strikes, and for nothing else (IDX-6).
        `given`: how many commands were given at this stop, or dropped.
        """
        if command.word < 0 and given >= self.most:
            return Next((o.GO,), expected=f"go, after {self.most} commands")
        if command.word < 0:
            others = tuple(word for word in o.COMMANDS if word != o.STRIKE)
            commands = (o.STRIKE, o.CANCEL) if striking else others
            return Next((o.GO, *commands), expected="a command, or go")
        if striking and command.last == "word" and command.word_before == o.CANCEL:
            return Next((o.STRIKE,), expected="strike")
        if length >= MAX_DRAFT - 1:
            return Next((o.END,), expected="end: the command is too long")
        return {
            o.MISSION: self._mission,
            o.CANCEL: self._cancel,
            o.TRANSFER: self._transfer,
            o.DELIVERY: self._delivery,
            o.RECALL: self._recall,
            o.STRIKE: self._strike,
            o.STOP: self._stop,
        }[command.word](command)

    def _mission(self, command: Command) -> Next:
        if not command.units:
            return Next(units=True, expected="a unit")
        if command.last == "posture":
            more = len(command.orders) < MAX_ORDERS
            return Next((o.END, o.AT), cells=more, expected="at, a cell, or end")
        if command.orders and command.last == "cell":
            return Next(postures=True, expected="a posture")
        if not command.orders:
            if command.word_before == o.STACKED:
                if not command.mode:
                    return Next(digits=True, expected="a transport mode")
                return Next(cells=True, expected="a cell")
            return Next((o.STACKED,), units=True, cells=True, expected="a unit, stacked, or a cell")
        if command.word_before == o.AT:
            more = len(command.orders) < MAX_ORDERS
            return _number(command.orders[-1].start, (o.END,), cells=more)
        raise AssertionError("no such draft")

    def _stop(self, command: Command) -> Next:
        return Next((o.END,), expected="end")

    def _cancel(self, command: Command) -> Next:
        if command.of_strike and not command.place:
            return Next(cells=True, expected="the target cell")
        if not command.units and not command.of_strike:
            return Next(units=True, expected="a unit")
        return Next((o.END,), expected="end")

    def _recall(self, command: Command) -> Next:
        if command.units and not command.place:
            return Next(cells=True, expected="a cell")
        return self._cancel(command)

    def _transfer(self, command: Command) -> Next:
        if not command.place:
            return Next(cells=True, expected="a cell")
        named = {resource for resource, _ in command.amounts}
        left = tuple(r for r in range(self._resources) if r not in named)
        if command.amounts:
            return _number(command.amounts[-1][1], (o.END,), resources=left)
        words = (o.END,) if command.word_before == o.TO else (o.TO, o.END)
        expected = "a unit, takers, a resource, or end"
        return Next(words, units=True, resources=left, expected=expected)

    def _delivery(self, command: Command) -> Next:
        if not command.units:
            return Next(units=True, expected="a unit of the task force")
        if not command.place:
            return Next(cells=True, expected="a cell")
        if command.word_before == o.SIZE:
            return _number(command.size, (o.TO, o.END))
        if command.word_before == o.TO:
            more = len(command.others) < MAX_RECIPIENTS
            return Next((o.END,), units=more, expected="a unit, or end")
        return Next((o.SIZE, o.TO, o.END), expected="size, takers, or end")

    def _strike(self, command: Command) -> Next:
        if not command.place:
            return Next(cells=True, expected="a cell")
        if command.role < 0:
            return Next((o.CLOSE, o.BEHIND), expected="cas, or interdict")
        if command.role == o.BEHIND and len(command.classes) < 4:
            left = tuple(c for c in range(1, 5) if c not in command.classes)
            return Next(classes=left, expected="a posture class")
        full = len(command.aircraft) >= self._aircraft
        words = (o.END,) if full else (o.WITH, o.END)
        if not command.aircraft:
            return Next((o.WITH,), expected="with")
        return _number(command.aircraft[-1], words)


def _number(
    text: str, words: tuple[int, ...], *, cells: bool = False, resources: tuple[int, ...] = ()
) -> Next:
    """A number is being written; once it is one, what else may follow."""
    whole, point, fraction = text.partition(".")
    digits = len(fraction) < DECIMALS if point else len(whole) < INTEGER_DIGITS
    more = (o.POINT,) if whole and not point else ()
    if not text or text.endswith("."):
        return Next(digits=digits, expected="a number")
    return Next((*more, *words), digits, cells=cells, resources=resources, expected="a number")
