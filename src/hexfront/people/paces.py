"""Paces: how fast a game is played, as data."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model

FILE: Final = Path(__file__).with_name("paces.toml")
NO_CLOCK: Final = "none"
_UNITS: Final = {"s": 1, "min": 60, "h": 3600, "days": 86400}
_DURATION: Final = re.compile(rf"(\d{{1,6}}) ({'|'.join(_UNITS)})")


def _seconds(value: object) -> object:
    """The seconds of a text such as `24 h`; numbers are seconds."""
    if isinstance(value, int | float):
        return value
    found = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(f"a duration such as: 30 s, 10 min, 24 h, 14 days (not {value})")
    return int(found[1]) * _UNITS[found[2]]


Duration = Annotated[float, BeforeValidator(_seconds), Field(ge=0, le=366 * 86400)]
"""In seconds; written with a unit."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Pace(_Data):
    """How much time a player has; without `first` as much as he wants."""

    title: str
    about: str
    first: Duration | None = None
    """On the clock at the start."""
    turn: Duration = 0
    """What each turn adds, if it was over before the time was."""
    most: Duration | None = None
    """What can be saved up; None: no bound."""
    flag: Literal["at once", "by hand"] = "by hand"
    """Whether who has no time left has lost, or another player must claim it."""
    gift: Duration = 0
    """What one gives another player by courtesy."""
    absence: Duration
    """So long must somebody who is to act have been away until others may claim that."""
    holidays: bool = False
    """Whether the holidays of accounts stop the clock."""

    @model_validator(mode="after")
    def _fits(self) -> Pace:
        if self.most is not None and (self.first is None or self.most < self.first):
            raise ValueError("`most` must be at least `first`")
        return self

    @property
    def at_once(self) -> bool:
        """Whether the server ends the game when a clock has run out."""
        return self.first is not None and self.flag == "at once"


class HolidayRules(_Data):
    """What holidays an account has."""

    days: Annotated[int, Field(ge=0, le=366)]
    """In a calendar year."""
    ahead: Duration
    """So long before they begin they are announced."""


class PaceData(_Data):
    """The file of paces."""

    lag: Duration
    """So much of the way of an order is not charged, at most."""
    holidays: HolidayRules
    paces: dict[str, Pace]


@cache
def pace_data() -> PaceData:
    """What the file says."""
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return check_model(PaceData, document, str(FILE))


def paces() -> dict[str, Pace]:
    """The shipped paces by name."""
    return pace_data().paces


def check_pace(name: str, place: str = "body: /pace") -> None:
    """Errors: `InputError` for a pace that there is not."""
    if name not in paces():
        raise InputError.at(place, name, f"one of: {', '.join(paces())}")
