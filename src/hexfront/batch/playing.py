"""Games that opponents in kernels play to their end, one after another, with their events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from hexfront.batch import storage
from hexfront.blocks import Block, Int, copy_block
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.rows import RANDOM
from hexfront.core.contract import Step
from hexfront.core.dice import Dice
from hexfront.core.events import EventLog
from hexfront.core.system import System
from hexfront.jit import entry_of

MOST_STEPS: Final = 4096
"""So many are noted at a time."""


def numbers_of(game: BatchGame, seats: Sequence[str]) -> list[int] | None:
    """The opponents of all sides by their numbers; None where one of them is no kernel."""
    known = ("random", *(game.opponents.names if game.opponents else ()))
    if not all(name in known for name in seats):
        return None
    return [RANDOM + known.index(name) for name in seats]


class KernelTable:
    """A table at which opponents in kernels sit on all seats."""

    def __init__(self, game: BatchGame, plays: Sequence[int]) -> None:
        """`plays`: the number of the opponent on each seat (`numbers_of`)."""
        self._game = game
        self._plays = np.array(plays, dtype=np.int64)
        self._games = storage.new_games(game, 1)
        self._players = storage.new_players(game, 1, self._plays)
        self._room = storage.new_room(game)
        self._steps: Int = np.zeros((MOST_STEPS, 2), dtype=np.int64)
        self._entry: Any = None
        """The machine code of what plays on, once there is some."""
        self.state: Block = type(game.start)(self._games.states[0])
        """The position; it changes with `play_on`."""

    def begin(self, chance: Dice, own: Sequence[Dice]) -> None:
        """A new game, with dice for chance and for each side. They are copied."""
        copy_block(self.state, self._game.start)
        games, players = self._games, self._players
        games.key[0], games.position[0], games.block[0] = chance
        sides = len(self._plays)
        for side, dice in enumerate(own):
            players.key[0, side], players.position[0, side], players.block[0, side] = dice
            opponent = int(self._plays[side])
            if opponent > RANDOM:
                players.memory[side] = players.fresh[(opponent - RANDOM - 1) * sides + side]

    def play_on(self, out: EventLog, most_events: int) -> Sequence[Step]:
        """Play while the time stays as it is, or until so many events are told; the steps."""
        game, steps = self._game, self._steps
        if self._room.log is not out.rows:
            self._room = self._room._replace(log=out.rows)
        lore: Any = game.ground if game.opponents is None else game.opponents.lore
        fixed = game.ground, lore, game.start, self._games, self._players
        arguments = (*fixed, self._room, steps, most_events)
        if self._entry is None:
            count = game.kernels.play_moment(*arguments)
            self._entry = entry_of(game.kernels.play_moment, arguments)
        else:
            count = self._entry(*arguments)
        return [Step(*step) for step in steps[: int(count)].tolist()]


def kernel_table(system: System, rules: Any, seats: Sequence[str]) -> KernelTable | None:
    """A table for games of these opponents; None where the system or one of them has no kernels."""
    if system.learning.batch is None:
        return None
    game = system.learning.batch(rules)
    plays = numbers_of(game, seats)
    return None if plays is None else KernelTable(game, plays)
