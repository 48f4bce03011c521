"""Reading TOML as strictly as JSON is read, so that one document may stand in either form.

Refused, each with its line and column or JSON pointer: NaN and infinities, dates and
times, deep nesting, numbers of absurd length, bytes that are not UTF-8, and text over the
size limit.  Keys that stand twice are no TOML.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_KEYS,
    Json,
    parse_json,
    pointer,
    read_bytes,
)
from hexfront.core.errors import InputError

# Possessive, and an open string runs to the end: no text takes more than one pass.
_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\\?\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[{\]}.=,\n]",
    re.DOTALL,
)
_PLACE = re.compile(r" \((?:at line (\d+), column (\d+)|at end of document)\)$")
_WHOLE: Final = 10**MAX_DIGITS


def read_document(path: Path, limit: int = MAX_BYTES) -> Json:
    """The value in a file: TOML where its name ends in .toml, else JSON. Errors: `InputError`."""
    return parse_document(read_bytes(path, limit), path, limit)


def parse_document(data: bytes, path: Path, limit: int = MAX_BYTES) -> Json:
    """The value in what was read from a file, as `read_document` takes it."""
    parse = parse_toml if path.suffix == ".toml" else parse_json
    return parse(data, str(path), limit)


def parse_toml(data: bytes | str, place: str, limit: int = MAX_BYTES) -> dict[str, Json]:
    """The table in a text. `place` names the text in errors (`InputError`)."""
    if len(data) > limit:
        raise InputError.at(place, f"<more than {limit} bytes>", f"at most {limit} bytes")
    text = _decode(data, place) if isinstance(data, bytes) else data
    # Each becomes an object of its own before anybody can look at it.
    tables = text.count("\n[")
    if tables > MAX_KEYS:
        raise InputError.at(place, f"<{tables} tables>", f"at most {MAX_KEYS} tables")
    _check_depth(text, place)
    try:
        table: dict[str, Any] = tomllib.loads(text, parse_float=lambda word: _float(word, place))
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error), text, place) from None
    except ValueError:
        # Of Python itself: it turns no more than some thousand digits into a number.
        raise InputError.at(place, "<a very long number>", _SHORT) from None
    _check(table, place, ())
    return table


_SHORT: Final = f"a number of at most {MAX_DIGITS} digits"


def _decode(data: bytes, place: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = data[error.start : error.start + 1]
        raise InputError.at(f"{place}: byte {error.start}", found, "UTF-8 text") from None


def _no_toml(message: str, text: str, place: str) -> InputError:
    found = _PLACE.search(message)
    reason = message[: found.start()] if found else message
    if found is None or found[1] is None:
        return InputError.at(f"{place}: end", "<end of text>", f"TOML ({reason})")
    line, column = int(found[1]), int(found[2])
    rest = text.replace("\r\n", "\n").split("\n")[line - 1][column - 1 :]
    return InputError.at(
        f"{place}: line {line} column {column}", rest[:20] or "<end of line>", f"TOML ({reason})"
    )


def _check_depth(text: str, place: str) -> None:
    """Brackets within brackets, and the parts of a key; both are tables within tables."""
    depth = parts = 0
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        if mark == ".":
            parts += 1
        elif mark in "[{]}=,\n":
            parts = 0
        if depth > MAX_DEPTH or parts >= MAX_DEPTH:
            line = text.count("\n", 0, match.start()) + 1
            found = f"<nesting deeper than {MAX_DEPTH}>"
            raise InputError.at(f"{place}: line {line}", found, "flatter TOML")


def _float(word: str, place: str) -> float:
    value = float(word.replace("_", ""))
    if len(word) > 2 * MAX_DIGITS or not abs(value) < float("inf"):
        found = f"<{word}>" if word.isalpha() or word[1:].isalpha() else word
        raise InputError.at(place, found, "a finite number")
    return value


def _check(value: Json, place: str, at: tuple[str | int, ...]) -> None:
    """Only what JSON has too."""
    if len(at) > MAX_DEPTH:
        found = f"<nesting deeper than {MAX_DEPTH}>"
        raise InputError.at(f"{place}: {pointer(*at)}", found, "flatter TOML")
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(inner, place, (*at, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _check(inner, place, (*at, number))
    elif isinstance(value, int):
        if not -_WHOLE < value < _WHOLE:
            raise InputError.at(f"{place}: {pointer(*at)}", f"<{_digits(value)} digits>", _SHORT)
    elif not isinstance(value, str | float):
        expected = "a number, text, true or false; no date or time"
        raise InputError.at(f"{place}: {pointer(*at)}", f"<{value}>", expected)


def _digits(value: int) -> int:
    return int(value.bit_length() * 0.30103) + 1
