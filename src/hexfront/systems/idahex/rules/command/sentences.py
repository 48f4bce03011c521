"""What the words of an unfinished command say, found by kernels word by word (4).

A draft is a list of order codes, made of words that `grammar.find_next` allows.  Read, it is a
`Sentence`: units, cells, numbers, each in its place.  A unit stands for its task force where one
is meant.  A number is kept as it is written, digit by digit, since ".5" may go on and "5" too.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Block, Int, Record, array
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.state import GONE

# Kinds of words: places in `orders.KINDS`
NOTHING: Final = -1
WORD: Final = 0
DIGIT: Final = 1
CLASS: Final = 2
POSTURE: Final = 3
RESOURCE: Final = 4
UNIT: Final = 5
CELL: Final = 6

# Columns of numbers
WHOLE: Final = 0
"""Digits before the point."""
POINTED: Final = 1
"""1 once there is a point."""
FRACTION: Final = 2
"""Digits behind it."""
DIGITS: Final = 3
"""All digits as one whole number."""
NUMBER_WIDTH: Final = 4
TEN: Final = 10

UNSAID: Final = -1
"""The posture of an order that names none yet."""


class Said(Record):
    """What is said once, and how much of what is said several times."""

    word: int
    """The command, one of `orders.COMMANDS`; `NOTHING` for none."""
    last: int
    """The kind of the last word."""
    word_before: int
    """The last word that is none of point, number, unit; `orders.MISSION` after a cell of one."""
    place: int
    """The number of a cell; 0 for none."""
    role: int
    """`orders.CLOSE` or `orders.BEHIND`; `NOTHING` for none."""
    of_strike: int
    """1 where an air strike is to be cancelled."""
    units: int
    others: int
    orders: int
    amounts: int
    classes: int
    aircraft: int


class Next(Record):
    """What may come next."""

    bits: int
    """A bit for each of the words below `orders.DIGIT`."""
    digits: int
    """1 for yes, as of all below."""
    classes: int
    """Those that are not named yet."""
    postures: int
    resources: int
    """Those that are not named yet."""
    units: int
    cells: int
    expected: int
    """What is expected, by its number in `drafts`."""


class Sentence(Block):
    """What a draft of at most so many words says so far."""

    said: Said
    next: Next
    draft: Int = array("word")
    """The draft itself."""
    units: Int = array("word")
    """Rows: of the task force, or the givers."""
    others: Int = array("word")
    """Rows: takers, or recipients."""
    places: Int = array("word")
    """Of the orders of a mission (IDX-3.1)."""
    postures: Int = array("word")
    starts: Int = array("word", NUMBER_WIDTH)
    """Numbers, by the columns above; without digits for at once."""
    resources: Int = array("word")
    """Types of resources, from 0, and how much of each:"""
    amounts: Int = array("word", NUMBER_WIDTH)
    classes: Int = array("word")
    """Posture classes, from 1 to 4."""
    aircraft: Int = array("word", NUMBER_WIDTH)
    mode: Int = array(NUMBER_WIDTH)
    """The transport mode."""
    size: Int = array(NUMBER_WIDTH)
    """Of a delivery."""


@inline_kernel
def is_written(number: Int) -> bool:
    """Whether anything is written of a number."""
    return bool(number[WHOLE] + number[POINTED] > 0)


@inline_kernel
def value_of(number: Int) -> float:
    """A number as a float, the nearest to its digits; 0 where nothing is written."""
    unit = 1
    for _ in range(number[FRACTION]):
        unit *= TEN
    return float(number[DIGITS]) / float(unit)


@kernel
def read_words(sentence: Sentence, count: int, first_unit: int, first_cell: int) -> None:
    """Read the first words of a sentence; `first_unit`, `first_cell`: codes of an `OrderBook`."""
    said = sentence.said
    said.word = said.last = said.word_before = said.role = NOTHING
    said.place = said.of_strike = 0
    said.units = said.others = said.orders = said.amounts = said.classes = said.aircraft = 0
    fill(sentence.mode, 0)
    fill(sentence.size, 0)
    for i in range(count):
        code = sentence.draft[i]
        if code >= first_cell:
            read_cell(sentence, code - first_cell + 1)
        elif code >= first_unit:
            read_unit(sentence, code - first_unit)
        elif code >= o.FIRST_RESOURCE:
            sentence.resources[said.amounts] = code - o.FIRST_RESOURCE
            fill(sentence.amounts[said.amounts], 0)
            said.amounts += 1
            said.last = RESOURCE
        elif code >= o.POSTURE:
            posture = code - o.POSTURE
            if said.orders > 0:
                gone = posture == o.POSTURES
                sentence.postures[said.orders - 1] = GONE if gone else posture
            said.last = POSTURE
        elif code >= o.CLASS:
            sentence.classes[said.classes] = code - o.CLASS + 1
            said.classes += 1
            said.last = CLASS
        elif code >= o.DIGIT:
            read_mark(sentence, code - o.DIGIT)
            said.last = DIGIT
        else:
            read_word(sentence, code)


@inline_kernel
def read_word(sentence: Sentence, word: int) -> None:
    """The name of a command, or a word within one."""
    said = sentence.said
    if said.word == NOTHING:
        said.word = word
    elif word == o.POINT:
        read_mark(sentence, o.POINT)
    elif word == o.STRIKE:
        said.of_strike = 1
    elif word == o.CLOSE or word == o.BEHIND:  # noqa: PLR1714 - Numba makes a list of a tuple
        said.role = word
    elif word == o.WITH:
        fill(sentence.aircraft[said.aircraft], 0)
        said.aircraft += 1
    said.last = WORD
    if word != o.POINT:
        said.word_before = word


@inline_kernel
def read_unit(sentence: Sentence, unit: int) -> None:
    """One more of a list of units."""
    said = sentence.said
    if said.word_before == o.TO:
        sentence.others[said.others] = unit
        said.others += 1
    else:
        sentence.units[said.units] = unit
        said.units += 1
    said.last = UNIT


@inline_kernel
def read_cell(sentence: Sentence, cell: int) -> None:
    """Where the next order of a mission leads, or what a command is about."""
    said = sentence.said
    if said.word == o.MISSION:
        sentence.places[said.orders] = cell
        sentence.postures[said.orders] = UNSAID
        fill(sentence.starts[said.orders], 0)
        said.orders += 1
        said.word_before = o.MISSION
    else:
        said.place = cell
    said.last = CELL


@kernel
def read_mark(sentence: Sentence, mark: int) -> None:
    """One more digit, or `orders.POINT`, of the number that is being written."""
    said = sentence.said
    if said.word == o.TRANSFER:
        if said.amounts > 0:
            add_mark(sentence.amounts[said.amounts - 1], mark)
    elif said.word == o.STRIKE:
        if said.aircraft > 0:
            add_mark(sentence.aircraft[said.aircraft - 1], mark)
    elif said.word_before == o.AT:
        if said.orders > 0:
            add_mark(sentence.starts[said.orders - 1], mark)
    elif said.word_before == o.STACKED:
        add_mark(sentence.mode, mark)
    else:
        add_mark(sentence.size, mark)


@inline_kernel
def add_mark(number: Int, mark: int) -> None:
    """Write a digit, or the point, behind a number."""
    if mark == o.POINT:
        number[POINTED] = 1
        return
    number[DIGITS] = number[DIGITS] * TEN + mark
    number[FRACTION if number[POINTED] == 1 else WHOLE] += 1
