"""Trees, stones, tufts, waves: small drawings that the ground repeats.

A place has one of a few patches of them, in hundredths of a hex's side around its centre.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from hexfront.pictures.lines import Point
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element, number

PATCHES: Final = 6
KINDS: Final = 5
"""Different drawings of a tree or a stone."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """How the ground of an art is covered."""

    draw: Callable[[Palette, int], str]
    """One drawing of radius 10."""
    step: float
    """The distance between two."""
    size: float
    """The breadth of each."""
    stray: float
    """How far they stand off the grid."""
    share: float
    """How many there are of what would find room."""


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
    parts = []
    for art in sorted(arts & set(SCATTERS)):
        scatter, short = SCATTERS[art], _short(art, prefix)
        for kind in range(KINDS):
            parts.append(element("g", scatter.draw(colours, kind), id=f"{short}{kind}"))
        for which in range(PATCHES):
            items = "".join(
                element("use", href=f"#{short}{kind}", transform=where)
                for where, kind in _stand(scatter, Random(f"{art} {which}"), coarse, corners)
            )
            parts.append(element("g", items, id=name(art, which, prefix)))
    return "".join(parts)


def name(art: str, which: int, prefix: str) -> str:
    """The id of a patch."""
    return f"{_short(art, prefix)}p{which}"


def _short(art: str, prefix: str) -> str:
    return f"{prefix}a{list(SCATTERS).index(art)}"


def _stand(
    scatter: Scatter, dice: Random, coarse: float, corners: list[Point]
) -> Iterator[tuple[str, int]]:
    """Where things stand in a hex, those behind first."""
    ahead = [*corners[1:], corners[0]]
    # A point lies in the hex where none of these is more than 1.
    sides = [
        ((a + p) / 15000, (b + q) / 15000) for (a, b), (p, q) in zip(corners, ahead, strict=True)
    ]

    def within(x: float, y: float) -> bool:
        return all(x * a + y * b < 1 for a, b in sides)

    step, stray = scatter.step * coarse, scatter.stray * coarse
    rows = math.ceil(100 / step)
    found = []
    for j in range(-rows, rows + 1):
        for i in range(-rows - 1, rows + 1):
            x = (i + j % 2 / 2 + 0.25) * step + (dice.random() - 0.5) * 2 * stray
            y = j * step * 0.87 + (dice.random() - 0.5) * 2 * stray
            size = scatter.size * coarse * (0.8 + 0.4 * dice.random())
            kind = int(dice.random() * KINDS)
            if dice.random() < scatter.share and within(x, y):
                found.append((y, x, size, kind))
    for y, x, size, kind in sorted(found):
        yield f"translate({number(x)} {number(y)})scale({number(size / 20)})", kind


def disc(x: float, y: float, r: float) -> str:
    """A disc as data of a path."""
    d, r_ = number(2 * r), number(r)
    return f"M{number(x - r)} {number(y)}a{r_} {r_} 0 1 1 {d} 0a{r_} {r_} 0 1 1-{d} 0z"


def _crown(colours: Palette, colour: str, kind: int, lobes: int) -> str:
    dice = Random(f"crown {kind}")
    leaves, lights = disc(0, 0, 5.2), disc(-2, -2.4, 3.4)
    for i in range(lobes):
        angle, far = i / lobes * 2 * math.pi + kind, 4.2 * (0.85 + 0.3 * dice.random())
        x, y = math.cos(angle) * far, math.sin(angle) * far
        leaves += disc(x, y, 2.7)
        if x + y < 1:
            lights += disc(x - 0.5, y - 0.6, 1.3)
    return (
        element("path", d=disc(2, 2.6, 6.8), fill=colours.tree_shadow)
        + element("path", d=leaves, fill=colour)
        + element("path", d=lights, fill=colours.crown_light)
    )


def _conifer(colours: Palette) -> str:
    parts = [element("path", d=disc(2, 2.6, 5.5), fill=colours.tree_shadow)]
    for ring, colour in ((7.2, colours.conifers[1]), (4.8, colours.conifers[0])):
        points = []
        for i in range(18):
            far, angle = ring * (0.66 if i % 2 else 1), i / 9 * math.pi
            points.append(f"{number(math.cos(angle) * far)} {number(math.sin(angle) * far)}")
        parts.append(element("path", d=f"M{'L'.join(points)}z", fill=colour))
    return "".join(parts)


def _woods(colours: Palette, kind: int) -> str:
    if kind == KINDS - 1:
        return _conifer(colours)
    return _crown(colours, colours.crowns[kind % len(colours.crowns)], kind, 7)


def _jungle(colours: Palette, kind: int) -> str:
    return _crown(colours, colours.jungle_crowns[kind % len(colours.jungle_crowns)], kind, 9)


def _plantation(colours: Palette, kind: int) -> str:
    return (
        element("path", d=disc(2, 2.5, 5.5), fill=colours.tree_shadow)
        + element("path", d=disc(0, 0, 5.6), fill=colours.plantation_tree)
        + element("path", d=disc(-1.6, -1.8, 2.6), fill=colours.crown_light)
    )


def _stone(colours: Palette, kind: int) -> str:
    dice = Random(f"stone {kind}")
    fars = [0.7 + 0.4 * dice.random() for _ in range(7)]

    def outline(x: float, y: float, r: float) -> str:
        points = (
            f"{number(x + math.cos(i / 3.5 * math.pi) * r * far)} "
            f"{number(y + math.sin(i / 3.5 * math.pi) * r * far * 0.8)}"
            for i, far in enumerate(fars)
        )
        return f"M{'L'.join(points)}z"

    return (
        element("path", d=outline(1.2, 1.4, 6), fill=colours.rock_dark)
        + element("path", d=outline(0, 0, 6), fill=colours.rock)
        + element("path", d=outline(-1.4, -1.6, 3.2), fill=colours.rock_light)
    )


def _tuft(colours: Palette, kind: int) -> str:
    water = "M-9 4H9" + ("M-4 7.2H6" if kind % 2 else "")
    dice = Random(f"tuft {kind}")
    blades = "".join(
        f"M{number(lean / 2)} 3.4L{number(lean)} {number(-2.5 - 3.5 * dice.random())}"
        for lean in (-4.5, -2.0, 0.5, 3.0, 5.0)
    )
    return _stroke(water, colours.swamp_water, 1.4) + _stroke(blades, colours.swamp_grass, 1.1)


def _dune(colours: Palette, kind: int) -> str:
    return _stroke(f"M-9 1.5Q-2-{number(4.5 + kind / 2)} 2 0 5 2.5 9 1", colours.dune, 0.7)


def _sand(colours: Palette, kind: int) -> str:
    dice = Random(f"sand {kind}")
    grains = "".join(disc(dice.random() * 18 - 9, dice.random() * 18 - 9, 0.9) for _ in range(5))
    return element("path", d=grains, fill=colours.sand)


def _wave(colours: Palette, kind: int) -> str:
    more = "Q4.2 3.6 8.5 0" if kind % 3 else ""
    return _stroke(f"M-8.5 0Q-4.2-4.2 0 0{more}", colours.wave, 1.3)


def _stroke(data: str, colour: str, width: float) -> str:
    return element(
        "path", d=data, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round"
    )


SCATTERS: Final = {
    "desert": Scatter(_dune, 48, 44, 15, 0.8),
    "beach": Scatter(_sand, 30, 30, 15, 1),
    "rough": Scatter(_stone, 34, 24, 16, 0.62),
    "mountain": Scatter(_stone, 42, 26, 20, 0.5),
    "swamp": Scatter(_tuft, 37, 34, 10, 0.9),
    "plantation": Scatter(_plantation, 27, 24, 2, 1),
    "jungle": Scatter(_jungle, 30, 52, 9, 1),
    "woods": Scatter(_woods, 31, 46, 10, 1),
    "water": Scatter(_wave, 52, 25, 22, 0.5),
    "sea": Scatter(_wave, 75, 28, 30, 0.5),
}
"""The art of the ground, the lowest first."""
