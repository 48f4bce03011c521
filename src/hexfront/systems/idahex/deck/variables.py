"""What is known of every game design variable: groups, type, unit, bounds (9.1, 10)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hexfront.systems.idahex.deck.cards import INTEGER, LOGICAL, REAL, TEXT, Value
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.language import Expression, Numbers, Unknown, evaluate, parse

FILE: Final = FOLDER / "data" / "variables.toml"
_KINDS: Final = {"integer": INTEGER, "real": REAL, "logical": LOGICAL, "text": TEXT}


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound of a variable."""

    text: str
    expression: Expression
    is_lower: bool
    is_strict: bool

    def allows(self, value: float, limit: float) -> bool:
        """Whether a value keeps to it."""
        if value == limit:
            return not self.is_strict
        return value > limit if self.is_lower else value < limit


@dataclass(frozen=True, slots=True)
class Variable:
    """A game design variable."""

    name: str
    groups: tuple[int, ...]
    kind: str
    """As the kinds of fields in `cards`."""
    index: str
    """Its indices in words, in the order of the nested lists of `GameDesign.values`."""
    unit: str
    text: str
    sections: tuple[str, ...]
    bounds: tuple[Bound, ...]

    @property
    def source(self) -> str:
        """The sections of the manual that use it, and its data groups."""
        groups = ", ".join(map(str, self.groups))
        word = "groups" if len(self.groups) > 1 else "group"
        return f"{', '.join(self.sections)}; {word} {groups}"

    def broken_bound(
        self, value: Value, words: Mapping[str, int], numbers: Numbers
    ) -> tuple[Bound, float] | None:
        """The first bound that a value breaks; those that cannot be known yet are kept."""
        if isinstance(value, str | bool):
            return None
        for bound in self.bounds:
            try:
                limit = evaluate(bound.expression, words, numbers)
            except Unknown:
                continue
            if not bound.allows(value, limit):
                return bound, limit
        return None


def wanted(bound: Bound, limit: float) -> str:
    """What a bound asks for, in words."""
    relation = {
        (True, False): "at least",
        (True, True): "more than",
        (False, False): "at most",
        (False, True): "less than",
    }[bound.is_lower, bound.is_strict]
    known = bound.text.removeprefix("-").isdigit()
    return f"{relation} {limit:g}" if known else f"{relation} {bound.text}, which is {limit:g}"


def _load() -> dict[str, Variable]:
    with FILE.open("rb") as file:
        document = tomllib.load(file)
    forms = (("lower", True, False), ("above", True, True), ("upper", False, False))
    known = {}
    for name, entry in document.items():
        bounds = [
            Bound(entry[key], parse(entry[key]), is_lower, is_strict)
            for key, is_lower, is_strict in (*forms, ("below", False, True))
            if key in entry
        ]
        known[name] = Variable(
            name,
            tuple(entry["groups"]),
            _KINDS[entry["type"]],
            entry["index"],
            entry["unit"],
            entry["text"],
            tuple(entry["sections"]),
            tuple(bounds),
        )
    return known


VARIABLES: Final = _load()
"""All of them, by name."""
