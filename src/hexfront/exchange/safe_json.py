"""Reading JSON of others, as large as maps and forces are, and no larger."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json, parse_json, read_bytes
from hexfront.core.errors import InputError

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_PARTS: Final = 520_000
"""Lists and objects."""
MAX_ENTRIES: Final = 1_500_000
"""Of all of them together."""


def read_large_json(path: Path) -> Json:
    """The value in a file. Errors: `InputError`."""
    data = read_bytes(path, MAX_BYTES)
    parts, entries = data.count(b"[") + data.count(b"{"), data.count(b",")
    if parts > MAX_PARTS or entries > MAX_ENTRIES:
        found = f"<{parts} lists and objects, {entries} commas>"
        raise InputError.at(str(path), found, f"at most {MAX_PARTS} and {MAX_ENTRIES}")
    return parse_json(data, str(path), MAX_BYTES)
