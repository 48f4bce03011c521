"""Who plays the other sides: opponents in kernels, agents, and policies of the caller's.

An opponent is the name of one; `module:Class` of an agent; or a callable. A **policy** takes
observations of the side it plays, with their `action_mask`, and gives actions; an **agent** is a
class, or another factory, that takes `(rules, side, dice)` and is asked with a
`hexfront.core.agent.Position`.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

from hexfront.adapters.spaces import Observation
from hexfront.agents import agent_factories, named_agent
from hexfront.core.agent import Agent, AgentFactory
from hexfront.core.batch.game import BatchGame
from hexfront.core.dice import dice_from_secret, secret_from_seed
from hexfront.core.errors import InputError
from hexfront.core.system import System

Policy: TypeAlias = Callable[[Observation], Any]
Opponent: TypeAlias = str | Policy | AgentFactory


class Opponents:
    """The players of all sides but one."""

    def __init__(
        self, system: System, game: BatchGame, side: int, given: Opponent | Sequence[Opponent]
    ) -> None:
        """`given`: one for all other sides, or one for each in their order. `InputError`."""
        self._rules = game.rules
        known = ("random", *(game.opponents.names if game.opponents else ()))
        self.in_kernels: dict[int, str] = {}
        """The names of those that need no Python, by side."""
        self.policies: dict[int, Policy] = {}
        """By side."""
        self._factories: dict[int, AgentFactory] = {}
        for other, opponent in self._by_side(side, given).items():
            if isinstance(opponent, str) and opponent in known:
                self.in_kernels[other] = opponent
            elif isinstance(opponent, str):
                self._factories[other] = _named(system, opponent)
            elif callable(opponent) and not isinstance(opponent, type) and _takes(opponent, 1):
                self.policies[other] = cast("Policy", opponent)
            elif callable(opponent) and _takes(opponent, 3):
                self._factories[other] = cast("AgentFactory", opponent)
            else:
                expected = "a name, a callable of one observation, or one of (rules, side, dice)"
                raise InputError.at("opponent", repr(opponent), expected)

    @property
    def outside(self) -> bool:
        """Whether any side must be asked in Python."""
        return bool(self.policies or self._factories)

    def agents(self, secret: bytes, number: int) -> dict[int, Agent]:
        """New agents for a game, by side: of a row with a secret, and its number there."""
        made = {}
        for side, factory in self._factories.items():
            seed = int.from_bytes(secret, "little")
            own = secret_from_seed(seed, 0, f"opponent {side}")
            made[side] = factory(self._rules, side, dice_from_secret(own, number))
        return made

    def _by_side(self, side: int, given: Opponent | Sequence[Opponent]) -> dict[int, Opponent]:
        others = [other for other in range(len(self._rules.sides)) if other != side]
        alone = isinstance(given, str) or not isinstance(given, Sequence)
        chosen = [given] * len(others) if alone else list(cast("Sequence[Opponent]", given))
        if len(chosen) != len(others):
            raise InputError.at("opponent", chosen, f"one, or {len(others)}, one a side")
        return dict(zip(others, cast("list[Opponent]", chosen), strict=True))


def _named(system: System, name: str) -> AgentFactory:
    """An opponent of the system, or one of the caller's as `module:Class`. `InputError`."""
    factories = agent_factories(system)
    module, _, attribute = name.partition(":")
    if module in factories:
        return named_agent(system, name)
    if not attribute:
        raise InputError.at("opponent", name, f"one of: {', '.join(factories)}, or module:Class")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError.at("opponent", name, f"module:Class that can be loaded; {error}") from None
    if not callable(found) or not _takes(found, 3):
        raise InputError.at("opponent", name, "a class or function of (rules, side, dice)")
    return cast("AgentFactory", found)


def _takes(asked: Callable[..., Any], count: int) -> bool:
    """Whether a callable can be called with so many arguments; one that hides it takes one."""
    try:
        inspect.signature(asked).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:
        return count == 1
    return True
