"""Tables of data that pictures and the browser's map both read: colours and shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import hexfront

FOLDER: Final = Path(hexfront.__file__).parent / "web" / "drawings"
"""Served with the page, so that the browser imports the very files."""


def table(name: str) -> dict[str, Any]:
    """The table of a name, as JSON has it."""
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return document
