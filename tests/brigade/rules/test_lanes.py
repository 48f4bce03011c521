"""The same behaviour with and without JIT, and with every index checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from hexfront.jit import COMPILE
from tests.brigade.lane import behaviour

ROOT = Path(__file__).parents[3]


@cache
def here() -> dict[str, list[str]]:
    return behaviour()


@pytest.mark.parametrize(
    ("settings", "jit"),
    [({"NUMBA_DISABLE_JIT": "1"}, False), ({"NUMBA_BOUNDSCHECK": "1"}, True), ({}, True)],
    ids=["without JIT", "with checked bounds", "as it is played"],
)
def test_a_lane_behaves_as_plain_python_does(settings: dict[str, str], jit: bool) -> None:
    # Our own cache folder depends on the setting, so the child must choose it anew.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.brigade.lane"],
        cwd=ROOT,
        env=environment | {COMPILE: "always"} | settings,
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
