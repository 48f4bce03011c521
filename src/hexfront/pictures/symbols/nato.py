"""NATO symbols: the land units that wargames need, from their codes.

An icon that is not known here, or a text that is no code at all, gives a frame
with a question mark; nothing is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hexfront.pictures.shapes import draw_parts
from hexfront.pictures.svg import element, number
from hexfront.pictures.symbols.drawings import INK, Part, circle
from hexfront.pictures.symbols.frames import Frame, frame_of
from hexfront.pictures.symbols.icons import icon
from hexfront.pictures.symbols.sidc import Symbol, read_sidc

COUNTER_STROKE: Final = 5.0
"""The width of a frame's line on counters, which are small."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Parts in the plane of the standard's octagon, and the room that they take."""

    parts: tuple[Part, ...]
    """The lowest first; lines have sharp corners and no caps."""
    left: float
    top: float
    width: float
    height: float

    @property
    def markup(self) -> str:
        """The parts as SVG."""
        return draw_parts(self.parts, lambda colour: colour)


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
    outline: Part = {"path": frame.outline, "fill": frame.fill, "stroke": INK}
    if symbol.dashed:
        outline["dash"] = [8, 6]
    parts = [
        *_stroked([outline], stroke),
        *_stroked(icon(symbol, frame), stroke * 0.75),
        *_stroked(marks, stroke),
    ]
    left = min(frame.left, 100 - half) - stroke
    right = max(frame.right, 100 + half) + stroke
    top, bottom = top - stroke, bottom + stroke
    return Drawing(tuple(parts), left, top, right - left, bottom - top)


def _stroked(parts: list[Part], width: float) -> Iterator[Part]:
    """Parts whose strokes all have a width."""
    for part in parts:
        yield {**part, "width": width, "cap": "butt"} if "stroke" in part else part


def _amplifiers(symbol: Symbol, frame: Frame) -> tuple[list[Part], float, float, float]:
    """What stands around the frame; its upper and lower end; half its breadth."""
    parts: list[Part] = []
    top, bottom = frame.top, frame.bottom
    if symbol.headquarters:
        bottom = frame.bottom + 100
        parts.append(_line(f"M{frame.left} {frame.staff}V{bottom}"))
    echelon, half = _ECHELONS.get(symbol.echelon, ([], 0.0))
    if echelon:
        top = frame.top - 35
        parts += [{**part, "move": [100, frame.top - 10, 1]} for part in echelon]
    if symbol.task_force:
        top, half = frame.top - 40, max(45, half + 7.5)
        bracket = f"M{100 - half} {frame.top}V{top}H{100 + half}V{frame.top}"
        parts.append(_line(bracket))
    if symbol.dummy:
        top = min(top, frame.top - (frame.right - frame.left) / 2)
        roof = f"M100 {top}L{frame.left} {frame.top}M100 {top}L{frame.right} {frame.top}"
        parts.append({**_line(roof), "dash": [8, 8]})
    return parts, top, bottom, half


def _line(data: str) -> Part:
    return {"path": data, "stroke": INK}


def _disc(x: float, y: float, r: float) -> Part:
    return {"path": circle(x, y, r), "fill": INK, "stroke": INK}


def _dots(*xs: float) -> tuple[list[Part], float]:
    return [_disc(x, -10, 7.5) for x in xs], max(xs) + 7.5


def _bars(*xs: float) -> tuple[list[Part], float]:
    return [_line("".join(f"M{number(x)} 0v-25" for x in xs))], max(xs)


def _crosses(count: int) -> tuple[list[Part], float]:
    lefts = [35 * (i - (count - 1) / 2) - 12.5 for i in range(count)]
    data = "".join(f"M{number(x)} 0l25-25m0 25l-25-25" for x in lefts)
    return [_line(data)], max(lefts) + 25


_TEAM: Final = [_line(circle(0, -10, 15) + "M-20 0 20-20")]

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
    "26": ([_line("M-30-12.5h25m-12.5 12.5v-25M5-12.5h25m-12.5 12.5v-25")], 30.0),
}
"""Around 0, growing upwards, with half its breadth."""
