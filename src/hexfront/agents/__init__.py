"""Machine opponents: `random` for every system, those that a system brings, and networks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfront.agents.networks import offered_networks, path_of, shipped_networks
from hexfront.agents.parameters import with_parameters
from hexfront.agents.random_agent import RandomAgent
from hexfront.core.contract import Agent, AgentFactory, Rules
from hexfront.core.dice import Dice
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.networks.player import network_factory

__all__ = [
    "RandomAgent",
    "agent_factories",
    "batch_agent",
    "best_agent",
    "make_agent",
    "steady_agents",
]


def agent_factories(system: System) -> Mapping[str, AgentFactory]:
    """Every opponent that can play a system, by name."""
    networks = {**shipped_networks(system), **offered_networks(system)}
    return {"random": RandomAgent, **networks, **system.playing.agents}


def steady_agents(system: System) -> Mapping[str, AgentFactory]:
    """Those whose orders follow from their views and dice, and not from the clock."""
    factories = agent_factories(system)
    return {name: made for name, made in factories.items() if not getattr(made, "by_clock", False)}


def best_agent(system: System) -> str:
    """The last opponent that the system lists, `random` where it lists none."""
    return list(agent_factories(system))[-1]


def make_agent(system: System, name: str, rules: Rules[Any], side: int, dice: Dice) -> Agent:
    """The opponent with this name. Errors: `InputError`."""
    factories = agent_factories(system)
    if name not in factories:
        raise InputError.at("opponent", name, f"one of: {', '.join(factories)}")
    return factories[name](rules, side, dice)


def batch_agent(system: System, name: str) -> AgentFactory:
    """The player of a study: an opponent, or one of `Studying.agents` such as `script:FILE`.

    An opponent may have parameters: `search:iterations=2000` (`hexfront.agents.parameters`).
    A network's file is a path that ends in `.safetensors`, or `network:PATH`.
    Errors: `InputError`, also for what stands behind the name.
    """
    path = path_of(name)
    if path is not None:
        return network_factory(system, Path(path))
    factories = agent_factories(system)
    if name in factories:
        return factories[name]
    word, _, more = name.partition(":")
    if word in factories:
        return with_parameters(factories[word], more, "agent", word)
    if word not in system.studying.agents:
        known = ", ".join([*factories, *system.studying.agents])
        raise InputError.at("agent", name, f"one of: {known}")
    return system.studying.agents[word](more)
