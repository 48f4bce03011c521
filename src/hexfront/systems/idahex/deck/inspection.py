"""Game design data that come from elsewhere than cards: are they whole, and may they be?"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from hexfront.core.errors import Problem
from hexfront.core.scenario import Reading
from hexfront.systems.idahex.deck.cards import INTEGER, LOGICAL, REAL, TEXT
from hexfront.systems.idahex.deck.checks import Where, check_values
from hexfront.systems.idahex.deck.errata import MENDED, Name
from hexfront.systems.idahex.deck.groups import NEEDED
from hexfront.systems.idahex.deck.language import Item, Listing, evaluate
from hexfront.systems.idahex.deck.ranks import after, is_bottom
from hexfront.systems.idahex.deck.statements import SHAPES, Flat, Shape
from hexfront.systems.idahex.deck.variables import VARIABLES, Variable, wanted
from hexfront.systems.idahex.deck.writer import KINDS, Lister, list_cards_with

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    INTEGER: (int,),
    REAL: (int, float),
    LOGICAL: (bool,),
    TEXT: (str,),
}
ROUTES: Final = ("basic_rtetype", "basic_bartype")
"""Variables that need not be given for each pair of cells."""
GROUND: Final = frozenset({"basic_env", "owner", *ROUTES})
"""Variables with a value for each cell, or for each pair."""


def check_design(
    values: Mapping[str, Any], where: Where, *, as_printed: frozenset[Name] = MENDED
) -> tuple[list[Problem], list[Problem]]:
    """Problems and warnings of the values of a design.

    Everything is looked at: shapes and types, what is missing or needless,
    bounds, and how values go together.  `where` gives the place of a value by
    its variable's name and its indices, counted from 1, in the order of
    `GameDesign.values`.
    """
    reading = Reading()
    clean: dict[str, Any] = {}
    for name, variable in VARIABLES.items():
        before = len(reading.problems)
        _check_shape(variable, SHAPES[name], values.get(name), (), where, reading)
        clean[name] = values.get(name) if len(reading.problems) == before else None
    bad = {name for name, value in clean.items() if value is None}
    lister = _Inspector(clean, reading, where, bad)
    for file in (0, 1):
        list_cards_with(lister, file)
    whole = clean | dict.fromkeys(lister.missing | set(lister.unlisted) | lister.needless())
    more, warnings = check_values(whole, where, as_printed=as_printed)
    return reading.problems + more, warnings


def _check_shape(
    variable: Variable, shape: Shape, value: Any, flat: Flat, where: Where, reading: Reading
) -> None:
    """Lists, dictionaries and single values stand where they belong."""
    if not shape:
        _check_type(variable, value, flat, where, reading)
        return
    is_key, length = shape[0]
    place = where(variable.name, *flat)
    if not isinstance(value, dict if is_key else list):
        found = "<nothing>" if value is None else value
        reading.report(place, found, "values by number" if is_key else "a list")
        return
    entries = value.items() if isinstance(value, dict) else enumerate(value, 1)
    if len(shape) == 1 and _all_right(variable, length, value):
        return
    for key, inner in entries:
        whole = key if isinstance(key, tuple) else (key,)
        if len(whole) != length or not all(type(n) is int and n >= 0 for n in whole):
            reading.report(place, key, "a number" if length == 1 else "a pair of numbers")
            continue
        _check_shape(variable, shape[1:], inner, flat + whole, where, reading)


def _all_right(variable: Variable, length: int, value: Any) -> bool:
    """Whether nothing is wrong with the keys and types of a dictionary or list of whole numbers.

    Looked at as a whole, since an area of war may have hundreds of thousands.
    """
    if variable.kind != INTEGER:
        return False
    if isinstance(value, list):
        return set(map(type, value)) <= {int}
    keys: Any = chain.from_iterable(value) if length > 1 and _are_tuples(value, length) else value
    numbers = list(keys)
    types = set(map(type, numbers)) | set(map(type, value.values()))
    return types <= {int} and min(numbers, default=0) >= 0


def _are_tuples(keys: Iterable[Any], length: int) -> bool:
    return all(type(key) is tuple and len(key) == length for key in keys)


def _check_type(variable: Variable, value: Any, flat: Flat, where: Where, reading: Reading) -> None:
    kind = variable.kind
    is_right = isinstance(value, _TYPES[kind]) and isinstance(value, bool) == (kind == LOGICAL)
    if is_right and isinstance(value, float) and not math.isfinite(value):
        is_right = False
    if not is_right:
        found = "<nothing>" if value is None else value
        reading.report(where(variable.name, *flat), found, f"a {KINDS[kind]}")


class _Inspector(Lister):
    """Lists the values of a design only to see whether they are there and keep their bounds."""

    def __init__(
        self, values: Mapping[str, Any], reading: Reading, where: Where, bad: set[str]
    ) -> None:
        super().__init__(values, reading)
        self.where = where
        self.bad = bad
        """Variables that were told already."""
        self.missing: set[str] = set()
        self.refused: set[tuple[str, Flat]] = set()
        self.visited: dict[str, set[Flat]] = {}
        self.right: set[str] = set()
        """Variables that were looked at as a whole."""

    def place(self, item: Item, flat: Flat) -> str:
        """Where a value stands."""
        return self.where(item.name, *flat)

    def find(self, name: str, index: Flat) -> Any:
        """A variable; None where there is none that can be used."""
        return None if (name, index) in self.refused else super().find(name, index)

    def listing(self, listing: Listing) -> None:
        """Entries of a list, whose numbers must be within bounds."""
        names = self.names(listing)
        if GROUND.issuperset(names) and self._all_are_right(names):
            return
        for key in self.keys(listing):
            for number, (start, stop) in zip(key, listing.bounds, strict=True):
                low, high = evaluate(start, {}, self), evaluate(stop, {}, self)
                if not low <= number <= high:
                    name = next(iter(self.names(listing)))
                    self.reading.report(self.where(name, *key), number, f"{low} to {high}")
                    self.missing |= set(self.names(listing))
        super().listing(listing)

    def _all_are_right(self, names: Collection[str]) -> bool:
        """Whether nothing is wrong with the values of cells, or of pairs of cells.

        Looked at as a whole: one by one, by the language of the groups, an area of 40,000 cells
        takes ten seconds. Where something is wrong, that way finds and tells it.
        """
        cells, rank1 = self.find("ncells", ()), self.find("nrank1", ())
        if cells is None or rank1 is None or rank1 < 2:
            return False
        arcs: set[tuple[int, int]] = set()
        for name in names:
            values = self.values.get(name)
            if values is None:
                return False
            ends = (min(values.values()), max(values.values())) if values else ()
            if any(VARIABLES[name].broken_bound(value, {}, self) for value in ends):
                return False
            if name in ROUTES:
                arcs = arcs or _arcs(self.values["basic_env"] or {}, cells, rank1)
                if not values.keys() <= arcs:
                    return False
            elif values and not 1 <= min(values) <= max(values) <= cells:
                return False
        self.right |= set(names)
        return True

    def value(self, item: Item, flat: Flat) -> Any:
        """A value, which must keep its bounds."""
        self.visited.setdefault(item.name, set()).add(flat)
        if item.name in self.bad:
            return None
        value = super().value(item, flat)
        if value is None:
            if item.name not in ROUTES:
                self.missing.add(item.name)
            return None
        broken = VARIABLES[item.name].broken_bound(value, self.words, self)
        if broken:
            self.reading.report(self.place(item, flat), value, wanted(*broken))
            if item.name in NEEDED:
                self.refused.add((item.name, flat))
                self.missing.add(item.name)
        return value

    def needless(self) -> set[str]:
        """The variables that hold more than the counts ask for; each is told."""
        found = set()
        for name, value in self.values.items():
            if value is None or name in self.missing or name in self.unlisted or name in self.right:
                continue
            for flat in _leaves(SHAPES[name], value, ()):
                if flat not in self.visited.get(name, set()):
                    expected = "nothing here, by the counts and the cells of the design"
                    self.reading.report(self.where(name, *flat), "<a value>", expected)
                    found.add(name)
                    break
        return found


def _arcs(environment: Mapping[int, int], cells: int, rank1: int) -> set[tuple[int, int]]:
    """The pairs of active neighbours, the lower number first (IDX-2.1)."""
    active = {
        cell
        for cell, kind in environment.items()
        if kind > 0 and 1 <= cell <= cells and not is_bottom(cell, cells, rank1)
    }
    return {(cell, other) for cell in active for other in after(cell, rank1) if other in active}


def _leaves(shape: Shape, value: Any, flat: Flat) -> Iterator[Flat]:
    if not shape:
        yield flat
        return
    for key, inner in value.items() if shape[0][0] else enumerate(value, 1):
        yield from _leaves(shape[1:], inner, flat + (key if isinstance(key, tuple) else (key,)))
