"""Whom a side plays while it learns: scripted opponents, the others, and the others of earlier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hexfront.adapters.opponents import Opponent
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.train.learner import Learner, Policy, Seen
from hexfront.train.settings import EARLIER, ITSELF, Settings

Arrays = Mapping[str, NDArray[np.float32]]
MOST_EARLIER = 20
"""So many earlier selves are kept: every second one goes where there would be more."""


class League:
    """The environments of one side, one for each kind of opponent."""

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        learners: Sequence[Learner],
        side: int,
    ) -> None:
        """`names`: the opponents. Errors: `InputError`."""
        self._settings, self._learners, self.side = settings, learners, side
        self._earlier: list[list[Policy]] = []
        """Of each environment with such opponents, theirs."""
        self.envs = []
        for number, name in enumerate(names):
            games = settings.games // len(names) + (number < settings.games % len(names))
            self.envs.append(environment(settings, side, self._seats(name), games))
        self.seen: list[Seen] = []

    def begin(self, pool: Sequence[Sequence[Arrays]], update: int) -> None:
        """Begin all games of a period; `pool` has earlier weights, of all sides."""
        chance = np.random.default_rng([self._settings.seed, self.side, update])
        for policies in self._earlier:
            weights = pool[int(chance.integers(len(pool)))]
            for side, policy in zip(self._others, policies, strict=True):
                device = self._learners[side].device
                policy.weights = {
                    name: torch.from_numpy(each).to(device) for name, each in weights[side].items()
                }
        self.seen = []
        for env in self.envs:
            seed = int(chance.integers(1 << 60))
            self.seen.append(env.reset(seed=seed)[0])

    @property
    def _others(self) -> list[int]:
        return [side for side in range(len(self._learners)) if side != self.side]

    def _seats(self, name: str) -> Opponent | list[Opponent]:
        """The players of the other sides."""
        if name not in (EARLIER, ITSELF):
            return name
        policies = [Policy(self._learners[s], self._learners[s].weights) for s in self._others]
        if name == EARLIER:
            self._earlier.append(policies)
        return list[Any](policies)


def environment(
    settings: Settings, side: int, opponent: Opponent | list[Opponent], games: int
) -> HexfrontVectorEnv:
    """So many games of a side that begin anew as they end. Errors: `InputError`."""
    return HexfrontVectorEnv(
        settings.system,
        games,
        settings.scenario,
        dict(settings.options),
        side=side,
        opponent=opponent,
        autoreset="same_step",
        threads=1,
        copy=False,
    )


def examine(env: HexfrontVectorEnv, policy: Policy, seed: int) -> float:
    """The share of points of a side in one game of each row, with the orders it thinks best."""
    seen, _ = env.reset(seed=seed)
    first, points = np.ones(env.num_envs, dtype=np.bool_), 0.0
    while first.any():
        seen, rewards, over, cut, _ = env.step(policy(seen))
        points += float(((1 + rewards[first & over]) / 2).sum())
        first &= ~(over | cut)
    return points / env.num_envs
