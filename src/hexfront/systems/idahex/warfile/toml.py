"""Writing documents as TOML that people can read and go on with.

Short tables stand on one line, long ones under a header of their own.  Each
field gets a comment with its description in the model, where it comes first.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel

from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.warfile.tables import Steps

WIDTH: Final = 98
WIDE: Final = 200
"""Of a row of a table of numbers, which is best on one line."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WHOLE: Final = 1e15
"""Whole numbers below this are written without a point."""


def write_toml(document: Json, model: type[BaseModel] | None = None) -> str:
    """The text; `model` has the descriptions for the comments."""
    writer = _Writer(dict(descriptions(model)) if model else {})
    writer.table((), (), document)
    return "\n".join(writer.lines).strip("\n") + "\n"


def descriptions(model: type[BaseModel], start: Steps = ()) -> Iterator[tuple[Steps, str]]:
    """What fields are, by their keys without places in lists."""
    for key, field in model.model_fields.items():
        steps = (*start, key)
        if field.description:
            yield steps, field.description
        for part in _models(field.annotation):
            yield from descriptions(part, steps)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


class _Writer:
    def __init__(self, comments: Mapping[Steps, str]) -> None:
        self.comments = comments
        self.said: set[str] = set()
        self.lines: list[str] = []

    def table(self, header: Steps, steps: Steps, table: Mapping[str, Json]) -> None:
        """The entries of a table: first those that need no header, then the others."""
        later = []
        for key, value in table.items():
            text = self._entry(key, value, (*steps, key))
            if text is None:
                later.append((key, value))
            else:
                self._comment((*steps, key))
                if isinstance(value, list) and value and isinstance(value[0], dict):
                    for inner in self._fields((*steps, key)):
                        self._comment((*steps, key, inner), f"{inner}: ")
                self.lines += text
        for key, value in later:
            self._headed((*header, key), (*steps, key), value)

    def _headed(self, header: Steps, steps: Steps, value: Json) -> None:
        name = ".".join(key_text(str(key)) for key in header)
        if isinstance(value, dict):
            # A header only where something stands right under it
            entries = (self._entry(k, inner, (*steps, k)) for k, inner in value.items())
            if not value or any(entries):
                self.lines.append("")
                self._comment(steps)
                self.lines.append(f"[{name}]")
            self.table(header, steps, value)
            return
        for entry in value:
            self.lines.append("")
            self._comment(steps)
            self.lines.append(f"[[{name}]]")
            self.table(header, steps, entry)

    def _comment(self, steps: Steps, start: str = "") -> None:
        """What a field is, unless it was said before."""
        text = self.comments.get(steps, "")
        if text and text not in self.said:
            self.said.add(text)
            indent = "# " + "  " * bool(start)
            self.lines += textwrap.wrap(
                start + text, WIDTH, initial_indent=indent, subsequent_indent=indent
            )

    def _fields(self, steps: Steps) -> list[str]:
        """The fields of a model, of which something is told."""
        return [str(s[-1]) for s in self.comments if s[:-1] == steps]

    def _entry(self, key: str, value: Json, steps: Steps) -> list[str] | None:
        """A key with its value; None where the value needs a header."""
        start = f"{key_text(key)} = "
        whole = start + inline(value)
        if isinstance(value, dict) and value and self._fields(steps):
            return None
        if len(whole) <= WIDTH:
            return [whole]
        if isinstance(value, dict) and len(whole) <= WIDE:
            is_row = not any(isinstance(inner, dict | list) for inner in value.values())
            return [whole] if is_row else None
        if isinstance(value, dict):
            return None
        if isinstance(value, list):
            return self._list(start, value)
        return [whole]

    @staticmethod
    def _list(start: str, value: list[Json]) -> list[str] | None:
        """A list over several lines; None where tables in it want headers."""
        parts = [f"{inline(entry)}," for entry in value]
        if any(isinstance(entry, dict | str) for entry in value):
            are_tables = all(isinstance(entry, dict) for entry in value)
            if are_tables and any(len(part) + 2 > WIDTH for part in parts):
                return None
            rows = parts
        else:
            rows = _packed(parts)
        return [f"{start}[", *(f"  {row}" for row in rows), "]"]


def _packed(parts: Iterable[str]) -> list[str]:
    """Lines with as many parts as fit."""
    rows: list[str] = []
    for part in parts:
        if rows and len(rows[-1]) + len(part) + 3 <= WIDTH:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows


def inline(value: Json) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        entries = ", ".join(f"{key_text(key)} = {inline(inner)}" for key, inner in value.items())
        return f"{{ {entries} }}" if entries else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(inline(entry) for entry in value)}]"
    if isinstance(value, float) and value == int(value) and abs(value) < _WHOLE:
        return str(int(value))
    if isinstance(value, str):
        return text_text(value)
    return json.dumps(value, allow_nan=False)


def key_text(key: str) -> str:
    """A key, in quotes where it must be."""
    return key if _BARE.fullmatch(key) else text_text(key)


def text_text(text: str) -> str:
    """A text in quotes. JSON writes a subset of TOML's, but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
