"""What joins and parts neighbouring places, places that are closed, and water far below the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.lines import Point, courses, polygon, polyline, smooth_line
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element, number

CLOSED: Final = "closed"
"""The art of places that no unit can enter."""
_ROUTES: Final = (
    (10.0, None),
    (4.0, None),
    (4.0, "20 12"),
    (4.0, "8 10"),
    (5.5, "1.2 13"),
    (4.5, "1.2 24"),
)
"""How routes look, the best first: width and dashes."""
_FAINT: Final = 20.0
"""Pixels a hex's side from which routes are seen."""
_HATCH: Final = 22.0


def closed(board: Board, colours: Palette) -> str:
    """The ground of closed places."""
    data = _closed(board)
    return element("path", d=data, fill=colours.closed) if data else ""


def hatch(board: Board, colours: Palette, prefix: str) -> str:
    """Lines over closed places, also where there is water."""
    data = _closed(board)
    if not data:
        return ""
    line = {"stroke": colours.closed_line, "stroke_width": "2.5"}
    pattern = element(
        "pattern",
        element("path", d=f"M0 0H{_HATCH:g}", **line),
        id=f"{prefix}hatch",
        width=_HATCH,
        height=_HATCH,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-45)",
    )
    return element("defs", pattern) + element("path", d=data, fill=f"url(#{prefix}hatch)")


def _closed(board: Board) -> str:
    return board.outline(place for place in board.places.values() if board.art(place) == CLOSED)


def beneath(board: Board, colours: Palette) -> str:
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
    edge = {"stroke": colours.beneath_edge, "stroke_linejoin": "round"}
    parts = ""
    if rings:
        parts += element(
            "path", d=rings, fill=colours.beneath, fill_rule="evenodd", stroke_width=4, **edge
        )
    if streams:
        parts += element("path", d=streams, fill="none", stroke_width=7, **edge)
    return parts


def _point(pair: Any) -> Point:
    return float(pair[0]) * UNIT, float(pair[1]) * UNIT


def routes(board: Board, colours: Palette, scale: float) -> str:
    """Routes from centre to centre, the best on top; `scale` is in pixels a hex's side."""
    by_look: dict[int, str] = {}
    for link in board.document.get("links") or ():
        if link.get("kind") != "barrier" and "pairs" in link:
            look = min(max(int(link.get("look") or 0), 0), len(_ROUTES) - 1)
            by_look[look] = by_look.get(look, "") + _between(board, link)
    parts = []
    for look, data in sorted(by_look.items(), reverse=True) if scale >= _FAINT else ():
        wide, dashes = _ROUTES[look]
        end = "butt" if dashes and not dashes.startswith("1.2") else "round"
        for colour, more in ((colours.route_edge, 5.0), (colours.route, 0.0)):
            parts.append(
                element(
                    "path",
                    d=data,
                    stroke=colour,
                    stroke_width=max(wide, 110 / scale) + more,
                    stroke_dasharray=dashes,
                    stroke_linecap=end,
                )
            )
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
        looks: tuple[tuple[str, float, str | None], ...] = (
            (colours.route_edge, 20.0, None),
            (colours.wall, 13.0, None),
            (colours.route_edge, 5.0, "2 14"),
        )
        if link.get("look") == "water":
            looks = ((colours.bank, 24.0, None), (colours.canal, 15.0, None))
        for colour, wide, dashes in looks if data else ():
            width = max(wide, wide * 18 / scale)
            parts.append(
                element("path", d=data, stroke=colour, stroke_width=width, stroke_dasharray=dashes)
            )
    line = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return element("g", *parts, **line) if parts else ""
