"""What a study counts in games of Aggressor: who was the aggressor, losses, attacks, sectors."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.events import codes_of, read_some
from hexfront.core.study.tally import Count, Curve, Figure, Value, column_names
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.view import TITLES
from hexfront.systems.aggressor.rules.combat import MISS, SECOND, AggressorNamed, AttackReported
from hexfront.systems.aggressor.rules.movement import Loss
from hexfront.systems.aggressor.rules.observation import SectorTaken
from hexfront.systems.aggressor.rules.turn import GameEnds, TurnBegins
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    CAUSE_NAMES,
    FORM_NAMES,
    MISSILE,
    SIDES,
    TECHNICAL,
    TYPES,
    AggressorState,
)

COUNTED: Final = codes_of(Loss, SectorTaken, AttackReported, AggressorNamed, TurnBegins, GameEnds)
ENDINGS: Final = ("sectors", "no units", "last round")
"""Why a game ended, in the order of the values of REASON, from 1."""
NO_AGGRESSOR: Final = "none"
CAUSES: Final = tuple(column_names(CAUSE_NAMES))
FORMS: Final = CAUSES[: len(FORM_NAMES)]


class AggressorTally:
    """Counts games of one scenario.

    A step that is lost is counted once, and so is the hit of a missile, which
    takes all that is left of a unit.  A Technical unit counts as the missile
    unit that it was.
    """

    time_unit = "round"

    def __init__(self, rules: AggressorRules) -> None:
        file = rules.scenario.file
        self._army = file.army_size
        self._sides = column_names(rules.sides)
        self._titles = [side.title for side in file.sides]
        self._types = TITLES[:TYPES]
        self.figures = (
            Figure("rounds", "Length", "rounds", "all games"),
            Figure("aggressor_round", "Length", "round of the aggression", "all games"),
            Figure("begins", "Who begins", words=rules.sides),
            Figure("aggressor", "Aggressor", words=(*rules.sides, NO_AGGRESSOR)),
            Figure("ending", "Why the game ends", words=ENDINGS),
            *self._by_side("army", TYPE_NAMES, "Army", self._types, ""),
            *self._losses(TYPE_NAMES, "Losses by type", self._types),
            *self._losses(CAUSES, "Losses by form of combat", CAUSE_NAMES),
            *self._by_side("attacks", FORMS, "Attacks", FORM_NAMES, " made"),
            *self._by_side("hits", FORMS, "Attacks", FORM_NAMES, " hit"),
            *self._pairs("steps_lost"),
            *self._pairs("units_lost"),
        )
        self._words = dict(enumerate(rules.sides)) | {-1: NO_AGGRESSOR}
        self.curves = tuple(
            Curve(name, title, side)
            for name, title in (("sectors", "Sectors controlled"), ("units", "Units left"))
            for side in range(SIDES)
        )

    def _by_side(
        self,
        what: str,
        names: tuple[str, ...],
        table: str,
        rows: tuple[str, ...],
        words: str,
    ) -> list[Figure]:
        return [
            Figure(f"{what}_{name}_{side}", table, row, title + words)
            for name, row in zip(names, rows, strict=True)
            for side, title in zip(self._sides, self._titles, strict=True)
        ]

    def _losses(self, names: tuple[str, ...], table: str, rows: tuple[str, ...]) -> list[Figure]:
        steps = self._by_side("steps_lost", names, table, rows, ": steps")
        return steps + self._by_side("units_lost", names, table, rows, ": units")

    def _pairs(self, what: str) -> list[Figure]:
        """Losses by type and form together: columns of the files alone."""
        return [
            Figure(f"{what}_{kind}_{cause}_{side}")
            for kind in TYPE_NAMES
            for cause in CAUSES
            for side in self._sides
        ]

    def begin(self, state: AggressorState) -> None:
        """Forget the game before. Armies stand, or are still to be chosen; round 0 is before."""
        self._counts = dict.fromkeys((figure.name for figure in self.figures), 0)
        self._control: list[int] = state.game.control.tolist()
        self._alive = [self._army] * SIDES
        self._active = state.game.active
        self._round = 1
        self._aggression: int | None = None
        self._at: list[int] = []
        self._curves: list[list[float]] = []
        self._keep(state)
        self._read(0)

    def take(self, time: int, rows: NDArray[np.int64], state: AggressorState) -> None:
        """Count losses (AGR-22) and attacks (AGR-26), and follow the sectors (AGR-48)."""
        for what in read_some(rows, COUNTED):
            match what:
                case Loss(side, type_, _, cause, dead):
                    self._lost(side, type_, cause, dead)
                case SectorTaken(sector, side):
                    self._control[sector] = side
                case AttackReported() as attack:
                    self._attacked(attack)
                case AggressorNamed():
                    self._aggression = self._round
                case GameEnds():
                    self._read(self._round)
                case TurnBegins(round_, side):
                    if round_ > self._round:
                        self._read(self._round)
                    self._round, self._active = round_, side
        self._keep(state)

    def count(self) -> Count:
        """What came of the game."""
        counts: dict[str, Value] = dict(self._counts)
        counts["rounds"] = self._game["round"]
        counts["aggressor_round"] = self._aggression
        counts["begins"] = self._words[self._game["first"]]
        counts["aggressor"] = self._words[self._game["aggressor"]]
        counts["ending"] = ENDINGS[self._game["reason"] - 1]
        for side, column in enumerate(self._sides):
            army = self._kinds[side * self._army : (side + 1) * self._army].tolist()
            names = [_type_name(kind) for kind in army]
            counts |= {f"army_{name}_{column}": names.count(name) for name in TYPE_NAMES}
        return Count([counts[figure.name] for figure in self.figures], self._at, self._curves)

    def _keep(self, state: AggressorState) -> None:
        self._game = state.game.values()
        self._kinds = state.units.kind.copy()

    def _read(self, at: int) -> None:
        """Read the curves at the end of a round."""
        sectors = [float(self._control.count(side)) for side in range(SIDES)]
        self._at.append(at)
        self._curves.append([*sectors, *map(float, self._alive)])

    def _lost(self, side: int, type_: int, cause: int, dead: int) -> None:
        end, name = self._sides[side], _type_name(type_)
        for what in ("steps_lost", "units_lost") if dead else ("steps_lost",):
            for middle in (name, CAUSES[cause], f"{name}_{CAUSES[cause]}"):
                self._counts[f"{what}_{middle}_{end}"] += 1
        self._alive[side] -= dead

    def _attacked(self, attack: AttackReported) -> None:
        end = f"{FORMS[attack.form]}_{self._sides[self._active]}"
        if not attack.flags & SECOND:
            self._counts[f"attacks_{end}"] += 1
        if attack.result != MISS:
            self._counts[f"hits_{end}"] += 1


def _type_name(kind: int) -> str:
    return TYPE_NAMES[MISSILE if kind == TECHNICAL else kind]
