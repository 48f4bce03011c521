"""The long form made short, where that makes it shorter and loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.expanding import Expanded, expand_store
from hexfront.core.hex_lists.forms import (
    IN,
    LEGEND,
    NO_HEX,
    OUT,
    ROWS,
    RUN,
    HexLists,
    MapHexes,
    at_pointer,
    with_value,
)
from hexfront.core.map_layers import Entries, Lines, Members, Records, Store, Values
from hexfront.hex.numbering import LabelError

OPEN: Final = ("clear", "plain", "open", "desert", "grass")
"""Ground whose letter is a dot, the first of these that there is."""
LETTERS: Final = "".join(map(chr, range(ord("!"), ord("~") + 1))).replace('"', "").replace("\\", "")
"""Of legends: all that can be seen, but for what would have to be escaped in a file."""


def shorten(document: Json, lists: HexLists | None) -> Json:
    """A document with the short forms that make it shorter; `expand` gives it back as it was.

    But for what is usual of hexes where nothing is said (`HexLists.usual`), which it says then.
    """
    hexes = lists.hexes(document) if lists else None
    if lists is None or hexes is None:
        return document
    for store in lists.stores:
        held = at_pointer(document, store.at)
        wanted, least = _dumped(_with_usual(held, store, lists.usual)), len(_dumped(held))
        for short in _forms(held, store, hexes, lists):
            changed = with_value(document, store.at, short)
            back = Expanded(changed)
            expand_store(back, store, lists, hexes)
            whole = not back.problems and _dumped(at_pointer(back.document, store.at)) == wanted
            if whole and len(_dumped(short)) < least:
                document, least = changed, len(_dumped(short))
    return document


def _with_usual(held: Json, store: Store, usual: Mapping[str, Json]) -> Json:
    """Entries of hexes as `expand` makes them: after the field what is usual, then all else."""
    if not usual or not isinstance(store, Entries) or not isinstance(held, dict):
        return held
    return {
        label: {store.field: entry[store.field], **usual, **entry}
        if isinstance(entry, dict) and store.field in entry
        else entry
        for label, entry in held.items()
    }


def _dumped(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _forms(held: Json, store: Store, hexes: MapHexes, lists: HexLists) -> Iterable[Json]:
    """Short forms that may say what is held."""
    if not held:
        return
    if isinstance(store, Records | Entries):
        yield from _entry_rows(held, store, hexes, lists.usual)
    elif isinstance(store, Values) and isinstance(held, dict):
        yield {ROWS: _number_rows(held, hexes)}
    elif isinstance(store, Members) and isinstance(held, list):
        inside = set(map(str, held))
        yield {ROWS: _letter_rows(hexes, lambda label: IN if label in inside else OUT)}
        yield _in_runs(held, hexes)
    elif isinstance(store, Lines) and store.field == "path" and isinstance(held, list):
        yield [
            {**line, "path": _in_runs(line["path"], hexes)}
            if isinstance(line, dict) and isinstance(line.get("path"), list)
            else line
            for line in held
        ]


def _entry_rows(
    held: Json, store: Records | Entries, hexes: MapHexes, usual: Mapping[str, Json]
) -> Iterable[Json]:
    entries: dict[str, dict[str, Json]] = {}
    if isinstance(store, Entries):
        entries = held if isinstance(held, dict) else {}
    elif isinstance(held, list):
        entries = {str(e.get(store.key)): e for e in held if isinstance(e, dict)}
    if not all(isinstance(entry, dict) for entry in entries.values()):
        return
    key = store.key if isinstance(store, Records) else None
    words = {label: entry.get(store.field) for label, entry in entries.items()}
    letters = _letters_for(sorted({word for word in words.values() if isinstance(word, str)}))
    if not letters:
        return
    more: dict[str, Json] = {}
    for label, entry in entries.items():
        said = isinstance(words[label], str)
        extra = {
            name: value
            for name, value in entry.items()
            if name not in (key, store.field) and not (said and usual.get(name, ...) == value)
        }
        if extra or not said:
            more[label] = extra

    def letter(label: str) -> str:
        return letters.get(str(words.get(label)), NO_HEX)

    legend = {letter: word for word, letter in letters.items()}
    yield {LEGEND: legend, ROWS: _letter_rows(hexes, letter), **more}


def _letters_for(words: Sequence[str]) -> dict[str, str]:
    """A letter for each word: a dot for open ground, else of the word itself, if it is free."""
    if len(words) > len(LETTERS):
        return {}
    found: dict[str, str] = {}
    plain = next((word for word in OPEN if word in words), None)
    for word in words:
        own = word.lower() + word.upper()
        wanted = (OUT if word == plain else "") + own + LETTERS
        taken = {*found.values(), OUT}
        found[word] = next(
            letter
            for letter in wanted
            if letter in LETTERS and (letter not in taken or (letter == OUT and word == plain))
        )
    return found


def _letter_rows(hexes: MapHexes, letter: Callable[[str], str]) -> list[str]:
    return [
        "".join(
            letter(hexes.labels[column, row]) if (column, row) in hexes.labels else NO_HEX
            for column in range(hexes.columns)
        )
        for row in range(hexes.rows)
    ]


def _number_rows(held: Mapping[str, Json], hexes: MapHexes) -> list[str]:
    """Rows of numbers, each column as wide as the widest number."""
    words = [
        [
            _dumped(held[label]) if label in held else OUT
            for label in (hexes.labels.get((column, row), "") for column in range(hexes.columns))
        ]
        for row in range(hexes.rows)
    ]
    wide = max(len(word) for row in words for word in row)
    return [" ".join(word.rjust(wide) for word in row) for row in words]


def _in_runs(held: Sequence[Json], hexes: MapHexes) -> list[Json]:
    """A list of hexes with each straight row of three or more as a run."""
    found: list[Json] = []
    at = 0
    while at < len(held):
        end = at + 1
        while end < len(held) and _is_run(held[at : end + 1], hexes):
            end += 1
        found += [f"{held[at]}{RUN}{held[end - 1]}"] if end - at > 2 else held[at:end]
        at = end
    return found


def _is_run(labels: Sequence[Json], hexes: MapHexes) -> bool:
    if not all(isinstance(label, str) for label in labels):
        return False
    try:
        return hexes.line(labels[0], labels[-1]) == [*labels]
    except LabelError:
        return False
