"""Machine opponents: `random` for every system, and those that a system brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.agents.parameters import with_parameters
from hexfront.agents.random_agent import RandomAgent
from hexfront.core.contract import Agent, AgentFactory, Rules
from hexfront.core.dice import Dice
from hexfront.core.errors import InputError
from hexfront.core.system import System

__all__ = [
    "RandomAgent",
    "agent_factories",
    "batch_agent",
    "best_agent",
    "make_agent",
    "opponent_factory",
    "steady_agents",
]


def agent_factories(system: System) -> Mapping[str, AgentFactory]:
    """Every opponent that can play a system, by name."""
    return {"random": RandomAgent, **system.playing.agents}


def steady_agents(system: System) -> Mapping[str, AgentFactory]:
    """Those whose orders follow from their views and dice, and not from the clock."""
    factories = agent_factories(system)
    return {name: made for name, made in factories.items() if not getattr(made, "by_clock", False)}


def best_agent(system: System) -> str:
    """The last opponent that the system lists, `random` where it lists none."""
    return list(agent_factories(system))[-1]


def opponent_factory(system: System, name: str, place: str = "opponent") -> AgentFactory:
    """The opponent with this name, with parameters or without, such as `search:time=2`.

    Errors: `InputError`.
    """
    factories = agent_factories(system)
    word, colon, more = name.partition(":")
    if word not in factories:
        raise InputError.at(place, name, f"one of: {', '.join(factories)}")
    return with_parameters(factories[word], more, place, word) if colon else factories[word]


def make_agent(system: System, name: str, rules: Rules[Any], side: int, dice: Dice) -> Agent:
    """The opponent with this name, with parameters or without. Errors: `InputError`."""
    return opponent_factory(system, name)(rules, side, dice)


def batch_agent(system: System, name: str) -> AgentFactory:
    """The player of a study: an opponent, or one of `Studying.agents` such as `script:FILE`.

    An opponent may have parameters: `search:iterations=2000` (`hexfront.agents.parameters`).
    Errors: `InputError`, also for what stands behind the name.
    """
    factories = agent_factories(system)
    word, _, more = name.partition(":")
    if word in factories:
        return opponent_factory(system, name, "agent")
    if word not in system.studying.agents:
        known = ", ".join([*factories, *system.studying.agents])
        raise InputError.at("agent", name, f"one of: {known}")
    return system.studying.agents[word](more)
