"""Ratings by system: how strong a player is, and how far that is known.

Plackett-Luce of the package openskill, for any number of sides. Its beta is chosen so that between
two whose strength is known well the chance to win is that of Elo, so the arena's ratings
of machines fit the same scale. What is kept are whole points.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from hexfront.agents.levels import levels_of
from hexfront.core.scenario import check_model
from hexfront.core.system import System

FILE: Final = Path(__file__).with_name("rating.toml")
MACHINE: Final = "machine:"
"""What the keys of machines begin with; no name of a person holds a colon."""
_ELO: Final = 400 / math.log(10)
_NORMAL_95: Final = 1.959964


class Rating(NamedTuple):
    """In points."""

    rating: float
    deviation: float


class RatingNumbers(BaseModel):
    """`rating.toml`, in points."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    person: float
    deviation: float
    easy: float
    least: float
    drift: float
    shown: float
    fades: float


@cache
def numbers() -> RatingNumbers:
    """The numbers of ratings."""
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return check_model(RatingNumbers, document, str(FILE))


def possible() -> bool:
    """Whether the package for ratings is installed."""
    return find_spec("openskill") is not None


def first_rating(system: System, player: str) -> Rating:
    """What somebody begins with; a machine as the arena has measured it, where it has."""
    known = numbers()
    unknown = Rating(known.person, known.deviation)
    if not player.startswith(MACHINE):
        return unknown
    agent = player.removeprefix(MACHINE)
    for level in levels_of(system).values():
        if level.agent == agent and level.rating is not None:
            measured = level.rating
            deviation = (measured.high - measured.low) / (2 * _NORMAL_95)
            return Rating(known.easy + measured.rating, max(known.least, deviation))
    return unknown


def rated_anew(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings after a game; `places`: of each side, 1 for the best, the same for a draw."""
    from openskill.models import PlackettLuce

    known = numbers()
    model: Any = PlackettLuce(
        mu=known.person,
        sigma=known.deviation,
        beta=_ELO / math.sqrt(2),
        kappa=0.0001,
        tau=known.drift,
    )
    teams = [[model.rating(mu=one.rating, sigma=one.deviation)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, max(known.least, one.sigma)) for (one,) in after]
