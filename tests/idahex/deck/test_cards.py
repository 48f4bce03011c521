"""Cards and their fields, as FORTRAN reads them (9.1)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.systems.idahex.deck.cards import (
    Card,
    Slot,
    is_adrift,
    join_cards,
    make_format,
    parse_field,
    shortest,
    split_cards,
    write_field,
)

pytestmark = pytest.mark.clause("IDX-8")
REAL = Slot("f", 11, 20)
WHOLE = Slot("i", 1, 10)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("8i10", [("i", 10 * n + 1, 10 * n + 10) for n in range(8)]),
        ("8f10.0", [("f", 10 * n + 1, 10 * n + 10) for n in range(8)]),
        ("i5,5x,a48", [("i", 1, 5), ("a", 11, 58)]),
        ("10x,7f10.0", [("f", 10 * n + 1, 10 * n + 10) for n in range(1, 8)]),
        ("3i10,f10.0", [("i", 1, 10), ("i", 11, 20), ("i", 21, 30), ("f", 31, 40)]),
        ("l10,2i10", [("l", 1, 10), ("i", 11, 20), ("i", 21, 30)]),
    ],
)
def test_a_format_tells_the_columns(text: str, slots: list[tuple[str, int, int]]) -> None:
    assert list(make_format(text)) == slots


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("       .25", 0.25),
        ("     1.0E3", 1000.0),
        ("        5.", 5.0),
        ("        15", 15.0),
        ("          ", 0.0),
        ("     -.5  ", -0.5),
        ("     2D-3 ", 0.002),
        ("     1.5+2", 150.0),
        ("+3        ", 3.0),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert parse_field("f", text) == value


@pytest.mark.parametrize(
    "text", ["1A5", "1 5", "1,5", "--1", ".", "1E", "1E999", "٣", "1_0", "nan"]
)
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="a number"):
        parse_field("f", text.rjust(10))


@pytest.mark.parametrize("text", ["1.", "1.0", "A", "1 2", "-", "\t1"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="whole number"):
        parse_field("i", text.rjust(10))


@pytest.mark.parametrize(
    ("text", "value"),
    [("T", True), ("f", False), (".TRUE.", True), ("", False), ("false", False)],
)
def test_logical_values(text: str, value: bool) -> None:
    assert parse_field("l", text.rjust(10)) is value
    with pytest.raises(ValueError, match="T or F"):
        parse_field("l", "         1")


def test_the_sixth_column_of_a_resource_is_not_read() -> None:
    assert parse_field("p", "small arms ") == "small arms"
    assert parse_field("p", "anti-tank  ") == "anti- ank"
    assert parse_field("p", "ammo       ") == "ammo"
    with pytest.raises(ValueError, match="sixth letter"):
        write_field(Slot("p", 1, 11), "anti-tank")


def test_a_short_card_goes_on_with_blanks() -> None:
    card = Card(1, "        12", "\n")
    assert card.field(WHOLE) == "        12"
    assert card.field(REAL) == " " * 10
    assert Card(2, "1234567890.5", "").field(REAL) == ".5        "


@given(st.text(alphabet="ab \r\n\x0b\x85 1.", max_size=60))
def test_splitting_loses_nothing(text: str) -> None:
    cards = split_cards(text)
    assert join_cards(cards) == text
    assert [card.number for card in cards] == list(range(1, len(cards) + 1))
    assert all("\n" not in card.text for card in cards)
    assert len(cards) == text.count("\n") + (not text.endswith("\n") and text != "")


@given(st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_a_number_is_written_as_short_as_it_can_be(digits: int, places: int) -> None:
    value = digits / 10**places
    text = write_field(REAL, value)
    assert len(text) == 10
    assert text == text.strip(" ").rjust(10)
    assert parse_field("f", text) == value
    decimals = f"{abs(digits):0{places + 1}d}"
    whole, part = decimals[: len(decimals) - places], decimals[len(decimals) - places :]
    plain = (whole.lstrip("0") + "." + part.rstrip("0")).rstrip(".") or "0"
    assert text.strip(" ").lstrip("-") == (plain if plain != "" else "0")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_that_does_not_fit_is_refused(value: float) -> None:
    try:
        text = write_field(REAL, value)
    except ValueError as error:
        assert "10 columns" in str(error)
        assert all(float(f"{value:.{n}E}") != value for n in range(3))
    else:
        assert len(text) == 10
        assert parse_field("f", text) == value


def test_small_and_large_numbers_get_an_exponent() -> None:
    assert shortest(1e-12, 10) == "1E-12"
    assert shortest(1.25e30, 10) == "1.25E30"
    assert shortest(0.00001, 10) == ".00001"
    assert shortest(999999999.0, 10) == "999999999"
    assert shortest(-0.25, 10) == "-.25"
    assert len(shortest(1 / 3, 10)) > 10
    for value in (math.inf, -math.inf, math.nan):
        with pytest.raises(ValueError, match="beyond all bounds"):
            write_field(REAL, value)


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers(value: int) -> None:
    if len(str(value)) > 10:
        with pytest.raises(ValueError, match="10 columns"):
            write_field(WHOLE, value)
    else:
        assert parse_field("i", write_field(WHOLE, value)) == value


@given(st.text(max_size=20))
def test_names_come_back_or_are_refused(name: str) -> None:
    slot = Slot("a", 1, 16)
    try:
        text = write_field(slot, name)
    except ValueError:
        bad = len(name) > 16 or name != name.strip(" ") or "\n" in name or "\r" in name
        assert bad
    else:
        assert len(text) == 16
        assert parse_field("a", text) == name


def test_blanks_after_a_number_are_noticed() -> None:
    assert is_adrift(WHOLE, "12        ")
    assert is_adrift(REAL, "       15 ")
    assert not is_adrift(REAL, "       1. ")
    assert not is_adrift(WHOLE, "        12")
    assert not is_adrift(WHOLE, "          ")
