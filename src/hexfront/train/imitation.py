"""Beginning as another opponent: its games are played again, and its orders learnt by heart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from hexfront.agents import named_agent
from hexfront.batch import Batch
from hexfront.batch.playing import KernelTable, numbers_of
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Kind, Step
from hexfront.core.dice import Dice, dice_from_secret, secret_from_seed
from hexfront.core.events import EventLog
from hexfront.core.study.self_play import play_on
from hexfront.core.system import System
from hexfront.train.learner import Learner, Seen

MOST_EVENTS = 2048
CHANCE = 0.1
"""What chance in the choices is worth: who is sure of all that he learnt by heart tries nothing."""


@dataclass
class Examples:
    """Positions of one side with what was ordered in them, and how the games ended for it."""

    seen: dict[str, NDArray[Any]]
    """Observations, with `action_mask` as bits."""
    orders: NDArray[np.int64]
    results: NDArray[np.float32]

    def rows(self, chosen: NDArray[Any], actions: int) -> Seen:
        """Some of the observations."""
        found = {name: array[chosen] for name, array in self.seen.items()}
        found["action_mask"] = np.unpackbits(found["action_mask"], axis=1, count=actions)
        return found


class Played(NamedTuple):
    """A game that opponents have played."""

    seats: tuple[str, ...]
    """Who led each side."""
    orders: list[tuple[int, int]]
    """Sides and orders, one after another."""


def seats_of(whom: str, other: str, sides: int, number: int) -> tuple[str, ...]:
    """Who plays the game with this number, so that `whom` can be imitated.

    In every second game it leads all sides, in the others one side in turn, against `other`.
    """
    if number % 2 == 0:
        return (whom,) * sides
    alone = number // 2 % sides
    return tuple(whom if side == alone else other for side in range(sides))


def play_games(
    system: System, game: BatchGame, seats: Iterable[Sequence[str]], seed: int
) -> list[Played]:
    """Let opponents play a game for each row of seats, in kernels where all of them are such.

    Chance is that of rows of a batch with the seeds from `seed` on. Errors: `InputError` for an
    opponent that there is not.
    """
    tables: dict[tuple[str, ...], KernelTable] = {}
    found = []
    for number, names in enumerate(map(tuple, seats), seed):
        plays = numbers_of(game, names)
        if plays is not None and names not in tables:
            tables[names] = KernelTable(game, plays)
        chance = dice_from_secret(secret_from_seed(number))
        own = [
            dice_from_secret(secret_from_seed(number, 0, f"opponent {side}"))
            for side in range(len(names))
        ]
        if names in tables:
            steps = _play_in_kernels(game, tables[names], chance, own)
        else:
            makers = [named_agent(system, name) for name in names]
            agents = [make(game.rules, side, own[side]) for side, make in enumerate(makers)]
            started = play_on(game.rules, game.rules.start(), agents, chance)
            steps = [step for step, _ in started]
        found.append(Played(names, [(step.actor, step.order) for step in steps if step.actor >= 0]))
    return found


def _play_in_kernels(
    game: BatchGame, table: KernelTable, chance: Dice, own: Sequence[Dice]
) -> list[Step]:
    """Play one game to its end."""
    log = EventLog()
    steps: list[Step] = []
    table.begin(chance, own)
    while game.rules.decision(table.state).kind != Kind.OVER:
        log.clear()
        steps += table.play_on(log, MOST_EVENTS)
    return steps


def examples_of(game: BatchGame, played: Sequence[Played], whom: str, seed: int) -> list[Examples]:
    """By side, every position of these games in which `whom` ordered for it."""
    batch = Batch(game, len(played), autoreset="disabled")
    batch.reset(seed)
    sides = range(len(game.rules.sides))
    learnt = np.array([[name == whom for name in each.seats] for each in played])
    kept: list[list[tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any]]]] = [
        [] for _ in sides
    ]
    result = np.zeros((len(played), len(sides)), dtype=np.float32)
    for number in range(max(len(each.orders) for each in played)):
        going = np.array([number < len(each.orders) for each in played])
        given = np.array([next(iter(each.orders[number:]), (0, 0)) for each in played])
        for side in sides:
            rows = np.flatnonzero(going & learnt[:, side] & (given[:, 0] == side))
            if len(rows):
                seen = {name: array[rows] for name, array in batch.observation.items()}
                seen["action_mask"] = np.packbits(batch.mask[rows], axis=1)
                kept[side].append((seen, given[rows, 1], rows))
        batch.step(given[:, 1], going)
        result[batch.terminated] = batch.rewards[batch.terminated]
    found = []
    for side in sides:
        names = kept[side][0][0].keys()
        rows = np.concatenate([each[2] for each in kept[side]])
        found.append(
            Examples(
                {name: np.concatenate([each[0][name] for each in kept[side]]) for name in names},
                np.concatenate([each[1] for each in kept[side]]),
                result[rows, side],
            )
        )
    return found


def imitate(
    learner: Learner, examples: Examples, actions: int, epochs: int, batch: int
) -> Iterator[tuple[float, float]]:
    """Learn these orders, and the results as values.

    After each epoch: the loss, and the share of orders that were its first choice.
    """
    count = len(examples.orders)
    labels = learner.form.slots.numbers(examples.orders)
    for _ in range(epochs):
        losses, right = 0.0, 0
        for rows in torch.randperm(count).split(batch):
            chosen = rows.numpy()
            inputs = learner.inputs(examples.rows(chosen, actions))
            wanted = torch.from_numpy(labels[chosen]).to(learner.device)
            known = inputs["mask"].gather(1, wanted[:, None]).squeeze(1)
            logs, values = learner(inputs)
            worth = torch.from_numpy(examples.results[chosen]).to(learner.device)
            loss = torch.nn.functional.nll_loss(logs[known], wanted[known])
            right += int((logs.argmax(dim=1) == wanted).sum())
            losses += float(loss.detach()) * len(rows)
            chance = -(logs.exp() * logs).sum(dim=1).mean()
            learner.descend(loss - CHANCE * chance + 0.5 * (values - worth).square().mean())
        yield losses / count, right / count
