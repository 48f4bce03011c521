"""The opponent `search`: tries plans on positions drawn from its view, and gives the best one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, ClassVar, Final

import numpy as np

from hexfront.blocks import Block
from hexfront.core.batch.game import BatchOpponents
from hexfront.core.contract import Position, Rules
from hexfront.core.dice import BLOCK_WORDS, Dice, dice_from_secret, secret_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.core.batch.rows import RANDOM
from hexfront.core.search.kernels import SearchKernels
from hexfront.core.search.plans import NOW_COLUMNS, PLANS, TRIALS, Manner, Plans, Search, SideDice, best_plan
from hexfront.jit import entry_of

MOST_PLANS: Final = 256
LONGEST: Final = 256
"""Orders of a plan; a longer one is gone on with by another search."""
KEY_WORDS: Final = 8
UNLIMITED: Final = 1 << 40
SLICE: Final = 0.02
"""Seconds after which a search with a limit of time looks at the clock."""


@dataclass(frozen=True)
class SearchGame:
    """A scenario made ready for search."""

    rules: Rules[Any]
    ground: Any
    start: Block
    kernels: SearchKernels
    read_view: Callable[[Any, Block], None]
    """(view, packed): write the packed view of the viewer."""
    opponents: BatchOpponents
    ticks: int
    """How many times of the game are a turn of a side."""
    share: float
    """The part of what is left of a turn's budget that one search takes."""
    policy: str
    """The opponent that plays trials on, if nothing else is asked for."""
    reply: str
    """The opponent that plays the other sides in the turn that is searched."""
    iterations: int
    """Trials a turn, if nothing else is asked for."""
    depth: int = 0
    """Turns of a trial, if nothing else is asked for; 0: to the end."""
    remembers: bool = False
    """Whether opponents remember more than orders to come."""


