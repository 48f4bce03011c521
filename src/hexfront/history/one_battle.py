"""One battle in every system that can fight it, side by side."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.registry import find_system
from hexfront.core.scenario import check_model
from hexfront.core.study.engagement import (
    Answer,
    Cover,
    Engagement,
    Force,
    Posture,
    Relief,
    Weather,
)
from hexfront.history.systems import able_systems, fight, quantile

Amount = Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)]
EXAMPLE: Final = """\
# A battle for `hexfront one-battle`: what is not said is as below.
title = "A division attacks a brigade that has dug in"
posture = "prepared"      # of the defender: hasty, prepared, fortified, delay, withdrawal
relief = "rolling"        # flat, rolling, rugged
cover = "mixed"           # bare, mixed, wooded, desert
urban = false
weather = "dry"           # dry, wet
air = "neither"           # who rules it: attacker, neither, defender
days = 1.0

[attacker]
people = 12000
tanks = 100
guns = 150

[defender]
people = 5000
tanks = 30
guns = 50
"""
AIR: Final = {"attacker": 1, "neither": 0, "defender": -1}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, frozen=True)


class ForceEntry(_Part):
    """What a side has."""

    people: Amount
    tanks: Amount = 0.0
    guns: Amount = 0.0


class BattleEntry(_Part):
    """A battle."""

    title: str = Field(default="A battle", max_length=200)
    attacker: ForceEntry
    defender: ForceEntry
    posture: Posture = "hasty"
    """Of the defender."""
    relief: Relief = "rolling"
    cover: Cover = "mixed"
    urban: bool = False
    weather: Weather = "dry"
    air: Literal["attacker", "neither", "defender"] = "neither"
    """Who rules it."""
    days: float = Field(default=1.0, gt=0, le=365, allow_inf_nan=False)

    @property
    def engagement(self) -> Engagement:
        """As systems take it."""
        attacker, defender = (
            Force(entry.people, entry.tanks, entry.guns) for entry in (self.attacker, self.defender)
        )
        ground = (self.posture, self.relief, self.cover, self.urban, self.weather)
        return Engagement(attacker, defender, *ground, AIR[self.air], self.days)


class Fought(NamedTuple):
    """A battle in one system."""

    system: str
    title: str
    answer: Answer


class Range(NamedTuple):
    """The mean of a number over what may come, and between what four of five ends lie."""

    mean: float
    low: float
    high: float


def read_battle(path: Path) -> BattleEntry:
    """A battle from a TOML or JSON file. Errors: `InputError`."""
    return check_model(BattleEntry, read_document(path), str(path))


def example_battle() -> BattleEntry:
    """The battle of the example file."""
    import tomllib

    return check_model(BattleEntry, tomllib.loads(EXAMPLE), "example")


def fight_everywhere(entry: BattleEntry) -> list[Fought]:
    """The battle in every system that can fight it."""
    return [
        Fought(name, find_system(name).title, fight(name, entry.engagement))
        for name in able_systems()
    ]


def spread(
    answer: Answer, what: Literal["attacker_loss", "defender_loss", "advance"]
) -> Range | None:
    """The mean and the band for four of five; None where the system does not say."""
    mean = answer.mean(what)
    if mean is None:
        return None
    found = sorted((float(getattr(end, what)), end.chance) for end in answer.endings)
    return Range(mean, quantile(found, 0.1), quantile(found, 0.9))


def outcome_chances(answer: Answer) -> tuple[float, float, float]:
    """The chances that the attacker wins, that neither does, that the defender does."""
    return tuple(  # type: ignore[return-value]
        math.fsum(end.chance for end in answer.endings if end.winner == winner)
        for winner in (1, 0, -1)
    )


def battle_document(entry: BattleEntry, fought: list[Fought]) -> Json:
    """All of it as JSON."""
    return {
        "battle": entry.model_dump(mode="json"),
        "power": {
            "attacker": entry.engagement.attacker.power,
            "defender": entry.engagement.defender.power,
        },
        "systems": {each.system: _document_of(each.answer) for each in fought},
    }


def _document_of(answer: Answer) -> Json:
    wins, draw, loses = outcome_chances(answer)
    return {
        "chances": {"attacker": wins, "neither": draw, "defender": loses},
        **{what: _range_of(answer, what) for what in ("attacker_loss", "defender_loss", "advance")},
        "terms": dict(answer.terms),
        "ignores": list(answer.ignores),
        "endings": [dict(end._asdict()) for end in answer.endings],
    }


def _range_of(answer: Answer, what: str) -> Json:
    found = spread(answer, what)  # type: ignore[arg-type]
    return None if found is None else dict(found._asdict())
