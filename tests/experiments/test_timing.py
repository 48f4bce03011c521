"""How long a study will take is said before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.experiments import timing
from hexfront.experiments.timing import seconds_of, time_text
from tests.experiments.test_study import experiment


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (89.0, "89 s"), (150.0, "2 min"), (9000.0, "2.5 h")]
)
def test_times_in_words(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_games_that_are_tried_tell_how_long_all_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "is_ready", lambda module: True)
    some = seconds_of(experiment(games=3), 12)
    assert some is not None and some > 0
    # Nothing is told of rules that run as plain Python and will be faster later.
    monkeypatch.setattr(timing, "is_ready", lambda module: False)
    assert seconds_of(experiment(games=3), 12) is None


def test_the_plan_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        'system = "brigade"\ngames = 2\n[[factors]]\nname = "turns"\nnumber = "/turns"\n'
        "levels = [2, 3]\n"
    )
    monkeypatch.setattr(timing, "seconds_of", lambda study, games: 60.0 * games)
    told = CliRunner().invoke(app, ["study", str(file), "--plan", "--workers", "2"])
    assert "4 games" in told.stdout and "about 2 min with 2 processes" in told.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
