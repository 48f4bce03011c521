"""How heights and land cover become terrain: rules, of which the first that fits counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.scenario import check_model
from hexfront.mechanics.file_model import Items, Line, Model

FORMAT: Final = "hexfront-land-rules/1"
Class = Annotated[int, Field(ge=0, le=65535)]
Metres = Annotated[float, Field(ge=-12_000, le=9_000)]


class Rule(Model):
    """A kind of ground; all that it says must be so."""

    terrain: Line
    """A word, which the table of correspondences then turns into terrain of a system."""
    cover: Items[Class] | None = None
    """Classes of land cover."""
    share: float = Field(default=0.5, gt=0, le=1)
    """How much of the hex they must cover."""
    above: Metres | None = None
    """The mean height must be as much or more."""
    below: Metres | None = None
    """The mean height must be less."""
    relief: Metres | None = None
    """From the lowest to the highest point it must be as much or more."""


class Rules(Model):
    """How ground becomes terrain."""

    format: Literal["hexfront-land-rules/1"] = FORMAT
    otherwise: Line = "clear"
    unknown: Line = "sea"
    """Of hexes of which the pictures say nothing."""
    rule: Items[Rule] = Field(default=(), max_length=200)


USUAL: Final = Rules(
    rule=(
        Rule(terrain="water", cover=(80,)),
        Rule(terrain="town", cover=(50,), share=0.3),
        Rule(terrain="swamp", cover=(90, 95)),
        Rule(terrain="snow", cover=(70,)),
        Rule(terrain="mountain", relief=500),
        Rule(terrain="woods", cover=(10,)),
        Rule(terrain="hill", relief=150),
        Rule(terrain="desert", cover=(60,), share=0.7),
        Rule(terrain="sea", below=0.01, relief=None),
    )
)
"""Where nothing else is asked for. Classes are those of ESA WorldCover: 10 trees, 20 shrubs,
30 grass, 40 crops, 50 built, 60 bare, 70 snow, 80 water, 90 wetland, 95 mangroves, 100 moss."""


@dataclass(frozen=True)
class Ground:
    """What is known of a hex."""

    mean: float | None
    relief: float
    shares: Mapping[int, float]
    """Of the classes of land cover."""


def terrain_of(ground: Ground, rules: Rules) -> str:
    """The word for the ground of a hex."""
    if ground.mean is None and not ground.shares:
        return rules.unknown
    return next((r.terrain for r in rules.rule if _fits(r, ground)), rules.otherwise)


def _fits(rule: Rule, ground: Ground) -> bool:
    if rule.cover is not None:
        covered = sum(ground.shares.get(kind, 0.0) for kind in rule.cover)
        if covered < rule.share:
            return False
    asks = (rule.above, rule.below, rule.relief)
    if ground.mean is None:
        return rule.cover is not None and asks == (None, None, None)
    if rule.above is not None and ground.mean < rule.above:
        return False
    if rule.below is not None and ground.mean >= rule.below:
        return False
    return rule.relief is None or ground.relief >= rule.relief


def read_rules(path: Path | None) -> Rules:
    """The rules in a file, .toml or .json; the usual ones without. Errors: `InputError`."""
    return USUAL if path is None else check_model(Rules, read_document(path), str(path))


def rules_toml(rules: Rules) -> str:
    """Rules as a file that a person may edit."""
    return "\n".join(_lines(rules)) + "\n"


def _lines(rules: Rules) -> Iterator[str]:
    yield "# The first rule that fits a hex counts. Classes of cover as in the GeoTIFF; metres."
    for key, value in rules.model_dump(exclude={"rule"}).items():
        yield f"{key} = {json.dumps(value)}"
    for rule in rules.rule:
        yield "\n[[rule]]"
        for key, value in rule.model_dump(exclude_none=True, exclude_defaults=True).items():
            yield f"{key} = {json.dumps(value)}"
