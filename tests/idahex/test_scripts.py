"""Scripts of commands, and the two that come with the sample war."""

from __future__ import annotations

from functools import cache

import pytest

from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex import SYSTEM, transfers
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex import state as s
from hexfront.systems.idahex.commands import CommandReader
from hexfront.systems.idahex.rules import IdahexRules
from hexfront.systems.idahex.scripts import (
    Period,
    ScriptAgent,
    commands_at,
    read_script,
    shipped_scripts,
)

BOOK = o.OrderBook(9, (4, 9, 21), 60)
READER = CommandReader(BOOK, {"4": 0, "9": 1, "21": 2}, ("tanks", "ammo"), 11)


@cache
def rules() -> IdahexRules:
    return IdahexRules(load_scenario(SYSTEM))


def reader_of(side: int) -> CommandReader:
    setting = rules().setting
    units = {str(unit.number): row for row, unit in enumerate(setting.units)}
    transfer = int(setting.design.forces.transfer[0])
    return CommandReader(rules().book, units, setting.names.resources[side], transfer)


@cache
def shipped() -> tuple[list[Period], list[Period]]:
    paths = shipped_scripts()
    red, blue = (
        read_script(paths[name].read_text(encoding="utf-8"), reader_of(side), name)
        for side, name in enumerate(("red", "blue"))
    )
    return red, blue


@pytest.mark.clause("IDX-2.3", "IDX-4")
def test_periods_end_with_go() -> None:
    text = "# nothing\nmission 4: 6 hold # north\n\ncancel 9\ngo\ngo\nstrike 6 cas with 20\n"
    periods = read_script(text, READER)
    assert [len(period) for period in periods] == [2, 0, 1]
    assert periods[0][0] == READER.read("mission 4: 6 hold")
    assert read_script("", READER) == []
    assert read_script("go", READER) == [()]


@pytest.mark.clause("IDX-6")
def test_strikes_are_given_where_they_are_asked_for() -> None:
    periods = read_script("mission 4: 6 hold\nstrike 6 cas with 20\ngo\n", READER)
    assert [command[0] for command in commands_at(periods, 0, striking=True)] == [o.STRIKE]
    assert [command[0] for command in commands_at(periods, 0, striking=False)] == [o.MISSION]
    assert commands_at(periods, 1, striking=False) == ()


@pytest.mark.parametrize("line", ["mission 5: 6 hold", "fly", "mission 4: 6", "go now"])
def test_errors_name_the_line(line: str) -> None:
    with pytest.raises(InputError, match=r"opening: line 3: command: word \d") as caught:
        read_script(f"go\n# x\n{line}\n", READER, "opening")
    assert caught.value.problems[0].expected


def play(days: float) -> tuple[s.State, EventLog, list[str]]:
    """Both scripts, word by word; and what was refused."""
    state, log, refused = rules().start(), EventLog(50_000), []
    while state.time[0] < days:
        period = round(float(state.time[0]) * 2)
        striking = bool(state.game[s.PHASE] == s.STRIKES)
        for side, script in enumerate(shipped()):
            for command in commands_at(script, period, striking):
                for word in command:
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
    kinds = [event.kind for event in log.events()]
    assert kinds.count(transfers.DELIVERED) >= 4
    owner = state.owner.tolist()
    assert [owner[cell] for cell in (38, 39, 54)] == [0, 0, 0], "across, on both sides of the lake"
    postures = {int(row[s.NUMBER]): int(row[s.POSTURE]) for row in state.units}
    assert postures[153] == postures[154] == s.GONE, "Blue's brigades at the canal are lost"
    assert {postures[number] // 10 for number in (156, 158, 159, 160)} == {s.ATTACK}
    fights = {int(row[s.WHERE]): int(row[s.ATTACKER]) for row in state.engagements}
    assert fights.get(38) == fights.get(54) == 1, "his armour strikes back"


@pytest.mark.clause("IDX-2.3")
def test_a_script_plays_as_an_opponent() -> None:
    agent = ScriptAgent(rules(), 0, dice_from_seed(1), shipped()[0])
    for frames, phase in ((0, s.STRIKES), (0, s.COMMANDS), (2, s.COMMANDS), (4, s.STRIKES)):
        expected = commands_at(shipped()[0], frames // 2, phase == s.STRIKES)
        assert agent.think({"frames": frames, "phase": phase}) == expected
    assert agent.think({"frames": 1000, "phase": s.COMMANDS}) == ()
