"""`hexfront run --vary`."""

from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.conftest import Ended

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
    assert "1 games for each of 3 values" in ended.out
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
        (("--vary", "katk=1..2:2", "--outcome", "cell"), "expected one of: cells"),
        (("--vary", "katk=1..2:2", "--resume"), "--resume"),
        (("--outcome", "cells"), "--vary with it"),
    ],
)
def test_mistakes(hexfront: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = hexfront("run", "idahex", "--until", 1, *arguments)
    assert ended.code == 2
    assert words in ended.err
