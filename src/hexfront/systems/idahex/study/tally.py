"""What a study counts in wars: cells, strength, losses, supplies, engagements (IDX-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.events import codes_of, read_some
from hexfront.core.study.tally import Count, Curve, Figure, column_names
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.rules.air import AirStrike
from hexfront.systems.idahex.rules.clock import DefendersBeaten, frames_in
from hexfront.systems.idahex.rules.maneuver.contact import EngagementBegun
from hexfront.systems.idahex.rules.maneuver.occupation import CellOwned
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import NEQ, NSS, PERIOD, SIDES, Float

CAUSES: Final = (
    ("ground", s.GROUND, "in ground combat"),
    ("air", s.FROM_AIR, "to air strikes"),
    ("elimination", s.ELIMINATION, "with units that were eliminated"),
)
"""Why value is lost: column, where it stands in `State.totals`, in words."""
DEEDS: Final = (
    ("attacks", EngagementBegun, "attacks begun"),
    ("cells_taken", CellOwned, "cells taken"),
    ("breakthroughs", DefendersBeaten, "defenders beaten"),
)
"""What a side does: column, class of events, in words."""
_DEEDS: Final = tuple(kind for _, kind, _ in DEEDS)
_COUNTED: Final = codes_of(*_DEEDS, AirStrike)
_CAUSES: Final = [place for _, place, _ in CAUSES]


class WarTally:
    """Counts wars of one scenario."""

    time_unit = "period"

    def __init__(self, rules: IdahexRules) -> None:
        setting = rules.setting
        design = setting.design
        self._active = design.area.environment > 0
        self._frames = frames_in(design.area, PERIOD)
        self._kinds = np.array([unit.kind for unit in setting.units], dtype=np.int64)
        self._sides = design.forces.side[self._kinds]
        self._value = design.combat.value_defence
        self._values = self._value[self._sides]
        self._own = [self._sides == side for side in range(SIDES)]
        counts = design.forces.counts
        self._supplies = [
            slice(int(counts[k, NEQ]), int(counts[k, NEQ] + counts[k, NSS])) for k in range(SIDES)
        ]
        self._names = column_names(rules.sides)
        self._titles = setting.names.sides
        self._resources = setting.names.resources
        self.figures = tuple(self._figures())
        self.curves = tuple(
            Curve(name, title, side)
            for name, title in (
                ("cells", "Cells owned"),
                ("strength", "Strength, in standard values on defence"),
                ("losses", "Losses, in standard values on defence"),
                ("engagements", "Engagements in which a side attacks"),
            )
            for side in range(SIDES)
        ) + tuple(self._supply_curves())

    def _figures(self) -> Iterator[Figure]:
        both = list(zip(self._names, self._titles, strict=True))
        for name, row in (("start", "at the start"), ("end", "at the end")):
            for side, title in both:
                yield Figure(f"strength_{name}_{side}", "Strength", row, title, whole=False)
        for name, _, row in CAUSES:
            for side, title in both:
                yield Figure(f"lost_value_{name}_{side}", "Value lost", row, title, whole=False)
        for name, _, row in DEEDS:
            for side, title in both:
                yield Figure(f"{name}_{side}", "Engagements", row, title)
        yield Figure("air_strikes")
        for cause in ("lost", "consumed"):
            for side, names in zip(self._names, self._resources, strict=True):
                for name in column_names(names):
                    yield Figure(f"{cause}_{name}_{side}", whole=False)

    def _supply_curves(self) -> Iterator[Curve]:
        """Types of supplies that both sides call alike are shown together."""
        for side, (names, which) in enumerate(zip(self._resources, self._supplies, strict=True)):
            pairs = list(zip(column_names(names), names, strict=True))
            for column, name in pairs[which]:
                yield Curve(f"supplies_{column}", f"Supplies held: {name}", side)

    def begin(self, state: s.State) -> None:
        """Forget the war before; period 0 is its start."""
        self._time = float(state.game.time)
        self._deeds = {kind: [0] * SIDES for kind in _DEEDS}
        self._strikes = 0
        self._at: list[int] = []
        self._readings: list[list[float]] = []
        self._read(state)
        self._first = self._readings[0][SIDES : 2 * SIDES]
        self._last = state

    def take(self, time: int, rows: NDArray[np.int64], state: s.State) -> None:
        """Count attacks, and read the curves once time has gone on."""
        for what in read_some(rows, _COUNTED):
            if isinstance(what, AirStrike):
                self._strikes += 1
            else:
                self._deeds[type(what)][what.side] += 1
        if float(state.game.time) != self._time:
            self._time = float(state.game.time)
            self._read(state)
        self._last = state

    def _read(self, state: s.State) -> None:
        # What is left of the last period counts as one.
        period = -(-state.game.frames // self._frames)
        if self._at and period <= self._at[-1]:
            period = self._at[-1] + 1
        self._at.append(period)
        where = state.engagements.cell != 0
        attackers = state.engagements.attacker[where]
        owner = state.owner[self._active]
        living = state.units.posture >= 10
        mine = [own & living for own in self._own]
        reading: list[float] = [float(np.count_nonzero(owner == k)) for k in range(SIDES)]
        reading += self._strength(state, mine)
        reading += self._lost_values(state.totals).sum(axis=1).tolist()
        reading += [float(np.count_nonzero(attackers == side)) for side in range(SIDES)]
        for own, which in zip(mine, self._supplies, strict=True):
            reading += state.stock[own, which].sum(axis=0).tolist()
        self._readings.append(reading)

    def _strength(self, state: s.State, mine: Sequence[NDArray[np.bool_]]) -> list[float]:
        """Of each side's living units."""
        values = np.einsum("ur,ur->u", state.stock, self._values)
        return [float(values[own].sum()) for own in mine]

    def _lost_values(self, totals: Float) -> Float:
        """[side, cause], in the order above."""
        found: Float = np.einsum("kcr,kr->kc", totals[:, _CAUSES], self._value)
        return found

    def count(self) -> Count:
        """What came of the war."""
        living, totals = self._last.units.posture >= 10, self._last.totals
        strength = self._strength(self._last, [own & living for own in self._own])
        values: list[float | int] = [*self._first, *strength]
        values += self._lost_values(totals).T.ravel().tolist()
        values += [self._deeds[kind][side] for _, kind, _ in DEEDS for side in range(SIDES)]
        values.append(self._strikes)
        for rows in (_CAUSES, [s.CONSUMED]):
            for side, names in enumerate(self._resources):
                values += totals[side, rows].sum(axis=0)[: len(names)].tolist()
        return Count(values, self._at, self._readings)
