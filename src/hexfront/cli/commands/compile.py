"""`hexfront compile`: machine code for all rules, before somebody waits for it."""

from __future__ import annotations

from time import perf_counter

import typer

from hexfront.cli.console import progress_console, say
from hexfront.cli.settings import AnySystemName


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("compile")(compile_rules)


def compile_rules(system: AnySystemName = None) -> None:
    """Compile a system's rules, or those of all, once and for all games.

    Whatever plays begins at once as plain Python and does this beside it; so it is for
    those who want to have it behind them. It takes some seconds, for a large system most of
    a minute, and games run a hundred times as fast.
    """
    from hexfront.agents.warmup import is_warm, warm_up
    from hexfront.core.registry import find_system, system_names
    from hexfront.jit import compile_always

    compile_always()
    for name in [system] if system else system_names():
        found = find_system(name)
        if is_warm(found):
            say(f"{found.title}: compiled before.")
            continue
        started = perf_counter()
        with progress_console().status(f"{found.title}: compiling"):
            warm_up(found)
        say(f"{found.title}: compiled in {perf_counter() - started:.0f} s.")
