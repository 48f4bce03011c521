"""What a viewer may ask of the map: reach, zones, threat, supply, retreats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hexfront.core.contract import Figure, Overlay, OverlayReading, View
from hexfront.core.table.overlays import check_question
from hexfront.systems.malaya.knowledge.explanations import (
    Retreat,
    all_retreats,
    supply_path,
    traced_supply,
)
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.reach import Reach
from hexfront.systems.malaya.knowledge.view import Viewer
from hexfront.systems.malaya.rules.movement import allowance, lift, settle, side_of, way
from hexfront.systems.malaya.rules.retreat import retreat_path
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    INFANTRY,
    NOBODY,
    ON_MAP,
    MalayaState,
)

OVERLAYS: Final = (
    Overlay(
        "reach",
        "Reach",
        "Movement points to get there with a fresh turn",
        "r",
        of_counter=True,
        look="move",
    ),
    Overlay(
        "retreat", "Retreat", "Where the unit would retreat from an attack", "R", of_counter=True
    ),
    Overlay(
        "lifeline",
        "Supply of a unit",
        "Its way to the net, in points",
        "l",
        of_counter=True,
        look="move",
    ),
    Overlay("supply", "Supply", "Points from here to your net of roads and railways", "s"),
    Overlay("zones", "Zones", "How many enemy units exert a zone of control here", "z"),
    Overlay(
        "threat", "Threat", "How many enemy units could attack here next turn", "t", look="fight"
    ),
)


class OverlayReader:
    """Answers the overlays of one scenario, from views alone."""

    overlays = OVERLAYS

    def __init__(
        self, scenario: MalayaScenario, setting: Setting, viewer: Viewer, reach: Reach
    ) -> None:
        self._scenario, self._setting, self._viewer = scenario, setting, viewer
        self._ground, self._reach = setting.ground, reach
        self._units = {unit.id: number for number, unit in enumerate(setting.units)}
        self._of_unit: dict[str, Callable[[MalayaState, int], OverlayReading]] = {
            "reach": self._reach_of,
            "retreat": self._retreat,
            "lifeline": self._lifeline,
        }
        self._of_side: dict[str, Callable[[MalayaState, int], OverlayReading]] = {
            "supply": self._supply,
            "zones": self._zones,
            "threat": self._threat,
        }

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError` for an unknown overlay or subject."""
        state = state_of(self._setting, view.facts)
        here = [name for name, unit in self._units.items() if self._viewer.where(state, unit)]
        check_question(OVERLAYS, overlay, subject, here)
        if overlay in self._of_unit:
            unit = self._units[subject]
            if state.units.status[unit] != ON_MAP:
                caption = f"{self._viewer.name(unit)} is not on the map"
                return OverlayReading(overlay, subject, caption, "MAL-14", {})
            return self._of_unit[overlay](state, unit)
        side = view.viewer if view.viewer >= 0 else state.game.active
        return self._of_side[overlay](state, side)

    def _label(self, place: int) -> str:
        return self._viewer.label(place)

    def _reach_of(self, state: MalayaState, unit: int) -> OverlayReading:
        """Where a unit can go with a fresh turn, in its present supply (MAL-8 to MAL-10)."""
        fresh = state.copy()
        fresh.units.sailed[unit] = 0
        points = int(allowance(self._ground, fresh, unit))
        ways = self._reach.within(state, unit, int(state.units.place[unit]), points)
        start = self._label(int(state.units.place[unit]))
        name = self._viewer.name(unit)
        return OverlayReading(
            "reach",
            self._setting.units[unit].id,
            f"Reach of {name} with {points / 2:g} movement points",
            "MAL-8",
            {self._label(t): w.cost for t, w in ways.items()},
            {self._label(t): (start, *map(self._label, w.path)) for t, w in ways.items()},
        )

    def _retreat(self, state: MalayaState, unit: int) -> OverlayReading:
        """The one path of retreat of a unit's group, and why each other is not taken (MAL-25)."""
        ground, place = self._ground, int(state.units.place[unit])
        side, arm = side_of(ground, unit), int(ground.units.arm[unit])
        if arm == ARMOUR:
            state = self._without_infantry(state, side, place)
        group, points = self._group(state, place, arm)
        retreats = all_retreats(ground, state, side, arm, points, place, place)
        taken = [r for r in retreats if r.taken]
        start = self._label(place)
        places: dict[str, float] = {}
        paths: dict[str, tuple[str, ...]] = {}
        for retreat in taken:
            label = self._label(retreat.hexes[-1])
            places[label] = float(retreat.zones)
            paths[label] = (start, *map(self._label, retreat.hexes))
        words = ", ".join(self._viewer.name(other) for other in group)
        caption = f"Retreat of {words}"
        if not taken:
            blocked = ground.rules.blocked_loss
            caption += f": none is possible, {blocked} steps would be lost"
        figures = tuple(self._path_figure(retreat) for retreat in retreats)
        entry = self._setting.units[unit]
        return OverlayReading("retreat", entry.id, caption, "MAL-25", places, paths, figures)

    def _group(self, state: MalayaState, place: int, arm: int) -> tuple[list[int], int]:
        """The units of an arm in a hex, and their stacking points (MAL-26)."""
        group = [
            unit
            for unit in range(len(self._setting.units))
            if state.units.place[unit] == place and self._ground.units.arm[unit] == arm
        ]
        return group, sum(int(self._ground.units.stack[unit]) for unit in group)

    def _without_infantry(self, state: MalayaState, side: int, place: int) -> MalayaState:
        """What armour finds when it retreats from a hex: infantry has gone first (MAL-26)."""
        ground, after = self._ground, state.copy()
        group, points = self._group(state, place, INFANTRY)
        path = retreat_path(ground, state, side, INFANTRY, points, place, place)
        for unit in group if path[0] != NOBODY else ():
            lift(ground, after, unit)
            settle(ground, after, unit, path[1] if path[2] == NOBODY else path[2])
        return after

    def _path_figure(self, retreat: Retreat) -> Figure:
        """One path of retreat, and why it is taken or not."""
        names = [self._viewer.place_name(self._label(place)) for place in retreat.hexes]
        why = retreat.why.format(names[-1])
        return Figure(" – ".join(names), why, clause=retreat.clause)

    def _supply(self, state: MalayaState, side: int) -> OverlayReading:
        """How far each hex is from the net of a side (MAL-15)."""
        traced = traced_supply(self._ground, state, side)
        far = traced.halves[:-1]
        places = {self._label(p): far[p] / 2 for p in np.flatnonzero(far >= 0).tolist()}
        out, paths = [], {}
        for unit in range(len(self._setting.units)):
            if side_of(self._ground, unit) != side or state.units.status[unit] != ON_MAP:
                continue
            here = int(state.units.place[unit])
            if self._label(here) not in places:
                out.append(self._viewer.name(unit))
                continue
            # From its source, as supplies go.
            path = supply_path(self._ground, traced, here)[::-1]
            paths[self._label(here)] = tuple(map(self._label, path))
        reach = self._ground.rules.supply_reach / 2
        caption = f"Hexes in supply of {self._title(side)}: at most {reach:g} points from its net"
        caption += f". Out of supply: {', '.join(out)}" if out else ""
        return OverlayReading("supply", "", caption, "MAL-15", places, paths)

    def _lifeline(self, state: MalayaState, unit: int) -> OverlayReading:
        """The way of supplies from a source to a unit, as the map is now (MAL-15)."""
        side, here = side_of(self._ground, unit), int(state.units.place[unit])
        entry, name = self._setting.units[unit], self._viewer.name(unit)
        traced = traced_supply(self._ground, state, side)
        far = int(traced.halves[here])
        if far < 0:
            return OverlayReading(
                "lifeline", entry.id, f"{name} would be out of supply", "MAL-15", {}
            )
        path = supply_path(self._ground, traced, here)
        labels = tuple(map(self._label, path[::-1]))
        caption = f"{name} is {far / 2:g} points from the net of {self._title(side)}, and in supply"
        cost = {self._label(p): max(0, int(traced.halves[p])) / 2 for p in path}
        return OverlayReading("lifeline", entry.id, caption, "MAL-15", cost, {labels[-1]: labels})

    def _zones(self, state: MalayaState, side: int) -> OverlayReading:
        """Zones of control of the enemy (MAL-10)."""
        ground, places = self._ground, dict[str, float]()
        for unit in range(len(self._setting.units)):
            if side_of(ground, unit) == side or state.units.status[unit] != ON_MAP:
                continue
            here = int(state.units.place[unit])
            for direction in range(DIRECTIONS):
                if way(ground, unit, here, direction) > 0:
                    label = self._label(int(ground.hexes.neighbour[here, direction]))
                    places[label] = places.get(label, 0) + 1
        caption = f"Zones of control of {self._title(1 - side)}"
        return OverlayReading("zones", "", caption, "MAL-10", places)

    def _threat(self, state: MalayaState, side: int) -> OverlayReading:
        """Hexes that enemy units could attack after a march with a fresh turn (MAL-8, MAL-16)."""
        ground = self._ground
        threats: dict[str, float] = {}
        for unit in range(len(self._setting.units)):
            if side_of(ground, unit) == side or state.units.status[unit] != ON_MAP:
                continue
            here = int(state.units.place[unit])
            points = int(ground.units.movement[unit])
            stands = [here, *self._reach.within(state, unit, here, points)]
            beside = {
                self._label(int(ground.hexes.neighbour[stand, direction]))
                for stand in stands
                for direction in range(DIRECTIONS)
                if way(ground, unit, stand, direction) > 0
            }
            for label in beside:
                threats[label] = threats.get(label, 0) + 1
        caption = f"Hexes that units of {self._title(1 - side)} could attack next turn"
        return OverlayReading("threat", "", caption, "MAL-16", threats)

    def _title(self, side: int) -> str:
        return self._scenario.file.sides[side].title
