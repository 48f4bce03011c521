"""`hexfront merge`: the shards of a run as one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import say, say_json
from hexfront.cli.files import Force, check_free
from hexfront.cli.settings import AsJson
from hexfront.core.table.plurals import counted


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("merge")(merge)


def merge(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="What `hexfront run --shard … --out` wrote."),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file of all games to write.")],
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Put the shards of a run or a sweep together, with the tables beside them.

    The result is what the whole run would have written. Shards of a sweep are given in their
    order. Games that are there twice or are missing between others are an error.
    """
    from hexfront.study.files.runs import read_run
    from hexfront.study.merge import files_made
    from hexfront.study.merge import merge as merge_files
    from hexfront.study.sweeps.sweep_page import is_sweep

    check_free("--out", files_made(files[0], out), force=force)
    games = merge_files(files, out)
    digest = None if is_sweep(out) else read_run(out).summary.digest
    if json:
        say_json({"out": str(out), "files": len(files), "games": games, "digest": digest})
        return
    say(f"{out}: {counted(games, 'game')} of {counted(len(files), 'file')}")
    if digest is not None:
        say(f"digest {digest}")
