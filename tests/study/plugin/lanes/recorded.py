"""Lanes with tables of its own, and with pushers who play together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import Dice
from hexfront.core.events import EventLog, read_event
from hexfront.core.study.recorder import Chart, Column, RecordTable, Repeated, Values
from lanes import LanesRules, Rolled
from lanes.counted import COUNTED


class LanesRecorder:
    """A row for each die, and one for each side and round."""

    tables: Sequence[RecordTable] = (
        RecordTable(
            "dice",
            "Dice",
            (Column("round", "whole"), Column("die", "whole", "1 to 6"), Column("parity", "words")),
        ),
        RecordTable(
            "sides",
            "Sides <by round>",
            (
                Column("round", "whole"),
                Column("side", "words"),
                Column("lives", "whole"),
                Column("share", "number", "of its lives; none for a side without"),
            ),
            (Chart("Lives", "lives", "round", "side"),),
        ),
    )

    def __init__(self, rules: LanesRules) -> None:
        self.rules = rules

    def begin(self, state: Any) -> None:
        self.dice: list[int] = []
        self.start = state.lives.copy()
        self.lives = [self.start]

    def take(self, time: int, rows: Any, state: Any) -> None:
        for row in rows.tolist():
            what = read_event(row).what
            if isinstance(what, Rolled):
                self.dice.append(what.die)
        if len(self.dice) == len(self.lives):
            self.lives.append(state.lives.copy())

    def written(self) -> Sequence[Sequence[Values]]:
        parity = ["even" if die % 2 == 0 else None for die in self.dice]
        dice: list[Values] = [list(range(len(self.dice))), self.dice, parity]
        lives = np.concatenate(self.lives)
        count, rounds = len(self.rules.sides), len(self.lives)
        share = np.ma.masked_array(lives / np.tile(self.start, rounds), lives <= 0)
        sides: list[Values] = [
            np.repeat(np.arange(rounds), count),
            Repeated(self.rules.sides, np.tile(np.arange(count), rounds)),
            lives,
            share,
        ]
        return dice, sides


class Pushers:
    """All push while they live; the die is theirs too."""

    def __init__(self, rules: LanesRules) -> None:
        self.rules = rules

    def play_on(self, state: Any, out: EventLog) -> Sequence[Step]:
        steps = []
        while (decision := self.rules.decision(state)).kind == Kind.ORDERS:
            side = decision.sides[0]
            steps.append(Step(side, self.rules.choices(state, side)[-1]))
            self.rules.apply(state, steps[-1], out)
        steps.append(Step(CHANCE, 5))
        self.rules.apply(state, steps[-1], out)
        return steps


def pushers(rules: LanesRules, seats: Sequence[str], dice: Sequence[Dice]) -> Pushers | None:
    return Pushers(rules) if set(seats) == {"pusher"} else None


RECORDED = replace(
    COUNTED,
    name="recorded",
    studying=replace(COUNTED.studying, recorder=LanesRecorder, team=pushers),
)
