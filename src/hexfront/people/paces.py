"""Paces: how fast a game is played, as data."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model

FILE: Final = Path(__file__).with_name("paces.toml")
NO_CLOCK: Final = "none"
Hours = Annotated[float, Field(gt=0)]


class Pace(BaseModel):
    """How much time a player has; without numbers as much as he wants."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    title: str
    about: str
    first: Hours | None = None
    """Hours at the start."""
    turn: Hours | None = None
    """Hours that each turn adds."""
    most: Hours | None = None
    """Hours that can be saved up."""


@cache
def paces() -> dict[str, Pace]:
    """The shipped paces by name."""
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: check_model(Pace, one, f"{FILE}: {name}") for name, one in document.items()}


def check_pace(name: str, place: str = "body: /pace") -> None:
    """Errors: `InputError` for a pace that cannot be chosen. Clocks do not run yet."""
    if name not in paces():
        raise InputError.at(place, name, f"one of: {', '.join(paces())}")
    if name != NO_CLOCK:
        raise InputError.at(place, name, f"{NO_CLOCK}: clocks do not run yet")
