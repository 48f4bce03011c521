"""A map of hexes as a map of Tiled: terrain as tiles; hexsides, ways and places as objects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import quoteattr

from hexfront.core.documents.strictjson import Json
from hexfront.core.grid_map import Feature, GridMap, Spot
from hexfront.exchange.maps.families import family_of
from hexfront.exchange.maps.tiled_reading import HEIGHT, PLACE, PixelGrid
from hexfront.exchange.prints.png import Colour, hex_tiles
from hexfront.hex.coordinates import DIRECTIONS, Offset

VERSION: Final = "1.10"
"""Of the format of Tiled."""
PROGRAM: Final = "1.11.0"
"""The program of which this is the form."""
FLAT: Final = (64, 56, 32)
"""Width and height of a tile, and length of its side, in pixels."""
POINTY: Final = (56, 64, 32)
COLOURS: Final[dict[str, Colour]] = {
    "clear": (222, 216, 178),
    "woods": (122, 154, 96),
    "jungle": (82, 128, 76),
    "rough": (176, 158, 120),
    "hill": (190, 164, 112),
    "mountain": (150, 130, 108),
    "swamp": (140, 160, 140),
    "sea": (138, 176, 200),
    "water": (138, 176, 200),
    "beach": (236, 224, 176),
    "desert": (232, 208, 144),
    "plantation": (176, 188, 112),
    "town": (176, 120, 108),
    "snow": (240, 244, 246),
    "closed": (170, 170, 166),
}
OTHER: Final[Colour] = (200, 196, 190)


@dataclass(frozen=True)
class TiledFiles:
    """A map of Tiled and the picture of its tiles."""

    document: dict[str, Json]
    """As the JSON form has it."""
    picture: bytes
    """PNG."""

    def tmj(self) -> str:
        """The map as JSON."""
        return json.dumps(self.document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    def tmx(self) -> str:
        """The map as XML."""
        return "\n".join(_xml(self.document)) + "\n"


def export_tiled(grid: GridMap, picture: str) -> TiledFiles:
    """A map as a map of Tiled.

    Args:
        grid: the map.
        picture: the name of the file that will hold its tiles, beside the map.
    """
    flat = grid.offset in (Offset.ODD_Q, Offset.EVEN_Q)
    wide, high, side = FLAT if flat else POINTY
    pixels = PixelGrid(grid.offset, (wide, high), side)
    terrains = sorted({cell.terrain for cell in grid.cells.values()})
    number = {name: at + 1 for at, name in enumerate(terrains)}
    data = [
        number[grid.cells[c, r].terrain] if (c, r) in grid.cells else 0
        for r in range(grid.rows)
        for c in range(grid.columns)
    ]
    layers: list[dict[str, Json]] = [
        {
            "type": "tilelayer",
            "id": 1,
            "name": "terrain",
            "width": grid.columns,
            "height": grid.rows,
            "x": 0,
            "y": 0,
            "opacity": 1,
            "visible": True,
            "data": data,
        }
    ]
    ids = iter(range(1, 1_000_000))
    for name, objects in (
        ("hexsides", [_sides(f, pixels) for f in grid.features if f.sides]),
        ("ways", [_path(f, pixels) for f in grid.features if f.path]),
        ("places", list(_places(grid, pixels))),
        ("heights", list(_heights(grid, pixels))),
    ):
        if objects:
            layers.append(
                {
                    "type": "objectgroup",
                    "id": len(layers) + 1,
                    "name": name,
                    "draworder": "topdown",
                    "x": 0,
                    "y": 0,
                    "opacity": 1,
                    "visible": True,
                    "objects": [{"id": next(ids), **entry} for entry in objects],
                }
            )
    colours = [COLOURS.get(family_of(name) or "", OTHER) for name in terrains]
    tileset = {
        "firstgid": 1,
        "name": "terrain",
        "tilewidth": wide,
        "tileheight": high,
        "tilecount": len(terrains),
        "columns": len(terrains),
        "margin": 0,
        "spacing": 0,
        "image": picture,
        "imagewidth": wide * len(terrains),
        "imageheight": high,
        "tiles": [
            {"id": at, "type": name, "properties": _listed({"terrain": name})}
            for at, name in enumerate(terrains)
        ],
    }
    document: dict[str, Json] = {
        "type": "map",
        "version": VERSION,
        "tiledversion": PROGRAM,
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": grid.columns,
        "height": grid.rows,
        "tilewidth": wide,
        "tileheight": high,
        "infinite": False,
        "hexsidelength": side,
        "staggeraxis": "x" if flat else "y",
        "staggerindex": "odd" if grid.offset in (Offset.ODD_Q, Offset.ODD_R) else "even",
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next(ids),
        "properties": _listed({"title": grid.title}),
        "tilesets": [tileset],
        "layers": layers,
    }
    return TiledFiles(document, hex_tiles(colours, wide, high, side, flat=flat))


def _listed(properties: dict[str, str | float]) -> list[Json]:
    return [
        {"name": name, "type": "string" if isinstance(value, str) else "float", "value": value}
        for name, value in properties.items()
    ]


def _words(spots: Iterable[Spot]) -> str:
    return " ".join(f"{column},{row}" for column, row in spots)


def _object(
    kind: str, name: str, points: Sequence[tuple[float, float]], properties: dict[str, str | float]
) -> dict[str, Json]:
    x, y = points[0]
    made: dict[str, Json] = {
        "name": name,
        "type": kind,
        "x": round(x, 3),
        "y": round(y, 3),
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        "properties": _listed(properties),
    }
    if len(points) == 1:
        return {**made, "point": True}
    line = [{"x": round(px - x, 3), "y": round(py - y, 3)} for px, py in points]
    return {**made, "polyline": line}


def _sides(feature: Feature, pixels: PixelGrid) -> dict[str, Json]:
    """A river or the like: its corners as far as they join, and its sides exactly."""
    points: list[tuple[float, float]] = []
    for one, other in feature.sides:
        here, there = pixels.offset.to_axial(*one), pixels.offset.to_axial(*other)
        step = (there.q - here.q, there.r - here.r)
        side = next((d for d in range(6) if tuple(DIRECTIONS[d]) == step), 0)
        corners = pixels.corners(one)
        ends = [tuple(corners[side]), tuple(corners[(side + 1) % 6])]
        if points and _near(points[-1], ends[1]):
            ends.reverse()
        elif len(points) == 2 and not _near(points[-1], ends[0]):
            points.reverse()
            if _near(points[-1], ends[1]):
                ends.reverse()
        points += [(e[0], e[1]) for e in ends if not (points and _near(points[-1], e))]
    told: dict[str, str | float] = {
        "sides": _words(spot for pair in feature.sides for spot in pair)
    }
    return _object(feature.kind, feature.name, points, told)


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return abs(one[0] - other[0]) < 0.5 and abs(one[1] - other[1]) < 0.5


def _path(feature: Feature, pixels: PixelGrid) -> dict[str, Json]:
    points = [tuple(pixels.centre(spot)) for spot in feature.path]
    told: dict[str, str | float] = {"hexes": _words(feature.path)}
    return _object(feature.kind, feature.name, [(p[0], p[1]) for p in points], told)


def _places(grid: GridMap, pixels: PixelGrid) -> Iterator[dict[str, Json]]:
    for spot, cell in sorted(grid.cells.items()):
        if cell.name:
            yield _object(PLACE, cell.name, [pixels.centre(spot)], {})


def _heights(grid: GridMap, pixels: PixelGrid) -> Iterator[dict[str, Json]]:
    for spot, cell in sorted(grid.cells.items()):
        if cell.height is not None:
            yield _object(HEIGHT, "", [pixels.centre(spot)], {"height": cell.height})


# ---- XML


_MAP: Final = (
    *("version", "tiledversion", "orientation", "renderorder", "width", "height", "tilewidth"),
    *("tileheight", "infinite", "hexsidelength", "staggeraxis", "staggerindex", "nextlayerid"),
    "nextobjectid",
)


def _xml(document: dict[str, Json]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<map{_attributes(document, _MAP)}>"
    yield from _xml_properties(document["properties"], " ")
    for tileset in document["tilesets"]:
        keys = ("firstgid", "name", "tilewidth", "tileheight", "tilecount", "columns")
        yield f" <tileset{_attributes(tileset, keys)}>"
        size = {"width": tileset["imagewidth"], "height": tileset["imageheight"]}
        image = {"source": tileset["image"], **size}
        yield f"  <image{_attributes(image, image)}/>"
        for tile in tileset["tiles"]:
            yield f"  <tile{_attributes(tile, ('id', 'type'))}>"
            yield from _xml_properties(tile["properties"], "   ")
            yield "  </tile>"
        yield " </tileset>"
    for layer in document["layers"]:
        if layer["type"] == "tilelayer":
            yield f" <layer{_attributes(layer, ('id', 'name', 'width', 'height'))}>"
            yield '  <data encoding="csv">'
            wide = layer["width"]
            rows = [layer["data"][at : at + wide] for at in range(0, len(layer["data"]), wide)]
            yield ",\n".join(",".join(map(str, row)) for row in rows)
            yield "  </data>\n </layer>"
            continue
        yield f" <objectgroup{_attributes(layer, ('id', 'name'))}>"
        for entry in layer["objects"]:
            yield f"  <object{_attributes(entry, ('id', 'name', 'type', 'x', 'y'))}>"
            yield from _xml_properties(entry["properties"], "   ")
            if "polyline" in entry:
                points = " ".join(f"{p['x']:g},{p['y']:g}" for p in entry["polyline"])
                yield f'   <polyline points="{points}"/>'
            else:
                yield "   <point/>"
            yield "  </object>"
        yield " </objectgroup>"
    yield "</map>"


def _attributes(entry: dict[str, Json], keys: Iterable[str]) -> str:
    shown = ((key, entry[key]) for key in keys if entry.get(key) not in (None, ""))
    return "".join(f" {key}={quoteattr(_plain(value))}" for key, value in shown)


def _plain(value: Json) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _xml_properties(properties: list[Json], indent: str) -> Iterator[str]:
    if not properties:
        return
    yield f"{indent}<properties>"
    for entry in properties:
        kind = "" if entry["type"] == "string" else f' type="{entry["type"]}"'
        value = quoteattr(str(entry["value"]))
        yield f"{indent} <property name={quoteattr(entry['name'])}{kind} value={value}/>"
    yield f"{indent}</properties>"
