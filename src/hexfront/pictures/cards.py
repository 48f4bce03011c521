"""Counters as cards of their side: symbol, name, figures, badges."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Final

from hexfront.pictures.likes import CounterLike
from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import NARROW, element, escape, number
from hexfront.pictures.symbols import draw_symbol

SIZE: Final = 116.0
"""The side of a counter, in hundredths of a hex's side."""

_HALF: Final = SIZE / 2
_BAND: Final = 13.0
"""The breadth of the side's pattern at the left edge."""
_ROOM: Final = SIZE - 24
"""What symbol and words may take of the breadth."""
_BADGES: Final = ("#1f7a4d", "#7a4b9a", "#a8641a", "#2b5f9e")
_EDGE: Final = {"paint_order": "stroke", "stroke": "#000", "stroke_opacity": ".35"}


def counter_svg(counter: CounterLike, colour: str | None = None, size: float = 96) -> str:
    """One counter as a whole SVG document.

    Args:
        counter: the counter, as one viewer knows it.
        colour: of its side; by default the one that sides without colours have.
        size: in pixels.
    """
    colour = colour or SIDES[counter.side % len(SIDES)]
    prefix = f"u{zlib.crc32(repr((counter, colour)).encode('utf-8', 'replace')):08x}"
    return element(
        "svg",
        definitions([(counter.side, colour)], [counter.sidc], prefix),
        place_counter(counter, 0, 0, prefix, [counter.sidc]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-72 -76 144 148",
        width=round(size),
        height=round(size * 148 / 144),
        role="img",
        **TEXT,
    )


TEXT: Final = {"font_family": NARROW, "text_anchor": "middle"}
"""What stands at an element around counters."""


def definitions(sides: Iterable[tuple[int, str]], codes: Iterable[str], prefix: str) -> str:
    """Empty cards of sides (number, colour) and symbols, to be used by `place_counter`."""
    light = [
        element("stop", offset=at, stop_color=shade, stop_opacity=strength)
        for at, shade, strength in (
            ("0", "#fff", ".3"),
            (".5", "#fff", ".08"),
            ("1", "#000", ".18"),
        )
    ]
    card = element("rect", x=-_HALF, y=-_HALF, width=SIZE, height=SIZE, rx=13)
    return element(
        "defs",
        element("linearGradient", *light, id=f"{prefix}k", x2="0", y2="1"),
        element("clipPath", card, id=f"{prefix}e"),
        *(_card(side, colour, prefix) for side, colour in sides),
        *(_symbol(code, f"{prefix}s{i}") for i, code in enumerate(codes)),
    )


def _card(side: int, colour: str, prefix: str) -> str:
    box = {"x": -_HALF, "y": -_HALF, "width": SIZE, "height": SIZE, "rx": 13}
    below = {**box, "y": 4 - _HALF, "fill": "none", "stroke": "#000", "stroke_opacity": ".1"}
    shadows = "".join(element("rect", **below, stroke_width=wide) for wide in (5, 10, 15))
    band = element("rect", x=-_HALF, y=-_HALF, width=_BAND, height=SIZE, fill="#000", opacity=".35")
    return element(
        "g",
        shadows,
        element("rect", **box, fill=colour),
        element("rect", **box, fill=f"url(#{prefix}k)"),
        element("g", band, _pattern(side), clip_path=f"url(#{prefix}e)"),
        element("rect", **box, fill="none", stroke="#000", stroke_opacity=".55", stroke_width=3),
        id=f"{prefix}c{side}",
    )


def _pattern(side: int) -> str:
    """By which sides differ without colour: slanting bars, a stripe, dots, level bars."""
    left = number(-_HALF)
    heights = [number(16 * i - _HALF - 10) for i in range(9)]
    look = {"fill": "none", "stroke": "#fff", "stroke_opacity": ".85"}
    match side % 4:
        case 0:
            bars = "".join(f"M{left} {y}l13-13" for y in heights)
            return element("path", d=bars, stroke_width=5, **look)
        case 1:
            return element(
                "path", d=f"M{-_HALF + 6.5} {left}v{number(SIZE)}", stroke_width=6, **look
            )
        case 2:
            dots = "".join(f"M{-_HALF + 6.5} {y}h0" for y in heights)
            return element("path", d=dots, stroke_width=8, stroke_linecap="round", **look)
    return element("path", d="".join(f"M{left} {y}h13" for y in heights), stroke_width=5, **look)


def _symbol(code: str, name: str) -> str:
    """A symbol around 0, 0, as large as a card has room for."""
    drawn = draw_symbol(code, 5)
    scale = min(_ROOM / drawn.width, 68 / drawn.height)
    x, y = drawn.left + drawn.width / 2, drawn.top + drawn.height / 2
    place = f"scale({scale:.3f})translate({number(-x)} {number(-y)})"
    return element("g", drawn.markup, id=name, transform=place)


def place_counter(
    counter: CounterLike, x: float, y: float, prefix: str, codes: list[str], size: float = 1
) -> str:
    """A counter around a point; `codes` are those of the definitions."""
    at = f"translate({number(x)} {number(y)})" + (f"scale({size})" if size != 1 else "")
    card = element("use", href=f"#{prefix}c{counter.side}")
    face = _face(counter, prefix, codes) if counter.known else _write("?", 28, 80, 700)
    return element("g", element("title", escape(_words(counter))), card, face, transform=at)


def _face(counter: CounterLike, prefix: str, codes: list[str]) -> str:
    values = [str(v) for v in counter.values.values() if isinstance(v, (int, float))]
    figures = "–".join(values[:3])
    middle = (19 if counter.name else 8) + (87 if figures else 108)
    symbol = f"#{prefix}s{codes.index(counter.sidc)}"
    badges = "".join(_badge(badge, i) for i, badge in enumerate(counter.badges[:3]))
    return (
        (_write(counter.name, -40, 17, 600) if counter.name else "")
        + element("use", href=symbol, x=6.5, y=middle / 2 - _HALF)
        + (_write(figures, 53, 30, 700) if figures else "")
        + badges
    )


def _write(text: str, y: float, size: float, weight: int) -> str:
    """Words on a card, pressed together where they are too long."""
    long = len(text) * size * 0.5 > _ROOM
    squeezed = {"textLength": _ROOM, "lengthAdjust": "spacingAndGlyphs"} if long else {}
    return element(
        "text", escape(text), x=6.5, y=y, font_size=size, font_weight=weight, fill="#fff",
        stroke_width=size / 9, **_EDGE, **squeezed,
    )  # fmt: skip


def _badge(badge: str, place: int) -> str:
    x, y = _HALF - 8 - 27 * place, 6 - _HALF
    letter = escape(badge[:1].upper())
    return element(
        "circle", cx=x, cy=y, r=13, fill=_BADGES[len(badge) % 4], stroke="#fff", stroke_width=3
    ) + element("text", letter, x=x, y=y + 6, font_size=17, font_weight=700, fill="#fff")


def _words(counter: CounterLike) -> str:
    if not counter.known:
        return counter.name or "?"
    values = (f"{name} {value}" for name, value in counter.values.items())
    return ", ".join([counter.name, *values, *counter.badges])
