"""What a viewer may reckon from the map: reach, observation, threat, air defence."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Int
from hexfront.core.contract import Overlay, OverlayReading, View
from hexfront.core.table.overlays import check_question
from hexfront.systems.aggressor.knowledge.odds import Odds
from hexfront.systems.aggressor.knowledge.reach import Piece, Reach
from hexfront.systems.aggressor.knowledge.view import Viewer
from hexfront.systems.aggressor.scenario.state import AIRBASE, IDENTIFIED, Setting

OVERLAYS: Final = (
    Overlay(
        "reach",
        "Reach",
        "Hexes moved to get there with a fresh turn",
        "r",
        of_counter=True,
        look="move",
    ),
    Overlay(
        "observation",
        "Observation",
        "3: identifies any unit there; 2: identifies it unless it is dug in; 1: observes it",
        "o",
        of_counter=True,
    ),
    Overlay(
        "sight",
        "Why it is seen",
        "Own units that have the contact in their range, with the distance",
        "y",
        of_counter=True,
    ),
    Overlay(
        "air",
        "Air defence",
        "Percent chance that a reconnaissance flight to the hex costs the airbase a step",
        "d",
        of_counter=True,
    ),
    Overlay("watch", "What is watched", "How many own units have the hex in their range", "v"),
    Overlay(
        "threat",
        "Threat",
        "How many enemies in sight could move up and attack the hex",
        "t",
        look="fight",
    ),
)


class OverlayReader:
    """Answers the overlays of one scenario."""

    overlays = OVERLAYS

    def __init__(self, setting: Setting, viewer: Viewer, reach: Reach) -> None:
        self._viewer, self._reachable = viewer, reach
        ground = setting.ground
        self._index = setting.index_of
        self._off = ground.rules.hexes
        self._q: Int = ground.hexes.axial_q[: self._off]
        self._r: Int = ground.hexes.axial_r[: self._off]
        self._rough: Int = ground.hexes.rough[: self._off]
        self._odds = Odds(ground)

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError`."""
        pieces = {piece.id: piece for piece in self._reachable.pieces(view)}
        check_question(OVERLAYS, overlay, subject, pieces)
        if overlay in ("watch", "threat"):
            return self._watch(view) if overlay == "watch" else self._threat(view)
        piece = pieces[subject]
        if overlay == "reach":
            return self._reach(view, piece)
        if overlay == "observation":
            return self._observation(view, piece)
        return self._sight(view, piece) if overlay == "sight" else self._air(piece)

    def _dirty(self, view: View) -> set[int]:
        return {self._index[label] for label in view.facts["contaminated"]}

    def _distances(self, place: int) -> Int:
        dq, dr = self._q - self._q[place], self._r - self._r[place]
        far: Int = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return far

    def _name(self, piece: Piece) -> str:
        return f"{piece.id} in {self._viewer.label(piece.place)}"

    def _reach(self, view: View, piece: Piece) -> OverlayReading:
        ends = self._reachable.ways(self._reachable.field(view), piece, 0)
        label = self._viewer.label
        supposed = "" if piece.own else ", if it is fresh"
        return OverlayReading(
            "reach",
            piece.id,
            f"Reach of {self._name(piece)}{supposed}",
            "AGR-9",
            {label(there): float(way.moved) for there, way in ends.items()},
            {label(t): tuple(map(label, (piece.place, *way.path))) for t, way in ends.items()},
        )

    def _observation(self, view: View, piece: Piece) -> OverlayReading:
        far = self._distances(piece.place)
        near = far <= (piece.range + 1) // 2
        level = np.where(near | piece.dug, 3, np.where(self._rough == 0, 2, 1))
        if piece.place in self._dirty(view):
            level = np.ones_like(level)
        inside = np.flatnonzero(far <= piece.range).tolist()
        supposed = "" if piece.own else ", if it is fresh and not dug in"
        caption = f"What {self._name(piece)} observes and identifies{supposed}"
        figures = {self._viewer.label(place): float(level[place]) for place in inside}
        return OverlayReading("observation", piece.id, caption, "AGR-15", figures)

    def _sight(self, view: View, piece: Piece) -> OverlayReading:
        if piece.own:
            caption = f"{self._name(piece)} is your own. What the enemy sees is not told"
            return OverlayReading("sight", piece.id, caption, "AGR-17", {})
        watchers = {}
        far = self._distances(piece.place)
        for other in self._reachable.pieces(view):
            if other.own and far[other.place] <= other.range:
                watchers[self._viewer.label(other.place)] = float(far[other.place])
        if piece.level > IDENTIFIED:
            why, clause = "was identified last turn and is still known", "AGR-16"
        elif piece.level == IDENTIFIED:
            why, clause = "was identified at the start of the turn", "AGR-15"
        elif watchers:
            why, clause = "is in range, but its type is not recognised", "AGR-14"
        else:
            why, clause = "came in sight without observation", "AGR-19"
        return OverlayReading("sight", piece.id, f"{self._name(piece)} {why}", clause, watchers)

    def _air(self, piece: Piece) -> OverlayReading:
        if piece.kind != AIRBASE or not piece.own:
            caption = f"{self._name(piece)} is no airbase of yours"
            return OverlayReading("air", piece.id, caption, "AGR-32", {})
        far = self._distances(piece.place).tolist()
        chance = [self._odds.air_loss(d, piece.strength, False) for d in range(max(far) + 1)]
        figures = {self._viewer.label(p): round(100 * chance[d], 1) for p, d in enumerate(far)}
        caption = f"Percent chance that a flight of {self._name(piece)} costs a step"
        return OverlayReading("air", piece.id, caption, "AGR-32", figures)

    def _watch(self, view: View) -> OverlayReading:
        counts = np.zeros(self._off, dtype=np.int64)
        for piece in self._reachable.pieces(view):
            if piece.own:
                counts += self._distances(piece.place) <= piece.range
        figures = {self._viewer.label(p): float(counts[p]) for p in np.flatnonzero(counts).tolist()}
        return OverlayReading("watch", "", "Hexes that your units have in range", "AGR-14", figures)

    def _threat(self, view: View) -> OverlayReading:
        counts: dict[int, int] = {}
        field = self._reachable.field(view)
        for piece in field.pieces:
            if not piece.own:
                for there in self._reachable.targets(field, piece):
                    counts[there] = counts.get(there, 0) + 1
        figures = {self._viewer.label(there): float(count) for there, count in counts.items()}
        caption = "Hexes that enemies in sight could attack next"
        return OverlayReading("threat", "", caption, "AGR-20", figures)
