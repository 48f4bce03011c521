"""NATO symbols as SVG: the land units that wargames need, from their codes.

An icon that is not known here, or a text that is no code at all, gives a frame
with a question mark; nothing is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hexfront.pictures.svg import element, number
from hexfront.pictures.symbols.frames import Frame, frame_of
from hexfront.pictures.symbols.icons import icon
from hexfront.pictures.symbols.sidc import Symbol, read_sidc

FONT = "Arial, 'Liberation Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Markup in the plane of the standard's octagon, and the room that it takes."""

    markup: str
    left: float
    top: float
    width: float
    height: float


def symbol_svg(sidc: str, height: float = 60) -> str:
    """The symbol of a code as a whole SVG document.

    Args:
        sidc: 20 digits (APP-6D, MIL-STD-2525D), 30 of them with an extension, or 15 characters
            (2525B, C).
        height: in pixels; the width follows.
    """
    drawn = draw_symbol(sidc)
    return element(
        "svg",
        drawn.markup,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (drawn.left, drawn.top, drawn.width, drawn.height))),
        width=round(height * drawn.width / drawn.height),
        height=round(height),
    )


@lru_cache(maxsize=512)
def draw_symbol(sidc: str, stroke: float = 4) -> Drawing:
    """The symbol of a code, as a part of a picture.

    Args:
        sidc: as of `symbol_svg`.
        stroke: the width of the frame's line; the icon's is three quarters of it.
    """
    symbol = read_sidc(sidc)
    frame = frame_of(symbol.sort, symbol.identity)
    marks, top, bottom, half = _amplifiers(symbol, frame)
    outline = element(
        "path",
        d=frame.outline,
        fill=frame.fill,
        stroke_width=stroke,
        stroke_dasharray="8 6" if symbol.dashed else None,
    )
    inside = element("g", icon(symbol, frame), stroke_width=stroke * 0.75)
    around = element("g", marks, stroke_width=stroke, fill="none") if marks else ""
    markup = element(
        "g",
        outline,
        inside,
        around,
        stroke="#000",
        font_family=FONT,
        font_weight="bold",
        text_anchor="middle",
    )
    left = min(frame.left, 100 - half) - stroke
    right = max(frame.right, 100 + half) + stroke
    top, bottom = top - stroke, bottom + stroke
    return Drawing(markup, left, top, right - left, bottom - top)


def _amplifiers(symbol: Symbol, frame: Frame) -> tuple[str, float, float, float]:
    """What stands around the frame; its upper and lower end; half its breadth."""
    parts = []
    top, bottom = frame.top, frame.bottom
    if symbol.headquarters:
        bottom = frame.bottom + 100
        parts.append(element("path", d=f"M{frame.left} {frame.staff}V{bottom}"))
    markup, half = _ECHELONS.get(symbol.echelon, ("", 0.0))
    if markup:
        top = frame.top - 35
        parts.append(element("g", markup, transform=f"translate(100 {number(frame.top - 10)})"))
    if symbol.task_force:
        top, half = frame.top - 40, max(45, half + 7.5)
        bracket = f"M{100 - half} {frame.top}V{top}H{100 + half}V{frame.top}"
        parts.append(element("path", d=bracket))
    if symbol.dummy:
        top = min(top, frame.top - (frame.right - frame.left) / 2)
        roof = f"M100 {top}L{frame.left} {frame.top}M100 {top}L{frame.right} {frame.top}"
        parts.append(element("path", d=roof, stroke_dasharray="8 8"))
    return "".join(parts), top, bottom, half


def _dots(*xs: float) -> tuple[str, float]:
    drawn = (element("circle", cx=x, cy=-10, r=7.5, fill="#000") for x in xs)
    return "".join(drawn), max(xs) + 7.5


def _bars(*xs: float) -> tuple[str, float]:
    return element("path", d="".join(f"M{number(x)} 0v-25" for x in xs)), max(xs)


def _crosses(count: int) -> tuple[str, float]:
    lefts = [35 * (i - (count - 1) / 2) - 12.5 for i in range(count)]
    data = "".join(f"M{number(x)} 0l25-25m0 25l-25-25" for x in lefts)
    return element("path", d=data), max(lefts) + 25


_TEAM: Final = element("circle", cy=-10, r=15) + element("path", d="M-20 0 20-20")

_ECHELONS: Final = {
    "11": (_TEAM, 20.0),
    "12": _dots(0),
    "13": _dots(-15, 15),
    "14": _dots(-30, 0, 30),
    "15": _bars(0),
    "16": _bars(-10, 10),
    "17": _bars(-20, 0, 20),
    "18": _crosses(1),
    "21": _crosses(2),
    "22": _crosses(3),
    "23": _crosses(4),
    "24": _crosses(5),
    "25": _crosses(6),
    "26": (element("path", d="M-30-12.5h25m-12.5 12.5v-25M5-12.5h25m-12.5 12.5v-25"), 30.0),
}
"""Around 0, growing upwards, with half its breadth."""
