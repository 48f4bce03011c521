import json
import multiprocessing
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.journal import Journal, replay
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.core.study.tally import column_names
from hexfront.study.batch import make_plan, play_games, run_batch, shard_games
from hexfront.study.files.parts import WriteFailed
from hexfront.study.games import GameFailed, GameRunner, Plan, Record
from hexfront.study.summary import Summary

PLUGIN = Path(__file__).parent / "plugin"


def plan_of(*seats: str, scenario: str = "duel", seed: int = 1) -> tuple[Plan, Any]:
    system = find_system("lanes")
    return make_plan(system, load_scenario(system, scenario), list(seats), seed)


def rows_of(plan: Plan, games: range, workers: int = 1) -> list[dict[str, Any]]:
    return [record.row for records in play_games(plan, games, workers) for record in records]


def test_rows_do_not_depend_on_workers_or_shards() -> None:
    plan, _ = plan_of("pusher", "random")
    rows = rows_of(plan, range(60))
    assert rows == rows_of(plan, range(60), workers=2)
    assert rows == [row for shard in (1, 2, 3) for row in rows_of(plan, shard_games(60, shard, 3))]
    assert [row["game"] for row in rows] == list(range(60))
    assert len({row["digest"] for row in rows}) > 10


def test_other_seeds_give_other_games() -> None:
    first, second = (rows_of(plan_of("random", "random", seed=s)[0], range(20)) for s in (1, 2))
    assert [row["digest"] for row in first] != [row["digest"] for row in second]


def test_a_row_tells_how_the_game_ended() -> None:
    plan, rules = plan_of("pusher", "random", "random", scenario="three")
    runner = GameRunner(plan)
    row = runner.play(5).row
    steps: list[Step] = []
    state, count = runner.play_out(5, steps.append)
    assert row["steps"] == count == len(steps) == 4 * 4
    assert row["digest"] == digest(state)
    assert row["end_time"] == 4
    assert [row["seat_red"], row["seat_dark_green"]] == ["pusher", "random"]
    for side, column in enumerate(column_names(rules.sides)):
        assert row[f"losses_{column}"] == 3 - state.lives[side]
        assert row[f"score_{column}"] == state.points[side]
    best = max(state.points)
    leaders = [
        name for name, points in zip(rules.sides, state.points, strict=True) if points == best
    ]
    assert row["winner"] == (leaders[0] if len(leaders) == 1 else "draw")


def test_sides_decide_in_their_order_and_only_legally() -> None:
    plan, rules = plan_of("random", "random")
    steps: list[Step] = []
    state, _ = GameRunner(plan).play_out(3, steps.append)
    assert [step.actor for step in steps[:3]] == [0, 1, -1]
    after: list[str] = []
    start = rules.start()
    for step in steps:
        rules.apply(start, step, EventLog())
        after.append(digest(start))
    journal = Journal("lanes", "1", plan.scenario, steps=steps, digests=after)
    assert digest(replay(journal, rules)) == digest(state)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_order_that_is_no_choice_names_agent_and_game(workers: int) -> None:
    system = find_system("crooked")
    plan, _ = make_plan(system, load_scenario(system), ["random", "cheat"], 4)
    with pytest.raises(GameFailed, match="seed 4, game 0: agent 'cheat' of Blue gave order 7"):
        rows_of(plan, range(40), workers)


def test_a_game_without_end_names_seed_and_game() -> None:
    plan, _ = plan_of("random", "random")
    with pytest.raises(GameFailed, match="seed 1, game 0: not over after 5 steps"):
        rows_of(replace(plan, step_limit=5), range(1))


@pytest.mark.parametrize("seats", [["random"], ["random"] * 3, ["random", "nobody"]])
def test_seats_that_do_not_fit_are_refused(seats: list[str]) -> None:
    with pytest.raises(InputError):
        plan_of(*seats)


def test_shards_make_up_the_run() -> None:
    assert [g for shard in range(1, 8) for g in shard_games(23, shard, 7)] == list(range(23))
    with pytest.raises(InputError, match="i from 1 to n"):
        shard_games(10, 4, 3)


def test_columns_are_told_apart() -> None:
    assert column_names(["Red", "red", "Côte d'Or", "!"]) == ["red", "red_2", "côte_d_or", "side"]


def test_files_are_equal_for_any_number_of_workers(tmp_path: Path) -> None:
    plan, rules = plan_of("pusher", "random")
    first = run_batch(plan, rules, range(50), 1, tmp_path / "one.parquet")
    second = run_batch(plan, rules, range(50), 2, tmp_path / "two.parquet")
    assert first.document() == second.document()
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.parquet", "two.parquet"]
    table = pq.read_table(tmp_path / "one.parquet")
    assert table.to_pylist() == rows_of(plan, range(50))
    about = json.loads(table.schema.metadata[b"hexfront"])
    assert about["seats"] == ["pusher", "random"]
    assert about["scenario_hash"] == plan.scenario_hash


