"""Towns from above: streets, roofs, a church."""

from __future__ import annotations

import math
from random import Random

from hexfront.pictures.boards import UNIT
from hexfront.pictures.palette import Palette
from hexfront.pictures.shapes import SHAPES, draw_shape
from hexfront.pictures.strokes import LINES, stroked
from hexfront.pictures.svg import element, number


def town(which: int, colours: Palette, scale: float) -> str:
    """One of the drawings of a town, around the centre of its place."""
    dice = Random(f"town {which}")
    spin = dice.random() * math.pi
    turns = [spin + quarter * math.pi / 2 + (dice.random() - 0.5) * 0.5 for quarter in range(4)]
    streets = ""
    houses: list[tuple[float, float, float]] = []
    for turn in turns:
        ahead, aside = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        bend = (dice.random() - 0.5) * 16
        middle = ahead[0] * 45 + aside[0] * bend, ahead[1] * 45 + aside[1] * bend
        streets += f"M0 0Q{_at(*middle)} {_at(ahead[0] * 84, ahead[1] * 84)}"
        for far in (20, 36, 52, 67):
            for hand in (1, -1):
                for row in (13, 29):
                    off = hand * (row + dice.random() * 3)
                    x = ahead[0] * far + aside[0] * (off + bend * far / 90)
                    y = ahead[1] * far + aside[1] * (off + bend * far / 90)
                    away = math.hypot(x, y)
                    near = any(math.hypot(x - p, y - q) < 15 for p, q, _ in houses)
                    if away < 76 and dice.random() > away / 330 and not near:
                        houses.append((x, y, math.degrees(turn) + (dice.random() - 0.5) * 8))
    drawn = [
        element("path", d=streets, fill="none", **line)
        for line in stroked(LINES["street"], colours, scale)
    ]
    return (
        "".join(drawn)
        + _shape("plaza", colours)
        + "".join(
            _house(dice, *house, colours, scale) for house in sorted(houses, key=lambda h: h[1])
        )
        + _shape("church", colours)
    )


def _at(x: float, y: float) -> str:
    return f"{round(x)} {round(y)}"


def _house(dice: Random, x: float, y: float, turn: float, colours: Palette, scale: float) -> str:
    """A roof from above, one half in the shade."""
    wide, deep = 12 + dice.random() * 6, 8.5 + dice.random() * 3
    roof = f"roofs.{int(dice.random() * len(colours.roofs))}"

    def parts(name: str) -> str:
        shown = (part for part in SHAPES["town"][name] if scale >= part.get("from", 0))
        return draw_shape(
            ({**part, "fill": roof if part["fill"] == "roof" else part["fill"]} for part in shown),
            colours,
        )

    shade = parts("shadedHalf")
    if shade and math.cos(math.radians(turn)) > 0:
        shade = element("g", shade, transform="scale(1 -1)")
    move = f"translate({_at(x, y)})rotate({number(turn)})scale({number(wide)} {number(deep)})"
    return element("g", parts("house"), shade, transform=move)


def _shape(name: str, colours: Palette) -> str:
    parts = draw_shape(SHAPES["town"][name], colours)
    return element("g", parts, transform=f"scale({number(UNIT)})")
