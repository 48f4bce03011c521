"""The guided first game of a system: a few steps, each with what must be done to end it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError

FILE_NAME: Final = "guide.toml"
WHEN: Final = re.compile(
    r"selected|pointed|submitted|undone|why|word|over|(ordered|log|overlay|tab):[a-z_-]+"
)
"""What ends a step: each is something that a player does, or that happens in the game."""
_TEXTS: Final = {"title", "text", "when"}
_STEP: Final = {*_TEXTS, "unit", "at", "control"}
_ABOUT: Final = {"players": str, "length": str, "difficulty": int}
_HEAD: Final = {"scenario": str, "opponent": str, "minutes": int}


@cache
def load_guide(folder: Path) -> Json:
    """The guide of a system; None where it has none.

    `scenario` and `opponent` name what the first game is played with, and `minutes` says how
    long it takes. `about` says of the system's usual game for how many players it is, how long
    it takes, and how hard it is to learn, from 1 to 5. Each of `steps` has `title`, `text` and
    `when`; besides perhaps the `unit` that it speaks of, places `at` which something is to be
    done, and the `control` to press, by its `data-testid`, of which `*` may end the beginning; of
    several with `|` between, the first that is on the page. Errors: `InputError`.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return None
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError.at(str(path), f"<{error}>", "a TOML file") from None
    _check(document, {*_HEAD, "about", "steps"}, _HEAD, str(path))
    about = document.get("about")
    _check(about, set(_ABOUT), _ABOUT, f"{path}: about")
    steps = document.get("steps")
    if not isinstance(steps, list) or not steps:
        raise InputError.at(f"{path}: steps", steps, "a list of steps")
    return {
        **{name: document[name] for name in _HEAD},
        "about": about,
        "steps": [_step(step, f"{path}: step {n}") for n, step in enumerate(steps, 1)],
    }


def _step(step: Any, place: str) -> Json:
    """A step with all its members. Errors: `InputError`."""
    _check(step, _STEP, dict.fromkeys(_TEXTS, str), place)
    if not WHEN.fullmatch(step["when"]):
        raise InputError.at(f"{place} /when", step["when"], WHEN.pattern)
    whole = {"unit": "", "control": "", "at": []} | step
    for name in ("unit", "control"):
        if not isinstance(whole[name], str):
            raise InputError.at(f"{place} /{name}", whole[name], "a text")
    if not isinstance(whole["at"], list) or not all(isinstance(id_, str) for id_ in whole["at"]):
        raise InputError.at(f"{place} /at", whole["at"], "a list of places")
    if whole["when"] == "pointed" and not whole["at"]:
        raise InputError.at(f"{place} /at", "<nothing>", "the places to point at")
    return whole


def _check(found: Any, names: set[str], kinds: dict[str, type], place: str) -> None:
    """An object with at least the members of `kinds`, and no others than `names`."""
    if not isinstance(found, dict) or not set(kinds) <= set(found) <= names:
        shown = sorted(found) if isinstance(found, dict) else found
        more = sorted(names - set(kinds))
        expected = ", ".join(kinds) + (f", and perhaps {', '.join(more)}" if more else "")
        raise InputError.at(place, shown, expected)
    for name, kind in kinds.items():
        if type(found[name]) is not kind:
            expected = "a text" if kind is str else "a whole number"
            raise InputError.at(f"{place} /{name}", found[name], expected)
