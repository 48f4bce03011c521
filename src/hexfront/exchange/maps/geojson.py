"""Maps as GeoJSON (RFC 7946): hexes as polygons, lines along sides or through hexes."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap, Spot
from hexfront.exchange.safe_json import read_large_json
from hexfront.hex.coordinates import DIRECTIONS, Offset, Orientation
from hexfront.hex.layout import Layout
from hexfront.mapping.plane import read_box
from hexfront.mechanics.hexmap_exchange import from_plane, grid_of

FORMAT: Final = "hexfront-grid/1"
"""Says, beside `type`, that a collection is a map of hexes, which is read exactly."""
MAX_CELLS: Final = 250_000
_DIGITS: Final = 7
"""Of a degree, after the point: a centimetre."""


def export_geojson(grid: GridMap, label: Callable[[Spot], str]) -> str:
    """A map as GeoJSON. One that lies nowhere on the earth has hexes of a kilometre at 0°, 0°."""
    layout = Layout(grid.offset.orientation)
    first = layout.centre(grid.offset.to_axial(0, 0))
    to_degrees = grid.degrees or _nowhere

    def place(point: Sequence[float]) -> list[float]:
        found = to_degrees(point[0] - first.x, point[1] - first.y)
        return [round(value, _DIGITS) for value in found]

    def features() -> Iterator[Json]:
        for spot, cell in sorted(grid.cells.items()):
            # Clockwise on the screen, and the ring of a polygon runs the other way round.
            ring = [place(p) for p in reversed(layout.corners(grid.offset.to_axial(*spot)))]
            yield {
                "type": "Feature",
                "id": label(spot),
                "properties": {
                    "layer": "hex",
                    "hex": label(spot),
                    "column": spot[0],
                    "row": spot[1],
                    "terrain": cell.terrain,
                    **({} if cell.height is None else {"height": cell.height}),
                    **({"name": cell.name} if cell.name else {}),
                },
                "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            }
        for feature in grid.features:
            yield _line(feature, grid.offset, layout, place)

    document = {
        "type": "FeatureCollection",
        "hexfront": {
            "format": FORMAT,
            "title": grid.title,
            "offset": str(grid.offset),
            "columns": grid.columns,
            "rows": grid.rows,
        },
        "features": list(features()),
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n"


def _nowhere(x: float, y: float) -> tuple[float, float]:
    side = 1 / math.sqrt(3)
    return from_plane(0, 0, x * side, -y * side)


def _line(
    feature: Feature,
    offset: Offset,
    layout: Layout,
    place: Callable[[Sequence[float]], list[float]],
) -> Json:
    about = {"layer": feature.kind, **({"name": feature.name} if feature.name else {})}
    if feature.path:
        course = [place(layout.centre(offset.to_axial(*spot))) for spot in feature.path]
        about["hexes"] = _words(feature.path)
        geometry: Json = {"type": "LineString", "coordinates": course}
    else:
        parts = []
        for one, other in feature.sides:
            here, there = offset.to_axial(*one), offset.to_axial(*other)
            step = (there.q - here.q, there.r - here.r)
            side = next((d for d in range(6) if tuple(DIRECTIONS[d]) == step), 0)
            corners = layout.corners(here)
            parts.append([place(corners[side]), place(corners[(side + 1) % 6])])
        about["sides"] = _words(spot for pair in feature.sides for spot in pair)
        geometry = {"type": "MultiLineString", "coordinates": parts}
    return {"type": "Feature", "properties": about, "geometry": geometry}


def _words(spots: Iterable[Spot]) -> str:
    return " ".join(f"{column},{row}" for column, row in spots)


def import_geojson(path: Path, bbox: str | None, hex_km: float | None, orientation: str) -> GridMap:
    """The map in a GeoJSON file: hexes as `export_geojson` writes them, or shapes of the earth.

    Args:
        path: the file.
        bbox: of shapes: west, south, east and north, in degrees.
        hex_km: of shapes: kilometres between the centres of neighbours.
        orientation: of shapes: what hexes have on top.

    Errors: `InputError`.
    """
    document = read_large_json(path)
    said = document.get("hexfront") if isinstance(document, dict) else None
    if isinstance(said, dict) and said.get("format") == FORMAT:
        return _read_grid(document, said, str(path))
    if bbox is None or hex_km is None:
        option = "--bbox" if bbox is None else "--hex-km"
        expected = "the part of the earth, and how far its hexes are apart, as the file has shapes"
        raise InputError.at(option, "<nothing>", expected)
    from hexfront.mapping.maker import Order, make_map

    title = path.stem.replace("_", " ")
    made = make_map(
        Order(path, read_box(bbox), hex_km, Orientation(orientation), name="shapes", title=title)
    )
    grid = grid_of(made.map)
    for words, fact in made.facts.items():
        if words.startswith(("left out", "unused")) and fact:
            grid.notes.append(f"{words}: {fact}")
    return grid


def _read_grid(document: Json, said: Json, place: str) -> GridMap:
    try:
        offset = Offset(str(said.get("offset")))
    except ValueError:
        expected = f"one of: {', '.join(Offset)}"
        raise InputError.at(f"{place}: /hexfront/offset", said.get("offset"), expected) from None
    size = []
    for key in ("columns", "rows"):
        value = said.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_CELLS:
            raise InputError.at(f"{place}: /hexfront/{key}", value, "a number of hexes")
        size.append(value)
    if size[0] * size[1] > MAX_CELLS:
        found = f"<{size[0]} by {size[1]} hexes>"
        raise InputError.at(f"{place}: /hexfront/columns", found, f"at most {MAX_CELLS} hexes")
    grid = GridMap(offset, size[0], size[1], {}, title=str(said.get("title") or "")[:200])
    features = document.get("features")
    for number, feature in enumerate(features if isinstance(features, list) else []):
        about = feature.get("properties") if isinstance(feature, dict) else None
        if isinstance(about, dict):
            _read_feature(about, grid, f"{place}: /features/{number}/properties")
    return grid


def _read_feature(about: dict[str, Json], grid: GridMap, place: str) -> None:
    layer, name = str(about.get("layer") or ""), str(about.get("name") or "")
    if layer == "hex":
        column: Json = about.get("column")
        row: Json = about.get("row")
        height: Json = about.get("height")
        if not (_below(column, grid.columns) and _below(row, grid.rows)):
            raise InputError.at(f"{place}/column", f"<{column}, {row}>", "a hex of the map")
        known = isinstance(height, int | float) and not isinstance(height, bool)
        cell = Cell(str(about.get("terrain") or ""), float(height) if known else None, name)
        grid.cells[int(column), int(row)] = cell
        return
    sides, hexes = _spots(about.get("sides"), place), _spots(about.get("hexes"), place)
    if sides:
        pairs = tuple(zip(sides[::2], sides[1::2], strict=False))
        grid.features.append(Feature(layer, name, sides=pairs))
    elif hexes:
        grid.features.append(Feature(layer, name, hexes))
    else:
        grid.notes.append(f"a feature of the layer {layer[:40]}, without hexes or sides")


def _below(value: Json, limit: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def _spots(text: Json, place: str) -> tuple[Spot, ...]:
    if text is None:
        return ()
    found = []
    for word in str(text).split():
        column, _, row = word.partition(",")
        if not (column.isdecimal() and row.isdecimal() and len(word) < 14):
            raise InputError.at(place, word, "a column and a row, such as 3,4")
        found.append((int(column), int(row)))
    return tuple(found)
