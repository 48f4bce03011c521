"""Trees, stones, tufts, waves: small drawings that the ground repeats.

A place has one of a few patches of them, in hundredths of a hex's side around its centre.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from hexfront.pictures.boards import UNIT
from hexfront.pictures.lines import Point
from hexfront.pictures.palette import Palette
from hexfront.pictures.shapes import GROUND, draw_shape
from hexfront.pictures.svg import element, number

PATCHES: Final = 6
_SPRITES: Final[Mapping[str, Any]] = GROUND["sprites"]
"""Variants of each drawing."""
SCATTERS: Final[Mapping[str, list[Mapping[str, Any]]]] = {
    str(scatter["art"]): [other for other in GROUND["scatters"] if other["art"] == scatter["art"]]
    for scatter in GROUND["scatters"]
}
"""How the ground of each art is covered: the lowest art first, as is what it is covered with."""


def patch(art: str, place: str) -> int:
    """Which patch lies at a place."""
    return zlib.crc32(f"{art} {place}".encode("utf-8", "replace")) % PATCHES


def definitions(
    arts: set[str], colours: Palette, prefix: str, coarse: float, corners: list[Point]
) -> str:
    """Drawings and patches of arts, to be used by `name`.

    Args:
        arts: those that occur.
        colours: the theme.
        prefix: of all ids.
        coarse: 1 close by; from far above things are larger and fewer.
        corners: of a hex around its centre.
    """
    covered = sorted(arts & set(SCATTERS))
    used = {str(scatter["sprite"]) for art in covered for scatter in SCATTERS[art]}
    parts = [
        element("g", draw_shape(shape, colours), id=_sprite(sprite, variant, prefix))
        for sprite in sorted(used)
        for variant, shape in enumerate(_SPRITES[sprite])
    ]
    for art in covered:
        for which in range(PATCHES):
            items = "".join(
                element("use", href=f"#{_sprite(sprite, variant, prefix)}", transform=where)
                for scatter in SCATTERS[art]
                for sprite in [str(scatter["sprite"])]
                for where, variant in _stand(scatter, f"{art} {sprite} {which}", coarse, corners)
            )
            parts.append(element("g", items, id=name(art, which, prefix)))
    return "".join(parts)


def name(art: str, which: int, prefix: str) -> str:
    """The id of a patch."""
    return f"{prefix}a{list(SCATTERS).index(art)}p{which}"


def _sprite(sprite: str, variant: int, prefix: str) -> str:
    return f"{prefix}b{list(_SPRITES).index(sprite)}{variant}"


def _stand(
    scatter: Mapping[str, Any], key: str, coarse: float, corners: list[Point]
) -> Iterator[tuple[str, int]]:
    """Where things stand in a hex, those behind first, and their variants; the same for a key."""
    dice = Random(key)
    ahead = [*corners[1:], corners[0]]
    # A point lies in the hex where none of these is more than 1.
    sides = [
        ((a + p) / 15000, (b + q) / 15000) for (a, b), (p, q) in zip(corners, ahead, strict=True)
    ]

    def within(x: float, y: float) -> bool:
        return all(x * a + y * b < 1 for a, b in sides)

    step, stray = scatter["step"] * UNIT * coarse, scatter["stray"] * UNIT * coarse
    variants = len(_SPRITES[scatter["sprite"]])
    rows = math.ceil(UNIT / step)
    found = []
    for j in range(-rows, rows + 1):
        for i in range(-rows - 1, rows + 1):
            x = (i + j % 2 / 2 + 0.25) * step + (dice.random() - 0.5) * 2 * stray
            y = j * step + (dice.random() - 0.5) * 2 * stray
            size = scatter["size"] * UNIT * coarse * (0.8 + 0.4 * dice.random())
            variant = int(dice.random() * variants)
            if dice.random() < scatter["share"] and within(x, y):
                found.append((y, x, size, variant))
    for y, x, size, variant in sorted(found):
        yield f"translate({number(x)} {number(y)})scale({number(size / 2)})", variant
