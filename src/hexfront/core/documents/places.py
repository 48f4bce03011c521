"""In which line of a file a value stands, which readers of JSON and TOML do not tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
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


def lines_of(text: str, toml: bool) -> dict[str, int]:
    """The line, from 1, of each value of a document by its JSON pointer."""
    tokens = _tokens(text, _TOML if toml else _JSON)
    found: dict[str, int] = {}
    if toml:
        _Toml(tokens, found).read()
    else:
        _json_value(tokens, next(tokens, ("", 1)), (), found)
    return found


def _tokens(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    line, last = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        if not match.group().startswith("#"):
            yield match.group(), line


def _json_value(
    tokens: Iterator[tuple[str, int]], token: tuple[str, int], at: Loc, found: dict[str, int]
) -> None:
    """Note a value of JSON and all in it; the text was read before, so it is sound."""
    found.setdefault(pointer(*at), token[1])
    if token[0] == "[":
        number = 0
        for inner in tokens:
            if inner[0] == "]":
                return
            if inner[0] != ",":
                _json_value(tokens, inner, (*at, number), found)
                number += 1
    elif token[0] == "{":
        for key in tokens:
            if key[0] == "}":
                return
            if key[0] != ",":
                inside = (*at, parse_key(key[0]))
                found[pointer(*inside)] = key[1]
                next(tokens)
                _json_value(tokens, next(tokens), inside, found)


def parse_key(word: str) -> str:
    """A key as the text has it, in quotes or bare."""
    if word[:1] == '"':
        return re.sub(r'\\(["\\/])', r"\1", word[1:-1])
    return word.strip("'")


class _Toml:
    """The statements of a TOML text."""

    def __init__(self, tokens: Iterator[tuple[str, int]], found: dict[str, int]) -> None:
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
            self.found.setdefault(name, line)
            if name in self.counts:
                at = (*at, self.counts[name] - 1)
                self.found.setdefault(pointer(*at), line)
        self.table = at

    def pair(self, word: str, line: int, table: Loc) -> None:
        """A key, which may have several parts, and its value."""
        at = (*table, parse_key(word))
        self.found.setdefault(pointer(*at), line)
        for more, _ in self.tokens:
            if more == "=":
                break
            if more != ".":
                at = (*at, parse_key(more))
                self.found.setdefault(pointer(*at), line)
        self.value(next(self.tokens, ("", line)), at)

    def value(self, token: tuple[str, int], at: Loc) -> None:
        """A value and all in it."""
        self.found.setdefault(pointer(*at), token[1])
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
    """The same error with its problems `located_problems`."""
    return InputError(located_problems(error.problems))


def located_problems(problems: Iterable[Problem]) -> list[Problem]:
    """The same problems of files, those at JSON pointers with their line and their label.

    The label is what the map, or the list, calls the entry: the number of a hex, a name.
    """
    read = cache(_read)
    return [_located(problem, read) for problem in problems]


def _located(problem: Problem, read: Callable[[str], _File | None]) -> Problem:
    given = _PLACE.fullmatch(problem.place)
    file = given and read(given[1])
    if not given or not file:
        return problem
    place = f"{given[1]}: {_placed(given[2], *file)}"
    return Problem(place, problem.found, problem.expected)


def _read(name: str) -> _File | None:
    """The document of a file, and the lines of its values; None where it cannot be read."""
    path = Path(name)
    try:
        data = read_bytes(path)
        document = parse_document(data, path)
        return document, lines_of(data.decode("utf-8-sig"), path.suffix == ".toml")
    except (HexfrontError, RecursionError, StopIteration):
        return None


def _placed(at: str, document: Json, lines: dict[str, int]) -> str:
    # Behind a pointer may stand in words where in a row of hexes the place is.
    around = at.partition(" (")[0] if at.endswith(")") else at
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
