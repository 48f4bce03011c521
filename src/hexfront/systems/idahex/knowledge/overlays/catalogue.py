"""What a viewer may reckon: engagements, units, cells, marches, missions before they are given.

Every number is found by the kernels of the war itself, from what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from hexfront.core.contract import Figure, Overlay, OverlayReading, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.table.overlays import check_question
from hexfront.systems.idahex.knowledge.overlays.cell import cell_figures
from hexfront.systems.idahex.knowledge.overlays.engagement import EngagementFigures
from hexfront.systems.idahex.knowledge.overlays.figures import figure, in_units
from hexfront.systems.idahex.knowledge.overlays.foresight import Foresight
from hexfront.systems.idahex.knowledge.overlays.last_frame import last_frame
from hexfront.systems.idahex.knowledge.overlays.losses import LossFigures
from hexfront.systems.idahex.knowledge.overlays.marches import Marches
from hexfront.systems.idahex.knowledge.overlays.support import SupportFigures
from hexfront.systems.idahex.knowledge.overlays.unit import UnitFigures
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting

OVERLAYS: Final = (
    Overlay(
        "march",
        "March",
        "How long the unit would take to each cell with what it holds now, if nobody fights",
        "r",
        of_counter=True,
        suggests_orders="mission",
    ),
    Overlay(
        "status",
        "Status",
        "What the unit is doing, when that changes and why then, what it holds and uses up",
        "i",
        of_counter=True,
    ),
    Overlay("engagements", "Engagements", "The force ratio of each engagement", "e"),
    Overlay(
        "engagement",
        "Engagement",
        "What the last frame of the engagement found, and why",
        "x",
        of_place=True,
    ),
    Overlay("cell", "Cell", "Ground, owner, routes and barriers, delays", "c", of_place=True),
    Overlay(
        "foresee",
        "Foresee",
        "How long a mission would take, and what stands in its way, before it is given",
        of_order=True,
    ),
)


class OverlayReader:
    """Answers the overlays of one war."""

    overlays = OVERLAYS

    def __init__(self, setting: Setting, foresight: Foresight) -> None:
        self._setting, self._foresight = setting, foresight
        self._answers: Final[dict[str, Callable[[View, str], OverlayReading]]] = {
            "status": self._status,
            "march": self._march,
            "engagements": self._engagements,
            "engagement": self._engagement,
            "cell": self._cell,
            "foresee": self._foresight.read_overlay,
        }

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError`."""
        on_map = [counter.id for counter in view.counters if counter.place]
        check_question(OVERLAYS, overlay, subject, sorted(on_map, key=int))
        reading = self._answers[overlay](view, subject)
        names = self._setting.names
        figures = tuple(in_units(entry, names.time, names.distance) for entry in reading.figures)
        return replace(reading, figures=figures)

    def _row(self, subject: str) -> int:
        """The row of a unit by its number."""
        units = self._setting.units
        return next(row for row, unit in enumerate(units) if str(unit.number) == subject)

    def _place(self, subject: str) -> int:
        cells = len(self._setting.design.area.rim) - 1
        is_number = subject.isdecimal() and subject.isascii() and len(subject) < 10
        if not (is_number and 1 <= int(subject) <= cells):
            found = subject or "<nothing>"
            raise InputError.at("overlay: subject", found, f"a cell: 1 to {cells}")
        return int(subject)

    def _status(self, view: View, subject: str) -> OverlayReading:
        row = self._row(subject)
        unit = self._setting.units[row]
        figures = UnitFigures(self._setting, dict(view.facts), row).figures()
        caption = f"Status of {unit.number} {unit.name}"
        return OverlayReading("status", subject, caption, "IDX-3.2", {}, {}, tuple(figures))

    def _march(self, view: View, subject: str) -> OverlayReading:
        row = self._row(subject)
        unit, names = self._setting.units[row], self._setting.names
        marches = Marches(self._setting, dict(view.facts), row)
        caption = f"Marches of {unit.number} {unit.name}, in {names.time}s"
        if not marches.known:
            caption += "; as planned, since what it holds is not known to you"
        return OverlayReading(
            "march",
            subject,
            caption,
            "IDX-3.2.3",
            {str(place): float(time) for place, time in marches.times.items()},
            {str(place): tuple(map(str, marches.path(place))) for place in marches.times},
            tuple(marches.figures()),
            self._missions(view, row, marches),
        )

    def _missions(self, view: View, row: int, marches: Marches) -> dict[str, str]:
        """By cell the mission that leads there, an order for each cell on the way (IDX-4.1)."""
        own = view.facts["own"].get(str(view.viewer))
        if own is None or row not in own["rows"]:
            return {}
        # A mission is given to a whole task force, which goes by its first unit.
        leader = own["leader"][own["rows"].index(row)]
        number = self._setting.units[row if leader == s.NONE else leader].number
        ways = {place: marches.path(place)[1:] for place in marches.times}
        return {
            str(place): f"mission {number}: " + ", ".join(f"{c} {STANDARD_HOLD}" for c in way)
            for place, way in ways.items()
            if 0 < len(way) <= s.MAX_ORDERS
        }

    def _engagements(self, view: View, subject: str) -> OverlayReading:
        facts, places, figures = dict(view.facts), {}, []
        for document in facts["engagements"]:
            place = str(document["cell"])
            ratio = document["figures"]["ratio"]
            begun = document["figures"]["front_length"] != 0.0
            places[place] = float(ratio) if begun and ratio is not None else 0.0
            inner = tuple(self._engagement_figures(facts, document))
            attacker = self._setting.names.sides[document["attacker"]]
            figures.append(
                figure(
                    f"{attacker} attacks {place}: force ratio",
                    places[place] if begun else "none yet: no frame has ended",
                    "IDX-5.1",
                    parts=inner,
                )
            )
        caption = f"Engagements: {len(places) or 'none'}, by force ratio"
        return OverlayReading("engagements", "", caption, "IDX-5.1.3", places, {}, tuple(figures))

    def _engagement(self, view: View, subject: str) -> OverlayReading:
        facts, place = dict(view.facts), self._place(subject)
        document = next((e for e in facts["engagements"] if e["cell"] == place), None)
        if document is None:
            caption = f"No engagement in {place}"
            return OverlayReading("engagement", subject, caption, "IDX-5", {})
        figures = tuple(self._engagement_figures(facts, document))
        attacker = self._setting.names.sides[document["attacker"]]
        caption = f"Engagement in {place}: {attacker} attacks"
        if document["figures"]["front_length"] == 0.0:
            caption += "; no frame has ended yet"
        return OverlayReading("engagement", subject, caption, "IDX-5.1", {}, {}, figures)

    def _engagement_figures(self, facts: dict[str, Json], document: dict[str, Any]) -> list[Figure]:
        frame = last_frame(self._setting, facts, document)
        engagement = EngagementFigures(frame)
        figures = list(engagement.figures())
        if frame.assessed:
            figures += LossFigures(frame, engagement).figures()
            figures += SupportFigures(frame).figures()
        return figures

    def _cell(self, view: View, subject: str) -> OverlayReading:
        place = self._place(subject)
        figures = tuple(cell_figures(self._setting, dict(view.facts), place))
        return OverlayReading("cell", subject, f"Cell {place}", "IDX-2.1", {}, {}, figures)
