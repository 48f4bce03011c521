"""What leaves for learners and for opponents in kernels, and whether batches play by the rules."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.batch import Batch
from hexfront.batch.games import batch_game
from hexfront.conformance.snapshot import Snapshot
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.rewards import rewards
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_secret, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.state import digest
from hexfront.core.system import System

KEPT: Final = 32
"""So many scenarios' arrays are kept for the next look."""


class LearnersView:
    """The arrays of one scenario's learners, and the packed view of its opponents."""

    def __init__(self, game: BatchGame) -> None:
        self.rules = game.rules
        self._ground, self._given = game.ground, game.kernels.given
        self._names = [spec.name for spec in game.spec]
        self._seen = game.seen(*(np.zeros((1, *s.shape), dtype=s.dtype) for s in game.spec))
        self._packed = game.start.copy()

    def arrays(self, state: Any, side: int) -> dict[str, NDArray[Any]]:
        """What a side observes, until it is asked for again."""
        self._given.write_observation(self._ground, state, side, self._seen, 0)
        return {name: array[0] for name, array in zip(self._names, self._seen, strict=True)}

    def digests(self, state: Any, side: int) -> dict[str, str]:
        """A hash of each array that a side gets, and of its packed view."""
        found = {name: _hash(array) for name, array in self.arrays(state, side).items()}
        if self._given.pack_view is not None:
            self._given.pack_view(self._ground, state, side, self._packed)
            found["packed view"] = _hash(self._packed.words)
        return found


def _hash(array: NDArray[Any]) -> str:
    return hashlib.blake2b(array.tobytes(), digest_size=8).hexdigest()


_KEPT: OrderedDict[int, LearnersView] = OrderedDict()


def learners_view(system: System, rules: Rules[Any]) -> LearnersView | None:
    """What learners of a scenario get; None where that is the view itself, as numbers."""
    if system.learning.batch is None:
        return None
    found = _KEPT.get(id(rules))
    if found is None or found.rules is not rules:
        found = LearnersView(batch_game(system, rules))
        _KEPT[id(rules)] = found
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
    return found


def check_batch(
    system: System, rules: Rules[Any], seed: int, games: int = 3, steps: int = 400
) -> int:
    """Rows of a batch are the games that `Rules` play; gives how many were played to their end.

    Random legal orders, so many in each row at most: state, legal orders, the side that must
    order, rewards, scores and ends are compared after each; what is observed keeps its limits.
    Where a system has arrays of its own, two positions that look alike to a side have the same
    legal orders: a half-entered order is seen.
    """
    batch = Batch(batch_game(system, rules), games, autoreset="disabled")
    batch.reset(seed)
    chance = np.random.default_rng(seed)
    twins = [_Twin(system, rules, batch, row, seed) for row in range(games)]
    masks: dict[tuple[int, bytes], bytes] = {}
    for twin in twins:
        twin.compare(batch, masks)
    for _ in range(steps):
        if batch.ended.all():
            break
        orders = batch.sample(chance)
        sides, on = batch.to_move.copy(), batch.ended == 0
        batch.step(orders, on)
        for row in np.flatnonzero(on).tolist():
            twins[row].order(int(sides[row]), int(orders[row]))
            twins[row].compare(batch, masks)
    return int(batch.ended.sum())


class _Twin:
    """The game of a row, played step by step."""

    def __init__(
        self, system: System, rules: Rules[Any], batch: Batch, row: int, seed: int
    ) -> None:
        self._system, self._rules, self._row, self._seed = system, rules, row, seed
        self._dice = dice_from_secret(batch.secret(row), int(batch.number[row]))
        self._state, self._log, self._steps = rules.start(), EventLog(), 0
        self._settle()

    def order(self, side: int, order: int) -> None:
        """An order, and what chance answers."""
        self._apply(Step(side, order))
        self._settle()

    def _settle(self) -> None:
        while self._rules.decision(self._state).kind == Kind.CHANCE:
            weights = self._rules.chances(self._state).weights
            self._apply(Step(CHANCE, draw_outcome(weights, self._dice)))

    def _apply(self, step: Step) -> None:
        self._log.clear()
        self._rules.apply(self._state, step, self._log)
        self._steps += 1

    def compare(self, batch: Batch, masks: dict[tuple[int, bytes], bytes]) -> None:
        """Everything that the batch says of the row."""
        rules, state, row = self._rules, self._state, self._row
        at = Snapshot(self._system, rules, state, self._seed, self._steps)
        at.demand(digest(batch.state(row)) == digest(state), f"row {row} has another state")
        decision, mask = rules.decision(state), batch.mask[row]
        ended = decision.kind == Kind.OVER
        at.demand(bool(batch.ended[row]) == ended, f"row {row}: ended is wrong")
        at.demand(bool(batch.terminated[row]) == ended, f"row {row}: terminated is wrong")
        result = rules.result(state)
        expected = rewards(result, len(rules.sides))
        at.demand(np.allclose(batch.rewards[row], expected), f"row {row}: rewards {expected}")
        if result is not None:
            scores = result.scores or (0.0,) * len(rules.sides)
            at.demand(np.allclose(batch.scores[row], scores), f"row {row}: scores {scores}")
            at.demand(bool(mask.all()), f"row {row} is over and its mask is not all 1")
            return
        side = int(batch.to_move[row])
        at.demand(side == min(decision.sides), f"row {row}: side {side} is to move")
        legal = [int(order) for order in rules.choices(state, side)]
        at.demand(np.flatnonzero(mask).tolist() == legal, f"row {row}: the mask is {mask}")
        self._look(at, batch, side, mask, masks)

    def _look(
        self,
        at: Snapshot,
        batch: Batch,
        side: int,
        mask: NDArray[np.int8],
        masks: dict[tuple[int, bytes], bytes],
    ) -> None:
        """What is observed keeps its limits, and tells positions apart that ask for others."""
        look = b""
        for spec in batch.game.spec:
            array = batch.observation[spec.name][self._row]
            within = bool(((array >= spec.low) & (array <= spec.high)).all())
            at.demand(within, f"side {side}: {spec.name} leaves its limits")
            look += array.tobytes()
        if self._system.learning.batch is not None:
            same = masks.setdefault((side, look), mask.tobytes())
            at.demand(same == mask.tobytes(), f"side {side} sees the same with other legal orders")
