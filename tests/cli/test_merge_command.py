"""`hexfront merge`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conftest import Ended

Run = Callable[..., Ended]
ENDS = ("", ".series", ".dice", ".sides")


def played(hexfront: Run, out: Path, *more: object) -> Path:
    ended = hexfront("run", "recorded", "--games", 10, "--quiet", "--out", out, *more)
    assert (ended.code, ended.err) == (0, "")
    return out


def shards(hexfront: Run, folder: Path, count: int, *more: object) -> list[Path]:
    return [
        played(hexfront, folder / f"{n}.parquet", "--shard", f"{n}/{count}", *more)
        for n in range(1, count + 1)
    ]


def same_files(one: Path, other: Path, ends: Sequence[str]) -> bool:
    pairs = [(one.with_name(f"{one.stem}{e}.parquet"), other.with_name(f"{other.stem}{e}.parquet"))
             for e in ends]  # fmt: skip
    return all(a.read_bytes() == b.read_bytes() for a, b in pairs)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """For shards that several tests take."""
    return tmp_path_factory.mktemp("shards")


def test_shards_make_the_files_of_the_whole_run(hexfront: Run, tmp_path: Path) -> None:
    whole, made = played(hexfront, tmp_path / "whole.parquet"), tmp_path / "made.parquet"
    one, two, three = shards(hexfront, tmp_path, 3)
    ended = hexfront("merge", two, three, one, "--out", made)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"{made}: 10 games of 3 files\ndigest ")
    assert same_files(whole, made, ENDS)
    assert hexfront("run", "recorded", "--games", 10, "--json").objects[-1]["digest"] in ended.out
    # What was merged goes on as a run does
    longer = ("run", "recorded", "--games", 12, "--quiet", "--resume", "--out")
    for path in (whole, made):
        assert hexfront(*longer, path).code == 0
    assert same_files(whole, made, ENDS)


def test_shards_of_a_sweep(hexfront: Run, tmp_path: Path) -> None:
    vary = ("--vary", "/lives=3,1", "--vary", "/options/rounds:=2,3,4")
    whole, made = played(hexfront, tmp_path / "whole.parquet", *vary), tmp_path / "made.parquet"
    ended = hexfront("merge", *shards(hexfront, tmp_path, 4, *vary), "--out", made, "--json")
    assert (ended.code, ended.objects[-1]["games"]) == (0, 60)
    assert same_files(whole, made, ENDS[:2])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("1 3 --out m", "<games 6 to 9>, expected games from 3 on"),
        ("1 1 --out m", "expected each file once"),
        ("1 2 --out 2", "a file that is there"),
        ("1 2 --out old", "old.dice.parquet: found <a file that is there>"),
        ("1 2 --out 2 --force", "a file other than those that are merged"),
        ("1 twice --out m", "<games 0 to 2>, expected games from 3 on"),
        ("1 other --out m", "<another seed>, expected a part of the same run"),
        ("1 text --out m", "expected a table that hexfront run wrote"),
        ("1 1.series --out m", "expected a part of the same run"),
        ("1 nobody --out m", "<No such file or directory>"),
        ("1 2 --out nowhere/m", "in a folder that exists"),
    ],
)
def test_what_does_not_join(
    hexfront: Run,
    kept: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if not (kept / "other.parquet").exists():
        shards(hexfront, kept, 3)
        played(hexfront, kept / "other.parquet", "--seed", 2)
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    for end in ENDS:
        copied = (tmp_path / f"1{end}.parquet").read_bytes()
        (tmp_path / f"twice{end}.parquet").write_bytes(copied)
    for name in ("text", "old.dice"):
        (tmp_path / f"{name}.parquet").write_text("no table")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    given = [w if w.startswith("--") else f"{w}.parquet" for w in arguments.split()]
    ended = hexfront("merge", *given)
    assert ended.code == 2
    assert words in ended.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
