"""A board document as objects, in pixels of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import number

UNIT = 100.0
"""What the board's unit of length is in a picture, so that most numbers are whole."""

MARGIN = 120.0


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the board; x runs right, y runs down, in hundredths of a hex's side."""

    id: str
    x: float
    y: float
    terrain: str
    name: str


class Board:
    """Places, their shape and the sides."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.title = str(document.get("title") or "")
        self.hexes = document.get("kind") == "hex"
        self.places = {
            str(place["id"]): Place(
                str(place["id"]),
                float(place["x"]) * UNIT,
                float(place["y"]) * UNIT,
                str(place.get("terrain") or ""),
                str(place.get("name") or ""),
            )
            for place in document["places"]
        }
        self._arts = {
            name: str(kind.get("art", "clear")) for name, kind in document["terrain"].items()
        }
        self._colours = [side.get("colour") for side in document["sides"]]
        turn = math.pi / 6 if document.get("orientation") == "pointy" else 0.0
        self.corners = [
            (UNIT * math.cos(turn + i * math.pi / 3), UNIT * math.sin(turn + i * math.pi / 3))
            for i in range(6)
        ]
        self.half = max(y for _, y in self.corners) if self.hexes else UNIT
        """Half the height of a place."""

    def art(self, place: Place) -> str:
        """How the ground of a place is drawn."""
        return self._arts.get(place.terrain, "clear")

    def colour(self, side: int) -> str:
        """The colour of a side."""
        own = self._colours[side] if 0 <= side < len(self._colours) else None
        return str(own or SIDES[side % len(SIDES)])

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of all places with a margin."""
        xs = [place.x for place in self.places.values()] or [0.0]
        ys = [place.y for place in self.places.values()] or [0.0]
        left, top = min(xs) - MARGIN, min(ys) - MARGIN
        return left, top, max(xs) + MARGIN - left, max(ys) + MARGIN - top

    def outline(self, places: Iterable[Place]) -> str:
        """The outlines of places as the data of a path."""
        (x, y), steps = self._outline
        return "".join(f"M{number(p.x + x)} {number(p.y + y)}{steps}" for p in places)

    @cached_property
    def _outline(self) -> tuple[tuple[float, float], str]:
        """Where the outline of a place at 0, 0 begins, and how it goes on from there."""
        if not self.hexes:
            r, d = number(UNIT), number(2 * UNIT)
            return (-UNIT, 0.0), f"a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1-{d} 0z"
        steps = "".join(
            f"l{number(x - before[0])} {number(y - before[1])}"
            for before, (x, y) in pairwise(self.corners)
        )
        return self.corners[0], f"{steps}z"
