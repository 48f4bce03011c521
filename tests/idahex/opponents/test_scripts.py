"""Scripts of commands, and the two that come with the sample war."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from hexfront.agents import agent_factories, make_agent
from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan, run_batch
from hexfront.study.games import GameRunner, Plan
from hexfront.study.summary import Summary
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.opponents.scripts import (
    Period,
    ScriptAgent,
    commands_at,
    read_script,
    reader_of,
    script_agent,
    shipped_scripts,
)
from hexfront.systems.idahex.rules.command.commands import CommandReader
from hexfront.systems.idahex.rules.supply import transfers
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import T_END
from hexfront.systems.idahex.scenario.loader import with_options

BOOK = o.OrderBook(9, (4, 9, 21), 60)
READER = CommandReader(BOOK, {"4": 0, "9": 1, "21": 2}, ("tanks", "ammo"), 11)


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


@cache
def shipped() -> tuple[list[Period], list[Period]]:
    paths = shipped_scripts()
    red, blue = (
        read_script(paths[name].read_text(encoding="utf-8"), reader_of(rules(), side), name)
        for side, name in enumerate(("red", "blue"))
    )
    return red, blue


@pytest.mark.clause("IDX-2.3", "IDX-4")
def test_periods_end_with_go() -> None:
    text = "# nothing\nmission 4: 6 hold # north\n\ncancel 9\ngo\ngo\nstrike 6 cas with 20\n"
    periods = read_script(text, READER)
    assert [len(period) for period in periods] == [2, 0, 1]
    assert periods[0][0].codes == READER.read("mission 4: 6 hold")
    assert periods[0][1][:2] == ("script: line 4", "cancel 9")
    assert read_script("", READER) == []
    assert read_script("go", READER) == [()]


@pytest.mark.clause("IDX-6")
def test_strikes_are_given_where_they_are_asked_for() -> None:
    lines = "mission 4: 6 hold\nstrike 6 cas with 20\ncancel strike 6\ngo\n"
    periods = read_script(lines, READER)
    words = [line.codes[0] for line in commands_at(periods, 0, striking=True)]
    assert words == [o.STRIKE, o.CANCEL]
    assert [line.codes[0] for line in commands_at(periods, 0, striking=False)] == [o.MISSION]
    assert commands_at(periods, 1, striking=False) == ()


@pytest.mark.parametrize("line", ["mission 5: 6 hold", "fly", "mission 4: 6", "go now"])
def test_errors_name_the_line(line: str) -> None:
    with pytest.raises(InputError, match=r"opening: line 3: command: word \d") as caught:
        read_script(f"go\n# x\n{line}\n", READER, "opening")
    assert caught.value.problems[0].expected


def play(days: float) -> tuple[s.State, EventLog, list[str]]:
    """Both scripts, word by word; and what was refused."""
    state, log, refused = rules().start(), EventLog(50_000), []
    while state.game.time < days:
        period = round(float(state.game.time) * 2)
        striking = bool(state.game.phase == s.STRIKES)
        for side, script in enumerate(shipped()):
            for line in commands_at(script, period, striking):
                for word in line.codes:
                    refusal = rules().refuse(state, side, word)
                    if refusal is not None:
                        refused.append(f"day {period / 2}, side {side}: {refusal.reason}")
                        rules().apply(state, Step(side, o.ABANDON), log)
                        break
                    rules().apply(state, Step(side, word), log)
        for side in range(2):
            rules().apply(state, Step(side, o.GO), log)
    return state, log, refused


@pytest.mark.clause("IDX-2.3", "IDX-4.1", "IDX-4.2.2")
def test_the_shipped_scripts_play_the_opening_days() -> None:
    assert set(shipped_scripts()) == {"red", "blue"}
    state, log, refused = play(5.0)
    assert refused == []
    kinds = [type(event.what) for event in log.events()]
    assert kinds.count(transfers.Delivered) >= 4
    owner = state.owner.tolist()
    assert [owner[cell] for cell in (38, 39, 54)] == [0, 0, 0], "across, on both sides of the lake"
    postures = dict(zip(state.units.number.tolist(), state.units.posture.tolist(), strict=True))
    assert postures[153] == postures[154] == s.GONE, "Blue's brigades at the canal are lost"
    assert {postures[number] // 10 for number in (156, 158, 159, 160)} == {s.ATTACK}
    fights = dict(
        zip(state.engagements.cell.tolist(), state.engagements.attacker.tolist(), strict=True)
    )
    assert fights.get(38) == fights.get(54) == 1, "his armour strikes back"


@pytest.mark.clause("IDX-2.3")
def test_a_script_plays_as_an_opponent() -> None:
    agent = ScriptAgent(rules(), 0, dice_from_seed(1), shipped()[0])
    for frames, phase in ((0, s.STRIKES), (0, s.COMMANDS), (2, s.COMMANDS), (4, s.STRIKES)):
        expected = commands_at(shipped()[0], frames // 2, phase == s.STRIKES)
        given = agent.think({"frames": frames, "phase": phase})
        assert given == [line.codes for line in expected]
    assert agent.think({"frames": 1000, "phase": s.COMMANDS}) == []


def test_all_bad_lines_are_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        read_script("fly\nmission 4: 6 hold\nmission 5: 6 hold\n", READER, "mine")
    places = [problem.place for problem in caught.value.problems]
    assert places == ["mine: line 1: command: word 1", "mine: line 3: command: word 2"]


def fight(red: str, *, days: int, games: int = 1) -> Summary:
    scenario = with_options(load_scenario(SYSTEM), {"until": str(days)})  # type: ignore[arg-type]
    plan, bound = make_plan(SYSTEM, scenario, [red, "script"], seed=1)
    return run_batch(plan, bound, range(games))


@pytest.mark.clause("IDX-2.3")
def test_shipped_scripts_are_players_of_a_study() -> None:
    """Word by word as above: the same war."""
    state, _, _ = play(1.0)
    setting = with_options(load_scenario(SYSTEM), {"until": "1"}).setting  # type: ignore[arg-type]
    assert setting.design.area.clock[T_END] == 1
    runner = GameRunner(make_plan_of_scripts())
    last, _ = runner.play_out(0)
    assert last.stock.tolist() == state.stock.tolist()
    assert last.owner.tolist() == state.owner.tolist()


def make_plan_of_scripts() -> Plan:
    scenario = with_options(load_scenario(SYSTEM), {"until": "1"})  # type: ignore[arg-type]
    return make_plan(SYSTEM, scenario, ["script", "script"], seed=1)[0]


@pytest.mark.clause("IDX-4")
def test_a_refused_line_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mission 2: 38 hold\nmission 53: 2 hold\ngo\n")
    summary = fight(f"script:{path}", days=1, games=2)
    assert summary.games == 2
    (told,) = caplog.messages
    assert told.startswith(f"{path}: line 2: found 'mission 53: 2 hold', expected")
    assert "at time 0 (IDX-" in told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"fly\n", "line 1: command: word 1: found 'fly', expected one of: mission"),
        (b"mission \xff\n", "byte 8: found"),
        (None, "No such file"),
    ],
)
def test_a_script_that_cannot_be_used(tmp_path: Path, text: bytes | None, words: str) -> None:
    path = tmp_path / "mine.txt"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(InputError, match=re.escape(words)):
        fight(f"script:{path}", days=1)


def test_a_script_for_another_war_is_refused() -> None:
    other = load_scenario(SYSTEM, FOLDER / "data" / "scenarios" / "first-war.toml")
    with pytest.raises(InputError, match="script of blue: line"):
        script_agent("")(IdahexRules(other), 1, dice_from_seed(1))


def test_nobody_at_a_table_can_name_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("go\n")
    for name in ("script", f"script:{path}"):
        assert name not in agent_factories(SYSTEM)
        with pytest.raises(InputError, match="opponent: found"):
            make_agent(SYSTEM, name, rules(), 0, dice_from_seed(1))
