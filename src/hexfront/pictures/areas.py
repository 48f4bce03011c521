"""Places with outlines of their own: their bands, the regions beside them, names and pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hexfront.core.contract import Counter, View
from hexfront.pictures.boards import UNIT, Board, Place
from hexfront.pictures.lines import Point, polygon
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import SANS, element, escape
from hexfront.pictures.symbols.tokens import token

NAME: Final = 34.0
"""The height of letters."""
LETTER: Final = 0.52
"""The mean width of a letter, in heights."""
ROOM: Final = 190.0
"""The breadth and the height that name and pieces may take."""
REGION: Final = 62.0
"""The height of letters of regions."""


def bands(board: Board, colours: Palette) -> str:
    """The kind of each place: a band where it has one, else a tint of the whole."""
    parts = []
    for place in board.places.values():
        colour = board.kind_colour(place)
        if not colour or not place.outline:
            continue
        if place.band:
            parts.append(element("path", d=polygon(place.band), fill=colour))
        else:
            parts.append(element("path", d=polygon(place.outline), fill=colour, opacity=".3"))
    return element("g", *parts, stroke=colours.grid, stroke_width=3) if parts else ""


def regions(board: Board, colours: Palette) -> str:
    """The regions with their titles."""
    return "".join(_region(entry, colours) for entry in board.document.get("regions") or ())


def _region(entry: Mapping[str, Any], colours: Palette) -> str:
    x, y = float(entry["x"]) * UNIT, float(entry["y"]) * UNIT
    title = element(
        "text",
        escape(entry["title"]),
        font_family=SANS,
        font_size=REGION,
        letter_spacing=REGION / 8,
        text_anchor="middle",
        fill=colours.name,
        y=REGION * 0.36,
        transform=f"translate({x:.1f} {y:.1f})rotate({float(entry.get('turn') or 0):.1f})",
    )
    outline = polygon(_scaled(entry["outline"]))
    look = {"fill": colours.clear, "stroke": colours.rim, "stroke_width": 5}
    return element("path", d=outline, opacity=".8", stroke_linejoin="round", **look) + title


def _scaled(points: Sequence[Sequence[float]]) -> list[Point]:
    return [(x * UNIT, y * UNIT) for x, y in points]


def area_names(board: Board, colours: Palette, busy: frozenset[str]) -> str:
    """The names of places, in lines of a word; higher where pieces stand below them."""
    texts = []
    for place in board.places.values():
        if not place.outline or not place.name.strip():
            continue
        lines = _lines(place.name.strip())
        size = min(NAME, *(ROOM / (LETTER * len(line)) for line in lines))
        top = _top(place, size, len(lines)) if place.id in busy else place.y - size * len(lines) / 2
        texts += [
            element("text", escape(line), x=place.x, y=top + size * (i + 0.8), font_size=size)
            for i, line in enumerate(lines)
        ]
    return element(
        "g",
        *texts,
        font_family=SANS,
        font_weight=600,
        text_anchor="middle",
        fill=colours.name,
        stroke=colours.halo,
        stroke_width=6,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _lines(name: str) -> list[str]:
    """A name in two lines where it has two words, else in one."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest else [first]


def _top(place: Place, size: float, lines: int) -> float:
    """Where a name begins that has pieces below it."""
    return place.y - ROOM / 2 + (2 - lines) * size / 2


def area_pieces(board: Board, view: View) -> str:
    """The pieces of each place, in rows below its name."""
    parts = []
    for label, stack in stacks(board, view).items():
        place = board.places[label]
        size, columns = _sizes(len(stack))
        top = place.y - ROOM / 2 + 2 * NAME + 6
        for i, (counter, sign) in enumerate(stack):
            row, column = divmod(i, columns)
            wide = min(columns, len(stack) - row * columns)
            x = place.x + (column - (wide - 1) / 2) * size
            y = top + size * (row + 0.5)
            parts.append(token(counter, sign, board.colour(counter.side), x, y, size * 0.94))
    return "".join(parts)


def stacks(board: Board, view: View) -> dict[str, list[tuple[Counter, str]]]:
    """The pieces with a sign, by the place with an outline where they stand."""
    found: dict[str, list[tuple[Counter, str]]] = {}
    for counter in view.counters:
        sign = counter.sign
        place = board.places.get(counter.place)
        if sign and place is not None and place.outline:
            found.setdefault(counter.place, []).append((counter, sign))
    return found


def _sizes(count: int) -> tuple[float, int]:
    """How large pieces are that so many of fit into a place, and how many stand in a row."""
    for size, columns, most in ((62.0, 3, 3), (47.0, 4, 8), (38.0, 5, 15)):
        if count <= most:
            return size, columns
    columns = 6
    while count > columns * (columns - 3):
        columns += 1
    return ROOM / columns, columns
