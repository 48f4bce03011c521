"""Where a war's grid lies on the ground: towns in its cells, and water beneath them.

A fit is a file beside a deck, `NAME-map.toml`: it places the grid's first cell
on a plane of distances east and north, and names a GeoJSON file in degrees.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexfront.core.errors import InputError
from hexfront.mechanics.drawing_model import Beneath
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.scenario.model import Ground

FITS: Final = FOLDER / "data" / "decks"
_SUFFIX: Final = "-map.toml"
_EDGE: Final = 200.0
"""In hex sizes: how far the water reaches that lies around all land."""

Point = tuple[float, float]


def shipped_grounds() -> tuple[str, ...]:
    """The names of the fits that come with IDAHEX."""
    return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in FITS.glob(f"*{_SUFFIX}")))


def shipped_ground(name: str, place: str) -> Ground:
    """A ground that comes with IDAHEX. Errors: `InputError`."""
    if name not in shipped_grounds():
        expected = f"towns and water, or one of: {', '.join(shipped_grounds())}"
        raise InputError.at(place, name, expected)
    fit = tomllib.loads((FITS / f"{name}{_SUFFIX}").read_text(encoding="utf-8"))
    shapes = json.loads((FITS / fit["geography"]).read_text(encoding="utf-8"))
    towns = {str(town["cell"]): str(town["name"]) for town in fit["town"]}
    return Ground(towns=towns, water=tuple(_waters(_Projection(fit), shapes["features"])))


class _Projection:
    """From degrees to the hex sizes of a board, whose first cell lies at (0, 0), y down."""

    def __init__(self, fit: dict[str, Any]) -> None:
        plane = fit["projection"]
        degree = plane["radius"] * math.pi / 180
        self._origin = plane["longitude"], plane["latitude"]
        self._scale = degree * math.cos(math.radians(plane["latitude"])), degree
        self._first: Point = (fit["grid"]["first_cell"][0], fit["grid"]["first_cell"][1])
        self._size: float = fit["grid"]["depth"] / math.sqrt(3)

    def point(self, degrees: Sequence[float]) -> Point:
        """A longitude and latitude on the board."""
        east, north = (
            (value - origin) * scale
            for value, origin, scale in zip(degrees, self._origin, self._scale, strict=True)
        )
        x, y = (east - self._first[0]) / self._size, (self._first[1] - north) / self._size
        return round(x, 3), round(y, 3)


def _waters(projection: _Projection, features: Sequence[dict[str, Any]]) -> Iterator[Beneath]:
    """The sea, which is all that is no land, and canals."""
    rings = []
    for feature in features:
        layer, shape = feature["properties"]["layer"], feature["geometry"]
        if layer == "land":
            rings += [
                tuple(map(projection.point, ring))
                for polygon in shape["coordinates"]
                for ring in polygon
            ]
        elif layer == "canal":
            line = tuple(map(projection.point, shape["coordinates"]))
            yield Beneath(name=feature["properties"]["name"], line=line)
    if rings:
        far = ((-_EDGE, -_EDGE), (_EDGE, -_EDGE), (_EDGE, _EDGE), (-_EDGE, _EDGE))
        yield Beneath(area=(far, *rings))
