"""Gymnasium: one side of any system, against opponents on all other seats.

`gymnasium.make("hexfront/Brigade-v1")` or `HexfrontEnv("brigade", side=0, opponent="random")`.
Every other side is played by an opponent (`hexfront.adapters.opponents`), from what it may know,
and chance is settled inside. An illegal action ends the game with −1, and `info["refusal"]` says
why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from hexfront.adapters.game import Game, choose_rules, describe, order_code
from hexfront.adapters.opponents import Opponent, Opponents
from hexfront.adapters.shaping import Potential, Shaping
from hexfront.adapters.spaces import MASK, Observation, names_of, observation_space
from hexfront.batch import Batch
from hexfront.batch.batch import Reward
from hexfront.batch.games import batch_game
from hexfront.core.agent import Agent
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.study.self_play import Seat

__all__ = ["HexfrontEnv"]


class HexfrontEnv(gymnasium.Env[Observation, np.int64]):
    """One side of a game.

    The reward comes at the end (`reward`). Environments can be pickled and copied in the midst
    of a game, if opponents that are callables can.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  (as in the base class)

    def __init__(
        self,
        system: str,
        scenario: str | Path | None = None,
        options: Mapping[str, str] | None = None,
        *,
        side: int | str = 0,
        opponent: Opponent | Sequence[Opponent] = "random",
        max_steps: int | None = None,
        reward: Reward = "result",
        potential: Potential | None = None,
        discount: float = 1.0,
        words: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """One side's environment.

        Args:
            system: its name.
            scenario: a name or a file; by default the system's.
            options: as on the command line.
            side: a number or a name.
            opponent: of all other sides, or one for each of them in their order.
            max_steps: own orders after which a game is truncated; by default a number that the
                system names, 0 for never.
            reward: at the end 1 won, −1 lost, 0 drawn (`result`), or the lead in `scores`.
            potential: shapes the reward (`hexfront.adapters.shaping`).
            discount: of the learner, for the potential.
            words: whether `info` has texts, figures and the legal actions in words; they take
                as long as many a step.
            render_mode: `ansi` or none.

        Errors: `InputError`.
        """
        found = find_system(system)
        self.system = system
        self.rules = choose_rules(system, scenario, options)
        game = batch_game(found, self.rules)
        self.side = side_number(self.rules.sides, side)
        self.opponents = Opponents(found, game, self.side, opponent)
        self.max_steps = found.learning.horizon if max_steps is None else max_steps
        self.words = words
        self.render_mode = render_mode
        self.names, self.factors = names_of(game), game.factors
        self.observation_space = observation_space(game)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self.rules.actions)
        self._shaping = Shaping(potential, discount)
        self._batch = Batch(
            game,
            1,
            players=self.opponents.in_kernels,
            viewer=self.side,
            autoreset="disabled",
            horizon=self.max_steps,
            illegal="ends",
            reward=reward,
        )
        self._arrays = [(name, array[0]) for name, array in self._batch.observation.items()]
        self._mask = self._batch.mask[0]
        self._game = Game(self._batch)
        self._begun = False
        self._agents: dict[int, Agent] = self.opponents.agents(bytes(32), 0)

    def __getstate__(self) -> dict[str, Any]:
        """Without arrays that share the memory of the batch."""
        return self.__dict__ | {"_arrays": None, "_mask": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._arrays = [(name, array[0]) for name, array in self._batch.observation.items()]
        self._mask = self._batch.mask[0]

    @property
    def game(self) -> Game:
        """The game under way, or the last one. Errors: `ResetNeeded` before the first."""
        if not self._begun:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. After a seed, one game follows another in the same order every time."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self._batch.reset(seed)
        self._begun = True
        if self.opponents.outside:
            secret, number = self._batch.secret(0), int(self._batch.number[0])
            self._agents = self.opponents.agents(secret, number)
            self._let_others_act()
        seen = self._seen()
        self._shaping.begin(seen)
        return seen, self._info(seen)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give an order, then let the others act until it is this side's turn or the end.

        Errors: `ResetNeeded` before the first game and after the end of one; `InputError` for
        what is no whole number, and where a callable opponent gives an illegal action.
        """
        game, batch = self.game, self._batch
        if batch.ended[0]:
            raise ResetNeeded("the game is over: call reset() for the next one")
        order, more = order_code("action", action), {}
        if not 0 <= order < len(self._mask) or not self._mask[order]:
            more["refusal"] = str(game.refuse(self.side, order))
        game.order(order)
        self._let_others_act()
        seen = self._seen()
        over = bool(batch.terminated[0])
        reward = float(batch.rewards[0, self.side]) + self._shaping.step(seen, over)
        return seen, reward, over, bool(batch.truncated[0]), self._info(seen) | more

    def action_masks(self) -> NDArray[np.bool_]:
        """(actions,) the legal actions, by the name that some learners look for."""
        mask: NDArray[np.bool_] = self.game.batch.mask[0].astype(np.bool_)
        return mask

    def render(self) -> str | None:
        """What the side may know, as text."""
        return describe(self.game.view(self.side)) if self.render_mode == "ansi" else None

    def _seen(self) -> Observation:
        seen = {name: array.copy() for name, array in self._arrays}
        seen[MASK] = self._mask.copy()
        return seen

    def _info(self, seen: Observation) -> dict[str, Any]:
        return self._game.info(self.side, seen[MASK], words=self.words)

    def _let_others_act(self) -> None:
        """Ask those opponents that are no kernels."""
        batch = self._batch
        while batch.to_move[0] != self.side and not batch.ended[0]:
            other = int(batch.to_move[0])
            order = self._ask(other)
            refusal = self._game.refuse(other, order)
            if refusal is not None:
                where = f"action of the opponent of {self.rules.sides[other]}"
                raise InputError.at(where, order, f"a legal action; {refusal}")
            self._game.order(order, counts=False)

    def _ask(self, other: int) -> int:
        """What the opponent that plays a side orders."""
        agent = self._agents.get(other)
        if agent is not None:
            return int(agent.decide(Seat(self.rules, other, self._game.state)))
        given = self.opponents.policies[other](self._game.observe(other))
        return order_code(f"action of the opponent of {self.rules.sides[other]}", given)


def side_number(names: Sequence[str], side: int | str) -> int:
    """A side by its number or name. Errors: `InputError`."""
    if side in names:
        return list(names).index(str(side))
    if isinstance(side, int) and 0 <= side < len(names):
        return side
    raise InputError.at("side", side, f"0 to {len(names) - 1}, or one of: {', '.join(names)}")
