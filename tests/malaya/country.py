"""The rules of ground, zones, supply and retreat once more, slowly, from their text.

Nothing here uses the engine: the scenario is read from its document, hexes are their
numbers, costs are movement points, and everything is tried that could be tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Troop:
    """A unit on the map."""

    name: str
    side: int
    armour: bool
    stacking: int
    hex: str


def _cube(label: str) -> tuple[int, int, int]:
    """Flat hexes, numbered CCRR from 1; even-numbered columns lie half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    x = column
    z = row - (column + 1) // 2
    return x, -x - z, z


def hexes_apart(one: str, other: str) -> int:
    """The number of steps between two hexes."""
    return max(abs(a - b) for a, b in zip(_cube(one), _cube(other), strict=True))


class Country:
    """A map with what it costs to move on it."""

    def __init__(self, scenario: Mapping[str, Any]) -> None:
        ground = scenario["map"]
        self.scenario = scenario
        self.terrain = {
            label: entry["terrain"]
            for label, entry in ground["hex"].items()
            if entry["terrain"] not in ("sea", "closed")
        }
        self.roads = _pairs(r["path"] for r in ground["road"] if r.get("kind", "road") == "road")
        self.tracks = _pairs(r["path"] for r in ground["road"] if r.get("kind") == "track")
        self.rails = _pairs(r["path"] for r in ground.get("rail", []))
        self.ferries = _pairs(r["path"] for r in ground.get("ferry", []))
        self.crossings = self.roads | self.tracks | self.rails | self.ferries
        self.rivers = {frozenset(s) for r in ground.get("river", []) for s in r["sides"]}
        self.straits = {frozenset(side) for side in ground.get("straits", [])}
        self.limit = scenario["numbers"]["stacking"]
        self._around = {label: self._find_around(label) for label in self.terrain}

    def _find_around(self, label: str) -> list[str]:
        """The land hexes that share a side with a hex; found by trying the nine about it."""
        column, row = int(label[:2]), int(label[2:])
        names = (
            f"{c:02d}{r:02d}"
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
        )
        return [n for n in names if n in self.terrain and hexes_apart(label, n) == 1]

    def around(self, label: str) -> list[str]:
        """The land hexes that share a side with a hex."""
        return self._around[label]

    def cost(self, armour: bool, here: str, there: str) -> float | None:
        """Points to go to a hex beside; None where one cannot (MAL-9)."""
        side = frozenset((here, there))
        ways = self.scenario["ways"]
        if side in self.straits and side not in self.crossings:
            return None
        if side in self.roads:
            return float(ways["road"])
        if armour and side not in self.rails:
            return None
        points = float(self.scenario["terrain"][self.terrain[there]]["cost"])
        points += ways["river"] if side in self.rivers else 0
        points += ways["ferry"] if side in self.ferries else 0
        if side in self.tracks and not armour:
            return float(min(points, ways["track"]))
        return points

    def zone(self, troops: Iterable[Troop], side: int) -> set[str]:
        """The hexes in a zone of a side (MAL-10)."""
        return {
            there
            for troop in troops
            if troop.side == side
            for there in self.around(troop.hex)
            if self.cost(troop.armour, troop.hex, there) is not None
        }


def _pairs(paths: Iterable[list[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for path in paths for pair in itertools.pairwise(path)}


@dataclass(frozen=True)
class Retreat:
    """What a group does that must retreat."""

    path: tuple[str, ...] | None
    """None: it stays, since no path is legal (MAL-27)."""
    losses: int


def retreat(
    country: Country, troops: list[Troop], group: list[Troop], sources: list[str], battle: str
) -> Retreat:
    """Where a group of one arm in one hex retreats to, and what it loses (MAL-25 to MAL-28).

    `sources` are those of its side that it holds.
    """
    side, start = group[0].side, group[0].hex
    numbers = country.scenario["numbers"]
    enemies = {troop.hex for troop in troops if troop.side != side}
    zone = country.zone(troops, 1 - side)
    inside = {member.name for member in group}
    need = sum(member.stacking for member in group)

    def fits(label: str) -> bool:
        held = sum(t.stacking for t in troops if t.hex == label and t.name not in inside)
        return bool(held + need <= country.limit)

    def on(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The path with one hex more, in all ways that MAL-25 and MAL-26 leave open."""
        for there in country.around(path[-1]):
            if there in path or there in enemies:
                continue
            if country.cost(group[0].armour, path[-1], there) is None:
                continue
            if hexes_apart(there, battle) > hexes_apart(path[-1], battle):
                yield (*path, there)

    def bearing(one: str, other: str) -> int:
        if not sources:
            return 0
        before = min(hexes_apart(one, source) for source in sources)
        after = min(hexes_apart(other, source) for source in sources)
        return (after > before) - (after < before)

    def points(path: tuple[str, ...]) -> float:
        costs = [country.cost(group[0].armour, a, b) for a, b in itertools.pairwise(path)]
        return sum(cost for cost in costs if cost is not None)

    def rank(path: tuple[str, ...]) -> tuple[Any, ...]:
        two = (bearing(path[0], path[2]), points(path[:3]))
        more = (bearing(path[2], path[3]), points(path[2:])) if len(path) == 4 else (-9, 0.0)
        return (*two, *more, sum(label in zone for label in path[1:]), path[1:])

    legal = []
    for one in on((start,)):
        for two in on(one):
            if fits(two[-1]):
                legal.append(two)
            else:
                legal += [three for three in on(two) if fits(three[-1])]
    if not legal:
        return Retreat(None, numbers["blocked"])
    best = sorted(legal, key=rank)[0][1:]
    return Retreat(best, numbers["zone_loss"] * sum(label in zone for label in best))


def supplied(
    country: Country, troops: list[Troop], control: Mapping[str, int], side: int
) -> dict[str, float]:
    """The hexes from which units of a side reach supplies, with the points to the net (MAL-15)."""
    enemy_zone = country.zone(troops, 1 - side)
    friends = {t.hex for t in troops if t.side == side}
    enemies = {t.hex for t in troops if t.side != side}
    open_hexes = {
        label
        for label in country.terrain
        if control[label] == side
        and label not in enemies
        and (label not in enemy_zone or label in friends)
    }
    net = {label for label in sources_of(country, side) if label in open_hexes}
    while True:
        more = {
            there
            for here in net
            for there in country.around(here)
            if frozenset((here, there)) in country.roads | country.rails
        }
        if (more & open_hexes) <= net:
            break
        net |= more & open_hexes
    reach = dict.fromkeys(net, 0.0)
    changed = True
    while changed:
        changed = False
        for here in open_hexes:
            for there in country.around(here):
                step = country.cost(False, here, there)
                if step is None or there not in reach:
                    continue
                total = reach[there] + step
                if total <= country.scenario["numbers"]["supply_reach"] and total < reach.get(
                    here, 1e9
                ):
                    reach[here] = total
                    changed = True
    return reach


def sources_of(country: Country, side: int) -> list[str]:
    """The hexes from which supplies of a side come, whoever holds them (MAL-15)."""
    ground = country.scenario["map"]
    places = {place["name"]: [place["hex"]] for place in ground["place"]}
    edges = {edge["name"]: list(edge["hexes"]) for edge in ground.get("edge", [])}
    names = country.scenario["sources"][("japan", "commonwealth")[side]]
    return sorted({label for name in names for label in (edges | places).get(name, [])})
