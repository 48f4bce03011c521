"""Commands in words: what is typed, word by word, and what it means."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.core.errors import InputError
from hexfront.systems.idahex.rules.command.commands import CommandReader
from hexfront.systems.idahex.rules.command.drafts import Command, Desired, Grammar, understand
from hexfront.systems.idahex.scenario import orders as o

NUMBERS = (4, 9, 21, 50, 150)
BOOK = o.OrderBook(9, NUMBERS, 60)
RESOURCES = ("small arms", "anti-tank", "tanks", "arty", "ammo", "fuel & other", "pers")
UNITS = {str(number): row for row, number in enumerate(NUMBERS)}
READER = CommandReader(BOOK, UNITS, RESOURCES, 11)
GRAMMAR = Grammar(9, 2, 3)


def allowed(codes: tuple[int, ...], striking: bool = False) -> bool:
    """Whether the grammar allows every word of a command after those before it."""
    for at, code in enumerate(codes):
        command = understand(BOOK, codes[:at])
        ways = GRAMMAR.next_words(command, at, striking, 0)
        kind, value = BOOK.kind_of(code)
        fits = {
            "word": code in ways.words,
            "digit": ways.digits,
            "class": value in ways.classes,
            "posture": ways.postures,
            "resource": value in ways.resources,
            "unit": ways.units,
            "cell": ways.cells,
        }[kind]
        if not fits:
            return False
    return True


@pytest.mark.clause("IDX-4.1")
def test_the_mission_of_the_manual() -> None:
    codes = READER.read("mission 4,9 stacked 0: 16 31 at 0, 16 11, 12 10 at 2.65")
    assert allowed(codes)
    command = understand(BOOK, codes)
    assert command.units == [0, 1]
    assert command.mode == "0"
    assert command.orders == [Desired(16, 31, "0"), Desired(16, 11), Desired(12, 10, "2.65")]


@pytest.mark.clause("IDX-4.2.1", "IDX-4.2.2", "IDX-6", "IDX-2.3")
@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("mission 21: 6 hold; 9 transfer", ([2], [], 0)),
        ("transfer 17 from 4 9 to 21: 100 ammo, .5 fuel & other", ([0, 1], [2], 17)),
        ("transfer 17", ([], [], 17)),
        ("transfer 17 to 21: 3 small", ([], [2], 17)),
        ("delivery 50 27 size .25 to 4 9", ([3], [0, 1], 27)),
        ("delivery 50 27", ([3], [], 27)),
        ("cancel 4", ([0], [], 0)),
        ("cancel delivery 50 27", ([3], [], 27)),
        ("cancel strike 43", ([], [], 43)),
        ("strike 43 cas with 20 3", ([], [], 43)),
        ("strike 43 interdict 4 3 2 1 with 20", ([], [], 43)),
        ("stop", ([], [], 0)),
    ],
)
def test_commands_mean_what_they_say(text: str, meaning: tuple[list[int], list[int], int]) -> None:
    codes = READER.read(text)
    assert allowed(codes, striking=o.is_of_strikes(codes))
    command = understand(BOOK, codes)
    assert (command.units, command.others, command.place) == meaning


@pytest.mark.clause("IDX-6")
def test_aircraft_and_priorities() -> None:
    command = understand(BOOK, READER.read("strike 43 interdict 4 3 2 1 with 20, 7.5"))
    assert command.classes == [4, 3, 2, 1]
    assert command.aircraft == ["20", "7.5"]


@pytest.mark.clause("IDX-4.2.1")
def test_amounts() -> None:
    command = understand(BOOK, READER.read("transfer 17: 100 ammo, .5 7"))
    assert command.amounts == [(4, "100"), (6, "0.5")]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("", 1, "a command"),
        ("advance 4", 1, "one of: mission"),
        ("mission", 2, "a unit"),
        ("mission 4", 3, ":"),
        ("mission 5: 16 10", 2, "number of a unit"),
        ("mission 4: 61 10", 4, "1 to 60"),
        ("mission 4: 16 61", 5, "posture"),
        ("mission 4: 16 10 at -3", 7, "start time"),
        ("mission 4: 16 10 at 1e3", 7, "start time"),
        ("mission 4: 16 10 12", 6, "end of the command"),
        ("transfer 17: 5 gold", 5, "one of: small arms"),
        ("delivery 50", 3, "a cell"),
        ("strike 43 cas", 4, "with"),
        ("strike 43 interdict 5 1 2 3 with 4", 4, "posture class"),
        ("go 5", 2, "end of the command"),
        ("mission ٤: 16 10", 2, "number of a unit"),
        ("mission 4: 000000001999 10", 4, "number of a cell"),
        ("mission 4: 16 00000000099", 5, "posture"),
        ("transfer 17: 5 0000000019", 5, "one of: small arms"),
    ],
)
def test_a_wrong_word_is_named(text: str, word: int, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        READER.read(text)
    (problem,) = caught.value.problems
    assert problem.place == f"command: word {word}"
    assert expected in problem.expected


@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            [
                *(
                    "mission",
                    "transfer",
                    "delivery",
                    "cancel",
                    "strike",
                    "to",
                    "from",
                    "at",
                    "size",
                    ":",
                    ",",
                ),
                *(
                    "4",
                    "9",
                    "16",
                    "10",
                    "2.65",
                    "cas",
                    "interdict",
                    "with",
                    "stacked",
                    "ammo",
                    "-10",
                    "²",
                ),
            ]
        ),
        max_size=12,
    ).map(" ".join)
)
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        codes = READER.read(text)
    except InputError:
        return
    understand(BOOK, codes)


def test_random_words_always_make_sense() -> None:
    """Whatever the grammar allows can be understood, and every draft can be brought to an end."""
    for seed in range(300):
        random = Random(seed)
        codes: list[int] = []
        for _ in range(60):
            ways = GRAMMAR.next_words(understand(BOOK, codes), len(codes), seed % 2 == 0, 0)
            options = [*ways.words, *(o.CLASS + c - 1 for c in ways.classes)]
            options += [o.DIGIT + d for d in range(10) if ways.digits]
            options += [o.POSTURE + 10] * ways.postures + [BOOK.cell(5)] * ways.cells
            options += [BOOK.unit(random.randrange(5))] * ways.units
            options += [BOOK.resource(r) for r in ways.resources]
            assert options
            choice = random.choice(options)
            codes.append(choice)
            if choice in (o.END, o.GO):
                break
        command = understand(BOOK, codes)
        assert isinstance(command, Command)
        for _, amount in command.amounts:
            assert choice != o.END or float(amount) >= 0


def test_codes_are_written_and_read_again() -> None:
    for code in range(BOOK.actions):
        assert BOOK.read(BOOK.write(code)) == code
    assert BOOK.write(BOOK.unit(2)) == {"unit": 21}
    assert BOOK.write(BOOK.cell(60)) == {"cell": 60}


@pytest.mark.parametrize(
    "document",
    [
        None,
        3,
        {},
        {"unit": 5},
        {"unit": "4"},
        {"cell": 0},
        {"cell": True},
        {"word": "attack"},
        {"word": 3},
        {"tank": 1},
        {"unit": 4, "cell": 3},
        {"digit": 10},
        {"posture": -1},
    ],
)
def test_no_other_object_is_an_order(document: object) -> None:
    with pytest.raises(InputError):
        BOOK.read(document)
