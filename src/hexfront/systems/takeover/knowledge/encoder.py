"""Arrays for learners: the game, players, territories and cards as one player knows them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.systems.takeover.rules.estate import income, worth
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import BoundRules

GAME: Final = (
    "round",
    "last round",
    "phase",
    "player to move",
    "purchases",
    "conquered territory",
    "attacked from",
    "attacked territory",
    "dice of the aggressor",
    "dice of the defender",
    "round of the fight",
)
PLAYER: Final = ("money", "space", "out", "cards", "titles", "income", "worth")
"""Columns of `players`."""
TERRITORY: Final = ("quadrant", "group", "price", "income", "owner", "r-units", "ns-units", "level")
"""Columns of `territories`; the agents of each player come after them."""
_STATIC: Final = 4
_RICHEST: Final = np.iinfo(np.int32).max
"""More money than this is shown as this."""


class TakeoverEncoder:
    """What one player sees (TKO-3). Players count on from himself, who is 0; -1 is nobody.

    `game` (11,), `players` (p, 7), `territories` (t, 8 + p), `hand` and `unseen` (kinds of
    cards,): those in his own hand, and those in the pack or in the hands of others.
    """

    def __init__(self, rules: BoundRules, side: int) -> None:
        scenario = rules.scenario
        self._ring, self._side = rules.setting.ring, side
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)
        players = len(rules.sides)
        territories, cards = len(scenario.territories), len(scenario.file.cards)
        self._order = [(side + i) % players for i in range(players)]
        self._turned = np.array([*((i - side) % players for i in range(players)), s.NOBODY])
        """By player how many on from this one he sits; the last entry for nobody."""
        self.observation: dict[str, NDArray[np.int32]] = {
            "game": np.zeros(len(GAME), dtype=np.int32),
            "players": np.zeros((players, len(PLAYER)), dtype=np.int32),
            "territories": np.zeros((territories, len(TERRITORY) + players), dtype=np.int32),
            "hand": np.zeros(cards, dtype=np.int32),
            "unseen": np.zeros(cards, dtype=np.int32),
        }
        titles = self._ring.titles
        fixed = titles.quadrant, titles.group, titles.price, titles.income
        self.observation["territories"][:, :_STATIC] = np.column_stack(fixed)
        names = tuple(card.name for card in scenario.file.cards)
        self.names = {
            "game": GAME,
            "players": ("self", *(f"{number} on" for number in range(1, players))),
            "territories": tuple(space.name for space in scenario.territories),
            "hand": names,
            "unseen": names,
        }
        self.mask = np.zeros(rules.actions, dtype=np.int8)

    def encode(self, state: s.TakeoverState) -> None:
        """Write what the player may know, and what he may order (TKO-3, TKO-16)."""
        seen = self.observation
        seen["game"][:] = self._game(state)
        lands = seen["territories"]
        lands[:, _STATIC] = self._turned[state.territories.owner]
        goods = state.territories.goods
        lands[:, _STATIC + 1 : len(TERRITORY)] = goods
        lands[:, len(TERRITORY) :] = state.agents[:, self._order]
        for row, player in zip(seen["players"], self._order, strict=True):
            figures = (
                *state.players.words[player],
                state.hands[player].sum(),
                (state.territories.owner == player).sum(),
                income(self._ring, state, player),
                worth(self._ring, state, player),
            )
            row[:] = np.minimum(figures, _RICHEST)
        held = state.hands
        seen["hand"][:] = held[self._side]
        seen["unseen"][:] = state.pack + held.sum(axis=0) - held[self._side]
        count = int(list_choices(self._ring, state, self._side, self._codes))
        self.mask[:] = 0
        self.mask[self._codes[:count]] = 1

    def _game(self, state: s.TakeoverState) -> tuple[Any, ...]:
        game = state.game
        return (
            game.round,
            self._ring.rules.rounds,
            game.phase,
            self._turned[game.active],
            game.bought,
            game.chain,
            game.origin,
            game.target,
            game.pool[0],
            game.pool[1],
            game.battle_round,
        )
