"""The numbers of tournaments, as data."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.scenario import check_model

FILE: Final = Path(__file__).with_name("tournaments.toml")


class Wait(BaseModel):
    """How long somebody waits who has let games time out."""

    model_config = ConfigDict(extra="forbid")

    window_days: int
    days: Annotated[list[int], Field(min_length=1)]


class Numbers(BaseModel):
    """`tournaments.toml`."""

    model_config = ConfigDict(extra="forbid")

    most: int
    rounds: int
    open_own: int
    open_all: int
    made: int
    made_days: int
    entered: int
    ahead_days: int
    hours: int
    bye: float
    missed: int
    late_share: float
    wait: Wait


@cache
def numbers() -> Numbers:
    """The numbers of tournaments."""
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return check_model(Numbers, document, str(FILE))
