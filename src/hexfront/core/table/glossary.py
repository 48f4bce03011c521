"""The words of a game, each in a sentence or two, for those who meet them at the table."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.core.rulebook import load_rulebook

FILE_NAME: Final = "glossary.toml"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a game."""

    name: str
    also: tuple[str, ...]
    """Other forms under which it is met, such as a plural or an abbreviation."""
    text: str
    clause: str
    """The clause that says more."""


@cache
def load_glossary(folder: Path) -> tuple[Word, ...]:
    """The `glossary.toml` of a system's folder; empty where it has none. Errors: `InputError`."""
    path = folder / FILE_NAME
    if not path.exists():
        return ()
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError.at(str(path), f"<{error}>", "a TOML file") from None
    entries = document.get("word")
    if set(document) != {"word"} or not isinstance(entries, list) or not entries:
        raise InputError.at(str(path), sorted(document), "a list of [[word]], and nothing else")
    clauses = load_rulebook(folder).by_id
    words = [_word(entry, f"{path}: word {number}") for number, entry in enumerate(entries, 1)]
    forms: set[str] = set()
    for number, word in enumerate(words, 1):
        place = f"{path}: word {number}"
        if word.clause not in clauses:
            raise InputError.at(f"{place} /clause", word.clause, "the id of a clause")
        for form in (word.name, *word.also):
            if form.lower() in forms:
                raise InputError.at(place, form, "each form of a word once")
            forms.add(form.lower())
    return tuple(words)


def _word(entry: Any, place: str) -> Word:
    """An entry of the file. Errors: `InputError`."""
    needed = {"name", "text", "clause"}
    if not isinstance(entry, dict) or not needed <= set(entry) <= needed | {"also"}:
        found = sorted(entry) if isinstance(entry, dict) else entry
        raise InputError.at(place, found, "name, text, clause, and perhaps also")
    also = entry.get("also", [])
    if not isinstance(also, list):
        raise InputError.at(f"{place} /also", also, "a list of texts")
    for text in (*(entry[name] for name in sorted(needed)), *also):
        if not isinstance(text, str) or not text.strip():
            raise InputError.at(place, text, "a text")
    return Word(entry["name"], tuple(also), entry["text"].strip(), entry["clause"])
