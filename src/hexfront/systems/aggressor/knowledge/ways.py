"""The search for where a unit can go this turn, by what its side knows (AGR-9 to AGR-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hexfront.systems.aggressor.scenario.state import AggressorGround


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
    """What is left of its range: contaminated hexes cost steps (AGR-10)."""
    halted: bool
    """Whether a known enemy's zone of control ends its movement there (AGR-12)."""

    @property
    def merit(self) -> tuple[int, int, bool]:
        """The greater the better: fewer steps lost, then fewer hexes, then free to move on."""
        return self.range, -self.moved, not self.halted


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
        self.hexes = ground.rules.hexes
        table = ground.hexes
        self.toward: list[list[int]] = table.neighbour[: self.hexes].tolist()
        """By hex and direction; the number of hexes where there is none."""
        self.around = [[p for p in row if p != self.hexes] for row in self.toward]
        self.rough: Sequence[int] = table.rough[: self.hexes].tolist()

    def allowance(self, place: int, reach: int, moved: int) -> int:
        """How many hexes a unit may still move, going by the hex that it leaves (AGR-9)."""
        return ((reach + 1) // 2 if self.rough[place] else reach) - moved

    def ways(self, unit: Walker, obstacles: Obstacles) -> dict[int, Way]:
        """By hex: the best way there (`Way.merit`), and to stay where it is."""
        found: dict[int, Way] = {}
        for place, way in self.search(unit, obstacles):
            known = found.get(place)
            if known is None or way.merit > known.merit:
                found[place] = way
        return found

    def search(self, unit: Walker, obstacles: Obstacles) -> Iterator[tuple[int, Way]]:
        """Hexes with ways there: of each hex all ways that could be the best for some purpose.

        One that is longer than another is among them only if it costs fewer steps, or leads on
        where the other is halted.  A unit without range gets as far as its one try (AGR-11).
        """
        stay = Way((), (), unit.moved, unit.range, unit.halted)
        yield unit.place, stay
        free = {unit.place: unit.range}  # The most range with which it can be there, not halted
        halts: dict[int, int] = {}  # The same, halted
        front = {unit.place: stay}
        while front:
            after: dict[int, Way] = {}
            for here, way in front.items():
                if not self._may_leave(here, way):
                    continue
                for direction, there in enumerate(self.toward[here]):
                    if there == self.hexes or there in obstacles.taken:
                        continue
                    left = max(way.range - (there in obstacles.dirty), 0)
                    if left <= free.get(there, -1):
                        continue
                    halted = self._halts(here, direction, obstacles.foes)
                    if halted and left <= halts.get(there, -1):
                        continue
                    step = Way(
                        (*way.path, there),
                        (*way.directions, direction),
                        way.moved + 1,
                        left,
                        halted,
                    )
                    (halts if halted else free)[there] = left
                    if not halted:
                        after[there] = step
                    yield there, step
            front = after

    def _may_leave(self, here: int, way: Way) -> bool:
        if way.halted:
            return False
        if way.range == 0:
            return way.moved == 0
        return self.allowance(here, way.range, way.moved) >= 1

    def _halts(self, here: int, direction: int, foes: Collection[int]) -> bool:
        # The only hexes beside both ends of a step (AGR-12).
        row = self.toward[here]
        return row[direction - 1] in foes or row[(direction + 1) % 6] in foes
