"""Counters as cards of their side: symbol, name, figures, badges."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from hexfront.core.contract import Counter
from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import NARROW, element, escape, number
from hexfront.pictures.symbols.nato import COUNTER_STROKE, draw_symbol
from hexfront.pictures.symbols.tokens import token

SIZE: Final = 116.0
"""The side of a counter, in hundredths of a hex's side."""

_HALF: Final = SIZE / 2
_BAND: Final = 13.0
"""The breadth of the side's pattern at the left edge."""
_ROOM: Final = SIZE - 24
"""What symbol and words may take of the breadth."""


def counter_svg(counter: Counter, colour: str | None = None, size: float = 96) -> str:
    """One counter as a whole SVG document.

    Args:
        counter: the counter, as one viewer knows it.
        colour: of its side; by default the one that sides without colours have.
        size: in pixels.
    """
    colour = colour or SIDES[counter.side % len(SIDES)]
    codes = [] if counter.sign else [counter.sidc]
    prefix = f"u{zlib.crc32(repr((counter, colour)).encode('utf-8', 'replace')):08x}"
    return element(
        "svg",
        definitions([(counter.side, colour)], codes, prefix),
        place_counter(counter, 0, 0, prefix, codes, colour=colour),
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
    return element(
        "defs",
        element("linearGradient", *light, id=f"{prefix}k", x2="0", y2="1"),
        *(_card(side, colour, prefix) for side, colour in sides),
        *(_symbol(code, f"{prefix}s{i}") for i, code in enumerate(codes)),
    )


def _card(side: int, colour: str, prefix: str) -> str:
    shape = element("path", d=_outline(side), id=f"{prefix}o{side}")
    use = {"href": f"#{prefix}o{side}"}
    below = {**use, "y": 4, "fill": "none", "stroke": "#000", "stroke_opacity": ".1"}
    band = element("rect", x=-_HALF, y=-_HALF, width=_BAND, height=SIZE, fill="#000", opacity=".35")
    clip = element("clipPath", element("use", **use), id=f"{prefix}e{side}")
    return shape + clip + element(
        "g",
        *(element("use", **below, stroke_width=wide) for wide in (5, 10, 15)),
        element("use", **use, fill=colour),
        element("use", **use, fill=f"url(#{prefix}k)"),
        element("g", band, _pattern(side), clip_path=f"url(#{prefix}e{side})"),
        element("use", **use, fill="none", stroke="#000", stroke_opacity=".6", stroke_width=3),
        id=f"{prefix}c{side}",
    )  # fmt: skip


def _outline(side: int) -> str:
    """Sides differ by their corners too."""
    match side % 4:
        case 1:
            return "M-42-58H42L58-42V42L42 58H-42L-58 42V-42z"
        case 2:
            return "M-58-58H58V58H-58z"
        case 3:
            return "M-58 56V-23A35 35 0 0 1-23-58H23A35 35 0 0 1 58-23V56L56 58H-56z"
    corners = (
        "H44a14 14 0 0 1 14 14V44a14 14 0 0 1-14 14H-44a14 14 0 0 1-14-14V-44a14 14 0 0 1 14-14z"
    )
    return f"M-44-58{corners}"


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
    """A symbol around 0, 0, one unit as large as a card with nothing else has room for."""
    drawn = draw_symbol(code, COUNTER_STROKE)
    scale = min(_ROOM / drawn.width, _ROOM / drawn.height)
    x, y = drawn.left + drawn.width / 2, drawn.top + drawn.height / 2
    place = f"scale({scale:.3f})translate({number(-x)} {number(-y)})"
    return element("g", element("g", drawn.markup, transform=place), id=name)


def place_counter(
    counter: Counter,
    x: float,
    y: float,
    prefix: str,
    codes: Sequence[str],
    *,
    size: float = 1,
    scale: float = 100,
    colour: str = "",
) -> str:
    """A counter around a point; one with a `sign` as its figure.

    Args:
        counter: the counter.
        x: of its middle.
        y: of its middle.
        prefix: of the definitions.
        codes: those of the definitions.
        size: 1 for full size.
        scale: pixels a hex's side; words that could not be read are left out.
        colour: of its side, for a figure.
    """
    if sign := counter.sign:
        colour = colour or SIDES[counter.side % len(SIDES)]
        return token(counter, sign, colour, x, y, SIZE * size)
    at = f"translate({number(x)} {number(y)})" + (f"scale({size})" if size != 1 else "")
    card = element("use", href=f"#{prefix}c{counter.side}")
    if counter.known:
        face = _face(counter, prefix, codes, scale) + _badges(counter.badges)
    else:
        face = _write("?", 28, 80, 700)
    return element("g", element("title", escape(_words(counter))), card, face, transform=at)


def _face(counter: Counter, prefix: str, codes: Sequence[str], scale: float) -> str:
    name = counter.name if scale > 38 else ""
    figures = figures_of(counter) if scale > 21 else ""
    top, bottom = (-37 if name else -49), (26 if figures else 49)
    drawn = draw_symbol(counter.sidc, COUNTER_STROKE)
    fit = min(1.0, (bottom - top) / min(_ROOM, _ROOM * drawn.height / drawn.width))
    where = f"translate(6.5 {number((top + bottom) / 2)})scale({fit:.2f})"
    symbol = f"#{prefix}s{codes.index(counter.sidc)}"
    return (
        (_write(name, -40, 18.5, 600) if name else "")
        + element("use", href=symbol, transform=where)
        + (_write(figures, 53, 34, 700) if figures else "")
        + _steps(counter)
    )


def figures_of(counter: Counter) -> str:
    """The figures that stand below the symbol; steps are shown as dots."""
    values = [
        str(value)
        for name, value in counter.values.items()
        if isinstance(value, (int, float)) and name != "steps"
    ]
    return "–".join(values[:3])


def _steps(counter: Counter) -> str:
    """Steps that are left, as dots at the right edge."""
    steps = counter.values.get("steps", 0)
    count = min(6, int(steps)) if isinstance(steps, (int, float)) else 0
    dots = "".join(f"M{number(_HALF - 7.5)} {number(_HALF - 20 - 13 * i)}h0" for i in range(count))
    look = {"stroke": "#fff", "stroke_width": "8.4", "stroke_linecap": "round"}
    return element("path", d=dots, **look) if dots else ""


def _write(text: str, y: float, size: float, weight: int) -> str:
    """Words on a card, pressed together where they are too long."""
    long = len(text) * size * 0.5 > _ROOM
    squeezed = {"textLength": _ROOM, "lengthAdjust": "spacingAndGlyphs"} if long else {}
    return element(
        "text",
        escape(text),
        x=6.5,
        y=y,
        font_size=size,
        font_weight=weight,
        fill="#fff",
        stroke="#000",
        stroke_opacity=".5",
        stroke_width=5,
        stroke_linejoin="round",
        paint_order="stroke",
        **squeezed,
    )


_BADGES: Final = (
    ("#1b5e9e", 0),
    ("#9c3c0c", 4),
    ("#5b3a8c", 3),
    ("#17664b", 6),
    ("#7a5200", 5),
)
"""Colour, and number of corners; 0 for round."""


def _badges(badges: Sequence[str]) -> str:
    """States as letters, each kind in a shape of its own, at the upper right corner."""
    parts = []
    for i, badge in enumerate(badges[:3]):
        x, y, radius = _HALF - 6 - 30 * i, 6 - _HALF, 15.5
        colour, corners = _badge_look(badge)
        look = {"fill": colour, "stroke": "#fff", "stroke_width": 3.5, "stroke_linejoin": "round"}
        if corners:
            turns = [k / corners * 2 * math.pi - math.pi / 2 for k in range(corners)]
            far = radius * 1.2
            points = (
                f"{number(x + math.cos(t) * far)} {number(y + math.sin(t) * far)}" for t in turns
            )
            parts.append(element("path", d=f"M{'L'.join(points)}z", **look))
        else:
            parts.append(element("circle", cx=x, cy=y, r=radius, **look))
        letter = escape(badge[:1].upper())
        parts.append(
            element("text", letter, x=x, y=y + 7, font_size=20, font_weight=700, fill="#fff")
        )
    return "".join(parts)


def _badge_look(badge: str) -> tuple[str, int]:
    if badge.startswith("mov"):
        return _BADGES[0]
    if badge.startswith("attack"):
        return _BADGES[1]
    return _BADGES[2 + sum(map(ord, badge)) % 3]


def _words(counter: Counter) -> str:
    if not counter.known:
        return counter.name or "?"
    values = (f"{name} {value}" for name, value in counter.values.items())
    return ", ".join([counter.name, *values, *counter.badges])
