"""What a study counts in games of Malaya: losses, battles, and when places fell."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.events import codes_of, read_some
from hexfront.core.study.tally import Count, Curve, Figure, Value, column_names
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.opponents.lore import make_lore
from hexfront.systems.malaya.rules.combat import BattleFought, Eliminated, Rolled, StepLost
from hexfront.systems.malaya.rules.planes import control_of
from hexfront.systems.malaya.scenario.state import (
    GONE,
    INFANTRY,
    JAPAN,
    LATER,
    SIDES,
    MalayaState,
    Phase,
)

COUNTED: Final = codes_of(StepLost, Eliminated, BattleFought, Rolled)
RESULTS: Final = (
    ("exchange", "both lose steps, nobody retreats"),
    ("attacker", "only the attacker loses steps"),
    ("thrown_back", "the attackers retreat"),
    ("retreat", "the defender retreats"),
    ("nothing", "nothing"),
)
"""Battles by what the results table says (MAL-23)."""


class MalayaTally:
    """Counts games of one scenario."""

    time_unit = "turn"

    def __init__(self, rules: MalayaRules) -> None:
        self._ground = rules.ground
        file = rules.scenario.file
        titles = [side.title for side in file.sides]
        self._sides = column_names(rules.sides)
        self._second = rules.ground.rules.second
        self._results = rules.ground.results
        watched = {value.place for value in file.victory.values} | {file.victory.place}
        places = [place for place in file.map.place if place.name in watched]
        self._places = [rules.setting.index_of[place.hex] for place in places]
        self._fallen = [f"fell_{name}" for name in column_names([p.name for p in places])]
        figures = [
            Figure(f"lost_{what}_{side}", "Losses", row, title)
            for what, row in (("steps", "steps"), ("units", "units"))
            for side, title in zip(self._sides, titles, strict=True)
        ]
        figures += [
            Figure(f"battles_{what}_{side}", "Battles by attacker and result", row, title)
            for what, row in RESULTS
            for side, title in zip(self._sides, titles, strict=True)
        ]
        figures += [
            Figure(column, "Turn in which Japan took", place.name, "turn")
            for column, place in zip(self._fallen, places, strict=True)
        ]
        self.figures = tuple(figures)
        self.curves = (
            *(Curve("steps", "Steps on the map", side) for side in range(SIDES)),
            *(Curve("unsupplied", "Units without supply", side) for side in range(SIDES)),
            Curve("far", "Movement points from Japan's foremost unit to the goal", JAPAN),
        )
        self._far: list[int] = make_lore(rules.setting).goal_far[INFANTRY].tolist()

    def begin(self, state: MalayaState) -> None:
        """Forget the game before; turn 0 is the position at the start."""
        self._counts: dict[str, Value] = {figure.name: 0 for figure in self.figures}
        for column in self._fallen:
            self._counts[column] = None
        self._at = [0]
        self._curves = [self._reading(state)]
        self._attacker = 0

    def take(self, time: int, rows: NDArray[np.int64], state: MalayaState) -> None:
        """Count losses and battles; read the curves where a turn has ended."""
        turn = state.game.turn
        for what in read_some(rows, COUNTED):
            match what:
                case StepLost(unit=unit):
                    self._add(f"lost_steps_{self._side(unit)}")
                case Eliminated(unit=unit):
                    self._add(f"lost_steps_{self._side(unit)}")
                    self._add(f"lost_units_{self._side(unit)}")
                case BattleFought():
                    self._attacker = state.game.active
                case Rolled(entry=entry):
                    self._add(f"battles_{self._result(entry)}_{self._sides[self._attacker]}")
        for place, column in zip(self._places, self._fallen, strict=True):
            if self._counts[column] is None and control_of(state, place) == JAPAN:
                self._counts[column] = turn
        over = state.game.phase == Phase.OVER
        ended = turn if over else turn - 1
        if ended > self._at[-1]:
            self._at.append(ended)
            self._curves.append(self._reading(state))

    def _side(self, unit: int) -> str:
        return self._sides[0 if unit < self._second else 1]

    def count(self) -> Count:
        """What came of the game."""
        return Count([self._counts[figure.name] for figure in self.figures], self._at, self._curves)

    def _add(self, column: str) -> None:
        number = self._counts[column]
        self._counts[column] = (number if isinstance(number, int) else 0) + 1

    def _result(self, entry: int) -> str:
        results = self._results
        if results.defender_falls_back[entry]:
            return "retreat"
        if results.attacker_falls_back[entry]:
            return "thrown_back"
        if results.defender_steps[entry]:
            return "exchange"
        return "attacker" if results.attacker_steps[entry] else "nothing"

    def _reading(self, state: MalayaState) -> list[float]:
        steps, hungry, nearest = [0.0, 0.0], [0.0, 0.0], max(self._far[:-1])
        units = state.units.lists()
        for unit, status in enumerate(units.status):
            if status in (LATER, GONE):
                continue
            side = 0 if unit < self._second else 1
            steps[side] += units.steps[unit]
            hungry[side] += units.supplied[unit] == 0
            if side == JAPAN:
                nearest = min(nearest, self._far[units.place[unit]])
        return [*steps, *hungry, nearest / 2]
