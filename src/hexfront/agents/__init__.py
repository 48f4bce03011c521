"""Machine opponents: `random` for every system, those that a system brings, levels, networks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfront.agents.exploits import SCRIPTS
from hexfront.agents.levels import LEVELS, USUAL, agent_of, levels_of
from hexfront.agents.networks import offered_networks, path_of, shipped_networks
from hexfront.agents.parameters import with_parameters
from hexfront.agents.random_agent import RandomAgent
from hexfront.core.agent import Agent, AgentFactory
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.networks.player import network_factory

__all__ = [
    "SCRIPTS",
    "RandomAgent",
    "agent_factories",
    "batch_agent",
    "best_agent",
    "make_agent",
    "named_agent",
    "steady_agents",
    "strongest",
    "study_factories",
    "usual_opponent",
]


def agent_factories(system: System) -> Mapping[str, AgentFactory]:
    """Every opponent that can play a system, by name."""
    networks = {**shipped_networks(system), **offered_networks(system)}
    return {"random": RandomAgent, **networks, **system.playing.agents}


def study_factories(system: System) -> Mapping[str, AgentFactory]:
    """Those, and the scripts that play any system in studies alone (`exploits`), by name."""
    agents = agent_factories(system)
    return {**agents, **SCRIPTS, **agents}


def steady_agents(system: System) -> Mapping[str, AgentFactory]:
    """Those whose orders follow from their views and dice, and not from the clock."""
    factories = agent_factories(system)
    return {name: made for name, made in factories.items() if not getattr(made, "by_clock", False)}


def best_agent(system: System) -> str:
    """The last opponent that the system lists, `random` where it lists none."""
    return list(agent_factories(system))[-1]


def usual_opponent(system: System) -> str:
    """Whom a person plays who asks for nobody: a level, or an agent where there are no levels."""
    return USUAL if USUAL in levels_of(system) else best_agent(system)


def strongest(system: System) -> str:
    """The hardest level; the best agent where there are no levels."""
    return LEVELS[-1] if LEVELS[-1] in levels_of(system) else best_agent(system)


def named_agent(system: System, name: str, place: str = "opponent") -> AgentFactory:
    """The opponent of a name: a level, or an agent with parameters or without them.

    `search:iterations=2000` (`hexfront.agents.parameters`). `place` is that of errors.
    Errors: `InputError`.
    """
    return _made(system, agent_factories(system), name, place)


def _made(
    system: System, factories: Mapping[str, AgentFactory], name: str, place: str
) -> AgentFactory:
    """The agent of a name among some, with parameters or without. Errors: `InputError`."""
    agent = agent_of(system, name)
    word, colon, more = agent.partition(":")
    if word not in factories:
        known = ", ".join([*levels_of(system), *factories])
        raise InputError.at(place, name, f"one of: {known}")
    return with_parameters(factories[word], more, place, word) if colon else factories[word]


def make_agent(system: System, name: str, rules: Rules[Any], side: int, dice: Dice) -> Agent:
    """The opponent with this name, as `named_agent`. Errors: `InputError`."""
    return named_agent(system, name)(rules, side, dice)


def batch_agent(system: System, name: str) -> AgentFactory:
    """The player of a study: an opponent, a script, or one of `Studying.agents` (`script:FILE`).

    A network's file is a path that ends in `.safetensors`, or `network:PATH`.
    Errors: `InputError`, also for what stands behind the name.
    """
    path = path_of(name)
    if path is not None:
        return network_factory(system, Path(path))
    word, _, more = name.partition(":")
    factories = study_factories(system)
    if word in factories or word in levels_of(system):
        return _made(system, factories, name, "agent")
    if word not in system.studying.agents:
        known = ", ".join([*levels_of(system), *factories, *system.studying.agents])
        raise InputError.at("agent", name, f"one of: {known}")
    return system.studying.agents[word](more)
