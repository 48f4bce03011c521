"""The curves of a system's tally over many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hexfront.core.documents.strictjson import Json
from hexfront.core.study.tally import Curve
from hexfront.study.games import Record
from hexfront.study.spread import DIGITS, Spread

LOW_SHARE, HIGH_SHARE = 0.1, 0.9
"""Between these quantiles lie 80 of 100 games."""
RARE_SHARE = 0.05
"""Moments that fewer of the games reach are not shown to people: they are chance."""


@dataclass
class TimeSeries:
    """For each moment and each curve the values of the games that came so far."""

    time_unit: str
    curves: Sequence[Curve]
    sides: Sequence[str]
    spreads: dict[int, list[Spread]] = field(default_factory=dict)
    """By moment, one for each curve."""

    def add(self, record: Record) -> None:
        """Count a game."""
        for at, values in zip(record.at, record.curves, strict=True):
            if at not in self.spreads:
                self.spreads[at] = [Spread() for _ in self.curves]
            for spread, value in zip(self.spreads[at], values, strict=True):
                spread.add(value)

    @property
    def moments(self) -> list[int]:
        """All moments that any game had, ascending."""
        return sorted(self.spreads)

    @property
    def usual(self) -> list[int]:
        """The moments that people are shown."""
        most = max((self.games(at) for at in self.spreads), default=0)
        return [at for at in self.moments if self.games(at) >= RARE_SHARE * most]

    def games(self, at: int) -> int:
        """How many games came so far."""
        return self.spreads[at][0].count if self.curves else 0

    def groups(self) -> Iterator[tuple[str, list[int]]]:
        """Curves that are shown together: their title, and their places in the list."""
        places: dict[str, list[int]] = {}
        for place, curve in enumerate(self.curves):
            places.setdefault(curve.name, []).append(place)
        for group in places.values():
            yield self.curves[group[0]].title, group

    def label(self, place: int) -> str:
        """The side of a curve, or its title where it has none."""
        curve = self.curves[place]
        return curve.title if curve.side is None else self.sides[curve.side]

    def document(self) -> Json:
        """The figures as JSON: lists with one entry a moment."""
        return {
            "time_unit": self.time_unit,
            "at": self.moments,
            "games": [self.games(at) for at in self.moments],
            "curves": [self._curve(place) for place in range(len(self.curves))],
        }

    def _curve(self, place: int) -> dict[str, Json]:
        curve = self.curves[place]
        spreads = [self.spreads[at][place] for at in self.moments]
        figures = [spread.document() for spread in spreads]
        return {
            "name": curve.name,
            "side": None if curve.side is None else self.sides[curve.side],
            **{key: [figure[key] for figure in figures] for key in ("mean", "low", "high")},
            "p10": [round(spread.quantile(LOW_SHARE), DIGITS) for spread in spreads],
            "p90": [round(spread.quantile(HIGH_SHARE), DIGITS) for spread in spreads],
        }
