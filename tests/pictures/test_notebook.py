"""The example notebook runs, and everything in it that shows itself is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from nbclient import NotebookClient

from hexfront.core.contract import Result
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures.notebook import show_in_notebook
from hexfront.play.match import Match

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "first-look.ipynb"


def shown(cell: Any) -> set[str]:
    """The formats of everything that a cell shows."""
    return {name for output in cell.outputs for name in output.get("data", {})}


def test_counters_seats_and_results_show_themselves() -> None:
    formatter = DisplayFormatter()
    show_in_notebook(formatter)
    system = find_system("brigade")
    match = Match(system, system.rules(load_scenario(system)))
    match.settle()
    shown = {
        "image/svg+xml": match.view(0).counters[0],
        "text/html": match.seat(0),
    }
    for kind, value in shown.items():
        assert "<svg" in formatter.format(value)[0][kind]
    result = Result((), "BRG-27", "nobody holds a town")
    assert "nobody holds a town" in formatter.format(result)[0]["text/html"]


@pytest.mark.slow
def test_the_notebook_runs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "store it without outputs"
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        assert not any(output.output_type == "error" for output in cell.outputs)
    formats = [shown(cell) for cell in code]
    assert sum("image/svg+xml" in found for found in formats) >= 3
    assert sum("text/html" in found for found in formats) >= 4
    assert "image/png" in formats[-1]
    odds = "".join(output.get("text", "") for cell in code for output in cell.outputs)
    assert "%" in odds
