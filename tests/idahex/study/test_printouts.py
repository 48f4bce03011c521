"""Files 11, 21 and 51: what they tell by level of detail, to whom, and that it is the same war."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.rules.maneuver.occupation import StatusChanged
from hexfront.systems.idahex.rules.moments import moments
from hexfront.systems.idahex.rules.words import BOTH
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.initial_state import make_scratch
from hexfront.systems.idahex.study.printouts import WarReport
from hexfront.systems.idahex.table.command_words import command_text
from hexfront.systems.idahex.table.language import CommandLanguage

RED, BLUE = 0, 1
STATUS = re.compile(r"^Day [\d.]+  \d+ .*, (Red|Blue), .*\(IDX-3[.\d]*\)$", re.MULTILINE)


@cache
def war() -> tuple[IdahexRules, list[Step]]:
    """The opening days between commanders."""
    scenario = SYSTEM.scenarios.with_options(load_scenario(SYSTEM), {"until": "3"})
    plan, rules = make_plan(SYSTEM, scenario, ["commander", "commander"], 1, 10**6)
    steps: list[Step] = []
    GameRunner(plan).play_out(1, steps.append)
    return rules, steps


@cache
def printed(viewer: int, detail: int | None = None) -> str:
    rules, steps = war()
    return "\n".join(written(rules, steps, viewer, detail))


def written(
    rules: IdahexRules, steps: Sequence[Step], viewer: int, detail: int | None = None
) -> list[str]:
    report = WarReport(rules, viewer, detail)
    lines = list(report.head())
    for step in steps:
        lines += report.lines(step)
    return lines


@pytest.mark.clause("IDX-2.3")
def test_a_war_told_moment_by_moment_is_the_same_war() -> None:
    rules, steps = war()
    design = rules.setting.design
    scratch, log = make_scratch(design, len(rules.setting.units)), EventLog()
    state, runs = rules.start(), 0
    for step in steps:
        last = state.game.ready | 1 << step.actor == BOTH
        if step.order == o.GO and last:
            other, told = state.copy(), EventLog()
            other.game.ready = other.game.stopped = 0
            other.game.given[:] = 0
            for _ in moments(design, other, scratch, told):
                pass
            log.clear()
            rules.apply(state, step, log)
            assert digest(other) == digest(state)
            assert told.events() == log.events()[1:]  # The first says that the war goes on.
            runs += 1
        else:
            log.clear()
            rules.apply(state, step, log)
    assert runs > 8


def test_each_file_says_whose_it_is() -> None:
    for viewer, name, title in ((RED, "file11", "Red"), (BLUE, "file21", "Blue")):
        assert WarReport(war()[0], viewer).name == name
        assert printed(viewer).startswith(f"IDAHEX: Sinai\n{title}: {name}, level of detail")
    assert WarReport(war()[0], UMPIRE).name == "file51"
    assert "The designer: file51" in printed(UMPIRE)


@pytest.mark.clause("IDX-8")
@pytest.mark.parametrize(
    ("detail", "status", "losses", "values", "kills"),
    [
        (0, False, False, False, False),
        (4, False, False, False, False),
        (5, True, True, False, False),
        (8, True, True, False, False),
        (9, True, True, True, False),
        (14, True, True, True, False),
        (15, True, True, True, True),
    ],
)
@pytest.mark.parametrize("viewer", [RED, BLUE])
def test_players_are_told_what_iprint_says(
    viewer: int, detail: int, status: bool, losses: bool, values: bool, kills: bool
) -> None:
    text = printed(viewer, detail)
    assert "force ratio, ground" in text
    assert bool(STATUS.search(text)) == status
    assert ("Losses of the attackers in the frame" in text) == losses
    assert ("Values of Red's weapons" in text) == values
    assert ("kills a frame by one weapon" in text) == kills


@pytest.mark.clause("IDX-8")
def test_the_designer_always_has_all_of_an_engagement_and_status_by_level() -> None:
    for detail in (0, 1, 6, 7, 15):
        text = printed(UMPIRE, detail)
        for words in ("Losses of the attackers", "Values of Red's", "kills a frame by one"):
            assert words in text
    counts = [len(STATUS.findall(printed(UMPIRE, detail))) for detail in (0, 1, 6, 7)]
    assert counts[0] == 0 < counts[1] == counts[2] <= counts[3]
    rules, steps = war()
    state, log, changes = rules.start(), EventLog(), 0
    for step in steps:
        log.clear()
        rules.apply(state, step, log)
        changes += sum(isinstance(event.what, StatusChanged) for event in log.events())
    assert counts[3] == changes


def test_players_read_only_their_own_commands_and_stocks() -> None:
    red, blue, designer = printed(RED), printed(BLUE), printed(UMPIRE)
    assert "Red: mission" in red and "Blue: mission" not in red
    assert "Blue: mission" in blue and "Red: mission" not in blue
    assert "Red: mission" in designer and "Blue: mission" in designer
    assert "Red: what active units hold" in red and "Blue: what active" not in red
    assert "Red: lost and used up" not in blue and "Blue: lost and used up" in blue
    assert "has accomplished its mission" in red
    own = set(re.findall(r"(\d+) [A-Z].* has accomplished", red))
    assert own and not own & set(re.findall(r"(\d+) [A-Z].* has accomplished", blue))


@pytest.mark.clause("IDX-4.1")
def test_what_the_enemy_has_just_typed_changes_nothing_in_print() -> None:
    rules, steps = war()
    end = next(i for i, step in enumerate(steps) if step.actor == BLUE and step.order == o.MISSION)
    kept = [step for step in steps[:end] if step.actor == RED or step.order == o.GO]
    language, state, log = CommandLanguage(rules), rules.start(), EventLog()
    for step in kept:
        rules.apply(state, step, log)
    assert state.game.phase == s.COMMANDS
    offer = language.read(rules.view(state, BLUE), "mission 150: 88 hold")
    assert offer is not None
    secret = [Step(BLUE, order) for order in offer.orders]
    assert written(rules, kept, RED) == written(rules, [*kept, *secret], RED)
    assert written(rules, kept, UMPIRE) != written(rules, [*kept, *secret], UMPIRE)


def test_lines_have_a_time_and_a_clause_and_times_do_not_fall() -> None:
    history = printed(UMPIRE, 15).split("\nDay 0.000", 1)[1]
    times = [float(t) for t in re.findall(r"^Day ([\d.]+)  ", history, re.MULTILINE)]
    assert times == sorted(times)
    assert len(set(times)) > 20
    for line in history.splitlines():
        if re.match(r"Day [\d.]+  ", line) and not re.match(r"Day [\d.]+  (Red|Blue): [a-z]", line):
            assert re.search(r"\(IDX-[\dG.]+\)$", line), line


def test_an_engagement_is_told_at_the_end_of_each_frame() -> None:
    text = printed(RED, 5)
    moments_of = re.findall(r"^Day ([\d.]+)  Combat in \d+", text, re.MULTILINE)
    assert moments_of
    assert all(float(t) % 0.25 == 0 for t in moments_of)
    assert len(re.findall(r"Engagement in \d+: ", text)) == len(moments_of)


@pytest.mark.parametrize(("viewer", "detail"), [(SPECTATOR, None), (RED, -1), (RED, 10**9)])
def test_there_is_no_other_output(viewer: int, detail: int | None) -> None:
    with pytest.raises(InputError, match="expected"):
        WarReport(war()[0], viewer, detail)


@pytest.mark.parametrize(
    "text",
    [
        "mission 2 4: 38 31, 38 11, 39 10 at 2.65",
        "mission 52 stacked 1: 55 10",
        "cancel 4",
        "transfer 29 from 51 to 52 53: 200 ammo, 20.5 fuel& other",
        "transfer 29",
        "delivery 52 40 size 0.5 to 14 15 25",
        "cancel delivery 52 40",
        "strike 39 cas with 10",
        "strike 38 interdict 4 3 2 1 with 7",
        "stop",
    ],
)
def test_a_command_is_printed_as_it_is_typed(text: str) -> None:
    rules = war()[0]
    codes = CommandLanguage(rules)._readers[RED].read(text)
    assert command_text(rules.setting, RED, understand(rules.book, codes[:-1])) == text
