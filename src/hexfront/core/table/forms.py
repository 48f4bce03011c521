"""Commands as forms: which fields a command has, and how they stand in its words.

A form is a command's syntax. A screen writes words from fields and reads fields from words by it,
so that both say the same; what is allowed the rules say of the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words that a field may be."""

    word: str
    """As it is typed; it may be several words."""
    caption: str
    also: Sequence[str] = ()
    """Other words for the same."""
    side: int | None = None
    """The only side that has it; None for all."""


@dataclass(frozen=True, slots=True)
class Field:
    """What one fills in: a word, or several."""

    name: str
    """It stands once among the parts that it belongs to."""
    caption: str
    kind: Literal["counter", "place", "choice", "number"]
    """`counter`: one of the own, by id; `place`: of the board, by label."""
    many: bool = False
    """Whether it takes one or more words."""
    choices: Sequence[Choice] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that belong together."""

    parts: Sequence[Part]
    optional: bool = False
    """Whether it is left out where no field of it is filled in; then it begins with a word."""
    repeated: str = ""
    """What one of several is called: they stand one after another, with commas between."""


Part: TypeAlias = str | Field | Group
"""A word that stands there, a field, or several parts."""


@dataclass(frozen=True, slots=True)
class Form:
    """One command; its first part is the word that it begins with."""

    title: str
    clause: str
    parts: Sequence[Part]
