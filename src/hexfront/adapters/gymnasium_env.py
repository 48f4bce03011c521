"""Gymnasium: one side of any system, against machine opponents.

`HexfrontEnv("brigade", side=0, opponent="random")`.  Every other side is
played by the named opponent, from its own view, and chance is settled inside.
An illegal action ends the game with −1, and `info["refusal"]` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hexfront.adapters.game import Game, choose_rules, describe
from hexfront.adapters.observation import Observation, make_observer
from hexfront.agents import make_agent
from hexfront.core.contract import Agent
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.playing import Seat
from hexfront.core.registry import find_system

ILLEGAL_REWARD = -1.0


class HexfrontEnv(gymnasium.Env[Observation, np.int64]):
    """One side of a game. The reward comes at the end: 1 won, −1 lost, 0 drawn."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  (as in the base class)

    def __init__(
        self,
        system: str,
        scenario: str | Path | None = None,
        options: Mapping[str, str] | None = None,
        *,
        side: int | str = 0,
        opponent: str | Sequence[str] = "random",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """One side's environment.

        Args:
            system: its name.
            scenario: a name or a file; by default the system's.
            options: as on the command line.
            side: a number or a name.
            opponent: of all other sides, or one for each of them in their order.
            max_steps: orders of its own after which a game is truncated.
            render_mode: `ansi` or none.

        Errors: `InputError`.
        """
        self.rules = choose_rules(system, scenario, options)
        self.system = find_system(system)
        self.side = self._number(side)
        self.opponents = self._named(opponent)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.observer = make_observer(self.system, self.rules)
        self.names = self.observer.names(self.side)
        self.observation_space = cast("spaces.Space[Observation]", self.observer.space(self.side))
        self.action_space = spaces.Discrete(self.rules.actions)
        self._seed = 0
        self._games = 0
        self._make_opponents()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. After a seed, one game follows another in the same order every time."""
        super().reset(seed=seed)
        if seed is not None or not self._games:
            self._seed = seed if seed is not None else int(self.np_random.integers(2**63))
            self._games = 0
        self.game = Game(self.rules, dice_from_seed(self._seed, self._games))
        self._make_opponents()
        self._games += 1
        self._orders = 0
        self._let_others_act()
        return self._observe(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give an order, then let the others act until it is this side's turn or the end."""
        refusal = self.game.refuse(self.side, int(action))
        if refusal is not None:
            return self._observe(), ILLEGAL_REWARD, True, False, {"refusal": str(refusal)}
        self.game.order(self.side, int(action))
        self._orders += 1
        self._let_others_act()
        over = self.game.over
        truncated = not over and self.max_steps is not None and self._orders >= self.max_steps
        return self._observe(), self.game.rewards()[self.side], over, truncated, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """(actions,) the legal actions, by the name that some learners look for."""
        return self.observer.mask(self.game.state, self.side).astype(np.bool_)

    def render(self) -> str | None:
        """What the side may know, as text."""
        return describe(self.game.view(self.side)) if self.render_mode == "ansi" else None

    def _observe(self) -> Observation:
        return self.observer.observe(self.game.state, self.side)

    def _let_others_act(self) -> None:
        while (sides := self.game.decision.sides) and self.side not in sides:
            other = sides[0]
            seat = Seat(self.rules, other, self.game.state)
            self.game.order(other, self._opponents[other].decide(seat))

    def _make_opponents(self) -> None:
        self._opponents: dict[int, Agent] = {
            other: make_agent(
                self.system,
                name,
                self.rules,
                other,
                dice_from_seed(self._seed, self._games, f"opponent {other}"),
            )
            for other, name in self.opponents.items()
        }

    def _named(self, opponent: str | Sequence[str]) -> dict[int, str]:
        """The opponents by side."""
        others = [other for other in range(len(self.rules.sides)) if other != self.side]
        names = [opponent] * len(others) if isinstance(opponent, str) else list(opponent)
        if len(names) != len(others):
            raise InputError.at("opponent", names, f"one name, or {len(others)}, one a side")
        return dict(zip(others, names, strict=True))

    def _number(self, side: int | str) -> int:
        names = list(self.rules.sides)
        if side in names:
            return names.index(str(side))
        if isinstance(side, int) and 0 <= side < len(names):
            return side
        raise InputError.at("side", side, f"0 to {len(names) - 1}, or one of: {', '.join(names)}")
