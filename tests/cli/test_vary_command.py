"""`hexfront run --vary`."""

import re
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from hexfront.core.registry import find_system, system_names
from tests.cli.test_report_command import Page
from tests.conftest import Ended

Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def systems(register: Callable[[str, str], None]) -> None:
    """The systems are known, whether their entry points are installed or not."""
    for name in ("idahex", "brigade", "aggressor"):
        register(name, f"hexfront.systems.{name}:SYSTEM")


def test_a_variable_of_idahex(hexfront: Run, tmp_path: Path) -> None:
    asked = ("run", "idahex", "--red", "greedy", "--blue", "greedy", "--until", 3)
    files = ("--out", tmp_path / "k.parquet", "--plots", tmp_path / "p")
    ended = hexfront(*asked, "--vary", "katk=0.5..2:3", "--outcome", "cells", *files)
    assert (ended.code, ended.err) == (0, "")
    assert "katk ×" in ended.out
    assert "1 game for each of 3 values" in ended.out
    assert [path.name for path in (tmp_path / "p").iterdir()] == ["response-katk.png"]
    rows = pq.read_table(tmp_path / "k.parquet").to_pylist()
    assert [row["varied_value"] for row in rows] == [0.5, 1.25, 2]
    assert len({row["digest"] for row in rows}) == 3
    plain = hexfront(*asked, "--json").objects[-1]
    same = hexfront(*asked, "--vary", "katk=1,2", "--json").objects[-1]["points"][0]
    assert same["outcomes"]["cells"]["red"]["mean"] == plain["mean_scores"]["red"]


