"""`hexfront report`: a run of many games as a page to read and pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import say
from hexfront.cli.files import Force, check_free
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.parquet", help="The games that `hexfront run` wrote.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="The page to write. (default: FILE.html, beside FILE.parquet)"),
    ] = None,
    force: Force = False,
) -> None:
    """Make an HTML page of a run: key figures, maps, plots, and how it was made.

    The page needs no other file and no network.  Its maps come of the first
    game, which is played again for them.  Of a sweep (run --vary) the page shows
    the outcomes by value, and what was varied.
    """
    if not file.name:
        raise InputError.at("FILE.parquet", str(file), "a file that hexfront run wrote")
    page_file = out or file.with_suffix(".html")
    if page_file.is_dir() or not page_file.parent.is_dir():
        raise InputError.at("--out", str(page_file), "a file in a folder that exists")
    if page_file == file:
        raise InputError.at("--out", str(page_file), "a file other than the run's")
    check_free("--out", [page_file], force=force)

    from hexfront.study.files.runs import read_run
    from hexfront.study.reports.page import page
    from hexfront.study.reports.plots import check_library
    from hexfront.study.sweeps.sweep_page import is_sweep, read_sweep, sweep_page

    check_library()
    text = sweep_page(read_sweep(file)) if is_sweep(file) else page(read_run(file))
    write_whole(page_file, text, "--out")
    say(f"wrote {page_file}")
