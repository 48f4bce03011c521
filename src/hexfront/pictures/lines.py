"""Lines over the ground as data of paths: soft loops around areas, smooth ways, courses of rivers.

Points are x, y in hundredths of a hex's side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Segment = tuple[Point, Point]

_MASK = 2**32 - 1

GRAIN = 100 / 48
"""Corners that lie closer than this are one."""


def chance(i: int, j: int, seed: int = 0) -> float:
    """A number in 0 … 1 that follows from whole numbers alone; the browser's map has the same."""
    state = i * 374761393 + j * 668265263 + seed * 1274126177 & _MASK
    state = (state ^ state >> 13) * 1274126177 & _MASK
    state = (state ^ state >> 16) * 2246822519 & _MASK
    return (state ^ state >> 15) / 2**32


def noise(x: float, y: float, seed: int = 0) -> float:
    """Soft noise in -1 … 1 over the plane; the browser's map has the same."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    a, b = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = chance(i, j, seed) * (1 - a) + chance(i + 1, j, seed) * a
    low = chance(i, j + 1, seed) * (1 - a) + chance(i + 1, j + 1, seed) * a
    return 2 * (top * (1 - b) + low * b) - 1


def vertex(point: Point) -> tuple[int, int]:
    """The same for points that are meant to be one, by whatever sum they were reached."""
    return round(point[0] / GRAIN + 0.137), round(point[1] / GRAIN + 0.137)


def strayed(point: Point, far: float) -> Point:
    """A point moved at random, everywhere by the same."""
    i, j = round(point[0] / GRAIN), round(point[1] / GRAIN)
    return (
        point[0] + (chance(i, j, 1) - 0.5) * 2 * far,
        point[1] + (chance(i, j, 2) - 0.5) * 2 * far,
    )


def between(a: Point, b: Point, part: float) -> Point:
    """The point at a part of the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _path(start: Point, command: str, points: Iterable[Point], group: int) -> str:
    """Data of a path: a start, and points that one command takes in groups.

    Whole numbers, each group from the end of the one before: a hundredth of a hex cannot be seen.
    """
    x, y = base = round(start[0]), round(start[1])
    steps = []
    for i, point in enumerate(points, 1):
        x, y = round(point[0]), round(point[1])
        steps += [x - base[0], y - base[1]]
        if i % group == 0:
            base = x, y
    written = " ".join(map(str, steps)).replace(" -", "-")
    return f"M{round(start[0])} {round(start[1])}{command}{written}"


def polygon(points: Iterable[Point]) -> str:
    """A loop with straight sides."""
    start, *others = points
    return _path(start, "l", others, 1) + "z"


def polyline(points: Sequence[Point]) -> str:
    """An open line with straight pieces."""
    return _path(points[0], "l", points[1:], 1)


def smooth_loop(points: Sequence[Point]) -> str:
    """A closed curve that each point draws towards itself."""
    middles = [between(point, points[(i + 1) % len(points)], 0.5) for i, point in enumerate(points)]
    curves = [point for pair in zip(points, middles, strict=True) for point in pair]
    return _path(middles[-1], "q", curves, 2) + "z"


def soft_loop(loop: Sequence[Point], far: float) -> str:
    """A loop as a hand would draw it: corners rounded, sides bent."""
    points = []
    for i, point in enumerate(loop):
        following = loop[(i + 1) % len(loop)]
        points.append(strayed(point, far * 0.7))
        points += [strayed(between(point, following, part), far) for part in (0.33, 0.67)]
    return smooth_loop(points)


def smooth_line(points: Sequence[Point]) -> str:
    """An open curve through points, by Catmull and Rom."""
    curves: list[Point] = []
    for i in range(len(points) - 1):
        a, b = points[i], points[i + 1]
        before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 2)]
        leave = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        reach = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        curves += [leave, reach, b]
    return _path(points[0], "c", curves, 3)


def chained(segments: Iterable[Segment]) -> list[list[Point]]:
    """Loops of segments, each of which begins where another ends."""
    starts: dict[tuple[int, int], list[Segment]] = {}
    for segment in segments:
        starts.setdefault(vertex(segment[0]), []).append(segment)
    loops = []
    for waiting in starts.values():
        while waiting:
            loop, segment = [], waiting.pop()
            while True:
                loop.append(segment[0])
                following = starts.get(vertex(segment[1]))
                if not following:
                    break
                segment = following.pop()
            loops.append(loop)
    return loops


def courses(segments: Iterable[Segment]) -> list[list[Point]]:
    """Open lines of segments in any direction: each runs until it ends or forks."""
    left = list(segments)
    meetings: dict[tuple[int, int], list[Segment]] = {}
    for segment in left:
        for point in segment:
            meetings.setdefault(vertex(point), []).append(segment)
    ends = [
        (segment, point)
        for segment in left
        for point in segment
        if len(meetings[vertex(point)]) != 2
    ]
    walked: set[int] = set()
    lines = []
    for first, start in [*ends, *((segment, segment[0]) for segment in left)]:
        if id(first) in walked:
            continue
        line, segment = [start], first
        while id(segment) not in walked:
            walked.add(id(segment))
            here = vertex(line[-1])
            line.append(segment[1] if vertex(segment[0]) == here else segment[0])
            meeting = meetings[vertex(line[-1])]
            if len(meeting) == 2:
                segment = meeting[0] if meeting[1] is segment else meeting[1]
        lines.append(line)
    return lines
