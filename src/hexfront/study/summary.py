"""What a batch of games comes to: wins, means, shares, time series, and a digest of all games."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.core.study.tally import Figure, Tally, column_names
from hexfront.study.games import DRAW, Record, Row, winners_of
from hexfront.study.intervals import wilson
from hexfront.study.spread import Mean
from hexfront.study.time_series import TimeSeries


@dataclass
class Summary:
    """Running totals; records must come in the order of their games."""

    sides: Sequence[str]
    tally: Tally | None = None
    """What the system counts; only what it declares is read."""
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    """By name of side, and `draw`. Sides that win together each count the win."""
    means: dict[str, Mean] = field(default_factory=dict)
    """By column of the rows, for all that hold numbers."""
    words: dict[str, dict[str, int]] = field(default_factory=dict)
    """By figure of the tally that is a word: how many games have which."""
    time_series: TimeSeries | None = None
    """The curves of the tally; None where there is none."""
    _hash: Any = field(default_factory=lambda: hashlib.blake2b(digest_size=16), repr=False)

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys([*self.sides, DRAW], 0)
        self._columns = column_names(self.sides)
        names = ["steps", "end_time"]
        names += [f"{part}_{column}" for part in ("losses", "score") for column in self._columns]
        names += [figure.name for figure in self.figures if not figure.words]
        self.means = {name: Mean() for name in names}
        self.words = {
            figure.name: dict.fromkeys(figure.words, 0) for figure in self.figures if figure.words
        }
        if self.tally is not None and self.tally.curves:
            self.time_series = TimeSeries(self.tally.time_unit, self.tally.curves, self.sides)

    @property
    def figures(self) -> Sequence[Figure]:
        """The columns of the tally."""
        return self.tally.figures if self.tally else ()

    def add(self, records: Iterable[Record]) -> None:
        """Count games."""
        for record in records:
            self._add_row(record.row)
            if self.time_series is not None:
                self.time_series.add(record)

    def _add_row(self, row: Row) -> None:
        self.games += 1
        for name in winners_of(row, self.wins):
            self.wins[name] += 1
        for name, mean in self.means.items():
            if row[name] is not None:
                mean.add(row[name])
        for name, counts in self.words.items():
            if row[name] is not None:
                counts[row[name]] += 1
        self._hash.update(bytes.fromhex(row["digest"]))

    @property
    def steps(self) -> int:
        """Orders and answers of chance in all games."""
        return int(self.means["steps"].total)

    @property
    def losses(self) -> dict[str, float]:
        """Counters that have left the board, on average, by name of side."""
        return self._by_side("losses")

    @property
    def scores(self) -> dict[str, float]:
        """Mean scores by name of side; empty where the system gives none."""
        return self._by_side("score")

    def _by_side(self, part: str) -> dict[str, float]:
        means = [self.means[f"{part}_{column}"] for column in self._columns]
        pairs = zip(self.sides, means, strict=True)
        return {side: mean.mean for side, mean in pairs if mean.count or part == "losses"}

    def losses_of(self, side: int) -> Mean:
        """The same as `losses`, with what an interval needs."""
        return self.means[f"losses_{self._columns[side]}"]

    def score_of(self, side: int) -> Mean:
        """The same as `scores`, with what an interval needs."""
        return self.means[f"score_{self._columns[side]}"]

    @property
    def digest(self) -> str:
        """BLAKE2b over the last digests of all games in their order, as 32 hex digits."""
        return str(self._hash.hexdigest())

    def interval(self, name: str) -> dict[str, float]:
        """Win rate of a side, or of `draw`, with its Wilson 95 % interval."""
        return share(self.wins[name], self.games)

    def document(self) -> dict[str, Json]:
        """The figures as JSON."""
        return {
            "games": self.games,
            "wins": self.wins,
            "intervals": {name: self.interval(name) for name in self.wins},
            "steps": self.steps,
            "mean_steps": self.means["steps"].mean,
            "mean_end_time": self.means["end_time"].mean,
            "mean_losses": self.losses,
            "mean_scores": self.scores,
            "means": {name: mean.document() for name, mean in self.means.items() if mean.count},
            "shares": {
                name: {
                    word: {"games": count, **share(count, sum(counts.values()))}
                    for word, count in counts.items()
                }
                for name, counts in self.words.items()
            },
            "time_series": self.time_series.document() if self.time_series else None,
            "digest": self.digest,
        }

    def _repr_html_(self) -> str:
        from hexfront.pictures import rates_html

        return rates_html(self.games, {name: self.interval(name) for name in self.wins})


def share(count: int, games: int) -> dict[str, float]:
    """A proportion of games with its Wilson 95 % interval."""
    low, high = wilson(count, games)
    rate = count / games if games else 0.0
    return {"rate": round(rate, 6), "low": round(low, 6), "high": round(high, 6)}
