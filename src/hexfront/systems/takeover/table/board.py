"""The board as all may know it: the ring of spaces, their groups and quadrants (TKO-1, TKO-16)."""

from __future__ import annotations

from itertools import groupby
from math import cos, pi, sin
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.systems.takeover.knowledge.view import GOOD_NAMES, GOOD_SIGNS
from hexfront.systems.takeover.rules.orders import GOODS_WORDS
from hexfront.systems.takeover.scenario.loader import TERRITORY_KIND, TakeoverScenario
from hexfront.systems.takeover.scenario.model import Space

WIDTH: Final = 2.15
"""Of a space, where its middle is; about that of a hex."""
DEPTH: Final = 4.0
"""From the inner to the outer edge of the ring."""
BAND: Final = 0.5
"""Of that the band in the colour of the group, at the outer edge."""
SMALLEST: Final = 4.0
"""The radius through the middles of a ring of few spaces."""
ARC: Final = 4
"""Straight pieces of which a curved side is made."""
TITLES: Final = {"card": "OPs cards", "administration": "Administration", "free": "Free space"}
COLOURS: Final = {"card": "#c9a227", "administration": "#4b5563", "free": "#5f8f5a"}
SIGNS: Final = {"card": "card", "administration": "bank", "free": "rest"}
"""What is drawn faintly on spaces that are no territories."""
REGION: Final = 1.1
"""How deep the strips with the titles of the quadrants are, inside the ring."""
GAP: Final = 0.15
"""Between them and the ring."""
STANDINGS: Final = ["Money", "Income", "Titles", "Cards", "Worth"]
"""Gauges that the screen shows side by side for every player."""

Point = list[float]


class Ring(NamedTuple):
    """How the spaces lie: clockwise, the first at the upper left."""

    spaces: int
    middle: float
    """The radius through the middles of the spaces."""

    def point(self, turn: float, radius: float) -> Point:
        """A point so many spaces after the beginning of the first one."""
        angle = 2 * pi * turn / self.spaces + 1.25 * pi
        return [round(radius * cos(angle), 4), round(radius * sin(angle), 4)]

    def wedge(self, first: float, last: float, inner: float, outer: float) -> list[Point]:
        """The outline of a part of the ring."""
        arc = max(ARC, round(ARC * (last - first)))
        turns = [first + (last - first) * piece / arc for piece in range(arc + 1)]
        edge = [self.point(turn, outer) for turn in turns]
        return edge + [self.point(turn, inner) for turn in reversed(turns)]


def board_document(scenario: TakeoverScenario) -> dict[str, Json]:
    """Everything that the screen draws and that never changes."""
    spaces = scenario.file.ring
    ring = Ring(len(spaces), max(SMALLEST, len(spaces) * WIDTH / (2 * pi)))
    return {
        "kind": "areas",
        "title": scenario.title,
        "sides": [
            {"name": player.name, "title": player.title, "colour": player.colour}
            for player in scenario.players
        ],
        "places": [_place(ring, number, space) for number, space in enumerate(spaces)],
        "terrain": _terrain(scenario),
        "regions": _regions(scenario, ring),
        "stage": _stage(ring),
        "standings": [*STANDINGS],
        "turn_entry": "turn",
        "card_entries": ["draw", "card"],
        "pieces": {
            word: {"title": name, "sign": sign}
            for word, name, sign in zip(GOODS_WORDS, GOOD_NAMES, GOOD_SIGNS, strict=True)
        },
    }


def _stage(ring: Ring) -> dict[str, Json]:
    """A broad field within the ring, for the dice."""
    inner = ring.middle - DEPTH / 2
    return {"x": 0.0, "y": 0.0, "wide": round(1.6 * inner, 4), "high": round(1.15 * inner, 4)}


def _place(ring: Ring, number: int, space: Space) -> dict[str, Json]:
    """A space: a part of the ring, with a band in the colour of its group."""
    inner, outer = ring.middle - DEPTH / 2, ring.middle + DEPTH / 2
    x, y = ring.point(number + 0.5, ring.middle - BAND / 2)
    return {
        "id": space.name,
        "x": x,
        "y": y,
        "terrain": space.group or space.kind,
        "name": space.title,
        "outline": ring.wedge(number, number + 1, inner, outer),
        "band": ring.wedge(number, number + 1, outer - BAND, outer),
        "note": f"{space.price} · +{space.income}" if space.kind == TERRITORY_KIND else "",
        "facts": _facts(space),
    }


def _facts(space: Space) -> list[str]:
    """What a player wants to know of a space."""
    if space.kind != TERRITORY_KIND:
        return []
    return [f"Title {space.price}, income {space.income} (TKO-16)"]


def _terrain(scenario: TakeoverScenario) -> dict[str, Json]:
    """Colour groups, and the other kinds of spaces."""
    groups = {
        group.name: {
            "title": f"{group.title} group",
            "art": "plain",
            "colour": group.colour,
            "facts": [
                "Who holds a whole group is paid more for each of its Titles (TKO-16)",
                "A victor may go on within the group (TKO-15)",
            ],
        }
        for group in scenario.file.groups
    }
    facts = {
        "card": ["Who lands here draws an OPs card (TKO-3)"],
        "administration": ["Who reaches or passes it is paid (TKO-16)"],
        "free": ["Nothing happens here"],
    }
    others = {
        kind: {
            "title": TITLES[kind],
            "art": "plain",
            "colour": COLOURS[kind],
            "sign": SIGNS[kind],
            "facts": facts[kind],
        }
        for kind in TITLES
        if any(space.kind == kind for space in scenario.file.ring)
    }
    return {**groups, **others}


def _regions(scenario: TakeoverScenario, ring: Ring) -> list[Json]:
    """The quadrants, drawn inside the ring beside their territories (TKO-1)."""
    titles = {quadrant.name: quadrant.title for quadrant in scenario.file.quadrants}
    spaces = [(n, s.quadrant) for n, s in enumerate(scenario.file.ring) if s.quadrant]
    outer = ring.middle - DEPTH / 2 - GAP
    inner = outer - REGION
    regions: list[Json] = []
    for name, run in groupby(spaces, key=lambda entry: entry[1]):
        numbers = [number for number, _ in run]
        first, last = numbers[0], numbers[-1] + 1
        x, y = ring.point((first + last) / 2, (outer + inner) / 2)
        # Along the ring, and never upside down.
        turn = (360 * (first + last) / 2 / ring.spaces - 45) % 360
        regions.append(
            {
                "title": titles[name or ""],
                "outline": ring.wedge(first, last, inner, outer),
                "x": x,
                "y": y,
                "turn": round(turn - 180 if 90 < turn < 270 else turn, 2),
            }
        )
    return regions
