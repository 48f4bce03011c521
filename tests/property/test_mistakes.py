"""Several mistakes of different kinds in one file are all told at once, and nothing else is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from hexfront.core.documents.mistakes import NAMING
from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import documents_in
from tests.property.mutation import Path, find, paths

TRIED = 12
"""So many places are tried for each kind of mistake."""
FILES = [
    (name, path)
    for name in system_names()
    for path in documents_in(find_system(name).folder / "data" / "scenarios").values()
]


class Mistake(NamedTuple):
    """A change of a document that makes it wrong by itself."""

    kind: str
    way: Path
    value: Any
    """What stands there now; None where nothing does."""
    told: frozenset[str]
    """The places of the problems that it has alone."""

    def plant(self, document: Json) -> None:
        holder = find(document, self.way[:-1])
        if self.kind == "missing":
            del holder[self.way[-1]]
        else:
            holder[self.way[-1]] = self.value


def ideas(document: Json, random: Random) -> Iterator[tuple[str, Path, Any]]:
    """Changes of each kind at places drawn at random; not every one is a mistake."""
    ways = [way for way in paths(document) if way]
    tables = [way for way in paths(document) if isinstance(find(document, way), dict)]
    numbers = [way for way in ways if type(find(document, way)) is int]
    keys = [way for way in ways if isinstance(way[-1], str)]
    texts = [way for way in ways if isinstance(find(document, way), str)]
    for _ in range(TRIED):
        yield "unknown", (*random.choice(tables), "surprise"), 1
        yield "missing", random.choice(keys), None
        yield "type", random.choice(ways), {"six": 6}
        yield "range", random.choice(numbers or ways), random.choice([-9, 10**7])
        yield "name", random.choice(texts), random.choice(["nowhere", "9988"])


def problems(name: str, path: Any, document: Json) -> list[tuple[str, str]]:
    """Place and all the words of each problem."""
    try:
        find_system(name).scenarios.load(document, path.parent, "file")
    except InputError as error:
        return [(problem.place.removeprefix("file: "), str(problem)) for problem in error.problems]
    return []


@cache
def mistakes(name: str, path: Any) -> list[Mistake]:
    """Changes that are mistakes, and told where they are."""
    document = read_document(path)
    found = []
    for kind, way, value in ideas(document, Random(len(path.name))):
        changed = copy.deepcopy(document)
        Mistake(kind, way, value, frozenset()).plant(changed)
        told = frozenset(place for place, _ in problems(name, path, changed))
        at = pointer(*way)
        if told and any(near(at, place) for place in told):
            found.append(Mistake(kind, way, value, told))
    return found


def near(one: str, other: str) -> bool:
    """Whether a place is the other one, lies in it, or around it."""
    return one == other or f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def fit(one: Mistake, other: Mistake) -> bool:
    """Whether both can be told: they lie apart, and neither is what the other speaks of.

    Whether a name is known cannot be said while a name, or a whole entry, is missing.
    """
    apart = not near(pointer(*one.way[:-1] or one.way), pointer(*other.way))
    whole = one.kind in ("missing", "type") and len(one.way) == 1
    names = whole or isinstance(one.way[-1], int) or one.way[-1] in NAMING
    return apart and one.kind != other.kind and not (names and "name" in (one.kind, other.kind))


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{n}-{p.stem}" for n, p in FILES])
def test_all_mistakes_are_told_at_once(name: str, path: Any) -> None:
    known = mistakes(name, path)
    # A war whole in its scenario is looked at in steps: its form, then its names, then as a deck.
    looks = 3 if "war" in read_document(path) else 1
    kinds = {mistake.kind for mistake in known}
    assert len(kinds) >= 4
    for seed in range(4):
        random = Random(seed)
        planted: list[Mistake] = []
        for mistake in random.sample(known, len(known)):
            if all(fit(mistake, other) and fit(other, mistake) for other in planted):
                planted.append(mistake)
        for _ in range(looks):
            planted = look(name, path, planted)
        assert not planted


def look(name: str, path: Any, planted: list[Mistake]) -> list[Mistake]:
    """Look at a file with mistakes: those of which nothing is told. Nothing else is told."""
    document = copy.deepcopy(read_document(path))
    for mistake in planted:
        mistake.plant(document)
    told = problems(name, path, document)
    alone = frozenset[str]().union(*(mistake.told for mistake in planted))
    for place, words in told:
        assert any(near(place, other) for other in alone), (words, planted)
        assert not any(word in words for word in ("True", "None", "nputs are not", "required"))
    return [m for m in planted if not any(near(pointer(*m.way), place) for place, _ in told)]
