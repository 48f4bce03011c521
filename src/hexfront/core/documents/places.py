"""In which line of a file a value stands, which readers of JSON and TOML do not tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from traceback import clear_frames
from typing import Final, TypeAlias

from hexfront.core.documents.strictjson import Json, pointer, read_bytes
from hexfront.core.documents.stricttoml import parse_document
from hexfront.core.errors import HexfrontError, InputError, Problem

LABELS: Final = ("hex", "name", "id", "title")
"""Keys by which a person knows an entry, the best one first."""

_PLACE: Final = re.compile(r"(.+?\.(?:json|toml)): (/.*)", re.DOTALL)
_File: TypeAlias = "tuple[Json, dict[str, int]]"
Loc = tuple[str | int, ...]
_JSON: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]|[^\s"\[\]{}:,]++')
_TOML: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+"
    r"|[+-]?\d[\d_]*+\.\d[\w+-]*+"
    r"|[\[\]{}=,.\n]"
    r"|[^\s\"'#\[\]{}=,.]++",
    re.DOTALL,
)


def lines_of(text: str, toml: bool, wanted: Iterable[str] | None = None) -> dict[str, int]:
    """The line, from 1, of each value of a document by its JSON pointer.

    Where some are `wanted`, of these and of what they stand in: no more of a long JSON is looked at
    than that takes.
    """
    tokens = _tokens(text, _TOML if toml else _JSON)
    found = _Lines(wanted)
    if toml:
        _Toml(tokens, found).read()
    else:
        with suppress(_AllFound):
            _json_value(tokens, next(tokens, ("", 1)), "", found)
    return found


class _AllFound(Exception):
    """All lines that are wanted are known."""


class _Lines(dict[str, int]):
    """Lines by pointer, of all values or of those that are wanted."""

    def __init__(self, wanted: Iterable[str] | None) -> None:
        super().__init__()
        self._left = None if wanted is None else {a for at in wanted for a in _around(at)}

    def note(self, at: str, line: int) -> None:
        """Keep the line of a value, the first where it stands in several."""
        if self._left is None:
            self.setdefault(at, line)
        elif at in self._left:
            self.setdefault(at, line)
            self._left.remove(at)

    @property
    def complete(self) -> bool:
        """Whether nothing more is wanted."""
        return self._left is not None and not self._left


def _around(at: str) -> Iterator[str]:
    """A pointer, and those of all that its value stands in."""
    yield at
    while at:
        at = at.rpartition("/")[0]
        yield at


def _tokens(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    line, last = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        if not match.group().startswith("#"):
            yield match.group(), line


def _json_value(
    tokens: Iterator[tuple[str, int]], token: tuple[str, int], at: str, found: _Lines
) -> None:
    """Note a value of JSON and all in it; the text was read before, so it is sound.

    Errors: `_AllFound` where nothing more is wanted.
    """
    found.note(at, token[1])
    if found.complete:
        raise _AllFound
    if token[0] == "[":
        number = 0
        for inner in tokens:
            if inner[0] == "]":
                return
            if inner[0] != ",":
                _json_value(tokens, inner, f"{at}/{number}", found)
                number += 1
    elif token[0] == "{":
        for key in tokens:
            if key[0] == "}":
                return
            if key[0] != ",":
                inside = at + pointer(parse_key(key[0]))
                found.note(inside, key[1])
                next(tokens)
                _json_value(tokens, next(tokens), inside, found)


def parse_key(word: str) -> str:
    """A key as the text has it, in quotes or bare."""
    if word[:1] == '"':
        return re.sub(r'\\(["\\/])', r"\1", word[1:-1])
    return word.strip("'")


class _Toml:
    """The statements of a TOML text."""

    def __init__(self, tokens: Iterator[tuple[str, int]], found: _Lines) -> None:
        self.tokens, self.found = tokens, found
        self.counts: dict[str, int] = {}
        """How many tables an array of tables has so far."""
        self.table: Loc = ()

    def read(self) -> None:
        """All statements."""
        for word, line in self.tokens:
            if word == "[":
                self.header(line)
            elif word != "\n":
                self.pair(word, line, self.table)

    def header(self, line: int) -> None:
        """[table] or [[array of tables]]."""
        keys: list[str] = []
        array = False
        for word, _ in self.tokens:
            if word == "\n":
                break
            if word == "[":
                array = True
            elif word not in ("]", "."):
                keys.append(parse_key(word))
        at: Loc = ()
        for number, key in enumerate(keys):
            at = (*at, key)
            name = pointer(*at)
            last = number == len(keys) - 1
            if last and array:
                self.counts[name] = self.counts.get(name, 0) + 1
            self.found.note(name, line)
            if name in self.counts:
                at = (*at, self.counts[name] - 1)
                self.found.note(pointer(*at), line)
        self.table = at

    def pair(self, word: str, line: int, table: Loc) -> None:
        """A key, which may have several parts, and its value."""
        at = (*table, parse_key(word))
        self.found.note(pointer(*at), line)
        for more, _ in self.tokens:
            if more == "=":
                break
            if more != ".":
                at = (*at, parse_key(more))
                self.found.note(pointer(*at), line)
        self.value(next(self.tokens, ("", line)), at)

    def value(self, token: tuple[str, int], at: Loc) -> None:
        """A value and all in it."""
        self.found.note(pointer(*at), token[1])
        if token[0] == "[":
            number = 0
            for inner in self.tokens:
                if inner[0] == "]":
                    return
                if inner[0] not in (",", "\n"):
                    self.value(inner, (*at, number))
                    number += 1
        elif token[0] == "{":
            for key, line in self.tokens:
                if key == "}":
                    return
                if key not in (",", "\n"):
                    self.pair(key, line, at)


def located(error: InputError) -> InputError:
    """The same error with its problems `located_problems`.

    What was read is let go of before, since the file is read once more.
    """
    clear_frames(error.__traceback__)
    return InputError(located_problems(error.problems))


def located_problems(problems: Iterable[Problem]) -> list[Problem]:
    """The same problems of files, those at JSON pointers with their line and their label.

    The label is what the map, or the list, calls the entry: the number of a hex, a name.
    """
    told = list(problems)
    wanted: dict[str, list[str]] = {}
    for problem in told:
        if given := _PLACE.fullmatch(problem.place):
            wanted.setdefault(given[1], []).append(_said(given[2]))
    files = {name: _read(name, places) for name, places in wanted.items()}
    return [_located(problem, files) for problem in told]


def _located(problem: Problem, files: Mapping[str, _File | None]) -> Problem:
    given = _PLACE.fullmatch(problem.place)
    file = given and files[given[1]]
    if not given or not file:
        return problem
    place = f"{given[1]}: {_placed(given[2], *file)}"
    return Problem(place, problem.found, problem.expected)


def _read(name: str, wanted: Sequence[str]) -> _File | None:
    """The document of a file, and the lines of its values; None where it cannot be read."""
    path = Path(name)
    try:
        data = read_bytes(path)
        document = parse_document(data, path)
        return document, lines_of(data.decode("utf-8-sig"), path.suffix == ".toml", wanted)
    except (HexfrontError, RecursionError, StopIteration):
        return None


def _said(at: str) -> str:
    """A pointer without the words behind it, which say where in a row of hexes the place is."""
    return at.partition(" (")[0] if at.endswith(")") else at


def _placed(at: str, document: Json, lines: dict[str, int]) -> str:
    around = _said(at)
    label = _label(document, at) if around == at else ""
    while around and around not in lines:
        around = around.rpartition("/")[0]
    return f"line {lines.get(around, 1)}: {at}" + (f" ({label})" if label else "")


def _label(value: Json, at: str) -> str:
    """What the deepest entry of a list on the way to a place is called."""
    found = ""
    for part in at.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
            if isinstance(value, dict):
                found = next(
                    (f"{k} {value[k]}" for k in LABELS if isinstance(value.get(k), str | int)), ""
                )
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            break
    return found
