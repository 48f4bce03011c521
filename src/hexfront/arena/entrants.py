"""Who takes part: levels and opponents of the system, networks, and agents of others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hexfront.agents import batch_agent, study_factories
from hexfront.agents.foreign import AgentFailed, ForeignSeat, Limits
from hexfront.agents.levels import agent_of, levels_of
from hexfront.agents.networks import path_of
from hexfront.agents.parameters import parameters_of
from hexfront.core.contract import Rules
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading
from hexfront.core.system import System

PLACE: Final = "agent"
BUDGETS: Final = ("time", "iterations")
"""Parameters that say how much an agent may think; with one of them, `--time` says nothing."""
_FOREIGN: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*(:.*)?")


@dataclass(frozen=True)
class Entrant:
    """An agent that takes part. Plain data, so that any process can make it."""

    name: str
    """As it was typed; so it stands in tables."""
    agent: str
    """As it is made: with the time that it may think."""
    foreign: bool
    """Whether it is `module:Class`, and plays in a process of its own."""


def read_entrants(system: System, names: list[str], seconds: float | None) -> list[Entrant]:
    """Those who are named. Errors: `InputError`, with all that are no agents."""
    reading = Reading()
    found = [reading.attempt(partial(_read, system, name, seconds)) for name in names]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reading.report(PLACE, name, "each agent once")
    if len(names) < 2:
        reading.report("agents", names, "at least two")
    reading.finish(True)
    return [one for one in found if one is not None]


def _read(system: System, name: str, seconds: float | None) -> Entrant:
    agent = agent_of(system, name)
    word, _, more = agent.partition(":")
    factories = study_factories(system)
    if path_of(name) is not None:
        return Entrant(name, name, False)
    if word in factories:
        batch_agent(system, agent)
        given = {part.partition("=")[0].strip() for part in more.split(",") if part}
        limited = seconds is not None and BUDGETS[0] in parameters_of(factories[word])
        if limited and not given & {*BUDGETS}:
            return Entrant(name, f"{word}:{f'{more},' if more else ''}time={seconds!r}", False)
        return Entrant(name, agent, False)
    if word in system.studying.agents:
        return Entrant(name, name, False)
    if _FOREIGN.fullmatch(name):
        return Entrant(name, name, True)
    known = ", ".join([*levels_of(system), *factories, *system.studying.agents])
    others = "module:Class; the file of a network"
    raise InputError.at(PLACE, name, f"one of: {known}, with parameters or without; {others}")


def check_entrants(
    system: System, rules: Rules[Any], entrants: list[Entrant], limits: Limits
) -> dict[str, str]:
    """Make each agent once: why networks and agents of others are refused, by name.

    Errors: `InputError` for what the system's own find wrong with the scenario or a parameter.
    """
    reading, refused, dice = Reading(), dict[str, str](), dice_from_seed(0, 0, "arena")
    for entrant in entrants:
        if path_of(entrant.agent) is not None:
            try:
                factory = batch_agent(system, entrant.agent)
                for side in range(len(rules.sides)):
                    factory(rules, side, dice)
            except InputError as error:
                refused[entrant.name] = str(error).replace("\n", "; ")
            continue
        if not entrant.foreign:
            factory = batch_agent(system, entrant.agent)
            reading.attempt(partial(factory, rules, 0, dice))
            continue
        seat = ForeignSeat(system.name, rules.scenario.document, entrant.agent, 0, limits)
        try:
            seat.begin(rules, 0, dice)
        except AgentFailed as failed:
            refused[entrant.name] = str(failed)
        finally:
            seat.close()
    reading.finish(True)
    return refused
