"""Exact odds of a fight that somebody describes in words, as rational numbers.

A system that knows such odds has a `FightOdds` (`hexfront.core.system.Playing.odds`);
`hexfront odds` asks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem, shown


class Term(NamedTuple):
    """A whole number that can be said of a side."""

    about: str
    """What it counts."""
    least: int
    most: int


class Share(NamedTuple):
    """A part of what a side fights with."""

    amount: str
    source: str
    """Where it comes from, in words."""
    clause: str
    """Empty where no rule says so."""


class OddsSide(NamedTuple):
    """One side of a fight, and why it fights with what it has."""

    name: str
    total: str
    """What it fights with, such as dice or points."""
    shares: tuple[Share, ...]


class Distribution(NamedTuple):
    """What may come of a fight, and with what chance."""

    title: str
    chances: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class OddsReport:
    """The odds of one fight, for programs and for people."""

    document: Json
    """Every number as in `fraction_text`, decimals beside where they help."""
    title: str
    sides: tuple[OddsSide, ...]
    chances: tuple[tuple[str, Fraction], ...]
    means: tuple[tuple[str, Fraction], ...]
    """What is no chance, such as an expected number of rounds."""
    distributions: tuple[Distribution, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FightOdds:
    """Exact odds of fights, for a system that knows them."""

    terms: Mapping[str, Term]
    """What can be said of a side, by its key."""
    about: tuple[str, ...]
    """What a help says more, in paragraphs."""
    examples: tuple[str, ...]
    """What may follow `hexfront odds NAME`."""
    answer: Callable[[Any, str, str], OddsReport]
    """(scenario, attacker, defender) -> the odds; sides as typed, as in `ns=1,ed=2`.

    An empty text says nothing of a side.  Errors: `InputError`.
    """


def fraction_text(number: Fraction) -> str:
    """A number as "numerator/denominator", also where it is whole.

    >>> fraction_text(Fraction(2, 6)), fraction_text(Fraction(1))
    ('1/3', '1/1')
    """
    return f"{number.numerator}/{number.denominator}"


def read_terms(text: str, terms: Mapping[str, Term], side: str) -> dict[str, int]:
    """What a text such as `ns=1,ed=2` says of a side, by its keys.

    Errors: `InputError` with all that is wrong; `side` is its place.

    >>> read_terms("ns=1, ed=2", {"ns": Term("", 0, 9), "ed": Term("", 0, 9)}, "attacker")
    {'ns': 1, 'ed': 2}
    """
    problems: list[Problem] = []
    found: dict[str, int] = {}
    for part in text.split(",") if text.strip() else ():
        key, mark, word = (piece.strip() for piece in part.partition("="))
        if not mark:
            expected = f"KEY=N with one of: {', '.join(terms)}"
            problems.append(Problem(side, shown(key or "<nothing>"), expected))
        elif key not in terms:
            problems.append(Problem(side, shown(key), f"one of: {', '.join(terms)}"))
        elif key in found:
            problems.append(Problem(f"{side} {key}", shown(part.strip()), "each key once"))
        else:
            least, most = terms[key].least, terms[key].most
            found[key] = int(word) if re.fullmatch("[0-9]{1,9}", word) else least - 1
            if not least <= found[key] <= most:
                expected = f"a whole number from {least} to {most}"
                problems.append(Problem(f"{side} {key}", shown(word), expected))
    if problems:
        raise InputError(problems)
    return found
