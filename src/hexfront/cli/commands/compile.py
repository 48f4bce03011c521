"""`hexfront compile`: machine code for all rules, before somebody waits for it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from hexfront.cli.console import progress_console, say
from hexfront.cli.settings import AnySystemName
from hexfront.core.errors import HexfrontError

if TYPE_CHECKING:
    from hexfront.core.system import System


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compile")(compile_rules)


def compile_rules(system: AnySystemName = None) -> None:
    """Compile a system's rules, or those of all, once and for all games.

    Whatever plays begins at once as plain Python and does this beside it; so it is for
    those who want to have it behind them. It takes some seconds, for a large system most of
    a minute, and games run a hundred times as fast. Several systems are compiled side by
    side, one on each processor.
    """
    from hexfront.agents.warmup import is_warm, last_failure
    from hexfront.core.registry import find_system, system_names

    waiting = []
    for found in map(find_system, [system] if system else system_names()):
        if is_warm(found):
            say(f"{found.title}: compiled before.")
        else:
            waiting.append(found)
    failed = []
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(os.cpu_count()))
        # Entered last, so that after Ctrl-C what runs is ended before the pool waits for it.
        running = stack.enter_context(ExitStack())
        if waiting:
            titles = ", ".join(found.title for found in waiting)
            stack.enter_context(progress_console().status(f"Compiling {titles}"))
        # The largest first: it takes longest.
        waiting.sort(key=_size, reverse=True)
        begun = {pool.submit(_compile, found, running): found for found in waiting}
        for future in as_completed(begun):
            found = begun[future]
            if is_warm(found):
                say(f"{found.title}: compiled in {future.result():.0f} s.")
            else:
                failed.append(f"{found.title}: {last_failure(found)}")
    if failed:
        raise HexfrontError("; ".join(failed))


def _compile(system: System, running: ExitStack) -> float:
    """Compile a system in a process of its own, which ends with `running`; the seconds."""
    from hexfront.agents.background_compiler import BackgroundCompiler

    started = perf_counter()
    running.enter_context(BackgroundCompiler([system.name])).join()
    return perf_counter() - started


def _size(system: System) -> int:
    return sum(path.stat().st_size for path in system.folder.rglob("*.py"))
