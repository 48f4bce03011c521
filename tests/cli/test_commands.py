import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import PLUGIN
from tests.conftest import Ended

Run = Callable[..., Ended]


def in_a_process(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "hexfront", *arguments],
        env=os.environ | {"PYTHONPATH": str(PLUGIN)} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_without_a_command_the_help(hexfront: Run) -> None:
    ended = hexfront()
    assert ended.code == 0
    for command in ("play", "serve", "run", "replay", "verify", "validate", "rules", "doctor"):
        assert command in ended.out


def test_version(hexfront: Run) -> None:
    assert hexfront("--version").out.startswith("hexfront ")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['hexfront', '--help']\n"
        "from hexfront.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'pyarrow', 'fastapi', 'pydantic_core'} & set(sys.modules)\n"
        "sys.exit(' '.join(heavy) or 0)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_run_in_json(hexfront: Run) -> None:
    ended = hexfront("run", "lanes", "--red", "pusher", "--games", 40, "--seed", 3, "--json")
    assert ended.code == 0
    assert ended.err == ""
    told = ended.objects[-1]
    assert told["games"] == 40
    assert set(told["wins"]) == {"Red", "Blue", "draw"}
    assert sum(told["wins"].values()) == 40
    assert told["steps"] == 40 * 12
    assert told["seconds"] > 0
    assert len(told["digest"]) == 32
    assert told["intervals"]["Red"]["low"] < told["intervals"]["Red"]["rate"]


