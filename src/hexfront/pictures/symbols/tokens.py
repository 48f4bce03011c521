"""Pieces without a NATO symbol: small figures by their `sign`, in the colour of their side."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Counter
from hexfront.pictures.svg import NARROW, element, escape, number

SIZE: Final = 100.0
"""The side of the square around a figure, before it is scaled."""
SHAPES: Final = {
    "pawn": "M0-44a17 17 0 0 1 11 30h9v8H11C12 8 18 20 27 27v15H-27V27C-18 20-12 8-11-6h-9v-8h9"
    "A17 17 0 0 1 0-44z",
    "unit": "M-38-30h76a6 6 0 0 1 6 6v52a6 6 0 0 1-6 6h-76a6 6 0 0 1-6-6v-52a6 6 0 0 1 6-6z",
    "shield": "M0-44C14-34 26-32 38-32V-4C38 20 22 36 0 45-22 36-38 20-38-4V-32C-26-32-14-34 0-44z",
    "building": "M-40 44V-14L0-44 40-14V44z",
    "agent": "M-16-42h32l6 22h18v10H-40v-10h18zM-30-4H30C30 14 24 20 40 42H-40C-24 20-30 14-30-4z",
    "card": "M-28-44h56a6 6 0 0 1 6 6v76a6 6 0 0 1-6 6h-56a6 6 0 0 1-6-6v-76a6 6 0 0 1 6-6z",
}
FEET: Final = {"unit": 26.0, "pawn": 34.0, "building": 34.0, "agent": 34.0, "card": 36.0}
"""How far below the middle the dots of the side stand."""
OTHER: Final = "M-42 0a42 42 0 1 1 84 0 42 42 0 1 1-84 0z"
"""A piece of any other sign: a disc with its first letter."""


def token(counter: Counter, sign: str, colour: str, x: float, y: float, size: float) -> str:
    """A piece around a point; `size` is the side of the square that it takes.

    Sides are told without colour by dots at its foot: one for the first, two for the second.
    """
    scale = size / SIZE
    return element(
        "g",
        element("title", escape(_words(counter))),
        element(
            "path",
            d=SHAPES.get(sign, OTHER),
            fill=colour,
            stroke="#fff",
            stroke_width=6,
            stroke_linejoin="round",
        ),
        _text(counter, sign),
        _dots(counter.side, FEET.get(sign, 30.0)),
        transform=f"translate({number(x)} {number(y)})scale({scale:.3f})",
        font_family=NARROW,
        text_anchor="middle",
    )


def _text(counter: Counter, sign: str) -> str:
    """Its number; a letter where the figure is none that is known here."""
    values = [value for value in counter.values.values() if isinstance(value, (int, float))]
    text = "?" if not counter.known else f"{values[0]:g}" if values and sign != "pawn" else ""
    text = text or ("" if sign in SHAPES else sign[:1].upper())
    if not text:
        return ""
    look = {"fill": "#fff", "stroke": "#000", "stroke_opacity": ".55", "stroke_width": 7}
    return element(
        "text", escape(text), y=15, font_size=46, font_weight=700, paint_order="stroke", **look
    )


def _dots(side: int, foot: float) -> str:
    """As many as the number of the side."""
    if side < 0:
        return ""
    count = side % 6 + 1
    row = "".join(f"M{number((i - (count - 1) / 2) * 9.5)} {number(foot)}h0" for i in range(count))
    look = {"fill": "none", "stroke": "#fff", "stroke_linecap": "round"}
    return element("path", d=row, stroke_width=6.5, **look)


def _words(counter: Counter) -> str:
    values = (f"{name} {value}" for name, value in counter.values.items())
    return ", ".join([counter.name, *values, *counter.badges])
