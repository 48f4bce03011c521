"""`hexfront bench`: speed, memory, and whether behaviour has changed."""

from __future__ import annotations

import json as jsonlib
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import print_error, progress_console, say, say_json, say_table
from hexfront.cli.settings import AnySystemName, AsJson
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import Json, read_json
from hexfront.core.errors import HexfrontError, InputError

FIGURES = {
    "steps_per_second": "random playouts, steps per CPU-second on one core",
    "calibration_per_second": "calibration kernel, iterations per CPU-second",
    "ratio": "steps per calibration iteration",
    "python_step_us": "one step through the Python API, µs",
    "choices_us": "choices of a side, µs",
    "view_us": "view of a side, µs",
    "state_copy_us": "copy of a state, µs",
    "batch_steps_per_second": "orders in a batch of games, with observations, a CPU-second",
    "batch_two_threads": "the same with two threads, times as many by the clock",
    "batch_mib": "memory of a batch of 10,000 games, MiB",
    "batch_mib_bits": "the same with legal orders as bits alone, MiB",
    "search_iterations_per_second": "positions that `search` draws and plays out, a CPU-second",
    "gym_step_us": "one step of a Gymnasium environment, µs",
    "gym_reset_us": "one reset, µs",
    "compile_seconds": "compiling all of it, s",
    "cold_seconds": "from command to first order, nothing compiled, s",
    "warm_seconds": "the same with compiled kernels, s",
    "peak_mib": "peak memory of the cold start, MiB",
    "warm_peak_mib": "peak memory of the warm start, MiB",
    "fingerprint": "fingerprint of behaviour",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench")(bench)


def bench(
    system: AnySystemName = None,
    json: AsJson = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Only compare the fingerprint with the committed one; 1 if it differs."
        ),
    ] = False,
    update: Annotated[
        bool, typer.Option("--update", help="Only write the fingerprint as the committed one.")
    ] = False,
    first_order: Annotated[bool, typer.Option("--first-order", hidden=True)] = False,
) -> None:
    """Measure a system, or all of them, with fixed seeds."""
    from hexfront.core.registry import find_system, system_names
    from hexfront.jit import compile_always
    from hexfront.study.bench import benchmark, play_first_order

    if first_order:
        say(play_first_order(system or system_names()[0]))
        return
    compile_always()
    systems = [find_system(name) for name in ([system] if system else system_names())]
    if check or update:
        _compare([found.name for found in systems], update=update, as_json=json)
        return
    for found in systems:
        figures = benchmark(found)
        if find_spec("gymnasium") is not None:
            from hexfront.adapters.measure import measure_gymnasium

            figures |= measure_gymnasium(found.name)
        if json:
            say_json(figures)
        else:
            say(f"{found.title}, scenario {figures['scenario']}")
            rows = [
                [
                    words,
                    f"{figures[name]:,}"
                    if isinstance(figures[name], int | float)
                    else str(figures[name]),
                ]
                for name, words in FIGURES.items()
                if figures.get(name) is not None
            ]
            rows += [
                [f"games of {name} against itself in kernels, a CPU-second", f"{speed:,}"]
                for name, speed in figures["machine_games_per_second"].items()
                if speed is not None
            ]
            rows += [
                [f"{name}, µs (calibration iterations)", f"{work['us']:,} ({work['iterations']:,})"]
                for name, work in figures["measures"].items()
            ]
            say_table(["figure", "value"], rows, 1)


def committed_file() -> Path:
    """The file of committed fingerprints in this source checkout. Errors: `HexfrontError`."""
    for parent in Path(__file__).resolve().parents:
        if (parent / "pyproject.toml").is_file() and (parent / "benchmarks").is_dir():
            return parent / "benchmarks" / "fingerprints.json"
    raise HexfrontError("the committed fingerprints are in a source checkout, and this is none")


def _compare(names: list[str], *, update: bool, as_json: bool) -> None:
    from hexfront.core.registry import find_system
    from hexfront.study.bench import changed_fingerprints, fingerprint

    path = committed_file()
    committed: Json = read_json(path) if path.exists() else {}
    if not isinstance(committed, dict):
        raise InputError.at(str(path), committed, "an object of fingerprints by system")
    found = {}
    for name in names:
        with progress_console().status(f"{name}: compiling, then playing"):
            found[name] = fingerprint(find_system(name))
    changed = changed_fingerprints(committed, found)
    if update:
        write_whole(path, jsonlib.dumps(committed | found, indent=2, sort_keys=True) + "\n")
    for name, now in found.items():
        if as_json:
            before = committed.get(name)
            say_json({"system": name, "fingerprint": now, "committed": before})
        else:
            say(f"{name} {now} {'changed' if name in changed else 'as committed'}")
    if changed and not update:
        for name, (before, now) in changed.items():
            print_error(f"{name} behaves differently: fingerprint {now}, committed {before}")
        print_error("if the change is meant, say so in the commit and run: hexfront bench --update")
        raise typer.Exit(1)
