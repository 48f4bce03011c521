"""Contaminated places: a warning pattern, a trefoil, and a word."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import View
from hexfront.pictures.boards import UNIT, Board, Place
from hexfront.pictures.lines import polygon
from hexfront.pictures.palette import Palette
from hexfront.pictures.shapes import SHAPES, draw_shape
from hexfront.pictures.svg import SANS, element, escape

CONTAMINATED: Final = "contaminated"
"""The kind of such marks."""

_WORDS: Final = 16.0
"""Pixels a hex's side from which there are words."""


def hazards(board: Board, view: View, colours: Palette, prefix: str, scale: float) -> str:
    """The marks of contaminated places, under the counters; these leave room for the word."""
    found = [
        (board.places[label], mark.caption)
        for mark in view.marks
        if mark.kind == CONTAMINATED
        for label in mark.places
        if label in board.places
    ]
    if not found:
        return ""
    drawn = []
    for place, word in found:
        drawn.append(element("use", href=f"#{prefix}n", x=place.x, y=place.y))
        if scale > _WORDS:
            drawn.append(_word(board, place, word, colours))
    return element("defs", *_sign(board, colours, prefix)) + element("g", *drawn)


def _sign(board: Board, colours: Palette, prefix: str) -> tuple[str, str]:
    """The pattern of stripes, and the whole sign around 0, 0."""
    stripes = element(
        "pattern",
        element("path", d="M0 7H14", stroke=colours.hazard_stripe, stroke_width=7),
        id=f"{prefix}np",
        width=14,
        height=14,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-45)",
    )
    if board.hexes:
        outline = polygon((0.93 * x, 0.93 * y) for x, y in board.corners)
    else:
        outline = "M-92 0a92 92 0 1 1 184 0a92 92 0 1 1-184 0z"
    edge = {"stroke": colours.hazard_edge, "stroke_width": 9, "stroke_linejoin": "round"}
    sign = element(
        "g",
        element("path", d=outline, fill=colours.hazard),
        element("path", d=outline, fill=f"url(#{prefix}np)", **edge),
        element(
            "g", draw_shape(SHAPES["marks"][CONTAMINATED], colours), transform=f"scale({UNIT:g})"
        ),
        id=f"{prefix}n",
    )
    return stripes, sign


def _word(board: Board, place: Place, word: str, colours: Palette) -> str:
    """At the foot of the place, where a counter does not hide it."""
    return element(
        "text",
        escape(word),
        x=place.x,
        y=place.y + board.half - 5,
        font_family=SANS,
        font_size=28,
        font_weight=800,
        text_anchor="middle",
        fill=colours.hazard_ink,
        stroke=colours.hazard_halo,
        stroke_width=10,
        stroke_linejoin="round",
        paint_order="stroke",
    )
