"""Ctrl-C: one line, exit code 130, and no traceback, wherever a command is."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PLUGIN
from tests.conftest import Ended

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes of POSIX")


def interrupted(*arguments: object, pipe: Path, times: int = 1) -> Ended:
    """What a command leaves that is interrupted while it waits for what a pipe holds."""
    os.mkfifo(pipe)
    environment = os.environ | {"PYTHONPATH": str(PLUGIN), "HEXFRONT_COMPILE": "never"}
    # Tests in the background may have been told to ignore it, and children inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "hexfront", *map(str, arguments)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:  # noqa: SIM117 - the pipe opens only when the process has
        # The command has opened the pipe and waits, once this has.
        with pipe.open("w"):
            for _ in range(times):
                process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=60)
            finally:
                process.kill()
    return Ended(process.returncode, out, err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("deck", "check", "idahex", "PIPE"),
        ("deck", "to-toml", "idahex", "PIPE", "--out", "x.toml"),
        ("run", "idahex", "--until", 1, "--red", "script:PIPE"),
        ("run", "idahex", "--deck", "PIPE"),
        ("record", "idahex", "--until", 1, "--red", "script:PIPE", "--out", "r.jsonl"),
        ("outputs", "PIPE", "--side", "red"),
        ("verify", "PIPE"),
    ],
)
def test_one_line_and_code_130(tmp_path: Path, arguments: tuple[object, ...]) -> None:
    pipe = tmp_path / "pipe"
    given = [str(word).replace("PIPE", str(pipe)) for word in arguments]
    given = [str(tmp_path / word) if word[1:] in (".toml", ".jsonl") else word for word in given]
    ended = interrupted(*given, pipe=pipe)
    assert (ended.code, ended.out, ended.err) == (130, "", "error: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_pressed_several_times(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    ended = interrupted("deck", "check", "idahex", pipe, pipe=pipe, times=5)
    assert ended.code == 130
    assert {*ended.err.splitlines()} == {"error: interrupted"}


def test_a_run_says_how_to_go_on(
    hexfront: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    assert callable(hexfront)
    before = signal.getsignal(signal.SIGINT)
    try:
        for name, more in (
            ("batch.run_batch", ()),
            ("sweeps.sweep.run_sweep", ("--vary", "/lives=1,2")),
        ):
            monkeypatch.setattr(f"hexfront.study.{name}", stop)
            if more:
                monkeypatch.setattr("hexfront.cli.vary.run_sweep", stop)
            out = tmp_path / "r.parquet"
            ended = hexfront("run", "counted", "--games", 2, "--out", out, *more)
            assert ended.code == 130
            assert ended.err.startswith("error: interrupted; the finished games are kept")
            assert f"--resume --out {out}" in ended.err
    finally:
        signal.signal(signal.SIGINT, before)
