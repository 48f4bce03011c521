"""Pictures as PNG, for which no library is needed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Colour: TypeAlias = tuple[int, int, int]


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A picture of rows, columns and four values each: red, green, blue, opacity."""
    high, wide, _ = pixels.shape
    return png_of_bands(wide, high, [pixels], 9)


def png_of_bands(
    wide: int,
    high: int,
    bands: Iterable[NDArray[np.uint8]],
    level: int = 6,
    dots_a_metre: int = 0,
) -> bytes:
    """A picture of which some rows are there at a time; it may say how large it is."""
    packer = zlib.compressobj(level)
    packed = bytearray()
    for band in bands:
        rows = band.reshape(len(band), wide * 4)
        packed += packer.compress(np.insert(rows, 0, 0, axis=1).tobytes())
    packed += packer.flush()
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0))]
    if dots_a_metre:
        chunks.append((b"pHYs", struct.pack(">IIB", dots_a_metre, dots_a_metre, 1)))
    chunks += [(b"IDAT", bytes(packed)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def hex_tiles(colours: Sequence[Colour], wide: int, high: int, side: int, *, flat: bool) -> bytes:
    """Hexes of plain colours beside each other, each as large as a tile of these pixels."""
    y, x = np.mgrid[0:high, 0:wide] + 0.5
    across, down = np.abs(x - wide / 2), np.abs(y - high / 2)
    if not flat:
        across, down, wide_, high_ = down, across, high, wide
    else:
        wide_, high_ = wide, high
    slope = (wide_ - side) / high_
    edge = wide_ / 2 - down * slope
    inside = across <= edge
    rim = inside & ((across > edge - 1) | (down > high_ / 2 - 1))
    tiles = []
    for colour in colours:
        tile = np.zeros((high, wide, 4), np.uint8)
        tile[inside] = (*colour, 255)
        tile[rim] = (*(value * 4 // 5 for value in colour), 255)
        tiles.append(tile)
    return png(np.concatenate(tiles, axis=1))
