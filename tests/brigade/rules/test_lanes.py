"""The same behaviour with and without JIT, and with every index checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.brigade.lane import behaviour

ROOT = Path(__file__).parents[3]


@cache
def here() -> dict[str, list[str]]:
    return behaviour()


@pytest.mark.parametrize(
    ("setting", "jit"), [("NUMBA_DISABLE_JIT", False), ("NUMBA_BOUNDSCHECK", True)]
)
def test_a_lane_behaves_as_the_compiled_kernels_do(setting: str, jit: bool) -> None:
    # Our own cache folder depends on the setting, so the child must choose it anew.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.brigade.lane"],
        cwd=ROOT,
        env=environment | {setting: "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["jit"] is jit
    assert answer["behaviour"] == here()
    assert len(answer["behaviour"]) >= 10
