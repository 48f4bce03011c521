"""The system of the documentation: its own tests pass, as they would in a package of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "seven-hexes"
GUIDE = DOCS / "guides" / "tiny-system.md"


def test_its_own_tests_pass(register: Callable[[str, str], None]) -> None:
    """Among them the whole conformance kit, golden games and a test for every clause."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    before = len(sys.path)
    for name, target in project["entry-points"]["hexfront.systems"].items():
        register(name, target)
    site = sys.path[: len(sys.path) - before]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=EXAMPLE,
        # Uncompiled, as compiling would take longer than the tests.
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([*site, str(EXAMPLE)]), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def test_the_guide_shows_every_file() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    shown = {
        line.partition("} ")[2].removeprefix("../seven-hexes/")
        for line in text.splitlines()
        if line.startswith("```{literalinclude}")
    }
    files = {
        path.relative_to(EXAMPLE).as_posix()
        for path in EXAMPLE.rglob("*")
        if path.suffix in {".py", ".toml", ".json"}
    }
    assert files <= shown
