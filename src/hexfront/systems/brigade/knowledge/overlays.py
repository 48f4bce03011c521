"""What a viewer may reckon from the map: reach of a unit, zones, threatened hexes."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Overlay, OverlayReading, View
from hexfront.core.dice import dice_from_secret
from hexfront.core.table.overlays import check_question
from hexfront.systems.brigade.knowledge.packed import fill_hexes
from hexfront.systems.brigade.knowledge.reach import Ends, Reach
from hexfront.systems.brigade.knowledge.view import Viewer, determinize
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeState, Phase, Setting

OVERLAYS: Final = (
    Overlay(
        "reach",
        "Reach",
        "Movement points to each hex that the unit could enter with a fresh move",
        "r",
        of_counter=True,
        look="move",
    ),
    Overlay(
        "zones", "Zones of control", "How many units have the hex in their zone of control", "z"
    ),
    Overlay(
        "threat",
        "Threat",
        "How many units could move up to the hex and attack it",
        "t",
        look="fight",
    ),
)


class OverlayReader:
    """Answers the overlays of one scenario.

    Of units that are not identified the fastest that they may be is reckoned
    with (BRG-28).
    """

    overlays = OVERLAYS

    def __init__(self, setting: Setting, viewer: Viewer, reach: Reach) -> None:
        self._ground = setting.ground
        self._setting = setting
        self._viewer = viewer
        self._reach = reach
        first = self._ground.rules.first_unit.tolist()
        self._spans = (range(first[0], first[1]), range(first[1], first[2]))

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError`."""
        on_map = [counter.id for counter in view.counters if counter.place]
        check_question(OVERLAYS, overlay, subject, on_map)
        if overlay == "reach":
            return self._of_unit(view, int(subject) - 1)
        return self._zones(view) if overlay == "zones" else self._threat(view)

    def _of_unit(self, view: View, unit: int) -> OverlayReading:
        label = self._viewer.label
        ends = self._ends(view, unit)
        unknown = view.facts["units"][unit]["company"] is None
        reserve = ", if it is as fast as any of its side may be" if unknown else ""
        return OverlayReading(
            "reach",
            str(unit + 1),
            f"Reach of {self._viewer.company_name(view.facts, unit)} with a fresh move{reserve}",
            "BRG-12",
            {label(there): float(cost) for there, (cost, _) in ends.items()},
            {label(there): tuple(map(label, path)) for there, (_, path) in ends.items()},
        )

    def _zones(self, view: View) -> OverlayReading:
        counts: dict[int, int] = {}
        for unit in self._watched(view):
            for there in self._around(int(view.facts["units"][unit]["place"])):
                counts[there] = counts.get(there, 0) + 1
        return self._count(view, "zones", "Zones of control of", "BRG-16", counts)

    def _threat(self, view: View) -> OverlayReading:
        counts: dict[int, int] = {}
        for unit in self._watched(view):
            stands = {int(view.facts["units"][unit]["place"]), *self._ends(view, unit)}
            for there in {near for place in stands for near in self._around(place)}:
                counts[there] = counts.get(there, 0) + 1
        return self._count(view, "threat", "Hexes that can be attacked next by", "BRG-21", counts)

    def _count(
        self, view: View, overlay: str, words: str, clause: str, counts: dict[int, int]
    ) -> OverlayReading:
        whose = "the enemy" if view.viewer >= 0 else "either side"
        places = {self._viewer.label(there): float(count) for there, count in counts.items()}
        return OverlayReading(overlay, "", f"{words} {whose}", clause, places)

    def _watched(self, view: View) -> list[int]:
        """The enemies of the viewer on the map; for one without a side, all units."""
        spans = self._spans if view.viewer < 0 else (self._spans[1 - view.viewer],)
        rows = view.facts["units"]
        off = self._ground.rules.off_map
        return [unit for span in spans for unit in span if rows[unit]["place"] != off]

    def _around(self, place: int) -> list[int]:
        off = self._ground.rules.off_map
        near = self._ground.hexes.neighbour[place].tolist()
        return [there for there in near if there != off]

    def _ends(self, view: View, unit: int) -> Ends:
        """Where a unit could go from its place with a fresh move, all others standing still."""
        # What is hidden is overwritten below, so any dice will do.
        state = determinize(self._setting, view.facts, dice_from_secret(bytes(32)))
        side = int(unit in self._spans[1])
        state.game.phase = Phase.PLAN
        state.game.submitted = 0
        state.game.mover[0] = state.game.mover[1] = NOBODY
        self._unplan(state)
        state.units.points[unit] = self._movement(view, unit, side)
        return self._reach.ends(state, unit)

    def _unplan(self, state: BrigadeState) -> None:
        units = state.units
        units.planned[:] = units.place
        units.steps[:] = units.rank[:] = 0
        units.target[:] = NOBODY
        fill_hexes(self._ground, state)

    def _movement(self, view: View, unit: int, side: int) -> int:
        companies = self._ground.companies.movement.tolist()
        company = view.facts["units"][unit]["company"]
        if company is not None:
            return int(companies[company])
        taken = {view.facts["units"][other]["company"] for other in self._spans[side]}
        return int(max(companies[free] for free in self._spans[side] if free not in taken))
