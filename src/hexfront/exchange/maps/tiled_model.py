"""What a Tiled map holds, whether it was written as XML (TMX, TSX) or as JSON (TMJ, TSJ)."""

from __future__ import annotations

import base64
import binascii
import math
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, shown
from hexfront.core.extras import need
from hexfront.core.table.plurals import counted
from hexfront.exchange.safe_json import read_large_json
from hexfront.exchange.safe_xml import Element, read_xml

MAX_CELLS: Final = 250_000
"""Of a layer."""
MAX_LAYERS: Final = 64
MAX_DEPTH: Final = 8
"""Of groups within groups."""
MAX_TILES: Final = 20_000
MAX_OBJECTS: Final = 50_000
MAX_POINTS: Final = 20_000
"""Of all lines."""
FLIPS: Final = 0xF0000000
"""The four high bits of a tile's number: flipped across, down, turned by 60° and by 120°."""

Tiles = NDArray[np.uint32]


@dataclass
class Tileset:
    """Tiles and their properties."""

    first: int
    name: str
    tiles: dict[int, dict[str, Json]] = field(default_factory=dict)
    """What is said of some of them, by their numbers in the set."""
    columns: int = 0

    def word(self, number: int, key: str) -> str:
        """What a tile is called: by a property, its class, its picture, or set and number."""
        said = self.tiles.get(number, {})
        for value in (said.get(key), said.get("class"), said.get("image")):
            if value:
                return str(value)
        return f"{self.name}:{number}"


@dataclass
class TileLayer:
    """Tiles in columns and rows; chunks of an infinite map lie anywhere."""

    name: str
    visible: bool
    pieces: list[tuple[int, int, Tiles]] = field(default_factory=list)
    """(column, row, tiles) with an array of rows and columns."""


@dataclass
class Drawn:
    """An object of an object layer."""

    kind: str
    name: str
    x: float
    y: float
    points: tuple[tuple[float, float], ...]
    """From the object's place."""
    properties: dict[str, Json]
    layer: str


@dataclass
class TiledMap:
    """A map of Tiled."""

    width: int
    height: int
    tile_width: int
    tile_height: int
    side: int
    """Length of a hex's side in pixels, along the staggered axis."""
    axis: str
    index: str
    infinite: bool
    title: str
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[TileLayer] = field(default_factory=list)
    objects: list[Drawn] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    properties: dict[str, Json] = field(default_factory=dict)


def read_tiled(path: Path, root: Path) -> TiledMap:
    """A map and its tilesets.

    Args:
        path: ends in .tmx, .tmj or .json.
        root: the folder that holds all files that it refers to.

    Errors: `InputError`.
    """
    reader = _Reader(path, root)
    return reader.read()


