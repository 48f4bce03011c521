"""Contour lines, from the heights of places."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.pictures.boards import Board
from hexfront.pictures.lines import Point, chance, vertex

REACH: Final = 220.0
"""How far the height of a place reaches."""
SOFTNESS: Final = 66.0

BY_ART: Final[Mapping[str, float]] = {"hill": 1.0, "mountain": 2.2, "rough": 0.25}
"""Heights where the board gives none."""
STEP_BY_ART: Final = 0.3

Field = NDArray[np.float64]


def contours(board: Board, cell: float = 30.0) -> list[tuple[int, list[list[Point]]]]:
    """By number of the level, from the lowest: the loops around all that lies higher.

    `cell` is the distance of the samples from which they are made.
    """
    given = board.document.get("heights")
    posts = []
    for place in board.places.values():
        height = given.get(place.id, 0.0) if given else BY_ART.get(board.art(place), 0.0)
        posts.append(((place.x, place.y), float(height)))
        posts += [((x, y), float(height)) for x, y in board.beyond(place)]
    heights = [height for _, height in posts]
    if not board.hexes or not heights or min(heights) == max(heights):
        return []
    least, most = min(heights), max(heights)
    step = board.document.get("contours") or (_nice(most - least) if given else STEP_BY_ART)
    corner, field = _spread(board, posts, least, cell)
    first = round(least / step)
    lowest = board.document.get("contours_from")
    levels = []
    # Half way between the steps: a plain at a step has an edge, and no line in itself.
    for i in range(1, math.floor((most - least) / step + 0.5) + 1):
        if lowest is not None and least + (i - 0.5) * step < lowest:
            continue
        loops = _loops(field, (i - 0.5) * step)
        points = [[(corner[0] + x * cell, corner[1] + y * cell) for x, y in loop] for loop in loops]
        if points:
            levels.append((first + i, points))
    return levels


def _nice(whole: float) -> float:
    """A step that gives about eight contour lines."""
    rough = whole / 9
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= rough)


def _spread(
    board: Board, posts: list[tuple[Point, float]], least: float, cell: float
) -> tuple[Point, Field]:
    """Samples between the posts, row by row, with a rim of lowest ones; and their corner."""
    left, top, wide, high = board.bounds()
    corner = left - cell, top - cell
    shape = int(high / cell) + 4, int(wide / cell) + 4
    ys = corner[1] + np.arange(shape[0]) * cell
    xs = corner[0] + np.arange(shape[1]) * cell
    sums, weights = np.zeros(shape), np.full(shape, 1e-9)
    for (x, y), height in posts:
        # Heights differ a little, so that hills do not look like hexes.
        rise = (height - least) * (0.85 + 0.3 * chance(*vertex((x, y)), 3))
        rows = slice(*np.searchsorted(ys, (y - REACH, y + REACH)))
        columns = slice(*np.searchsorted(xs, (x - REACH, x + REACH)))
        down, across = (ys[rows] - y) ** 2, (xs[columns] - x) ** 2
        weight = np.exp(-(down[:, None] + across[None, :]) / (2 * SOFTNESS**2))
        sums[rows, columns] += weight * rise
        weights[rows, columns] += weight
    field = sums / weights
    field[[0, -1], :] = field[:, [0, -1]] = -1.0
    return corner, field


_SIDES: Final = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0)))
"""The sides of a square of samples, clockwise: row and column of both ends."""


def _loops(field: Field, level: float) -> list[list[Point]]:
    """Loops around all that is higher than a level, in samples."""
    above = field >= level
    mixed = above[:-1, :-1].astype(int) + above[1:, :-1] + above[:-1, 1:] + above[1:, 1:]
    ways: dict[Point, Point] = {}
    for j, i in np.argwhere((mixed > 0) & (mixed < 4)).tolist():
        enters: list[Point] = []
        leaves: list[Point] = []
        for (ja, ia), (jb, ib) in _SIDES:
            a, b = float(field[j + ja, i + ia]), float(field[j + jb, i + ib])
            if (a >= level) == (b >= level):
                continue
            # Rounded, so that it is the same point for both squares that share the side.
            part = (level - a) / (b - a)
            point = round(i + ia + (ib - ia) * part, 4), round(j + ja + (jb - ja) * part, 4)
            (leaves if a >= level else enters).append(point)
        ways.update(zip(leaves, enters, strict=True))
    loops = []
    while ways:
        start, here = ways.popitem()
        loop = [start]
        while here != start and here in ways:
            loop.append(here)
            here = ways.pop(here)
        loops.append(loop)
    return loops
