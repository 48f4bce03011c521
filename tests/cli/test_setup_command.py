"""A scenario with the armies of a finished game."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.conformance import play_match
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from tests.cli.conftest import lines_of
from tests.conftest import Ended

Run = Callable[..., Ended]


@pytest.fixture
def duel_journal(tmp_path: Path, register: Callable[[str, str], None]) -> Path:
    register("aimed", "tests.kit.duel.aimed:AIMED")
    system = find_system("aimed")
    match = play_match(system, system.rules(load_scenario(system, "three")), 3)
    path = tmp_path / "duel.jsonl"
    path.write_text("\n".join(lines_of(match)) + "\n")
    return path


def test_a_finished_game_becomes_a_scenario(
    hexfront: Run, duel_journal: Path, tmp_path: Path
) -> None:
    out = tmp_path / "again.json"
    ended = hexfront("setup", duel_journal, "--out", out)
    assert (ended.code, ended.err) == (0, "")
    assert f"hexfront play aimed --scenario {out}" in ended.out
    system = find_system("aimed")
    again = load_scenario(system, str(out))
    assert again.document == json.loads(out.read_text("utf-8"))
    assert again.title == f"Again, {again.document['rounds']} rounds"


def test_a_game_that_goes_on_stays_closed(
    hexfront: Run, duel_journal: Path, tmp_path: Path
) -> None:
    lines = duel_journal.read_text("utf-8").splitlines()
    part = tmp_path / "part.jsonl"
    part.write_text("\n".join(lines[:6]) + "\n")
    ended = hexfront("setup", part, "--out", tmp_path / "again.json")
    assert ended.code == 2
    assert "a game that goes on" in ended.err
    assert not (tmp_path / "again.json").exists()


def test_a_system_without_a_set_up(hexfront: Run, journal: Path, tmp_path: Path) -> None:
    ended = hexfront("setup", journal, "--out", tmp_path / "again.json")
    assert ended.code == 2
    assert "in which armies are set up" in ended.err


@pytest.mark.parametrize(
    ("name", "words"),
    [("again.txt", "a name that ends in .json"), ("none/again.json", "a file that can be written")],
)
def test_a_file_that_cannot_be_written(
    hexfront: Run, duel_journal: Path, tmp_path: Path, name: str, words: str
) -> None:
    ended = hexfront("setup", duel_journal, "--out", tmp_path / name)
    assert ended.code == 2
    assert words in ended.err


def test_a_tampered_journal(hexfront: Run, duel_journal: Path, tmp_path: Path) -> None:
    lines = duel_journal.read_text("utf-8").splitlines()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join([*lines[:5], *lines[6:]]) + "\n")
    ended = hexfront("setup", wrong, "--out", tmp_path / "again.json")
    assert ended.code == 2
    assert "wrong.jsonl" in ended.err
    assert not (tmp_path / "again.json").exists()
