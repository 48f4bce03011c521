"""Lanes with a tally of its own, and work of its own to be timed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hexfront.core.events import read_event
from hexfront.core.study.tally import Count, Curve, Figure, Value
from lanes import PUSH, SYSTEM, LanesRules, Rolled


class LanesTally:
    """Dice, the first die as a word, and lives and dice over the rounds."""

    time_unit = "round"
    figures: Sequence[Figure] = (
        Figure("dice_total", "Dice", "total", "all"),
        Figure("sixes", "Dice", "sixes", "all"),
        Figure("first_six", "Dice", "first six", "all"),
        Figure("pushes"),
        Figure("mean_die", whole=False),
        Figure("opening", "First die", words=("low", "high")),
    )

    def __init__(self, rules: LanesRules) -> None:
        self.curves = (
            *[Curve("lives", "Lives left", side) for side in range(len(rules.sides))],
            Curve("dice", "Sum of dice"),
        )

    def begin(self, state: Any) -> None:
        self.dice: list[int] = []
        self.pushes = 0
        self.times: list[int] = []
        self.at = [0]
        self.readings = [[*state.lives.astype(float), 0.0]]

    def take(self, time: int, rows: Any, state: Any) -> None:
        for row in rows.tolist():
            self.times.append(time)
            what = read_event(row).what
            if isinstance(what, Rolled):
                self.dice.append(what.die)
            else:
                self.pushes += what.order == PUSH
        if len(self.dice) > self.at[-1]:
            self.at.append(len(self.dice))
            self.readings.append([*state.lives.astype(float), float(sum(self.dice))])

    def count(self) -> Count:
        sixes = [number for number, die in enumerate(self.dice, 1) if die == 6]
        values: list[Value] = [sum(self.dice), len(sixes), sixes[0] if sixes else None]
        values += [self.pushes, sum(self.dice) / len(self.dice)]
        values.append("low" if self.dice[0] < 4 else "high")
        return Count(values, self.at, self.readings)


def starts(rules: LanesRules) -> Callable[[], int]:
    """Makes first positions."""

    def work() -> int:
        for _ in range(100):
            rules.start()
        return 100

    return work


COUNTED = replace(
    SYSTEM,
    name="counted",
    studying=replace(SYSTEM.studying, tally=LanesTally, measures={"first position": starts}),
)
