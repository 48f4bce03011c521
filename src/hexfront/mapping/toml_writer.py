"""A map of hexes as TOML that a person may read and edit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json

_HEAD: Final = ("format", "name", "title", "orientation", "columns", "rows", "hex_km")
_LISTS: Final = ("river", "road", "rail", "ferry", "place", "edge", "label", "shore")
_WIDTH: Final = 100


def to_toml(document: Mapping[str, Json], command: str = "") -> str:
    """The TOML text of a map's document; parsed, it gives the same document.

    Args:
        document: a map of the format `hexfront-map/1`.
        command: how it was made, for a comment at the top.
    """
    lines = [f"# Made by: {line}" for line in command.splitlines()]
    lines += [f"{key} = {_value(document[key])}" for key in _HEAD if key in document]
    if document.get("straits"):
        lines += ["", "# Sides between two land hexes that are water"]
        lines += _entry("straits", document["straits"])
    if "made" in document:
        lines += ["", "[made]"]
        lines += [f"{key} = {_value(value)}" for key, value in document["made"].items()]
    lines += ["", "[hex]"]
    for label, entry in document["hex"].items():
        inside = ", ".join(f"{key} = {_value(value)}" for key, value in entry.items())
        lines.append(f"{label} = {{ {inside} }}")
    for name in _LISTS:
        for entry in document.get(name, ()):
            lines += ["", f"[[{name}]]"]
            for key, value in entry.items():
                lines += _entry(key, value)
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Json) -> Iterator[str]:
    """A key and its value; a long list takes several lines."""
    whole = f"{key} = {_value(value)}"
    if len(whole) <= _WIDTH or not isinstance(value, list):
        yield whole
        return
    yield f"{key} = ["
    line = "   "
    for item in value:
        word = f" {_value(item)},"
        if len(line) + len(word) > _WIDTH and line.strip():
            yield line
            line = "   "
        line += word
    yield line
    yield "]"


def _value(value: Json) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        # A text of JSON is one of TOML; DEL alone must be escaped there and not here.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
