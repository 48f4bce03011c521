"""`hexfront map`: maps that a system makes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.core.documents.strictjson import read_json
from hexfront.systems.aggressor.scenario.mapmaker import SPREAD, random_terrain
from hexfront.systems.aggressor.scenario.terrain import load_terrain
from tests.conftest import Ended

Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def aggressor(register: Callable[[str, str], None]) -> None:
    """The system is known, whether its entry point is installed or not."""
    register("aggressor", "hexfront.systems.aggressor:SYSTEM")


def test_a_map_is_written_and_described(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "made.json"
    ended = hexfront(
        "map", "random", "aggressor", "--columns", 33, "--rows", 21, "--seed", 5, "--out", out
    )
    assert (ended.code, ended.err) == (0, "")
    terrain = load_terrain(read_json(out), None, "made")
    assert terrain == random_terrain(33, 21, 5)
    assert "size: 33 columns by 21 rows, 693 hexes" in ended.out
    assert f"rough hexes: {len(terrain.rough)}" in ended.out
    assert "rough share: 37.5%" in ended.out
    assert hexfront("validate", out).code == 0


def test_share_title_and_json(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "made.json"
    ended = hexfront(
        "map", "random", "aggressor", "--columns", 15, "--rows", 11, "--rough", 0.45,
        "--title", "Moor", "--json", "--out", out,
    )  # fmt: skip
    (facts,) = ended.objects
    terrain = load_terrain(read_json(out), None, "made")
    assert terrain.title == "Moor"
    assert facts["rough hexes"] == len(terrain.rough) == sum(facts["rough hexes by sector"])
    assert facts["rough share"] == pytest.approx(0.45, abs=SPREAD)
    assert facts["massifs in the west"] == facts["massifs in the east"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--columns", 20, "--rows", 15), "error: columns: found 20, expected an odd number"),
        (("--columns", 21, "--rows", 201), "error: rows: found 201, expected 9 to 200"),
        (("--columns", 21, "--rows", 15, "--rough", 0.05), "error: rough share: found 0.05"),
        (("--columns", 21, "--rows", 15, "--seed", -1), "error: seed: found -1"),
    ],
)
def test_bad_sizes_are_refused(
    hexfront: Run,
    tmp_path: Path,
    arguments: tuple[object, ...],
    words: str,
) -> None:
    out = tmp_path / "made.json"
    ended = hexfront("map", "random", "aggressor", *arguments, "--out", out)
    assert ended.code == 2
    assert words in ended.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("system", "name", "words"),
    [
        ("aggressor", "made.txt", "a name that ends in .json"),
        ("aggressor", "none/made.json", "a file that can be written"),
        ("brigade", "made.json", "one that makes such maps: "),
        ("nothing", "made.json", "system: found 'nothing'"),
    ],
)
def test_bad_names_are_refused(
    hexfront: Run, tmp_path: Path, system: str, name: str, words: str
) -> None:
    size = ("--columns", 15, "--rows", 11, "--out", tmp_path / name)
    ended = hexfront("map", "random", system, *size)
    assert ended.code == 2
    assert words in ended.err
