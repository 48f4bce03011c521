"""The guided first game of a system: a few steps, each with the condition that ends it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError

FILE_NAME: Final = "guide.toml"
WHEN: Final = re.compile(r"start|selected|submitted|over|(ordered|log):[a-z-]+")
"""What ends a step: the reader goes on, a counter is chosen, an order or an entry of a kind…"""


@cache
def load_guide(folder: Path) -> Json:
    """The guide of a system: its scenario, opponent and steps; None where it has none.

    `scenario` and `opponent` name what a first game is played with; each of
    `steps` has `title`, `text` and `when`. Errors: `InputError`.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return None
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError.at(str(path), f"<{error}>", "a TOML file") from None
    steps = document.get("steps")
    if not isinstance(steps, list) or not steps:
        raise InputError.at(f"{path}: steps", steps, "a list of steps")
    for number, step in enumerate(steps, 1):
        place = f"{path}: step {number}"
        keys = set(step) if isinstance(step, dict) else set()
        if not {"text", "when"} <= keys <= {"title", "text", "when"}:
            raise InputError.at(place, step, "text and when, perhaps a title")
        if not WHEN.fullmatch(str(step["when"])):
            raise InputError.at(f"{place} /when", step["when"], WHEN.pattern)
    return {
        "scenario": str(document.get("scenario", "")),
        "opponent": str(document.get("opponent", "")),
        "steps": steps,
    }
