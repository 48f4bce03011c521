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
        typer.Argument(
            metavar="FILE…",
            help="What `hexfront run --shard … --out` wrote, or the folders of `hexfront study`.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The file of all games to write; of a study a folder."),
    ],
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Put the shards of a run, a sweep or a study together, with the tables beside them.

    The result is what the whole run would have written; `hexfront study FILE --out FOLDER --resume`
    then writes the tables of a study and reports. Shards of a sweep are given in their
    order. Games that are there twice or are missing between others are an error.
    """
    from hexfront.experiments.rows import ROWS, is_experiment, merge_shards
    from hexfront.study.files.runs import read_run
    from hexfront.study.merge import files_made
    from hexfront.study.merge import merge as merge_files
    from hexfront.study.sweeps.sweep_page import is_sweep

    if is_experiment(files[0]):
        check_free("--out", [out / ROWS], force=force)
        games, rows_digest = merge_shards(files, out)
        _say_merged(out, len(files), games, rows_digest, json=json)
        return
    check_free("--out", files_made(files[0], out), force=force)
    games = merge_files(files, out)
    digest = None if is_sweep(out) else read_run(out).summary.digest
    _say_merged(out, len(files), games, digest, json=json)


def _say_merged(out: Path, files: int, games: int, digest: str | None, *, json: bool) -> None:
    if json:
        say_json({"out": str(out), "files": files, "games": games, "digest": digest})
        return
    say(f"{out}: {counted(games, 'game')} of {counted(files, 'file')}")
    if digest is not None:
        say(f"digest {digest}")
