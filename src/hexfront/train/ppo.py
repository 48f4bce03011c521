"""Proximal policy optimization (Schulman and others, 2017) with masked orders, of one side."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.core.batch.rewards import leads
from hexfront.train.learner import Learner, Seen, Tensors, draw
from hexfront.train.settings import Settings


class Played(NamedTuple):
    """Positions of a rollout, one after another, and what was found of them."""

    inputs: Tensors
    chosen: torch.Tensor
    """Slots."""
    before: torch.Tensor
    """Their log-probabilities then."""
    gain: torch.Tensor
    """Advantages."""
    returns: torch.Tensor
    points: float
    """Won games, and half of the drawn ones."""
    games: int
    """That ended."""


def play(
    settings: Settings, learner: Learner, env: HexfrontVectorEnv, seen: Seen
) -> tuple[Seen, Played]:
    """Step all games of an environment; gives what is seen then, and what was played."""
    kept: list[tuple[Tensors, torch.Tensor, torch.Tensor]] = []
    values, rewards, ends, points, games = [], [], [], 0.0, 0
    with torch.no_grad():
        for _ in range(settings.steps):
            inputs = learner.inputs(seen)
            logs, value = learner(inputs)
            chosen = draw(logs)
            orders = learner.form.slots.orders(chosen.cpu().numpy(), seen["action_mask"])
            seen, reward, over, cut, infos = env.step(orders)
            reward = np.asarray(reward, np.float32)
            ended = over | cut
            points += float(((1 + reward[over]) / 2).sum())
            games += int(ended.sum())
            if settings.scores and over.any():
                lead = [leads(row)[env.side] for row in infos["scores"][over].tolist()]
                reward[over] += settings.scores * np.array(lead, dtype=np.float32)
            if cut.any():  # A game that was cut off is worth what it promised.
                last = env.batch.final_observation | {"action_mask": seen["action_mask"]}
                worth = learner(learner.inputs(last))[1].cpu().numpy()
                reward += settings.discount * np.where(cut, worth, 0)
            kept.append((inputs, chosen, logs.gather(1, chosen[:, None]).squeeze(1)))
            values.append(value)
            rewards.append(torch.from_numpy(reward).to(learner.device))
            ends.append(torch.from_numpy(ended).to(learner.device))
        values.append(learner(learner.inputs(seen))[1])
    gain, gains = torch.zeros_like(values[0]), []
    for at in reversed(range(settings.steps)):
        on = settings.discount * (~ends[at]).float()
        gain = rewards[at] + on * values[at + 1] - values[at] + on * settings.trace * gain
        gains.append(gain)
    advantages = torch.cat(gains[::-1])
    played = Played(
        {name: torch.cat([each[0][name] for each in kept]) for name in kept[0][0]},
        torch.cat([each[1] for each in kept]),
        torch.cat([each[2] for each in kept]),
        advantages,
        advantages + torch.cat(values[:-1]),
        points,
        games,
    )
    return seen, played


def together(parts: list[Played]) -> Played:
    """What was played in several environments."""
    names = parts[0].inputs
    return Played(
        {name: torch.cat([part.inputs[name] for part in parts]) for name in names},
        torch.cat([part.chosen for part in parts]),
        torch.cat([part.before for part in parts]),
        torch.cat([part.gain for part in parts]),
        torch.cat([part.returns for part in parts]),
        sum(part.points for part in parts),
        sum(part.games for part in parts),
    )


def improve(settings: Settings, learner: Learner, played: Played, *, values_only: bool) -> None:
    """Some epochs of gradients over what was played; with `values_only` the policy stays."""
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(played.chosen)).split(settings.batch):
            logs, value = learner({name: each[rows] for name, each in played.inputs.items()})
            loss = 0.5 * (value - played.returns[rows]).square().mean()
            gain = played.gain[rows]
            if not values_only:
                gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
                chosen = logs.gather(1, played.chosen[rows, None]).squeeze(1)
                ratio = (chosen - played.before[rows]).exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                chance = -(logs.exp() * logs).sum(dim=1).mean()
                loss = loss - settings.entropy * chance
                loss = loss - torch.minimum(ratio * gain, clipped * gain).mean()
            learner.descend(loss)
