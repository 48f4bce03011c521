"""Arrays for learners, one game at a time: `observation` writes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int, direct
from hexfront.systems.takeover.knowledge.observation import (
    GAME,
    Seen,
    observation_spec,
    player_names,
    write_observation,
)
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.scenario.loader import BoundRules
from hexfront.systems.takeover.scenario.state import TakeoverState


class TakeoverEncoder:
    """What one player sees (TKO-3). Players count on from himself, who is 0; -1 is nobody.

    `game` (11,), `players` (p, 7), `titles` (t, 4), `territories` (t, 4 + p), `hand` and
    `unseen` (kinds of cards,): those in his own hand, and those in the pack or in the hands of
    others. `observation_spec` has the names of the columns and their limits.
    """

    _write = direct(write_observation)
    _list = direct(list_choices)

    def __init__(self, rules: BoundRules, side: int) -> None:
        scenario = rules.scenario
        self._ring, self._side = rules.setting.ring, side
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)
        made = [
            np.zeros((1, *each.shape), dtype=each.dtype) for each in observation_spec(rules.setting)
        ]
        self._seen = Seen(*made)
        self.observation: dict[str, NDArray[Any]] = {
            name: array[0] for name, array in self._seen._asdict().items()
        }
        territories = tuple(space.name for space in scenario.territories)
        self.names = {
            "game": GAME,
            "players": player_names(len(rules.sides)),
            "titles": territories,
            "territories": territories,
            "hand": rules.setting.cards,
            "unseen": rules.setting.cards,
        }
        self.mask = np.zeros(rules.actions, dtype=np.int8)

    def encode(self, state: TakeoverState) -> None:
        """Write what the player may know, and what he may order (TKO-3, TKO-16)."""
        self._write(self._ring, state, self._side, self._seen, 0)
        count = int(self._list(self._ring, state, self._side, self._codes))
        self.mask[:] = 0
        self.mask[self._codes[:count]] = 1
