"""TOML is read as strictly as JSON: what JSON has no word for is refused, with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import MAX_DEPTH, parse_json
from hexfront.core.documents.stricttoml import parse_toml, read_document
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = nan", r"place: found <nan>, expected a finite number"),
        ("a = [1.0, -inf]", r"<-inf>"),
        ("a = +nan", r"<\+nan>"),
        ("a = 1e999", r"'1e999', expected a finite number"),
        ("a = 0." + "1" * 100, r"a finite number"),
        ("a = 1979-05-27", r"place: /a: found <1979-05-27>, expected .* no date or time"),
        ("a = 1979-05-27T07:32:00Z", r"/a: found <1979-05-27 07"),
        ("[t]\nb = [{c = 07:32:00}]", r"/t/b/0/c: found <07:32:00>"),
        ("a = " + "1" * 31, r"/a: found <31 digits>, expected a number of at most 30 digits"),
        ("a = 0x" + "f" * 4000, r"a number of at most 30 digits"),
        ("a = -" + "9" * 5000, r"a number of at most 30 digits"),
        ("a = 1\na = 2", r"end: found <end of text>, .*Cannot overwrite a value"),
        ("[a]\n[b]\n[a]", r"line 3 column 3: found '\]', .*Cannot declare"),
        ("a = 'x", r"line 1 column 7: found '<end of line>'|<end of line>|end: found"),
        ("a = tru\nb = 1", r"line 1 column 5: found 'tru', expected TOML"),
        ("x = 1\r\ny = @", r"line 2 column 5: found '@'"),
        ("a =", r"found <end of|Invalid value"),
        ('{"a": 1}', r"line 1 column 1"),
        ('a = "\\ud800"', r"TOML"),
        ('a = "\x00"', r"TOML"),
        ("\n\na = " + "[" * 33 + "]" * 33, r"line 3: found <nesting deeper than 32>"),
        ("a = " + "[" * 1_000_000, r"nesting deeper"),
        ("[a]\n" * 200_002, r"found <200001 tables>, expected at most 200000"),
        ("a = " + "{a = " * 40, r"nesting deeper"),
        (".".join("a" * 40) + " = 1", r"nesting deeper"),
        ("[" + " . ".join(['"a"'] * 40) + "]", r"nesting deeper"),
        ("[" + ".".join("a" * 30) + "]\n" + ".".join("b" * 30) + " = 1", r"nesting deeper"),
    ],
)
def test_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as failure:
        parse_toml(text, "place")
    assert failure.value.problems[0].place.startswith("place")


def test_brackets_and_points_that_nest_nothing() -> None:
    text = '''
    # it's [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ no . . . . . . . . . . . . . . . . . . . . . . . list
    a = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ \\" ["
    b = '{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{'
    c = """[[[[[[[[[[[[[[[[[[[[[[ "" [[[[[[[[[[[[[[ \\""" [[[[[[[[[[ """
    d = \'\'\'[[[[[[[[[[[[[[[[[[[[[[ ' [[[[[[[[[[[[[[[[[[[[[[[[[[\'\'\'
    e = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5,
         17.5, 18.5, 19.5, 20.5, 21.5, 22.5, 23.5, 24.5, 25.5, 26.5, 27.5, 28.5, 29.5, 30.5, 31.5,
         32.5, 33.5, 34.5, 35.5, 36.5]
    '''
    table = parse_toml(text, "place")
    assert len(table["e"]) == 36
    assert table["b"] == "{" * 40


def test_as_deep_as_json() -> None:
    text = "a = " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert parse_toml(text, "x") == parse_json('{"a": ' + text[4:] + "}", "x")


def test_size_and_bytes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at most 10 bytes"):
        parse_toml("a = 'long text'", "x", 10)
    with pytest.raises(InputError, match="byte 5"):
        parse_toml(b"a = '\xff'", "x")
    assert parse_toml(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n", "x") == {"a": 1, "b": 2}
    path = tmp_path / "none.toml"
    with pytest.raises(InputError, match=r"none\.toml: found <No such file"):
        read_document(path)


@pytest.mark.parametrize(
    "text",
    [sign * (3_000_000 // len(sign)) for sign in ("[", "a.", '"', "'''", "\\", "#")],
)
def test_bad_text_is_refused_at_once(text: str) -> None:
    """Quadratic time would be hours."""
    with pytest.raises(InputError):
        parse_toml("a = " + text + "\n[", "x")


@settings(max_examples=200)
@given(st.text(alphabet="ab.=[]{}\"'#\\\n, 1-", max_size=60))
def test_any_text_gives_a_table_or_an_input_error(text: str) -> None:
    try:
        table = parse_toml(text, "x")
    except InputError:
        return
    assert parse_json(json.dumps(table), "x") == table


def test_a_scenario_of_any_system_may_be_toml(tmp_path: Path) -> None:
    system = find_system("brigade")
    shipped = load_scenario(system)
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"{k} = {_inline(v)}\n" for k, v in shipped.document.items()))
    assert load_scenario(system, path).document == shipped.document
    with pytest.raises(InputError, match=r"a file ending in \.json or \.toml, or one of: "):
        load_scenario(system, "mine.yaml")


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)
