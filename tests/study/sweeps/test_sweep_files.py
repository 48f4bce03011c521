"""Sweeps on disk: parts, shards, and what is kept when one is broken off."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.sweeps.response import Response
from hexfront.study.sweeps.sweep import make_sweep, run_sweep
from hexfront.study.sweeps.vary import make_grid, read_variation

SEATS = ("pusher", "random")
PLUGIN = Path(__file__).parents[1] / "plugin"
ROOT = Path(__file__).parents[3]


def sweep(
    text: str,
    out: Path,
    games: int = 6,
    shard: tuple[int, int] = (1, 1),
    *,
    workers: int = 1,
    resume: bool = False,
    **more: Any,
) -> Response:
    system = find_system("counted")
    read = make_grid(*map(read_variation, text.split()))
    made = make_sweep(system, load_scenario(system), read, SEATS, games, 1, 1000, shard)
    return run_sweep(made, [], workers, out, resume=resume, **more)


def rows(out: Path) -> list[tuple[float, int, str]]:
    table = pq.read_table(out).to_pylist()
    return [(row["varied_value"], row["game"], row["digest"]) for row in table]


def test_shards_make_up_the_sweep(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.parquet", []
    sweep("/lives=1..3:3", whole, games=3)
    for number in range(1, 5):
        part = tmp_path / f"{number}.parquet"
        response = sweep("/lives=1..3:3", part, games=3, shard=(number, 4))
        parts += rows(part)
        assert {value for value, _, _ in rows(part)} == {value for (value,) in response.grid.points}
    assert parts == rows(whole)
    # One game for each value is no single game.
    sweep("/lives=1..3:3", tmp_path / "one.parquet", games=1, shard=(2, 3))
    assert [row[:2] for row in rows(tmp_path / "one.parquet")] == [(2, 0)]
    with pytest.raises(InputError, match=r"at most 3 parts: 3 values of 1 game$"):
        sweep("/lives=1..3:3", whole, games=1, shard=(1, 4))


def test_what_is_broken_off_goes_on(tmp_path: Path) -> None:
    out, whole = tmp_path / "r.parquet", tmp_path / "whole.parquet"
    expected = sweep("/lives=1..3:3", whole)

    def stop(done: int) -> None:
        if done >= 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep("/lives=1..3:3", out, progress=stop)
    assert not out.exists()
    with pytest.raises(InputError, match="parts of an unfinished run"):
        sweep("/lives=1..3:3", out)
    with pytest.raises(InputError, match="games of the values that are asked for"):
        sweep("/lives=2..3:2", out, resume=True)
    told: list[int] = []
    again = sweep("/lives=1..3:3", out, resume=True, progress=told.append)
    assert told[0] >= 9
    assert out.read_bytes() == whole.read_bytes()
    assert again.document() == expected.document()
    series = (tmp_path / "r.series.parquet").read_bytes()
    assert series == (tmp_path / "whole.series.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "r.parquet",
        "r.series.parquet",
        "whole.parquet",
        "whole.series.parquet",
    ]


def test_a_sweep_of_two_numbers_goes_on_and_is_made_longer(tmp_path: Path) -> None:
    out, whole = tmp_path / "r.parquet", tmp_path / "whole.parquet"

    def stop(done: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep("/lives=1,2 /options/rounds:=2,3", out, games=2, progress=stop)
    sweep("/lives=1,2 /options/rounds:=2,3", out, games=2, resume=True)
    sweep("/lives=1,2,3 /options/rounds:=2,3", out, games=3, resume=True)
    sweep("/lives=1,2,3 /options/rounds:=2,3", whole, games=3)
    assert out.read_bytes() == whole.read_bytes()
    with pytest.raises(InputError, match="another varied"):
        sweep("/lives=1,2,3", out, resume=True)


def test_a_finished_sweep_can_be_made_longer(tmp_path: Path) -> None:
    out, whole = tmp_path / "r.parquet", tmp_path / "whole.parquet"
    sweep("/lives=1,3", out, games=2)
    told: list[int] = []
    sweep("/lives=1,2,3", out, games=4, resume=True, progress=told.append)
    assert told[0] == 4
    sweep("/lives=1,2,3", whole, games=4)
    assert out.read_bytes() == whole.read_bytes()


def test_rows_of_another_sweep_are_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    sweep("/lives=1,3", out, games=2)
    before = out.read_bytes()
    with pytest.raises(InputError, match="another varied_by"):
        sweep("/lives:=1,3", out, games=2, resume=True)
    assert out.read_bytes() == before


KILLED = """
import sys
from pathlib import Path
from tests.study.sweeps.test_sweep_files import sweep

out = Path(sys.argv[1])

def wait(done):
    if any(Path(f"{out}.parts").glob("*/*.parquet")):
        print("now", flush=True)
        sys.stdin.read()

sweep("/lives=1..4:4", out, games=5, workers=2, progress=wait)
"""
"""Waits to be killed when the first part is written."""


@pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX")
def test_a_killed_process_loses_no_finished_value(tmp_path: Path) -> None:
    out, whole = tmp_path / "r.parquet", tmp_path / "whole.parquet"
    command = [sys.executable, "-c", KILLED, str(out)]
    environment = os.environ | {"PYTHONPATH": f"{PLUGIN}{os.pathsep}{ROOT}"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        process.kill()
    assert not out.exists()
    parts = tmp_path / "r.parquet.parts"
    kept = sum(len(pq.read_table(part)) for part in parts.glob("*/*.parquet"))
    assert 1 <= kept < 20
    sweep("/lives=1..4:4", out, games=5, resume=True)
    sweep("/lives=1..4:4", whole, games=5)
    assert out.read_bytes() == whole.read_bytes()
