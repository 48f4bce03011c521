"""The slow, obvious versions, from the definitions."""

from __future__ import annotations

import math
from fractions import Fraction

from hexfront.hex.coordinates import DIRECTIONS, Hex
from hexfront.hex.grid import Grid


def steps_between(a: Hex, b: Hex) -> int:
    """Distance by walking outward, ring after ring."""
    seen, edge, steps = {a}, {a}, 0
    while b not in seen:
        edge = {Hex(h.q + d.q, h.r + d.r) for h in edge for d in DIRECTIONS} - seen
        seen |= edge
        steps += 1
    return steps


def squared(q: Fraction, r: Fraction) -> Fraction:
    """Squared distance from (0, 0) on the plane, in units of neighbouring centres."""
    return q * q + q * r + r * r


def hexes_under_line(a: Hex, b: Hex) -> list[set[Hex]]:
    """For each even sample of the line, all hexes with the nearest centre."""
    length = steps_between(a, b)
    samples = []
    for i in range(length + 1):
        t = Fraction(i, length) if length else Fraction(0)
        q, r = a.q + t * (b.q - a.q), a.r + t * (b.r - a.r)
        near = [
            Hex(math.floor(q) + dq, math.floor(r) + dr)
            for dq in (-1, 0, 1, 2)
            for dr in (-1, 0, 1, 2)
        ]
        away = {h: squared(h.q - q, h.r - r) for h in near}
        least = min(away.values())
        samples.append({h for h in near if away[h] == least})
    return samples


def sees(grid: Grid, height: list[int], obstacle: list[int], a: int, b: int) -> bool:
    """Line of sight: some shortest line of hexes has none that rises above the sight line."""
    samples = hexes_under_line(grid.axial(a), grid.axial(b))
    length = len(samples) - 1
    for i in range(1, length):
        sight = height[a] + Fraction(i * (height[b] - height[a]), length)
        places = [grid.index_of(*h) for h in samples[i]]
        if not any(p != grid.n and height[p] + obstacle[p] <= sight for p in places):
            return False
    return True


def cheapest(
    grid: Grid,
    entry: list[int],
    sides: list[list[int]] | None,
    zone: list[int],
    stop: bool,
    no_zone_to_zone: bool,
    start: int,
    points: int,
) -> dict[int, int]:
    """Costs by relaxing every step until nothing changes."""
    cost = {start: 0}
    changed = True
    while changed:
        changed = False
        for at, spent in list(cost.items()):
            for to, price in allowed_steps(
                grid, entry, sides, zone, stop, no_zone_to_zone, start, at
            ):
                total = spent + price
                if total <= points and total < cost.get(to, total + 1):
                    cost[to] = total
                    changed = True
    return cost


def allowed_steps(
    grid: Grid,
    entry: list[int],
    sides: list[list[int]] | None,
    zone: list[int],
    stop: bool,
    no_zone_to_zone: bool,
    start: int,
    at: int,
) -> list[tuple[int, int]]:
    """The steps out of a hex, with their prices."""
    if stop and zone[at] and at != start:
        return []
    steps = []
    here = grid.axial(at)
    for d, direction in enumerate(DIRECTIONS):
        to = grid.index_of(here.q + direction.q, here.r + direction.r)
        if to == grid.n or entry[to] <= 0 or (no_zone_to_zone and zone[at] and zone[to]):
            continue
        extra = sides[at][d] if sides else 0
        if extra >= 0:
            steps.append((to, entry[to] + extra))
    return steps
