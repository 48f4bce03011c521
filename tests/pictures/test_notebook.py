"""The example notebook runs, and everything in it that shows itself is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "first-look.ipynb"


def shown(cell: Any) -> set[str]:
    """The formats of everything that a cell shows."""
    return {name for output in cell.outputs for name in output.get("data", {})}


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
