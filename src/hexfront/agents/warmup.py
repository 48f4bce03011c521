"""Compiling a system's kernels before somebody waits for them.

Machine code is kept on disk, so a process beside the one that plays can
compile what that one will need: `python -m hexfront.agents.warmup SYSTEM`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from hexfront.agents import best_agent, make_agent
from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.jit import compile_always, compiled_mark, is_interpreted, part_of
from hexfront.play.match import Match


def warming(system: System) -> Iterator[None]:
    """Play one game with the strongest opponents, so that all kernels stand compiled on disk.

    Yields after each order, for other work between.
    """
    rules = system.rules(load_scenario(system))
    match = Match(system, rules, secret=secret_from_seed(0))
    match.settle()
    name = best_agent(system)
    agents = [
        make_agent(system, name, rules, side, dice_from_seed(0, 0, f"agent-{side}"))
        for side in range(len(rules.sides))
    ]
    # From the last side on: a person mostly has the first, and its kernels come first there.
    while (decision := match.decision).kind == Kind.ORDERS:
        side = max(decision.sides)
        match.ask(agents[side], side)
        yield
    rules.offers(match.view(0))
    system.playouts(rules, 1, 0)
    names = [name] * len(rules.sides)
    dice = [dice_from_seed(0, 0, f"agent-{side}") for side in range(len(names))]
    if system.team is not None and (team := system.team(rules, names, dice)) is not None:
        team.play_on(rules.start(), EventLog())
    compiled_mark(_part(system)).touch()


def warm_up(system: System) -> None:
    """Compile all kernels of a system."""
    for _ in warming(system):
        pass


def is_warm(system: System) -> bool:
    """Whether a system is ready: its kernels compiled on this machine, or run as Python."""
    return is_interpreted(system.rules.__module__) or compiled_mark(_part(system)).exists()


def _part(system: System) -> str:
    return part_of(system.rules.__module__)


if __name__ == "__main__":
    compile_always()
    for argument in sys.argv[1:]:
        warm_up(find_system(argument))
