"""Symbols as milsymbol draws them, and how much two drawings have in common."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

Ink = NDArray[np.bool_]

PLANE = (-80.0, -80.0, 360.0, 390.0)
"""What is looked at of the plane: left, top, width, height; frames stand at 25 … 175."""


def milsymbol_svg(codes: Sequence[str]) -> list[str]:
    """The symbols of codes, whole documents."""
    script = Path(__file__).parent / "milsymbol.cjs"
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(codes), capture_output=True, text=True, check=True
    )
    drawn = json.loads(done.stdout)
    assert all(entry["valid"] for entry in drawn)
    return [entry["svg"] for entry in drawn]


def pixels(svg: str) -> NDArray[np.uint8]:
    """The picture on the whole plane, one pixel a unit."""
    left, top, width, height = PLANE
    inside = re.sub(r"^<svg[^>]*>|</svg>$", "", svg.strip())
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}"'
        f' width="{width:.0f}" height="{height:.0f}">'
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff"/>{inside}</svg>'
    )
    png = bytes(resvg_py.svg_to_bytes(svg_string=whole))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def ink(picture: NDArray[np.uint8]) -> Ink:
    """Where black was drawn."""
    return np.asarray(picture.max(axis=2) < 110)


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
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            if x * x + y * y <= reach * reach:
                result |= np.roll(drawn, (y, x), axis=(0, 1))
    return result
