"""What the README and the guides tell people to type works."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

import pytest

from tests.conftest import Ended

ROOT = Path(__file__).parents[1]
GUIDES = [
    "README.md",
    *(
        f"docs/guides/{name}.md"
        for name in (
            "designing",
            "studying",
            "experiments",
            "clusters",
            "arena",
            "odds",
            "learning",
            "idahex-playing",
        )
    ),
]
UNENDING = {"play", "serve"}
SLOW = {"bench"}
SHELL = set("|<>;&$`*?")
"""What only a shell understands."""
SET_UP = ("make ", "pip ", ". ")


def blocks(text: str, *languages: str) -> list[str]:
    """The fenced blocks in some languages; the empty one is a plain block."""
    found = re.findall(r"^```(\S*).*?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [body for language, body in found if language in languages]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that reads like the checkout and can be written into."""
    folder = tmp_path
    for name in ("src", "tests", "docs", "examples"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def shortened(command: str) -> str:
    """The command with fewer games, values, days and processes; a long one only shows its help.

    The help comes after the options are read, so an unknown option still fails.
    """
    words = shlex.split(command, comments=True)
    if words[0] == "hexfront" and words[1] in UNENDING | SLOW:
        return f"{command} --help"
    command = re.sub(r"--games \d+", "--games 4", command)
    command = re.sub(r"--workers \d+", "--workers 1", command)
    if "--vary" in words:
        command = re.sub(r"(\.\.\S+:)\d+", r"\g<1>2", command)
        command = re.sub(r"--until \d+", "--until 2", command)
    return command


def shorten_studies(folder: Path) -> None:
    """Fewer games for the studies that a command has written."""
    for path in folder.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?m)^games = \d+", "games = 4", text), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_commands_and_snippets(
    guide: str,
    checkout: Path,
    hexfront: Callable[..., Ended],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first command as a shell runs it; more of Hexfront, and Python, without new processes."""
    monkeypatch.chdir(checkout)
    text = (ROOT / guide).read_text(encoding="utf-8")
    ran = 0
    for block in blocks(text, "sh", ""):
        for line in block.splitlines():
            if line and not line.startswith((*SET_UP, "error: ", "warning: ")):
                command = shortened(line)
                words = shlex.split(command, comments=True)
                if ran and words[0] == "hexfront" and not SHELL & set(command):
                    ended = hexfront(*words[1:])
                    assert ended.code == 0, (command, ended)
                else:
                    run(command, checkout)
                    shorten_studies(checkout)
                ran += 1
    for snippet in blocks(text, "python"):
        (checkout / "snippet.py").write_text(snippet, encoding="utf-8")
        run_path("snippet.py", run_name="__main__")
        ran += 1
    assert ran >= 2


@pytest.mark.parametrize("guide", ["README.md", "CONTRIBUTING.md"])
def test_links(guide: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)", (ROOT / guide).read_text(encoding="utf-8"))
    paths = [target for target in targets if "://" not in target]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_make_targets() -> None:
    """Every `make` target that is named anywhere is there."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "docs/guides/playing.md", ".ci/run"):
        text = (ROOT / name).read_text(encoding="utf-8")
        named = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
        assert named
        assert named <= targets
