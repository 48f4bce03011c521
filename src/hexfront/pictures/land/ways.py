"""Rivers, roads, tracks, rails, drawn coasts, and words that lie on the ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.lines import Point, between, courses, smooth_line, strayed
from hexfront.pictures.palette import Palette
from hexfront.pictures.strokes import LINES, stroked
from hexfront.pictures.svg import SERIF, element, escape

RIVER_WIDTH = 0.16
_BANK = 12.0
"""How much wider than a river the ground is on which no tree stands."""


def rivers(board: Board, colours: Palette, prefix: str, scale: float) -> str:
    """Water along sides of hexes, or through hexes, with its names."""
    drawn = board.document.get("rivers") or ()
    lines = []
    for i, river in enumerate(drawn):
        data = _course(board, river)
        if data:
            lines.append((f"{prefix}r{i}", data, river.get("width") or RIVER_WIDTH))
    paths = [element("path", d="".join(data), id=key, fill="none") for key, data, _ in lines]
    # All banks first, so that rivers run into each other.
    strokes = [
        element("use", href=f"#{key}", **line)
        for stroke in LINES["river"]
        for key, _, wide in lines
        for line in stroked([stroke], colours, scale, wide)
    ]
    if not lines:
        return ""
    return element("defs", *paths) + element("g", *strokes, stroke_linejoin="round")


def without_rivers(board: Board, prefix: str, drawn: str) -> str:
    """What is drawn, but where a river runs: no tree stands there."""
    gaps = [
        element(
            "use",
            href=f"#{prefix}r{i}",
            stroke="#000",
            stroke_width=(river.get("width") or RIVER_WIDTH) * UNIT + _BANK,
        )
        for i, river in enumerate(board.document.get("rivers") or ())
        if _lines(board, river)
    ]
    if not gaps or not drawn:
        return drawn
    left, top, wide, high = board.bounds()
    box = {"x": left, "y": top, "width": wide, "height": high}
    mask = element(
        "mask",
        element("rect", **box, fill="#fff"),
        element("g", *gaps, stroke_linecap="round", stroke_linejoin="round"),
        id=f"{prefix}bank",
        maskUnits="userSpaceOnUse",
        **box,
    )
    return element("defs", mask) + element("g", drawn, mask=f"url(#{prefix}bank)")


def river_names(board: Board, colours: Palette, size: float) -> str:
    """The names of rivers along their courses."""
    texts = []
    for river in board.document.get("rivers") or ():
        lines = _lines(board, river)
        if river.get("name") and lines:
            line = max(lines, key=len)
            a, b = line[len(line) // 2 - 1], line[len(line) // 2]
            x, y = between(a, b, 0.5)
            texts.append(element("text", escape(river["name"]), x=x, y=y + size / 3))
    if not texts:
        return ""
    return element(
        "g", *texts, fill=colours.water_name, **_words(colours, size), font_style="italic"
    )


def roads(board: Board, colours: Palette, prefix: str, scale: float) -> str:
    """Ways through hexes, the small ones below."""
    lines: dict[str, str] = {"track": "", "rail": "", "road": ""}
    for road in board.document.get("roads") or ():
        points = [
            (p.x, p.y) if board.art(p) == "town" else strayed((p.x, p.y), 20)
            for p in (board.places.get(label) for label in road["path"])
            if p is not None
        ]
        if len(points) > 1:
            kind = road.get("kind", "road")
            kind = kind if kind in lines else "road"
            lines[kind] += smooth_line(_run_off(board, road["path"], points))
    if not any(lines.values()):
        return ""
    keys = {kind: f"{prefix}w{kind[:2]}" for kind, data in lines.items() if data}
    paths = [element("path", d=lines[kind], id=key, fill="none") for kind, key in keys.items()]
    strokes = [
        element("use", href=f"#{keys[kind]}", **line)
        for kind in ("track", "road", "rail")
        if kind in keys
        for line in stroked(LINES[kind], colours, scale)
    ]
    return element("defs", *paths) + element("g", *strokes, stroke_linejoin="round")


def labels(board: Board, colours: Palette) -> str:
    """Names of regions and seas."""
    texts = []
    for label in board.document.get("labels") or ():
        size, water = label.get("size", 0.6) * UNIT, label.get("kind") == "water"
        x, y = round(label["x"] * UNIT), round(label["y"] * UNIT)
        texts.append(
            element(
                "text",
                escape(label["text"]),
                transform=f"translate({x} {y})rotate({label.get('turn', 0):g})",
                y=size * 0.35,
                fill=colours.water_name if water else colours.land_name,
                font_style="italic" if water else None,
                letter_spacing=size * 0.18,
                **_words(colours, size),
            )
        )
    return "".join(texts)


def _words(colours: Palette, size: float) -> dict[str, Any]:
    return {
        "font_family": SERIF,
        "font_weight": 600,
        "font_size": size,
        "text_anchor": "middle",
        "stroke": colours.number_halo,
        "stroke_width": size * 0.14,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def _course(board: Board, river: Mapping[str, Any]) -> list[str]:
    return [smooth_line(line) for line in _lines(board, river)]


def _lines(board: Board, river: Mapping[str, Any]) -> list[list[Point]]:
    """The points that a river runs through, in one or more pieces."""
    sides = [board.side(*pair) for pair in river.get("sides") or ()]
    lines = []
    for corners in courses([side for side in sides if side is not None]):
        line = [strayed(corners[0], 10)]
        for a, b in pairwise(corners):
            line += [strayed(between(a, b, 0.5), 13), strayed(b, 10)]
        lines.append(line)
    path = [label for label in river.get("path") or () if label in board.places]
    if len(path) > 1:
        places = [board.places[label] for label in path]
        through = [strayed((place.x, place.y), 22) for place in places]
        lines.append(_run_off(board, path, through))
    return lines


def _run_off(board: Board, path: Sequence[str], points: list[Point]) -> list[Point]:
    """A line that ends at the edge of the board, but in no town, runs off it."""

    def off(label: str, end: Point, before: Point) -> list[Point]:
        place = board.places.get(label)
        if place is None or board.art(place) == "town":
            return []

        def ahead(there: Point) -> float:
            return (there[0] - end[0]) * (end[0] - before[0]) + (there[1] - end[1]) * (
                end[1] - before[1]
            )

        return sorted(board.beyond(place), key=ahead)[-1:]

    return [
        *off(path[0], points[0], points[1]),
        *points,
        *off(path[-1], points[-1], points[-2]),
    ]
