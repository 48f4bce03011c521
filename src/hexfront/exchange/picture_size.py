"""How large a picture is, from its first bytes: nothing is unpacked."""

from __future__ import annotations

import struct

_JPEG_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})


def picture_size(data: bytes) -> tuple[float, float] | None:
    """Width and height of a PNG, GIF or JPEG in pixels; None for something else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        wide, high = struct.unpack(">II", data[16:24])
        return float(wide), float(high)
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        wide, high = struct.unpack("<HH", data[6:10])
        return float(wide), float(high)
    return _jpeg(data) if data.startswith(b"\xff\xd8") else None


def _jpeg(data: bytes) -> tuple[float, float] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        mark, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if mark in _JPEG_SIZES:
            high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
            return float(wide), float(high)
        at += 2 + max(length, 2)
    return None
