"""Plans of the Commonwealth: garrisons, road blocks, lines that hold or fall back.

The ways of Japan to what decides the game are the axes.  Weak units bar them one after the
other, brigades stand behind where the ground helps and the enemy cannot yet come, and a
unit that would lose more than its stand is worth goes back in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexfront.systems.malaya.opponents.appraisal import Appraisal, Prospect
from hexfront.systems.malaya.opponents.assault import Assaults
from hexfront.systems.malaya.opponents.geography import FAR, Geography
from hexfront.systems.malaya.opponents.picture import NO_PATH, Picture
from hexfront.systems.malaya.scenario.state import (
    BOXED,
    COMMONWEALTH,
    EAST,
    EIGHTHS,
    INFANTRY,
    JAPAN,
    LATER,
    NOBODY,
)

if TYPE_CHECKING:
    from hexfront.systems.malaya.opponents.agency import Commanding

STAND: Final = 4.0
"""What it is worth to bar an axis for a turn, in points of factors."""
HOLD: Final = 3.0
"""More, times the chance to hold the hex."""
LOSS: Final = 1.5
"""What a point of factors is worth that is lost."""
CUT: Final = 4.0
"""What it costs to stand without supply."""
PER_HEX: Final = 0.2
"""What a hex away from the axis costs."""
PER_HALF: Final = 0.05
"""What each half of a point costs by which a unit waits farther from the enemy than it need."""
WAIT: Final = 24
"""Halves of points from the enemy at which a unit can wait for him."""
BARS: Final = 15
"""Hexes ahead of the enemy within which a road block holds him up."""
WEAK: Final = 3
"""Units with so little defence, and one stacking point, are spent on road blocks."""
AXES: Final = 3
ALARM: Final = 56
"""Halves of points from the enemy beyond which a train is taken."""
BEHIND: Final = range(32, 61)
"""Halves of points from the enemy at which a train ends."""
WHOLE: Final = 2
"""Stacking points of a unit for which a train is taken."""
CLOSE: Final = 18
"""Halves of points from which the enemy can attack what decides the game."""
BESIDE: Final = 16
"""Halves of points from which the enemy attacks a port by land."""
PORT_GUARD: Final = 2
"""Stacking points in a port of the east coast."""
LEAST_GUARD: Final = 2
"""Stacking points that always stand in what decides the game."""
ENEMY_AIR: Final = 2
OWN_AIR: Final = 1
GROUND: Final = 0.8
"""What each point is worth that terrain takes from the enemy's die."""
TOGETHER: Final = 0.8
"""What it is worth to stand beside friends."""


class Delay:
    """Plans a movement phase of the Commonwealth."""

    def __init__(self, geography: Geography, appraisal: Appraisal) -> None:
        self._geography, self._appraisal = geography, appraisal

    def plan(self, picture: Picture, assaults: Assaults) -> None:
        """Give every unit its place."""
        assaults.add(picture.own)
        stand = Stand(self._geography, self._appraisal, picture, assaults)
        stand.garrison()
        assaults.plan()
        stand.bar()
        stand.line()

    def ride(self, agent: Commanding, picture: Picture, units: Sequence[int]) -> list[int]:
        """The strongest unit that a train brings from far behind to behind the front."""
        geography = self._geography
        if not picture.foes:
            return []
        near = geography.far(tuple(sorted({picture.place(u) for u in picture.foes})))
        best: tuple[float, int, list[int]] | None = None
        for unit in units:
            start = picture.place(unit)
            if (
                start in geography.goals
                or near[start] < ALARM
                or geography.units.stack[unit] < WHOLE
            ):
                continue
            if start in eastern(geography):
                continue
            for path in agent.trains(picture, unit):
                there = path[-1]
                room = picture.stacking - picture.points[COMMONWEALTH][there]
                if near[there] not in BEHIND or room < geography.units.stack[unit]:
                    continue
                worth = (near[start] - near[there]) * geography.units.defence[unit]
                if best is None or worth > best[0]:
                    best = worth, unit, path
        return agent.along(best[1], best[2]) if best is not None else []

    def advances(self, picture: Picture, unit: int, target: int) -> bool:
        """Whether to follow an enemy who has gone: where that frees a place that counts."""
        return self._geography.value[target] > 0 or target in self._geography.goals


def eastern(geography: Geography) -> list[int]:
    """The hexes of ports through which a landing from the east can be supplied."""
    sources, ports = geography.ground.sources, geography.ground.ports
    supplied = set(sources.hex[sources.side == JAPAN].tolist())
    return [place for place in ports.hex[ports.sea == EAST].tolist() if place in supplied]


