"""Whose land it is, the lines that part it, and the dots of open ground."""

from __future__ import annotations

from typing import Final

from hexfront.pictures.boards import Board, Place
from hexfront.pictures.lines import courses, polygon, polyline
from hexfront.pictures.palette import Palette
from hexfront.pictures.strokes import LINES, stroked
from hexfront.pictures.svg import element

_DOTS: Final = 9.0
"""Pixels a hex's side from which a place has its dot."""


def homes(board: Board, colours: Palette) -> str:
    """The land of each side, tinted with its colour."""
    lands: dict[int, list[Place]] = {}
    for place in board.places.values():
        if place.side is not None:
            lands.setdefault(place.side, []).append(place)
    return "".join(
        element(
            "path",
            d="".join(map(polygon, board.loops((place.x, place.y) for place in land))),
            fill=board.colour(side),
            fill_opacity=colours.home_most,
            fill_rule="evenodd",
        )
        for side, land in sorted(lands.items())
    )


def dots(board: Board, colours: Palette, scale: float) -> str:
    """A dot in the middle of each place of open ground; `scale` is in pixels a hex's side."""
    open_ground = [place for place in board.places.values() if board.art(place) == "dotted"]
    if not open_ground or scale < _DOTS:
        return ""
    # Strokes of no length with round ends: the shortest way to write a dot.
    data = "".join(f"M{round(place.x)} {round(place.y)}h0" for place in open_ground)
    size = max(14.0, 280 / scale)
    return element(
        "g",
        element("path", d=data, stroke=colours.dot_edge, stroke_width=1.6 * size),
        element("path", d=data, stroke=colours.dot, stroke_width=size),
        fill="none",
        stroke_linecap="round",
    )


def borders(board: Board, colours: Palette, scale: float) -> str:
    """The lines along sides of places: borders strong, with a glow; others thin and broken."""
    parts: list[str] = []
    for border in board.document.get("borders") or ():
        sides = [side for pair in border["sides"] if (side := board.side(*pair))]
        data = "".join(polyline(points) for points in courses(sides))
        if not data:
            continue
        kind = "border" if border.get("kind", "border") == "border" else "part"
        lines = stroked(LINES[kind], colours, scale)
        parts += [element("path", d=data, **line) for line in lines]
    return element("g", *parts, fill="none", stroke_linejoin="round") if parts else ""
