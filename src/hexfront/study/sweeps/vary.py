"""What happens to the figures of games if a number of the scenario is changed: `katk=0.5..2:9`.

A number is found by a name that its system knows, or in the document of any
scenario by its path: `/units/0/strength`, with `*` for every entry of a list.
`=` multiplies what the scenario has; `:=` replaces it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import product
from typing import Any, Final

from hexfront.core.contract import Rules, Scenario
from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.scenario import FileScenario, Reading
from hexfront.core.scenario_files import Change, NamedNumber
from hexfront.core.system import System
from hexfront.study.batch import make_plan
from hexfront.study.games import Plan

MOST_POINTS: Final = 1000
PLACE: Final = "--vary"
NUMBER: Final = "number"
"""The place of errors in a number of a scenario, whoever asks for it."""
FORM: Final = (
    "NAME=FROM..TO:N or NAME=A,B,… to multiply what the scenario has, "
    "NAME:=… to replace it; NAME[1,2] for one element"
)
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_ASKED = re.compile(r"([^=\[\]]+?)(?:\[([\d,\s]*)\])?(:?)=(.*)", re.DOTALL)
_RANGE = re.compile(rf"\s*({_NUMBER})\s*\.\.\s*({_NUMBER})\s*:\s*(\d+)\s*")
_TOLD: Final = 4
"""So many values are named that are wrong in the same way."""
_DIGITS: Final = 12
"""Of a value between the ends of a range: 0.3 and not 0.30000000000000004."""


@dataclass(frozen=True)
class Variation:
    """A number that is varied, and what it is multiplied by or becomes."""

    name: str
    index: tuple[int, ...]
    is_factor: bool
    values: tuple[float, ...]

    @property
    def what(self) -> str:
        """What is varied, as it is typed: `katk[1,2]`."""
        return f"{self.name}[{','.join(map(str, self.index))}]" if self.index else self.name

    @property
    def by(self) -> str:
        """How: `times` or `to`."""
        return "times" if self.is_factor else "to"

    @property
    def label(self) -> str:
        """The number in words, for a table or an axis."""
        return f"{self.what}{' × ' if self.is_factor else ''}"


Values = tuple[float, ...]
"""One of each number that is varied."""


@dataclass(frozen=True)
class Grid:
    """Numbers that are varied together: each value of one with each value of the others."""

    variations: tuple[Variation, ...]
    points: tuple[Values, ...]
    """Those that are played; the values of the last number follow each other."""

    @property
    def what(self) -> str:
        """What is varied, as it is typed."""
        return ", ".join(one.what for one in self.variations)

    def words(self, values: Values) -> str:
        """A point in words: `katk × 0.5, mobility 2`."""
        pairs = zip(self.variations, values, strict=True)
        return ", ".join(f"{one.label.strip()} {value:g}" for one, value in pairs)


def make_grid(*variations: Variation) -> Grid:
    """All values of one number with all of the others. Errors: `InputError`."""
    names = [one.what for one in variations]
    if len(set(names)) < len(names):
        raise InputError.at(PLACE, ", ".join(names), "each number once")
    count = math.prod(len(one.values) for one in variations)
    if count > MOST_POINTS:
        raise InputError.at(PLACE, f"<{count} points>", f"at most {MOST_POINTS} points")
    return Grid(variations, tuple(product(*(one.values for one in variations))))


@dataclass(frozen=True)
class Point:
    """The games for one value of each number."""

    values: Values
    plan: Plan
    rules: Rules[Any]


def read_variation(text: str) -> Variation:
    """What is varied, as typed. Errors: `InputError`."""
    found = _ASKED.fullmatch(text.strip())
    if found is None:
        raise InputError.at(PLACE, text, FORM)
    name, index, is_set, values = found.groups()
    numbers = [word.strip() for word in (index or "").split(",")] if index is not None else []
    if not all(word.isdecimal() and len(word) < 10 for word in numbers):
        raise InputError.at(PLACE, text, "whole numbers between the brackets, such as katk[1,2]")
    whole = tuple(int(word) for word in numbers)
    return Variation(name.strip(), whole, not is_set, _values(values, text))


def _values(words: str, text: str) -> tuple[float, ...]:
    found = _RANGE.fullmatch(words)
    if found is None:
        parts = [part.strip() for part in words.split(",")]
        if not all(re.fullmatch(_NUMBER, part) for part in parts):
            raise InputError.at(PLACE, text, f"numbers: {FORM}")
        return _checked([float(part) for part in parts], text)
    start, stop = float(found[1]), float(found[2])
    count = int(found[3]) if len(found[3]) < 10 else MOST_POINTS + 1
    if not 2 <= count <= MOST_POINTS:
        raise InputError.at(PLACE, text, f"2 to {MOST_POINTS} points from one end to the other")
    between = [start + (stop - start) * place / (count - 1) for place in range(count)]
    return _checked([float(f"{value:.{_DIGITS}g}") for value in between], text)


def _checked(values: Sequence[float], text: str) -> tuple[float, ...]:
    if not all(math.isfinite(value) for value in values):
        raise InputError.at(PLACE, text, "finite numbers")
    if len(values) > MOST_POINTS:
        raise InputError.at(PLACE, f"<{len(values)} points>", f"at most {MOST_POINTS} points")
    if len(set(values)) < len(values):
        raise InputError.at(PLACE, text, "each value once")
    return tuple(values)


def variable_of(system: System, variation: Variation) -> NamedNumber | None:
    """What the system says of a number that has a name of its own."""
    return system.scenarios.numbers.names.get(variation.name) if system.scenarios.numbers else None


def variable_words(system: System, variation: Variation) -> list[str]:
    """What is varied, in lines; none where its system has no name for it."""
    known = variable_of(system, variation)
    if known is None:
        return []
    facts = {"unit": known.unit, "source": known.source}
    more = "; ".join(f"{name}: {words}" for name, words in facts.items() if words)
    return [f"{variation.what}: {known.about}", *([f"  {more}"] if more else [])]


def make_points(
    system: System,
    scenario: Scenario,
    grid: Grid,
    seats: Sequence[str],
    seed: int,
    step_limit: int,
) -> list[Point]:
    """The plans for all values; a game has the same dice in each.

    Errors: `InputError` with everything that is wrong with any value.
    """
    try:
        changed = make_changer(system, scenario, grid.variations)
    except InputError as error:
        raise InputError(
            [
                Problem(p.place.replace(NUMBER, PLACE, 1), p.found, p.expected)
                for p in error.problems
            ]
        ) from None
    points: list[Point] = []
    problems: dict[Problem, list[Values]] = {}
    for values in grid.points:
        try:
            plan, rules = make_plan(system, changed(values), list(seats), seed, step_limit)
            points.append(Point(values, plan, rules))
        except InputError as error:
            for problem in error.problems:
                problems.setdefault(problem, []).append(values)
    reading = Reading()
    reading.problems = [
        Problem(f"{_at(grid, wrong)}: {problem.place}", problem.found, problem.expected)
        for problem, wrong in problems.items()
    ]
    return reading.finish(points)


def _at(grid: Grid, points: Sequence[Values]) -> str:
    """Where something is wrong: the values are told unless it is so with all."""
    if len(points) == len(grid.points) > 1:
        return f"{PLACE} {grid.what}"
    more = f", … ({len(points)} values)" if len(points) > _TOLD else ""
    shown = [" and ".join(f"{value:g}" for value in values) for values in points[:_TOLD]]
    return f"{PLACE} {grid.what} at {', '.join(shown)}{more}"


def make_changer(
    system: System, scenario: Scenario, variations: Sequence[Variation]
) -> Callable[[Values], Scenario]:
    """What makes the scenario with some values. Errors: `InputError` for what is no number."""
    named = system.scenarios.numbers
    by_name = [named is not None and not one.name.startswith("/") for one in variations]
    places: dict[int, list[Path]] = {}
    for number, variation in enumerate(variations):
        if by_name[number]:
            _check_name(system, variation.name)
        else:
            places[number] = _places_of(variation, scenario)

    def change(values: Values) -> Scenario:
        made = scenario
        if places:
            document = scenario.document
            for number, found in places.items():
                document = _with(document, found, values[number], variations[number])
            made = system.scenarios.load(_with_read_parts(scenario, document), None, scenario.name)
        changes = [
            Change(one.name, one.index, value, one.is_factor)
            for one, value, is_named in zip(variations, values, by_name, strict=True)
            if is_named
        ]
        return named.change(made, changes) if named is not None and changes else made

    return change


def _check_name(system: System, name: str) -> None:
    known = system.scenarios.numbers.names if system.scenarios.numbers else {}
    if name not in known:
        near = get_close_matches(name, known, n=5) or sorted(known)[:5]
        expected = f"a number that {system.name} knows, such as {', '.join(near)}"
        raise InputError.at(NUMBER, name, f"{expected}; or a path such as /options/…")


def _places_of(variation: Variation, scenario: Scenario) -> list[Path]:
    """Where a number stands in the document. Errors: `InputError`."""
    if variation.index:
        raise InputError.at(NUMBER, variation.label, "a path with numbers in it: /units/0/…")
    return list(_places(scenario.document, _steps(variation.name), ()))


def _steps(path: str) -> list[str]:
    steps = path.removeprefix("/").split("/")
    return [step.replace("~1", "/").replace("~0", "~") for step in steps]


def _with(document: Json, places: Sequence[Path], value: float, variation: Variation) -> Json:
    """The document with other numbers at some places; what has none is shared with it."""
    for path in places:
        document = _replaced(document, path, lambda old: _new(old, value, variation.is_factor))
    return document


def _replaced(here: Any, path: Path, new: Callable[[Any], Json]) -> Json:
    if not path:
        return new(here)
    made: Any = here.copy()
    made[path[0]] = _replaced(here[path[0]], path[1:], new)
    return made


Cell = tuple[str, float | str]
"""Where any value of a document stands, as `/results/rows/0/3`, and what it becomes."""


def with_cells(system: System, scenario: Scenario, cells: Sequence[Cell]) -> Scenario:
    """The scenario with other values at some paths. Errors: `InputError`."""
    document = scenario.document
    for path, value in cells:
        for place in _places(document, _steps(path), (), numbers=False):
            document = _replaced(document, place, partial(_cell, value))
    return system.scenarios.load(_with_read_parts(scenario, document), None, scenario.name)


def _cell(value: float | str, old: Json) -> Json:
    """A value in place of another: of its kind, if it can be."""
    if isinstance(old, bool) and value in ("true", "false"):
        return value == "true"
    if isinstance(old, int) and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _with_read_parts(scenario: Scenario, document: Any) -> Json:
    """The document with parts that are as they were in the form in which they have been read."""
    before: Any = scenario.document
    parts = scenario.read_parts if isinstance(scenario, FileScenario) else {}
    return document | {key: part for key, part in parts.items() if document[key] is before[key]}


Path = tuple[Any, ...]


def _places(here: Json, steps: Sequence[str], path: Path, *, numbers: bool = True) -> list[Path]:
    """Where the values of a path stand, `numbers` alone or any. Errors: `InputError`."""
    if not steps:
        is_number = isinstance(here, int | float) and not isinstance(here, bool)
        if isinstance(here, dict | list) or (numbers and not is_number):
            shown_value = here if isinstance(here, str) else f"<{_kind(here)}>"
            raise InputError.at(f"{NUMBER} {pointer(*path)}", shown_value, _numbers_in(here))
        return [path]
    step, *rest = steps
    if isinstance(here, list) and step == "*":
        found = [
            _places(inner, rest, (*path, at), numbers=numbers) for at, inner in enumerate(here)
        ]
        return [place for places in found for place in places]
    if isinstance(here, list) and step.isdecimal() and int(step) < len(here):
        return _places(here[int(step)], rest, (*path, int(step)), numbers=numbers)
    if isinstance(here, dict) and step in here:
        return _places(here[step], rest, (*path, step), numbers=numbers)
    raise InputError.at(f"{NUMBER} {pointer(*path)}/", step, _entries(here, step))


def _new(old: float, value: float, is_factor: bool) -> float:
    """A number that stays whole, if it was so and can."""
    new = old * value if is_factor else value
    return int(new) if isinstance(old, int) and float(new).is_integer() else new


def _kind(value: Json) -> str:
    if isinstance(value, dict):
        return "an object"
    return f"a list of {len(value)}" if isinstance(value, list) else str(value).lower()


def _numbers_in(here: Json) -> str:
    if isinstance(here, dict | list):
        return f"a number; in it there are {_entries(here, '')}"
    return "a number"


def _entries(here: Json, step: str) -> str:
    """What may follow in a path."""
    if isinstance(here, list):
        return f"0 to {len(here) - 1}, or *" if here else "nothing: the list is empty"
    if isinstance(here, dict):
        near = get_close_matches(step, here, n=5) if step else []
        known = near or list(here)[:12]
        return f"one of: {shown('<' + ', '.join(known))[1:]}"
    return "the end of the path: here is no object and no list"
