"""Machine opponents: `random` for every system, and those that a system brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.agents.exploits import SCRIPTS
from hexfront.agents.parameters import with_parameters
from hexfront.agents.random_agent import RandomAgent
from hexfront.core.contract import Agent, AgentFactory, Rules
from hexfront.core.dice import Dice
from hexfront.core.errors import InputError
from hexfront.core.system import System

__all__ = [
    "SCRIPTS",
    "RandomAgent",
    "agent_factories",
    "batch_agent",
    "best_agent",
    "make_agent",
    "steady_agents",
    "study_factories",
]


def agent_factories(system: System) -> Mapping[str, AgentFactory]:
    """Every opponent that can play a system, by name."""
    return {"random": RandomAgent, **system.playing.agents}


def study_factories(system: System) -> Mapping[str, AgentFactory]:
    """Those, and the scripts that play any system in studies alone (`exploits`), by name."""
    return {**SCRIPTS, **agent_factories(system)}


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
    """The player of a study: an opponent, a script, or one of `Studying.agents` (`script:FILE`).

    An opponent may have parameters: `search:iterations=2000` (`hexfront.agents.parameters`).
    Errors: `InputError`, also for what stands behind the name.
    """
    factories = study_factories(system)
    if name in factories:
        return factories[name]
    word, _, more = name.partition(":")
    if word in factories:
        return with_parameters(factories[word], more, "agent", word)
    if word not in system.studying.agents:
        known = ", ".join([*factories, *system.studying.agents])
        raise InputError.at("agent", name, f"one of: {known}")
    return system.studying.agents[word](more)
