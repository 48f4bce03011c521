"""Studies in parts: shards that are merged, and the workers of a Dask cluster."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.core.errors import HexfrontError, InputError
from hexfront.experiments.document import ExperimentEntry
from hexfront.experiments.experiment import Experiment, prepare
from hexfront.experiments.playing import run_experiment
from hexfront.experiments.rows import merge_shards
from hexfront.study import cluster as dask_cluster

HERE = Path(__file__).parent
TEXT = """
system = "brigade"
agents = ["random", "random"]
games = 5
[[factors]]
name = "turns"
number = "/turns"
levels = [1, 2, 3]
[responses]
long = "steps > 60"
"""
STOP = {"width": 0.5, "batch": 5}
with_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="needs distributed"
)


def experiment(**changes: Any) -> Experiment:
    fields: dict[str, Any] = {
        "system": "brigade",
        "agents": ["random", "random"],
        "games": 5,
        "factors": [{"name": "turns", "number": "/turns", "levels": [1, 2, 3]}],
        "responses": {"long": "steps > 60"},
    }
    return prepare(ExperimentEntry.model_validate(fields | changes), HERE)


@pytest.mark.parametrize(
    "changes", [{}, {"dice": "own"}, {"games": 40, "stop": STOP}, {"games": 7}], ids=str
)
def test_merged_shards_are_the_rows_of_the_whole(changes: dict[str, Any], tmp_path: Path) -> None:
    made = experiment(**changes)
    whole = run_experiment(made, tmp_path / "whole")
    parts = [tmp_path / f"part{part}" for part in (1, 2, 3)]
    for part, folder in enumerate(parts, 1):
        run_experiment(made, folder, shard=(part, 3))
    # In any order.
    games, digest = merge_shards(parts[::-1], tmp_path / "merged")
    assert (games, digest) == (whole.games, whole.digest)
    rows = [(tmp_path / name / "games.ndjson").read_bytes() for name in ("whole", "merged")]
    assert rows[0] == rows[1]
    # Nothing is left to play.
    done: list[int] = []
    again = run_experiment(made, tmp_path / "merged", resume=True, progress=done.append)
    assert again.digest == whole.digest
    assert set(done) == {whole.games} or made.entry.stop


def test_shards_that_are_missing_unfinished_or_of_others_are_named(tmp_path: Path) -> None:
    made = experiment()
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    run_experiment(made, one, shard=(1, 2))
    run_experiment(made, two, shard=(2, 2))
    run_experiment(experiment(seed=2), other, shard=(2, 2))
    out = tmp_path / "out"
    for folders, words in (
        ([one], "shards 1/2', expected each of the 2 once"),
        ([one, one], "shards 1/2, 1/2"),
        ([one, other], "another `experiment`"),
        ([one, tmp_path], "experiment.json"),
    ):
        with pytest.raises(InputError, match=words):
            merge_shards(folders, out)
    head = json.loads((two / "experiment.json").read_text(encoding="utf-8"))
    (two / "experiment.json").write_text(json.dumps(head | {"finished": False}), encoding="utf-8")
    with pytest.raises(InputError, match="an unfinished experiment"):
        merge_shards([one, two], out)
    with pytest.raises(InputError, match="at most 15 parts"):
        run_experiment(made, out, shard=(1, 16))
    assert not out.exists()


def call(*words: Any) -> Any:
    result = CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def test_the_commands_for_shards(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(TEXT, encoding="utf-8")
    whole = json.loads(call("study", file, "--json").stdout)
    for part in (1, 2):
        call("study", file, "--out", tmp_path / f"part{part}", "--shard", f"{part}/2")
    merged = tmp_path / "merged"
    told = json.loads(
        call("merge", tmp_path / "part1", tmp_path / "part2", "--out", merged, "--json").stdout
    )
    assert told["digest"] == whole["digest"]
    found = json.loads(call("study", file, "--out", merged, "--resume", "--json").stdout)
    assert found["points"] == whole["points"]
    assert (merged / "games.parquet").exists()
    with pytest.raises(InputError, match="--out with a folder"):
        call("study", file, "--shard", "1/2")


def _start(*words: str) -> subprocess.Popen[str]:
    """A process of Dask that says when it is ready."""
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stderr=subprocess.PIPE,
        text=True,
    )


def _wait_for(process: subprocess.Popen[str], words: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if words in line:
            return line
    raise AssertionError(f"{words} was not said")


class _Dask:
    """A scheduler and two workers, each a process."""

    def __enter__(self) -> _Dask:
        self.all = [
            _start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        ]
        line = _wait_for(self.all[0], "Scheduler at:")
        self.address = line.split("Scheduler at:")[1].strip()
        for _ in range(2):
            self.all.append(
                _start(
                    "dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
                )
            )
        for worker in self.all[1:]:
            _wait_for(worker, "Registered to:")
        return self

    def kill(self, *which: int) -> None:
        """End some at once: 0 is the scheduler."""
        for number in which:
            os.kill(self.all[number].pid, signal.SIGKILL)

    def __exit__(self, *error: object) -> None:
        for process in self.all:
            process.kill()
            process.wait()


def _killing(
    dask: _Dask, which: tuple[int, ...], at: int, kept: list[int]
) -> Callable[[int], None]:
    """Kills some processes as soon as so many games are done; `kept` gets how many there were."""

    def progress(done: int) -> None:
        if done >= at and not kept:
            dask.kill(*which)
            kept.append(done)

    return progress


@with_dask
@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing_and_a_dead_cluster_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.agents.cluster.CONNECT_SECONDS", 100.0)
    made = experiment(games=400)
    here = run_experiment(made)
    killed: list[int] = []
    with _Dask() as dask:
        one, all_ = tmp_path / "one", tmp_path / "all"
        progress = _killing(dask, (2,), 100, killed)
        there = run_experiment(made, one, cluster=dask.address, progress=progress)
        assert killed
        assert there.digest == here.digest
        killed.clear()
        with pytest.raises(HexfrontError, match="--resume goes on"):
            progress = _killing(dask, (0,), 100, killed)
            run_experiment(made, all_, cluster=dask.address, progress=progress)
    kept: list[int] = []
    again = run_experiment(made, all_, resume=True, progress=kept.append)
    assert killed[0] <= kept[0] < made.most_games
    assert again.digest == here.digest


@with_dask
@pytest.mark.nightly
def test_a_cluster_without_workers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexfront.agents.cluster.CONNECT_SECONDS", 100.0)
    monkeypatch.setattr(dask_cluster, "ALONE_SECONDS", 2.0)
    made = experiment(games=400)
    killed: list[int] = []
    with _Dask() as dask, pytest.raises(HexfrontError, match="--resume goes on"):
        progress = _killing(dask, (1, 2), 100, killed)
        run_experiment(made, tmp_path, cluster=dask.address, progress=progress)
    assert run_experiment(made, tmp_path, resume=True).digest == run_experiment(made).digest
