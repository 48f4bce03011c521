"""Documents as text that a person reads and edits: JSON and TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias

from hexfront.core.documents.places import lines_of
from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.documents.stricttoml import parse_document
from hexfront.core.errors import InputError

TextForm: TypeAlias = Literal["json", "toml"]

_WIDTH: Final = 100
_BARE: Final = re.compile("[A-Za-z0-9_-]+")


def write_text(document: Json, form: TextForm) -> str:
    """A document as text; read again, it is the same.

    Errors: `InputError` for a null in TOML, which has none.
    """
    if form == "json":
        return "\n".join(_json_lines(document, "")) + "\n"
    _refuse_null(document, ())
    return "\n".join(_toml_table(document, ())).strip("\n") + "\n"


def read_text(text: str, form: TextForm, place: str, limit: int) -> Json:
    """The document that a text says. Errors: `InputError` with the line."""
    document = parse_document(text.encode(), Path(f"{place}.{form}"), limit)
    if not isinstance(document, dict):
        raise InputError.at(f"{place}.{form}", document, "an object")
    return document


def line_of(text: str, form: TextForm, at: str) -> int:
    """The line, from 1, of a value by its JSON pointer, or of what is nearest around it."""
    try:
        lines = lines_of(text, form == "toml")
    except (RecursionError, StopIteration):
        return 1
    while at and at not in lines:
        at = at.rpartition("/")[0]
    return lines.get(at, 1)


def _dumped(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _json_lines(value: Json, indent: str) -> Iterator[str]:
    """JSON in lines: what fits stands in one."""
    whole = _dumped(value)
    outermost = not indent and isinstance(value, dict)
    fits = len(indent) + len(whole) <= _WIDTH and not outermost
    if not value or not isinstance(value, dict | list) or fits:
        yield whole
        return
    inner = indent + "  "
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    entries = [*value.items()] if isinstance(value, dict) else [("", one) for one in value]
    yield opening
    for number, (key, one) in enumerate(entries):
        lines = [*_json_lines(one, inner)]
        if isinstance(value, dict):
            lines[0] = f"{_dumped(key)}: {lines[0]}"
        if number < len(entries) - 1:
            lines[-1] += ","
        yield inner + lines[0]
        yield from lines[1:]
    yield indent + closing


def _refuse_null(value: Json, at: tuple[str | int, ...]) -> None:
    if value is None:
        raise InputError.at(f"TOML: {pointer(*at)}", None, "a value; TOML has no null, JSON has")
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            _refuse_null(one, (*at, key))


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _toml_value(key)


def _toml_value(value: Json) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_toml_key(key)} = {_toml_value(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    # A text of JSON is one of TOML; DEL alone must be escaped there and not here.
    return _dumped(value).replace("\x7f", "\\u007f")


def _toml_table(table: dict[str, Json], at: tuple[str, ...]) -> Iterator[str]:
    """Plain values, then tables, since what follows a header belongs to it."""
    tables: list[tuple[str, Json]] = []
    for key, value in table.items():
        whole = f"{_toml_key(key)} = {_toml_value(value)}"
        if len(whole) <= _WIDTH and not (isinstance(value, dict) and not at):
            yield whole
        elif isinstance(value, dict) and value:
            tables.append((key, value))
        elif isinstance(value, list):
            if value and all(isinstance(one, dict) for one in value) and _is_long(value):
                tables.append((key, value))
            else:
                yield from _toml_list(key, value)
        else:
            yield whole
    for key, value in tables:
        inner = (*at, key)
        name = ".".join(map(_toml_key, inner))
        for one in value if isinstance(value, list) else [value]:
            yield ""
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _toml_table(one, inner)


def _is_long(entries: list[Json]) -> bool:
    """Whether an entry does not fit into a line."""
    return any(len(_toml_value(entry)) > _WIDTH - 6 for entry in entries)


def _toml_list(key: str, value: list[Json]) -> Iterator[str]:
    """A list in several lines, as much in each as fits."""
    yield f"{_toml_key(key)} = ["
    line = "   "
    for one in value:
        word = f" {_toml_value(one)},"
        if len(line) + len(word) > _WIDTH and line.strip():
            yield line
            line = "   "
        line += word
    if line.strip():
        yield line
    yield "]"
