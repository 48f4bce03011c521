import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import pyarrow.parquet as pq
import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError, SystemBroken
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.tally import Count, Curve, Figure
from hexfront.study import games as games_module
from hexfront.study.batch import make_plan, play_games, run_batch
from hexfront.study.files import parts
from hexfront.study.files.tables import series_path
from hexfront.study.games import GameRunner, Plan, Record, make_tally
from hexfront.study.reports.plots import COLOURS, side_colours, summary_pictures, write_plots
from hexfront.study.reports.report import Table, report
from hexfront.study.summary import Summary


def plan_of(*seats: str, scenario: str = "duel", seed: int = 1) -> tuple[Plan, Any]:
    system = find_system("counted")
    return make_plan(system, load_scenario(system, scenario), list(seats), seed)


def records_of(plan: Plan, games: range, workers: int = 1) -> list[Record]:
    return [record for records in play_games(plan, games, workers) for record in records]


def dice_of(runner: GameRunner, game: int) -> tuple[list[int], list[Step]]:
    """The dice of a game, read from its steps and not from its events."""
    steps: list[Step] = []
    runner.play_out(game, steps.append)
    return [step.order + 1 for step in steps if step.actor < 0], steps


def test_a_tally_hears_every_event_of_a_game() -> None:
    plan, rules = plan_of("random", "pusher", "random", scenario="three")
    runner = GameRunner(plan)
    for game in range(5):
        record = runner.play(game)
        dice, steps = dice_of(runner, game)
        assert record.row["dice_total"] == sum(dice)
        assert record.row["mean_die"] == fmean(dice)
        assert record.row["sixes"] == dice.count(6)
        assert record.row["pushes"] == sum(step.order for step in steps if step.actor >= 0)
        assert record.row["opening"] == ("low" if dice[0] < 4 else "high")
        assert record.at == tuple(range(len(dice) + 1))
        assert [values[-1] for values in record.curves] == [
            sum(dice[:n]) for n in range(len(dice) + 1)
        ]
        assert record.curves[0][:-1] == tuple(rules.start().lives)
        left = [rules.start().lives[s] - record.row[f"losses_{c}"] for s, c in SIDES_OF_THREE]
        assert list(record.curves[-1][:-1]) == left


SIDES_OF_THREE = ((0, "red"), (1, "blue"), (2, "dark_green"))


def test_events_come_with_the_time_of_their_steps() -> None:
    plan, rules = plan_of("random", "random")
    runner = GameRunner(plan)
    runner.play(0)
    assert runner.tally is not None
    _, steps = dice_of(runner, 0)
    state, times = rules.start(), []
    for step in steps:
        log, time = EventLog(), rules.decision(state).time
        rules.apply(state, step, log)
        times += [time] * len(log)
    assert runner.tally.times == times  # type: ignore[attr-defined]


def test_a_busy_time_is_handed_over_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, _ = plan_of("random", "random")
    before = records_of(plan, range(5))
    monkeypatch.setattr(games_module, "TAKE_EVENTS", 1)
    assert records_of(plan, range(5)) == before


def test_a_tally_changes_no_game() -> None:
    counted, rules = plan_of("pusher", "random")
    lanes = replace(counted, system="lanes")
    with_tally = run_batch(counted, rules, range(40))
    without = run_batch(lanes, rules, range(40))
    assert with_tally.digest == without.digest
    assert without.time_series is None and not without.words


def test_figures_do_not_depend_on_workers(tmp_path: Path) -> None:
    plan, rules = plan_of("pusher", "random")
    one = run_batch(plan, rules, range(50), 1, tmp_path / "one.parquet")
    two = run_batch(plan, rules, range(50), 2, tmp_path / "two.parquet")
    assert one.document() == two.document()
    for end in (".parquet", ".series.parquet"):
        first, second = (tmp_path / f"{name}{end}" for name in ("one", "two"))
        assert first.read_bytes() == second.read_bytes()
    names = {"one.parquet", "one.series.parquet", "two.parquet", "two.series.parquet"}
    assert {path.name for path in tmp_path.iterdir()} == names


