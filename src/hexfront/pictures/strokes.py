"""How lines are stroked: from the table that the browser's map reads too, as attributes of SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hexfront.pictures.boards import UNIT
from hexfront.pictures.palette import Palette, table_colour
from hexfront.pictures.shapes import GROUND

LINES: Final[Mapping[str, Any]] = GROUND["lines"]
"""The strokes of a kind of line, the lowest first; of routes a list for each look, the best first.

A stroke has the name of a colour and a `width` in hex sides, or a `share` of the line's own, to
which `more` is added; both are at least so many pixels as `least` and `moreLeast` say. It is drawn
from as many pixels a hex's side as `from` says, and where it is not thinner than `thinnest`
pixels. `dash` holds strokes and gaps in hex sides, `dashFrom` the pixels a hex's side from which it
is broken; `cap` is round unless it says otherwise.
"""


def stroked(
    strokes: Iterable[Mapping[str, Any]], colours: Palette, scale: float, own: float = 0.0
) -> Iterator[dict[str, object]]:
    """The attributes of each stroke that is seen, the lowest first.

    Args:
        strokes: of a kind of line.
        colours: the theme.
        scale: pixels a hex's side.
        own: the line's own width in hex sides.
    """
    for stroke in strokes:
        wide = stroke["width"] if "width" in stroke else stroke["share"] * own
        if scale < stroke.get("from", 0) or wide * scale < stroke.get("thinnest", 0):
            continue
        wide = max(wide, stroke.get("least", 0) / scale)
        wide += max(stroke.get("more", 0), stroke.get("moreLeast", 0) / scale)
        dash = stroke.get("dash") if scale >= stroke.get("dashFrom", 0) else None
        yield {
            "stroke": table_colour(colours, stroke["stroke"]),
            "stroke_width": wide * UNIT,
            "stroke_dasharray": " ".join(f"{part * UNIT:g}" for part in dash) if dash else None,
            "stroke_linecap": stroke.get("cap", "round"),
        }
