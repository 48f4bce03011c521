"""Exact odds of a fight that somebody describes in words, as rational numbers.

A system that knows such odds has a `FightOdds` (`hexfront.core.system.Playing.odds`);
`hexfront odds` asks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from hexfront.core.contract import Counter
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem, shown


class Term(NamedTuple):
    """A whole number, or a word, that can be said of a side."""

    about: str
    """What it counts."""
    least: int
    most: int
    of: str = ""
    """`attacker` or `defender`, where it is said of that one alone."""
    words: tuple[str, ...] = ()
    """What may be said in place of numbers; each stands for its place, from `least` on."""

    @property
    def values(self) -> str:
        """What may be said."""
        if self.words:
            return f"one of: {', '.join(self.words)}"
        return f"a whole number from {self.least} to {self.most}"


def word_term(about: str, *words: str, of: str = "") -> Term:
    """A term whose values are words; the first is 0."""
    return Term(about, 0, len(words) - 1, of, words)


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


class Course(NamedTuple):
    """What comes of a fight for sure, such as losses by time: a table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
    courses: tuple[Course, ...] = ()


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
    of_pair: Callable[[Any, Counter, Counter], tuple[str, str]] | None = None
    """(scenario, a unit that attacks, one that defends) -> what is said of each, as they stand."""


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
    terms = {key: term for key, term in terms.items() if term.of in ("", side)}
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
            least, most, words = terms[key].least, terms[key].most, terms[key].words
            if words:
                found[key] = words.index(word) if word in words else least - 1
            else:
                found[key] = int(word) if re.fullmatch("[0-9]{1,9}", word) else least - 1
            if not least <= found[key] <= most:
                problems.append(Problem(f"{side} {key}", shown(word), terms[key].values))
    if problems:
        raise InputError(problems)
    return found


SIDES: Final = ("attacker", "defender")
T = TypeVar("T")


def read_both(read: Callable[[str, str], T], attacker: str, defender: str) -> tuple[T, T]:
    """What is said of both sides; `read` takes a side's name and its text.

    Errors: `InputError` with what is wrong with either.
    """
    problems: list[Problem] = []
    sides: list[T] = []
    for side, text in zip(SIDES, (attacker, defender), strict=True):
        try:
            sides.append(read(side, text))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return sides[0], sides[1]


def chances_document(chances: Iterable[tuple[str, Fraction]]) -> list[Json]:
    """What may come, each with its chance as a fraction and as a decimal."""
    return [
        {"result": words, "chance": fraction_text(chance), "decimal": float(chance)}
        for words, chance in chances
    ]