def test_two_tables_hold_what_the_games_gave(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(10), 1, out)
    records = records_of(plan, range(10))
    assert pq.read_table(out).to_pylist() == [record.row for record in records]
    series = pq.read_table(series_path(out))
    assert series.schema.names == ["game", "at", "side", "name", "value"]
    sides = [(rules.sides[0], "lives"), (rules.sides[1], "lives"), (None, "dice")]
    assert [tuple(row.values()) for row in series.to_pylist()] == [
        (record.row["game"], at, side, name, value)
        for record in records
        for at, values in zip(record.at, record.curves, strict=True)
        for (side, name), value in zip(sides, values, strict=True)
    ]
    assert json.loads(series.schema.metadata[b"hexfront"])["seed"] == 1


def broken_off(plan: Plan, rules: Any, games: range, out: Path, after: int) -> None:
    def stop(done: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, rules, games, 1, out, progress=stop)


def test_a_run_goes_on_with_both_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, rules = plan_of("random", "random")
    whole = run_batch(plan, rules, range(60), 1, tmp_path / "whole.parquet")
    out = tmp_path / "r.parquet"
    monkeypatch.setattr(parts, "FLUSH_ROWS", 8)
    broken_off(plan, rules, range(60), out, 30)
    assert len(list((tmp_path / "r.parquet.parts").iterdir())) > 2
    resumed = run_batch(plan, rules, range(60), 1, out, resume=True)
    assert resumed.document() == whole.document()
    for path in (out, series_path(out)):
        twin = tmp_path / path.name.replace("r.", "whole.", 1)
        assert path.read_bytes() == twin.read_bytes()


