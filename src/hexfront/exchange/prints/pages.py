"""Pages with a part of a picture at its true size, as SVG, and a scale to hold a ruler to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from hexfront.exchange.prints.windows import Node
from hexfront.pictures.svg import SANS, element, escape

POINT: Final = 72 / 25.4
"""Points of PDF in a millimetre, and units of an SVG that becomes one."""
RULER: Final = 50.0
"""Millimetres."""
Line: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True)
class Page:
    """A part of a picture on paper; all lengths in millimetres."""

    paper: tuple[float, float]
    margin: float
    """At the left and above; the picture stands in the upper left corner."""
    size: tuple[float, float]
    """Of the picture."""
    words: str
    """Below it."""
    seam: tuple[float, float] = (0.0, 0.0)
    """How much of its left and of its upper edge the pages before have too."""

    def svg(self, picture: Node) -> str:
        """It with its picture, marks at the corners and where the page before ends."""
        placed = {
            "x": _mm(self.margin),
            "y": _mm(self.margin),
            "width": _mm(self.size[0]),
            "height": _mm(self.size[1]),
        }
        picture.attributes = {**picture.attributes, **placed}
        wide, high = self.paper
        foot = high - self.margin / 2 + 1
        words = {"x": _mm(self.margin + 11 + RULER), "y": _mm(foot + 1), "fill": "#000"}
        return element(
            "svg",
            picture.written(),
            _drawn(self._seams(), 0.25, stroke_dasharray=f"{_mm(1 / POINT)} {_mm(5 / POINT)}"),
            _drawn((*self._marks(), *self._ruler(foot)), 0.4),
            element(
                "text",
                escape(f"{RULER:g} mm\u2003{self.words}"),
                **words,
                font_family=SANS,
                font_size=_mm(7 / POINT),
            ),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_mm(wide)} {_mm(high)}",
            width=_mm(wide * POINT),
            height=_mm(high * POINT),
        )

    def _edges(self) -> Line:
        """Left, top, right and bottom of the picture."""
        return self.margin, self.margin, self.margin + self.size[0], self.margin + self.size[1]

    def _marks(self) -> Iterator[Line]:
        """At the corners, and outside the picture where the page before ends."""
        left, top, right, bottom = self._edges()
        across = (left, right, left + self.seam[0]) if self.seam[0] else (left, right)
        down = (top, bottom, top + self.seam[1]) if self.seam[1] else (top, bottom)
        for x in across:
            yield from ((x, y, x, y + 3 * out) for y, out in ((top - 1, -1), (bottom + 1, 1)))
        for y in down:
            yield from ((x, y, x + 3 * out, y) for x, out in ((left - 1, -1), (right + 1, 1)))

    def _seams(self) -> Iterator[Line]:
        """Lines across the picture where the pages before end."""
        left, top, right, bottom = self._edges()
        if self.seam[0]:
            yield left + self.seam[0], top, left + self.seam[0], bottom
        if self.seam[1]:
            yield left, top + self.seam[1], right, top + self.seam[1]

    def _ruler(self, foot: float) -> Iterator[Line]:
        start, end = self.margin + 8, self.margin + 8 + RULER
        yield start, foot, end, foot
        yield from ((x, foot - 1, x, foot + 1) for x in (start, end))


def _drawn(lines: Iterable[Line], points: float, **look: str) -> str:
    data = "".join(f"M{_mm(a)} {_mm(b)}L{_mm(c)} {_mm(d)}" for a, b, c, d in lines)
    wide = _mm(points / POINT)
    return element("path", d=data, stroke="#000", stroke_width=wide, **look) if data else ""


def _mm(value: float) -> str:
    return f"{value:.4f}"
