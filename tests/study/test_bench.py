import json
from functools import partial
from pathlib import Path

import pytest

from hexfront.cli.commands import bench as command
from hexfront.core.contract import Step
from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.study import bench
from hexfront.study.calibration import calibration_rate


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.02)
    monkeypatch.setattr(bench, "CALL_SECONDS", 0.01)
    monkeypatch.setattr(bench, "FINGERPRINT_PLAYOUTS", 5)
    # All of it takes half a minute as plain Python.
    monkeypatch.setattr(bench, "calibration_rate", partial(calibration_rate, 1000))


def test_calls_and_playouts_are_timed() -> None:
    system = find_system("lanes")
    calls = bench.measure_calls(system)
    assert calls["game_steps"] == 12
    assert all(calls[f"{name}_us"] > 0 for name in ("python_step", "choices", "view", "state_copy"))
    figures = bench.measure_playouts(system, bench._runner(system, ["random"])[0].rules)
    assert figures["ratio"] == pytest.approx(
        figures["steps_per_second"] / figures["calibration_per_second"], rel=0.01
    )
    assert calibration_rate(1000) > 0


def test_a_system_has_more_timed() -> None:
    system = find_system("counted")
    rules = system.rules(load_scenario(system))
    (name, work), *more = bench.measure_work(system, rules).items()
    assert (name, more) == ("first position", [])
    assert work["us"] > 0 < work["iterations"]
    assert bench.measure_work(find_system("lanes"), rules) == {}


def test_of_a_long_game_some_positions_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    runner, _ = bench._runner(find_system("lanes"), ["random"])
    steps: list[Step] = []
    runner.play_out(0, steps.append)
    every = bench._positions(runner.rules, runner.rules.start(), steps)
    assert len(every) == 8
    monkeypatch.setattr(bench, "MAX_POSITIONS", 3)
    some = bench._positions(runner.rules, runner.rules.start(), steps)
    assert [digest(state) for state, _ in some] == [digest(every[n][0]) for n in (0, 3, 6)]


def test_the_first_order_is_measured_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = Path(__file__).parent / "plugin"
    monkeypatch.setenv("PYTHONPATH", str(plugin))
    figures = bench.measure_first_game("lanes", rounds=1)
    assert figures["cold_seconds"] > 0 < figures["warm_seconds"]
    assert figures["peak_mib"] > 20
    with pytest.raises(HexfrontError, match="system: found 'chess'"):
        bench.measure_first_game("chess")


def test_fingerprints_know_a_change_of_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    system = find_system("lanes")
    before = bench.fingerprint(system)
    assert before == bench.fingerprint(system)
    rules = type(bench._runner(system, ["random"])[0].rules)
    monkeypatch.setattr(rules, "choices", lambda *_: [1])
    assert bench.fingerprint(system) != before


def test_committed_fingerprints_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from typer import Exit

    file = tmp_path / "fingerprints.json"
    monkeypatch.setattr(command, "committed_file", lambda: file)
    command.bench("lanes", update=True)
    assert set(json.loads(file.read_text())) == {"lanes"}
    command.bench("lanes", check=True)
    file.write_text('{"lanes": "0", "other": "1"}')
    with pytest.raises(Exit) as ended:
        command.bench("lanes", check=True)
    assert ended.value.exit_code == 1
    assert "lanes behaves differently" in capsys.readouterr().err
    command.bench("lanes", update=True)
    assert json.loads(file.read_text())["other"] == "1"
