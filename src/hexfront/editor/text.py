"""Documents as text that a person reads and edits: JSON and TOML, lists of hexes in short."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

from hexfront.core.documents.places import lines_of
from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.documents.stricttoml import parse_document
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.hex_lists.expanding import Origins, expand
from hexfront.core.hex_lists.forms import ROWS, HexLists
from hexfront.core.hex_lists.shortening import shorten

TextForm: TypeAlias = Literal["json", "toml"]

_WIDTH: Final = 100
_SHORT: Final = 24
"""Entries of a list of which a line has as many as fit."""
_BARE: Final = re.compile("[A-Za-z0-9_-]+")


def write_text(document: Json, form: TextForm, lists: HexLists | None = None) -> str:
    """A document as text, with its lists of hexes in short; read again, it is the same.

    Errors: `InputError` for a null in TOML, which has none.
    """
    document = shorten(document, lists)
    if form == "json":
        return "\n".join(_json_lines(document, "")) + "\n"
    _refuse_null(document, ())
    return "\n".join(_toml_table(document, ())).strip("\n") + "\n"


def read_text(
    text: str,
    form: TextForm,
    place: str,
    limit: int,
    lists_of: Callable[[Json], HexLists | None] | None = None,
) -> Json:
    """The document that a text says, with its lists of hexes made long.

    Errors: `InputError` with the line.
    """
    name = f"{place}.{form}"
    document = parse_document(text.encode(), Path(name), limit)
    if not isinstance(document, dict):
        raise InputError.at(name, document, "an object")
    made = expand(document, lists_of(document) if lists_of else None)
    if made.problems:
        lines = lines_at(text, form, [at for at, _, _ in made.problems])
        told = [
            Problem(f"{name}: line {line}: {at}", shown(found), expected)
            for line, (at, found, expected) in zip(lines, made.problems, strict=True)
        ]
        raise InputError(told)
    return made.document


def places_in_text(document: Json, lists: HexLists | None) -> Origins:
    """Where in what `write_text` writes of a document its places are."""
    return expand(shorten(document, lists), lists).origins


def lines_at(text: str, form: TextForm, places: Sequence[str]) -> list[int]:
    """The lines, from 1, of values by their JSON pointers, or of what is nearest around each."""
    wanted = [at.partition(" (")[0] for at in places]
    try:
        lines = lines_of(text, form == "toml", wanted)
    except (RecursionError, StopIteration):
        return [1 for _ in places]
    return [_nearest(at, lines) for at in wanted]


def _nearest(at: str, lines: Mapping[str, int]) -> int:
    while at and at not in lines:
        at = at.rpartition("/")[0]
    return lines.get(at, 1)


def _dumped(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _json_lines(value: Json, indent: str) -> Iterator[str]:
    """JSON in lines: what fits stands in one."""
    whole = _dumped(value)
    apart = isinstance(value, dict) and (not indent or _holds_rows(value))
    fits = len(indent) + len(whole) <= _WIDTH and not apart
    if not value or not isinstance(value, dict | list) or fits:
        yield whole
        return
    inner = indent + "  "
    if isinstance(value, list) and all(len(_dumped(one)) <= _SHORT for one in value):
        yield from ("[", *_filled([_dumped(one) for one in value], inner), f"{indent}]")
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    entries = [*value.items()] if isinstance(value, dict) else [("", one) for one in value]
    yield opening
    for number, (key, one) in enumerate(entries):
        lines = [*(_json_rows(one, inner) if _is_rows(key, one) else _json_lines(one, inner))]
        if isinstance(value, dict):
            lines[0] = f"{_dumped(key)}: {lines[0]}"
        if number < len(entries) - 1:
            lines[-1] += ","
        yield inner + lines[0]
        yield from lines[1:]
    yield indent + closing


def _filled(words: list[str], indent: str) -> Iterator[str]:
    """Words with commas between them, as many in a line as fit."""
    line = ""
    for number, word in enumerate(words):
        more = word + ("," if number < len(words) - 1 else "")
        if line and len(indent) + len(line) + 1 + len(more) > _WIDTH:
            yield indent + line
            line = ""
        line = f"{line} {more}" if line else more
    yield indent + line


def _json_rows(rows: list[str], indent: str) -> Iterator[str]:
    yield "["
    yield from (f"{indent}  {_dumped(row)}," for row in rows[:-1])
    yield f"{indent}  {_dumped(rows[-1])}"
    yield f"{indent}]"


def _is_rows(key: str, value: Json) -> bool:
    """Whether a value is rows of hexes, which stand below each other."""
    listed = key == ROWS and isinstance(value, list) and bool(value)
    return listed and all(isinstance(row, str) for row in value)


def _holds_rows(value: Json) -> bool:
    entries = value.items() if isinstance(value, dict) else ()
    return any(_is_rows(key, one) or _holds_rows(one) for key, one in entries)


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
        apart = _is_rows(key, value) or (isinstance(value, dict) and (not at or _holds_rows(value)))
        if len(whole) <= _WIDTH and not apart:
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
    if _is_rows(key, value):
        yield from (f"  {_toml_value(row)}," for row in value)
        value = []
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
