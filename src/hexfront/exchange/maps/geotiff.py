"""Heights and land cover of GeoTIFF files, anywhere on the earth, as a map of hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError
from hexfront.core.extras import need
from hexfront.core.grid_map import Cell, GridMap
from hexfront.exchange.maps.land_rules import Ground, read_rules, rules_toml, terrain_of
from hexfront.hex.coordinates import Hex, Orientation, spiral
from hexfront.mapping.plane import Box, HexGround, lay_out, read_box
from hexfront.mechanics.hexmap_exchange import from_plane

MAX_PIXELS: Final = 2000
"""Columns and rows of a picture that are read; of a larger part fewer points are."""
MAX_BLOCK: Final = 16_000_000
"""Points that a file packs together, and which must be unpacked together."""
MAX_PART: Final = 100_000_000
"""Points of the part that is needed, at the scale that comes nearest: all of them are unpacked."""
RINGS: Final = 4
"""A hex is looked at in 1 + 6 + 12 + 18 + 24 points."""
COLUMNS: Final = 40
"""Where nothing is said."""

Floats = NDArray[np.float64]


class _Picture:
    """A part of a GeoTIFF, and where it lies."""

    def __init__(self, path: Path, source: Any, corners: Floats, place: str) -> None:
        import pyproj
        from rasterio.windows import Window

        if source.crs is None:
            raise InputError.at(f"{path}: projection", "<none>", "a picture that lies on the earth")
        blocks = max((h * w for h, w in source.block_shapes), default=0)
        if blocks > MAX_BLOCK:
            found = f"<{blocks} points in a block>"
            raise InputError.at(
                str(path),
                found,
                f"at most {MAX_BLOCK}, such as gdal_translate -co TILED=YES writes",
            )
        self._to_crs = pyproj.Transformer.from_crs("EPSG:4326", source.crs.to_wkt(), always_xy=True)
        self._to_pixel = ~source.transform
        columns, rows = self._pixels(corners)
        known = np.isfinite(columns) & np.isfinite(rows)
        if not known.any():
            raise InputError.at(place, "<no point of it>", f"a part of what {path} shows")
        left = max(0, math.floor(columns[known].min()) - 1)
        top = max(0, math.floor(rows[known].min()) - 1)
        right = min(source.width, math.ceil(columns[known].max()) + 1)
        bottom = min(source.height, math.ceil(rows[known].max()) + 1)
        if left >= right or top >= bottom:
            raise InputError.at(place, "<no point of it>", f"a part of what {path} shows")
        self._first = (left, top)
        wide, high = right - left, bottom - top
        shape = (min(high, MAX_PIXELS), min(wide, MAX_PIXELS))
        _check_part(path, source.overviews(1), (high, wide), shape)
        self._scale = (shape[1] / wide, shape[0] / high)
        window = Window(left, top, wide, high)
        read = source.read(1, window=window, out_shape=shape, masked=True)
        self._values = np.ma.filled(read.astype(np.float32), np.nan)

    def _pixels(self, degrees: Floats) -> tuple[Floats, Floats]:
        x, y = self._to_crs.transform(degrees[..., 0], degrees[..., 1])
        a = self._to_pixel
        return a.a * x + a.b * y + a.c, a.d * x + a.e * y + a.f

    def at(self, degrees: Floats) -> Floats:
        """The values at points; NaN where there is none."""
        columns, rows = self._pixels(degrees)
        with np.errstate(invalid="ignore"):
            c = np.floor((columns - self._first[0]) * self._scale[0])
            r = np.floor((rows - self._first[1]) * self._scale[1])
            high, wide = self._values.shape
            inside = np.isfinite(c) & np.isfinite(r) & (c >= 0) & (r >= 0) & (c < wide) & (r < high)
        found = np.full(c.shape, np.nan)
        found[inside] = self._values[r[inside].astype(int), c[inside].astype(int)]
        return found


def _check_part(
    path: Path, overviews: list[int], size: tuple[int, int], shape: tuple[int, int]
) -> None:
    """Refuse to unpack too much of a picture; overviews hold it at smaller scales."""
    fit = (o for o in overviews if size[0] >= o * shape[0] and size[1] >= o * shape[1])
    points = size[0] * size[1] // max(fit, default=1) ** 2
    if points > MAX_PART:
        expected = f"at most {MAX_PART}: a smaller --bbox, or overviews, such as gdaladdo adds"
        raise InputError.at(str(path), f"<{points} points>", expected)


def import_geotiff(
    heights: Path,
    cover: Path | None,
    bbox: str | None,
    hex_km: float | None,
    orientation: Orientation,
    rules_file: Path | None = None,
    write_rules: Path | None = None,
) -> GridMap:
    """A map from a picture of heights, and perhaps one of land cover.

    Errors: `InputError`; `HexfrontError` where the packages for it are missing.
    """
    for package in ("rasterio", "pyproj"):
        need(package, "gis")
    rules = read_rules(rules_file)
    if write_rules is not None:
        write_whole(write_rules, rules_toml(rules), "--write-rules")
    with _opened(heights) as source:
        box = read_box(bbox) if bbox else _box_of(source, heights)
        ground = lay_out(box, hex_km or _usual_km(box), orientation)
        points = _points(ground)
        corners = np.array([[box.west, box.south], [box.east, box.north], *box.edge()])
        place = "--bbox" if bbox else str(heights)
        high = _Picture(heights, source, _around(corners), place).at(points)
    kinds = None
    if cover is not None:
        with _opened(cover) as source:
            kinds = _Picture(cover, source, _around(corners), "--cover").at(points)
    return _grid(ground, high, kinds, rules, heights)


def _grid(ground: HexGround, high: Floats, kinds: Floats | None, rules: Any, path: Path) -> GridMap:
    cells = {}
    for number, (hex_, _) in enumerate(ground.hexes().items()):
        known = high[number][np.isfinite(high[number])]
        shares: dict[int, float] = {}
        if kinds is not None:
            values = kinds[number][np.isfinite(kinds[number])].astype(int)
            classes, counts = np.unique(values, return_counts=True)
            total = len(kinds[number])
            shares = {int(c): float(n) / total for c, n in zip(classes, counts, strict=True)}
        mean = float(known.mean()) if len(known) else None
        relief = float(np.ptp(known)) if len(known) else 0.0
        word = terrain_of(Ground(mean, relief, shares), rules)
        cells[ground.offset.from_axial(hex_)] = Cell(word, None if mean is None else round(mean))
    first, middle = ground.layout.origin, ground.projection

    def degrees(x: float, y: float) -> tuple[float, float]:
        east, south = first.x + x * ground.layout.size, first.y + y * ground.layout.size
        return from_plane(middle.longitude, middle.latitude, east, -south)

    title = path.stem.replace("_", " ")
    return GridMap(ground.offset, ground.columns, ground.rows, cells, title=title, degrees=degrees)


def _points(ground: HexGround) -> Floats:
    """Longitudes and latitudes of the points of each hex: (hexes, points, 2)."""

    small = ground.layout.size / (RINGS + 0.6)
    shifts = [
        ground.layout.__class__(ground.orientation, small).centre(h)
        for h in spiral(Hex(0, 0), RINGS)
    ]
    middle = ground.projection
    found = []
    for hex_ in ground.hexes():
        x, y = ground.layout.centre(hex_)
        found.append(
            [from_plane(middle.longitude, middle.latitude, x + dx, -y - dy) for dx, dy in shifts]
        )
    return np.array(found)


def _around(corners: Floats) -> Floats:
    """A little more than the corners, since hexes at the edge reach over it."""
    middle = corners.mean(axis=0)
    wider: Floats = middle + (corners - middle) * 1.2
    return wider


def _usual_km(box: Box) -> float:
    wide = (box.east - box.west) * 111.2 * math.cos(math.radians((box.north + box.south) / 2))
    high = (box.north - box.south) * 111.2
    return max(wide, high) / COLUMNS


def _box_of(source: Any, path: Path) -> Box:
    """What a picture shows, in degrees."""
    import pyproj

    if source.crs is None:
        raise InputError.at(f"{path}: projection", "<none>", "a picture that lies on the earth")
    to = pyproj.Transformer.from_crs(source.crs.to_wkt(), "EPSG:4326", always_xy=True)
    west, south, east, north = to.transform_bounds(*source.bounds)
    return Box(float(west), float(south), float(east), float(north))


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """A GeoTIFF, and nothing that lies beside it. Errors: `InputError`."""
    import rasterio
    from rasterio.errors import RasterioError

    if not path.is_file():
        raise InputError.at(str(path), "<nothing>", "a GeoTIFF file")
    quiet = {
        "GDAL_DISABLE_READDIR_ON_OPEN": "EMPTY_DIR",
        "GDAL_CACHEMAX": 64,
        "GDAL_PAM_ENABLED": "NO",
    }
    try:
        with rasterio.Env(**quiet), rasterio.open(path, driver="GTiff") as source:
            yield source
    except (RasterioError, ValueError, MemoryError) as error:
        raise InputError.at(str(path), f"<{error}>", "a GeoTIFF that can be read") from None
