"""Whether a drawing fits its map: known hexes, sides that exist, paths that join.

No rule reads a drawing; the screen alone does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexfront.hex.coordinates import Hex, distance
from hexfront.mechanics.drawing_model import Drawing

AnyDrawing = Drawing[Any, Any, Any]
Report = Callable[[str, object, str], None]
"""(place, found, expected): keeps a problem."""


def check_drawing(drawing: AnyDrawing, hexes: Mapping[str, Hex], at: str, report: Report) -> None:
    """Report every hex that the map has not, and every step between hexes that do not touch.

    `hexes` gives the hex of each label of the map.
    """
    for label in drawing.heights:
        if label not in hexes:
            report(f"{at}/heights/{label}", label, "a hex of the map")
    for place, path in _paths(drawing, at):
        for number, label in enumerate(path):
            before = path[max(number - 1, 0)]
            if label not in hexes:
                report(f"{place}/{number}", label, "a hex of the map")
            elif number and before in hexes and distance(hexes[before], hexes[label]) != 1:
                report(f"{place}/{number}", label, f"a hex beside {before}")
    for number, river in enumerate(drawing.rivers):
        place = f"{at}/rivers/{number}"
        if len(river.path) < 2 and not river.sides:
            report(place, "<neither sides nor a path>", "sides, or a path of two hexes or more")
        for side, pair in enumerate(river.sides):
            _check_side(pair, hexes, f"{place}/sides/{side}", report)


def _check_side(pair: tuple[str, str], hexes: Mapping[str, Hex], at: str, report: Report) -> None:
    unknown = [label for label in pair if label not in hexes]
    for label in unknown:
        report(at, label, "a hex of the map")
    if not unknown and distance(hexes[pair[0]], hexes[pair[1]]) != 1:
        report(at, ", ".join(pair), "two hexes with a side in common")


def _paths(drawing: AnyDrawing, at: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, river in enumerate(drawing.rivers):
        yield f"{at}/rivers/{number}/path", river.path
    for number, road in enumerate(drawing.roads):
        yield f"{at}/roads/{number}/path", road.path