def test_finished_tables_can_be_made_longer(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    longer = run_batch(plan, rules, range(45), 1, out, resume=True)
    at_once = run_batch(plan, rules, range(45), 1, tmp_path / "s.parquet")
    assert longer.document() == at_once.document()
    assert out.read_bytes() == (tmp_path / "s.parquet").read_bytes()
    assert series_path(out).read_bytes() == series_path(tmp_path / "s.parquet").read_bytes()
    series_path(out).unlink()
    with pytest.raises(InputError, match=r"r\.series\.parquet"):
        run_batch(plan, rules, range(50), 1, out, resume=True)
    assert out.exists()


def test_tables_with_other_columns_are_not_mixed_in(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    out = tmp_path / "r.parquet"
    run_batch(plan, rules, range(20), 1, out)
    table = pq.read_table(out)
    pq.write_table(table.drop_columns(["sixes"]), out)
    with pytest.raises(InputError, match="other columns"):
        run_batch(plan, rules, range(40), 1, out, resume=True)


def test_a_summary_gives_means_shares_and_time_series() -> None:
    plan, rules = plan_of("random", "random")
    summary = run_batch(plan, rules, range(40))
    records = records_of(plan, range(40))
    told = summary.document()
    totals = [record.row["dice_total"] for record in records]
    assert told["means"]["dice_total"]["mean"] == pytest.approx(fmean(totals))
    first = [r.row["first_six"] for r in records if r.row["first_six"] is not None]
    assert 0 < len(first) < 40
    assert told["means"]["first_six"]["mean"] == pytest.approx(fmean(first), abs=1e-6)
    highs = sum(record.row["opening"] == "high" for record in records)
    high = told["shares"]["opening"]["high"]
    assert high["games"] == highs
    assert high["low"] < high["rate"] == highs / 40 < high["high"]
    series = told["time_series"]
    assert series["at"] == [0, 1, 2, 3, 4]
    assert series["games"] == [40] * 5
    (dice,) = [curve for curve in series["curves"] if curve["name"] == "dice"]
    ends = sorted(record.curves[-1][-1] for record in records)
    assert dice["side"] is None
    assert dice["mean"][-1] == pytest.approx(fmean(ends))
    assert (dice["p10"][-1], dice["p90"][-1]) == (ends[3], ends[35])
    assert dice["low"][-1] < dice["mean"][-1] < dice["high"][-1]


def test_games_of_unlike_length_are_counted_as_far_as_they_go() -> None:
    plan, rules = plan_of("random", "random")
    summary = Summary(rules.sides, make_tally(find_system("counted"), rules))
    records = records_of(plan, range(3))
    short = records[0]._replace(at=(0, 1), curves=records[0].curves[:2])
    summary.add([short, *records[1:]])
    series = summary.document()["time_series"]
    assert series["games"] == [3, 3, 2, 2, 2]


def test_people_are_not_shown_what_hardly_any_game_reached() -> None:
    plan, rules = plan_of("random", "random")
    summary = Summary(rules.sides, make_tally(find_system("counted"), rules))
    records = records_of(plan, range(42))
    short = [record._replace(at=(0, 1), curves=record.curves[:2]) for record in records]
    summary.add([*short[:40], *records[40:]])
    (*_, lives, _) = report(summary, plan.seats)
    assert [row[:2] for row in lives.rows] == [["0", "42"], ["1", "42"]]
    summary.add([records[41]])
    (*_, lives, _) = report(summary, plan.seats)
    assert [row[:2] for row in lives.rows][2:] == [["2", "3"], ["3", "3"], ["4", "3"]]


def test_a_report_shows_what_is_meant_for_people() -> None:
    plan, rules = plan_of("pusher", "random")
    summary = run_batch(plan, rules, range(30))
    tables: dict[str, Table] = {table.title: table for table in report(summary, plan.seats)}
    assert list(tables) == [
        "",
        "First die",
        "Dice, mean of a game",
        "Lives left, mean of the games that came so far",
        "Sum of dice, mean of the games that came so far",
    ]
    assert [row[0] for row in tables[""].rows] == ["Red", "Blue", "draw"]
    assert [row[0] for row in tables["First die"].rows] == ["low", "high"]
    rows = tables["Dice, mean of a game"].rows
    assert [row[0] for row in rows] == ["total", "sixes", "first six"]
    assert rows[0][1] == summary.means["dice_total"].words()
    lives = tables["Lives left, mean of the games that came so far"]
    assert lives.headings == ["round", "games", "Red", "Blue"]
    assert [row[0] for row in lives.rows] == ["0", "1", "2", "3", "4"]


def test_one_game_has_no_interval() -> None:
    plan, rules = plan_of("random", "random")
    summary = run_batch(plan, rules, range(1))
    told = summary.document()["means"]["dice_total"]
    assert told["low"] is None and told["high"] is None
    assert "±" not in "".join(
        cell for t in report(summary, plan.seats) for r in t.rows for cell in r
    )


def test_curves_have_the_colours_of_their_sides_and_differ_without_them() -> None:
    plan, rules = plan_of("random", "random")
    summary = run_batch(plan, rules, range(4))
    board = {"sides": [{"name": "x", "colour": "#123456"}, {"name": "y", "colour": None}]}
    colours = side_colours(board)
    assert colours == ["#123456", COLOURS[1]]
    assert side_colours({}) == list(COLOURS)
    pictures = dict(summary_pictures(summary, "word " * 40, colours))
    lines = pictures["lives by round"].axes[0].get_lines()
    assert [line.get_color() for line in lines] == colours
    assert len({line.get_linestyle() for line in lines}) == 2
    title = pictures["lives by round"].axes[0].get_title()
    assert max(map(len, title.splitlines())) <= 72


def test_pictures_are_made_and_equal_for_equal_runs(tmp_path: Path) -> None:
    plan, rules = plan_of("random", "random")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_plots(run_batch(plan, rules, range(20)), tmp_path / name, "Lanes")
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == ["dice-by-round.png", "dice.png", "lives-by-round.png"]
    for name in files:
        picture = (tmp_path / "a" / name).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert picture == (tmp_path / "b" / name).read_bytes()
    assert len({(tmp_path / "a" / name).read_bytes() for name in files}) == 3


class Fixed:
    """A tally of nothing, with the names that a test gives it."""

    time_unit = "round"

    def __init__(self, figures: list[str], curves: list[str]) -> None:
        self.figures = [Figure(name) for name in figures]
        self.curves = [Curve(name, name) for name in curves]

    def begin(self, state: Any) -> None: ...

    def take(self, time: int, rows: Any, state: Any) -> None: ...

    def count(self) -> Count:
        return Count([0] * len(self.figures), [], [])


@pytest.mark.parametrize(
    ("figures", "curves", "problem"),
    [
        (["steps"], [], "one name to two things"),
        (["losses_red"], [], "one name to two things"),
        (["a", "a"], [], "one name to two things"),
        ([], ["a", "a"], "one name to two things"),
        (["Lost units"], [], "a name 'Lost units'"),
        ([], ["2nd"], "a name '2nd'"),
    ],
)
def test_names_that_clash_are_refused(figures: list[str], curves: list[str], problem: str) -> None:
    system = find_system("lanes")
    rules = system.rules(load_scenario(system))
    broken = replace(
        system, studying=replace(system.studying, tally=lambda _: Fixed(figures, curves))
    )
    with pytest.raises(SystemBroken, match=problem):
        make_tally(broken, rules)
