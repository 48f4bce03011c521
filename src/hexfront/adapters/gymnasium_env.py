"""Gymnasium: one side of any system, against machine opponents.

`HexfrontEnv("brigade", side=0, opponent="random")`.  Every other side is
played by an opponent, from its own view, and chance is settled inside.
An illegal action ends the game with −1, and `info["refusal"]` says why.

An opponent is the name of one, or a callable: a policy takes an observation,
that of the side it plays, and gives an action; an `Agent` class, or any other
factory, takes `(rules, side, dice)` and gives an agent, which is asked with a
`hexfront.core.contract.Position`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from hexfront.adapters.game import Game, choose_rules, describe
from hexfront.adapters.observation import MASK, Observation, make_observer
from hexfront.agents import make_agent
from hexfront.core.contract import Agent, AgentFactory
from hexfront.core.dice import Dice, dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.study.self_play import Seat

ILLEGAL_REWARD = -1.0

Policy: TypeAlias = Callable[[Observation], Any]
"""Takes what a side observes, with its mask, and gives one of its legal actions."""
Opponent: TypeAlias = str | Policy | AgentFactory


class HexfrontEnv(gymnasium.Env[Observation, np.int64]):
    """One side of a game.

    The reward comes at the end: 1 won, −1 lost, 0 drawn; where the rules name no winner, the
    lead in scores (`hexfront.adapters.game.rewards`). Environments can be pickled and copied
    in the midst of a game, if opponents that are callables can.
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
        words: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """One side's environment.

        Args:
            system: its name.
            scenario: a name or a file; by default the system's.
            options: as on the command line.
            side: a number or a name.
            opponent: of all other sides, or one for each of them in their order; a name, a
                policy or a factory of agents.
            max_steps: orders of its own after which a game is truncated.
            words: whether `info` has texts, figures and the legal actions in words; they take
                as long as many a step.
            render_mode: `ansi` or none.

        Errors: `InputError`.
        """
        self.rules = choose_rules(system, scenario, options)
        self.system = system
        self.side = self._number(side)
        self.opponents = self._of_each_side(opponent)
        self.max_steps = max_steps
        self.words = words
        self.render_mode = render_mode
        self.observer = make_observer(find_system(system), self.rules)
        self.names = self.observer.names(self.side)
        self.observation_space = cast("spaces.Space[Observation]", self.observer.space(self.side))
        self.action_space = spaces.Discrete(self.rules.actions)
        self._seed = 0
        self._games = 0
        self._game: Game | None = None
        self._ended = True
        self._make_opponents()

    @property
    def game(self) -> Game:
        """The game under way, or the last one. Errors: `ResetNeeded` before the first."""
        if self._game is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game. After a seed, one game follows another in the same order every time."""
        super().reset(seed=seed)
        if seed is not None or not self._games:
            self._seed = seed if seed is not None else int(self.np_random.integers(2**63))
            self._games = 0
        self._game = Game(self.rules, dice_from_seed(self._seed, self._games))
        self._make_opponents()
        self._games += 1
        self._orders = 0
        self._let_others_act()
        self._ended = self.game.over
        return self._seen()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Give an order, then let the others act until it is this side's turn or the end.

        Errors: `ResetNeeded` before the first game and after the end of one; `InputError` where
        a callable opponent gives an illegal action.
        """
        game = self.game
        if self._ended:
            raise ResetNeeded("the game is over: call reset() for the next one")
        refusal = game.refuse(self.side, int(action))
        if refusal is not None:
            self._ended = True
            seen, info = self._seen()
            return seen, ILLEGAL_REWARD, True, False, info | {"refusal": str(refusal)}
        game.order(self.side, int(action))
        self._orders += 1
        self._let_others_act()
        over = game.over
        truncated = not over and self.max_steps is not None and self._orders >= self.max_steps
        self._ended = over or truncated
        seen, info = self._seen()
        return seen, game.rewards()[self.side], over, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """(actions,) the legal actions, by the name that some learners look for."""
        return self.observer.mask(self.game.state, self.side).astype(np.bool_)

    def render(self) -> str | None:
        """What the side may know, as text."""
        return describe(self.game.view(self.side)) if self.render_mode == "ansi" else None

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.observer.observe(self.game.state, self.side)
        return seen, self.game.info(self.side, seen[MASK], words=self.words)

    def _let_others_act(self) -> None:
        game = self.game
        while (sides := game.decision.sides) and self.side not in sides:
            other = sides[0]
            order = self._ask(other)
            refusal = game.refuse(other, order)
            if refusal is not None:
                where = f"action of the opponent of {self.rules.sides[other]}"
                raise InputError.at(where, order, f"a legal action; {refusal}")
            game.order(other, order)

    def _ask(self, other: int) -> int:
        """What the opponent that plays a side orders."""
        state = self.game.state
        agent = self._agents.get(other)
        if agent is not None:
            return int(agent.decide(Seat(self.rules, other, state)))
        policy = cast("Policy", self.opponents[other])
        return int(policy(self.observer.observe(state, other)))

    def _make_opponents(self) -> None:
        """New agents of a game for those opponents that are no policies."""
        self._agents: dict[int, Agent] = {}
        for other, opponent in self.opponents.items():
            dice = dice_from_seed(self._seed, self._games, f"opponent {other}")
            agent = self._agent(opponent, other, dice)
            if agent is not None:
                self._agents[other] = agent

    def _agent(self, opponent: Opponent, side: int, dice: Dice) -> Agent | None:
        """A new agent; None for a policy. Errors: `InputError`."""
        if isinstance(opponent, str):
            return make_agent(find_system(self.system), opponent, self.rules, side, dice)
        if callable(opponent) and not isinstance(opponent, type) and _takes(opponent, 1):
            return None
        if callable(opponent) and _takes(opponent, 3):
            return cast("AgentFactory", opponent)(self.rules, side, dice)
        expected = "a name, a callable of one observation, or one of (rules, side, dice)"
        raise InputError.at("opponent", repr(opponent), expected)

    def _of_each_side(self, opponent: Opponent | Sequence[Opponent]) -> dict[int, Opponent]:
        """The opponents by side."""
        others = [other for other in range(len(self.rules.sides)) if other != self.side]
        alone = isinstance(opponent, str) or not isinstance(opponent, Sequence)
        chosen = [opponent] * len(others) if alone else list(cast("Sequence[Opponent]", opponent))
        if len(chosen) != len(others):
            raise InputError.at("opponent", chosen, f"one, or {len(others)}, one a side")
        return dict(zip(others, cast("list[Opponent]", chosen), strict=True))

    def _number(self, side: int | str) -> int:
        names = list(self.rules.sides)
        if side in names:
            return names.index(str(side))
        if isinstance(side, int) and 0 <= side < len(names):
            return side
        raise InputError.at("side", side, f"0 to {len(names) - 1}, or one of: {', '.join(names)}")


def _takes(asked: Callable[..., Any], count: int) -> bool:
    """Whether a callable can be called with so many arguments; one that hides it takes one."""
    try:
        inspect.signature(asked).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        return count == 1
    return True
