"""`hexfront compare`: arms of every kind, their pairs, and what is said of them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import hexfront
from hexfront.cli import app
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.experiments.compare.comparison import Wishes, prepare
from hexfront.experiments.compare.playing import play
from hexfront.experiments.compare.results import Results, response_words
from hexfront.experiments.compare.versions import find_version

BRIGADE = find_system("brigade")
RANDOM = ["random", "random"]


def results(*arms, system=BRIGADE, **wishes):
    return Results(play(prepare(system, arms, Wishes(**{"agents": RANDOM, **wishes})), None))


def test_agents_differ_in_pairs_of_games_with_the_same_dice():
    found = results("greedy", "random", games=12, responses=["wins_opfor", "length=steps"])
    won, length = found.findings
    assert won.is_rate
    assert not length.is_rate
    pairs = found.played.arms[1].pairs[0]
    assert pairs.count == 12
    assert pairs.both + pairs.only_first + pairs.only_other + pairs.neither == 12
    assert won.found.size == pytest.approx((pairs.only_other - pairs.only_first) / 12)
    assert won.found.low <= won.found.size <= won.found.high
    assert length.corrected >= length.found.p


def test_the_same_twice_has_no_difference_and_saves_all_variance(tmp_path):
    copy = tmp_path / "copy.json"
    copy.write_text(json.dumps(scenario_document()), encoding="utf-8")
    found = results("three-towns", str(copy), games=5, responses=["length=steps"])
    (length,) = found.findings
    assert (length.found.size, length.found.p, length.found.saved) == (0, 1.0, 1.0)
    assert "length is the same as with three-towns, in each of 5 games" in found.sentences()[0]


def scenario_document():
    from hexfront.core.scenario import load_scenario

    return load_scenario(BRIGADE, "three-towns").document


def test_options_are_arms():
    found = results("sequence=plotted", "sequence=igougo", games=2, responses=["steps"])
    assert found.names == ["sequence=plotted", "sequence=igougo"]
    assert found.findings[0].found.size != 0


def test_without_chance_there_are_no_intervals():
    wishes = {"scenario": "first-war", "agents": None, "options": {"until": "2"}}
    found = results(
        "greedy", "commander", system=find_system("idahex"), responses=["steps"], **wishes
    )
    (steps,) = found.findings
    assert (steps.found.low, steps.found.high, steps.found.p) == (None, None, None)
    assert steps.found.saved is None
    assert found.comparison.games == 1
    assert "one game each" in found.sentences()[0]


@pytest.mark.parametrize(
    ("arms", "wishes", "words"),
    [
        (["greedy"], {}, "two or more"),
        (["greedy", "greedy"], {}, "each once"),
        (["greedy", "three-towns"], {}, "of the kind of greedy: agent"),
        (["greedy", "nobody"], {}, "brigade knows three-towns"),
        (["sequence=plotted", "rules=advanced"], {}, "the same keys as in sequence=plotted"),
        (["sequence=plotted", "sequence=no"], {}, "sequence=no: .*igougo"),
        (["greedy", "random"], {"side": "red"}, "one of: opfor, bluefor"),
        (["three-towns", "first-game"], {"side": "opfor"}, "the arms are no agents"),
        (["three-towns", "first-game"], {"scenario": "first-game"}, "the arms are scenarios"),
        (["greedy", "random"], {"responses": ["wins_red"]}, "one of: wins_opfor"),
        (["greedy", "random"], {"responses": ["steps > 3"]}, "NAME=FORMULA"),
        (["greedy", "random"], {"agents": ["random"]}, "2, one a side"),
    ],
)
def test_what_is_wrong_is_told_before_any_game(arms, wishes, words):
    with pytest.raises(InputError, match=words):
        prepare(BRIGADE, arms, Wishes(**wishes))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("git:no-such-revision", "a revision of the repository"),
        ("git:--help", "a revision of the repository"),
        ("none.whl", "a wheel that can be read"),
        ("tests", "a folder with bin/python"),
    ],
)
def test_a_version_that_is_none_is_told(text, words, tmp_path):
    with pytest.raises(InputError, match=words):
        find_version(text, tmp_path)


def test_a_wheel_plays_by_its_own_rules_against_what_is_here(tmp_path, monkeypatch):
    wheel = tmp_path / "hexfront-9.9-py3-none-any.whl"
    root = Path(hexfront.__file__).parent
    with zipfile.ZipFile(wheel, "w") as file:
        for path in root.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and "web" not in path.parts:
                text = path.read_bytes()
                if path.name == "three-towns.json":
                    document = json.loads(text) | {"turns": 1}
                    text = json.dumps(document).encode()
                file.writestr(f"hexfront/{path.relative_to(root)}", text)
    monkeypatch.setenv("HEXFRONT_COMPILE", "ready")
    wishes = {"scenario": "three-towns", "games": 2, "responses": ["end_time"]}
    (found,) = results("here", str(wheel), **wishes).findings
    assert 1 <= found.found.other < found.found.first


def test_the_words_of_responses():
    sides = ("Red", "Blue Force")
    assert response_words("losses_red", sides) == "losses of Red"
    assert response_words("towns_blue_force_at_end", sides) == "towns of Blue Force at the end"
    assert response_words("end_time", sides) == "end time"


def call(*words):
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def test_the_command_writes_rows_and_figures_and_goes_on(tmp_path):
    words = ["compare", "brigade", "random", "greedy", "--seats", "random,random", "--games", "3"]
    words += ["--response", "steps", "--response", "won=wins_opfor", "--out", tmp_path / "out"]
    found = json.loads(call(*words, "--json").stdout)
    assert [one["response"] for one in found["comparisons"]] == ["steps", "won"]
    assert found["games"] == 3
    rows = (tmp_path / "out" / "games.ndjson").read_bytes()
    (tmp_path / "out" / "games.ndjson").write_bytes(rows[: len(rows) // 2])
    again = json.loads(call(*words, "--json", "--resume").stdout)
    assert again["digest"] == found["digest"]
    with pytest.raises(InputError, match="--force"):
        CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
