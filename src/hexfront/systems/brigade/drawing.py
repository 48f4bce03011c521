"""Whether the drawing of a terrain fits its map: known hexes, sides that exist, paths that join.

No rule reads a drawing; the screen alone does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from hexfront.hex.coordinates import Offset, distance
from hexfront.systems.brigade.scenario_model import Drawing

Report = Callable[[str, object, str], None]
"""(place, found, expected): keeps a problem."""


def check_drawing(drawing: Drawing, labels: Collection[str], at: str, report: Report) -> None:
    """Report every hex that the map has not, and every step between hexes that do not touch."""
    for label in drawing.heights:
        if label not in labels:
            report(f"{at}/heights/{label}", label, "a hex of the map")
    for place, path in _paths(drawing, at):
        for number, label in enumerate(path):
            if label not in labels:
                report(f"{place}/{number}", label, "a hex of the map")
            elif number and path[number - 1] in labels and not _touch(path[number - 1], label):
                report(f"{place}/{number}", label, f"a hex beside {path[number - 1]}")
    for number, river in enumerate(drawing.rivers):
        place = f"{at}/rivers/{number}"
        if len(river.path) < 2 and not river.sides:
            report(place, "<neither sides nor a path>", "sides, or a path of two hexes or more")
        for side, pair in enumerate(river.sides):
            where = f"{place}/sides/{side}"
            unknown = [label for label in pair if label not in labels]
            for label in unknown:
                report(where, label, "a hex of the map")
            if not unknown and not _touch(*pair):
                report(where, ", ".join(pair), "two hexes with a side in common")


def _paths(drawing: Drawing, at: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for number, river in enumerate(drawing.rivers):
        yield f"{at}/rivers/{number}/path", river.path
    for number, road in enumerate(drawing.roads):
        yield f"{at}/roads/{number}/path", road.path


def _touch(one: str, other: str) -> bool:
    """Whether two hexes have a side in common."""
    a, b = (Offset.ODD_Q.to_axial(int(label[:2]) - 1, int(label[2:]) - 1) for label in (one, other))
    return distance(a, b) == 1
