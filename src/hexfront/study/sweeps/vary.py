"""What happens to the figures of games if a number of the scenario is changed: `katk=0.5..2:9`.

A number is found by a name that its system knows, or in the document of any
scenario by its path: `/units/0/strength`, with `*` for every entry of a list.
`=` multiplies what the scenario has; `:=` replaces it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import product
from typing import Any, Final

from hexfront.core.contract import Rules, Scenario
from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.scenario import Reading
from hexfront.core.scenario_files import Change, NamedNumber
from hexfront.core.system import System
from hexfront.study.batch import make_plan
from hexfront.study.games import Plan

MOST_POINTS: Final = 1000
PLACE: Final = "--vary"
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
    changed = make_changer(system, scenario, grid.variations)
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
            document = deepcopy(scenario.document)
            for number, found in places.items():
                _set(document, found, values[number], variations[number])
            made = system.scenarios.load(document, None, scenario.name)
        for one, value, is_named in zip(variations, values, by_name, strict=True):
            if named is not None and is_named:
                made = named.change(made, Change(one.name, one.index, value, one.is_factor))
        return made

    return change


def _check_name(system: System, name: str) -> None:
    known = system.scenarios.numbers.names if system.scenarios.numbers else {}
    if name not in known:
        near = get_close_matches(name, known, n=5) or sorted(known)[:5]
        expected = f"a number that {system.name} knows, such as {', '.join(near)}"
        raise InputError.at(PLACE, name, f"{expected}; or a path such as /options/…")


def _places_of(variation: Variation, scenario: Scenario) -> list[Path]:
    """Where a number stands in the document. Errors: `InputError`."""
    if variation.index:
        raise InputError.at(PLACE, variation.label, "a path with numbers in it: /units/0/…")
    name = variation.name.removeprefix("/")
    steps = [step.replace("~1", "/").replace("~0", "~") for step in name.split("/")]
    return list(_places(scenario.document, steps, ()))


def _set(document: Any, places: Sequence[Path], value: float, variation: Variation) -> None:
    """Change the numbers at some places of a document."""
    for *path, last in places:
        here = document
        for step in path:
            here = here[step]
        here[last] = _new(here[last], value, variation.is_factor)


Path = tuple[Any, ...]


def _places(here: Json, steps: Sequence[str], path: Path) -> list[Path]:
    """Where the numbers of a path stand. Errors: `InputError`."""
    if not steps:
        if isinstance(here, bool) or not isinstance(here, int | float):
            shown_value = here if isinstance(here, str) else f"<{_kind(here)}>"
            raise InputError.at(f"{PLACE} {pointer(*path)}", shown_value, _numbers_in(here))
        return [path]
    step, *rest = steps
    if isinstance(here, list) and step == "*":
        found = [_places(inner, rest, (*path, at)) for at, inner in enumerate(here)]
        return [place for places in found for place in places]
    if isinstance(here, list) and step.isdecimal() and int(step) < len(here):
        return _places(here[int(step)], rest, (*path, int(step)))
    if isinstance(here, dict) and step in here:
        return _places(here[step], rest, (*path, step))
    raise InputError.at(f"{PLACE} {pointer(*path)}/", step, _entries(here, step))


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
