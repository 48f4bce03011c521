"""Files that were made to harm are refused, and cost little time and memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("defusedxml")
pytest.importorskip("zstandard")
pytest.importorskip("rasterio")

from tests.exchange import hostile

Cases = Callable[[], Iterator[tuple[str, str | bytes]]]


@pytest.mark.parametrize("cases", [hostile.cases, hostile.long_cases])
def test_hostile_files_cost_nothing(tmp_path: Path, cases: Cases) -> None:
    """One process reads them all, and stays small. The system ends it if it works too long."""
    hostile.write(tmp_path, cases())

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (40, 40))

    done = subprocess.run(
        [sys.executable, "-m", "tests.exchange.hostile", str(tmp_path)],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(list(tmp_path.iterdir()))
    assert [name for name, refused, _, _ in told if not refused] == []
    assert max(memory for *_, memory in told) < 200
