"""Reading JSON without the liberties that parsers take.

Refused, each with its line and column or JSON pointer: NaN and infinities,
duplicate keys, deep nesting, numbers of absurd length, bytes that are not
UTF-8, single surrogates, and text over the size limit.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, TypeAlias

from hexfront.core.errors import InputError, shown

Json: TypeAlias = Any
"""None, bool, int, float, str, list or dict with string keys."""

MAX_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 32
MAX_DIGITS = 30
MAX_KEYS = 200_000
"""Of an object; the largest map has 40,000 hexes and 120,000 routes."""

# Possessive, and an open string runs to the end: no text takes more than one pass.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


def read_json(path: Path, limit: int = MAX_BYTES) -> Json:
    """The value in a file. Errors: `InputError` naming the file."""
    return parse_json(read_bytes(path, limit), str(path), limit)


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """A file, of which no more is read than it takes to see that it is over the limit.

    Errors: `InputError` naming the file.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError.at(str(path), f"<{reason}>", "a file that can be read") from None


def parse_json(data: bytes | str, place: str, limit: int = MAX_BYTES) -> Json:
    """The value in a text. `place` names the text in errors (`InputError`)."""
    if isinstance(data, bytes):
        if len(data) > limit:
            raise InputError.at(place, f"<more than {limit} bytes>", f"at most {limit} bytes")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError.at(
                f"{place}: byte {error.start}", data[error.start : error.start + 1], "UTF-8 text"
            ) from None
    else:
        text = data
        if len(text) > limit:
            raise InputError.at(place, f"<more than {limit} bytes>", f"at most {limit} bytes")
    _check_depth(text, place)
    try:
        value = json.loads(
            text,
            object_pairs_hook=lambda pairs: _object(pairs, place),
            parse_constant=lambda name: _constant(name, place),
            parse_int=lambda digits: _integer(digits, place),
            parse_float=lambda digits: _float(digits, place),
        )
    except json.JSONDecodeError as error:
        found = text[error.pos : error.pos + 20] or "<end of text>"
        raise InputError.at(
            f"{place}: line {error.lineno} column {error.colno}", found, f"JSON ({error.msg})"
        ) from None
    if _SURROGATE.search(text):
        _check_characters(value, place)
    return value


_WRITER: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False
)


def write_json(value: Json) -> str:
    """One line of JSON, the same for equal values: sorted keys, no spaces, no NaN."""
    text = _WRITER.encode(value)
    # Half a surrogate pair becomes its escape, so that the line is always UTF-8.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def pointer(*parts: str | int) -> str:
    """A JSON pointer (RFC 6901) from keys and indices."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def _check_characters(value: Json, place: str) -> None:
    """Refuse half a surrogate pair, which no UTF-8 file can hold again."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        half = text[error.start : error.start + 1]
        raise InputError.at(place, half, "whole characters, no single surrogate") from None


def _check_depth(text: str, place: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return  # as in most texts; those in strings are counted too
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        mark = match.group()
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                line = text.count("\n", 0, match.start()) + 1
                raise InputError.at(
                    f"{place}: line {line}", f"<nesting deeper than {MAX_DEPTH}>", "flatter JSON"
                )
        elif mark in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Json]], place: str) -> dict[str, Json]:
    if len(pairs) > MAX_KEYS:
        raise InputError.at(place, f"<an object of {len(pairs)} keys>", f"at most {MAX_KEYS}")
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InputError.at(place, f"<key {shown(key)} twice>", "each key once")
            seen.add(key)
    return result


def _constant(name: str, place: str) -> Json:
    raise InputError.at(place, f"<{name}>", "a finite number")


def _integer(digits: str, place: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise InputError.at(place, digits, f"a number of at most {MAX_DIGITS} digits")
    return int(digits)


def _float(digits: str, place: str) -> float:
    value = float(digits)
    if len(digits) > 2 * MAX_DIGITS or value in (float("inf"), float("-inf")):
        raise InputError.at(place, digits, "a finite number")
    return value
