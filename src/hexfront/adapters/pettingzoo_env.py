"""PettingZoo: every system as an agent-environment-cycle game.

`env("brigade")` gives an `AECEnv` with the sides as agents.  Where several
sides must act at once they act one after another, each from its own
observation, which the orders of the others do not change.  Chance is settled
inside, by dice that `reset(seed)` keys.  An illegal action ends the game with
−1 for its agent, as PettingZoo's own games do.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hexfront.adapters.game import Game, choose_rules, describe
from hexfront.adapters.observation import MASK, Observation, make_observer
from hexfront.core.dice import SECRET_BYTES, dice_from_secret, dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system

ILLEGAL_REWARD = -1.0


def env(
    system: str,
    scenario: str | Path | None = None,
    options: Mapping[str, str] | None = None,
    *,
    max_steps: int | None = None,
    words: bool = True,
    render_mode: str | None = None,
) -> Any:
    """A system as a PettingZoo game, with the usual wrappers. Errors: `InputError`.

    `scenario` is a name or a file, `options` are as on the command line;
    after `max_steps` orders the game is truncated. `words` says whether infos have
    texts, figures and the legal actions in words; they take as long as many a step.
    """
    made = raw_env(
        system, scenario, options, max_steps=max_steps, words=words, render_mode=render_mode
    )
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name for it)
    """The game without wrappers: an illegal action raises `InputError`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexfront_v0",
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
        words: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = choose_rules(system, scenario, options)
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.words = words
        self._game: Game | None = None
        self.possible_agents = list(self.rules.sides)
        self.observer = make_observer(find_system(system), self.rules)
        self.names = self.observer.names(0)
        self._observation_spaces = {
            agent: self.observer.space(side) for side, agent in enumerate(self.possible_agents)
        }
        self._action_spaces = {
            agent: spaces.Discrete(self.rules.actions) for agent in self.possible_agents
        }

    @property
    def game(self) -> Game:
        """The game under way, or the last one. Errors: `ResetNeeded` before the first."""
        if self._game is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._game

    def observation_space(self, agent: str) -> spaces.Dict:
        """The arrays that are observed, and `action_mask`."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The order codes of the system."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same chance. Without one it is secret."""
        secret = None if seed is not None else secrets.token_bytes(SECRET_BYTES)
        dice = dice_from_secret(secret) if secret else dice_from_seed(seed or 0)
        self._game = Game(self.rules, dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What the agent may know. Its mask is empty unless it is its turn."""
        side = self.possible_agents.index(agent)
        seen = self.observer.observe(self.game.state, side)
        if agent != self.agent_selection or self.game.over:
            seen[MASK][:] = 0
        return seen

    def step(self, action: Any) -> None:
        """Give an order for the agent whose turn it is. Errors: `InputError`, `ResetNeeded`."""
        game = self.game
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        side = self.possible_agents.index(agent)
        refusal = game.refuse(side, int(action))
        if refusal is not None:
            raise InputError.at("action", int(action), f"a legal order; {refusal}")
        self._cumulative_rewards[agent] = 0.0
        game.order(side, int(action))
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Rewards, ends, and whose turn it is next."""
        game = self.game
        self.rewards = dict(zip(self.possible_agents, game.rewards(), strict=True))
        if game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and game.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        sides = game.decision.sides
        # A side goes on until it is done; then the next of those that must act.
        if sides and self.possible_agents.index(self.agent_selection) not in sides:
            self.agent_selection = self.possible_agents[sides[0]]
        self._inform()

    def _inform(self) -> None:
        """Tell the agent whose turn it is, or all of them at the end; others are told nothing."""
        ended = self.terminations[self.agent_selection] or self.truncations[self.agent_selection]
        self.infos = {agent: {} for agent in self.agents}
        for agent in self.agents if ended else [self.agent_selection]:
            side = self.possible_agents.index(agent)
            mask = self.observer.mask(self.game.state, side)
            self.infos[agent] = self.game.info(side, mask, words=self.words)

    def render(self) -> str | None:
        """What the agent whose turn it is may know, as text."""
        if self.render_mode != "ansi":
            return None
        return describe(self.game.view(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Nothing is kept open."""
