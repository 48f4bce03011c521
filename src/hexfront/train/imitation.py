"""Beginning as a scripted opponent: its games are played again, and its orders learnt by heart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hexfront.batch import Batch
from hexfront.batch.playing import KernelTable, numbers_of
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_secret, secret_from_seed
from hexfront.core.events import EventLog
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


def play_games(
    game: BatchGame, seats: Sequence[str], games: int, seed: int
) -> list[list[tuple[int, int]]]:
    """What opponents in kernels order, game by game: sides and orders one after another.

    Chance is that of rows of a batch with the seeds from `seed` on.
    """
    plays = numbers_of(game, seats)
    if plays is None:
        raise ValueError(f"no kernels: {seats}")
    table, log, found = KernelTable(game, plays), EventLog(), []
    for number in range(seed, seed + games):
        own = [
            dice_from_secret(secret_from_seed(number, 0, f"opponent {side}"))
            for side in range(len(seats))
        ]
        table.begin(dice_from_secret(secret_from_seed(number)), own)
        steps: list[tuple[int, int]] = []
        while game.rules.decision(table.state).kind != Kind.OVER:
            log.clear()
            steps += [(step.actor, step.order) for step in table.play_on(log, MOST_EVENTS)]
        found.append([step for step in steps if step[0] >= 0])
    return found


def examples_of(
    game: BatchGame, played: Sequence[Sequence[tuple[int, int]]], seed: int
) -> list[Examples]:
    """By side, every position of these games in which it ordered."""
    batch = Batch(game, len(played), autoreset="disabled")
    batch.reset(seed)
    sides = range(len(game.rules.sides))
    kept: list[list[tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any]]]] = [
        [] for _ in sides
    ]
    result = np.zeros((len(played), len(sides)), dtype=np.float32)
    for number in range(max(map(len, played))):
        going = np.array([number < len(steps) for steps in played])
        given = np.array([steps[number] if number < len(steps) else (0, 0) for steps in played])
        for side in sides:
            rows = np.flatnonzero(going & (given[:, 0] == side))
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
