"""Symbols as milsymbol draws them, and how much two drawings have in common."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

Ink = NDArray[np.bool_]
VENDOR = Path(__file__).parent / "vendor"

PLANE = (-20.0, -60.0, 240.0, 340.0)
"""What is looked at of the plane: left, top, width, height; frames stand at 25 … 175."""

SHEET = 96
"""Symbols rendered at once: the renderer looks for fonts each time."""


DRAW = """codes => codes.map((code) => {
  const symbol = new ms.Symbol(code, { size: 100, infoFields: false, strokeWidth: 4 });
  return { valid: symbol.isValid(), svg: symbol.asSVG() };
})"""


def milsymbol_svg(page: Page, codes: Sequence[str]) -> list[str]:
    """The symbols of codes as the vendored milsymbol draws them, whole documents."""
    page.add_script_tag(path=VENDOR / "milsymbol.js")
    drawn = page.evaluate(DRAW, list(codes))
    assert all(entry["valid"] for entry in drawn)
    return [entry["svg"] for entry in drawn]


def pixels(svgs: Sequence[str]) -> list[NDArray[np.uint8]]:
    """Each picture on the whole plane, one pixel a unit."""
    return [one for i in range(0, len(svgs), SHEET) for one in _sheet(svgs[i : i + SHEET])]


def _sheet(svgs: Sequence[str]) -> Iterator[NDArray[np.uint8]]:
    left, top, width, height = map(int, PLANE)
    parts = (
        f'<svg x="{i * width}" width="{width}" height="{height}"'
        f' viewBox="{left} {top} {width} {height}">{re.sub("^<svg[^>]*>|</svg>$", "", svg)}</svg>'
        for i, svg in enumerate(svgs)
    )
    # One font for both, whatever there is.
    inside = re.sub('font-family="[^"]*"', 'font-family="DejaVu Sans"', "".join(parts))
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * len(svgs)}" height="{height}">'
        f'<rect width="100%" height="100%" fill="#fff"/>{inside}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=whole))
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    yield from np.split(picture, len(svgs), axis=1)


def ink(picture: NDArray[np.uint8]) -> Ink:
    """Where black was drawn."""
    red, green, blue = np.moveaxis(picture, 2, 0) < 110
    return np.asarray(red & green & blue)


def likeness(one: Ink, other: Ink, reach: int = 4) -> float:
    """The share of the ink of each that lies near ink of the other; the worse of both."""
    if not one.any() or not other.any():
        return float(one.any() == other.any())
    return min(
        float((one & grown(other, reach)).sum() / one.sum()),
        float((other & grown(one, reach)).sum() / other.sum()),
    )


def grown(drawn: Ink, reach: int) -> Ink:
    """Ink and everything within a reach of it."""
    result = drawn.copy()
    high, wide = drawn.shape
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            if down * down + right * right <= reach * reach:
                result[max(0, down) : high + down, max(0, right) : wide + right] |= drawn[
                    max(0, -down) : high - down, max(0, -right) : wide - right
                ]
    return result