class Stand:
    """The defence of one turn."""

    def __init__(
        self, geography: Geography, appraisal: Appraisal, picture: Picture, assaults: Assaults
    ) -> None:
        self._geography, self._appraisal = geography, appraisal
        self._picture, self._assaults = picture, assaults
        self._far = geography.far(geography.goals)
        places = tuple(sorted({picture.place(unit) for unit in picture.foes}))
        self._near = geography.far(places)
        self._axes = self._find_axes()
        self._barred = [NOBODY] * len(self._axes)
        """The hex in which each axis is barred."""
        self._aside = geography.far_past({p for axis in self._axes for p in axis}, INFANTRY, {})
        self._supply = picture.supply(COMMONWEALTH)
        self._strikers: dict[int, list[int]] = {}
        self._blows: dict[int, tuple[int, bool]] = {}

    def _find_axes(self) -> list[list[int]]:
        """The ways of the foremost enemies, and of those who come another way."""
        axes: list[list[int]] = []
        far, picture = self._far, self._picture
        for unit in sorted(picture.foes, key=lambda u: (far[picture.place(u)], u)):
            chain = self._geography.chain(picture.place(unit), far)
            fresh = all(
                self._geography.distance(place, other) > 2
                for axis in axes
                for place in chain[:6]
                for other in axis[:12]
            )
            if fresh and len(axes) < AXES and far[picture.place(unit)] < FAR:
                axes.append(chain)
        return axes

    # Garrisons

    def garrison(self) -> None:
        """Keep Singapore, and the ports of the east coast behind the front."""
        geography, picture = self._geography, self._picture
        self._look()
        for goal in geography.goals:
            near = self._near[goal] <= CLOSE
            self._post(goal, picture.stacking if near else self._beside_arrivals(), best=near)
        closest = min((self._far[picture.place(unit)] for unit in picture.foes), default=FAR)
        for port in sorted(eastern(geography), key=lambda place: self._far[place]):
            held = picture.control[port] == COMMONWEALTH
            if held and self._far[port] + 10 < closest and self._near[port] > BESIDE:
                self._post(port, PORT_GUARD, best=False)

    def _beside_arrivals(self) -> int:
        """Stacking points that leave room for who comes next turn."""
        picture, coming = self._picture, 0
        for unit in picture.members(COMMONWEALTH):
            status, turn = picture.units.status[unit], picture.units.due[unit]
            due = status == LATER and 0 < turn <= picture.turn + 1
            if status == BOXED or due:
                coming += self._geography.units.stack[unit]
        return max(LEAST_GUARD, picture.stacking - coming)

    def _post(self, place: int, points: int, *, best: bool) -> None:
        """Let so many stacking points stand in a hex, the best or those who are there already."""
        geography, picture, assaults = self._geography, self._picture, self._assaults
        able = [unit for unit in assaults.free() if place in assaults.reach[unit]]
        able.sort(
            key=lambda u: (
                not best and picture.place(u) != place,
                -picture.defence(u) / max(1, geography.units.stack[u]),
                picture.place(u) != place,
                u,
            )
        )
        for unit in able:
            stack = geography.units.stack[unit]
            if stack <= points and assaults.fits(unit, place):
                points -= stack
                assaults.settle(unit, place)

    # Road blocks

    def bar(self) -> None:
        """Bar each axis with the least unit that comes in time."""
        for number, axis in enumerate(self._axes):
            found = []
            for unit in self._assaults.free():
                if not self._is_weak(unit):
                    continue
                for index, place in enumerate(axis[1:BARS]):
                    if place in self._assaults.reach[unit] and self._assaults.fits(unit, place):
                        value = self._geography.step_worth(unit)
                        found.append((index + value, unit, place))
                        break
            if found:
                _, unit, place = min(found)
                self._assaults.settle(unit, place)
                self._barred[number] = place

    def _is_weak(self, unit: int) -> bool:
        whole = self._geography.units.defence[unit] > WEAK or self._geography.units.stack[unit] > 1
        return not whole

    # The line

    def line(self) -> None:
        """Brigades, those nearest to the enemy first."""
        near, picture = self._near, self._picture
        self._look()
        for unit in sorted(self._assaults.free(), key=lambda u: (near[picture.place(u)], u)):
            room = [p for p in self._assaults.reach[unit] if self._assaults.fits(unit, p)]
            start = picture.place(unit)
            there = max(room, key=lambda p: (self._worth(unit, p), -p), default=start)
            self._assaults.settle(unit, there)
            for number, axis in enumerate(self._axes):
                if there in axis and self._strike(there)[0] and self._barred[number] == NOBODY:
                    self._barred[number] = there
                    self._look()

    def _look(self) -> None:
        """Where each enemy can go, past those who have their places."""
        geography, picture = self._geography, self._picture
        zone = [0] * (geography.hexes + 1)
        for unit, place in self._assaults.placed.items():
            cost = geography.cost[geography.units.arm[unit]][place]
            for direction, there in enumerate(geography.around[place]):
                zone[there] += cost[direction] > 0
        self._strikers = {}
        self._blows = {}
        for unit in picture.foes:
            points = geography.units.movement[unit]
            for place in picture.reach(unit, points, zone):
                self._strikers.setdefault(place, []).append(unit)

    def _strike(self, place: int) -> tuple[int, bool]:
        """The most that can attack a hex next turn, and whether all of it crosses a river."""
        if place not in self._blows:
            self._blows[place] = self._gather(place)
        return self._blows[place]

    def _gather(self, place: int) -> tuple[int, bool]:
        geography, picture = self._geography, self._picture
        slots: dict[int, tuple[int, bool]] = {}
        reached: dict[int, list[int]] = {}
        for direction, here in enumerate(geography.around[place]):
            wet = geography.river[place][direction] == 1
            slots[here] = picture.stacking, wet
            for unit in self._strikers.get(here, ()):
                if geography.cost[geography.units.arm[unit]][here][direction - 3]:
                    reached.setdefault(unit, []).append(here)
        total, dry = 0, False
        for unit in sorted(reached, key=lambda u: (-geography.units.attack[u], u)):
            stack = geography.units.stack[unit]
            open_ = [h for h in reached[unit] if slots[h][0] >= stack]
            if not open_:
                continue
            here = max(open_, key=lambda h: (not slots[h][1], slots[h][0], h))
            room, wet = slots[here]
            slots[here] = room - stack, wet
            blow = picture.attack(unit)
            total += blow * geography.rules.river_factor // EIGHTHS if wet else blow
            dry = dry or not wet
        return total, total > 0 and not dry

    def danger(self, place: int, units: list[int]) -> Prospect:
        """What the strongest attack on units in a hex would do."""
        geography, picture = self._geography, self._picture
        strike, wet = self._strike(place)
        defence = sum(picture.defence(unit) for unit in units)
        die = geography.die[place] + (geography.rules.river_die if wet else 0)
        steps, covered = picture.steps(units), geography.covered[place]
        zones = self._zones_behind(place) if strike else 0
        return self._appraisal.expect(
            strike, defence, die, ENEMY_AIR, OWN_AIR, 99, steps, zones, 0, covered
        )

    def _zones_behind(self, place: int) -> int:
        """Hexes on the way back from a hex that enemies could come beside; NO_PATH if into both."""
        back = self._geography.chain(place, self._far)[1:3]
        if not back or back[0] in self._strikers:
            return NO_PATH
        beside = set(self._geography.around[place])
        return sum(
            any(p in self._strikers and p not in beside for p in self._geography.around[hex_])
            for hex_ in back
        )

    def _worth(self, unit: int, place: int) -> float:
        """What it is worth that a unit ends in a hex."""
        friends = [u for u, p in self._assaults.placed.items() if p == place]
        value = self._stack_worth(place, [*friends, unit]) - self._stack_worth(place, friends)
        value -= PER_HEX * self._aside[place] / 2
        value -= PER_HALF * max(0, self._near[place] - WAIT)
        value += TOGETHER * bool(friends) - self._geography.die[place] * GROUND
        if self._supply[place] == NOBODY:
            value -= CUT
        return value

    def _stack_worth(self, place: int, units: list[int]) -> float:
        """What it is worth that units stand in a hex: the axis that they bar, less losses."""
        if not units or not self._strike(place)[0]:
            return 0.0
        prospect = self.danger(place, units)
        worth = self._geography.step_worth
        loss = LOSS * prospect.taken * sum(worth(unit) for unit in units) / len(units)
        for axis, barred in zip(self._axes, self._barred, strict=True):
            if place in axis and barred in (NOBODY, place):
                return STAND + HOLD * (1 - prospect.vacated) - loss
        return -loss
