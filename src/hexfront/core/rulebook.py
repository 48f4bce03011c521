"""Rulebooks: every clause and erratum as data, and where code and tests answer for a clause."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hexfront.core.errors import InputError

_KEYS = {"id", "title", "text", "source"}
_ERRATUM_KEYS = {"name", "clause", "printed", "ours", "reason"}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rulebook."""

    id: str
    title: str
    text: str
    """In our own words."""
    source: str
    """Where the source document says so, or that it is a decision of ours."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """Something that the source document prints and the rules mend."""

    name: str
    clause: str
    printed: str
    """What the document says, in our own words."""
    ours: str
    """What the rules do."""
    reason: str
    followed: str = ""
    """What comes of following the print; empty where that cannot be done."""
    cannot: str = ""
    """Otherwise: why not."""


@dataclass(frozen=True)
class Rulebook:
    """The clauses of a system in their order; events and refusals name them."""

    title: str
    source: str
    clauses: tuple[Clause, ...]
    errata: tuple[Erratum, ...] = ()
    """Of the source document, in the order of its clauses."""

    @cached_property
    def by_id(self) -> dict[str, Clause]:
        """The clauses by their ids, in their order."""
        return {clause.id: clause for clause in self.clauses}

    def find(self, clause_id: str) -> Clause:
        """The clause with this id. Errors: `KeyError`."""
        return self.by_id[clause_id]


@dataclass(frozen=True, slots=True)
class Coverage:
    """A clause with the code that carries it out and the tests that examine it."""

    clause: Clause
    code: tuple[str, ...]
    """`file:line name` of each function, class or constant that cites the clause."""
    tests: tuple[str, ...]
    """`file::test` of each test marked with the clause."""


@cache
def load_rulebook(folder: Path) -> Rulebook:
    """The `rulebook.toml` of a system's folder, and its `errata.toml` where there is one.

    Errors: `InputError`.
    """
    path = folder / "rulebook.toml"
    document = _read(path, "a rulebook in TOML")
    _check_texts(document, {"title", "source"}, {"clause"}, str(path))
    entries = document.get("clause")
    if not isinstance(entries, list) or not entries:
        raise InputError.at(str(path), f"<{type(entries).__name__}>", "at least one [[clause]]")
    for place, entry in enumerate(entries, 1):
        _check_texts(entry, _KEYS, set(), f"{path}: clause {place}")
    clauses = [Clause(**{key: entry[key].strip() for key in _KEYS}) for entry in entries]
    ids = [clause.id for clause in clauses]
    if len(set(ids)) < len(ids):
        twice = sorted({clause_id for clause_id in ids if ids.count(clause_id) > 1})
        raise InputError.at(str(path), twice, "each id once")
    errata = _read_errata(folder / "errata.toml", set(ids))
    return Rulebook(document["title"], document["source"], tuple(clauses), errata)


def _read(path: Path, expected: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError.at(str(path), f"<{error}>", expected) from None


def _read_errata(path: Path, clauses: set[str]) -> tuple[Erratum, ...]:
    """Each tells what comes of following the print, or else why that cannot be done."""
    if not path.exists():
        return ()
    entries = _read(path, "errata in TOML").get("erratum")
    if not isinstance(entries, list):
        raise InputError.at(str(path), f"<{type(entries).__name__}>", "a list of [[erratum]]")
    for place, entry in enumerate(entries, 1):
        where = f"{path}: erratum {place}"
        last = "cannot" if isinstance(entry, dict) and "cannot" in entry else "followed"
        _check_texts(entry, _ERRATUM_KEYS | {last}, set(), where)
        if entry["clause"] not in clauses:
            raise InputError.at(f"{where}: clause", entry["clause"], "the id of a clause")
    names = [entry["name"] for entry in entries]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise InputError.at(str(path), twice, "each name once")
    return tuple(Erratum(**{k: text.strip() for k, text in entry.items()}) for entry in entries)


def _check_texts(entry: Any, keys: set[str], others: set[str], place: str) -> None:
    """An object with exactly these texts, none of them blank, and perhaps other keys."""
    if not isinstance(entry, dict) or set(entry) - others != keys:
        found = sorted(entry) if isinstance(entry, dict) else entry
        raise InputError.at(place, found, f"the texts {', '.join(sorted(keys))}")
    for key in keys:
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise InputError.at(f"{place}: {key}", entry[key], "a text")


def coverage(folder: Path, tests: Path | None) -> list[Coverage]:
    """Each clause of a system's folder with its code and tests.

    `tests` is the folder of a source checkout; None leaves tests empty.
    """
    book = load_rulebook(folder)
    code: dict[str, list[str]] = {clause.id: [] for clause in book.clauses}
    for path in sorted(folder.rglob("*.py")):
        for clause_id, place in _citations(path, code.keys()):
            code[clause_id].append(f"{path.relative_to(folder.parent).as_posix()}:{place}")
    examined: dict[str, list[str]] = {clause.id: [] for clause in book.clauses}
    prefixes = {clause.id.partition("-")[0] for clause in book.clauses}
    if tests is not None:
        for path in sorted(tests.rglob("test_*.py")):
            for clause_id, name in _marks(path, prefixes):
                if clause_id in examined:
                    place = f"{path.relative_to(tests.parent).as_posix()}::{name}"
                    examined[clause_id].append(place)
    return [
        Coverage(clause, tuple(code[clause.id]), tuple(examined[clause.id]))
        for clause in book.clauses
    ]


def _citations(path: Path, ids: object) -> Iterator[tuple[str, str]]:
    """Clause ids cited in a source file, with line and enclosing definition, each pair once."""
    text = path.read_text(encoding="utf-8")
    definitions = _definitions(ast.parse(text))
    seen = set()
    for number, line in enumerate(text.splitlines(), 1):
        for clause_id in re.findall(r"\b[A-Z]{3}-[A-Za-z]?\d+(?:\.\d+)*", line):
            around = [d for d in definitions if d[0] <= number <= d[1]]
            first, _, name = max(around, default=(number, number, "module"))
            if clause_id in ids and (clause_id, name) not in seen:  # type: ignore[operator]
                seen.add((clause_id, name))
                yield clause_id, f"{first} {name}"


def _definitions(tree: ast.Module) -> list[tuple[int, int, str]]:
    return [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]


def _marks(path: Path, prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
    """(clause id, test name) for each `@pytest.mark.clause(...)` in a test file.

    A file that has none of the prefixes of clauses in a text is not parsed.
    """
    text = path.read_text(encoding="utf-8")
    if not any(f'"{prefix}-' in text for prefix in prefixes):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for decorator in node.decorator_list if node.name.startswith("test") else []:
            if not isinstance(decorator, ast.Call):
                continue
            if ast.unparse(decorator.func).endswith("mark.clause"):
                for argument in decorator.args:
                    if isinstance(argument, ast.Constant):
                        yield str(argument.value), node.name
