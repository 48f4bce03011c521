"""Shapes from the table that the browser's map draws too, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexfront.pictures.palette import Palette, table_colour
from hexfront.pictures.svg import element
from hexfront.pictures.tables import table

SHAPES: Final[Mapping[str, Any]] = table("shapes")
"""Signs in a circle of radius 1 and what stands in towns, in hex sides around the centre.

A part has the data of a path, and names of colours to fill and to stroke it with: `name`, or
`roofs.4` for one of several; lines are round at their ends.
"""


def draw_shape(parts: Iterable[Mapping[str, Any]], colours: Palette) -> str:
    """The parts of a shape, the lowest first."""
    return "".join(_part(part, colours) for part in parts)


def _part(part: Mapping[str, Any], colours: Palette) -> str:
    fill = table_colour(colours, part["fill"]) if "fill" in part else "none"
    if "stroke" not in part:
        return element("path", d=part["path"], fill=fill)
    return element(
        "path",
        d=part["path"],
        fill=fill,
        stroke=table_colour(colours, part["stroke"]),
        stroke_width=str(part["width"]),
        stroke_linecap="round",
        stroke_linejoin="round",
    )
