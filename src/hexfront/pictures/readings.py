"""What an overlay says of places, over the ground of a picture."""

from __future__ import annotations

from hexfront.core.contract import OverlayReading
from hexfront.pictures.boards import Board, Place
from hexfront.pictures.lines import polygon, polyline
from hexfront.pictures.svg import element, number

SIZE = 40.0
"""The height of a figure, in hundredths of a hex's side."""
DOWN = 72.0
"""How far below the middle of its place a figure stands, so that counters leave it free."""
INSET = 0.93
TINT = "#2f6fc4"


def tinted_places(board: Board, reading: OverlayReading) -> str:
    """The places that have a figure, tinted, and the way to the farthest of them."""
    tint = element(
        "g",
        *(element("path", d=_outline(board, place)) for place, _ in _places(board, reading)),
        fill=TINT,
        fill_opacity=0.28,
        stroke=TINT,
        stroke_width=5,
    )
    return tint + _way(board, reading)


def figures_of_places(board: Board, reading: OverlayReading) -> str:
    """Each figure at its place, over all that stands there."""
    return "".join(_figure(place, value) for place, value in _places(board, reading))


def _places(board: Board, reading: OverlayReading) -> list[tuple[Place, float]]:
    places = board.places
    return [(places[at], value) for at, value in reading.places.items() if at in places]


def _outline(board: Board, place: Place) -> str:
    if place.outline:
        return polygon(place.outline)
    return polygon((place.x + x * INSET, place.y + y * INSET) for x, y in board.corners)


def _way(board: Board, reading: OverlayReading) -> str:
    """The way to the place with the highest figure."""
    found = [label for label in reading.paths if label in reading.places]
    if not found:
        return ""
    last = max(found, key=lambda label: (reading.places[label], label))
    points = [
        (board.places[label].x, board.places[label].y)
        for label in reading.paths[last]
        if label in board.places
    ]
    if len(points) < 2:
        return ""
    return element(
        "path",
        d=polyline(points),
        fill="none",
        stroke=TINT,
        stroke_width=9,
        stroke_dasharray="18 12",
    )


def _figure(place: Place, value: float) -> str:
    return element(
        "text",
        f"{value:g}",
        x=number(place.x),
        y=number(place.y + DOWN),
        text_anchor="middle",
        font_family="sans-serif",
        font_size=SIZE,
        font_weight=700,
        fill="#1b1b1b",
        stroke="#ffffff",
        stroke_width=7,
        paint_order="stroke",
    )