def test_run_for_people(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    ended = hexfront(
        "run",
        "lanes",
        "--scenario",
        "three",
        "--seats",
        "pusher,random,random",
        "--option",
        "rounds=2",
        "--games",
        20,
        "--shard",
        "2/2",
        "--out",
        out,
    )
    assert ended.code == 0
    assert "Dark Green" in ended.out
    assert "95 % interval" in ended.out
    assert ended.err == ""
    table = pq.read_table(out).to_pylist()
    assert [row["game"] for row in table] == list(range(10, 20))
    assert {row["end_time"] for row in table} == {2}


def test_run_shows_what_the_system_counts(hexfront: Run, tmp_path: Path) -> None:
    arguments = ("run", "counted", "--games", 12, "--seed", 2)
    ended = hexfront(*arguments, "--plots", tmp_path / "plots", "--out", tmp_path / "r.parquet")
    assert ended.code == 0
    for words in ("First die", "Dice, mean of a game", "first six", "Sum of dice", "±"):
        assert words in ended.out
    assert {path.name for path in tmp_path.iterdir()} == {
        "plots",
        "r.parquet",
        "r.series.parquet",
    }
    assert len(list((tmp_path / "plots").iterdir())) == 3
    told = hexfront(*arguments, "--json").objects[-1]
    rows = pq.read_table(tmp_path / "r.parquet").to_pylist()
    assert told["means"]["sixes"]["mean"] == round(sum(row["sixes"] for row in rows) / 12, 6)
    assert (
        told["shares"]["opening"]["low"]["games"] + told["shares"]["opening"]["high"]["games"] == 12
    )
    assert told["time_series"]["time_unit"] == "round"


def test_quiet_run_prints_nothing(hexfront: Run) -> None:
    assert hexfront("run", "lanes", "--games", 2, "--quiet") == Ended(0, "", "")


def test_scenario_from_a_file(hexfront: Run, tmp_path: Path) -> None:
    document = json.loads((PLUGIN / "lanes/data/scenarios/duel.json").read_text())
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(document | {"name": "mine"}))
    ended = hexfront("run", "lanes", "--scenario", path, "--games", 2, "--json")
    assert ended.objects[-1]["scenario"] == "mine"


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["run", "chess"], "system: found 'chess', expected one of:"),
        (["run", "lanes", "--scenario", "moon"], "scenario: found 'moon'"),
        (["run", "lanes", "--scenario", "none.json"], "none.json: found"),
        (["run", "lanes", "--red", "nobody"], "agent: found 'nobody', expected one of: random,"),
        (["run", "lanes", "--seats", "random"], "expected 2, one a side: Red, Blue"),
        (["run", "lanes", "--seats", "random,random", "--red", "random"], "--seats"),
        (["run", "lanes", "--scenario", "three", "--red", "random"], "--seats with 3 agents"),
        (["run", "lanes", "--option", "rounds"], "--option: found 'rounds', expected key=value"),
        (["run", "lanes", "--option", "rounds=1", "--option", "rounds=2"], "each key once"),
        (["run", "lanes", "--option", "moon=1"], "option moon"),
        (["run", "lanes", "--option", "rounds=1000"], "/options/rounds"),
        (["run", "lanes", "--shard", "3/2"], "--shard: found '3/2'"),
        (["run", "lanes", "--shard", "²/2"], "--shard"),
        (["run", "lanes", "--resume"], "--resume"),
        (["run", "lanes", "--games", "0"], "--games"),
        (["run", "lanes", "--games", "many"], "--games"),
        (["run", "lanes", "--seed", "-1"], "--seed"),
        (["run", "lanes", "--workers", "0"], "--workers"),
        (["run", "lanes", "--out", "nowhere/r.parquet"], "a folder that exists"),
        (["run", "lanes", "--out", "."], "a file, not a folder"),
        (["run", "lanes", "--plots", "nowhere/plots"], "--plots: found"),
        (["run"], "SYSTEM"),
        (["jump"], "jump"),
        (["rules", "chess"], "system: found 'chess'"),
        (["rules", "lanes", "LAN-9"], "clause: found 'LAN-9', expected one of: LAN-1,"),
        (["schema", "lanes", "moon"], "schema: found 'moon', expected one of: scenario"),
        (["scenarios", "chess"], "system: found 'chess'"),
        (["bench", "chess"], "system: found 'chess'"),
        (["play", "chess"], "system: found 'chess'"),
        (["play", "lanes", "--side", "Green"], "--side: found 'Green', expected one of: Red, Blue"),
        (["play", "lanes", "--opponent", "nobody"], "--opponent: found 'nobody'"),
        (["play", "lanes", "--port", "70000"], "--port"),
        (["play", "--side", "Red"], "system: found <none>"),
        (["play", "--no-browser"], "option: found 'no_browser', expected one of the command"),
        (["play", "--ascii", "--plain"], "option: found 'plain', expected one of the command"),
    ],
)
def test_bad_usage_is_named(
    hexfront: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    place: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = hexfront(*arguments)
    assert ended.code == 2
    assert place in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_failed_run_is_exit_code_1(hexfront: Run) -> None:
    ended = hexfront("run", "crooked", "--blue", "cheat", "--games", 3)
    assert ended.code == 1
    assert "seed 1, game 0: agent 'cheat' of Blue" in ended.err
    assert hexfront("run", "lanes", "--games", 1, "--step-limit", 3).code == 1


def test_a_folder_that_cannot_be_written(
    hexfront: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    ended = hexfront("run", "lanes", "--games", 2, "--out", tmp_path / "r.parquet")
    assert ended.code == 1
    assert ended.err.endswith("r.parquet.parts: cannot be written: Read-only file system\n")


def test_missing_extras_are_named(
    hexfront: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ended = hexfront("run", "lanes", "--games", 2, "--out", tmp_path / "r.parquet")
    assert ended.code == 1
    assert "pip install -e '.[study]'" in ended.err
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = hexfront("play", "lanes")
    assert ended.code == 1
    assert "pip install -e '.[web]'" in ended.err


def test_play_and_serve_hand_over_what_was_asked(
    hexfront: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexfront.server import launch
    from hexfront.server.settings import ServerSettings

    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(launch, "serve", lambda *arguments: calls.append(arguments))
    asked = ["--scenario", "three", "--side", "Dark Green", "--opponent", "pusher"]
    more = ["--option", "rounds=2", "--port", "0", "--no-open", "--save", str(tmp_path)]
    assert hexfront("play", "lanes", *asked, *more).code == 0
    players = ("pusher", "pusher", "person")
    ready = launch.ReadyMatch("lanes", "three", players, {"rounds": "2"})
    assert hexfront("play", "lanes", "--seats", "random, person").code == 0
    assert hexfront("play").code == 0
    assert hexfront("serve", "--host", "::1", "--port", "9000").code == 0
    none, seated = ServerSettings(), ("random", "person")
    assert calls == [
        ("127.0.0.1", 0, tmp_path, False, ready, none),
        ("127.0.0.1", 8000, None, True, launch.ReadyMatch("lanes", None, seated), none),
        ("127.0.0.1", 8000, None, True, None, none),
        ("::1", 9000, None, False, None, none),
    ]


@pytest.mark.parametrize("command", [("play", "lanes"), ("serve",)])
def test_a_seed_is_refused_where_dice_are_secret(hexfront: Run, command: tuple[str, ...]) -> None:
    ended = hexfront(*command, "--seed", "3")
    assert ended.code == 2
    assert "secret dice" in ended.err


def test_every_wrong_setting_of_a_server_is_named_at_once(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text('webhooks = ["ftp://a.example"]\nhost = "x"\n[email]\nport = 0\n')
    ended = hexfront("serve", "--settings", str(path))
    assert ended.code == 2
    for place in ("/webhooks/0", "/host", "/email/host", "/email/port", "/email/sender"):
        assert f"server.toml: {place}" in ended.err.replace("\n", "")


def test_rules_with_coverage(hexfront: Run) -> None:
    ended = hexfront("rules", "lanes", "--json")
    assert [clause["id"] for clause in ended.objects] == ["LAN-1", "LAN-2", "LAN-3"]
    first = ended.objects[0]
    assert set(first) == {"id", "title", "text", "source", "code", "tests"}
    assert any("refuse" in place for place in first["code"])
    one = hexfront("rules", "lanes", "LAN-2")
    assert "The die" in one.out
    assert "code: lanes/__init__.py" in one.out
    assert "LAN-1" not in one.out


def test_scenarios_and_schemas(hexfront: Run) -> None:
    told = hexfront("scenarios", "lanes", "--json").objects
    assert [(one["name"], one["default"]) for one in told] == [("duel", True), ("three", False)]
    assert "duel *" in hexfront("scenarios", "lanes").out
    assert hexfront("schema", "lanes").out == "scenario\n"
    assert json.loads(hexfront("schema", "lanes", "scenario").out)["type"] == "object"


def test_doctor_looks_at_everything(
    hexfront: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = {one["name"]: one for one in hexfront("doctor", "--json").objects}
    assert {"Python", "kernels", "kernel cache", "data folder", "Chromium"} <= set(found)
    assert found["kernels"]["good"]
    assert found["data folder"]["good"]
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ended = hexfront("doctor")
    assert ended.code == 1
    assert "BROKEN" in ended.out


def test_a_reader_that_has_gone_is_no_traceback() -> None:
    command = f"{sys.executable} -m hexfront schema lanes scenario | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(
        ["bash", "-c", command],
        env=os.environ | {"PYTHONPATH": str(PLUGIN)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_behind_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "hexfront", "schema", "lanes", "scenario"],
            env=os.environ | {"PYTHONPATH": str(PLUGIN)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr == "error: standard output: No space left on device\n"


def test_output_in_a_pipe_is_plain_utf_8() -> None:
    ended = in_a_process("run", "lanes", "--red", "né", NO_COLOR="1", PYTHONIOENCODING="ascii")
    assert ended.returncode == 2
    assert "found 'né'" in ended.stderr
    assert "\x1b" not in ended.stdout + ended.stderr


def test_closed_streams_are_no_traceback() -> None:
    command = f"{sys.executable} -m hexfront schema lanes scenario >&- 2>&-"
    ended = subprocess.run(
        ["bash", "-c", command], env=os.environ | {"PYTHONPATH": str(PLUGIN)}, check=False
    )
    assert ended.returncode == 0


def test_as_many_play_as_are_seated(hexfront: Run) -> None:
    seats = "random,random,random"
    done = hexfront("run", "takeover", "--seats", seats, "--games", "1", "--json")
    assert set(done.objects[-1]["seats"]) == {"red", "blue", "green"}
    typed = hexfront("run", "takeover", "--seats", seats, "--option", "players=2")
    assert "expected 2, one a side: red, blue" in typed.err
