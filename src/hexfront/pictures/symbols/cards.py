"""Counters as cards of their side: symbol, name, figures, badges."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexfront.core.contract import Counter
from hexfront.pictures.boards import UNIT
from hexfront.pictures.palette import SIDES
from hexfront.pictures.shapes import CARDS, draw_parts
from hexfront.pictures.svg import NARROW, element, escape, number
from hexfront.pictures.symbols.nato import COUNTER_STROKE, draw_symbol
from hexfront.pictures.symbols.tokens import token

SIZE: Final = 116.0
"""The side of a counter, in hundredths of a hex's side."""

_HALF: Final = SIZE / 2
UNSUPPLIED: Final = "unsupplied"
"""The badge of a unit that is out of supply."""
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
    light = [element("stop", offset=str(at), stop_color=shade) for at, shade in CARDS["light"]]
    return element(
        "defs",
        element("linearGradient", *light, id=f"{prefix}k", x2="0", y2="1"),
        *(_card(side, colour, prefix) for side, colour in sides),
        *(_symbol(code, f"{prefix}s{i}") for i, code in enumerate(codes)),
    )


def _card(side: int, colour: str, prefix: str) -> str:
    """A card in hex sides, its outline, and this as a clip."""
    shape = element("path", d=CARDS["outlines"][side % 4], id=f"{prefix}o{side}")
    use = {"href": f"#{prefix}o{side}"}
    below = {**use, "y": ".04", "fill": "none", "stroke": "#000", "stroke_opacity": ".1"}
    clip = element("clipPath", element("use", **use), id=f"{prefix}e{side}")
    edges = [
        element("use", **use, fill="none", stroke=edge["stroke"], stroke_width=str(edge["width"]))
        for edge in CARDS["edge"]
    ]
    return shape + clip + element(
        "g",
        *(element("use", **below, stroke_width=wide) for wide in (".05", ".1", ".15")),
        element("use", **use, fill=colour),
        element("use", **use, fill=f"url(#{prefix}k)"),
        element("g", _parts(CARDS["patterns"][side % 4]), clip_path=f"url(#{prefix}e{side})"),
        *edges,
        id=f"{prefix}c{side}",
    )  # fmt: skip


def _parts(parts: Iterable[Mapping[str, Any]]) -> str:
    """Parts of cards, whose colours are the same on light and dark pages."""
    return draw_parts(parts, lambda colour: colour)


def _at(x: float, y: float, *drawn: str) -> str:
    """What is drawn in hex sides, around a point in hundredths of them."""
    return element("g", *drawn, transform=f"translate({number(x)} {number(y)})scale({UNIT:g})")


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
    card = _at(0, 0, element("use", href=f"#{prefix}c{counter.side}"))
    if counter.known:
        face = _unsupplied(counter, prefix, scale) + _face(counter, prefix, codes, scale)
        face += _badges([badge for badge in counter.badges if badge != UNSUPPLIED])
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


def _unsupplied(counter: Counter, prefix: str, scale: float) -> str:
    """Out of supply: the card is hatched, with a warning at the upper left corner."""
    if UNSUPPLIED not in counter.badges:
        return ""
    hatch, sign = CARDS["unsupplied"]["hatch"], CARDS["unsupplied"]["sign"]
    seen = [part for part in sign if scale >= part.get("from", 0)]
    hatched = element("g", _parts(hatch), clip_path=f"url(#{prefix}e{counter.side})")
    return _at(0, 0, hatched) + _at(12 - _HALF, 12 - _HALF, _parts(seen))


def figures_of(counter: Counter) -> str:
    """The figures that stand below the symbol; steps are shown as dots."""
    values = [
        printed(value)
        for name, value in counter.values.items()
        if isinstance(value, (int, float)) and name != "steps"
    ]
    return "–".join(values[:3])


def printed(value: float) -> str:
    """A number with its fraction as printed on counters.

    >>> printed(3.5), printed(0.25), printed(7.0), printed(1.1)
    ('3½', '¼', '7', '1.1')
    """
    whole = math.floor(value)
    part = CARDS["fractions"].get(f"{value - whole:g}")
    return f"{whole or ''}{part}" if part else f"{value:g}"


def _steps(counter: Counter) -> str:
    """Steps that are left, as dots at the right edge."""
    steps = counter.values.get("steps", 0)
    count = min(6, int(steps)) if isinstance(steps, (int, float)) else 0
    lost = 1 if "reduced" in counter.badges else 0
    return "".join(
        _at(
            _HALF - 7.5,
            _HALF - 40 - 13 * i,
            _parts(CARDS["steps"]["left" if i < count else "lost"]),
        )
        for i in range(count + lost)
    )


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


def _badges(badges: Sequence[str]) -> str:
    """States as letters, each kind in a shape of its own, at the upper right corner."""
    parts = []
    for i, badge in enumerate(badges[:3]):
        x, y = _HALF - 6 - 30 * i, 6 - _HALF
        letter = escape(badge[:1].upper())
        parts.append(_at(x, y, _parts(_badge_parts(badge))))
        parts.append(
            element("text", letter, x=x, y=y + 7, font_size=20, font_weight=700, fill="#fff")
        )
    return "".join(parts)


def _badge_parts(badge: str) -> list[Mapping[str, Any]]:
    shapes: list[list[Mapping[str, Any]]] = CARDS["badges"]
    if badge.startswith("mov"):
        return shapes[0]
    if badge.startswith("attack"):
        return shapes[1]
    return shapes[2 + sum(map(ord, badge)) % 3]


def _words(counter: Counter) -> str:
    if not counter.known:
        return counter.name or "?"
    values = (f"{name} {value}" for name, value in counter.values.items())
    return ", ".join([counter.name, *values, *counter.badges])
