"""The search for where a unit can go this turn, by what its side knows (AGR-9 to AGR-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from hexfront.blocks import Block, Int, Record, Rows, array, rows
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.scenario.state import NOBODY, AggressorGround

TAKEN: Final = 1
FOE: Final = 2
DIRTY: Final = 4
"""Bits of what bars a hex: somebody stands there, an enemy does, it is contaminated."""


class Tally(Record):
    """How far a search has come."""

    search: int
    """Its number: what another has left in the hexes does not count."""
    layer: int
    nodes: int
    reached: int


class Spots(Rows):
    """A row a hex, and one for "off the map"."""

    bars: Int
    """What is in the way there, as the side of the unit knows; written before a search."""
    search: Int
    """The last search that came here."""
    way: Int
    """The node of the best way here."""
    free: Int
    """The most range with which the unit can be here and not halted; −1 for none."""
    halts: Int
    """The same, halted."""
    layer: Int
    """In which layer it was put on the list of hexes to go on from, and where in it."""
    slot: Int


class Nodes(Rows):
    """Ways: each is another and a step, but for the first, which is to stay."""

    place: Int
    before: Int
    """The way without its last step; NOBODY for none."""
    direction: Int
    """Of the last step."""
    moved: Int
    """Hexes moved this turn, once it is there (AGR-9)."""
    range: Int
    """What is left of its range: contaminated hexes cost steps (AGR-10)."""
    halted: Int
    """Whether a known enemy's zone of control ends its movement there (AGR-12)."""


class Trails(Block):
    """Room for a search."""

    tally: Tally
    spots: Spots = rows("place")
    nodes: Nodes = rows("node")
    reached: Int = array("place")
    """Hexes, in the order in which they were found."""
    front: Int = array(2, "place")


def new_trails(ground: AggressorGround) -> Trails:
    """Room for searches on a map. A hex is reached anew only with more range, halted or not."""
    hexes, reach = ground.rules.hexes, max(int(ground.types.full_range.max()), 1)
    near = min(hexes, 1 + 3 * reach * (reach + 1))
    return Trails.new(place=hexes + 1, node=1 + 2 * near * (reach + 1))


@inline_kernel
def allowance_left(ground: AggressorGround, place: int, reach: int, moved: int) -> int:
    """How many hexes a unit may still move, going by the hex that it leaves (AGR-9)."""
    if ground.hexes.rough[place] == 1:
        return (reach + 1) // 2 - moved
    return reach - moved


@inline_kernel
def may_leave(ground: AggressorGround, trails: Trails, node: int) -> bool:
    """Whether a way can go on."""
    nodes = trails.nodes
    if nodes.halted[node] == 1:
        return False
    if nodes.range[node] == 0:
        return bool(nodes.moved[node] == 0)
    return allowance_left(ground, nodes.place[node], nodes.range[node], nodes.moved[node]) >= 1


@inline_kernel
def halts_step(ground: AggressorGround, trails: Trails, here: int, direction: int) -> bool:
    """Whether an enemy stands beside both ends of a step: in one of two hexes (AGR-12)."""
    left = ground.hexes.neighbour[here, (direction + 5) % 6]
    right = ground.hexes.neighbour[here, (direction + 1) % 6]
    return ((trails.spots.bars[left] | trails.spots.bars[right]) & FOE) != 0


@inline_kernel
def is_better(trails: Trails, one: int, other: int) -> bool:
    """Whether a way is better: fewer steps lost, then fewer hexes, then free to move on."""
    nodes = trails.nodes
    if nodes.range[one] != nodes.range[other]:
        return bool(nodes.range[one] > nodes.range[other])
    if nodes.moved[one] != nodes.moved[other]:
        return bool(nodes.moved[one] < nodes.moved[other])
    return bool(nodes.halted[one] < nodes.halted[other])


@inline_kernel
def add_node(
    trails: Trails, place: int, before: int, direction: int, moved: int, reach: int, halted: bool
) -> int:
    """Note a way, and whether it is the best to its hex."""
    nodes, spots, node = trails.nodes, trails.spots, trails.tally.nodes
    trails.tally.nodes = node + 1
    nodes.place[node], nodes.before[node], nodes.direction[node] = place, before, direction
    nodes.moved[node], nodes.range[node], nodes.halted[node] = moved, reach, int(halted)
    if spots.way[place] == NOBODY:
        trails.reached[trails.tally.reached] = place
        trails.tally.reached += 1
        spots.way[place] = node
    elif is_better(trails, node, spots.way[place]):
        spots.way[place] = node
    if halted:
        spots.halts[place] = reach
    else:
        spots.free[place] = reach
    return node


@inline_kernel
def open_spot(trails: Trails, place: int) -> None:
    """Forget what an earlier search has left in a hex."""
    spots = trails.spots
    if spots.search[place] != trails.tally.search:
        spots.search[place] = trails.tally.search
        spots.way[place] = spots.free[place] = spots.halts[place] = NOBODY


