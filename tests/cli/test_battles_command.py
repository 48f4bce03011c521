"""`hexfront one-battle` and `hexfront validate-battles`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.data.battles import load_battles
from hexfront.data.battles.codebook import FOLDER
from hexfront.history.judging import NEEDED, all_models

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight battles, with the line ends and the mark of another machine, and a column more."""
    lines = (FOLDER / "cdb90.csv").read_text(encoding="utf-8").splitlines()[:9]
    path = tmp_path_factory.mktemp("battles") / "few.csv"
    path.write_bytes("\r\n".join(f"{line},x" for line in lines).encode("utf-8-sig"))
    return path


def test_one_battle(hexfront: Run) -> None:
    ended = hexfront("one-battle", "--example")
    assert (ended.code, ended.err) == (0, "")
    for words in ("Aggressor", "Brigade Operations", "IDAHEX", "1942: Campaign for Malaya"):
        assert words in ended.out
    assert "no size of a hex" in ended.out
    assert "the defender retreats" in ended.out


def test_a_battle_from_a_file(hexfront: Run, tmp_path: Path) -> None:
    path, page = tmp_path / "mine.toml", tmp_path / "mine.html"
    path.write_text(
        'title = "<b>Mine</b>"\n[attacker]\npeople = 6000\n[defender]\npeople = 3000\n',
        encoding="utf-8",
    )
    ended = hexfront("one-battle", str(path), "--json", "--html", str(page))
    assert ended.code == 0
    (found,) = ended.objects
    assert sorted(found["systems"]) == ["aggressor", "brigade", "idahex", "malaya"]
    for answer in found["systems"].values():
        assert sum(answer["chances"].values()) == pytest.approx(1)
        assert sum(end["chance"] for end in answer["endings"]) == pytest.approx(1)
    assert found["systems"]["brigade"]["advance"] is None
    text = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;Mine" in text
    assert "<b>" not in text
    assert "<script" not in text
    again = hexfront("one-battle", str(path), "--html", str(page))
    assert again.code == 2
    assert "--force" in again.err


def test_the_printed_example_is_a_battle(hexfront: Run, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(hexfront("one-battle", "--init").out, encoding="utf-8")
    assert hexfront("one-battle", str(path)).out == hexfront("one-battle", "--example").out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "attacker"),
        ("[attacker]\npeople = -1\n[defender]\npeople = 1\n", "attacker/people"),
        ("[attacker]\npeople = 1\n[defender]\npeople = 1e99\n", "defender/people"),
        ('posture = "lazy"\n[attacker]\npeople = 1\n[defender]\npeople = 1\n', "posture"),
        ("days = 0\n[attacker]\npeople = 1\n[defender]\npeople = 1\n", "days"),
        ("[attacker\n", "line"),
    ],
)
def test_what_is_wrong_with_a_battle(hexfront: Run, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    ended = hexfront("one-battle", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert "expected" in ended.err


def test_one_battle_needs_a_battle(hexfront: Run) -> None:
    for asked in ((), ("mine.toml", "--example")):
        ended = hexfront("one-battle", *asked)
        assert ended.code == 2
        assert "--example" in ended.err


@pytest.mark.parametrize("people", [(0.001, 1), (1, 9_999_999), (5, 0)])
def test_odd_sizes(hexfront: Run, tmp_path: Path, people: tuple[float, float]) -> None:
    path = tmp_path / "odd.toml"
    text = "tanks = {1}\n[attacker]\npeople = {0}\ntanks = 0\n[defender]\npeople = {1}\n"
    path.write_text(text.format(*people).partition("\n")[2], encoding="utf-8")
    ended = hexfront("one-battle", str(path), "--json")
    assert (ended.code, ended.err) == (0, "")


def test_validate_battles(hexfront: Run, few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Fitted to a part of the battles: IDAHEX takes its time where it is not compiled.
    shipped = load_battles()[::8]
    monkeypatch.setattr("hexfront.history.judging.load_battles", lambda: shipped)
    ended = hexfront("validate-battles", str(few), "--json")
    assert (ended.code, ended.err) == (0, "")
    found = ended.objects[-1]
    assert found["battles"] == 8
    assert sorted(found["models"]) == sorted(model.name for model in all_models())
    keys = {"log_loss", "brier", "casualty_error", "coverage_80", "battles"}
    for scores in found["models"].values():
        assert keys <= set(scores)
        assert 0 < scores["battles"] <= 8
        assert scores["coverage_80"] is None or 0 <= scores["coverage_80"] <= 1
    for name in ("base rate", "force ratio", "forest", "aggressor", "brigade", "idahex", "malaya"):
        assert all(found["models"][name][key] is not None for key in keys), name
    law = found["models"]["mixed law"]
    assert law["log_loss"] is None
    assert law["casualty_error"] > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an empty file"),
        ("WAR,NAME\nx,y\n", "also the columns STRA, STRD"),
        (",".join(NEEDED) + "\n" + ",".join("?" * len(NEEDED)) + "x\n", "KMDA"),
    ],
)
def test_files_that_cannot_be_judged(hexfront: Run, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    ended = hexfront("validate-battles", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert "Traceback" not in ended.err
