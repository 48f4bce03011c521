"""What `hexfront export` does with pictures to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.cli.progress import part_bar
from hexfront.core.documents.files import write_whole, writing_whole
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.system import System
    from hexfront.exchange.prints.sheets import Sheet


def export_print(
    what: str,
    system: System,
    out: Path,
    counters: bool,
    hex_mm: float,
    counter_mm: float,
    paper: str,
    dpi: int,
) -> dict[str, object]:
    """Write a map, or a sheet of counters, at its true size. Errors: `InputError`."""
    from hexfront.core.contract import UMPIRE
    from hexfront.core.scenario import load_scenario
    from hexfront.exchange.prints import sheets

    scenario = load_scenario(system, what)
    rules = system.rules(scenario)
    board = rules.board()
    width = sheets.PAPERS.get(paper, sheets.PAPERS["a4"])[0] - 2 * sheets.MARGIN
    try:
        if counters:
            pieces = rules.view(rules.start(), UMPIRE).counters
            sheet = sheets.counter_sheet(pieces, board, counter_mm, width)
        else:
            sheet = sheets.map_sheet(board, hex_mm)
    except (KeyError, TypeError, ValueError):
        raise InputError.at(what, "<no board of hexes>", "one that can be drawn") from None
    facts: dict[str, object] = {"file": str(out), "title": scenario.title}
    facts["size"] = "{:.1f} by {:.1f} mm".format(*sheet.size)
    _write(sheet, out, paper, dpi, scenario.title, facts)
    return facts


def _write(
    sheet: Sheet, out: Path, paper: str, dpi: int, title: str, facts: dict[str, object]
) -> None:
    from hexfront.exchange.prints.sheets import sheet_pdf, sheet_png

    if out.suffix == ".svg":
        write_whole(out, sheet.true_size(), "--out")
        return
    pdf = out.suffix == ".pdf"
    with part_bar("pages" if pdf else "rows of pixels") as told:
        if pdf:
            with writing_whole(out, "--out") as temporary, temporary.open("wb") as stream:
                facts["pages"] = sheet_pdf(stream, sheet, paper, title, told)
        else:
            write_whole(out, sheet_png(sheet, dpi, told), "--out")
