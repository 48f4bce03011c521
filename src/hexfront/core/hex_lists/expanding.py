"""Short forms made long, and problems of the long form told of the short one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hexfront.core.documents.mistakes import MAX_PROBLEMS
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import Problem
from hexfront.core.hex_lists.forms import (
    IN,
    LEGEND,
    NO_HEX,
    OUT,
    ROWS,
    RUN,
    HexLists,
    MapHexes,
    Spot,
    at_pointer,
    with_value,
)
from hexfront.core.map_layers import Entries, Lines, Members, Records, Store, Values
from hexfront.hex.numbering import LabelError

MOST_IN_RUNS: Final = 200_000
"""Hexes of all lists with runs: a short text could say a long one."""


@dataclass
class Origins:
    """Where what stands in a long document is said in the short one."""

    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By pointer in the long one: the pointer in the short one, and the place in words."""

    def of(self, problem: Problem, place: str) -> Problem:
        """A problem of the long document, `place` before its pointer, as one of the short one."""
        start = f"{place}: "
        if not self.places or not problem.place.startswith(start):
            return problem
        at, words = self.pointer(problem.place.removeprefix(start))
        told = f" ({words})" if words else ""
        return Problem(f"{start}{at}{told}", problem.found, problem.expected)

    def pointer(self, at: str) -> tuple[str, str]:
        """The pointer in the short form of a place in the long one; and that place in words."""
        around, rest = at, ""
        while around:
            if around in self.places:
                short, words = self.places[around]
                return short, words + (f": {rest.strip('/')}" if rest else "")
            around, slash, last = around.rpartition("/")
            rest = slash + last + rest
        return at, ""


@dataclass
class Expanded:
    """A document in the long form."""

    document: Json
    origins: Origins = field(default_factory=Origins)
    problems: list[tuple[str, object, str]] = field(default_factory=list)
    """(pointer in the short form, with row and column in words; found; expected)"""
    room: int = MOST_IN_RUNS
    """Hexes that lists with runs may still have."""


def expand(document: Json, lists: HexLists | None) -> Expanded:
    """A document with all its short forms made long; what is wrong with them is told.

    The document itself stays as it is. What cannot be read is put right as far as it can be, so
    that the rest is checked all the same.
    """
    made = Expanded(document)
    if lists is None:
        return made
    hexes = lists.hexes(document)
    for store in lists.stores:
        expand_store(made, store, lists, hexes)
    return made


def expand_store(made: Expanded, store: Store, lists: HexLists, hexes: MapHexes | None) -> None:
    """Make the short forms in one place of a document long."""
    if isinstance(store, Lines):
        _expand_lines(made, store, lists, hexes)
    elif isinstance(store, Records | Entries | Values | Members):
        held = at_pointer(made.document, store.at)
        if _has_rows(held) or _has_runs(held):
            whole = _long(made, store, lists, hexes, held, store.at)
            made.document = with_value(made.document, store.at, whole)


def _expand_lines(made: Expanded, store: Lines, lists: HexLists, hexes: MapHexes | None) -> None:
    """Make the runs of all lines long; rows know no order."""
    lines = at_pointer(made.document, store.at)
    if store.field != "path" or not isinstance(lines, list):
        return
    whole = list(lines)
    for number, line in enumerate(lines):
        if len(made.problems) == MAX_PROBLEMS:
            del whole[number:]  # Nobody is told of more.
            break
        path = line.get("path") if isinstance(line, dict) else None
        if _has_runs(path):
            at = f"{store.at}/{number}/path"
            whole[number] = {**line, "path": _long(made, store, lists, hexes, path, at)}
    made.document = with_value(made.document, store.at, whole)


def _long(
    made: Expanded, store: Store, lists: HexLists, hexes: MapHexes | None, held: Json, at: str
) -> Json:
    """The long form of what stands in one place."""
    if hexes is None:  # What is wrong with the size is told elsewhere.
        return {} if isinstance(store, Entries | Values) else []
    return _Reader(made, lists.usual, hexes, store, held, at).read()


