"""JSON is read strictly: whatever parsers let through is refused, with its place."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import (
    MAX_DEPTH,
    MAX_DIGITS,
    parse_json,
    pointer,
    read_json,
    write_json,
)
from hexfront.core.errors import InputError


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NaN", r"found <NaN>, expected a finite number"),
        ('{"a": [1, NaN]}', r"<NaN>"),
        ("Infinity", r"<Infinity>"),
        ("-Infinity", r"<-Infinity>"),
        ("1e999", r"'1e999', expected a finite number"),
        ("-1e999", r"a finite number"),
        ("1e-400000000000000000000000000000000000000000000000000000000000", r"a finite number"),
        ('{"a": 1, "a": 1}', r"<key 'a' twice>, expected each key once"),
        ('[{"x": {"a": 1, "b": 2, "a": 3}}]', r"<key 'a' twice>"),
        ("[" * 33 + "]" * 33, r"line 1: found <nesting deeper than 32>"),
        ("\n\n" + '{"a":' * 40, r"line 3: found <nesting deeper"),
        ("[" * 1_000_000, r"<nesting deeper"),
        ("{" + ",".join(f'"{n}":0' for n in range(200_001)) + "}", r"<an object of 200001 keys>"),
        ("1" * 31, r"a number of at most 30 digits"),
        ("-" + "9" * 5000, r"a number of at most 30 digits"),
        ("0." + "1" * 100, r"a finite number"),
        ("", r"line 1 column 1: found '<end of text>|<end of text>"),
        ("  \n ", r"<end of text>"),
        ("{", r"line 1 column 2"),
        ('{\n "a": tru}', r"line 2 column 7: found 'tru"),
        ("[1,]", r"line 1 column"),
        ("{'a': 1}", r"JSON"),
        ("[1] 2", r"Extra data"),
        ('"\x00"', r"control character"),
        ('"\\x"', r"escape"),
        ("01", r"Extra data"),
        ("// comment\n1", r"JSON"),
        ('"\\ud800"', r"single surrogate"),
        ('{"\\udfff": 1}', r"single surrogate"),
        ("\ufeff1", r"line 1 column 1|BOM"),
    ],
)
def test_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as failure:
        parse_json(text, "file.json")
    assert str(failure.value).startswith("file.json")
    assert len(str(failure.value)) < 300


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff", r"file\.json: byte 0: found b'\\xff', expected UTF-8 text"),
        (b'{"a": "\xc3("}', r"byte 7"),
        (b"\xed\xa0\x80", r"byte 0"),
        (b"\xfe\xff\x00[\x00]", r"UTF-8 text"),
        (b"\x80" * 3, r"UTF-8"),
    ],
)
def test_bytes_that_are_not_utf8(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_json(data, "file.json")


def test_too_long() -> None:
    with pytest.raises(InputError, match="found <more than 10 bytes>, expected at most 10 bytes"):
        parse_json(b"[" + b" " * 20 + b"]", "f", limit=10)
    with pytest.raises(InputError, match="more than 10 bytes"):
        parse_json("[" + " " * 20 + "]", "f", limit=10)
    assert parse_json(b"[1,2,3,45]", "f", limit=10) == [1, 2, 3, 45]


def test_what_is_fine() -> None:
    assert parse_json("\ufeff[1]".encode(), "f") == [1]
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH, "f")
    assert parse_json('"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["', "f").startswith("[[[")
    assert parse_json('["\\"[", [[]], "\\\\"]', "f") == ['"[', [[]], "\\"]
    assert parse_json("9" * MAX_DIGITS, "f") == int("9" * MAX_DIGITS)
    assert parse_json("-0.0", "f") == 0.0
    assert parse_json('"\\ud83d\\ude00"', "f") == "😀"
    assert parse_json("null", "f") is None
    assert parse_json('{"a": 1, "b": {"a": 2}}', "f") == {"a": 1, "b": {"a": 2}}


@pytest.mark.parametrize("value", [math.nan, math.inf, {"a": -math.inf}])
def test_what_is_not_a_number_is_not_written(value: object) -> None:
    with pytest.raises(ValueError, match=r"Out of range|not JSON"):
        write_json(value)


def test_writing_is_the_same_for_equal_values() -> None:
    assert write_json({"b": 1, "a": [1, 2.5, "ü"]}) == '{"a":[1,2.5,"ü"],"b":1}'
    assert write_json({"a": 1, "b": 2}) == write_json({"b": 2, "a": 1})
    assert "\n" not in write_json({"a": "x\ny\u2028"})


def test_half_a_character_can_be_written_and_sent() -> None:
    """Text from inside can hold one; what is written must still be UTF-8."""
    assert write_json("\ud800").encode("utf-8") == b'"\\ud800"'
    assert write_json({"\udfff": "ü"}).encode("utf-8") == '{"\\udfff":"ü"}'.encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**29), 10**29)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@settings(max_examples=200)
@given(JSON)
def test_written_values_are_read_again(value: object) -> None:
    assert parse_json(write_json(value), "f") == value
    assert parse_json(write_json(value).encode(), "f") == value


@settings(max_examples=400)
@given(st.binary(max_size=60) | st.text('[]{}":,\\ud8 \n01e-+.NaIft\ufeff\x00', max_size=60))
def test_only_input_errors(data: bytes | str) -> None:
    try:
        value = parse_json(data, "f")
    except InputError:
        return
    assert value == json.loads(data)


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 2_000_000, '["' * 2_000_000, '"' * 4_000_001, "\\" * 4_000_000, '"\\']
)
def test_no_text_takes_long(text: str) -> None:
    """Open strings of escaped quotes once took quadratic time; this would take hours."""
    with pytest.raises(InputError):
        parse_json(text, "f")


def test_surrogates_that_are_none() -> None:
    assert parse_json('"\\\\ud800"', "f") == "\\ud800"
    assert parse_json('["\\ud83d\\ude00", "\\uD83D\\uDE00"]', "f") == ["😀", "😀"]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with pytest.raises(InputError, match=r"a\.json: found <No such file or directory>"):
        read_json(path)
    with pytest.raises(InputError, match="a file that can be read"):
        read_json(tmp_path)
    path.write_bytes(b"[" + b"1," * 100)
    with pytest.raises(InputError, match="more than 50 bytes"):
        read_json(path, limit=50)
    path.write_text('{"a": 1}')
    assert read_json(path) == {"a": 1}
    with pytest.raises(InputError, match="a file that can be read"):
        read_json(Path("a\0b"))


def test_pointers() -> None:
    assert pointer() == ""
    assert pointer("a", 0, "b/c", "d~e") == "/a/0/b~1c/d~0e"
