"""A board, and a position on it, as an SVG picture."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from hexfront.core.contract import OverlayReading, View
from hexfront.pictures.areas import area_names, stacks
from hexfront.pictures.boards import UNIT, Board, Place, board_now
from hexfront.pictures.holdings import engagements, owned
from hexfront.pictures.land.ground import ground
from hexfront.pictures.land.network import barriers
from hexfront.pictures.palette import DARK, LIGHT, Palette
from hexfront.pictures.pieces import position
from hexfront.pictures.readings import figures_of_places, tinted_places
from hexfront.pictures.svg import SERIF, element, escape, number

SETTLEMENTS = ("city", "town", "village")
"""The greatest first."""
LETTER = 0.62
"""The mean width of a letter of a name, in heights of the font."""
READABLE = 20
"""Pixels a hex's side from which the names of places with outlines are shown."""
LARGEST = 1000.0
"""The width of a picture, in pixels, unless one asks for another."""


def board_svg(
    board: Mapping[str, Any],
    view: View | None = None,
    *,
    dark: bool = False,
    numbers: bool = True,
    width: float | None = None,
    reading: OverlayReading | None = None,
) -> str:
    """A picture of a board document and, with a view, of its counters and marks.

    The result is a whole SVG document without styles, scripts or references to
    anything outside, so that it may stand in a page, an `img` or a file.

    Args:
        board: the board document, as `Rules.board()` gives it.
        view: what one viewer knows; only this is drawn on the ground.
        dark: for a dark page.
        numbers: whether places show their labels, where there is room for them.
        width: in pixels; by default 44 a hex's side, at most 1000.
        reading: what an overlay says of places.

    Errors: `KeyError`, `TypeError` or `ValueError` for what is no board document.
    """
    drawn = Board(board_now(board, view.terrain_overrides if view else {}))
    colours = DARK if dark else LIGHT
    left, top, across, down = drawn.bounds()
    shown = width or min(LARGEST, across * 44 / UNIT)
    scale = shown * UNIT / across  # pixels a hex's side
    # Several pictures may stand in one page, where ids are common to all.
    prefix = f"h{zlib.crc32(repr((board, view, dark)).encode('utf-8', 'replace')):08x}"
    parts = [
        element("title", escape(drawn.title)),
        ground(drawn, colours, prefix, numbers=numbers and scale > 26, scale=scale),
    ]
    if reading is not None:
        parts.append(tinted_places(drawn, reading))
    if view is not None:
        land = owned(drawn, view, colours, prefix)
        # Their edges hide the barriers that run there.
        parts += [land, barriers(drawn, colours, scale) if land else ""]
        parts.append(position(drawn, view, colours, prefix, scale))
        parts.append(engagements(drawn, view, colours))
    parts.append(_names(drawn, colours, min(200.0, max(30.0, 1100 / scale))))
    if scale > READABLE:
        busy = frozenset() if view is None else frozenset(stacks(drawn, view))
        parts.append(area_names(drawn, colours, busy))
    if reading is not None:
        parts.append(figures_of_places(drawn, reading))
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, across, down))),
        width=round(shown),
        height=round(shown * down / across),
        role="img",
    )


def _named(board: Board, size: float) -> list[Place]:
    """The places whose names are shown: of settlements the lesser give way to the greater."""
    shown: list[Place] = []
    signs = {str(p["id"]): p.get("signs") or () for p in board.document["places"]}
    rank = {kind: number for number, kind in enumerate(SETTLEMENTS)}
    order = sorted(
        (place for place in board.places.values() if place.name and not place.outline),
        key=lambda place: min((rank.get(s, len(rank)) for s in signs[place.id]), default=-1),
    )
    for place in order:
        if not signs[place.id] or not any(_overlap(place, other, size) for other in shown):
            shown.append(place)
    return shown


def _overlap(one: Place, other: Place, size: float) -> bool:
    """Whether the names of two places would run into each other."""
    wide = LETTER * size * (len(one.name) + len(other.name)) / 2
    return abs(one.x - other.x) < wide and abs(one.y - other.y) < size


def _names(board: Board, colours: Palette, size: float) -> str:
    """The names of places, over the counters, which hide the towns themselves."""
    texts = [
        element(
            "text", escape(place.name), x=place.x, y=place.y + board.half - 2 + (size - 30) * 0.35
        )
        for place in _named(board, size)
    ]
    if not texts:
        return ""
    return element(
        "g",
        *texts,
        font_family=SERIF,
        font_weight=600,
        font_size=size,
        text_anchor="middle",
        fill=colours.name,
        stroke=colours.halo,
        stroke_width=size / 3,
        stroke_linejoin="round",
        paint_order="stroke",
    )
