"""Games of a draft between machines: who wins, how long it takes, where units are lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.agents.levels import agent_of
from hexfront.core.contract import UMPIRE, Rules
from hexfront.core.documents.strictjson import Json
from hexfront.core.registry import find_system
from hexfront.editor.documents import Documents, load
from hexfront.study.batch import make_plan
from hexfront.study.games import CARD, DRAW, GameRunner, winners_of
from hexfront.study.intervals import mean_interval, wilson

LOOK_EVERY: Final = 24
"""Events after which one looks again where units stand."""
MAX_GAMES: Final = 1000


class LossPlaces:
    """Where units stood before they were lost, game after game, as an umpire sees it."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self.lost: Counter[tuple[str, int]] = Counter()
        """By place and side."""
        self._standing: dict[str, tuple[str, int]] = {}

    def begin(self, state: Any) -> None:
        """A game begins."""
        self._standing = self._look(state)

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        """Look where units stand now."""
        standing = self._look(state)
        for unit, where in self._standing.items():
            if unit not in standing:
                self.lost[where] += 1
        self._standing = standing

    def _look(self, state: Any) -> dict[str, tuple[str, int]]:
        counters = self._rules.view(state, UMPIRE).counters
        return {
            one.id: (one.place, one.side)
            for one in counters
            if one.sign != CARD and (one.place or one.awaited)
        }


@dataclass
class Tallied:
    """What came of some games."""

    sides: tuple[str, ...]
    titles: tuple[str, ...]
    games: int = 0
    wins: list[int] = field(default_factory=list)
    draws: int = 0
    orders: int = 0
    orders_squared: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)

    def share(self, side: int) -> float:
        """What a side has won, draws shared by all; as much as any other without games."""
        own = 1 / len(self.sides)
        return (self.wins[side] + self.draws * own) / self.games if self.games else own

    @property
    def shares(self) -> list[float]:
        """Of all sides."""
        return [self.share(side) for side in range(len(self.sides))]

    @property
    def unfairness(self) -> float:
        """How far the side that has most or least is from what all have on average."""
        fair = sum(self.shares) / len(self.sides)
        return max(abs(share - fair) for share in self.shares)

    def document(self) -> Json:
        """As JSON for the page; intervals hold the truth 95 times in a hundred."""
        length = mean_interval(self.games, self.orders, self.orders_squared)
        return {
            "games": self.games,
            "sides": [
                {
                    "name": name,
                    "title": title,
                    "wins": wins,
                    "share": wins / self.games if self.games else 0.0,
                    "interval": list(wilson(wins, self.games)),
                }
                for name, title, wins in zip(self.sides, self.titles, self.wins, strict=True)
            ],
            "draws": self.draws,
            "orders": self.orders / self.games if self.games else 0.0,
            "orders_interval": list(length) if length else None,
            "seconds": self.seconds,
            "reasons": dict(self.reasons.most_common(12)),
            "lost": [
                {"place": place, "side": side, "count": count}
                for (place, side), count in self.lost.most_common(500)
                if place
            ],
        }


class DraftGames:
    """Plays games of one draft in this process."""

    def __init__(
        self, system_name: str, documents: Documents, agents: Sequence[str], seed: int = 1
    ) -> None:
        """Errors: `InputError` for problems of the draft, and for unknown or too few agents."""
        system = find_system(system_name)
        seats = [agent_of(system, name) for name in agents]
        plan, rules = make_plan(system, load(system, documents), seats, seed)
        self._places = LossPlaces(rules)
        self._runner = GameRunner(plan, rules, named=False, take_events=LOOK_EVERY)
        shown = {side["name"]: side.get("title") for side in rules.board().get("sides", [])}
        titles = tuple(shown.get(side) or side for side in rules.sides)
        self.tallied = Tallied(tuple(rules.sides), titles, wins=[0] * len(rules.sides))

    def play(self, game: int, *, places: bool = True) -> None:
        """One game, counted from 1. Errors: `GameFailed`."""
        started = monotonic()
        listeners = [self._places] if places else []
        state, steps = self._runner.play_out(game, listeners=listeners)
        row = self._runner.row(game, state, steps, self._runner.result(game, state))
        told = self.tallied
        told.games += 1
        won = [told.sides.index(side) for side in winners_of(row, told.sides) if side != DRAW]
        for side in won:
            told.wins[side] += 1
        told.draws += not won
        told.orders += steps
        told.orders_squared += steps * steps
        told.reasons[str(row["reason"])] += 1
        told.seconds += monotonic() - started
        told.lost = self._places.lost


def play_games(
    system: str, documents: Documents, agents: Sequence[str], games: int
) -> Iterator[Json]:
    """What has come of so many games so far, after each. Errors: as of `DraftGames`."""
    playing = DraftGames(system, documents, agents)
    for game in range(1, games + 1):
        playing.play(game)
        yield {"done": game, "of": games, "games": playing.tallied.document()}
