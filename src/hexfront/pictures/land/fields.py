"""A patchwork of fields on open ground."""

from __future__ import annotations

import math
from typing import Final

from hexfront.pictures.boards import Board
from hexfront.pictures.lines import Point, between, chance, noise, polygon
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element

SIZE: Final = 95.0
"""Of a field."""

OPEN: Final = frozenset({"clear", "dotted"})
"""Arts that are open ground."""

_PLAIN: Final = 7.0
"""Pixels a hex's side from which there are fields."""


def fields(board: Board, colours: Palette, prefix: str, scale: float) -> str:
    """The fields of a board, a path for each colour, and furrows on some."""
    left, top, wide, high = board.bounds()
    if scale < _PLAIN:
        return ""
    size = SIZE * max(1.0, 26 / scale)
    tilled: dict[str, str] = {}
    furrowed = ["", ""]
    for j in range(math.floor(top / size), math.ceil((top + high) / size)):
        for i in range(math.floor(left / size), math.ceil((left + wide) / size)):
            if noise(i * 0.35, j * 0.35, 13) + chance(i, j, 14) * 0.9 < 0.32:
                continue
            middle = (i + 0.5) * size, (j + 0.5) * size
            if not _open(board, middle):
                continue
            corners = [_corner(i + a, j + b, size) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
            data = polygon(between(middle, corner, 0.97) for corner in corners)
            colour = colours.fields[int(chance(i, j, 15) * len(colours.fields))]
            tilled[colour] = tilled.get(colour, "") + data
            if chance(i, j, 16) < 0.45:
                furrowed[int(chance(i, j, 17) * 2)] += data
    patterns = [
        element(
            "pattern",
            element("path", d="M0 5H40", stroke=colours.furrow, stroke_width="1.6"),
            id=f"{prefix}f{i}",
            width=40,
            height=10,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({turn})",
        )
        for i, turn in enumerate((14, 97))
    ]
    hedge = {"stroke": colours.hedge, "stroke_width": "2.2"}
    return (
        element("defs", *patterns)
        + "".join(element("path", d=data, fill=fill) for fill, data in sorted(tilled.items()))
        + "".join(
            element("path", d=data, fill=f"url(#{prefix}f{i})", **hedge)
            for i, data in enumerate(furrowed)
            if data
        )
    )


def _corner(i: int, j: int, size: float) -> Point:
    return (
        (i + (chance(i, j, 11) - 0.5) * 0.55) * size,
        (j + (chance(i, j, 12) - 0.5) * 0.55) * size,
    )


def _open(board: Board, point: Point) -> bool:
    place = board.nearest(point)
    return place is not None and board.art(place) in OPEN
