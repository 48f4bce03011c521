"""What a view says of places: whose they are, and where two sides fight."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import View
from hexfront.pictures.boards import UNIT, Board, Place
from hexfront.pictures.lines import polygon
from hexfront.pictures.palette import Palette
from hexfront.pictures.shapes import SHAPES, draw_shape
from hexfront.pictures.svg import element, number

ENGAGEMENT: Final = "engagement"
"""The kind of mark that says where sides fight."""
_EDGE: Final = 32.0
"""How wide the coloured edge of a side's land is; half of it lies outside, and is cut off."""
_SIGN: Final = 0.27 * UNIT


def owned(board: Board, view: View, colours: Palette, prefix: str) -> str:
    """A tint over each side's land, and its colour along the inner edge."""
    lands: dict[int, list[Place]] = {}
    owners = view.owners
    if not owners:
        return ""
    for place, owner in zip(board.places.values(), owners, strict=True):
        if owner >= 0:
            lands.setdefault(owner, []).append(place)
    parts = []
    for side, land in sorted(lands.items()):
        key, data = f"{prefix}own{side}", board.outline(land)
        if board.hexes:
            data = "".join(map(polygon, board.loops((place.x, place.y) for place in land)))
        paint = {"fill": board.colour(side), "fill_opacity": colours.land, "fill_rule": "evenodd"}
        clip = element("path", d=data, clip_rule="evenodd")
        parts.append(element("defs", element("clipPath", clip, id=key)))
        parts.append(
            element(
                "path",
                d=data,
                **paint,
                stroke=board.colour(side),
                stroke_opacity=colours.land_edge,
                stroke_width=_EDGE,
                stroke_linejoin="round",
                clip_path=f"url(#{key})",
            )
        )
    return "".join(parts)


def engagements(board: Board, view: View, colours: Palette) -> str:
    """Crossed swords where sides are engaged."""
    labels = [label for mark in view.marks if mark.kind == ENGAGEMENT for label in mark.places]
    places = [board.places[label] for label in labels if label in board.places]
    return "".join(_swords(place.x, place.y - board.half + _SIGN + 2, colours) for place in places)


def _swords(x: float, y: float, colours: Palette) -> str:
    drawn = draw_shape(SHAPES["marks"][ENGAGEMENT], colours)
    move = f"translate({number(x)} {number(y)})scale({number(_SIGN)})"
    return element("g", drawn, transform=move)
