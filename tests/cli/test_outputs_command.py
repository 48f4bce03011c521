"""`hexfront record` and `hexfront outputs`."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from hexfront.cli import main
from hexfront.core.journal import read_journal, verify


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["hexfront", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_a_recorded_war_is_printed_for_players_and_designer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, out = tmp_path / "war.jsonl", tmp_path / "printed"
    words = ("record", "idahex", "--until", "1", "--red", "greedy", "--blue", "greedy")
    assert run(monkeypatch, *words, "--out", str(journal)) == 0
    found, rules, _ = read_journal(journal)
    assert verify(found, rules) is not None
    assert found.seats == ["greedy", "greedy"]
    assert run(monkeypatch, "outputs", str(journal), "--out", str(out)) == 0
    files = {path.name for path in out.iterdir()}
    assert files == {"file11.txt", "file21.txt", "file51.txt"}
    capsys.readouterr()
    assert run(monkeypatch, "outputs", str(journal), "--side", "red") == 0
    assert capsys.readouterr().out == (out / "file11.txt").read_text()
    assert run(monkeypatch, "outputs", str(journal), "--side", "red", "--iprint", "0") == 0
    assert len(capsys.readouterr().out) < len((out / "file11.txt").read_text())
    for wrong in (["--side", "nobody"], [], ["--side", "red", "--iprint", "10000"]):
        assert run(monkeypatch, "outputs", str(journal), *wrong) == 2
        assert "error: " in capsys.readouterr().err


def test_a_system_without_outputs_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "game.jsonl"
    assert run(monkeypatch, "record", "brigade", "--out", str(journal)) == 0
    assert run(monkeypatch, "verify", str(journal)) == 0
    capsys.readouterr()
    assert run(monkeypatch, "outputs", str(journal), "--side", "red") == 2
    assert "expected a system that prints outputs" in capsys.readouterr().err
    assert run(monkeypatch, "record", "brigade", "--out", str(tmp_path)) == 2


def test_games_are_recorded_by_the_numbers_of_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, journals = tmp_path / "r.parquet", []
    assert run(monkeypatch, "run", "brigade", "--games", "2", "--quiet", "--out", str(table)) == 0
    for game in ([], ["--game", "0"], ["--game", "1"]):
        journals.append(tmp_path / f"{len(journals)}.jsonl")
        assert run(monkeypatch, "record", "brigade", *game, "--out", str(journals[-1])) == 0
    last = [read_journal(journal)[0].digests[-1] for journal in journals]
    rows = pq.read_table(table).column("digest").to_pylist()
    assert last == [rows[0], rows[0], rows[1]]