class _Reader:
    """XML becomes what the JSON form says, so that there is one way to read both."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path, self.root, self.place = path, root, str(path)
        self.cells = self.points = 0

    def read(self) -> TiledMap:
        raw = _document(self.path, "map")
        if raw.get("orientation") != "hexagonal":
            raise self.wrong("orientation", raw.get("orientation"), "hexagonal")
        size = {
            key: self.number(raw, key, 0, 100_000)
            for key in ("width", "height", "tilewidth", "tileheight", "hexsidelength")
        }
        if not size["hexsidelength"]:
            expected = "more than 0: hexes without sides are diamonds, and have no sides to cross"
            raise self.wrong("hexsidelength", 0, expected)
        if size["width"] * size["height"] > MAX_CELLS and not raw.get("infinite"):
            large = f"<{size['width']} by {size['height']} hexes>"
            raise self.wrong("width", large, f"at most {MAX_CELLS} hexes")
        for key, known in (("staggeraxis", ("x", "y")), ("staggerindex", ("odd", "even"))):
            if raw.get(key) not in known:
                raise self.wrong(key, raw.get(key), " or ".join(known))
        found = TiledMap(
            size["width"],
            size["height"],
            max(size["tilewidth"], 1),
            max(size["tileheight"], 1),
            size["hexsidelength"],
            str(raw["staggeraxis"]),
            str(raw["staggerindex"]),
            bool(raw.get("infinite")),
            self.path.stem,
            properties=_properties(raw),
        )
        found.title = str(found.properties.get("title") or found.title)
        found.tilesets = sorted(
            (self.tileset(entry, n, found) for n, entry in enumerate(_entries(raw, "tilesets"))),
            key=lambda tiles: tiles.first,
        )
        self.layers(raw, found, 0)
        return found

    def wrong(self, at: str, value: object, expected: str) -> InputError:
        return InputError.at(f"{self.place}: {at}", value, expected)

    def number(self, raw: Mapping[str, Json], key: str, low: int, high: int) -> int:
        value = raw.get(key, 0)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, value, f"a whole number from {low} to {high}")
        return value

    def tileset(self, entry: Mapping[str, Json], number: int, found: TiledMap) -> Tileset:
        first = self.number(entry, "firstgid", 1, 2**28)
        said: Mapping[str, Json] = entry
        if source := entry.get("source"):
            path, is_there = self.outside(str(source), number)
            if is_there:
                said = _document(path, "tileset")
            else:
                missing = f"no file {source} beside the map"
                found.notes.append(f"what the tiles of {path.stem} are called: there is {missing}")
                said = {"name": path.stem}
        tiles: dict[int, dict[str, Json]] = {}
        for tile in _tile_entries(said):
            if len(tiles) > MAX_TILES:
                raise self.wrong(f"tilesets/{number}", "<more tiles>", f"at most {MAX_TILES}")
            about = dict(_properties(tile))
            kind = tile.get("class") or tile.get("type")
            if kind:
                about["class"] = kind
            if image := tile.get("image"):
                about["image"] = Path(str(image).replace("\\", "/")).stem
            tiles.setdefault(self.number(tile, "id", 0, 2**28), {}).update(about)
        return Tileset(first, str(said.get("name") or f"tiles {number + 1}"), tiles)

    def outside(self, source: str, number: int) -> tuple[Path, bool]:
        """A file that the map refers to, never outside the root, and whether it is there.

        Errors: `InputError`.
        """
        parts = source.replace("\\", "/").split("/")
        folder = self.path.parent
        while parts and parts[0] in ("..", "."):
            folder = folder.parent if parts[0] == ".." else folder
            parts = parts[1:]
        path, plain = folder.joinpath(*parts), parts and not {"", ".", ".."}.intersection(parts)
        try:
            inside = path.resolve().is_relative_to(self.root.resolve())
            is_there = path.is_file()
        except (OSError, RuntimeError, ValueError):  # too long, links in a circle, a zero
            inside = is_there = False
        if not inside or not plain:
            expected = f"a file in {self.root} or below; --root names a folder above"
            raise InputError.at(f"{self.place}: tilesets/{number}/source", source, expected)
        return path, is_there

    def layers(
        self, raw: Mapping[str, Json], found: TiledMap, depth: int, shown: bool = True
    ) -> None:
        """The layers of a map or of a group; `shown`: whether all groups around them are."""
        if depth > MAX_DEPTH:
            raise self.wrong("layers", "<groups within groups>", f"at most {MAX_DEPTH} deep")
        for layer in _entries(raw, "layers"):
            kind, name = layer.get("type"), str(layer.get("name") or "")
            visible = shown and layer.get("visible") not in (False, 0)
            if kind == "group":
                self.layers(layer, found, depth + 1, visible)
            elif kind == "tilelayer":
                if len(found.layers) >= MAX_LAYERS:
                    raise self.wrong("layers", "<more layers>", f"at most {MAX_LAYERS}")
                found.layers.append(self.tile_layer(layer, name, visible))
            elif kind == "objectgroup" and not visible:
                found.notes.append(f"the hidden layer {name}")
            elif kind == "objectgroup":
                found.objects += self.objects(layer, name, found)
            else:
                found.notes.append(f"the layer {name or kind}: pictures are not read")

    def tile_layer(self, layer: Mapping[str, Json], name: str, visible: bool) -> TileLayer:
        made = TileLayer(name, visible)
        pieces: Iterable[tuple[str, Mapping[str, Json]]] = [("", layer)]
        if chunks := _entries(layer, "chunks"):
            pieces = [(f"/chunks/{n}", chunk) for n, chunk in enumerate(chunks)]
        elif "data" not in layer:
            return made
        for at, piece in pieces:
            wide = self.number(piece, "width", 1, MAX_CELLS)
            high = self.number(piece, "height", 1, MAX_CELLS)
            self.cells += wide * high
            if self.cells > 4 * MAX_CELLS:
                raise self.wrong("layers", "<more hexes>", f"at most {4 * MAX_CELLS} in all")
            if wide * high > MAX_CELLS:
                expected = f"at most {MAX_CELLS} hexes"
                raise self.wrong("width", f"<{wide} by {high} hexes>", expected)
            column = self.number(piece, "x", -100_000, 100_000)
            row = self.number(piece, "y", -100_000, 100_000)
            where = f"{self.place}: layer {name}{at}"
            numbers = _tiles(piece.get("data"), layer, wide * high, where)
            made.pieces.append((column, row, numbers.reshape(high, wide)))
        return made

    def objects(self, layer: Mapping[str, Json], name: str, found: TiledMap) -> Iterator[Drawn]:
        entries = _entries(layer, "objects")
        if len(found.objects) + len(entries) > MAX_OBJECTS:
            raise self.wrong(f"layer {name}", f"<{len(entries)} objects>", f"at most {MAX_OBJECTS}")
        for entry in entries:
            if "template" in entry:
                found.notes.append(f"the object {entry.get('name') or ''}: templates are not read")
                continue
            points = entry.get("polyline") or entry.get("polygon") or []
            points = points if isinstance(points, list) else []
            self.points += len(points)
            if self.points > MAX_POINTS:
                expected = f"at most {MAX_POINTS} points of lines"
                raise self.wrong(f"layer {name}", "<more points>", expected)
            yield Drawn(
                str(entry.get("class") or entry.get("type") or ""),
                str(entry.get("name") or ""),
                _float(entry.get("x")),
                _float(entry.get("y")),
                self.line(entry, points, name, found),
                _properties(entry),
                name,
            )

    def line(
        self, entry: Mapping[str, Json], points: list[Json], layer: str, found: TiledMap
    ) -> tuple[tuple[float, float], ...]:
        """The points of a line, turned as its object is; what cannot be read becomes a note."""
        read = [point for point in map(_point, points) if point is not None]
        if lost := len(points) - len(read):
            what = counted(lost, "point")
            found.notes.append(f"{what} of the line {entry.get('name') or 'in ' + layer}")
        degrees = _float(entry.get("rotation"))
        return tuple(_turned(point, degrees) for point in read) if degrees else tuple(read)


def _float(value: Json) -> float:
    number = float(value) if isinstance(value, int | float) else 0.0
    return max(-1e7, min(1e7, number))


def _point(value: Json) -> tuple[float, float] | None:
    """A point of a line; None for one without two numbers."""
    x, y = (value.get("x"), value.get("y")) if isinstance(value, dict) else (None, None)
    if not isinstance(x, int | float) or not isinstance(y, int | float):
        return None
    return _float(x), _float(y)


def _turned(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point turned about the object's place: clockwise, as y grows downwards."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    x, y = point
    return x * cosine - y * sine, x * sine + y * cosine


def _entries(raw: Mapping[str, Json], key: str) -> list[Mapping[str, Json]]:
    value = raw.get(key)
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _tile_entries(said: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """What a tileset says of tiles; JSON of Tiled before 1.2 has it by their numbers."""
    yield from _entries(said, "tiles")
    for key in ("tiles", "tileproperties"):
        by_number = said.get(key)
        for number, about in by_number.items() if isinstance(by_number, dict) else ():
            if number.isdecimal() and len(number) < 10 and isinstance(about, dict):
                yield {"id": int(number), **(about if key == "tiles" else {"properties": about})}


def _properties(raw: Mapping[str, Json]) -> dict[str, Json]:
    """Names and values; JSON of Tiled before 1.2 has them without their types."""
    said = raw.get("properties")
    pairs: Iterable[tuple[Json, Json]] = (
        said.items()
        if isinstance(said, dict)
        else ((entry.get("name"), entry.get("value")) for entry in _entries(raw, "properties"))
    )
    return {
        str(name): value for name, value in pairs if isinstance(value, str | int | float | bool)
    }


# ---- tiles


def _tiles(data: Json, layer: Mapping[str, Json], count: int, place: str) -> Tiles:
    """The numbers of tiles. Errors: `InputError`."""
    if isinstance(data, list):
        if len(data) != count:
            raise InputError.at(place, f"<{len(data)} tiles>", f"{count} tiles")
        try:
            return np.array(data, dtype=np.int64).astype(np.uint32)
        except (ValueError, TypeError, OverflowError):
            raise InputError.at(place, "<something else>", "numbers of tiles") from None
    if not isinstance(data, str):
        raise InputError.at(place, shown(data), "tiles")
    encoding, compression = layer.get("encoding"), layer.get("compression") or ""
    if encoding == "csv":
        return _csv(data, count, place)
    if encoding != "base64":
        raise InputError.at(f"{place}: encoding", encoding, "csv or base64")
    try:
        packed = base64.b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        raise InputError.at(place, "<no base64>", "base64") from None
    unpacked = _unpacked(packed, compression, 4 * count, place)
    if len(unpacked) != 4 * count:
        raise InputError.at(place, f"<{len(unpacked)} bytes>", f"{4 * count} bytes")
    return np.frombuffer(unpacked, dtype="<u4").astype(np.uint32)


def _csv(text: str, count: int, place: str) -> Tiles:
    if text.count(",") > count or not re.fullmatch(r"[0-9,\s]*", text):
        raise InputError.at(place, text.strip()[:40], f"{count} numbers with commas")
    numbers = [int(word) for word in text.replace(",", " ").split() if len(word) < 11]
    if len(numbers) != count or max(numbers, default=0) >= 2**32:
        raise InputError.at(place, f"<{len(numbers)} tiles>", f"{count} tiles")
    return np.array(numbers, dtype=np.int64).astype(np.uint32)


def _unpacked(packed: bytes, compression: str, limit: int, place: str) -> bytes:
    """What was packed, of which no more is unpacked than is wanted. Errors: `InputError`."""
    if not compression:
        return packed
    if compression in ("zlib", "gzip"):
        unpacker = zlib.decompressobj(wbits=47)
        try:
            data = unpacker.decompress(packed, limit + 1)
        except zlib.error as error:
            raise InputError.at(place, f"<{error}>", f"tiles packed by {compression}") from None
        if unpacker.unconsumed_tail or len(data) > limit:
            raise InputError.at(place, "<more tiles>", f"{limit // 4} tiles")
        return data
    if compression == "zstd":
        need("zstandard", "formats")
        import zstandard

        try:
            with zstandard.ZstdDecompressor(max_window_size=2**23).stream_reader(packed) as stream:
                data = bytes(stream.read(limit + 1))
        except (zstandard.ZstdError, MemoryError) as error:
            raise InputError.at(place, f"<{error}>", "tiles packed by zstd") from None
        return data
    raise InputError.at(f"{place}: compression", compression, "zlib, gzip or zstd")


# ---- XML as the JSON form has it


def _document(path: Path, kind: str) -> dict[str, Json]:
    """A map or a tileset as the JSON form has it. Errors: `InputError`."""
    if path.suffix in (".tmx", ".tsx", ".xml"):
        root = read_xml(path)
        if root.tag != kind:
            raise InputError.at(str(path), f"<{root.tag}>", f"an element {kind}")
        lines = (line for tag in ("polyline", "polygon") for line in root.iter(tag))
        texts = sum(len(line.get("points", "")) for line in lines)
        if texts > _POINT * MAX_POINTS:
            expected = f"at most {MAX_POINTS} points of lines"
            raise InputError.at(str(path), f"<{texts} bytes of points>", expected)
        return _from_xml(root)
    value = read_large_json(path)
    if not isinstance(value, dict):
        raise InputError.at(str(path), value, f"a {kind} of Tiled")
    return value


_POINT: Final = 50
"""Characters that a point may take, such as `-5.6843418860808015e-14,-1.1368683772161603e-13`."""
_LISTS: Final = {"tileset": "tilesets", "tile": "tiles", "object": "objects", "chunk": "chunks"}
_LAYERS: Final = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "group": "group",
    "imagelayer": "imagelayer",
}


def _from_xml(element: Element) -> dict[str, Json]:
    made: dict[str, Json] = {key: _value(key, text) for key, text in element.attrib.items()}
    for child in element:
        tag = str(child.tag)
        if tag == "properties":
            made["properties"] = [_property(entry) for entry in child]
        elif tag in _LAYERS:
            inner = _from_xml(child)
            made.setdefault("layers", []).append({**inner, "type": _LAYERS[tag]})
        elif tag == "data":
            made |= _data(child)
        elif tag == "image" and element.tag == "tile":
            made["image"] = child.get("source", "")
        elif tag in ("polyline", "polygon"):
            made[tag] = _points(child.get("points", ""))
        elif tag in _LISTS:
            made.setdefault(_LISTS[tag], []).append(_from_xml(child))
    return made


_TEXTS: Final = frozenset({"name", "type", "class", "source", "encoding", "compression", "value"})
_REAL: Final = re.compile(r"-?([0-9]{1,15}(\.[0-9]{0,20})?|\.[0-9]{1,20})(e[-+]?[0-9]{1,3})?", re.I)
"""Tiled writes what is almost 0 as `5.68e-14`."""


def _value(key: str, text: str) -> Json:
    if key not in _TEXTS and re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    if key not in _TEXTS and _REAL.fullmatch(text):
        return float(text)
    return text


def _property(entry: Element) -> dict[str, Json]:
    text = entry.get("value") if entry.get("value") is not None else entry.text or ""
    kind = entry.get("type", "string")
    value: Any = text
    if kind == "bool":
        value = text == "true"
    elif kind in ("int", "float"):
        value = _value("", str(text))
    return {"name": entry.get("name", ""), "value": value}


def _data(element: Element) -> dict[str, Json]:
    made: dict[str, Json] = {
        key: element.get(key) for key in ("encoding", "compression") if element.get(key)
    }
    if chunks := element.findall("chunk"):
        made["chunks"] = [
            {**{k: _value(k, v) for k, v in chunk.attrib.items()}, "data": _inner(chunk)}
            for chunk in chunks
        ]
    else:
        made["data"] = _inner(element)
    return made


def _inner(element: Element) -> Json:
    """Tiles as text, or, in files without an encoding, as elements."""
    tiles = element.findall("tile")
    if tiles:
        return [_value("gid", tile.get("gid", "0")) for tile in tiles]
    return element.text or ""


def _points(text: str) -> list[dict[str, Json]]:
    """The points of a line; what is no number stays text."""
    pairs = (pair.partition(",") for pair in text.split())
    return [{"x": _value("x", x), "y": _value("y", y)} for x, _, y in pairs]
