"""The example learner learns, and says what is wrong with its arguments."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples/train_ppo.py"
TINY = "--games 4 --steps 8 --batch 16 --width 8 --epochs 1 --updates 2 --every 1 --threads 1"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return run_path(str(EXAMPLE))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--minutes never", "--minutes: found 'never', expected a number above 0"),
        ("--minutes 0", "--minutes: found '0', expected a number above 0"),
        ("--minutes inf", "--minutes: found 'inf', expected a number above 0"),
        ("--games 1.5", "--games: found '1.5', expected a whole number from 1"),
        ("--discount 2", "--discount: found '2', expected a number from 0 to 1"),
        ("--colour red", "unrecognized arguments: --colour red"),
    ],
)
def test_arguments_that_cannot_be_read(
    example: dict[str, Any], capsys: pytest.CaptureFixture[str], words: str, told: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        example["main"](words.split())
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--system chess", "system"),
        ("--scenario nowhere", "scenario"),
        ("--side 7", "side: found 7, expected 0 to 1"),
        ("--opponent nobody", "opponent"),
    ],
)
def test_arguments_that_name_nothing(
    example: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: str,
    told: str,
) -> None:
    assert example["main"]([*words.split(), "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("train_ppo.py: error: ")
    assert told in error
    assert not (tmp_path / "out").exists()


def test_without_pytorch_it_says_how_to_install_it() -> None:
    code = f"import sys; sys.modules['torch'] = None; sys.argv = ['x']; import runpy; \
runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 2
    assert "PyTorch is not installed: pip install" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_same_seed_learns_the_same(example: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("torch")
    tables = []
    for name in ("one", "two"):
        folder = tmp_path / name
        assert example["main"]([*TINY.split(), "--wins", "100", "--out", str(folder)]) == 1
        assert (folder / "weights.safetensors").exists() or (folder / "weights.pt").exists()
        with (folder / "curve.csv").open(encoding="utf-8") as file:
            tables.append([row | {"minutes": ""} for row in csv.DictReader(file)])
    assert tables[0] == tables[1]
    assert [row["update"] for row in tables[0]] == ["0", "1", "2"]


@pytest.mark.slow
def test_it_stops_when_enough_games_are_won_twice(example: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = f"{TINY} --side bluefor --wins 0 --updates 9 --out {tmp_path}"
    assert example["main"](words.split()) == 0
    rows = (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 3
