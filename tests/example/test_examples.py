"""The systems of the documentation: their own tests pass, as in packages of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("folder", ["seven-hexes", "breakout"])
def test_its_own_tests_pass(folder: str, register: Callable[[str, str], None]) -> None:
    """Among them the whole conformance kit, golden games and a test for every clause."""
    example = DOCS / folder
    project = tomllib.loads((example / "pyproject.toml").read_text())["project"]
    before = len(sys.path)
    for name, target in project["entry-points"]["hexfront.systems"].items():
        register(name, target)
    site = sys.path[: len(sys.path) - before]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=example,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([*site, str(example)]), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


@pytest.mark.parametrize(
    ("folder", "guide"), [("seven-hexes", "tiny-system.md"), ("breakout", "hidden-movement.md")]
)
def test_the_guide_shows_every_file(folder: str, guide: str) -> None:
    text = (DOCS / "guides" / guide).read_text(encoding="utf-8")
    shown = {
        line.partition("} ")[2].removeprefix(f"../{folder}/")
        for line in text.splitlines()
        if line.startswith("```{literalinclude}")
    }
    files = {
        path.relative_to(DOCS / folder).as_posix()
        for path in (DOCS / folder).rglob("*")
        if path.suffix in {".py", ".toml", ".json"}
    }
    assert files <= shown
