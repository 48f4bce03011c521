"""Gymnasium's vector environments: many games of one side, stepped in one kernel call.

`gymnasium.make_vec("hexfront/Brigade-v1", num_envs=1024, vectorization_mode="vector_entry_point")`
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
from hexfront.core.agent import Agent
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
    `steps` up to this observation or this end, at its end the `scores` of all sides, and in the
    `same_step` mode `final_obs` and `final_info`.
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
        self.names, self.factors = names_of(game), game.factors
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
        self._steps = np.zeros(num_envs, dtype=np.int64)
        """Own orders that were given in the game of each row."""

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`. Errors: `InputError`.

        Game `i` has the seed `seed + i`, or its own one of several.
        """
        rows = (options or {}).get("reset_mask")
        self.batch.reset(seed, rows)
        if isinstance(seed, int):
            super().reset(seed=seed)
        self._played[slice(None) if rows is None else rows] = -1
        while len(waiting := self._waiting()):
            self._order_for_others(waiting)
        seen = self._seen()
        self._shaping.begin(seen)
        self._steps = self.batch.steps.copy()
        return seen, self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Give an order in each game, then let the others act. Errors: `InputError`."""
        batch = self.batch
        begun = batch.ended == 1
        batch.step(actions)
        steps = np.where(begun, 0, self._steps + 1)
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
        seen, ended, last = self._seen(), over | cut, None
        if batch.autoreset == "same_step" and ended.any():
            last = {name: array[ended] for name, array in batch.final_observation.items()}
            last[MASK] = np.ones((int(ended.sum()), self.rules.actions), dtype=np.int8)
        added = self._shaping.step(seen, over, begun, ended, last)
        self._steps = batch.steps.copy()
        infos = self._infos(steps, scores, ended, last)
        return seen, rewards[:, self.side] + added, over, cut, infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """(games, actions) the legal actions, by the name that some learners look for."""
        return self.batch.mask.astype(np.bool_)

    def _seen(self) -> Observation:
        seen = {**self.batch.observation, MASK: self.batch.mask}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _infos(
        self,
        steps: NDArray[np.int64] | None = None,
        scores: NDArray[Any] | None = None,
        ended: NDArray[np.bool_] | None = None,
        last: Observation | None = None,
    ) -> dict[str, Any]:
        """Figures of all games, and the last observations of those that have begun anew."""
        every = np.ones(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {"steps": self._steps if steps is None else steps, "_steps": every}
        if ended is None or not ended.any():
            return infos
        infos |= {"scores": scores, "_scores": ended}
        if last is not None:
            final = np.full(self.num_envs, None, dtype=object)
            for number, row in enumerate(np.flatnonzero(ended).tolist()):
                final[row] = {name: array[number] for name, array in last.items()}
            infos |= {"final_obs": final, "_final_obs": ended}
            own = {"steps": steps, "_steps": ended, "scores": scores, "_scores": ended}
            infos |= {"final_info": own, "_final_info": ended}
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
            actions[rows] = given = self._orders(rows, side)
            legal = (given >= 0) & (given < self.rules.actions)
            legal &= batch.mask[rows, np.where(legal, given, 0)] == 1
            if not legal.all():
                where = f"action of the opponent of {self.rules.sides[side]}"
                raise InputError.at(where, int(given[legal.argmin()]), "a legal action")
        chosen = np.zeros(self.num_envs, dtype=np.bool_)
        chosen[waiting] = True
        batch.step(actions, chosen, counts=False)

    def _orders(self, rows: NDArray[np.int64], side: int) -> NDArray[np.int64]:
        """(rows,) what the player of a side orders in some games. Errors: `InputError`."""
        policy = self.opponents.policies.get(side)
        if policy is None:
            orders = [self._agent(row, side).decide(self._seat(row, side)) for row in rows.tolist()]
            return np.array(orders, dtype=np.int64)
        seen = {name: array[rows] for name, array in self.batch.observe(side).items()}
        given = np.asarray(policy(seen | {MASK: self.batch.mask[rows]}))
        if given.shape != rows.shape or given.dtype.kind not in "iu":
            where = f"actions of the opponent of {self.rules.sides[side]}"
            found = f"<{given.dtype} of shape {given.shape}>"
            raise InputError.at(where, found, f"<int64 of shape {rows.shape}>")
        return given.astype(np.int64)

    def _agent(self, row: int, side: int) -> Agent:
        number = int(self.batch.number[row])
        if self._played[row] != number:
            self._agents[row] = self.opponents.agents(self.batch.secret(row), number)
            self._played[row] = number
        return self._agents[row][side]

    def _seat(self, row: int, side: int) -> Seat:
        return Seat(self.rules, side, self.batch.state(row))
