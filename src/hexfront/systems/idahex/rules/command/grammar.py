"""The grammar of commands: which words may come next (4).

    mission  UNIT… [stacked N] (CELL POSTURE [at T])…            (IDX-4.1)
    cancel   UNIT                                                (IDX-4.1)
    cancel   strike CELL                                             (IDX-6)
    transfer CELL [UNIT…] [takers UNIT…] (RESOURCE AMOUNT)…          (IDX-4.2.1)
    delivery UNIT CELL [size X] [takers UNIT…]                       (IDX-4.2.2)
    recall   UNIT CELL                                           (IDX-4.2.2)
    strike   CELL cas | interdict CLASS×4  (with N)…             (IDX-6)
    stop                                                         (IDX-2.3)

Each ends with "end".
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.idahex.rules.command.sentences import (
    CELL,
    FRACTION,
    NOTHING,
    POINTED,
    POSTURE,
    WHOLE,
    WORD,
    Next,
    Sentence,
)
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.state import MAX_DRAFT, MAX_ORDERS, MAX_RECIPIENTS

INTEGER_DIGITS: Final = 9
DECIMALS: Final = 6
CLASSES: Final = 4

# What is expected next, in words for a refusal: `EXPECTED` by these numbers.
ONLY_GO: Final = 0
A_COMMAND: Final = 1
A_STRIKE: Final = 2
TOO_LONG: Final = 3
A_UNIT: Final = 4
AFTER_ORDER: Final = 5
A_POSTURE: Final = 6
A_MODE: Final = 7
A_CELL: Final = 8
AFTER_UNIT: Final = 9
THE_END: Final = 10
A_TARGET: Final = 11
AFTER_CELL: Final = 12
UNIT_OF_FORCE: Final = 13
A_RECIPIENT: Final = 14
AFTER_DELIVERY: Final = 15
A_ROLE: Final = 16
A_CLASS: Final = 17
SORTIES: Final = 18
A_NUMBER: Final = 19
EXPECTED: Final = (
    *("go, after {most} commands", "a command, or go", "strike", "end: the command is too long"),
    *("a unit", "at, a cell, or end", "a posture", "a transport mode", "a cell"),
    *("a unit, stacked, or a cell", "end", "the target cell"),
    *("a unit, takers, a resource, or end", "a unit of the task force", "a unit, or end"),
    *("size, takers, or end", "cas, or interdict", "a posture class", "with", "a number"),
)


@inline_kernel
def bit(word: int) -> int:
    """A word in `Next.bits`."""
    return 1 << word


@kernel
def find_next(
    sentence: Sentence,
    resources: int,
    aircraft: int,
    most: int,
    length: int,
    striking: bool,
    given: int,
) -> None:
    """Find what may come after a draft of so many words; "abandon" may always come.

    Args:
        sentence: what the draft says; what may come next is written there.
        resources: how many types of them the side has.
        aircraft: the same of aircraft.
        most: commands that the side may give at a stop (IDX-2.3).
        length: words of the draft.
        striking: whether the war waits for air strikes, and for nothing else (IDX-6).
        given: how many commands were given at this stop, or dropped.
    """
    said, ways = sentence.said, sentence.next
    ways.bits = ways.digits = ways.classes = ways.postures = 0
    ways.resources = ways.units = ways.cells = 0
    if said.word == NOTHING:
        if given >= most:
            expect(ways, bit(o.GO), ONLY_GO)
        elif striking:
            expect(ways, bit(o.GO) | bit(o.STRIKE) | bit(o.CANCEL), A_COMMAND)
        else:
            others = bit(o.MISSION) | bit(o.CANCEL) | bit(o.TRANSFER) | bit(o.DELIVERY)
            expect(ways, bit(o.GO) | others | bit(o.RECALL) | bit(o.STOP), A_COMMAND)
    elif striking and said.last == WORD and said.word_before == o.CANCEL:
        expect(ways, bit(o.STRIKE), A_STRIKE)
    elif length >= MAX_DRAFT - 1:
        expect(ways, bit(o.END), TOO_LONG)
    elif said.word == o.MISSION:
        go_on_with_mission(sentence)
    elif said.word == o.TRANSFER:
        go_on_with_transfer(sentence, resources)
    elif said.word == o.DELIVERY:
        go_on_with_delivery(sentence)
    elif said.word == o.STRIKE:
        go_on_with_strike(sentence, aircraft)
    elif said.word == o.RECALL and said.units > 0 and said.place == 0:
        ways.cells = 1
        expect(ways, 0, A_CELL)
    elif said.word == o.STOP:
        expect(ways, bit(o.END), THE_END)
    else:
        go_on_with_cancel(sentence)


@inline_kernel
def expect(ways: Next, words: int, expected: int) -> None:
    """Note words that may come, and what to call all that may."""
    ways.bits = words
    ways.expected = expected


@inline_kernel
def go_on_with_mission(sentence: Sentence) -> None:
    """A mission, or the next order of it (IDX-4.1)."""
    said, ways = sentence.said, sentence.next
    more = 1 if said.orders < MAX_ORDERS else 0
    if said.units == 0:
        ways.units = 1
        expect(ways, 0, A_UNIT)
    elif said.last == POSTURE:
        ways.cells = more
        expect(ways, bit(o.END) | bit(o.AT), AFTER_ORDER)
    elif said.orders > 0 and said.last == CELL:
        ways.postures = 1
        expect(ways, 0, A_POSTURE)
    elif said.orders > 0:
        if expect_number(sentence.starts[said.orders - 1], ways, bit(o.END)):
            ways.cells = more
    elif said.word_before != o.STACKED:
        ways.units = ways.cells = 1
        expect(ways, bit(o.STACKED), AFTER_UNIT)
    elif sentence.mode[WHOLE] == 0:
        ways.digits = 1
        expect(ways, 0, A_MODE)
    else:
        ways.cells = 1
        expect(ways, 0, A_CELL)


@inline_kernel
def go_on_with_cancel(sentence: Sentence) -> None:
    """What is cancelled, and then the end."""
    said, ways = sentence.said, sentence.next
    if said.of_strike == 1 and said.place == 0:
        ways.cells = 1
        expect(ways, 0, A_TARGET)
    elif said.units == 0 and said.of_strike == 0:
        ways.units = 1
        expect(ways, 0, A_UNIT)
    else:
        expect(ways, bit(o.END), THE_END)


@inline_kernel
def go_on_with_transfer(sentence: Sentence, resources: int) -> None:
    """Givers, takers, resources (IDX-4.2.1)."""
    said, ways = sentence.said, sentence.next
    left = 1 if said.amounts < resources else 0
    if said.place == 0:
        ways.cells = 1
        expect(ways, 0, A_CELL)
    elif said.amounts > 0:
        if expect_number(sentence.amounts[said.amounts - 1], ways, bit(o.END)):
            ways.resources = left
    else:
        ways.units, ways.resources = 1, left
        words = bit(o.END) if said.word_before == o.TO else bit(o.TO) | bit(o.END)
        expect(ways, words, AFTER_CELL)


@inline_kernel
def go_on_with_delivery(sentence: Sentence) -> None:
    """The task force, where it delivers, how much, and to whom (IDX-4.2.2)."""
    said, ways = sentence.said, sentence.next
    if said.units == 0:
        ways.units = 1
        expect(ways, 0, UNIT_OF_FORCE)
    elif said.place == 0:
        ways.cells = 1
        expect(ways, 0, A_CELL)
    elif said.word_before == o.SIZE:
        expect_number(sentence.size, ways, bit(o.TO) | bit(o.END))
    elif said.word_before == o.TO:
        ways.units = 1 if said.others < MAX_RECIPIENTS else 0
        expect(ways, bit(o.END), A_RECIPIENT)
    else:
        expect(ways, bit(o.SIZE) | bit(o.TO) | bit(o.END), AFTER_DELIVERY)


@inline_kernel
def go_on_with_strike(sentence: Sentence, aircraft: int) -> None:
    """The target, the role, the order of posture classes, and aircraft of each type (IDX-6)."""
    said, ways = sentence.said, sentence.next
    if said.place == 0:
        ways.cells = 1
        expect(ways, 0, A_CELL)
    elif said.role == NOTHING:
        expect(ways, bit(o.CLOSE) | bit(o.BEHIND), A_ROLE)
    elif said.role == o.BEHIND and said.classes < CLASSES:
        ways.classes = 1
        expect(ways, 0, A_CLASS)
    elif said.aircraft == 0:
        expect(ways, bit(o.WITH), SORTIES)
    else:
        words = bit(o.END) if said.aircraft >= aircraft else bit(o.WITH) | bit(o.END)
        expect_number(sentence.aircraft[said.aircraft - 1], ways, words)


@inline_kernel
def expect_number(number: Int, ways: Next, words: int) -> bool:
    """A number is being written; whether it is one already, so that something else may follow."""
    whole, point, fraction = number[WHOLE], number[POINTED], number[FRACTION]
    has_room = fraction < DECIMALS if point == 1 else whole < INTEGER_DIGITS
    ways.digits = 1 if has_room else 0
    if whole + fraction == 0 or (point == 1 and fraction == 0):
        expect(ways, 0, A_NUMBER)
        return False
    expect(ways, words | bit(o.POINT) if point == 0 else words, A_NUMBER)
    return True


@inline_kernel
def is_named(names: Int, count: int, value: int) -> bool:
    """Whether a value is among the first so many of a list."""
    place = 0
    while place < count and names[place] != value:
        place += 1
    return place < count
