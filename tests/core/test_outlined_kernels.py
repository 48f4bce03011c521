"""Kernels whose code stays out of their callers, and tuples that they get by reference."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexfront import jit
from tests.amounts import sampled

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled without JIT")

PARTS = """
from hexfront.jit import inline_kernel, outlined_kernel

@outlined_kernel
def count(room, most):
    total = 0
    for number in range(most):
        total += room.inner.weights[number]
    room.found[0] = total
    return total

@inline_kernel
def doubled(room, most):
    return 2 * count(room, most)

@outlined_kernel
def deep(room, most):
    return doubled(room, most) + count(room, 1)
"""
ENTRY = """
import sys
from typing import NamedTuple
import numpy as np
from hexfront.by_reference import by_reference
from hexfront.jit import kernel
import parts

@by_reference
class Inner(NamedTuple):
    weights: np.ndarray

@by_reference
class Room(NamedTuple):
    inner: Inner
    found: np.ndarray

@kernel
def entry(room, most):
    return parts.deep(room, most) + parts.doubled(room, 2)

room = Room(Inner(np.arange(1, 9)), np.zeros(1, dtype=np.int64))
if "plain" in sys.argv:
    # To Python they are functions, also where they call one another.
    print(parts.deep(room, 4), room.found[0])
else:
    print(entry(room, 4), room.found[0], *(sum(k.stats.cache_hits.values()) for k in
          (entry, parts.deep, parts.doubled, parts.count)))
"""
RESULT = "27 3"
"""2 * (1 + 2 + 3 + 4) + 1, and 2 * (1 + 2), which was counted last."""


@pytest.fixture
def run(tmp_path: Path):
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "entry.py").write_text(ENTRY)

    def run(*arguments: str) -> str:
        inherited = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
        done = subprocess.run(
            [sys.executable, "entry.py", *arguments],
            cwd=tmp_path,
            env={**inherited, "HEXFRONT_CACHE_DIR": str(tmp_path / "cache"), jit.COMPILE: "always"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    return run


def test_python_calls_the_function_itself(run) -> None:
    assert run("plain") == "21 1"


def test_what_comes_from_the_disk_loads_what_it_calls(run, tmp_path: Path) -> None:
    assert run() == f"{RESULT} 0 0 0 0"
    # Only what the entry does not contain has to be loaded beside it.
    assert run() == f"{RESULT} 1 1 0 1"


@pytest.mark.parametrize("lost", sampled([["entry", "parts.deep"], ["entry"], ["parts.count"]], 2))
def test_a_cache_of_which_a_piece_is_lost_is_completed(run, tmp_path: Path, lost) -> None:
    """A caller made anew of pieces from the disk must know what those need."""
    assert run().startswith(RESULT)
    for name in lost:
        files = [p for p in (tmp_path / "cache").rglob("*.nb?") if p.name.startswith(name)]
        assert files, name
        for path in files:
            path.unlink()
    assert run().startswith(RESULT)
    assert run() == f"{RESULT} 1 1 0 1"


def test_two_processes_may_compile_at_once(run, tmp_path: Path) -> None:
    """Numba would count names, so that a caller of one process missed the kernel of the other."""
    code = (tmp_path / "entry.py").read_text()
    (tmp_path / "entry.py").write_text("import numba\nnumba.njit(lambda: 1)()\n" + code)
    run()
    (tmp_path / "entry.py").write_text(code)
    for path in (tmp_path / "cache").rglob("entry*"):
        path.unlink()
    assert run().startswith(RESULT)
    assert run() == f"{RESULT} 1 1 0 1"
