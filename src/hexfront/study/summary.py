"""What a batch of games comes to: wins, intervals, means, and a digest of all rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexfront.core.strictjson import Json
from hexfront.study.games import DRAW, Row, column_names
from hexfront.study.intervals import wilson


@dataclass
class Summary:
    """Running totals; rows must come in the order of their games."""

    sides: Sequence[str]
    games: int = 0
    steps: int = 0
    end_time: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    """By name of side, and `draw`. Sides that win together each count the win."""
    losses: dict[str, int] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    """Sums by side; empty where the system gives no scores."""
    _hash: Any = field(default_factory=lambda: hashlib.blake2b(digest_size=16), repr=False)

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys([*self.sides, DRAW], 0)
        self.losses = dict.fromkeys(self.sides, 0)
        self._columns = column_names(self.sides)

    def add(self, rows: Iterable[Row]) -> None:
        """Count rows."""
        for row in rows:
            self.games += 1
            self.steps += row["steps"]
            self.end_time += row["end_time"]
            for name in [row["winner"]] if row["winner"] in self.wins else row["winner"].split("+"):
                self.wins[name] += 1
            for side, column in zip(self.sides, self._columns, strict=True):
                self.losses[side] += row[f"losses_{column}"]
                if row[f"score_{column}"] is not None:
                    self.scores[side] = self.scores.get(side, 0.0) + row[f"score_{column}"]
            self._hash.update(bytes.fromhex(row["digest"]))

    @property
    def digest(self) -> str:
        """BLAKE2b over the last digests of all games in their order, as 32 hex digits."""
        return str(self._hash.hexdigest())

    def interval(self, name: str) -> dict[str, float]:
        """Win rate of a side, or of `draw`, with its Wilson 95 % interval."""
        won = self.wins[name]
        low, high = wilson(won, self.games)
        rate = won / self.games if self.games else 0.0
        return {"rate": round(rate, 6), "low": round(low, 6), "high": round(high, 6)}

    def document(self) -> dict[str, Json]:
        """The figures as JSON."""
        games = max(self.games, 1)
        return {
            "games": self.games,
            "wins": self.wins,
            "intervals": {name: self.interval(name) for name in self.wins},
            "steps": self.steps,
            "mean_steps": self.steps / games,
            "mean_end_time": self.end_time / games,
            "mean_losses": {side: lost / games for side, lost in self.losses.items()},
            "mean_scores": {side: score / games for side, score in self.scores.items()},
            "digest": self.digest,
        }

    def _repr_html_(self) -> str:
        from hexfront.pictures import rates_html

        return rates_html(self.games, {name: self.interval(name) for name in self.wins})
