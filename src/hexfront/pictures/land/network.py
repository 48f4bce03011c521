"""What joins and parts neighbouring places, places that are closed, and water far below the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.lines import Point, courses, polygon, polyline, smooth_line
from hexfront.pictures.palette import Palette
from hexfront.pictures.strokes import LINES, stroked
from hexfront.pictures.svg import element, number

CLOSED: Final = "closed"
"""The art of places that no unit can enter."""
_FAINT: Final = 20.0
"""Pixels a hex's side from which routes are seen."""
_HATCH: Final = 0.22
"""From one line of the hatch to the next."""


def closed(board: Board, colours: Palette) -> str:
    """The ground of closed places."""
    data = _closed(board)
    return element("path", d=data, fill=colours.closed) if data else ""


def hatch(board: Board, colours: Palette, prefix: str, scale: float) -> str:
    """Lines over closed places, also where there is water."""
    data = _closed(board)
    if not data:
        return ""
    step = _HATCH * UNIT * max(1.0, 22 / scale)
    lines = stroked(LINES["hatch"], colours, scale)
    pattern = element(
        "pattern",
        *(element("path", d=f"M0 0H{number(step)}", **line) for line in lines),
        id=f"{prefix}hatch",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-45)",
    )
    return element("defs", pattern) + element("path", d=data, fill=f"url(#{prefix}hatch)")


def _closed(board: Board) -> str:
    return board.outline(place for place in board.places.values() if board.art(place) == CLOSED)


def beneath(board: Board, colours: Palette, scale: float) -> str:
    """Water of the real country, faintly."""
    shapes = board.document.get("beneath") or ()
    rings = "".join(
        polygon(map(_point, ring)) for shape in shapes for ring in shape.get("area") or ()
    )
    streams = "".join(
        smooth_line(list(map(_point, line)))
        for shape in shapes
        if len(line := shape.get("line") or ()) > 1
    )
    parts = element("path", d=rings, fill=colours.beneath, fill_rule="evenodd") if rings else ""
    for kind, data in (("beneath", rings), ("stream", streams)):
        for line in stroked(LINES[kind], colours, scale) if data else ():
            parts += element("path", d=data, fill="none", stroke_linejoin="round", **line)
    return parts


def _point(pair: Any) -> Point:
    return float(pair[0]) * UNIT, float(pair[1]) * UNIT


def routes(board: Board, colours: Palette, scale: float) -> str:
    """Routes from centre to centre, the best on top; `scale` is in pixels a hex's side."""
    by_look: dict[int, str] = {}
    for link in board.document.get("links") or ():
        if link.get("kind") != "barrier" and "pairs" in link:
            look = min(max(int(link.get("look") or 0), 0), len(LINES["routes"]) - 1)
            by_look[look] = by_look.get(look, "") + _between(board, link)
    parts = []
    for look, data in sorted(by_look.items(), reverse=True) if scale >= _FAINT else ():
        parts += [
            element("path", d=data, **line)
            for line in stroked(LINES["routes"][look], colours, scale)
        ]
    return element("g", *parts, fill="none") if parts else ""


def _between(board: Board, link: Mapping[str, Any]) -> str:
    ends = ((board.places.get(one), board.places.get(other)) for one, other in link["pairs"])
    return "".join(
        f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}" for a, b in ends if a and b
    )


def barriers(board: Board, colours: Palette, scale: float) -> str:
    """Barriers along sides: running water, or walls."""
    parts = []
    for link in board.document.get("links") or ():
        if link.get("kind") != "barrier":
            continue
        sides = [side for pair in link["pairs"] if (side := board.side(*pair))]
        data = "".join(polyline(points) for points in courses(sides))
        kind = "canal" if link.get("look") == "water" else "wall"
        strokes = stroked(LINES[kind], colours, scale) if data else ()
        parts += [element("path", d=data, **line) for line in strokes]
    return element("g", *parts, fill="none", stroke_linejoin="round") if parts else ""
