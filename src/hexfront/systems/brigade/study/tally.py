"""What a study counts in games of Brigade Operations: losses, battles, and who holds the towns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.events import codes_of, read_some
from hexfront.core.study.tally import Count, Curve, Figure, column_names
from hexfront.systems.brigade.rules import combat, turn
from hexfront.systems.brigade.rules.turn import towns_held
from hexfront.systems.brigade.scenario.state import RESULT_CODES, BrigadeState

if TYPE_CHECKING:
    from hexfront.systems.brigade.game import BrigadeRules

COUNTED: Final = codes_of(
    combat.Eliminated, combat.BattleBegins, combat.Rolled, turn.GameEnds, turn.TurnBegins
)
RESULT_COLUMNS: Final = ("none", "de", "dr", "ar", "ae", "ex")
"""The result codes as ends of column names, in their order."""
NO_RETREAT: Final = "no_retreat"


class BrigadeTally:
    """Counts games of one scenario (BRG-23 to BRG-25, BRG-27)."""

    time_unit = "turn"

    def __init__(self, rules: BrigadeRules) -> None:
        self._ground = rules.ground
        self._titles = [side.title for side in rules.scenario.file.sides]
        self._sides = column_names(rules.sides)
        first = [int(place) for place in rules.ground.rules.first_unit]
        self._side_of = [0] * first[1] + [1] * (first[2] - first[1])
        self._strength = [int(worth) for worth in rules.ground.companies.strength]
        units = rules.scenario.file.units
        self._names = [units[entry].name for entry in rules.setting.companies]
        self.figures = tuple(self._losses() + self._battles() + self._companies())
        self.curves = tuple(
            Curve(name, title, side)
            for name, title in (
                ("towns", "Towns held"),
                ("companies", "Companies left"),
                ("strength", "Strength left"),
            )
            for side in range(2)
        )

    def _losses(self) -> list[Figure]:
        table = "Companies lost"
        rows = [(f"strength_{worth}", f"strength {worth}") for worth in sorted({*self._strength})]
        rows.append((NO_RETREAT, "of these, without a retreat"))
        return [
            Figure(f"lost_{name}_{side}", table, row, title)
            for name, row in rows
            for side, title in zip(self._sides, self._titles, strict=True)
        ]

    def _battles(self) -> list[Figure]:
        return [
            Figure(f"battles_{name}_{side}", "Battles by attacker and result", row, title)
            for name, row in zip(RESULT_COLUMNS, RESULT_CODES, strict=True)
            for side, title in zip(self._sides, self._titles, strict=True)
        ]

    def _companies(self) -> list[Figure]:
        """In how many games each company is lost: columns of the files alone."""
        self._company_columns = [""] * len(self._names)
        for side, column in enumerate(self._sides):
            own = [unit for unit, owner in enumerate(self._side_of) if owner == side]
            for unit, name in zip(own, column_names([self._names[u] for u in own]), strict=True):
                self._company_columns[unit] = f"lost_{column}_company_{name}"
        return [Figure(name) for name in self._company_columns]

    def begin(self, state: BrigadeState) -> None:
        """Forget the game before; turn 0 is the position at the start."""
        self._counts = dict.fromkeys((figure.name for figure in self.figures), 0)
        self._at = [0]
        self._curves = [self._reading(state)]
        self._attacker = 0

    def take(self, time: int, rows: NDArray[np.int64], state: BrigadeState) -> None:
        """Count eliminations and battles, and read the curves where a turn has ended."""
        for what in read_some(rows, COUNTED):
            match what:
                case combat.Eliminated(unit=unit, cause=cause):
                    self._lost(state, unit, cause)
                case combat.BattleBegins(defender=defender):
                    self._attacker = 1 - self._side_of[defender]
                case combat.Rolled(result=result):
                    name = RESULT_COLUMNS[result]
                    self._counts[f"battles_{name}_{self._sides[self._attacker]}"] += 1
                case turn.GameEnds():
                    self._turn_ended(state, state.game.turn)
                case turn.TurnBegins(turn=number) if number > 1:
                    # Nothing has moved since: a turn begins with orders.
                    self._turn_ended(state, state.game.turn - 1)

    def _turn_ended(self, state: BrigadeState, number: int) -> None:
        self._at.append(number)
        self._curves.append(self._reading(state))

    def count(self) -> Count:
        """What came of the game."""
        return Count([self._counts[figure.name] for figure in self.figures], self._at, self._curves)

    def _lost(self, state: BrigadeState, unit: int, why: int) -> None:
        side = self._sides[self._side_of[unit]]
        company = int(state.units.company[unit])
        self._counts[f"lost_strength_{self._strength[company]}_{side}"] += 1
        self._counts[self._company_columns[company]] += 1
        if why == combat.NO_RETREAT:
            self._counts[f"lost_{NO_RETREAT}_{side}"] += 1

    def _reading(self, state: BrigadeState) -> list[float]:
        left = [[0.0, 0.0], [0.0, 0.0]]
        for unit, side in enumerate(self._side_of):
            if state.units.place[unit] != self._ground.rules.off_map:
                left[0][side] += 1
                left[1][side] += self._strength[int(state.units.company[unit])]
        towns = [float(towns_held(self._ground, state, side)) for side in range(2)]
        return [*towns, *left[0], *left[1]]
