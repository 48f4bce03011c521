"""Games in which the rules become machine code between two steps end as they do without it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexfront import jit

GAMES = """
from hexfront import jit
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner

system = find_system("takeover")
part = jit.part_of(system.rules.__module__)
scenario = load_scenario(system)
runner = GameRunner(make_plan(system, scenario, ["greedy", "random"] * 2, 1)[0])
steps, compiled = [], []

def watch(step):
    steps.append(step)
    if len(steps) == 25:
        jit.compiled_mark(part).touch()

def play(watch=None):
    state, taken = runner.play_out(0, watch, most=120)
    compiled.append(part in jit._in_use)
    return digest(state), taken

plain, swapped, machine = play(), play(watch), play()
print(plain == swapped == machine, plain[1] > 50, compiled)
"""


def lay_out_machine_code(cache: Path) -> None:
    """What there is of machine code, without the marks by which it is taken into use."""
    for part in (jit.ENGINE, "systems/takeover"):
        folder = jit.cache_folder(part)
        marks = shutil.ignore_patterns("compiled", "half-compiled")
        shutil.copytree(folder, cache / "kernels" / folder.name, ignore=marks)


@pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled without JIT")
def test_a_game_is_the_same_whenever_the_swap_comes(tmp_path: Path) -> None:
    lay_out_machine_code(tmp_path)
    left_out = {jit.COMPILE, "NUMBA_CACHE_DIR"}
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    done = subprocess.run(
        [sys.executable, "-c", GAMES],
        env=environment | {"HEXFRONT_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "True True [False, True, True]"
