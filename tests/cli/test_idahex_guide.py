"""The shell lines of the guide to designing wars for IDAHEX."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from tests.conftest import Ended

Run = Callable[..., Ended]
ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "idahex-designing.md"
EXAMPLE = ROOT / "src/hexfront/systems/idahex/data/scenarios/first-war.toml"


def lines() -> list[list[str]]:
    blocks = re.findall(r"^```shell\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    return [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]


def test_the_lines_work(
    hexfront: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    register: Callable[[str, str], None],
) -> None:
    register("idahex", "hexfront.systems.idahex:SYSTEM")
    monkeypatch.chdir(tmp_path)
    Path("first-war.toml").write_bytes(EXAMPLE.read_bytes())
    (script,) = re.findall(r"^```text\n(# The first.*?)^```$", GUIDE.read_text(), re.M | re.S)
    Path("red.txt").write_text(script)
    for name, *words in lines():
        assert name == "hexfront"
        ended = hexfront(*words)
        assert (ended.code, ended.err) == (0, ""), words
    system = find_system("idahex")
    values = [load_scenario(system, name).game.values for name in ("sinai", "sinai.toml")]  # type: ignore[attr-defined]
    assert values[0] == values[1]
    assert Path("pictures/response-katk.png").exists()
