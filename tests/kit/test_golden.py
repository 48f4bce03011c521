"""The kit's checks of rulebooks and golden games can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexfront import conformance
from hexfront.conformance.__main__ import main
from hexfront.conformance.golden import rewrite_logs
from tests.golden.make import make
from tests.kit.duel import SYSTEM


def test_a_clause_without_code_or_test_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"DUE-1 \(no test\)"):
        conformance.check_rulebook(SYSTEM, tmp_path)
    cases = "\n".join(
        f'@pytest.mark.clause("DUE-{n}")\ndef test_{n}() -> None: ...' for n in range(1, 5)
    )
    (tmp_path / "test_duel.py").write_text(f"import pytest\n{cases}\n")
    conformance.check_rulebook(SYSTEM, tmp_path)


def test_a_missing_golden_game_names_the_command_that_makes_it(tmp_path: Path) -> None:
    command = f"to make it: python -m hexfront.conformance duel {tmp_path}"
    with pytest.raises(AssertionError, match=re.escape(command)):
        conformance.check_golden(SYSTEM, tmp_path)


@pytest.mark.usefixtures("duel")
def test_the_whole_kit_finds_it_too(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"DUE-1 \(no test\)"):
        conformance.check_system(SYSTEM, seeds=range(1), pairs=200, tests=tmp_path, plans=True)


@pytest.mark.usefixtures("duel")
class TestCommand:
    def test_it_records(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["duel", str(tmp_path / "golden")]) == 0
        assert "pair-random.jsonl" in capsys.readouterr().out
        assert conformance.check_golden(SYSTEM, tmp_path / "golden") > 2

    def test_words_alone_are_written_anew(self, tmp_path: Path) -> None:
        assert main(["duel", str(tmp_path)]) == 0
        log = tmp_path / "pair.log.txt"
        told = log.read_text()
        log.write_text("! " + told)
        with pytest.raises(AssertionError, match="line 1: found"):
            conformance.check_golden(SYSTEM, tmp_path)
        games = {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
        assert log in rewrite_logs(tmp_path)
        assert log.read_text() == told
        assert games == {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}

    def test_it_takes_the_place_of_old_games_and_of_nothing_else(self, tmp_path: Path) -> None:
        for name in ("old.jsonl", "old.log.txt", "rows.jsonl", "notes.log.txt"):
            (tmp_path / name).write_text("")
        assert main(["duel", str(tmp_path)]) == 0
        names = {path.name for path in tmp_path.iterdir()}
        assert {"rows.jsonl", "notes.log.txt", "pair.jsonl", "pair.log.txt"} <= names
        assert not {"old.jsonl", "old.log.txt"} & names

    def test_a_file_is_no_folder(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "golden").write_text("")
        assert main(["duel", str(tmp_path / "golden")]) == 2
        assert "expected a folder that can be written" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("arguments", "words"), [(["duel"], "usage"), (["ludo", "golden"], "found 'ludo'")]
    )
    def test_mistakes(
        self, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(arguments) == 2
        assert words in capsys.readouterr().err


@pytest.mark.usefixtures("duel")
class TestGolden:
    def test_none_at_all(self, tmp_path: Path) -> None:
        with pytest.raises(AssertionError, match="no golden game of pair, three"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_one_scenario_without(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        for path in tmp_path.glob("three*"):
            path.unlink()
        with pytest.raises(AssertionError, match="no golden game of three"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_the_same_files_every_time(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path / "a")
        make(SYSTEM, tmp_path / "b")
        first, second = ({p.name: p.read_bytes() for p in (tmp_path / f).iterdir()} for f in "ab")
        assert first == second
        assert {"pair.jsonl", "pair.log.txt", "three.jsonl", "pair-open-yes.jsonl"} <= set(first)

    def test_other_words(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        log = tmp_path / "pair.log.txt"
        log.write_text(log.read_text().replace("commits", "is ready", 1))
        with pytest.raises(AssertionError, match=r"pair\.log\.txt: line \d+: .*commits.*is ready"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_other_behaviour(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        journal = tmp_path / "pair.jsonl"
        lines = journal.read_text().splitlines()
        lines[6] = lines[6].replace('"digest":"', '"digest":"0')
        journal.write_text("\n".join(lines))
        with pytest.raises(AssertionError, match="step 5 /digest"):
            conformance.check_golden(SYSTEM, tmp_path)

    def test_logs_name_those_who_were_told(self, tmp_path: Path) -> None:
        make(SYSTEM, tmp_path)
        text = (tmp_path / "pair.log.txt").read_text()
        assert re.search(r"DUE-1 +\[all\] Red gets a card$", text, re.MULTILINE)
        assert re.search(r"DUE-1 +\[Red, umpire\] Red gets a card worth \d$", text, re.MULTILINE)
