"""A map of Tiled as a map of hexes: terrain from tiles, lines and places from objects."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap, Spot
from hexfront.core.table.plurals import counted
from hexfront.exchange.maps.families import guess_line
from hexfront.exchange.maps.tiled_model import FLIPS, MAX_CELLS, Drawn, TiledMap, Tiles, read_tiled
from hexfront.hex.coordinates import Hex, Offset, Orientation, distance, line, neighbour
from hexfront.hex.layout import Layout, Point

SIDES: Final = ("river", "strait", "border", "bridge")
"""Kinds of lines that run along sides of hexes, where an object does not say."""
PATHS: Final = ("road", "track", "rail", "ferry")
PLACE: Final = "place"
HEIGHT: Final = "height"
MAX_STEPS: Final = 40_000
"""Of all lines drawn by hand, each a part of a hex long."""
_ROOT: Final = math.sqrt(3)
_FLAT: Final = Layout(Orientation.FLAT)
_POINTY: Final = Layout(Orientation.POINTY)


@dataclass(frozen=True)
class PixelGrid:
    """Where the hexes of a Tiled map lie, in its pixels."""

    offset: Offset
    tile: tuple[int, int]
    side: int
    first: Spot = (0, 0)
    """The column and row that are the first of the map of hexes."""

    @property
    def flat(self) -> bool:
        """Whether columns are staggered: hexes with sides on top."""
        return self.offset in (Offset.ODD_Q, Offset.EVEN_Q)

    @property
    def steps(self) -> tuple[float, float]:
        """From column to column and from row to row."""
        wide, high = self.tile
        if self.flat:
            return (wide + self.side) / 2, high
        return wide, (high + self.side) / 2

    def centre(self, spot: Spot) -> Point:
        """The centre of a hex of the map."""
        column, row = spot[0] + self.first[0], spot[1] + self.first[1]
        across, down = self.steps
        x, y = column * across + self.tile[0] / 2, row * down + self.tile[1] / 2
        odd = (spot[0] if self.flat else spot[1]) % 2
        late = odd == (1 if self.offset in (Offset.ODD_Q, Offset.ODD_R) else 0)
        if late:
            return Point(x, y + down / 2) if self.flat else Point(x + across / 2, y)
        return Point(x, y)

    def corners(self, spot: Spot) -> list[Point]:
        """The corners of a hex, clockwise; side d runs from corner d to corner d + 1."""
        x, y = self.centre(spot)
        wide, high, half = self.tile[0] / 2, self.tile[1] / 2, self.side / 2
        if self.flat:
            shifts = [(-half, -high), (half, -high), (wide, 0)]
            shifts += [(half, high), (-half, high), (-wide, 0)]
        else:
            shifts = [(-wide, -half), (0, -high), (wide, -half)]
            shifts += [(wide, half), (0, high), (-wide, half)]
        return [Point(x + dx, y + dy) for dx, dy in shifts]

    def spot(self, x: float, y: float) -> Spot:
        """The hex under a point: as in a grid of regular hexes that is stretched to the tiles."""
        first, axial = self.centre((0, 0)), self.offset.to_axial(0, 0)
        layout = _FLAT if self.flat else _POINTY
        start = layout.centre(axial)
        across, down = self.steps
        wide, high = (1.5, _ROOT) if self.flat else (_ROOT, 1.5)
        u = start.x + (x - first.x) / across * wide
        v = start.y + (y - first.y) / down * high
        return self.offset.from_axial(layout.hex_at(u, v))


def import_tiled(path: Path, root: Path | None = None, key: str = "terrain") -> GridMap:
    """The map in a file of Tiled.

    Args:
        path: ends in .tmx, .tmj or .json.
        root: the folder that files may be taken from; that of the map where it is None.
        key: the property of tiles that names their terrain.

    Errors: `InputError`.
    """
    raw = read_tiled(path, root or path.parent)
    tiles, first, notes = _stacked(raw)
    offset = _offset(raw, first)
    rows, columns = tiles.shape
    words = _words(raw, key)
    notes = [*raw.notes, *notes]
    turned = int(np.count_nonzero(tiles & FLIPS))
    if turned:
        notes.append(
            f"how {counted(turned, 'tile is', 'tiles are')} flipped or turned, which no rule reads"
        )
    numbers = tiles & ~np.uint32(FLIPS)
    cells = {
        (int(column), int(row)): Cell(words(int(numbers[row, column])))
        for row, column in zip(*np.nonzero(numbers), strict=True)
    }
    if not cells:
        raise InputError.at(str(path), "<no tile>", "tiles in one of its layers at least")
    grid = PixelGrid(offset, (raw.tile_width, raw.tile_height), raw.side, first)
    made = GridMap(offset, columns, rows, cells, title=raw.title, notes=notes)
    _read_objects(raw.objects, grid, made)
    return made


def _offset(raw: TiledMap, first: Spot) -> Offset:
    """How columns or rows are staggered, counted from the first that is used."""
    flat = raw.axis == "x"
    odd = (raw.index == "odd") == ((first[0] if flat else first[1]) % 2 == 0)
    if flat:
        return Offset.ODD_Q if odd else Offset.EVEN_Q
    return Offset.ODD_R if odd else Offset.EVEN_R


def _stacked(raw: TiledMap) -> tuple[Tiles, Spot, list[str]]:
    """The uppermost tile of each hex, the first column and row, and what lies beneath."""
    notes = [f"the hidden layer {layer.name}" for layer in raw.layers if not layer.visible]
    layers = [layer for layer in raw.layers if layer.visible]
    used = [piece for layer in layers for piece in layer.pieces if piece[2].any()]
    if not used:
        return np.zeros((0, 0), np.uint32), (0, 0), notes
    if raw.infinite:
        left, top = min(p[0] for p in used), min(p[1] for p in used)
        right = max(c + t.shape[1] for c, _, t in used)
        bottom = max(r + t.shape[0] for _, r, t in used)
    else:
        left, top, right, bottom = 0, 0, raw.width, raw.height
    if (right - left) * (bottom - top) > MAX_CELLS:
        found = f"<{right - left} by {bottom - top} hexes>"
        raise InputError.at("chunks", found, f"chunks within {MAX_CELLS} hexes")
    whole = np.zeros((bottom - top, right - left), np.uint32)
    for number, layer in enumerate(layers):
        covered = 0
        for column, row, tiles in layer.pieces:
            c, r = column - left, row - top
            part = whole[max(r, 0) : r + tiles.shape[0], max(c, 0) : c + tiles.shape[1]]
            upper = tiles[: part.shape[0], : part.shape[1]]
            covered += int(np.count_nonzero(part[upper != 0]))
            part[upper != 0] = upper[upper != 0]
        if number and covered:
            notes.append(f"what lies under {counted(covered, 'tile')} of the layer {layer.name}")
    if raw.infinite:
        rows, columns = np.nonzero(whole.any(axis=1))[0], np.nonzero(whole.any(axis=0))[0]
        whole = whole[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        left, top = left + int(columns[0]), top + int(rows[0])
    return whole, (left, top), notes


class _Words:
    """What tiles are called."""

    def __init__(self, raw: TiledMap, key: str) -> None:
        self._sets, self._key = raw.tilesets, key
        self._known: dict[int, str] = {}

    def __call__(self, number: int) -> str:
        if number not in self._known:
            sets = [tiles for tiles in self._sets if tiles.first <= number]
            self._known[number] = (
                sets[-1].word(number - sets[-1].first, self._key) if sets else f"tile {number}"
            )
        return self._known[number]


def _words(raw: TiledMap, key: str) -> _Words:
    return _Words(raw, key)


# ---- objects


def _read_objects(objects: Sequence[Drawn], grid: PixelGrid, made: GridMap) -> None:
    """Places, heights and lines from objects; what else there is becomes a note."""
    others = 0
    pen = _Pen(grid, made)
    for drawn in objects:
        spot = grid.spot(drawn.x, drawn.y)
        cell = made.cells.get(spot)
        if drawn.kind == HEIGHT and cell is not None:
            height = drawn.properties.get("height")
            if isinstance(height, int | float):
                made.cells[spot] = Cell(cell.terrain, float(height), cell.name)
        elif drawn.points:
            made.features.extend(_lines(drawn, pen))
        elif drawn.name and cell is not None:
            made.cells[spot] = Cell(cell.terrain, cell.height, drawn.name)
        else:
            others += 1
    if others:
        made.notes.append(f"{counted(others, 'object')} without a line or a name on the map")


def _lines(drawn: Drawn, pen: _Pen) -> Iterator[Feature]:
    kind = drawn.kind or drawn.layer or drawn.name
    name = drawn.name if drawn.name != kind else ""
    told = _told(drawn, "sides"), _told(drawn, "hexes")
    if told[0]:
        pairs = zip(told[0][::2], told[0][1::2], strict=False)
        yield Feature(kind, name, sides=tuple(pairs))
        return
    if told[1]:
        yield Feature(kind, name, told[1])
        return
    points = [Point(drawn.x + x, drawn.y + y) for x, y in drawn.points]
    along = guess_line(kind, (*SIDES, *PATHS)) in SIDES
    if drawn.properties.get("along") in ("sides", "hexes"):
        along = drawn.properties["along"] == "sides"
    if along:
        sides = tuple(pen.sides(points))
        if sides:
            yield Feature(kind, name, sides=sides)
    else:
        path = tuple(pen.path(points))
        if len(path) > 1:
            yield Feature(kind, name, path)


def _told(drawn: Drawn, key: str) -> tuple[Spot, ...]:
    """Hexes that a property lists, as `1,2 1,3`, counted from 0."""
    text = drawn.properties.get(key)
    if not isinstance(text, str):
        return ()
    found = []
    for word in text.split():
        column, _, row = word.partition(",")
        if not (column.isdecimal() and row.isdecimal() and len(word) < 12):
            return ()
        found.append((int(column), int(row)))
    return tuple(found)


class _Pen:
    """Follows lines over the hexes of a map, as far as all of them together are not too long."""

    def __init__(self, grid: PixelGrid, made: GridMap) -> None:
        self._grid, self._left = grid, MAX_STEPS
        across, down = grid.steps
        first = grid.centre((0, 0))
        self._low = Point(first.x - 2 * across, first.y - 2 * down)
        self._high = Point(first.x + (made.columns + 2) * across, first.y + (made.rows + 2) * down)

    def _near(self, point: Point) -> Point:
        """A point, or the nearest that is no farther off the map than two hexes."""
        return Point(
            max(self._low.x, min(self._high.x, point.x)),
            max(self._low.y, min(self._high.y, point.y)),
        )

    def _strokes(self, points: Sequence[Point], step: float) -> Iterator[Point]:
        """Points along a line, close to each other. Errors: `InputError`."""
        yield self._near(points[0])
        for one, other in itertools.pairwise(map(self._near, points)):
            parts = max(1, math.ceil(math.dist(one, other) / step))
            self._left -= parts
            if self._left < 0:
                expected = f"lines with at most {MAX_STEPS} parts of a hex together"
                raise InputError.at("objects", "<longer lines>", expected)
            for part in range(1, parts + 1):
                share = part / parts
                yield Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)

    def path(self, points: Sequence[Point]) -> list[Spot]:
        """The hexes under a line, each beside the one before."""
        grid, path = self._grid, list[Hex]()
        for point in self._strokes(points, min(grid.steps) / 3):
            here = grid.offset.to_axial(*grid.spot(*point))
            if path and here != path[-1]:
                path += line(path[-1], here)[1:]
            elif not path:
                path.append(here)
        return [grid.offset.from_axial(hex_) for hex_ in path]

    def sides(self, points: Sequence[Point]) -> list[tuple[Spot, Spot]]:
        """The sides that a line runs along, corner by corner."""
        grid = self._grid
        near = [_corner(point, grid) for point in self._strokes(points, grid.side / 4)]
        corners = [c for n, c in enumerate(near) if not n or near[n - 1] != c]
        found: dict[tuple[Spot, Spot], None] = {}
        for one, other in itertools.pairwise(corners):
            both = [hex_ for hex_ in one if hex_ in other]
            if len(both) == 2 and distance(*both) == 1:
                a, b = (grid.offset.from_axial(hex_) for hex_ in both)
                found[min(a, b), max(a, b)] = None
        return list(found)


def _corner(point: Point, grid: PixelGrid) -> tuple[Hex, Hex, Hex]:
    """The corner nearest to a point, by the three hexes that meet there."""
    spot = grid.spot(*point)
    corners = grid.corners(spot)
    nearest = min(range(6), key=lambda d: math.dist(corners[d], point))
    here = grid.offset.to_axial(*spot)
    one, other, third = sorted((here, neighbour(here, nearest), neighbour(here, (nearest + 5) % 6)))
    return one, other, third
