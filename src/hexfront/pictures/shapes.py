"""Shapes from the table that the browser's map draws too, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hexfront.pictures.palette import Palette, table_colour
from hexfront.pictures.svg import element, escape, number
from hexfront.pictures.tables import table

GROUND: Final[Mapping[str, Any]] = table("ground")
"""Areas that merge, how they are covered and with what (in a square from -1 to 1), and lines."""
CARDS: Final[Mapping[str, Any]] = table("cards")
"""The cards of counters around their middle, in hex sides: outlines and patterns by which sides
differ, light from above, badges, steps, and what says that a unit is out of supply."""
SHAPES: Final[Mapping[str, Any]] = table("shapes")
"""Signs of places, of what happens there and of orders, in a circle of radius 1 or in hex sides;
what stands in towns, in hex sides around the centre; pieces, in a square from -1 to 1.

A part has the data of a path, and names of colours to fill and to stroke it with; lines are round
at their ends. Names are those of the palette, `roofs.4` for one of several; of pieces `side`, with
a number for a lighter or darker one (`side-0.3`), `sheen`, `ink`, or a colour itself.
"""
FONT: Final = "Arial, 'Liberation Sans', sans-serif"
"""Of words in symbols."""
INK: Final = "rgba(20, 16, 10, 0.85)"


def draw_shape(parts: Iterable[Mapping[str, Any]], colours: Palette) -> str:
    """The parts of a shape, the lowest first."""
    return draw_parts(parts, lambda name: table_colour(colours, name))


def draw_piece(sign: str, side: str) -> str:
    """A piece by its sign, in the colour of its side, `#rrggbb`; other signs are a disc."""
    pieces = SHAPES["pieces"]
    return draw_parts(pieces.get(sign, pieces["other"]), lambda name: _colour_of_piece(name, side))


def draw_parts(parts: Iterable[Mapping[str, Any]], ink: Callable[[str], str]) -> str:
    """The parts of a shape, the lowest first; `ink` says what a name of a colour stands for."""
    return "".join(_part(part, ink) for part in parts)


def _part(part: Mapping[str, Any], ink: Callable[[str], str]) -> str:
    look: dict[str, object] = {"fill": ink(part["fill"]) if "fill" in part else "none"}
    if "stroke" in part:
        sharp = part.get("cap") == "butt"
        look |= {
            "stroke": ink(part["stroke"]),
            "stroke_width": str(part["width"]),
            "stroke_dasharray": " ".join(map(str, part["dash"])) if "dash" in part else None,
            "stroke_linecap": None if sharp else "round",
            "stroke_linejoin": None if sharp else "round",
        }
    if "move" in part:
        x, y, scale = part["move"]
        look["transform"] = f"translate({number(x)} {number(y)})scale({scale})"
    if "text" not in part:
        return element("path", d=part["path"], **look)
    place = {"x": part["x"], "y": part["y"], "font_size": part["size"]}
    letters = {"font_family": FONT, "font_weight": "bold", "text_anchor": "middle"}
    return element("text", escape(part["text"]), **place, **letters, **look)


def _colour_of_piece(name: str, side: str) -> str:
    """A colour of a piece; what shines on the page is flat in a picture."""
    if name == "ink":
        return INK
    if name == "sheen":
        return side
    if name.startswith("side"):
        return _shaded(side, float(name.removeprefix("side") or 0))
    return name


def _shaded(colour: str, part: float) -> str:
    """A colour made lighter, or with a number below 0 darker.

    >>> _shaded("#804000", 0.5), _shaded("#804000", -0.5)
    ('#c0a080', '#402000')
    """
    goal = 255 if part > 0 else 0
    old = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(one + (goal - one) * abs(part)):02x}" for one in old)
