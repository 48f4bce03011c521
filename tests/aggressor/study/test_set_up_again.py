"""A finished game becomes a scenario with both armies in place (AGR-53)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hexfront.cli import main
from hexfront.conformance import play_match
from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.play.armies import ArmySetup, Unit
from hexfront.play.match import Match

AGGRESSOR: System = find_system("aggressor")
ROUNDS = {"rounds": "2"}


def played(options: dict[str, str], seed: int = 4) -> Match:
    assert AGGRESSOR.scenarios.with_options is not None
    scenario = AGGRESSOR.scenarios.with_options(load_scenario(AGGRESSOR), {**ROUNDS, **options})
    return play_match(AGGRESSOR, AGGRESSOR.rules(scenario), seed, tell=False)


def armies_of(match: Match) -> list[list[Unit]]:
    """Both armies as each side saw its own when it was ready."""
    rules, army_setup = match.rules, ArmySetup(match.rules.board()["army_setup"])
    state, found = rules.start(), [[], []]
    for step in match.journal.steps:
        for side in (0, 1):
            view = rules.view(state, side)
            if "Set-up" in view.title:
                found[side] = army_setup.army(view)
        rules.apply(state, step, EventLog())
    return found


@pytest.mark.clause("AGR-53")
def test_the_armies_stand_where_they_were_set_up() -> None:
    match = played({"die": "d12", "decon": "true"})
    assert AGGRESSOR.scenarios.from_setup is not None
    document = AGGRESSOR.scenarios.from_setup(match.rules, match.journal.steps)
    scenario = AGGRESSOR.scenarios.load(document, None, "again")
    wanted = armies_of(match)
    assert [len(army) for army in wanted] == [18, 18]
    for name, army in zip(("west", "east"), wanted, strict=True):
        assert document["armies"][name] == [unit._asdict() for unit in army]
    assert scenario.document["options"] == match.rules.scenario.document["options"]
    rules = AGGRESSOR.rules(scenario)
    army_setup = ArmySetup(rules.board()["army_setup"])
    assert [army_setup.army(rules.view(rules.start(), side)) for side in (0, 1)] == wanted
    # There is no set-up any more: who begins is the first thing to be drawn.
    assert rules.decision(rules.start()).sides == ()
    assert rules.chances(rules.start()).clause == "AGR-38"


@pytest.mark.clause("AGR-53")
def test_what_was_set_up_again_can_be_set_up_again() -> None:
    match = played({})
    assert AGGRESSOR.scenarios.from_setup is not None
    once = AGGRESSOR.scenarios.from_setup(match.rules, match.journal.steps)
    again = play_match(
        AGGRESSOR, AGGRESSOR.rules(AGGRESSOR.scenarios.load(once, None, "once")), 9, tell=False
    )
    twice = AGGRESSOR.scenarios.from_setup(again.rules, again.journal.steps)
    assert twice["armies"] == once["armies"]
    assert twice["title"] == once["title"] != match.rules.scenario.title


@pytest.mark.clause("AGR-53")
def test_a_set_up_that_did_not_end_makes_no_scenario() -> None:
    match = played({})
    assert AGGRESSOR.scenarios.from_setup is not None
    with pytest.raises(InputError, match="two armies that were ready"):
        AGGRESSOR.scenarios.from_setup(match.rules, match.journal.steps[:20])
    with pytest.raises(InputError, match="two armies that were ready"):
        AGGRESSOR.scenarios.from_setup(match.rules, [Step(0, 8 + 3 * 315)])


@pytest.mark.clause("AGR-53")
def test_the_command_makes_a_file_that_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played({})
    journal, out = tmp_path / "game.jsonl", tmp_path / "again.json"
    journal.write_text("\n".join(match.journal.lines(match.rules)) + "\n", encoding="utf-8")
    assert _run(monkeypatch, "setup", journal, "--out", out) == 0
    assert f"hexfront play aggressor --scenario {out}" in capsys.readouterr().out
    document = json.loads(out.read_text("utf-8"))
    scenario = load_scenario(AGGRESSOR, str(out))
    # The file has its lists of hexes as rows; what is read is the same.
    assert {**scenario.document, "terrain": None} == {**document, "terrain": None}
    assert scenario.document["terrain"] == match.rules.scenario.document["terrain"]
    play_match(AGGRESSOR, AGGRESSOR.rules(scenario), 3)
    assert _run(monkeypatch, "validate", out) == 0


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> object:
    monkeypatch.setattr(sys, "argv", ["hexfront", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code
