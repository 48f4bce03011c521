"""Levels: opponents by strength, under the same words in every system.

A system's `levels.toml` says which agent plays each level, and `ratings.json` beside it how strong
each is; `make ladder` measures that. A system without these files has no levels.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.documents.strictjson import parse_json
from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model
from hexfront.core.system import System
from hexfront.play.storage.records import PERSON, SeatPlan

LEVELS: Final = ("easy", "fair", "hard", "hardest")
"""The weakest first."""
USUAL: Final = "hard"
"""Who plays where nothing is asked for."""
LEVELS_FILE: Final = "levels.toml"
RATINGS_FILE: Final = "ratings.json"
Share = Annotated[float, Field(ge=0, le=1)]


class LevelRating(BaseModel):
    """How strong a level is, as an arena has measured it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    level: str
    agent: str
    """Whom the level meant then."""
    measured: str
    """Who played: by trials, where the agent has seconds, so that it can be measured again."""
    rating: float
    """Elo above `easy`."""
    low: float
    high: float
    """Bounds of its interval of 95 %."""
    games: int
    against_easy: Share | None
    """Its part of the points against `easy`."""


class Ratings(BaseModel):
    """`ratings.json`: what an arena has found of a system's levels."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    scenario: str
    """Its title."""
    rules: str
    """The version of the rules."""
    fingerprint: str = ""
    """Of the system's behaviour, opponents among it, when it was measured."""
    command: str
    """What measures it again."""
    levels: list[LevelRating]


@dataclass(frozen=True)
class Level:
    """An opponent by its strength."""

    name: str
    """One of `LEVELS`."""
    agent: str
    """Who plays it, with parameters or without."""
    rating: LevelRating | None
    """None where it has not been measured."""


def levels_of(system: System) -> Mapping[str, Level]:
    """The levels of a system by name, the weakest first. Errors: `InputError`."""
    return _levels(system.folder)


@cache
def _levels(folder: Path) -> Mapping[str, Level]:
    agents = read_levels(folder / LEVELS_FILE)
    ratings = read_ratings(folder / RATINGS_FILE)
    rated = {} if ratings is None else {one.level: one for one in ratings.levels}
    levels = {}
    for name, agent in agents.items():
        rating = rated.get(name)
        # A rating of another agent says nothing of this one.
        levels[name] = Level(name, agent, rating if rating and rating.agent == agent else None)
    return MappingProxyType(levels)


def read_levels(path: Path) -> dict[str, str]:
    """The agent of each level; none where there is no such file. Errors: `InputError`."""
    if not path.exists():
        return {}
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError.at(str(path), f"<{error}>", "a TOML file") from None
    if set(document) != set(LEVELS):
        raise InputError.at(str(path), ", ".join(document), f"all of: {', '.join(LEVELS)}")
    for level in LEVELS:
        if not isinstance(document[level], str):
            raise InputError.at(f"{path}: {level}", document[level], "the name of an agent")
    return {level: document[level] for level in LEVELS}


def read_ratings(path: Path) -> Ratings | None:
    """What was measured; None where there is no such file. Errors: `InputError`."""
    if not path.exists():
        return None
    return check_model(Ratings, parse_json(path.read_bytes(), str(path)), str(path))


def agent_of(system: System, name: str) -> str:
    """The agent who plays a level; any other name is that of an agent already."""
    level = levels_of(system).get(name)
    return name if level is None else level.agent


def seat_of(system: System, player: str) -> SeatPlan:
    """The seat of `person`, or of a level or another opponent.

    A match keeps who plays a level when it begins, and shows the level's name.
    """
    if player == PERSON:
        return SeatPlan("person")
    agent = agent_of(system, player)
    return SeatPlan("machine", agent, "" if agent == player else player)
