"""`hexfront compile`, with an empty folder for machine code."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import PLUGIN

Compile = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def compile_in(tmp_path: Path) -> Compile:
    """Runs the command in a process of its own, since this one has its machine code."""
    environment = os.environ | {"HEXFRONT_CACHE_DIR": str(tmp_path / "code")}
    environment["PYTHONPATH"] = os.pathsep.join([str(PLUGIN), str(tmp_path)])
    del environment["HEXFRONT_COMPILE"]

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hexfront", "compile", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_system_is_compiled_once(compile_in: Compile) -> None:
    first = compile_in("lanes")
    assert (first.returncode, first.stderr) == (0, "")
    assert "Lanes: compiled in " in first.stdout
    again = compile_in("lanes")
    assert (again.returncode, again.stdout, again.stderr) == (0, "Lanes: compiled before.\n", "")


BROKEN = """
from dataclasses import replace

from lanes import SYSTEM as LANES


def rules(setup):
    raise RuntimeError("no rules today")


SYSTEM = replace(LANES, name="broken", title="Broken", rules=rules)
"""


def test_a_system_that_cannot_be_compiled_is_named(compile_in: Compile, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hexfront.systems]\nbroken = broken:SYSTEM\n")
    ended = compile_in("broken")
    assert ended.returncode == 1
    assert "Broken: " in ended.stderr
    assert "no rules today" in ended.stderr
    assert "Traceback" not in ended.stderr
