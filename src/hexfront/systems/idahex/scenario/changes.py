"""Changes of designed values, by the names of their variables: for studies (IDX-9.1, IDX-10)."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading
from hexfront.core.scenario_files import NamedNumber
from hexfront.systems.idahex.deck.cards import INTEGER, REAL
from hexfront.systems.idahex.deck.decks import GameDesign
from hexfront.systems.idahex.deck.inspection import check_design
from hexfront.systems.idahex.deck.statements import SHAPES, Flat, Shape, split_flat
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.scenario.model import Changed

NAMES: Final = {
    name: NamedNumber(v.text, v.unit if v.unit != "-" else "", f"manual {v.source}")
    for name, v in VARIABLES.items()
    if v.kind in (INTEGER, REAL)
}
"""The variables of numbers."""


def changed_design(design: GameDesign, changes: Sequence[Changed], place: str) -> GameDesign:
    """The design with changes made, one after the other, and checked as a whole.

    Errors: `InputError` for unknown variables and indices, and for values that
    the design does not allow.
    """
    if not changes:
        return design
    values = dict(design.values)
    for number, change in enumerate(changes):
        _make(values, change, f"{place}/{number}")
    problems, warnings = check_design(values, _where(place), as_printed=design.as_printed)
    if problems:
        # What a deck may leave open and a war may not is no fault of the change
        before, _ = check_design(design.values, _where(place), as_printed=design.as_printed)
        problems = [problem for problem in problems if problem not in before]
    reading = Reading()
    reading.problems = problems
    return reading.finish(replace(design, values=values, warnings=warnings))


def _where(place: str) -> Any:
    def where(name: str, *flat: int) -> str:
        return f"{place}: {name}{list(flat) if flat else ''}"

    return where


def _make(values: dict[str, Any], change: Changed, place: str) -> None:
    name = change.variable
    if name not in NAMES:
        near = get_close_matches(name, NAMES) or sorted(NAMES)[:8]
        what = f"a variable of numbers, such as {', '.join(near)}"
        raise InputError.at(f"{place}/variable", name, what)
    flat, shape = change.at, SHAPES[name]
    whole = VARIABLES[name].kind == INTEGER
    changed: Any = deepcopy(values.get(name))
    if not flat:
        values[name] = _all(changed, change, whole)
        return
    steps = _steps(shape, flat, place)
    here: Any = changed
    for step in steps[:-1]:
        here = _step(here, step, name, flat, place)
    _step(here, steps[-1], name, flat, place)
    here[steps[-1]] = _all(here[steps[-1]], change, whole)
    values[name] = changed


def _steps(shape: Shape, flat: Flat, place: str) -> list[Any]:
    """What to look up at each level; an index may end early, and means all behind it then."""
    widths = [width for _, width in shape]
    for levels in range(len(shape) + 1):
        if sum(widths[:levels]) == len(flat):
            return [step for _, step in split_flat(shape[:levels], flat)]
    depth = sum(widths)
    expected = f"at most {depth} numbers" if len(flat) > depth else "numbers in pairs"
    raise InputError.at(f"{place}/at", list(flat), expected if depth else "no index")


def _step(here: Any, step: Any, name: str, flat: Flat, place: str) -> Any:
    known = here if isinstance(here, dict) else range(len(here))
    if step not in known:
        numbers = [key if isinstance(here, dict) else key + 1 for key in known]
        shown = ", ".join(map(str, numbers[:12])) + (", …" if len(numbers) > 12 else "")
        expected = (
            f"an element of {name} ({VARIABLES[name].index}); here there are {shown or 'none'}"
        )
        raise InputError.at(f"{place}/at", list(flat), expected)
    return here[step]


def _all(value: Any, change: Changed, whole: bool) -> Any:
    """Nested lists with every number changed."""
    if isinstance(value, dict):
        return {key: _all(inner, change, whole) for key, inner in value.items()}
    if isinstance(value, list):
        return [_all(inner, change, whole) for inner in value]
    if value is None:
        return None
    number = float(value * change.times if change.to is None else change.to)
    # What is no whole number is told by the checks of the design
    return int(number) if whole and number.is_integer() else number
