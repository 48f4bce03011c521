"""Sweeps: what is varied, the games of each value, tables, rows and pictures."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import play_games, play_plans
from hexfront.study.sweeps.response import Response, choose_outcomes, outcomes_of
from hexfront.study.sweeps.sweep import Sweep, make_sweep, run_sweep
from hexfront.study.sweeps.vary import Point, Variation, make_grid, make_points, read_variation


def points_of(text: str, seats: tuple[str, ...] = ("pusher", "random")) -> list[Point]:
    system = find_system("counted")
    return make_points(
        system, load_scenario(system), make_grid(read_variation(text)), seats, 1, 1000
    )


def sweep(text: str, *outcomes: str, games: int = 8, workers: int = 1, out: Any = None) -> Response:
    return run_sweep(sweep_of(text, games), outcomes, workers, out)


def sweep_of(text: str, games: int, shard: tuple[int, int] = (1, 1)) -> Sweep:
    system = find_system("counted")
    seats, read = ("pusher", "random"), make_grid(read_variation(text))
    return make_sweep(system, load_scenario(system), read, seats, games, 1, 1000, shard)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("katk=0.5..2:4", ("katk", (), True, (0.5, 1, 1.5, 2))),
        ("fmr.x[1, 2]:=-1..1:3", ("fmr.x", (1, 2), False, (-1, 0, 1))),
        ("/a/*/b=.5,2,1e1", ("/a/*/b", (), True, (0.5, 2, 10))),
        ("x=0..0.3:4", ("x", (), True, (0, 0.1, 0.2, 0.3))),
        (" x := 3 .. 1 : 3", ("x", (), False, (3, 2, 1))),
    ],
)
def test_what_is_varied(text: str, read: tuple[Any, ...]) -> None:
    assert read_variation(text) == Variation(*read)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "expected NAME=FROM"),
        ("=1..2:3", "expected NAME=FROM"),
        ("x=a..b:3", "expected numbers"),
        ("x=1..2", "expected numbers"),
        ("x=", "expected numbers"),
        ("x=nan,1", "expected numbers"),
        ("x=1..2:0", "2 to 1000 points"),
        ("x=1..2:1", "2 to 1000 points"),
        ("x=1..2:1001", "2 to 1000 points"),
        ("x=1..2:99999999999999999999", "2 to 1000 points"),
        ("x=" + ",".join(map(str, range(1001))), "at most 1000 points"),
        ("x=1,1.0", "each value once"),
        ("x=1e999,1", "finite numbers"),
        ("x[a]=1..2:3", "expected NAME=FROM"),
        ("x[1,]=1..2:3", "whole numbers between the brackets"),
    ],
)
def test_what_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_variation(text)


def test_a_path_multiplies_or_sets() -> None:
    lives = [point.plan.scenario["lives"] for point in points_of("/lives=1,2")]
    assert lives == [3, 6]
    rounds = [
        point.plan.scenario["options"]["rounds"] for point in points_of("options/rounds:=2,5")
    ]
    assert rounds == [2, 5]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/live=1..2:2", "--vary /: found 'live', expected one of: lives"),
        ("/options=1..2:2", "expected a number; in it there are one of: rounds"),
        ("/sides/5=1..2:2", "found '5', expected 0 to 1, or \\*"),
        ("/sides/*=1..2:2", "found 'Red', expected a number"),
        ("/lives/x=1..2:2", "expected the end of the path"),
        ("/lives[1]=1..2:2", "a path with numbers in it"),
    ],
)
def test_what_there_is_not(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        points_of(text)


def test_every_value_that_is_wrong_is_told() -> None:
    with pytest.raises(InputError) as caught:
        points_of("/options/rounds:=1.5,2,1000")
    places = [problem.place for problem in caught.value.problems]
    assert [place.split(":")[0] for place in places] == [
        "--vary /options/rounds at 1.5",
        "--vary /options/rounds at 1000",
    ]


def test_what_is_wrong_with_all_values_is_told_once() -> None:
    with pytest.raises(InputError) as caught:
        system = find_system("counted")
        read = make_grid(read_variation("/lives:=1..9:9"))
        make_points(system, load_scenario(system), read, ("pusher", "nobody"), 1, 1000)
    (problem,) = caught.value.problems
    assert problem.place.startswith("--vary /lives: ")
    assert problem.found == "'nobody'"


def test_games_of_several_plans_are_those_of_each() -> None:
    plans = [point.plan for point in points_of("/options/rounds:=2..5:4")]
    alone = [
        [record.row for records in play_games(plan, range(3)) for record in records]
        for plan in plans
    ]
    for workers in (1, 2):
        together: list[list[Any]] = [[] for _ in plans]
        for place, records in play_plans(plans, [range(3)] * len(plans), workers):
            together[place] += [record.row for record in records]
        assert together == alone


def test_a_response_holds_the_means_of_each_value(tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    response = sweep("/options/rounds:=2..4:3", "wins", "score", "sixes", "dice", out=out)
    rows = pq.read_table(out).to_pylist()
    assert [row["varied_value"] for row in rows] == [2] * 8 + [3] * 8 + [4] * 8
    assert {(row["varied"], row["varied_by"]) for row in rows} == {("/options/rounds", "to")}
    by_value = [rows[start : start + 8] for start in (0, 8, 16)]
    place = [outcome.name for outcome in response.outcomes].index("sixes")
    for means, group in zip(response.means, by_value, strict=True):
        assert [mean.mean for mean in means[0]] == [
            sum(row["winner"] == name for row in group) / 8 for name in ("Red", "Blue", "draw")
        ]
        assert means[place][0].mean == sum(row["sixes"] for row in group) / 8
    series = pq.read_table(tmp_path / "r.series.parquet").to_pylist()
    ends = [row for row in series if row["name"] == "dice" and row["at"] == row["varied_value"]]
    assert sum(row["value"] for row in ends[:8]) / 8 == pytest.approx(
        response.means[0][[o.name for o in response.outcomes].index("dice")][0].mean
    )


def test_tables_document_and_picture(tmp_path: Path) -> None:
    response = sweep("/lives=1..2:2", "wins", "score")
    wins = next(response.tables())
    assert wins.headings == ["/lives ×", "Red", "Blue", "draw"]
    assert [row[0] for row in wins.rows] == ["1", "2"]
    assert "%" in wins.rows[0][1]
    told = response.document()
    assert [(point["value"], point["games"]) for point in told] == [(1, 8), (2, 8)]
    assert set(told[0]["outcomes"]["wins"]) == {"Red", "Blue", "draw"}
    picture = response.plot(tmp_path / "p.png", "Lives")
    assert picture.read_bytes()[:4] == b"\x89PNG"
    again = response.plot(tmp_path / "q.png", "Lives")
    assert again.read_bytes() == picture.read_bytes()


def test_a_title_with_dollars_is_no_formula(tmp_path: Path) -> None:
    title = r"100 $ for $\x_{"
    assert sweep("/lives=1..2:2", "wins").plot(tmp_path / "p.png", title).exists()


def test_outcomes_by_name() -> None:
    rules = points_of("/lives=1..2:2")[0].rules
    system = find_system("counted")
    assert system.studying.tally is not None
    tally = system.studying.tally(rules)
    usual = [outcome.name for outcome in choose_outcomes(rules.sides, tally, [])]
    assert usual[0] == "wins"
    assert len(usual) >= 2
    assert {"wins", "score", "losses", "sixes"} <= set(outcomes_of(rules.sides, tally))
    assert [o.name for o in choose_outcomes(rules.sides, None, [])] == ["wins", "score", "losses"]
    with pytest.raises(InputError, match="--outcome: found 'sixs', expected one of: sixes"):
        choose_outcomes(rules.sides, tally, ["sixs"])


def test_a_file_that_cannot_be_written_is_told_before_the_games(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--out: found"):
        sweep("/lives=1..2:2", out=tmp_path / "none" / "r.parquet")
    with pytest.raises(InputError, match="--outcome"):
        sweep("/lives=1..2:2", "moon", out=tmp_path / "r.parquet")
    assert not (tmp_path / "r.parquet").exists()