def kept_of(out: Path) -> list[int]:
    """The games in the parts of an unfinished run, in the order of the parts."""
    parts = sorted(out.with_name(f"{out.name}.parts").glob("*.parquet"))
    return [game for part in parts for game in pq.read_table(part).column("game").to_pylist()]


def broken_off(plan: Plan, rules: Any, games: range, out: Path, after: int) -> None:
    def stop(done: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, rules, games, 1, out, progress=stop)


def test_a_run_that_is_broken_off_goes_on(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    whole = run_batch(plan, rules, range(100), 1, tmp_path / "whole.parquet")
    out = tmp_path / "r.parquet"
    broken_off(plan, rules, range(100), out, 30)
    assert not out.exists()
    assert kept_of(out) == list(range(len(kept_of(out)))) and len(kept_of(out)) >= 30
    with pytest.raises(InputError, match="--resume"):
        run_batch(plan, rules, range(100), 1, out)
    asked: list[int] = []
    summary = run_batch(plan, rules, range(100), 1, out, resume=True, progress=asked.append)
    assert asked[0] >= 30
    assert summary.document() == whole.document()
    assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert not (tmp_path / "r.parquet.parts").exists()


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    longer = run_batch(plan, rules, range(45), 1, out, resume=True)
    assert longer.digest == run_batch(plan, rules, range(45)).digest
    assert pq.read_table(out).column("game").to_pylist() == list(range(45))


def test_rows_of_another_run_are_not_mixed_in(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    before = out.read_bytes()
    other, _ = plan_of("pusher", "random", seed=2)
    with pytest.raises(InputError, match="another seats, seed"):
        run_batch(other, rules, range(40), 1, out, resume=True)
    with pytest.raises(InputError, match="games 0 to 19"):
        run_batch(plan, rules, range(10, 40), 1, out, resume=True)
    assert out.read_bytes() == before
    assert list(tmp_path.iterdir()) == [out]


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    broken_off(plan, rules, range(100), out, 30)
    part = min((tmp_path / "r.parquet.parts").iterdir())
    part.write_bytes(part.read_bytes()[:-40])
    with pytest.raises(InputError, match=part.name):
        run_batch(plan, rules, range(100), 1, out, resume=True)


def test_a_full_disk_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", full)
    plan, rules = plan_of("random", "random")
    with pytest.raises(WriteFailed, match=r"r\.parquet.*No space left on device"):
        run_batch(plan, rules, range(10), 1, tmp_path / "r.parquet")
    assert list(tmp_path.iterdir()) == []


def test_sides_that_win_together_each_count() -> None:
    summary = Summary(["A", "B", "C"])
    row = {"steps": 1, "end_time": 2, "digest": "00"}
    row |= {f"losses_{c}": 0 for c in "abc"} | {f"score_{c}": None for c in "abc"}
    summary.add([Record(row | {"winner": "A+C"}), Record(row | {"winner": "draw"})])
    assert summary.wins == {"A": 1, "B": 0, "C": 1, "draw": 1}
    assert summary.document()["mean_scores"] == {}


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals of POSIX")
def test_interrupts_end_workers_and_keep_rows(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"

    def press_twice(done: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, rules, range(400), 2, out, progress=press_twice)
    assert signal.getsignal(signal.SIGINT) is before
    assert multiprocessing.active_children() == []
    assert 0 < len(kept_of(out)) < 400
    resumed = run_batch(plan, rules, range(400), 1, out, resume=True)
    assert resumed.digest == run_batch(plan, rules, range(400)).digest


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes of POSIX")
@pytest.mark.parametrize("finished", [0, 1])
def test_a_kill_early_in_a_run_leaves_what_is_finished_and_nothing_empty(
    tmp_path: Path, finished: int
) -> None:
    out, whole = tmp_path / "r.parquet", tmp_path / "whole.parquet"
    command = [sys.executable, "-m", "hexfront", "run", "lanes", "--games", "4", "--quiet"]
    command += ["--seats", f"waits:{tmp_path},random", "--out"]
    environment = os.environ | {"PYTHONPATH": str(PLUGIN), "HEXFRONT_COMPILE": "never"}
    pipes = [tmp_path / str(game) for game in range(finished + 1)]
    for pipe in pipes:
        os.mkfifo(pipe)
    with subprocess.Popen([*command, str(out)], env=environment) as process:
        for pipe in pipes:
            with pipe.open("w"):  # Opens when its game has begun
                if pipe == pipes[-1]:
                    process.kill()
    assert kept_of(out) == list(range(finished))
    for pipe in pipes:
        pipe.unlink()
    assert [path.name for path in tmp_path.iterdir()] == ["r.parquet.parts"] * finished
    plan, rules = plan_of(f"waits:{tmp_path}", "random")
    run_batch(plan, rules, range(4), 1, out, resume=True)
    run_batch(plan, rules, range(4), 1, whole)
    assert out.read_bytes() == whole.read_bytes()
