"""PettingZoo: every system with the sides as agents, one after another or side by side.

`env("brigade")` gives an `AECEnv`: where several sides must act at once they act one after
another, each from its own observation, which the orders of the others do not change.
`parallel_env("brigade")` gives a `ParallelEnv`, in which all sides that must act at once do so
in one step, and the others wait. Chance is settled inside, by dice that `reset(seed)` keys. An
illegal action ends the game with −1 for its agent; of `raw_env` it is an error.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from hexfront.adapters.game import Game, choose_rules, describe, order_code
from hexfront.adapters.spaces import MASK, Observation, names_of, observation_space
from hexfront.batch import Batch
from hexfront.batch.batch import Illegal, Reward
from hexfront.batch.games import batch_game
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system

ILLEGAL_REWARD = -1.0


def env(system: str, *arguments: Any, **keywords: Any) -> Any:
    """A system as a PettingZoo game, with the usual wrappers; arguments as of `raw_env`."""
    made = raw_env(system, *arguments, **keywords)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Table:
    """What both kinds of environments have alike: the game, its spaces, what is observed."""

    rules: Any
    possible_agents: list[str]

    def _open(
        self,
        system: str,
        scenario: str | Path | None,
        options: Mapping[str, str] | None,
        max_steps: int | None,
        reward: Reward,
        words: bool,
        render_mode: str | None,
    ) -> None:
        found = find_system(system)
        self.rules = choose_rules(system, scenario, options)
        self.max_steps = found.learning.horizon if max_steps is None else max_steps
        self.words, self.render_mode = words, render_mode
        game = batch_game(found, self.rules)
        self._batch = Batch(game, 1, autoreset="disabled", horizon=self.max_steps, reward=reward)
        self._game = Game(self._batch)
        self._begun = False
        self.possible_agents = list(self.rules.sides)
        self.names, self.factors = names_of(game), game.factors
        self._space = observation_space(game)

    @property
    def game(self) -> Game:
        """The game under way, or the last one. Errors: `ResetNeeded` before the first."""
        if not self._begun:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._game

    def _begin(self, seed: int | None) -> None:
        """The same seed gives the same chance. Without one it is secret."""
        self._batch.reset(secrets.randbits(63) if seed is None else seed)
        self._begun = True

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self._batch.rewards[0].tolist(), strict=True))

    def _legal(self, agent: str, action: Any) -> int:
        """The order that an action stands for. Errors: `InputError` for one that is not legal."""
        order = order_code(f"action of {agent}", action)
        refusal = self._game.refuse(self.possible_agents.index(agent), order)
        if refusal is not None:
            raise InputError.at(f"action of {agent}", order, f"a legal order; {refusal}")
        return order


class raw_env(_Table, AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name for it)
    """The game without wrappers: an illegal action raises `InputError`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexfront_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        system: str,
        scenario: str | Path | None = None,
        options: Mapping[str, str] | None = None,
        *,
        max_steps: int | None = None,
        reward: Reward = "result",
        words: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """An environment.

        Args:
            system: its name.
            scenario: a name or a file; by default the system's.
            options: as on the command line.
            max_steps: orders after which a game is truncated; by default a number that the
                system names, 0 for never.
            reward: at the end 1 won, −1 lost, 0 drawn (`result`), or the lead in `scores`.
            words: whether infos have texts, figures and the legal actions in words; they take
                as long as many a step.
            render_mode: `ansi` or none.

        Errors: `InputError`.
        """
        super().__init__()
        self._open(system, scenario, options, max_steps, reward, words, render_mode)
        self._actions = {
            agent: spaces.Discrete(self.rules.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The arrays that are observed, and `action_mask`."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The order codes of the system."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same chance. Without one it is secret."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What the agent may know. Its mask is empty unless it is its turn."""
        seen = self.game.observe(self.possible_agents.index(agent))
        if self._batch.ended[0]:
            seen[MASK][:] = 0
        return seen

    def step(self, action: Any) -> None:
        """Give an order for the agent whose turn it is. Errors: `InputError`, `ResetNeeded`."""
        game = self.game
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.order(self._legal(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Rewards, ends, and whose turn it is next."""
        batch = self._batch
        self.rewards = self._rewards()
        self.terminations = dict.fromkeys(self.agents, bool(batch.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(batch.truncated[0]))
        if not batch.ended[0]:
            self.agent_selection = self.possible_agents[self._game.to_move]
        self.infos = {agent: {} for agent in self.agents}
        asked = self.agents if batch.ended[0] else [self.agent_selection]
        for agent in asked:
            mask = self.observe(agent)[MASK]
            side = self.possible_agents.index(agent)
            self.infos[agent] = self._game.info(side, mask, words=self.words)

    def render(self) -> str | None:
        """What the agent whose turn it is may know, as text."""
        side = self.possible_agents.index(self.agent_selection)
        return describe(self.game.view(side)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""


class parallel_env(_Table, ParallelEnv):  # type: ignore[misc]  # noqa: N801
    """All sides at once: those that must act give an order, the others wait.

    Waiting is one action more, the last, and the only one in the mask of a side that need not
    act. Orders of one step are given unseen by each other.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "hexfront_parallel_v1", "render_modes": ["ansi"]}

    def __init__(
        self,
        system: str,
        scenario: str | Path | None = None,
        options: Mapping[str, str] | None = None,
        *,
        max_steps: int | None = None,
        reward: Reward = "result",
        illegal: Illegal = "ends",
        words: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """An environment; arguments as of `raw_env`, and besides:

        Args:
            illegal: an illegal action `ends` the game, or is an `error`.

        Errors: `InputError`.
        """
        self._open(system, scenario, options, max_steps, reward, words, render_mode)
        self.illegal = illegal
        self.wait = self.rules.actions
        parts = dict(self._space.spaces)
        parts[MASK] = spaces.Box(0, 1, (self.wait + 1,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The arrays that are observed, and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The order codes of the system, and waiting."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; the same seed gives the same chance. Without one it is secret."""
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Orders of all sides that must act.

        Errors: `InputError` for orders that are not legal, unless they end the game, before
        anything changes; `ResetNeeded` after the end.
        """
        game, batch = self.game, self._batch
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() for the next one")
        orders, wrong = {}, []
        for agent in self.agents:
            if agent not in actions:
                raise InputError.at("actions", list(actions), f"one of {agent} too")
            try:
                orders[agent] = self._order(agent, actions[agent])
            except InputError:
                if self.illegal == "error":
                    raise
                wrong.append(self.possible_agents.index(agent))
        if wrong:
            batch.forfeit(0, wrong)
        for agent, order in orders.items():
            if order != self.wait and not batch.ended[0]:
                batch.turn_to(0, self.possible_agents.index(agent))
                game.order(order)
        agents = self.agents
        rewards = {agent: self._rewards()[agent] for agent in agents}
        over = dict.fromkeys(agents, bool(batch.terminated[0]))
        cut = dict.fromkeys(agents, bool(batch.truncated[0]))
        seen, infos = self._seen()
        if batch.ended[0]:
            self.agents = []
        return seen, rewards, over, cut, infos

    def _order(self, agent: str, action: Any) -> int:
        """The order that an action stands for, or waiting. Errors: `InputError`."""
        if agent in self._must():
            return self._legal(agent, action)
        order = order_code(f"action of {agent}", action)
        if order != self.wait:
            raise InputError.at(f"action of {agent}", order, f"{self.wait}: it must wait")
        return order

    def _must(self) -> list[str]:
        """The sides that must act, in their order."""
        return [self.possible_agents[side] for side in self._game.decision.sides]

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        must, seen, infos = self._must(), {}, {}
        for side, agent in enumerate(self.agents):
            own = {name: array[0] for name, array in self._batch.observe(side).items()}
            mask = np.zeros(self.wait + 1, dtype=np.int8)
            if agent in must:
                mask[np.asarray(self.rules.choices(self._game.state, side), dtype=np.int64)] = 1
            else:
                mask[self.wait] = 1
            seen[agent] = own | {MASK: mask}
            infos[agent] = self._game.info(side, mask[: self.wait], words=self.words)
        return seen, infos

    def render(self) -> str | None:
        """What the first side may know, as text."""
        return describe(self.game.view(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""
