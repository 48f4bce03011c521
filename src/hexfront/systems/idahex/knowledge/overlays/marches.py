"""How long a unit would take to every cell, march after march (IDX-3.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from math import inf

from hexfront.core.contract import Figure
from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.knowledge.overlays.delay import DelayFigures
from hexfront.systems.idahex.rules.maneuver import delays
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario import chains
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.scenario.setting import Setting


def force_of(state: s.State, row: int) -> int:
    """The task force of a unit; in this state it becomes one by itself where it has none."""
    if state.units.force[row] == s.NONE:
        chains.add_member(state, row, row)
        forces = state.forces
        forces.mode[row], forces.length[row], forces.side[row] = 0, 0, state.units.side[row]
    return int(state.units.force[row])


class Marches:
    """Marches of a unit with its task force, with what they hold now, if nobody fights.

    Nobody marches on beyond a cell in which enemies are.
    """

    def __init__(self, setting: Setting, facts: dict[str, Json], row: int) -> None:
        self._setting, self._area = setting, setting.design.area
        self._ground = delays.ground_of(setting.design)
        self.state = reconstruct(setting, facts)
        self.known = any(row in own["rows"] for own in facts["own"].values())
        """Whether the viewer knows what the unit holds."""
        self.start = int(self.state.units.place[row])
        self.force = force_of(self.state, row)
        self.posture = self._movement_posture(int(self.state.units.posture[row]))
        self._before: dict[int, int] = {}

    def _movement_posture(self, posture: int) -> int:
        """Where the standard way up from a posture leads (IDX-3.1)."""
        up = self._setting.design.delays.up
        if posture >= 40 or posture < 10:
            posture = STANDARD_HOLD
        while 0 <= posture < delays.FIRST_MOVEMENT and up[posture] != posture:
            posture = int(up[posture])
        return posture if posture < 40 else s.GONE

    @cached_property
    def times(self) -> dict[int, float]:
        """By cell, from now on; only its own where the unit has no way to march."""
        times: dict[int, float] = {}
        queue = [(0.0, self.start, self.start)]
        while queue:
            time, place, before = heappop(queue)
            if place in times:
                continue
            times[place], self._before[place] = time, before
            if self.posture < delays.FIRST_MOVEMENT:
                break
            if place != self.start and self._has_enemy(place):
                continue
            for side in range(RIM):
                other = int(self._area.rim[place, side])
                if other and other not in times and is_active(self._area, other):
                    delay = self._hop(place, other)
                    if delay < inf:
                        heappush(queue, (time + delay, other, place))
        return times

    def _hop(self, place: int, other: int) -> float:
        """One march; from the cell where it stands, it may have to break away first (IDX-3.2.5)."""
        parts = (self._ground, self.state, self.force)
        delay, _ = delays.movement_delay(*parts, place, other, self.posture)
        if place == self.start:
            unit = int(self.state.forces.first[self.force])
            self.state.units.objective[unit] = other
            self.state.forces.next_posture[self.force] = self.posture
            before, _ = delays.disengagement_delay(*parts)
            delay += before
        return float(delay)

    def _has_enemy(self, place: int) -> bool:
        enemy = 1 - int(self.state.forces.side[self.force])
        return bool(self.state.standing[place, enemy] != s.NONE)

    def path(self, place: int) -> list[int]:
        """The cells on the way, the first one too."""
        way = [place]
        while self._before.get(way[-1], way[-1]) != way[-1]:
            way.append(self._before[way[-1]])
        return way[::-1]

    def figures(self) -> Iterator[Figure]:
        """The march to each neighbour, with what its delay follows from."""
        if self.posture < delays.FIRST_MOVEMENT:
            return
        reading = DelayFigures(self._setting, self.state, self.force)
        for side in range(RIM):
            other = int(self._area.rim[self.start, side])
            if other and is_active(self._area, other):
                yield reading.movement(self.start, other, self.posture)
