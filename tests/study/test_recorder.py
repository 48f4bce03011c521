"""Tables that a system's recorder writes, and agents that play together."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError, SystemBroken
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.recorder import Chart, Column, RecordTable, Repeated, alike
from hexfront.study.batch import make_plan, play_games, run_batch, shard_games
from hexfront.study.files import parts
from hexfront.study.files.parts import WriteFailed
from hexfront.study.files.tables import table_path
from hexfront.study.games import GameFailed, GameRunner, Plan, make_recorder

NAMES = ("", "series", "dice", "sides")


def plan_of(*seats: str, scenario: str = "duel", seed: int = 1) -> tuple[Plan, Any]:
    system = find_system("recorded")
    return make_plan(system, load_scenario(system, scenario), list(seats), seed)


def files_of(out: Path) -> list[Path]:
    return [table_path(out, name) if name else out for name in NAMES]


def broken_off(plan: Plan, rules: Any, games: range, out: Path, after: int) -> None:
    def stop(done: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, rules, games, 1, out, progress=stop)


def same_files(one: Path, other: Path) -> bool:
    pairs = zip(files_of(one), files_of(other), strict=True)
    return all(first.read_bytes() == second.read_bytes() for first, second in pairs)


def test_tables_hold_what_the_recorder_wrote(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(3, 9), 1, out)
    assert sorted(tmp_path.iterdir()) == sorted(files_of(out))
    runner = GameRunner(plan)
    expected = []
    for game in range(3, 9):
        steps: list[Step] = []
        runner.play_out(game, steps.append)
        dice = [step.order + 1 for step in steps if step.actor < 0]
        expected += [
            {"game": game, "round": n, "die": die, "parity": None if die % 2 else "even"}
            for n, die in enumerate(dice)
        ]
    table = pq.read_table(table_path(out, "dice"))
    assert table.to_pylist() == expected
    assert table.schema.field("die").metadata == {b"about": b"1 to 6"}
    assert json.loads(table.schema.metadata[b"hexfront"])["recorded"] is True
    sides = pq.read_table(table_path(out, "sides")).to_pylist()
    assert len(sides) == 6 * 5 * 2
    assert [row["share"] for row in sides] == [
        row["lives"] / rules.start().lives[0] if row["lives"] else None for row in sides
    ]


def test_rows_that_are_alike_are_numbered_as_they_come() -> None:
    rows = np.array([[3, 1], [2, 1], [3, 1], [3, 0], [2, 1]])
    firsts, kinds = alike(rows)
    assert (firsts.tolist(), kinds.tolist()) == ([0, 1, 3], [0, 1, 0, 2, 1])
    firsts, kinds = alike(rows[:0])
    assert len(firsts) == len(kinds) == 0
    words = Repeated(("a", None, "c"), alike(rows)[1])
    assert list(words) == ["a", None, "a", "c", None]
    assert list(words[1:4]) == [None, "a", "c"]


def test_tables_do_not_depend_on_workers_and_shards_make_up_the_whole(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    run_batch(plan, rules, range(40), 1, tmp_path / "one.parquet")
    run_batch(plan, rules, range(40), 2, tmp_path / "two.parquet")
    assert same_files(tmp_path / "one.parquet", tmp_path / "two.parquet")
    rows = []
    for shard in (1, 2, 3):
        out = tmp_path / f"s{shard}.parquet"
        run_batch(plan, rules, shard_games(40, shard, 3), 1, out)
        rows += pq.read_table(table_path(out, "sides")).to_pylist()
    assert rows == pq.read_table(tmp_path / "one.sides.parquet").to_pylist()


def test_a_run_goes_on_with_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, rules = plan_of("random", "random")
    whole = run_batch(plan, rules, range(40), 1, tmp_path / "whole.parquet")
    out = tmp_path / "r.parquet"
    monkeypatch.setattr(parts, "FLUSH_RECORDED", 50)
    broken_off(plan, rules, range(40), out, 20)
    folder = tmp_path / "r.parquet.parts"
    names = {path.name for path in folder.glob("*.parquet")}
    assert len(names) > 2
    for name in ("dice", "sides"):
        assert {path.name for path in (folder / name).iterdir()} == names
    # As if the process had died between the tables of a part and its games
    last = max(names)
    (folder / last).unlink()
    resumed = run_batch(plan, rules, range(40), 1, out, resume=True)
    assert resumed.document() == whole.document()
    assert same_files(out, tmp_path / "whole.parquet")
    assert not folder.exists()


def test_finished_tables_can_be_made_longer(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    run_batch(plan, rules, range(45), 1, out, resume=True)
    run_batch(plan, rules, range(45), 1, tmp_path / "s.parquet")
    assert same_files(out, tmp_path / "s.parquet")
    table_path(out, "dice").unlink()
    with pytest.raises(InputError, match=r"r\.dice\.parquet"):
        run_batch(plan, rules, range(50), 1, out, resume=True)
    assert out.exists()


def test_a_part_without_its_table_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    monkeypatch.setattr(parts, "FLUSH_RECORDED", 50)
    broken_off(plan, rules, range(40), out, 20)
    next((tmp_path / "r.parquet.parts" / "dice").iterdir()).unlink()
    with pytest.raises(InputError, match="dice"):
        run_batch(plan, rules, range(40), 1, out, resume=True)


def test_tables_of_another_run_are_refused(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    other = replace(plan, seed=2)
    run_batch(other, rules, range(20), 1, tmp_path / "other.parquet")
    (tmp_path / "other.dice.parquet").replace(table_path(out, "dice"))
    with pytest.raises(InputError, match=r"r\.dice\.parquet.*another seed"):
        run_batch(plan, rules, range(30), 1, out, resume=True)


def test_a_run_without_tables(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(5), 1, out, tables=False)
    assert sorted(tmp_path.iterdir()) == sorted(files_of(out)[:2])
    with pytest.raises(InputError, match="another recorded"):
        run_batch(plan, rules, range(9), 1, out, resume=True)


def test_a_disk_that_is_full_keeps_the_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    (tmp_path / "r.parquet.parts").mkdir()
    (tmp_path / "r.parquet.parts" / "dice").write_text("in the way")
    with pytest.raises(WriteFailed, match="dice"):
        run_batch(plan, rules, range(5), 1, out)


def test_games_without_tables_are_the_same(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    recorded = run_batch(plan, rules, range(30), 1, tmp_path / "r.parquet")
    assert recorded.document() == run_batch(plan, rules, range(30)).document()


def test_a_team_plays_for_all_sides() -> None:
    plan, _ = plan_of("pusher", "pusher")
    runner = GameRunner(plan)
    steps: list[Step] = []
    _, count = runner.play_out(0, steps.append)
    assert count == len(steps) == 4 * 3
    assert {step.order for step in steps if step.actor < 0} == {5}  # Theirs, not the runner's.
    alone: list[Step] = []
    runner.play_out(0, alone.append, together=False)
    assert [s for s in alone if s.actor >= 0][:2] == [s for s in steps if s.actor >= 0][:2]
    assert {step.order for step in alone if step.actor < 0} != {5}
    mixed = GameRunner(replace(plan, seats=("pusher", "random")))
    assert mixed.play(0).row["digest"] != runner.play(0).row["digest"]


def test_a_team_is_told_of_and_limited_like_others() -> None:
    plan, _ = plan_of("pusher", "pusher")
    (records,) = play_games(replace(plan, recorded=True), range(1))
    row, tables = records[0].row, records[0].tables
    assert row["dice_total"] == 24 and list(tables[0][1]) == [6] * 4
    with pytest.raises(GameFailed, match="not over after"):
        GameRunner(replace(plan, step_limit=5)).play(0)


TABLE = RecordTable("units", "Units", (Column("at", "whole"), Column("name", "words")))


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        ((TABLE, TABLE), "one name to two tables"),
        ((replace(TABLE, name="series"),), "one name to two tables"),
        ((replace(TABLE, name="a/b"),), "a name 'a/b'"),
        ((replace(TABLE, columns=(Column("game"),)),), "two columns alike"),
        ((replace(TABLE, columns=(Column("At"),)),), "a name 'At'"),
        (
            (replace(TABLE, charts=(Chart("Up", "up", "at", "name"),)),),
            "columns that there are not",
        ),
    ],
)
def test_names_that_clash_are_refused(tables: tuple[RecordTable, ...], problem: str) -> None:
    system = find_system("recorded")
    rules = system.rules(load_scenario(system))

    def broken(rules: Any) -> Any:
        recorder = system.studying.recorder(rules)  # type: ignore[misc]
        recorder.tables = tables  # type: ignore[misc]
        return recorder

    with pytest.raises(SystemBroken, match=problem):
        make_recorder(replace(system, studying=replace(system.studying, recorder=broken)), rules)
