"""Signs of what stands at a place: settlements, ports, forts, airfields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.palette import Palette
from hexfront.pictures.shapes import SHAPES, draw_shape
from hexfront.pictures.svg import element, number

_SIGNS: Final[Mapping[str, Mapping[str, Any]]] = SHAPES["signs"]
"""By kind, the greatest settlement first; what is no settlement has a corner of its place."""


def signs(board: Board, colours: Palette, scale: float) -> str:
    """The signs of all places; `scale` is in pixels a hex's side."""
    return "".join(_signs(board, colours, scale))


def _signs(board: Board, colours: Palette, scale: float) -> Iterator[str]:
    for entry in board.document.get("places") or ():
        kinds = [kind for kind in entry.get("signs") or () if kind in _SIGNS]
        kinds = [kind for kind in kinds if scale >= _SIGNS[kind]["least"]]
        if not kinds:
            continue
        place = board.places[entry["id"]]
        main = next(
            (kind for kind, sign in _SIGNS.items() if kind in kinds and "corner" not in sign), ""
        )
        if main:
            yield _sign(main, place.x, place.y, max(0.15, 3.2 / scale), colours)
        for kind, sign in _SIGNS.items():
            if kind in kinds and "corner" in sign:
                x, y = sign["corner"]
                at = place.x + x * UNIT, place.y + y * UNIT
                yield _sign(kind, *at, max(0.2, 4.6 / scale), colours)


def _sign(kind: str, x: float, y: float, size: float, colours: Palette) -> str:
    """A sign around a point, so many hex sides large."""
    move = f"translate({number(x)} {number(y)})scale({number(size * UNIT)})"
    return element("g", draw_shape(_SIGNS[kind]["parts"], colours), transform=move)
