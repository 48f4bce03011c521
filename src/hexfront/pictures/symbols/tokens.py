"""Pieces without a NATO symbol: small figures by their `sign`, in the colour of their side."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Counter
from hexfront.pictures.shapes import SHAPES, draw_piece
from hexfront.pictures.svg import NARROW, element, escape, number

FEET: Final = {"unit": 0.52, "card": 0.72}
"""How far below the middle the dots of the side stand, where that is another number than:"""
FOOT: Final = 0.68


def token(counter: Counter, sign: str, colour: str, x: float, y: float, size: float) -> str:
    """A piece around a point; `size` is the side of the square that it takes.

    Sides are told without colour by dots at its foot: one for the first, two for the second.
    """
    return element(
        "g",
        element("title", escape(_words(counter))),
        draw_piece(sign, colour),
        _text(counter, sign),
        _dots(counter.side, FEET.get(sign, FOOT)),
        transform=f"translate({number(x)} {number(y)})scale({size / 2:.3f})",
        font_family=NARROW,
        text_anchor="middle",
    )


def _text(counter: Counter, sign: str) -> str:
    """Its number in a disc, or a letter where the figure is none that is known here."""
    values = [value for value in counter.values.values() if isinstance(value, (int, float))]
    if counter.known and values and sign != "pawn":
        text = f"{values[0]:g}"
        size = 0.62 if len(text) == 1 else 0.5
        return draw_piece("number", "") + _write(text, 0.62, 0.58 + size / 3, size)
    text = "" if sign in SHAPES["pieces"] else sign[:1].upper()
    return _write("?" if not counter.known else text, 0, 0.33, 0.92)


def _write(text: str, x: float, y: float, size: float) -> str:
    if not text:
        return ""
    look = {"fill": "#fff", "font_size": size, "font_weight": 700}
    return element("text", escape(text), x=x, y=y, **look)


def _dots(side: int, foot: float) -> str:
    """As many as the number of the side, from the disc of a number to the left."""
    if side < 0:
        return ""
    count = side % 6 + 1
    row = "".join(f"M{0.02 - i * 0.16:.2f} {foot:.2f}h0" for i in range(count))
    look = {"fill": "none", "stroke": "#fff", "stroke_linecap": "round"}
    return element("path", d=row, stroke_width=0.13, **look)


def _words(counter: Counter) -> str:
    values = (f"{name} {value}" for name, value in counter.values.items())
    return ", ".join([counter.name, *values, *counter.badges])
