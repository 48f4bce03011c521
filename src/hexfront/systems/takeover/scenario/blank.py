"""A ring with nothing on it but territories to be named, for whoever begins with nothing."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import Final

from hexfront.core.documents.slugs import slug
from hexfront.core.documents.strictjson import Json
from hexfront.core.scenario_files import BlankAnswers, BlankForm, BlankQuestion
from hexfront.systems.takeover.scenario.loader import TakeoverScenario
from hexfront.systems.takeover.scenario.model import MOST_TERRITORIES

PRICE: Final = 60
INCOME: Final = 12
"""Of each territory, until the designer says otherwise."""
_TURN: Final = 0.618034
"""Of the circle of hues from one colour group to the next, so that neighbours differ."""


def _empty_ring(scenario: TakeoverScenario, answers: BlankAnswers) -> Json:
    """A scenario's document with another ring, and without cards (TKO-1, TKO-16)."""
    territories = int(str(answers["territories"]))
    quadrants, groups = (_named(answers[kind], kind) for kind in ("quadrants", "groups"))
    ring: list[Json] = [
        {"kind": "administration", "name": "administration", "title": "Administration"}
    ]
    for number in range(territories):
        quadrant, group = (
            parts[number * len(parts) // territories]["name"] for parts in (quadrants, groups)
        )
        ring.append(
            {
                "name": f"territory-{number + 1}",
                "title": f"Territory {number + 1}",
                "quadrant": quadrant,
                "group": group,
                "price": PRICE,
                "income": INCOME,
            }
        )
    for number, group in enumerate(groups):
        group["colour"] = _colour(number)
    document: dict[str, Json] = {**scenario.document, "quadrants": quadrants, "groups": groups}
    return {**document, "ring": ring, "cards": []}


def _named(answer: int | Sequence[str], kind: str) -> list[dict[str, Json]]:
    titles = [] if isinstance(answer, int) else answer
    return [
        {"name": slug(title, f"{kind}-{number}"), "title": title.strip()}
        for number, title in enumerate(titles, 1)
    ]


def _colour(number: int) -> str:
    shares = colorsys.hls_to_rgb(number * _TURN % 1, 0.45, 0.5)
    return "#" + "".join(f"{round(255 * share):02x}" for share in shares)


BLANK: Final = BlankForm(
    "An empty ring",
    "Dice, prices of what can be bought and seats are those of The Ring; there are no cards yet.",
    (
        BlankQuestion("territories", "Territories", 24, range(2, MOST_TERRITORIES + 1)),
        BlankQuestion("quadrants", "Quadrants", ("North", "East", "South", "West"), range(1, 9)),
        BlankQuestion(
            "groups",
            "Colour groups",
            ("Amber", "Rust", "Olive", "Teal", "Azure", "Indigo", "Plum", "Crimson"),
            range(1, 21),
        ),
    ),
    _empty_ring,
)
