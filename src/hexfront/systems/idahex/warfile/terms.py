"""What the parts of a war file have in common: kinds of fields, and what they tell (9.1).

What a field means, its unit, the manual's name for it and its data group come
from the table of variables, so that schema, comments and guide say the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BeforeValidator, Field

from hexfront.mechanics.file_model import FROM_LIST, Line, Model
from hexfront.systems.idahex.deck.variables import VARIABLES

MAX_ROWS: Final = 120_000
"""Cells, links and units: no deck has more of each."""
_TEXT: Final = r"^[^\x00-\x1f\x7f-\x9f]*$"


def describe(*variables: str, text: str = "", more: str = "") -> str:
    """A variable in words: meaning, unit, the manual's name, and its data group."""
    known = [VARIABLES[name] for name in variables]
    unit = f" Unit: {known[0].unit}." if known[0].unit != "-" else ""
    groups = dict.fromkeys(f"IDX-G{group}" for variable in known for group in variable.groups)
    more = f" {more}" if more else ""
    names = ", ".join(variables)
    return f"{text or known[0].text}{more}{unit} [{names}] ({', '.join(groups)})"


def var(*variables: str, text: str = "", more: str = "") -> Any:
    """A field that holds a variable."""
    return Field(description=describe(*variables, text=text, more=more))


def _from_long_list(value: object) -> object:
    if isinstance(value, list) and len(value) > MAX_ROWS:
        raise ValueError(f"a list of at most {MAX_ROWS} entries")
    return tuple(value) if isinstance(value, list) else value


MANY: Final = BeforeValidator(_from_long_list)
T = TypeVar("T")
Some = Annotated[tuple[T, ...], Field(max_length=1000), FROM_LIST]
"""As many as a deck may have types of anything."""
Few = Annotated[tuple[T, ...], Field(max_length=100), FROM_LIST]
"""As many as a category may have types of resources."""
Name = Annotated[str, Field(pattern=_TEXT, max_length=80)]
Card = Annotated[str | None, Field(max_length=80)]
"""The name as it stands on the card, where it differs."""
Word = Literal["hold", "disengagement", "movement", "attack"]
"""The first posture of a class: 10, 20, 30 or 40."""
SideName = Literal["red", "blue"]
Reference = Name | int
"""A name, or a number where there is none."""
Row = dict[Name, float]
Table = dict[Name, Row]
Block = dict[Name, Table]
Point = Annotated[tuple[float, float], FROM_LIST]
Curve = Annotated[tuple[Point, ...], Field(min_length=1), FROM_LIST]
"""Points [x, y] from left to right, with straight lines between, level before and after them."""
Curves = dict[Name, Curve]
FROM_ZERO: Final = "Points [x, value] that begin at x = 0."
CREWS: Final = "By personnel, enemy weapon and own materiel."


class UnitKind(Model):
    """How a type of unit is called and drawn."""

    title: Line
    symbol: str = Field(pattern=r"^[0-9]{20}$")
    """NATO symbol code."""
