"""Places on the earth as MSDL may write them: degrees, UTM, MGRS, and from the earth's middle."""

from __future__ import annotations

import math
from typing import Final

from hexfront.core.extras import need
from hexfront.core.force_list import Degrees

_A: Final = 6378137.0
_F: Final = 1 / 298.257223563
"""The ellipsoid of WGS 84: its radius at the equator in metres, and its flattening."""
_BANDS: Final = "CDEFGHJKLMNPQRSTUVWX"
_ROWS: Final = "ABCDEFGHJKLMNPQRSTUV"
_COLUMNS: Final = ("ABCDEFGH", "JKLMNPQR", "STUVWXYZ")


def from_gcc(x: float, y: float, z: float) -> Degrees:
    """Longitude and latitude of a point in metres from the middle of the earth."""
    flat = _F * (2 - _F)
    across = math.hypot(x, y)
    latitude = math.atan2(z, across * (1 - flat))
    for _ in range(6):
        sine = math.sin(latitude)
        radius = _A / math.sqrt(1 - flat * sine * sine)
        latitude = math.atan2(z + flat * radius * sine, across)
    return math.degrees(math.atan2(y, x)), math.degrees(latitude)


def from_utm(zone: int, band: str, east: float, north: float) -> Degrees:
    """Longitude and latitude of a point in metres of a UTM zone. `ValueError` for no zone."""
    need("pyproj", "gis")
    import pyproj

    if not 1 <= zone <= 60 or band not in _BANDS:
        raise ValueError(f"zone {zone}{band}")
    code = 32600 + zone if band >= "N" else 32700 + zone
    to = pyproj.Transformer.from_crs(f"EPSG:{code}", "EPSG:4326", always_xy=True)
    longitude, latitude = to.transform(east, north)
    return float(longitude), float(latitude)


def from_mgrs(zone: int, band: str, square: str, east: float, north: float) -> Degrees:
    """Longitude and latitude of a point in metres of a square of MGRS. `ValueError` for none."""
    if not 1 <= zone <= 60 or band not in _BANDS or len(square) != 2:
        raise ValueError(f"square {zone}{band} {square}")
    letters = _COLUMNS[(zone - 1) % 3]
    column = letters.index(square[0]) + 1
    row = (_ROWS.index(square[1]) - (5 if zone % 2 == 0 else 0)) % 20
    bottom = _northing(-80 + 8 * _BANDS.index(band))
    whole = row * 100_000.0
    while whole + 100_000 <= bottom:
        whole += 2_000_000
    return from_utm(zone, band, column * 100_000 + east, whole + north)


def _northing(latitude: float) -> float:
    """About how far north a parallel lies in a UTM zone, and never more."""
    metres = latitude * 110_500 if latitude > 0 else latitude * 111_000
    return metres if latitude >= 0 else metres + 10_000_000
