"""Gymnasium finds every system by itself, and loads none before it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from hexfront.adapters import registration
from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.registration import environment_id, register_environments
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.core.registry import GROUP, system_names

ROOT = Path(__file__).parents[2]


@pytest.fixture
def registered() -> Iterator[None]:
    """All systems, for one test."""
    before = dict(gymnasium.registry)
    gymnasium.registry.clear()
    gymnasium.registry.update({name: spec for name, spec in before.items() if "/" not in name})
    register_environments()
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


def name_of(system: str) -> str:
    return environment_id(
        next(e for e in registration.entry_points(group=GROUP) if e.name == system)
    )


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("system", system_names())
def test_every_system_is_made_by_name(system: str) -> None:
    env = gymnasium.make(name_of(system), max_steps=9)
    assert isinstance(env.unwrapped, HexfrontEnv) and env.unwrapped.system == system
    seen, _ = env.reset(seed=1)
    env.step(np.int64(seen["action_mask"].argmax()))
    many = gymnasium.make_vec(name_of(system), num_envs=2)
    assert isinstance(many, HexfrontVectorEnv) and many.num_envs == 2
    seen, _ = many.reset(seed=1)
    many.step(seen["action_mask"].argmax(axis=1))
    assert many.spec is not None and many.spec.id == name_of(system)


@pytest.mark.usefixtures("registered")
def test_arguments_and_other_modes() -> None:
    assert name_of("brigade") == "hexfront/Brigade-v1"
    env = gymnasium.make("hexfront/Brigade-v1", side="bluefor", scenario="iron-few")
    assert env.unwrapped.side == 1  # type: ignore[attr-defined]
    many = gymnasium.make_vec("hexfront/Brigade-v1", 2, "vector_entry_point", autoreset="disabled")
    assert many.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.DISABLED
    plain = gymnasium.make_vec("hexfront/Brigade-v1", 2, "sync")
    seen, _ = plain.reset(seed=1)
    assert seen["action_mask"].shape[0] == 2


def test_registering_twice_is_no_harm(
    registered: None, recwarn: pytest.WarningsRecorder, duel: None
) -> None:
    register_environments()
    assert not recwarn.list
    assert "hexfront/Duel-v0" in gymnasium.registry


def test_a_version_stands_beside_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, text in (("one_game", "3\n"), ("two_game", "x"), ("three_game", None)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("raise SystemExit")
        if text is not None:
            (tmp_path / folder / registration.VERSION_FILE).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = registration.EntryPoint
    found = [
        environment_id(entry("one-game", f"{module}:SYSTEM", GROUP))
        for module in ("one_game", "two_game", "three_game", "no_game")
    ]
    assert found == [f"hexfront/OneGame-v{version}" for version in (3, 0, 0, 0)]


LIGHT = """
heavy = [m for m in sys.modules if m.split(".")[0] == "numba" or m.startswith("hexfront.systems.")]
assert not heavy, heavy[:5]
"""
BY_ENTRY_POINT = f"""
import sys, gymnasium
from importlib.metadata import entry_points
register = entry_points(group="gymnasium.envs", name="hexfront")["hexfront"]
register.load()()
assert "hexfront/Brigade-v1" in gymnasium.registry
{LIGHT}
"""
BY_IMPORT = f"""
import sys, gymnasium
import hexfront.adapters
{LIGHT}
gymnasium.make("hexfront/Brigade-v1").reset(seed=1)
"""
BY_NAME = """
import gymnasium
gymnasium.make("hexfront.adapters:hexfront/Brigade-v1").reset(seed=1)
gymnasium.make_vec("hexfront.adapters:hexfront/Aggressor-v1", 2).reset(seed=1)
"""


@pytest.mark.parametrize("program", [BY_ENTRY_POINT, BY_IMPORT, BY_NAME])
def test_a_program_finds_the_environments(program: str, tmp_path: Path) -> None:
    """Also through the entry point that `pyproject.toml` gives to an installed Hexfront."""
    info = tmp_path / "hexfront_faked-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hexfront-faked\nVersion: 1.0\n")
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    line = text.partition('[project.entry-points."gymnasium.envs"]\n')[2].splitlines()[0]
    (info / "entry_points.txt").write_text(f"[gymnasium.envs]\n{line.replace(chr(34), '')}\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", program],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
