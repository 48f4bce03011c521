"""What the games of an arena come to so far: points, forfeits, times, and what was decided."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from hexfront.arena.playing import Spent
from hexfront.arena.schedule import BlockName, Pairing
from hexfront.arena.sprt import Bounds, log_likelihood_ratio
from hexfront.arena.standings import points, standing_in_row
from hexfront.study.games import Row, winners_of

MOST_FORFEITS: Final = 5
"""An agent that forfeits so many games one after another is withdrawn."""
PAIR_VALUES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair of games."""


@dataclass(frozen=True)
class ForfeitedGame:
    """A game that an agent forfeited."""

    agent: str
    game: int
    """The number of its row."""
    reason: str


@dataclass
class PairingTally:
    """The games of one pairing."""

    scores: list[float] = field(default_factory=list)
    """The first agent's part of the points of each block."""
    games: int = 0
    won: int = 0
    """Games in which the first had more than half of the points."""
    lost: int = 0
    alone: dict[str, list[bool]] = field(default_factory=dict)
    """By agent, of games with more than two sides in which it sat alone, whether it won."""
    digests: set[str] = field(default_factory=set)
    """The last states of the blocks, which tell whether all are different."""


class ArenaTally:
    """Running totals; blocks must come in the order of the schedule."""

    def __init__(
        self,
        names: Sequence[str],
        pairs: Sequence[Pairing],
        sides: Sequence[tuple[str, str]],
        bounds: Bounds | None = None,
        *,
        together: bool = False,
    ) -> None:
        """`sides`: name and column of each side; `bounds`: of a sequential test.

        `together`: all agents are in each game, which counts for all pairs.
        """
        self.names, self.pairs, self._sides, self.bounds = names, pairs, sides, bounds
        self._together = together
        self.pairings = [PairingTally() for _ in pairs]
        self.by_scenario: dict[str, list[list[float]]] = {}
        """The scores of blocks as in `pairings`, by scenario."""
        self.games = 0
        self.games_of: Counter[str] = Counter()
        """By agent."""
        self.next = 0
        """The place in the schedule of the next block, as far as it is known."""
        self.withdrawn: set[int] = set()
        """Agents by their places."""
        self.forfeits: list[ForfeitedGame] = []
        self.spent: dict[str, Spent] = {}
        """By agent, in games that were played step by step."""
        self.ratios: list[float] = []
        """Of a sequential test, after each block."""
        self._in_a_row: Counter[str] = Counter()
        self._hash = hashlib.blake2b(digest_size=16)

    @property
    def decided(self) -> str:
        """What a sequential test has found: `stronger`, `no stronger`, or nothing yet."""
        if self.bounds is None or not self.ratios or abs(self.ratios[-1]) < self.bounds.stop:
            return ""
        return "stronger" if self.ratios[-1] > 0 else "no stronger"

    @property
    def digest(self) -> str:
        """BLAKE2b over the last digests of all games in their order, as 32 hex digits."""
        return self._hash.hexdigest()

    def is_wanted(self, name: BlockName) -> bool:
        """Whether a block counts: not once all is decided, or one of its agents is withdrawn."""
        pairing = self.pairs[name.pairing]
        left = self._together and self.withdrawn
        return not self.decided and not (left or {pairing.first, pairing.second} & self.withdrawn)

    def add(self, name: BlockName, rows: Sequence[Row]) -> None:
        """Count a block; its rows get their numbers."""
        for row in rows:
            row["game"] = self.games
            self.games += 1
            self._add_game(row)
        for place in range(len(self.pairs)) if self._together else [name.pairing]:
            self._add_block(place, rows)
        own = 1 if self._together else len(self.pairs)
        self.next = name.number * own + name.pairing + 1
        if self.bounds is not None:
            counts = score_counts(self.pairings[name.pairing].scores)
            ratio = log_likelihood_ratio([*counts], [*counts.values()], len(rows), self.bounds)
            self.ratios.append(ratio)

    def _add_block(self, place: int, rows: Sequence[Row]) -> None:
        """What a block tells of a pairing."""
        pairing, pair = self.pairings[place], self.pairs[place]
        names = self.names[pair.first], self.names[pair.second]
        total = 0.0
        for row in rows:
            seats = [row[f"seat_{column}"] for _, column in self._sides]
            share = row["points"]
            if self._together:
                share = points(standing_in_row(row, self._sides), seats, *names)
            total += share
            pairing.games += 1
            pairing.won += share > 0.5
            pairing.lost += share < 0.5
            if len(seats) > 2:
                for (side, _), agent in zip(self._sides, seats, strict=True):
                    if agent in names and seats.count(agent) == 1:
                        won = side in winners_of(row, [name for name, _ in self._sides])
                        pairing.alone.setdefault(agent, []).append(won)
        pairing.scores.append(total / len(rows))
        pairing.digests.add("".join(row["digest"] for row in rows))
        known = self.by_scenario.setdefault(rows[0]["scenario"], [[] for _ in self.pairs])
        known[place].append(total / len(rows))

    def _add_game(self, row: Row) -> None:
        self._hash.update(bytes.fromhex(row["digest"]))
        seats = [row[f"seat_{column}"] for _, column in self._sides]
        self.games_of.update({*seats})
        for (_, column), agent in zip(self._sides, seats, strict=True):
            if row[f"ms_{column}"] is not None:
                used = (row[f"orders_{column}"], row[f"turns_{column}"], row[f"ms_{column}"] / 1000)
                self.spent[agent] = self.spent.get(agent, Spent()).and_also(Spent(*used))
        self._count_forfeits(row, {*seats})

    def _count_forfeits(self, row: Row, agents: Set[str]) -> None:
        forfeited = next(
            (row[f"seat_{column}"] for side, column in self._sides if side == row["forfeit"]), None
        )
        for agent in agents:
            if agent != forfeited:
                self._in_a_row[agent] = 0
        if forfeited is None:
            return
        self.forfeits.append(ForfeitedGame(forfeited, row["game"], row["forfeit_reason"]))
        self._in_a_row[forfeited] += 1
        if self._in_a_row[forfeited] >= MOST_FORFEITS:
            self.withdrawn.add(list(self.names).index(forfeited))


def score_counts(scores: Sequence[float]) -> dict[float, int]:
    """How many blocks had each score, with those of pairs that none had."""
    counts = Counter(scores)
    return {value: counts[value] for value in sorted({*PAIR_VALUES, *counts})}
