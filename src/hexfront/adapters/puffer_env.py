"""PufferLib's interface: many games of one side, written into the buffers that it gives.

`pufferlib.vector.make(HexfrontPuffer, env_kwargs={"system": "brigade", "num_envs": 1024})`, or
`HexfrontPuffer("brigade", 1024)`, which works without the package too.  PufferLib wants one flat
array; `parts` says where in it each array of `hexfront.adapters.vector_env` stands, and the
mask of legal actions last.  Tried with PufferLib 3.0.0, in one process and in several.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hexfront.adapters.opponents import Opponent
from hexfront.adapters.shaping import Potential
from hexfront.adapters.spaces import Observation
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.batch.batch import Illegal, Reward
from hexfront.core.errors import InputError


class Part(NamedTuple):
    """Where an array stands in the flat one."""

    first: int
    last: int
    """Before this one it ends."""
    shape: tuple[int, ...]
    """In one game."""


class _OwnBuffers:
    """What `pufferlib.PufferEnv` does for an environment, where it is not installed."""

    num_agents: int
    single_observation_space: spaces.Box
    single_action_space: spaces.Discrete

    def __init__(self, buf: Any = None) -> None:
        count, space = self.num_agents, self.single_observation_space
        made = {
            "observations": np.zeros((count, *space.shape), dtype=space.dtype),
            "rewards": np.zeros(count, dtype=np.float32),
            "terminals": np.zeros(count, dtype=np.bool_),
            "truncations": np.zeros(count, dtype=np.bool_),
            "masks": np.ones(count, dtype=np.bool_),
            "actions": np.zeros(count, dtype=np.int32),
        }
        for name, array in (made if buf is None else buf).items():
            setattr(self, name, array)
        self.agent_ids = np.arange(count)
        self.emulated = self.done = False
        self.driver_env = self
        self.infos: list[dict[str, Any]] = []

    def async_reset(self, seed: int | None = None) -> None:
        """Begin, and let `recv` tell."""
        _, self.infos = self.reset(seed)  # type: ignore[attr-defined]

    def send(self, actions: NDArray[Any]) -> None:
        """Step, and let `recv` tell."""
        *_, self.infos = self.step(actions)  # type: ignore[attr-defined]

    def recv(self) -> tuple[Any, ...]:
        """What the last `async_reset` or `send` has written."""
        given = (getattr(self, name) for name in ("observations", "rewards", "terminals"))
        ends: Any = self
        return (*given, ends.truncations, self.infos, self.agent_ids, ends.masks)


PufferEnv: Any = _OwnBuffers
if find_spec("pufferlib") is not None:
    PufferEnv = importlib.import_module("pufferlib").PufferEnv


class HexfrontPuffer(PufferEnv):  # type: ignore[misc]
    """One side of many games; games that end begin anew in the same step.

    `observations`, `rewards`, `terminals` and `truncations` are written in place. `masks`, which
    says whose agent is alive, stays true; the mask of legal actions is part of the observation.
    """

    def __init__(
        self,
        system: str,
        num_envs: int = 1,
        scenario: str | Path | None = None,
        options: Mapping[str, str] | None = None,
        *,
        side: int | str = 0,
        opponent: Opponent | Sequence[Opponent] = "random",
        max_steps: int | None = None,
        illegal: Illegal = "ends",
        reward: Reward = "result",
        potential: Potential | None = None,
        discount: float = 1.0,
        threads: int = 1,
        buf: Mapping[str, NDArray[Any]] | None = None,
        seed: int | None = 0,
    ) -> None:
        """As `HexfrontVectorEnv`, and besides:

        Args:
            buf: arrays to write into, by the names of PufferLib; by default new ones.
            seed: for the first `reset`, where it is given none; None for a secret one.

        Errors: `InputError`.
        """
        self.games = HexfrontVectorEnv(
            system,
            num_envs,
            scenario,
            options,
            side=side,
            opponent=opponent,
            max_steps=max_steps,
            autoreset="same_step",
            illegal=illegal,
            reward=reward,
            potential=potential,
            discount=discount,
            threads=threads,
            copy=False,
        )
        self.num_agents = num_envs
        self.parts, self.single_observation_space = _flat(self.games.single_observation_space)
        self.single_action_space = self.games.single_action_space
        self._seed = seed
        super().__init__(buf)
        self._check_buffers()

    def split(self, observations: NDArray[Any]) -> Observation:
        """The flat observations as the arrays they are made of, without a copy."""
        return {
            name: observations[..., part.first : part.last].reshape(
                *observations.shape[:-1], *part.shape
            )
            for name, part in self.parts.items()
        }

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, Any]]]:
        """Begin all games; game `i` has the seed `seed + i`. Without one, the next ones."""
        seen, _ = self.games.reset(seed=self._seed if seed is None else seed)
        self._seed = None
        self._write(seen)
        self.rewards[:] = 0.0
        self.terminals[:] = self.truncations[:] = False
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Give an order in each game. Errors: `InputError`."""
        seen, rewards, over, cut, infos = self.games.step(actions)
        self._write(seen)
        self.actions[:] = actions
        self.rewards[:] = rewards
        self.terminals[:] = over
        self.truncations[:] = cut
        told = [self._tell(infos, over | cut)] if "final_info" in infos else []
        return self.observations, self.rewards, self.terminals, self.truncations, told

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def _write(self, seen: Observation) -> None:
        for name, part in self.parts.items():
            flat = seen[name].reshape(self.num_agents, -1)
            self.observations[:, part.first : part.last] = flat

    def _tell(self, infos: dict[str, Any], ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Means over the games that have ended in this step."""
        sides = self.games.rules.sides
        scores = infos["scores"][ended].mean(axis=0).tolist()
        told = {f"score_{name}": mean for name, mean in zip(sides, scores, strict=True)}
        told["reward"] = float(self.rewards[ended].mean())
        told["episode_length"] = float(infos["steps"][ended].mean())
        return told | {"games": float(ended.sum())}

    def _check_buffers(self) -> None:
        """Errors: `InputError` for arrays that do not fit."""
        space = self.single_observation_space
        kinds = {
            "actions": self.actions.dtype,
            "rewards": "f4",
            "terminals": "?",
            "truncations": "?",
            "masks": "?",
        }
        forms = {name: ((), np.dtype(kind)) for name, kind in kinds.items()}
        for name, (shape, kind) in {**forms, "observations": (space.shape, space.dtype)}.items():
            array = getattr(self, name, None)
            found = f"<{getattr(array, 'dtype', None)} {getattr(array, 'shape', '')}>"
            whole = (self.num_agents, *shape)
            if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (whole, kind):
                raise InputError.at(f"buf: {name}", found, f"<{kind} {whole}>")


def _flat(space: Any) -> tuple[dict[str, Part], spaces.Box]:
    """The arrays one after another, in the least type that has room for the numbers of all."""
    boxes = {name: box for name, box in space.spaces.items() if isinstance(box, spaces.Box)}
    kind: Any = np.result_type(*(box.dtype for box in boxes.values())).type
    parts, at = {}, 0
    for name, box in boxes.items():
        size = int(np.prod(box.shape, dtype=int))
        parts[name] = Part(at, at + size, box.shape)
        at += size
    low, high = (
        np.concatenate([getattr(box, limit).ravel() for box in boxes.values()]).astype(kind)
        for limit in ("low", "high")
    )
    return parts, spaces.Box(low, high, (at,), kind)