def _has_rows(held: Json) -> bool:
    return isinstance(held, dict) and ROWS in held


def _has_runs(held: Json) -> bool:
    listed = held if isinstance(held, list) else ()
    return any(isinstance(entry, str) and RUN in entry for entry in listed)


class _Reader:
    """Makes one short form long."""

    def __init__(
        self,
        made: Expanded,
        usual: Mapping[str, Json],
        hexes: MapHexes,
        store: Store,
        held: Json,
        at: str,
    ) -> None:
        self.made, self.usual, self.hexes = made, usual, hexes
        self.store, self.held, self.at = store, held, at

    def report(self, at: str, found: object, expected: str) -> None:
        if len(self.made.problems) < MAX_PROBLEMS:
            self.made.problems.append((at, found, expected))

    def read(self) -> Json:
        """The long form."""
        if isinstance(self.held, list):
            return self._runs(self.held)
        more = {key: value for key, value in self.held.items() if key not in (LEGEND, ROWS)}
        if isinstance(self.store, Records | Entries):
            return self._entries(self.store, more)
        self._only_rows(more)
        if isinstance(self.store, Values):
            return self._values()
        cells = self._cells({OUT: False, IN: True}, self._letters)
        return [self.hexes.labels[spot] for spot, there in cells.items() if there]

    def _only_rows(self, more: Mapping[str, Json]) -> None:
        for key in (*more, *([LEGEND] if LEGEND in self.held else [])):
            self.report(f"{self.at}/{key}", "an unknown key", ROWS)

    def _cells(
        self, legend: Mapping[str, Any], split: Callable[[str], Sequence[str]]
    ) -> dict[Spot, Any]:
        """What rows say of each hex, by spot, in the order of the numbers."""
        rows, found = self.held[ROWS], {}
        if not isinstance(rows, list) or len(rows) != self.hexes.rows:
            told = f"<{len(rows)} rows>" if isinstance(rows, list) else rows
            self.report(f"{self.at}/{ROWS}", told, f"{self.hexes.rows} rows of text")
            rows = rows if isinstance(rows, list) else []
        for row, text in enumerate(rows[: self.hexes.rows]):
            at = f"{self.at}/{ROWS}/{row}"
            words = split(text) if isinstance(text, str) else ()
            if len(words) != self.hexes.columns:
                told = f"<{len(words)} columns>" if isinstance(text, str) else text
                self.report(f"{at} (row {row + 1})", told, f"{self.hexes.columns} columns")
            for column, word in enumerate(words[: self.hexes.columns]):
                found[column, row] = self._meaning(word, legend, at, (column, row))
        return {spot: found[spot] for spot in self.hexes.labels if found.get(spot) is not None}

    @staticmethod
    def _letters(text: str) -> Sequence[str]:
        return text

    def _meaning(self, word: str, legend: Mapping[str, Any], at: str, spot: Spot) -> Any:
        if word == NO_HEX and self.store.form != "members":
            return None
        label = self.hexes.labels.get(spot)
        if word in legend and label is not None:
            return legend[word]
        words = f"row {spot[1] + 1}, column {spot[0] + 1}" + (f", hex {label}" if label else "")
        expected = " ".join(legend) if label else "a space, as no hex is there"
        self.report(f"{at} ({words})", word, f"one of: {expected}" if label else expected)
        return next(iter(legend.values()), None)

    def _legend(self) -> dict[str, str]:
        given, legend = self.held.get(LEGEND), {}
        if not isinstance(given, dict) or not given:
            self.report(f"{self.at}/{LEGEND}", given, "a letter for each value")
            return {}
        for letter, value in given.items():
            if len(letter) != 1 or letter == NO_HEX:
                self.report(f"{self.at}/{LEGEND}/{letter}", letter, "one letter, and no space")
            elif not isinstance(value, str):
                self.report(f"{self.at}/{LEGEND}/{letter}", value, "text")
            else:
                legend[letter] = value
        return legend

    def _entries(self, store: Records | Entries, more: Mapping[str, Json]) -> Json:
        """An entry for each hex that rows have, or that is named besides."""
        legend = self._legend()
        cells = self._cells(legend, self._letters) if legend else {}
        named = {self._named(label): label for label in more}
        records: list[Json] = []
        entries: dict[str, Json] = {}
        for spot, label in self.hexes.labels.items():
            extra = more[named[spot]] if spot in named else {}
            if not isinstance(extra, dict):
                self.report(f"{self.at}/{label}", extra, "an object")
                extra = {}
            if spot not in cells and spot not in named:
                continue
            value = {store.field: cells[spot]} if spot in cells else {}
            usual = self.usual if spot in cells else {}
            entry = {**value, **usual, **extra}
            place = f"{self.at}/{ROWS}/{spot[1]}" if spot in cells else f"{self.at}/{label}"
            words = f"row {spot[1] + 1}, column {spot[0] + 1}, hex {label}"
            key = label if isinstance(store, Entries) else str(len(records))
            self.made.origins.places[f"{self.at}/{key}"] = place, words
            for inner in extra:
                self.made.origins.places[f"{self.at}/{key}/{inner}"] = (
                    f"{self.at}/{named[spot]}/{inner}", f"hex {label}",
                )  # fmt: skip
            if isinstance(store, Entries):
                entries[label] = entry
            else:
                records.append({store.key: int(label) if store.number else label, **entry})
        return entries if isinstance(store, Entries) else records

    def _named(self, label: str) -> Spot | None:
        try:
            return self.hexes.numbering.parse(label)
        except LabelError as error:
            expected = f"{LEGEND}, {ROWS}, or {error.expected}"
            self.report(f"{self.at}/{label}", label, expected)
            return None

    def _values(self) -> Json:
        """A number for each hex that rows have one for."""
        cells = self._cells(_Numbers(), str.split)
        for spot in cells:
            label = self.hexes.labels[spot]
            words = f"row {spot[1] + 1}, column {spot[0] + 1}, hex {label}"
            self.made.origins.places[f"{self.at}/{label}"] = f"{self.at}/{ROWS}/{spot[1]}", words
        return {self.hexes.labels[spot]: value for spot, value in cells.items()}

    def _runs(self, held: Sequence[Json]) -> list[Json]:
        """A list of hexes in which runs are made long."""
        at = self.at
        found: list[Json] = []
        for number, entry in enumerate(held):
            if len(self.made.problems) == MAX_PROBLEMS:
                break  # Nobody is told of more.
            line = self._run(entry, f"{at}/{number}")
            self.made.room -= len(line)
            if self.made.room < 0:
                self.report(f"{at}/{number}", entry, f"at most {MOST_IN_RUNS} hexes in all runs")
                break
            for label in line:
                self.made.origins.places[f"{at}/{len(found)}"] = f"{at}/{number}", f"hex {label}"
                found.append(label)
        return found

    def _run(self, entry: Json, at: str) -> list[Json]:
        if not (isinstance(entry, str) and RUN in entry):
            return [entry]
        one, _, other = entry.partition(RUN)
        try:
            line = self.hexes.line(one, other)
        except LabelError as error:
            self.report(at, error.found.strip("'"), error.expected)
            return []
        if line is None:
            expected = "two hexes in a straight line, or in one column or row of the map"
            self.report(at, entry, expected)
        return [*(line or ())]


class _Numbers(Mapping[str, Json]):
    """What the words of rows of numbers mean."""

    def __getitem__(self, word: str) -> Json:
        if word == OUT:
            return None
        value = json.loads(word, parse_constant=_no_number)
        if type(value) not in (int, float):
            raise KeyError(word)
        return value

    def __contains__(self, word: object) -> bool:
        try:
            self[str(word)]
        except (KeyError, ValueError):
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(("a number", f"{OUT} for none"))

    def __len__(self) -> int:
        return 2

    def values(self) -> Any:
        """What is taken for a word that is no number."""
        return (0,)


def _no_number(word: str) -> float:
    raise ValueError(word)
