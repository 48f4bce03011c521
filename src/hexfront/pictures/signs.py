"""Signs of what stands at a place: settlements, ports, forts, airfields."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element, number

_LEAST: Final[Mapping[str, float]] = {
    "city": 0, "town": 8, "village": 15, "port": 9, "fort": 11, "airfield": 11,
}  # fmt: skip
"""Pixels a hex's side from which each is drawn, the greatest settlement first."""
_CORNERS: Final[Mapping[str, tuple[float, float]]] = {
    "port": (-0.79, 0.1),
    "airfield": (0.79, 0.1),
    "fort": (-0.5, -0.62),
}
"""Where what is no settlement stands, clear of a counter."""


def signs(board: Board, colours: Palette, scale: float) -> str:
    """The signs of all places; `scale` is in pixels a hex's side."""
    return "".join(_signs(board, colours, scale))


def _signs(board: Board, colours: Palette, scale: float) -> Iterator[str]:
    for entry in board.document.get("places") or ():
        kinds = [kind for kind in entry.get("signs") or () if scale >= _LEAST.get(kind, math.inf)]
        if not kinds:
            continue
        place = board.places[entry["id"]]
        main = next((kind for kind in _LEAST if kind in kinds and kind not in _CORNERS), "")
        if main:
            yield _sign(main, place.x, place.y, max(0.15, 3.2 / scale), colours)
        for kind, (x, y) in _CORNERS.items():
            if kind in kinds:
                at = place.x + x * UNIT, place.y + y * UNIT
                yield _sign(kind, *at, max(0.2, 4.6 / scale), colours)


def _sign(kind: str, x: float, y: float, size: float, colours: Palette) -> str:
    """A sign around a point, so many hex sides large."""
    move = f"translate({number(x)} {number(y)})scale({number(size * UNIT)})"
    return element("g", *_DRAWINGS[kind](colours), transform=move)


def _city(colours: Palette) -> tuple[str, ...]:
    return (
        element("rect", x=-1.15, y=-1.15, width=2.3, height=2.3, fill=colours.name),
        element("circle", r=0.72, fill=colours.casing),
        element("circle", r=0.36, fill=colours.name),
    )


def _town(colours: Palette) -> tuple[str, ...]:
    return (
        element("circle", r=1, fill=colours.name),
        element("circle", r=0.6, fill=colours.casing),
    )


def _village(colours: Palette) -> tuple[str, ...]:
    return (element("circle", r=0.55, fill=colours.name),)


def _port(colours: Palette) -> tuple[str, ...]:
    anchor = (
        "M-.16-.52a.16.16 0 1 0 .32 0a.16.16 0 1 0-.32 0M0-.36V.6M-.34-.14H.34"
        "M-.58.1Q-.4.6 0 .6Q.4.6.58.1"
    )
    return _badge(anchor, colours.water_name, colours)


def _airfield(colours: Palette) -> tuple[str, ...]:
    return _badge("M0-.66V.6M-.66.02L0-.22L.66.02M-.28.58H.28", colours.name, colours)


def _badge(lines: str, colour: str, colours: Palette) -> tuple[str, ...]:
    """Lines in a disc with an edge."""
    look = {"stroke": colour, "stroke_width": 0.17, "stroke_linecap": "round"}
    return (
        element("circle", r=1, fill=colours.casing, **look),
        element("path", d=lines, fill="none", stroke_linejoin="round", **look),
    )


def _fort(colours: Palette) -> tuple[str, ...]:
    turns = [(i * math.pi / 5, 0.62 if i % 2 else 1.12) for i in range(10)]
    points = (f"{math.sin(turn) * far:.2f},{-math.cos(turn) * far:.2f}" for turn, far in turns)
    look = {"fill": colours.wall, "stroke": colours.casing, "stroke_width": 0.2}
    return (element("polygon", points=" ".join(points), **look),)


_DRAWINGS: Final[Mapping[str, Callable[[Palette], tuple[str, ...]]]] = {
    "city": _city,
    "town": _town,
    "village": _village,
    "port": _port,
    "airfield": _airfield,
    "fort": _fort,
}