class SearchAgent:
    """Tries plans of the scripted opponents, and changes of these, and gives the best one."""

    make_game: ClassVar[Callable[[Any], SearchGame]]

    def __init__(
        self,
        rules: Any,
        side: int,
        dice: Dice,
        *,
        iterations: int | None = None,
        time: float | None = None,
        determinizations: int = 0,
        depth: int | None = None,
        rollout: str | None = None,
        reply: str | None = None,
        exploration: float = 0.3,
        widening: float = 2.0,
        lead: float = 0.1,
        seed: int | None = None,
    ) -> None:
        """A player of one side.

        Args:
            iterations: trials a turn; by default as many as the system says, without a limit
                where a time is given.
            time: seconds a turn; by default no limit.
            determinizations: states drawn from a view; 0 for a new one each trial.
            depth: turns of a trial, with that which is searched; 0 to play it to the end.
            rollout: who plays trials on: `random`, or a scripted opponent.
            reply: who plays the other sides in the turn that is searched.
            exploration: how much plans with few trials are preferred.
            widening: how many plans there are at most, times the root of the trials.
            lead: what the last position of a game counts, from 0 to 1; the result counts the rest.
            seed: of its dice; by default those that it is given.

        Errors: `InputError`.
        """
        self.game = game = type(self).make_game(rules)
        self.side = side
        known = ("random", *game.opponents.names)
        policy = _one_of("rollout", rollout or game.policy, known)
        replies = _one_of("reply", reply or rollout or game.reply, known)
        if iterations is None:
            iterations = game.iterations if time is None else UNLIMITED
        self._iterations, self._seconds = iterations, time
        self._manner = Manner(
            policy,
            replies,
            game.ticks,
            len(game.opponents.names) if policy != RANDOM else 0,
            float(exploration),
            float(widening),
            game.depth if depth is None else depth,
            determinizations,
            float(lead),
            0,
        )
        key = dice.key if seed is None else dice_from_secret(secret_from_seed(seed)).key
        self._search = _new_search(game, key.tobytes())
        self._root = game.start.copy()
        self._entries: dict[str, Any] = {}
        self._plan: list[int] = []
        self._thoughts = 0
        self._turn = -1
        self._left = (0, 0.0)

    def decide(self, position: Position) -> int:
        """The next order of its plan, while that is legal; else of a new one."""
        choices = position.choices
        if len(choices) == 1:
            self._plan = self._plan[1:]
            return choices[0]
        if not self._plan or self._plan[0] not in choices:
            self._plan = self.plan(position)
        order = self._plan.pop(0)
        return order if order in choices else choices[0]

    def plan(self, position: Position) -> list[int]:
        """The best plan that is found within the budget."""
        game, search = self.game, self._search
        game.read_view(position.view, self._root)
        self._thoughts += 1
        manner = self._manner._replace(stream=self._thoughts << 32)
        search.now[:] = 0
        if game.remembers:
            self._call("attend", manner, self.side)
        iterations, seconds = self._budget(position.view.time)
        began, done, some = perf_counter(), 0, 1
        while done < iterations:
            some = min(some, iterations - done)
            self._call("think", manner, self.side, some)
            done += some
            if self._seconds is not None:
                spent = perf_counter() - began
                if spent >= seconds:
                    break
                some = max(1, min(2 * some, int(done * SLICE / spent)))
            else:
                some = iterations
        self._left = self._left[0] - done, self._left[1] - (perf_counter() - began)
        return self.best

    @property
    def best(self) -> list[int]:
        """The best plan so far."""
        plans = self._search.plans
        best = best_plan(self._search)
        orders: list[int] = plans.orders[best, : plans.length[best]].tolist()
        return orders

    def _budget(self, time: int) -> tuple[int, float]:
        """Trials and seconds of the next search: a part of what is left of the turn's."""
        turn = time // self.game.ticks
        if turn != self._turn:
            self._turn, self._left = turn, (self._iterations, self._seconds or 0.0)
        iterations, seconds = self._left
        share = self.game.share
        return max(1, int(iterations * share)), seconds * share

    def _call(self, name: str, *more: Any) -> None:
        game = self.game
        arguments = (game.ground, game.opponents.lore, self._root, self._search, *more)
        entry = self._entries.get(name)
        if entry is None:
            kernel = getattr(game.kernels, name)
            kernel(*arguments)
            self._entries[name] = entry_of(kernel, arguments)
        else:
            entry(*arguments)


def _one_of(option: str, value: str, known: Sequence[str]) -> int:
    """The number of a player. Errors: `InputError`."""
    if value not in known:
        raise InputError.at(option, value, f"one of: {', '.join(known)}")
    return known.index(value)


def _new_search(game: SearchGame, key: bytes) -> Search:
    """Space for a search, with dice of its own."""
    sides, actions = len(game.rules.sides), game.rules.actions
    names = ("chance", "guess", "whim", *map(str, range(sides)))
    secrets = [hashlib.sha256(key + name.encode()).digest() for name in names]
    chance, guess, whim = map(dice_from_secret, secrets[:3])
    keys = np.array([np.frombuffer(secret, dtype="<u4") for secret in secrets[3:]])
    plans = Plans(
        np.zeros((MOST_PLANS, LONGEST), dtype=np.int64),
        np.zeros(MOST_PLANS, dtype=np.int64),
        np.zeros(MOST_PLANS, dtype=np.int64),
        np.zeros(MOST_PLANS),
    )
    return Search(
        plans,
        np.zeros(NOW_COLUMNS, dtype=np.int64),
        chance,
        guess,
        whim,
        SideDice(
            keys.astype(np.uint32),
            np.zeros((sides, 2), dtype=np.int64),
            np.zeros((sides, BLOCK_WORDS), dtype=np.int64),
        ),
        game.opponents.fresh.copy(),
        np.zeros((sides, game.opponents.fresh.shape[1]), dtype=np.int64),
        np.zeros(actions, dtype=np.int64),
        np.zeros(LONGEST, dtype=np.int64),
        np.zeros(sides),
        np.zeros(sides),
        NO_LOG,
        game.start.copy(),
        game.start.copy(),
        game.opponents.make_room(),
    )