@pytest.mark.parametrize(
    ("system", "vary"),
    [
        ("brigade", "/turns:=2..3:2"),
        ("brigade", "units/*/movement=1,2"),
        ("aggressor", "/options/rounds:=1..2:2"),
    ],
)
def test_numbers_of_other_systems(hexfront: Run, system: str, vary: str) -> None:
    ended = hexfront("run", system, "--games", 2, "--vary", vary, "--json")
    assert (ended.code, ended.err) == (0, "")
    assert [point["games"] for point in ended.objects[-1]["points"]] == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--vary", "katq=1..2:2"), "--vary: found 'katq', expected a number that idahex knows"),
        (("--vary", "katq=1..2:2"), "such as katk"),
        (("--vary", "katk=x..2:2"), "expected numbers"),
        (("--vary", "katk=1..2:0"), "2 to 1000 points"),
        (("--vary", "katk=1..2:2000"), "2 to 1000 points"),
        (("--vary", "katk[1,9]=1..2:2"), "an element of katk (side, weapon, enemy materiel)"),
        (("--vary", "febad=1..2:2"), "--vary febad at 2: sinai: /changes: febad: found 1.98"),
        (("--vary", "katk=1,2", "--vary", "katk=3,4"), "found 'katk, katk', expected each number"),
        (("--vary", "katk=1..2:50", "--vary", "frmax=1..2:50"), "<2500 points>, expected at most"),
        (("--vary", "katk=1..2:2", "--outcome", "cell"), "expected one of: cells"),
        (("--vary", "katk=1..2:2", "--outcome", "nope"), "one of: wins, cells, strength, "),
        (("--vary", "katk=1..2:2", "--outcome", "nope"), "score, losses; some also for one side"),
        (("--vary", "katk=1..2:2", "--resume"), "--resume"),
        (("--vary", "katk=1..2:2", "--shard", "1/3"), "at most 2 parts: 2 values of 1 game"),
        (("--shard", "1/2"), "--shard: found '1/2', expected at most 1 parts"),
        (("--outcome", "cells"), "--vary with it"),
    ],
)
def test_mistakes(hexfront: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = hexfront("run", "idahex", "--until", 1, *arguments)
    assert ended.code == 2
    assert words in ended.err


def test_what_is_wrong_with_every_value_is_told_once(hexfront: Run) -> None:
    ended = hexfront("run", "idahex", "--until", 1, "--vary", "katk[99]=1..2:3")
    assert ended.code == 2
    assert ended.err.count("error:") == 1
    assert ended.err.startswith("error: --vary katk[99]: ")


EXAMPLES = [
    (name, text) for name in system_names() for text in find_system(name).studying.variations
]


@pytest.mark.parametrize(("system", "text"), EXAMPLES)
def test_examples_of_the_help_work(hexfront: Run, system: str, text: str) -> None:
    asked = {"idahex": ("--until", 1, "--red", "greedy", "--blue", "greedy")}.get(system, ())
    helped = hexfront("run", system, "--help").out
    assert text in re.sub(r"\s+", " ", helped)
    ended = hexfront("run", system, "--games", 1, "--vary", text, "--quiet", *asked)
    assert (ended.code, ended.err) == (0, "")


def test_the_help_of_one_system_is_not_that_of_another(hexfront: Run) -> None:
    assert "katk=" in hexfront("run", "idahex", "--help").out
    assert "--as-printed (false, true)" in hexfront("record", "idahex", "-h").out
    assert "katk=" not in hexfront("run", "brigade", "--help").out
    assert "Name a SYSTEM" in hexfront("run", "--help").out


def test_a_page_of_a_sweep(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "k.parquet"
    asked = ("run", "idahex", "--red", "greedy", "--blue", "greedy", "--until", 2, "--out", out)
    told = hexfront(*asked, "--vary", "katk=0.5,2", "--outcome", "cells", "--outcome", "losses")
    ended = hexfront("report", out)
    assert (ended.code, ended.err) == (0, "")
    text = (tmp_path / "k.html").read_text()
    page = Page(text)
    rows = [text for text in page.texts if text.strip()]
    for words in ("What was varied", "katk", "unit", "enemy materiel a weapon and unit of time"):
        assert words in rows
    assert "manual 5.1, 5.1.1, 5.3; group 45" in rows
    cells = [
        line.split() for line in told.out.splitlines() if line.startswith(("    0.5", "      2"))
    ]
    for _, *values in cells:
        assert set(values) <= set(rows)
    assert sum(name == "img" for name, _ in page.elements) == 1
    # Means and intervals where there are games with dice
    other = tmp_path / "b.parquet"
    hexfront("run", "brigade", "--games", 4, "--vary", "/turns:=2,3", "--out", other, "--quiet")
    assert hexfront("report", other).code == 0
    assert re.search(r"\d+\.\d% \(\d+\.\d% to", (tmp_path / "b.html").read_text())


def test_a_sweep_whose_series_are_gone(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "k.parquet"
    asked = ("run", "idahex", "--red", "greedy", "--blue", "greedy", "--until", 1, "--out", out)
    hexfront(*asked, "--vary", "katk=0.5,2", "--quiet")
    (tmp_path / "k.series.parquet").unlink()
    ended = hexfront("report", out)
    assert ended.code == 2
    assert "k.series.parquet: found <No such file" in ended.err


def test_several_numbers_are_varied_together(hexfront: Run, tmp_path: Path) -> None:
    out, plots = tmp_path / "r.parquet", tmp_path / "p"
    asked = ("run", "counted", "--seats", "pusher,random", "--games", 2)
    both = ("--vary", "/lives:=1,3", "--vary", "/options/rounds:=2,5")
    ended = hexfront(*asked, *both, "--out", out, "--plots", plots)
    assert (ended.code, ended.err) == (0, "")
    assert "2 games for each of 4 values" in ended.out
    rows = pq.read_table(out).to_pylist()
    found = [(row["varied_value"], row["varied_value_2"], row["game"]) for row in rows]
    assert found == [(a, b, game) for a in (1, 3) for b in (2, 5) for game in (0, 1)]
    assert {(row["varied"], row["varied_2"]) for row in rows} == {("/lives", "/options/rounds")}
    # The games are those of a scenario with both numbers
    alone = ("--rounds", 5, "--vary", "/lives:=3", "--json")
    points = hexfront(*asked, *both, "--json").objects[-1]["points"]
    (same,) = hexfront(*asked, *alone).objects[-1]["points"]
    assert points[3]["outcomes"] == same["outcomes"] != points[2]["outcomes"]
    assert points[3]["values"] == {"/lives": 3, "/options/rounds": 5}
    assert sorted(path.name for path in plots.iterdir()) == [
        "response-lives-options-rounds-2.png",
        "response-lives-options-rounds-5.png",
    ]
    assert hexfront("report", out).code == 0
    page = Page((tmp_path / "r.html").read_text())
    assert sum(name == "img" for name, _ in page.elements) == 2
    assert {"/lives", "/options/rounds"} <= set(page.texts)
