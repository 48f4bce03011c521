"""What a study counts in games of Takeover: takeovers, rounds of battle, and how riches grow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexfront.core.events import FIRST_FIELD, KIND, kind_of
from hexfront.core.study.tally import Count, Curve, Figure, Value, column_names
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.rules.engagement import (
    Conquered,
    LeftGame,
    Repelled,
    RoundFought,
)
from hexfront.systems.takeover.rules.estate import GoodBought, TitleBought, worth
from hexfront.systems.takeover.rules.takeovers import CardSpent
from hexfront.systems.takeover.scenario.state import (
    Phase,
    TakeoverState,
)

WON, LOST, BOUGHT, GOODS, CARDS = "won", "lost", "titles", "goods", "cards"
BY_PLAYER = (
    (WON, "Takeovers won"),
    (LOST, "Takeovers lost"),
    (BOUGHT, "Titles bought"),
    (GOODS, "Units, levels and agents bought"),
    (CARDS, "Cards played"),
)
EVENTS = {
    kind_of(Conquered).code: WON,
    kind_of(Repelled).code: LOST,
    kind_of(TitleBought).code: BOUGHT,
    kind_of(GoodBought).code: GOODS,
    kind_of(CardSpent).code: CARDS,
}
"""What the first field of an event, its player, is counted for."""
ROUND, OUT = kind_of(RoundFought).code, kind_of(LeftGame).code


class TakeoverTally:
    """Counts games of one scenario."""

    time_unit = "round"

    def __init__(self, rules: TakeoverRules) -> None:
        self._ring = rules.ring
        titles = [player.title for player in rules.scenario.players]
        self._players = column_names(rules.sides)
        each = list(zip(self._players, titles, strict=True))
        self.figures = (
            *(
                Figure(f"{what}_{name}", "A player's game", row, title)
                for what, row in BY_PLAYER
                for name, title in each
            ),
            *(Figure(f"out_{name}", "Round in which out", title, "round") for name, title in each),
            Figure("battle_rounds", "Battle rounds", "all players", "rounds"),
        )
        players = range(len(titles))
        self.curves = (
            *(Curve("worth", "What each player owns", player) for player in players),
            *(Curve("titles", "Titles", player) for player in players),
        )

    def begin(self, state: TakeoverState) -> None:
        """Forget the game before; round 0 is the position at the start."""
        self._counts: dict[str, Value] = {figure.name: 0 for figure in self.figures}
        self._counts |= {f"out_{name}": None for name in self._players}
        self._at = [0]
        self._curves = [self._reading(state)]

    def take(self, time: int, rows: NDArray[np.int64], state: TakeoverState) -> None:
        """Count takeovers and purchases; read the curves where a round has ended."""
        round_ = state.game.round
        for row in rows.tolist():
            kind, player = row[KIND], row[FIRST_FIELD]
            if kind in EVENTS:
                self._add(f"{EVENTS[kind]}_{self._players[player]}")
            elif kind == ROUND:
                self._add("battle_rounds")
            elif kind == OUT:
                # The state may already be that of the next round.
                self._counts[f"out_{self._players[player]}"] = time // len(self._players) + 1
        last = self._ring.rules.rounds
        over = state.game.phase == Phase.OVER
        ended = min(round_, last) if over else round_ - 1
        if ended > self._at[-1]:
            self._at.append(ended)
            self._curves.append(self._reading(state))

    def count(self) -> Count:
        """What came of the game."""
        return Count([self._counts[figure.name] for figure in self.figures], self._at, self._curves)

    def _add(self, column: str) -> None:
        number = self._counts[column]
        self._counts[column] = (number if isinstance(number, int) else 0) + 1

    def _reading(self, state: TakeoverState) -> list[float]:
        players = range(len(self._players))
        rich = [float(worth(self._ring, state, player)) for player in players]
        titles = [float((state.territories.owner == player).sum()) for player in players]
        return [*rich, *titles]
