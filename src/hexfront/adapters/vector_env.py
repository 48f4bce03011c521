"""Gymnasium's vector environments: many games of one side, stepped in one kernel call.

`gymnasium.make_vec("hexfront/Brigade-v0", num_envs=1024, vectorization_mode="vector_entry_point")`
or `HexfrontVectorEnv("brigade", 1024)`. Opponents are as in `hexfront.adapters.opponents`; a policy
gets the observations of those games in which its side must order, with an axis of games before,
and gives an action for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hexfront.adapters.game import choose_rules
from hexfront.adapters.gymnasium_env import side_number
from hexfront.adapters.opponents import Opponent, Opponents
from hexfront.adapters.shaping import Potential, Shaping
from hexfront.adapters.spaces import MASK, Observation, names_of, observation_space
from hexfront.batch import Batch
from hexfront.batch.batch import Autoreset, Illegal, Reward
from hexfront.batch.games import batch_game
from hexfront.core.contract import Agent
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.study.self_play import Seat

_MODES: dict[Autoreset, AutoresetMode] = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class HexfrontVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """One side of many games of one scenario.

    `metadata["autoreset_mode"]` says when games that have ended begin anew. Where they do not by
    themselves, `reset(options={"reset_mask": …})` begins some. `infos` has for each game the
    `scores` of all sides at its end, the `steps` so far, and in the `same_step` mode `final_obs`.
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
        autoreset: Autoreset = "next_step",
        illegal: Illegal = "ends",
        reward: Reward = "result",
        potential: Potential | None = None,
        discount: float = 1.0,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        """As `HexfrontEnv`, and besides:

        Args:
            num_envs: games.
            autoreset: `next_step`, `same_step` or `disabled`.
            illegal: an illegal action `ends` its game at −1, or is an `error`.
            threads: how many work at a step.
            copy: whether observations are new arrays, or the same ones written anew.

        Errors: `InputError`.
        """
        found = find_system(system)
        self.rules = choose_rules(system, scenario, options)
        game = batch_game(found, self.rules)
        self.side = side_number(self.rules.sides, side)
        self.opponents = Opponents(found, game, self.side, opponent)
        self.num_envs = num_envs
        self.names = names_of(game)
        self.batch = Batch(
            game,
            num_envs,
            players=self.opponents.in_kernels,
            viewer=self.side,
            autoreset=autoreset,
            horizon=found.learning.horizon if max_steps is None else max_steps,
            illegal=illegal,
            reward=reward,
            threads=threads,
        )
        self.metadata = {"autoreset_mode": _MODES[autoreset], "render_modes": []}
        self.single_observation_space = observation_space(game)
        self.single_action_space = Discrete(self.rules.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._shaping = Shaping(potential, discount)
        self._agents: list[dict[int, Agent]] = [{}] * num_envs
        self._played = np.full(num_envs, -1)
        """The number of the game that the agents of each row were made for."""

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`. Errors: `InputError`.

        Game `i` has the seed `seed + i`, or the `i`th of several.
        """
        rows = (options or {}).get("reset_mask")
        self.batch.reset(seed, rows)  # type: ignore[arg-type]
        self._played[slice(None) if rows is None else rows] = -1
        while len(waiting := self._waiting()):
            self._order_for_others(waiting)
        seen = self._seen()
        self._shaping.begin(seen)
        return seen, self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Give an order in each game, then let the others act. Errors: `InputError`."""
        batch = self.batch
        begins = batch.ended == 1
        batch.step(actions)
        told = [batch.rewards.copy(), batch.scores.copy(), batch.terminated.copy()]
        told.append(batch.truncated.copy())
        while len(waiting := self._waiting()):
            # What the end of a game told stays, also where the next one has begun.
            on = waiting[~(told[2] | told[3])[waiting]]
            self._order_for_others(waiting)
            new = batch.rewards, batch.scores, batch.terminated, batch.truncated
            for kept, written in zip(told, new, strict=True):
                kept[on] = written[on]
        rewards, scores, over, cut = told
        seen = self._seen()
        added = self._shaping.step(seen, over, fresh=begins | self._has_begun(over | cut))
        return seen, rewards[:, self.side] + added, over, cut, self._infos(scores, over | cut)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """(games, actions) the legal actions, by the name that some learners look for."""
        return self.batch.mask.astype(np.bool_)

    def _seen(self) -> Observation:
        seen = {**self.batch.observation, MASK: self.batch.mask}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _has_begun(self, ended: NDArray[np.bool_]) -> NDArray[np.bool_] | bool:
        """Games of which the end was in this step, and the next has begun."""
        return ended if self.batch.autoreset == "same_step" else False

    def _infos(
        self, scores: NDArray[Any] | None = None, ended: NDArray[np.bool_] | None = None
    ) -> dict[str, Any]:
        """Figures of all games, and the last observations of those that begin anew at once."""
        batch = self.batch
        every = np.ones(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {"steps": batch.steps.copy(), "_steps": every}
        if ended is None or not ended.any():
            return infos
        infos |= {"scores": scores, "_scores": ended}
        if batch.autoreset == "same_step":
            last = np.full(self.num_envs, None, dtype=object)
            for row in np.flatnonzero(ended).tolist():
                own = {name: array[row].copy() for name, array in batch.final_observation.items()}
                last[row] = own | {MASK: np.ones(self.rules.actions, dtype=np.int8)}
            infos |= {"final_obs": last, "_final_obs": ended}
        return infos

    # Opponents that are no kernels

    def _waiting(self) -> NDArray[np.int64]:
        """The rows in which one of them must order."""
        batch = self.batch
        if not self.opponents.outside:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero((batch.to_move != self.side) & (batch.ended == 0))

    def _order_for_others(self, waiting: NDArray[np.int64]) -> None:
        """Ask each for an order, and step these rows. Errors: `InputError`."""
        batch = self.batch
        actions = np.zeros(self.num_envs, dtype=np.int64)
        for side in np.unique(batch.to_move[waiting]).tolist():
            rows = waiting[batch.to_move[waiting] == side]
            policy = self.opponents.policies.get(side)
            if policy is None:
                for row in rows.tolist():
                    actions[row] = self._agent(row, side).decide(self._seat(row, side))
            else:
                seen = {name: array[rows] for name, array in batch.observe(side).items()}
                actions[rows] = policy(seen | {MASK: batch.mask[rows]})
            for row in rows.tolist():
                if not batch.mask[row, actions[row]]:
                    where = f"action of the opponent of {self.rules.sides[side]}"
                    raise InputError.at(where, int(actions[row]), "a legal action")
        chosen = np.zeros(self.num_envs, dtype=np.bool_)
        chosen[waiting] = True
        batch.step(actions, chosen)

    def _agent(self, row: int, side: int) -> Agent:
        number = int(self.batch.number[row])
        if self._played[row] != number:
            self._agents[row] = self.opponents.agents(self.batch.secret(row), number)
            self._played[row] = number
        return self._agents[row][side]

    def _seat(self, row: int, side: int) -> Seat:
        return Seat(self.rules, side, self.batch.state(row))