@kernel
def find_ways(
    ground: AggressorGround, trails: Trails, place: int, reach: int, moved: int, halted: bool
) -> int:
    """Find the hexes where a unit can go; gives how many, the one where it stands among them.

    `reached` has them, and `spots.way` the best way to each. Among all `nodes` are all ways that
    could be the best for some purpose: one that is longer than another is there only if it costs
    fewer steps, or leads on where the other is halted. A unit without range gets as far as its
    one try (AGR-11).
    """
    tally, nodes, spots = trails.tally, trails.nodes, trails.spots
    tally.search += 1
    tally.nodes = tally.reached = 0
    open_spot(trails, place)
    add_node(trails, place, NOBODY, NOBODY, moved, reach, halted)
    spots.free[place] = reach
    now, waiting = 0, 1
    trails.front[now, 0] = 0
    while waiting > 0:
        tally.layer += 1
        after = 0
        for at in range(waiting):
            node = trails.front[now, at]
            if not may_leave(ground, trails, node):
                continue
            here = nodes.place[node]
            for direction in range(6):
                there = ground.hexes.neighbour[here, direction]
                if there == ground.rules.hexes or (spots.bars[there] & TAKEN) != 0:
                    continue
                open_spot(trails, there)
                left = nodes.range[node]
                if (spots.bars[there] & DIRTY) != 0:
                    left = max(left - 1, 0)
                if left <= spots.free[there]:
                    continue
                stops = halts_step(ground, trails, here, direction)
                if stops and left <= spots.halts[there]:
                    continue
                step = add_node(trails, there, node, direction, nodes.moved[node] + 1, left, stops)
                if stops:
                    continue
                if spots.layer[there] != tally.layer:
                    spots.layer[there], spots.slot[there] = tally.layer, after
                    after += 1
                trails.front[1 - now, spots.slot[there]] = step
        now, waiting = 1 - now, after
    return tally.reached


class Walker(NamedTuple):
    """As much of a unit as its movement depends on."""

    place: int
    range: int
    moved: int
    """Hexes moved this turn."""
    halted: bool


class Way(NamedTuple):
    """How a unit comes to a hex."""

    path: tuple[int, ...]
    """The hexes that it enters, the last one is where it ends; empty where it stays."""
    directions: tuple[int, ...]
    moved: int
    """Hexes moved this turn, once it is there (AGR-9)."""
    range: int
    """What is left of its range."""
    halted: bool
    """Whether a known enemy's zone of control ends its movement there (AGR-12)."""


class Obstacles(NamedTuple):
    """What a unit's side knows to be in its way."""

    taken: Collection[int]
    """Hexes with a unit."""
    foes: Collection[int]
    """Hexes with an enemy of the unit: their zones halt it (AGR-12)."""
    dirty: Collection[int]
    """Contaminated hexes (AGR-10)."""


class Paths:
    """The hexes of one map as movement sees them."""

    def __init__(self, ground: AggressorGround) -> None:
        self._ground = ground
        hexes, near = ground.rules.hexes, ground.hexes.neighbour
        self.around = [[p for p in row if p != hexes] for row in near[:hexes].tolist()]
        self._trails = new_trails(ground)

    def allowance(self, place: int, reach: int, moved: int) -> int:
        """How many hexes a unit may still move, going by the hex that it leaves (AGR-9)."""
        return allowance_left(self._ground, place, reach, moved)

    def ways(self, unit: Walker, obstacles: Obstacles) -> dict[int, Way]:
        """By hex: the best way there (`is_better`), and to stay where it is."""
        found = self._find(unit, obstacles)
        places = self._trails.reached[: self._trails.tally.reached].tolist()
        return {place: found[self._trails.spots.way[place]] for place in places}

    def search(self, unit: Walker, obstacles: Obstacles) -> Iterator[tuple[int, Way]]:
        """Hexes with ways there: of each hex all ways that could be the best for some purpose."""
        ways = self._find(unit, obstacles)
        return zip(self._trails.nodes.place[: len(ways)].tolist(), ways, strict=True)

    def _find(self, unit: Walker, obstacles: Obstacles) -> list[Way]:
        """All ways, node by node."""
        trails = self._trails
        bars = trails.spots.bars
        bars[:] = 0
        for bit, places in zip((TAKEN, FOE, DIRTY), obstacles, strict=True):
            bars[list(places)] |= bit
        find_ways(self._ground, trails, *unit)
        ways: list[Way] = []
        for node in range(trails.tally.nodes):
            row = trails.nodes.values(node)
            path: tuple[int, ...] = ()
            directions: tuple[int, ...] = ()
            if (before := row["before"]) != NOBODY:
                path = (*ways[before].path, row["place"])
                directions = (*ways[before].directions, row["direction"])
            ways.append(Way(path, directions, row["moved"], row["range"], row["halted"] == 1))
        return ways
