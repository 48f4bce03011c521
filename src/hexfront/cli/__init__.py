"""The command line. Exit codes: 0 done, 1 failed, 2 bad usage or input, 130 interrupted.

What a command prints for a person or a program goes to standard output; errors
and progress go to standard error.  The modules of this package import nothing
heavy before their command is called.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from hexfront import __version__
from hexfront.cli.commands import (
    arena,
    backup,
    battles,
    bench,
    campaign,
    compare,
    compile,
    deck,
    doctor,
    exchange,
    journals,
    lists,
    map,
    merge,
    odds,
    outputs,
    pack,
    pbem,
    play,
    report,
    run,
    setups,
    study,
)
from hexfront.cli.console import Interrupted, print_error
from hexfront.core.errors import HexfrontError, InputError

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
"""As shells have it: 128 and the number of the signal."""


class _Commands(TyperGroup):
    """The commands; Ctrl-C in one of them is an error with a line of its own."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None


app = typer.Typer(
    name="hexfront",
    cls=_Commands,
    help="A workbench for hex wargames: play them, study them, learn on them.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    play,
    backup,
    run,
    arena,
    study,
    compare,
    merge,
    report,
    outputs,
    journals,
    setups,
    map,
    exchange,
    pack,
    pbem,
    campaign,
    deck,
    odds,
    battles,
    lists,
    bench,
    compile,
    doctor,
):
    module.register(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hexfront {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command that stands on the command line, and end the process."""
    # What is loaded stays: looking through it for garbage, again and again, is in vain.
    gc.set_threshold(100_000, 20, 50)
    _prepare_streams()
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone. Nothing may be written at the end of the process either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FAILED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print_error(f"{error.filename or 'standard output'}: {error.strerror or error}")
        code = FAILED
    sys.exit(code)


def _prepare_streams() -> None:
    """Make sure that every text can be written: to a file or a pipe as UTF-8."""
    # A stream that the caller has closed is None.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8", errors="backslashreplace"
            )


def _run() -> int:
    try:
        app()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            # Pressed before a command began, or twice.
            print_error("interrupted")
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except Interrupted as error:
        # Pressed again, it would only break off what is tidied up at the end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print_error(error)
        return INTERRUPTED
    except HexfrontError as error:
        print_error(error)
        return BAD_INPUT if isinstance(error, InputError) else FAILED
    return 0
