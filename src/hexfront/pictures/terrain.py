"""Drawings of the ground, in hundredths of a hex's side around the centre of a place."""

from __future__ import annotations

import math
import zlib
from random import Random

from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element, number

VARIANTS = 6
"""Different drawings of the same art; a place always has the same one."""

DRAWN = ("clear", "woods", "town", "water", "hill")


def variant(art: str, place: str) -> int:
    """Which of its drawings the art has at a place."""
    return zlib.crc32(f"{art} {place}".encode()) % VARIANTS


def drawing(art: str, which: int, colours: Palette, prefix: str) -> str:
    """One drawing of an art; `prefix` begins the ids of trees and gradients."""
    dice = Random(f"{art} {which}")  # for looks alone
    match art:
        case "clear":
            return _clear(dice, colours)
        case "woods":
            return _woods(dice, prefix)
        case "town":
            return _town(dice, colours)
        case "water":
            return _water(dice, colours)
        case "hill":
            return _hill(dice, colours, prefix)
    hue = zlib.crc32(art.encode()) % 360
    return element("circle", r=70, fill=f"hsl({hue}, 40%, 50%)", opacity=".35")


def common(arts: set[str], colours: Palette, prefix: str) -> str:
    """Definitions that the drawings of these arts share."""
    parts = []
    if "woods" in arts:
        parts += [_tree(f"{prefix}t{i}", crown, colours) for i, crown in enumerate(colours.crowns)]
    if "hill" in arts:
        light = f"rgb({colours.hill_light})"
        stops = [
            element("stop", offset=0, stop_color=light, stop_opacity=str(colours.hill_glow)),
            element("stop", offset=1, stop_color=light, stop_opacity="0"),
        ]
        parts.append(
            element("radialGradient", *stops, id=f"{prefix}g", cx=".5", cy=".5", fx=".42", fy=".4")
        )
    return "".join(parts)


def _disc(x: float, y: float, r: float) -> str:
    """A disc as part of a path."""
    d = number(2 * r)
    return f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 1 {d} 0" + (
        f"a{number(r)} {number(r)} 0 1 1-{d} 0z"
    )


def _clear(dice: Random, colours: Palette) -> str:
    spots = []
    for colour in colours.clear_spots:
        x, y = (dice.random() - 0.5) * 110, (dice.random() - 0.5) * 100
        r = 18 + dice.random() * 30
        spots.append(element("circle", cx=x, cy=y, r=r, fill=colour, opacity=".4"))
    blades = ""
    for _ in range(5):
        x, y = (dice.random() - 0.5) * 120, (dice.random() - 0.5) * 120
        for lean in (-3.5, 0.0, 3.5):
            blades += f"M{number(x + lean * 0.4)} {number(y)}l{number(lean * 0.6)}-7"
    return "".join(spots) + element("path", d=blades, stroke=colours.grass, stroke_width="1.8")


def _tree(name: str, crown: str, colours: Palette) -> str:
    """A tree of radius 10."""
    leaves = _disc(0, 0, 10) + _disc(-6, 3, 6.2) + _disc(6, 2.5, 6.2)
    return element(
        "g",
        element("circle", cx=3.5, cy=4.5, r=10, fill=colours.tree_shadow),
        element("path", d=leaves, fill=crown),
        element("circle", cx=-3, cy=-3.5, r=4.2, fill=colours.crown_light),
        id=name,
    )


def _woods(dice: Random, prefix: str) -> str:
    trees = []
    for ring, count in enumerate((3, 7, 12)):
        for i in range(count):
            angle = i / count * 2 * math.pi + ring + dice.random() * 0.5
            radius = (14, 45, 74)[ring] + (dice.random() - 0.5) * 14
            x, y = math.cos(angle) * radius, math.sin(angle) * radius * 0.95
            trees.append((y, x, 1.3 + dice.random() * 0.8, int(dice.random() * 4)))
    return "".join(
        element(
            "use",
            href=f"#{prefix}t{kind}",
            transform=f"translate({number(x)} {number(y)})scale({number(size)})",
        )
        for y, x, size, kind in sorted(trees)
    )


def _town(dice: Random, colours: Palette) -> str:
    turn = (dice.random() - 0.5) * 40
    lean = dice.random() * 6
    edge = []
    for i in range(14):
        angle = i / 14 * 2 * math.pi
        radius = 70 + 7 * math.sin(i * 2.4 + lean)
        edge.append(f"{number(math.cos(angle) * radius)} {number(math.sin(angle) * radius * 0.94)}")
    houses = []
    for row in (-48, -22, 24, 50):
        for column in (-52, -27, 25, 50):
            if math.hypot(row, column) < 68:
                x, y = column + (dice.random() - 0.5) * 7, row + (dice.random() - 0.5) * 6
                houses.append(_house(dice, x, y, colours))
    streets = element(
        "path",
        d="M-74-2Q0 10 74-4M2-70Q-8 0 4 70",
        fill="none",
        stroke=colours.street,
        stroke_width=12,
    )
    return element("path", d=f"M{'L'.join(edge)}z", fill=colours.town) + element(
        "g", streets, *houses, transform=f"rotate({number(turn)})"
    )


def _house(dice: Random, x: float, y: float, colours: Palette) -> str:
    """A roof from above, one half in the shade."""
    wide, deep = 17 + dice.random() * 6, 12 + dice.random() * 5
    turn, chance = (dice.random() - 0.5) * 28, dice.random()
    if chance > 0.65:
        turn += 90
    left, top = -wide / 2, -deep / 2
    roof = colours.roofs[int(chance * len(colours.roofs))]
    shade = _rectangle(left + 3, top + 4, wide, deep, colours.house_shadow)
    return element(
        "g",
        shade,
        _rectangle(left, top, wide, deep, roof),
        _rectangle(left, 0, wide, deep / 2, colours.roof_dark),
        transform=f"translate({number(x)} {number(y)})rotate({number(turn)})",
    )


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=fill)


def _water(dice: Random, colours: Palette) -> str:
    waves = ""
    for _ in range(5):
        x, y = (dice.random() - 0.5) * 100, (dice.random() - 0.5) * 120
        waves += f"M{number(x - 14)} {number(y)}q7-6 14 0q7 6 14 0"
    return element(
        "path", d=waves, fill="none", stroke=colours.wave, stroke_width=3, stroke_linecap="round"
    )


def _hill(dice: Random, colours: Palette, prefix: str) -> str:
    """A rise lit from the upper left, with strokes down its slope, thicker in the shade."""
    x, y = (dice.random() - 0.5) * 25, (dice.random() - 0.5) * 25
    thin, thick = "", ""
    for ring, count in ((30, 15), (58, 25)):
        for i in range(count):
            angle = i / count * 2 * math.pi + (dice.random() - 0.5) * 0.15
            length = 12 + dice.random() * 7
            wide = 1 + 0.1 * math.sin(angle * 2 + x)
            across, down = math.cos(angle), math.sin(angle) * 0.8
            stroke = f"M{number(x + across * ring * wide)} {number(y + down * ring)}"
            stroke += f"l{number(across * length * wide)} {number(down * length)}"
            if math.cos(angle - 0.8) > 0.1:
                thick += stroke
            else:
                thin += stroke
    look = {"stroke": colours.contour, "stroke_linecap": "round"}
    return (
        element("circle", cx=x, cy=y, r=70, fill=f"url(#{prefix}g)")
        + element("path", d=thin, stroke_width="1.8", **look)
        + element("path", d=thick, stroke_width="3", **look)
    )
