"""Compiling a system's kernels before somebody waits for them.

Machine code is kept on disk, so a process beside the one that plays can
compile what that one will need (`hexfront.agents.background_compiler`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from hexfront.agents import best_agent, make_agent
from hexfront.batch import Batch
from hexfront.batch.playing import kernel_table
from hexfront.core.contract import Kind, Rules
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.jit import compiled_mark, half_compiled_mark, is_ready, part_of
from hexfront.play.match import Match

MOST_ORDERS = 2000
"""Longer games call nothing new."""


def warming(system: System, *, studies: bool = False) -> Iterator[None]:
    """Play a game with the strongest opponents, so that all kernels stand compiled on disk.

    With `studies` first what long studies need, which then need not wait for the rest. Yields
    after each order, for other work between.
    """
    rules = system.rules(load_scenario(system))
    if studies:
        _warm_up_studies(system, rules)
    match = Match(system, rules, secret=secret_from_seed(0))
    match.settle()
    _warm_up_screens(rules, match)
    name = best_agent(system)
    agents = [
        make_agent(system, name, rules, side, dice_from_seed(0, 0, f"agent-{side}"))
        for side in range(len(rules.sides))
    ]
    for _ in range(MOST_ORDERS):
        if (decision := match.decision).kind != Kind.ORDERS:
            break
        side = max(decision.sides)
        match.ask(agents[side], side)
        yield
    _warm_up_screens(rules, match)
    system.studying.playouts(rules, 1, 0)
    _warm_up_batches(system, rules)
    _mark(system).touch()
    _failure(system).unlink(missing_ok=True)


def _warm_up_studies(system: System, rules: Rules[Any]) -> None:
    """Compile what plays whole games in one kernel; who waits for that has it at once."""
    names = [best_agent(system)] * len(rules.sides)
    dice = [dice_from_seed(0, 0, f"agent-{side}") for side in range(len(names))]
    table = kernel_table(system, rules, names)
    make_team = system.studying.team
    team = None if make_team is None else make_team(rules, names, dice)
    if team is not None:
        team.play_on(rules.start(), EventLog())
    elif table is not None:
        table.begin(dice_from_seed(0), dice)
        table.play_on(EventLog(), 1)
    else:
        return
    with half_compiled_mark(part_of(system.rules.__module__)).open("ab") as mark:
        mark.write(b"t")


def _warm_up_screens(rules: Rules[Any], match: Match) -> None:
    """Compile what a screen of each side calls: its orders, and guesses at what it does not see."""
    for side in range(len(rules.sides)):
        view = match.view(side)
        rules.offers(view)
        with suppress(NotImplementedError):  # a system that opponents do not search in
            rules.determinize(view, dice_from_seed(0))


def _warm_up_batches(system: System, rules: Rules[Any]) -> None:
    """Compile what steps batches of games, for learners."""
    if system.learning.batch is not None:
        batch = Batch(system.learning.batch(rules), 1)
        batch.reset(0)
        batch.step(batch.mask.argmax(axis=1))
        batch.observe(0)
        batch.look(rules.start(), 0)


def warm_up(system: System) -> None:
    """Compile all kernels of a system; in a process that compiles always."""
    for _ in warming(system, studies=True):
        pass


def is_warm(system: System) -> bool:
    """Whether nothing of a system is left to compile on this machine, or nothing ever will be."""
    return is_ready(system.rules.__module__)


def note_failure(system: System, reason: str) -> None:
    """Keep for `hexfront doctor` why a system could not be compiled, where anything can be kept."""
    with suppress(OSError):
        _failure(system).write_text(reason, encoding="utf-8")


def last_failure(system: System) -> str:
    """Why the rules of a system, as they are now, could not be compiled; empty if not known."""
    with suppress(OSError):
        return _failure(system).read_text(encoding="utf-8")
    return ""


def _mark(system: System) -> Path:
    return compiled_mark(part_of(system.rules.__module__))


def _failure(system: System) -> Path:
    return _mark(system).with_name("failed")
